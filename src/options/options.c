/* options/options.c - the table of options, and what each of them sets. */
#include "options/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "run/auto_symmetry.h"
#include "store/store.h"

/* ---- setters ------------------------------------------------------------------------------------------------ */

#define AUTOMATON_FORMATS "hoa dot never"

/* The number of a word among blank-separated `words`. */
static bool choose_part(const char *value, size_t len, const char *words, unsigned *choice)
{
    unsigned i = 0;
    for (const char *w = words; *w; i++) {
        size_t n = strcspn(w, " ");
        if (n == len && strncmp(w, value, n) == 0) {
            *choice = i;
            return true;
        }
        w += n;
        w += strspn(w, " ");
    }
    return false;
}

static coset_status choose(const char *value, const char *words, unsigned *choice, coset_err *err)
{
    if (choose_part(value, strlen(value), words, choice))
        return COSET_OK;
    return coset_fail(err, COSET_USAGE, "\"%s\" is not one of: %s", value, words);
}

/* The last one of a name wins. */
static coset_status add_define(coset_settings *s, const char *text, size_t len, const char *value, bool removed)
{
    char *name = coset_new(len + 1, 1); /* lives as long as the program */
    memcpy(name, text, len);
    for (uint32_t i = 0; i < s->defines.n; i++)
        if (strcmp(s->defines.at[i].name, name) == 0) {
            coset_delete(name);
            s->defines.at[i].value = value;
            s->defines.at[i].removed = removed;
            return COSET_OK;
        }
    *coset_vec_add(&s->defines) = (coset_define){.name = name, .value = value, .removed = removed};
    return COSET_OK;
}

static coset_status set_define(coset_settings *s, const char *value, coset_err *err)
{
    const char *is = strchr(value, '=');
    if (is == value || !*value)
        return coset_fail(err, COSET_USAGE, "\"%s\" is not of the form NAME=VALUE or NAME", value);
    return add_define(s, value, is ? (size_t)(is - value) : strlen(value), is ? is + 1 : NULL, false);
}

static coset_status set_undefine(coset_settings *s, const char *value, coset_err *err)
{
    if (!*value || strchr(value, '='))
        return coset_fail(err, COSET_USAGE, "\"%s\" is not a macro name", value);
    return add_define(s, value, strlen(value), NULL, true);
}

static coset_status set_include(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    *coset_vec_add(&s->folders) = value;
    return COSET_OK;
}

static coset_status set_symmetry(coset_settings *s, const char *value, coset_err *err)
{
    uint32_t n, n_found, n_names = 2, i = 0;
    const coset_strategy *all = coset_strategies(&n), *found = coset_auto_strategies(&n_found);
    const char **names = coset_new((size_t)n + n_found + 2, sizeof *names);
    coset_status status = COSET_OK;
    names[0] = "off";
    names[1] = "auto";
    for (uint32_t k = 0; k < n; k++)
        names[n_names++] = all[k].name;
    for (uint32_t k = 0; k < n_found; k++)
        names[n_names++] = found[k].name;
    while (i < n_names && strcmp(names[i], value) != 0)
        i++;
    if (i == n_names) {
        const char *near = coset_nearest(value, names, n_names);
        status = coset_fail(err, COSET_USAGE, "there is no strategy \"%s\"; %s%s%s--help=all lists them", value,
                            near ? "did you mean \"" : "", near ? near : "", near ? "\"? " : "");
    } else {
        s->strategy = value;
    }
    coset_delete(names);
    return status;
}

static coset_status set_audit(coset_settings *s, const char *value, coset_err *err)
{
    coset_status status = coset_number_read(value, 1000, &s->audit, err);
    if (status == COSET_OK && (s->audit == 0 || s->audit > UINT32_MAX))
        return coset_fail(err, COSET_USAGE, "the number of states must be between 1 and %u", (unsigned)UINT32_MAX);
    return status;
}

static coset_status set_max_nodes(coset_settings *s, const char *value, coset_err *err)
{
    coset_status status = coset_number_read(value, 1000, &s->symb.max_nodes, err);
    if (status == COSET_OK && s->symb.max_nodes < 100000)
        return coset_fail(err, COSET_USAGE, "a limit below 100k nodes is too small");
    return status;
}

static coset_status set_ended(coset_settings *s, const char *value, coset_err *err)
{
    unsigned choice = 0;
    coset_status status = choose(value, "auto spin vanish", &choice, err);
    s->ended = choice;
    return status;
}

static coset_status set_deadlock(coset_settings *s, const char *value, coset_err *err)
{
    unsigned choice = 0;
    coset_status status = choose(value, "off stuck stuttering", &choice, err);
    s->engine.deadlock = (coset_deadlock)choice;
    s->deadlock_given = true;
    return status;
}

static coset_status set_assertions(coset_settings *s, const char *value, coset_err *err)
{
    unsigned choice = 0;
    coset_status status = choose(value, "off on", &choice, err);
    s->no_assertions = choice == 0;
    return status;
}

static coset_status add_formula(coset_settings *s, coset_formula_kind kind, const char *text)
{
    static const char *const names[] = {"--ctl", "--mu", "--fair"};
    *coset_vec_add(&s->formulas) = (coset_formula_given){kind, text, names[kind]};
    return COSET_OK;
}

static coset_status set_ctl(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    return add_formula(s, COSET_FORMULA_CTL, value);
}

static coset_status set_mu(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    return add_formula(s, COSET_FORMULA_MU, value);
}

static coset_status set_fair(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    const size_t n = strcspn(value, ":");
    if ((n == 4 && strncmp(value, "weak", n) == 0) || (n == 6 && strncmp(value, "strong", n) == 0)) {
        s->fairness = value;
        return COSET_OK;
    }
    return add_formula(s, COSET_FORMULA_FAIR, value);
}

static coset_status set_ltl(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    *coset_vec_add(&s->ltl) = value;
    return COSET_OK;
}

static coset_status set_representatives(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    *coset_vec_add(&s->formulas) = (coset_formula_given){COSET_FORMULA_REPRESENTATIVES, value, "--representatives"};
    return COSET_OK;
}

static coset_status set_observe(coset_settings *s, const char *value, coset_err *err)
{
    if (s->observed.n == COSET_MOST_OBSERVED)
        return coset_fail(err, COSET_USAGE, "at most %d conditions can be observed", COSET_MOST_OBSERVED);
    *coset_vec_add(&s->observed) = value;
    return COSET_OK;
}

static coset_status set_silent(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    *coset_vec_add(&s->silent) = value;
    return COSET_OK;
}

static coset_status set_keep_going(coset_settings *s, const char *value, coset_err *err)
{
    (void)value, (void)err;
    s->engine.max_errors = 0;
    return COSET_OK;
}

static coset_status set_threads(coset_settings *s, const char *value, coset_err *err)
{
    uint64_t n = 0;
    coset_status status = coset_number_read(value, 1000, &n, err);
    if (status == COSET_OK && (n == 0 || n > COSET_STORE_THREADS))
        return coset_fail(err, COSET_USAGE, "the number of threads must be between 1 and %d", COSET_STORE_THREADS);
    s->engine.threads = (uint32_t)n;
    return status;
}

static coset_status set_depth(coset_settings *s, const char *value, coset_err *err)
{
    uint64_t n = 0;
    coset_status status = coset_number_read(value, 1000, &n, err);
    if (status == COSET_OK && (n == 0 || n > UINT32_MAX))
        return coset_fail(err, COSET_USAGE, "the depth must be between 1 and %u", (unsigned)UINT32_MAX);
    s->engine.max_depth = (uint32_t)n;
    return status;
}

static coset_status set_max_states(coset_settings *s, const char *value, coset_err *err)
{
    coset_status status = coset_number_read(value, 1000, &s->engine.max_states, err);
    if (status == COSET_OK && s->engine.max_states == 0)
        return coset_fail(err, COSET_USAGE, "the number of states must be positive");
    return status;
}

static coset_status set_time(coset_settings *s, const char *value, coset_err *err)
{
    return coset_seconds_read(value, &s->engine.max_seconds, err);
}

static coset_status set_memory(coset_settings *s, const char *value, coset_err *err)
{
    coset_status status = coset_number_read(value, 1024, &s->engine.max_bytes, err);
    if (status == COSET_OK && s->engine.max_bytes < 1 << 20)
        return coset_fail(err, COSET_USAGE, "a memory limit below 1M is too small (sizes: 512M, 16G, ...)");
    return status;
}

static coset_status set_por(coset_settings *s, const char *value, coset_err *err)
{
    unsigned choice = 0;
    coset_status status = choose(value, "off auto stubborn ample cluster", &choice, err);
    s->por = choice;
    s->por_given = true;
    return status;
}

static coset_status set_store(coset_settings *s, const char *value, coset_err *err)
{
    unsigned choice = 0;
    s->engine.store = value;
    return choose(value, "auto packed tree collapse compact bitstate", &choice, err);
}

static coset_status set_json(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    if (value)
        *coset_vec_add(&s->outputs) = (coset_output){false, value};
    else
        s->json_on_stdout = true;
    return COSET_OK;
}

static coset_status set_itf(coset_settings *s, const char *value, coset_err *err)
{
    (void)err;
    *coset_vec_add(&s->outputs) = (coset_output){true, value};
    return COSET_OK;
}

static coset_status set_output(coset_settings *s, const char *value, coset_err *err)
{
    size_t len = strcspn(value, ":");
    unsigned format = 0;
    if (choose_part(value, len, AUTOMATON_FORMATS, &format) && (!value[len] || value[len + 1])) {
        s->automaton_output = true;
        s->automaton_format = format;
        s->automaton_file = value[len] ? value + len + 1 : "-";
        return COSET_OK;
    }
    if (strncmp(value, "json:", 5) == 0 && value[5])
        return set_json(s, value + 5, err);
    if (strncmp(value, "itf:", 4) == 0 && value[4])
        return set_itf(s, value + 4, err);
    return coset_fail(err, COSET_USAGE,
                      "\"%s\" is not of the form json:FILE or itf:FILE, for automata hoa, dot or never", value);
}

static coset_status set_assertion(coset_settings *s, const char *value, coset_err *err)
{
    coset_status status = coset_number_read(value, 1000, &s->assertion, err);
    if (status == COSET_OK && s->assertion == 0)
        return coset_fail(err, COSET_USAGE, "assertions are counted from 1");
    return status;
}

static coset_status set_counterexamples(coset_settings *s, const char *value, coset_err *err)
{
    coset_status status = coset_number_read(value, 1000, &s->counterexamples, err);
    if (status == COSET_OK && (s->counterexamples == 0 || s->counterexamples > 10000))
        return coset_fail(err, COSET_USAGE, "between 1 and 10000");
    return status;
}

static coset_status set_seed(coset_settings *s, const char *value, coset_err *err)
{
    s->has_seed = true;
    return coset_number_read(value, 1000, &s->seed, err);
}

static coset_status set_steps(coset_settings *s, const char *value, coset_err *err)
{
    return coset_number_read(value, 1000, &s->steps, err);
}

static coset_status set_help(coset_settings *s, const char *value, coset_err *err)
{
    s->help = true;
    if (!value)
        return COSET_OK;
    unsigned choice = 0;
    s->help_all = true;
    return choose(value, "all", &choice, err);
}

/* ---- options without a function of their own ---- */

coset_status coset_option_set(const coset_option *o, coset_settings *s, const char *value, coset_err *err)
{
    unsigned char *field = (unsigned char *)s + o->does.field;
    unsigned choice = 0;
    bool flag = true;
    coset_status status = COSET_OK;
    switch (o->does.how) {
    case COSET_SETS_BY_CALL:
        return o->does.call(s, value, err);
    case COSET_SETS_TEXT:
        memcpy(field, &value, sizeof value);
        break;
    case COSET_SETS_FLAG:
        memcpy(field, &flag, sizeof flag);
        break;
    case COSET_SETS_SWITCH:
        status = choose(value, o->choices, &choice, err);
        flag = choice == 1;
        memcpy(field, &flag, sizeof flag);
        break;
    case COSET_SETS_CHOICE:
        status = choose(value, o->choices, &choice, err);
        memcpy(field, &choice, sizeof choice);
        break;
    }
    return status;
}

/* ---- the table ---------------------------------------------------------------------------------------------- */

/* The field must be a bool, the number of a choice, or a text. */
#define FIELD(f) offsetof(coset_settings, f)
#define SIZED(f) (0 * sizeof(char[sizeof(((coset_settings *)NULL)->f) == sizeof(unsigned) ? 1 : -1]))
#define FLAG(f)                                                                                                        \
    {                                                                                                                  \
        COSET_SETS_FLAG, FIELD(f), NULL                                                                                \
    }
#define SWITCH(f)                                                                                                      \
    {                                                                                                                  \
        COSET_SETS_SWITCH, FIELD(f), NULL                                                                              \
    }
#define CHOICE(f)                                                                                                      \
    {                                                                                                                  \
        COSET_SETS_CHOICE, FIELD(f) + SIZED(f), NULL                                                                   \
    }
#define TEXT(f)                                                                                                        \
    {                                                                                                                  \
        COSET_SETS_TEXT, FIELD(f), NULL                                                                                \
    }
#define CALL(set)                                                                                                      \
    {                                                                                                                  \
        COSET_SETS_BY_CALL, 0, set                                                                                     \
    }

#define LOADS   (COSET_VERB_CHECK | COSET_VERB_SYMMETRY | COSET_VERB_SIMULATE | COSET_VERB_REPLAY)
#define RUNS    (COSET_VERB_CHECK | COSET_VERB_SIMULATE | COSET_VERB_REPLAY)
#define COMPARE COSET_VERB_COMPARE
#define ALL     (LOADS | COMPARE | COSET_VERB_GROUP | COSET_VERB_AUTOMATON | COSET_VERB_VERSION | COSET_VERB_HELP)
#define CHECK   COSET_VERB_CHECK
#define INPUT   COSET_OPTIONS_INPUT
#define SYMM    COSET_OPTIONS_SYMMETRY
#define CHECKS  COSET_OPTIONS_CHECKS
#define LIMITS  COSET_OPTIONS_LIMITS
#define OUTPUT  COSET_OPTIONS_OUTPUT
#define SIM     COSET_OPTIONS_SIMULATION
#define GENERAL COSET_OPTIONS_GENERAL

/* clang-format off */
static const coset_option table[] = {
    /* name, letter, optional, argument, default, group, verbs, common, choices, help, what it does */
    {"define", 'D', false, "NAME=VALUE", NULL, INPUT, LOADS | COMPARE, true, NULL,
     "Murphi: the value of a constant; Promela: define a macro", CALL(set_define)},
    {"undefine", 'U', false, "NAME", NULL, INPUT, LOADS | COMPARE, false, NULL,
     "Promela: the macro is not defined", CALL(set_undefine)},
    {"include", 'I', false, "FOLDER", NULL, INPUT, LOADS | COMPARE, false, NULL,
     "Promela: a folder with files that the model includes", CALL(set_include)},
    {"lang", 0, false, "NAME", "by extension or content", INPUT, LOADS | COMPARE, false, "murphi cspm promela",
     "language of the model", TEXT(language)},
    {"dialect", 0, false, "NAME", NULL, INPUT, LOADS | COMPARE, false, "strict rumur cmurphi",
     "Murphi: reading if the reference tools differ: strict, rumur, cmurphi (by the model)", TEXT(dialect)},
    {"simplify", 0, false, "HOW", "off", INPUT, LOADS | COMPARE, false, "off on",
     "on: replace conditions that have a constant value", SWITCH(simplify)},
    {"merge", 0, false, "HOW", "off", INPUT, LOADS, false, "off on",
     "Promela: statements that Spin merges are one step (off is spin -o3)", SWITCH(merge)},
    {"dead", 0, false, "HOW", "keep", INPUT, LOADS, false, "keep reset",
     "Promela: reset: variables that are not read again become 0 (keep is spin -o1 -o2)", SWITCH(reset)},
    {"ended", 0, false, "HOW", "auto", INPUT, LOADS, false, "auto spin vanish",
     "Promela: a process that ends vanishes at once (vanish), or after all younger ones (spin)", CALL(set_ended)},
    {"typecheck", 0, false, NULL, NULL, INPUT, CHECK, true, NULL,
     "read and check the model's text only", FLAG(typecheck_only)},
    {"symmetry", 's', false, "NAME", "auto", SYMM, CHECK | COMPARE, true, "auto off detect detect-types detect-elements detect-label detect-local full sorted segmented pc-sorted pc-segmented refine search label",
     "auto, off, detect, or the strategy for representatives", CALL(set_symmetry)},
    {"sym", 0, false, "FILE", "MODEL.sym", SYMM, LOADS, false, NULL,
     "Promela: scalarsets and the variables that hold their elements (SymmSpin)", TEXT(sym)},
    {"certificate", 0, false, "FILE", NULL, SYMM, COSET_VERB_SYMMETRY, false, NULL,
     "write the detected group to FILE for an independent check", TEXT(certificate)},
    {"generators", 0, false, "FILE", NULL, SYMM, COSET_VERB_SYMMETRY, false, NULL,
     "write the detected group to FILE for coset group", TEXT(generators)},
    {"audit", 0, false, "N", NULL, SYMM, CHECK | COSET_VERB_SYMMETRY, false, NULL,
     "test the proof of symmetry on N states before it is used", CALL(set_audit)},
    {"exchange", 0, false, "TYPES", NULL, SYMM, CHECK | COMPARE, false, NULL,
     "use only the symmetry of these scalarsets: 'client,address'", TEXT(exchanged)},
    {"symbolic-symmetry", 0, false, "HOW", "none", SYMM, CHECK | COMPARE, false, "none dynamic orbit multiple counter relation",
     "how the symbolic engine represents orbits", CHOICE(symb.symmetry)},
    {"representatives", 0, false, "CONDITION", NULL, SYMM, CHECK, false, NULL,
     "--symbolic-symmetry=multiple keeps the states that satisfy this, and checks that each state has one", CALL(set_representatives)},
    {"cosets", 0, false, "HOW", "first", SYMM, CHECK, false, "first all",
     "renamings that lead to --representatives: exchanges of each type's first element with any other, or all", SWITCH(whole_group)},
    {"deadlock", 0, false, "WHEN", "by language", CHECKS, RUNS, true, "off stuck stuttering",
     "off; stuck: no step; stuttering: no step to another one", CALL(set_deadlock)},
    {"assertions", 0, false, "HOW", "on", CHECKS, LOADS | COMPARE, false, "off on",
     "Promela: off: assert statements do nothing (pan -A)", CALL(set_assertions)},
    {"unspecified", 0, false, "HOW", "off", CHECKS, LOADS, false, "off on",
     "Promela: on: unspecified receptions are violations", SWITCH(receptions)},
    {"exclusive", 0, false, "HOW", "off", CHECKS, LOADS, false, "off on",
     "Promela: on: the use of a channel that another process claims by xr or xs is a violation", SWITCH(claims)},
    {"least-int", 0, false, "HOW", "off", CHECKS, LOADS | COMPARE, false, "off on",
     "Promela: on: an int may be -2147483648, too, which is a fault otherwise", SWITCH(least_int)},
    {"assertion", 0, false, "N", "all", CHECKS, CHECK | COSET_VERB_SYMMETRY, false, NULL,
     "CSPM: check the Nth assertion of the script only", CALL(set_assertion)},
    {"compile", 0, false, "HOW", "auto", CHECKS, CHECK, false, "auto components explicit",
     "CSPM: components and rules (auto: but for small parts), or one explicit machine", CHOICE(compile)},
    {"ltl", 0, false, "FORMULA", NULL, CHECKS, CHECK | COSET_VERB_SYMMETRY, true, NULL,
     "check an LTL formula: '[] (p -> <> q)'", CALL(set_ltl)},
    {"automaton", 0, false, "FILE", NULL, CHECKS, CHECK, false, NULL,
     "no run is accepted by this automaton (HOA); its propositions are conditions of the model", TEXT(automaton)},
    {"claim", 0, false, "NAME", "all", CHECKS, CHECK | COSET_VERB_SYMMETRY, false, NULL,
     "check only this ltl formula or never claim of the model; none: none of them (pan -noclaim)", TEXT(claim)},
    {"nonprogress", 0, false, NULL, NULL, CHECKS, CHECK, false, NULL,
     "Promela: search for non-progress cycles (pan -l)", FLAG(nonprogress)},
    {"ctl", 0, false, "FORMULA", NULL, CHECKS, CHECK, true, NULL,
     "check a CTL formula: 'AG (EF {idle})'; @FILE: those in FILE", CALL(set_ctl)},
    {"mu", 0, false, "FORMULA", NULL, CHECKS, CHECK, false, NULL,
     "check a formula of the mu-calculus: 'nu X. <\"a rule\"> true & [] X'", CALL(set_mu)},
    {"negate", 0, false, NULL, NULL, CHECKS, COSET_VERB_AUTOMATON, true, NULL,
     "the automaton of the formula's negation", FLAG(negate)},
    {"fair", 0, false, "CONDITION", NULL, CHECKS, CHECK, false, NULL,
     "for LTL: weak, strong (of rules: weak:RULE,RULE); any other text: a condition that holds infinitely often", CALL(set_fair)},
    {"relation", 0, false, "NAME", "bisimulation", CHECKS, COMPARE, true, COSET_RELATIONS,
     "relation of the second model to the first", CHOICE(relation)},
    {"observe", 0, false, "EXPR", NULL, CHECKS, COMPARE, true, NULL,
     "related states agree on this; 'EXPR;EXPR': a text for each model", CALL(set_observe)},
    {"actions", 0, false, "HOW", "auto", CHECKS, COMPARE, true, "auto rules none",
     "visible steps: rules (names), none, auto: rules without --observe", CHOICE(actions)},
    {"silent", 0, false, "RULE", NULL, CHECKS, COMPARE, true, NULL,
     "weak relations ignore this rule", CALL(set_silent)},
    {"among", 0, false, "WHICH", "reached", CHECKS, COMPARE, false, "reached all",
     "symbolic engine: relate the states that are reached, or all values that variables can have", SWITCH(all_states)},
    {"pairs", 0, false, "HOW", "beside", CHECKS, COMPARE, false, "beside apart",
     "symbolic engine: variables of the two states of a pair", SWITCH(apart)},
    {"fixpoint", 0, false, "HOW", "long", CHECKS, CHECK, false, "long emerson-lei naive",
     "how nested fixpoints are computed", CHOICE(fixpoint)},
    {"keep-going", 'k', false, NULL, NULL, CHECKS, CHECK, true, NULL,
     "continue after the first violation", CALL(set_keep_going)},
    {"engine", 0, false, "HOW", "explore", LIMITS, CHECK | COMPARE, false, "explore symbolic",
     "explore: state by state; symbolic: sets of states as decision diagrams", CHOICE(search)},
    {"por", 0, false, "METHOD", "auto", SYMM, CHECK, false, "off auto stubborn ample cluster",
     "partial order reduction: one order of independent steps suffices; ample, cluster: Promela", CALL(set_por)},
    {"por-chains", 0, false, "HOW", "off", SYMM, CHECK, false, "off on",
     "of --por=stubborn: on: states with a single, invisible step are not stored", SWITCH(por_chains)},
    {"clusters", 0, false, "FILE", "auto", SYMM, CHECK, false, NULL,
     "of --por=cluster: the hierarchy of clusters; auto: by shared objects", TEXT(clusters)},
    {"search", 0, false, "ORDER", "bfs", LIMITS, CHECK, false, "bfs dfs",
     "bfs: shortest traces, all threads; dfs: depth first, one thread, in Spin's order", CHOICE(order)},
    {"order", 0, false, "HOW", "auto", LIMITS, CHECK | COMPARE, false, "auto concatenated interleaved siblings",
     "symbolic engine: order of binary variables", CHOICE(symb.order)},
    {"direction", 0, false, "HOW", "forward", LIMITS, CHECK, false, "forward backward",
     "symbolic engine: forward from start states, or backward from violations", SWITCH(symb.backward)},
    {"chaining", 0, false, NULL, NULL, LIMITS, CHECK, false, NULL,
     "symbolic engine: rules also start from states reached in this round; traces not shortest", FLAG(symb.chaining)},
    {"reorder", 0, false, NULL, NULL, LIMITS, CHECK | COMPARE, false, NULL,
     "symbolic engine: search for better orders while the diagrams grow", FLAG(symb.reorder)},
    {"max-nodes", 0, false, "N", "none", LIMITS, CHECK | COMPARE, false, NULL,
     "symbolic engine: stop before more nodes of diagrams are used (500k, 10M)", CALL(set_max_nodes)},
    {"code", 0, false, "HOW", "auto", LIMITS, CHECK, false, "auto native interp",
     "native: machine code; interp: interpret; auto: machine code for longer searches, if the memory limit leaves "
     "128 MiB for it",
     CHOICE(code)},
    {"threads", 'j', false, "N", "all cores", LIMITS, CHECK, true, NULL,
     "number of threads", CALL(set_threads)},
    {"share", 0, false, "WHICH", "long", LIMITS, CHECK, false, "long all",
     "levels that all threads expand: those that take longer than waking a thread, or all; all: for tests, see the manual",
     SWITCH(engine.shares_all)},
    {"bound-depth", 0, false, "N", "none", LIMITS, CHECK, true, NULL,
     "do not go further than N steps from a start state", CALL(set_depth)},
    {"max-states", 0, false, "N", "none", LIMITS, CHECK | COMPARE, false, NULL,
     "stop after N stored states (100k, 5M, ...)", CALL(set_max_states)},
    {"time", 't', false, "TIME", "none", LIMITS, CHECK | COSET_VERB_SYMMETRY | COMPARE, true, NULL,
     "time limit (30s, 5m, 1h)", CALL(set_time)},
    {"memory", 'm', false, "SIZE", "75 % of RAM", LIMITS, CHECK | COSET_VERB_SYMMETRY | COMPARE, true, NULL,
     "memory limit (512M, 16G)", CALL(set_memory)},
    {"store", 0, false, "KIND", "auto", LIMITS, CHECK, true, "auto packed tree collapse compact bitstate",
     "how states are stored; compact, bitstate: never HOLDS", CALL(set_store)},
    {"no-trace", 0, false, NULL, NULL, LIMITS, CHECK, false, NULL,
     "store no predecessors: less memory, a trace needs a second search", FLAG(engine.no_trace)},
    {"trace", 0, false, "HOW", "changes", OUTPUT, RUNS, true, "changes full off columns",
     "print traces: changes, full states, off, columns (Promela)", CHOICE(trace)},
    {"trail", 0, false, "FILE", NULL, OUTPUT, RUNS, false, NULL,
     "Promela: write the trace for spin -t -k FILE", TEXT(trail)},
    {"put", 0, false, NULL, NULL, OUTPUT, CHECK, false, NULL,
     "print what put and printf print in each explored step: one thread, no symmetry", FLAG(put)},
    {"max-counterexamples", 0, false, "N", "1", OUTPUT, CHECK, false, NULL,
     "CSPM: up to N different ones per assertion", CALL(set_counterexamples)},
    {"reveal-taus", 0, false, NULL, NULL, OUTPUT, CHECK, false, NULL,
     "CSPM: show internal events in traces", FLAG(reveal_taus)},
    {"json", 0, true, "FILE", NULL, OUTPUT, CHECK | COSET_VERB_SYMMETRY | COMPARE | COSET_VERB_GROUP, true, NULL,
     "result as JSON on stdout, or to FILE in addition to the text", CALL(set_json)},
    {"itf", 0, false, "FILE", NULL, OUTPUT, CHECK, true, NULL,
     "write the trace of the failed property (for coset replay)", CALL(set_itf)},
    {"output", 'o', false, "FORMAT:FILE", NULL, OUTPUT, CHECK | COSET_VERB_AUTOMATON, false, NULL,
     "json:FILE, itf:FILE: as --json=FILE, --itf; of automata: hoa (the default), dot, never, and :FILE", CALL(set_output)},
    {"progress", 0, false, "HOW", "auto", OUTPUT, CHECK, true, "auto line json none",
     "progress on stderr: auto, line, json, none", CHOICE(progress)},
    {"color", 0, false, "WHEN", "auto", OUTPUT, ALL, false, "auto always never",
     "colour: auto, always, never", CHOICE(colour)},
    {"quiet", 'q', false, NULL, NULL, OUTPUT, RUNS | COMPARE, true, NULL,
     "print verdicts only", FLAG(quiet)},
    {"verbose", 'v', false, NULL, NULL, OUTPUT, ALL, false, NULL,
     "more: traces of covers, sizes of a compiled script; libraries (version)", FLAG(verbose)},
    {"stats", 0, false, NULL, NULL, OUTPUT, CHECK, false, NULL,
     "print how often each rule fired, the cost of representatives, and what keeps --por from each rule", FLAG(stats)},
    {"exit-code", 0, false, "HOW", "full", OUTPUT, CHECK | COMPARE, false, "full simple",
     "simple: 0 holds, 1 violated, 2 anything else", SWITCH(simple_exit)},
    {"interactive", 'i', false, NULL, NULL, SIM, COSET_VERB_SIMULATE, true, NULL,
     "choose each step yourself", FLAG(interactive)},
    {"seed", 0, false, "N", "from the clock", SIM, COSET_VERB_SIMULATE, true, NULL,
     "seed of the random numbers", CALL(set_seed)},
    {"steps", 0, false, "N", "20", SIM, COSET_VERB_SIMULATE, true, NULL,
     "length of the random run", CALL(set_steps)},
    {"help", 'h', true, "all", NULL, GENERAL, ALL, true, "all",
     "this text; --help=all: every option", CALL(set_help)},
    {"version", 0, false, NULL, NULL, GENERAL, ALL, true, NULL,
     "version; with -v what is in the program", FLAG(version)},
};
/* clang-format on */

const coset_option *coset_options(uint32_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

const char *coset_option_group_name(coset_option_group group)
{
    static const char *const names[COSET_OPTIONS_N] = {"Input",  "Symmetry",   "What is checked", "Limits",
                                                       "Output", "Simulation", "General"};
    return names[group];
}

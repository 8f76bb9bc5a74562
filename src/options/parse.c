/* options/parse.c - reads the command line by means of the tables of options/options.h. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "options/options.h"

/* ---- numbers ------------------------------------------------------------------------------------------------ */

coset_status coset_number_read(const char *text, uint64_t unit, uint64_t *out, coset_err *err)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (end == text || *text < '0' || *text > '9')
        return coset_fail(err, COSET_USAGE, "\"%s\" is not a number", text);
    static const char letters[] = "kmgt";
    uint64_t scale = 1;
    const char *letter = *end ? strchr(letters, *end | 0x20) : NULL;
    if (letter) {
        for (const char *l = letters; l <= letter; l++)
            scale *= unit;
        end++;
    }
    if (unit == 1024 && end[0] == 'i' && end[1] == 'B')
        end += 2;
    else if (unit == 1024 && end[0] == 'B')
        end++;
    uint64_t value;
    if (*end)
        return coset_fail(err, COSET_USAGE, "\"%s\" is not a number", text);
    if (errno == ERANGE || __builtin_mul_overflow((uint64_t)n, scale, &value))
        return coset_fail(err, COSET_USAGE, "%s is too large", text);
    *out = value;
    return COSET_OK;
}

coset_status coset_seconds_read(const char *text, double *out, coset_err *err)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}, {"d", 86400}};
    char *end;
    double n = strtod(text, &end);
    if (end != text && isfinite(n) && n > 0 && *text >= '.' && *text <= '9')
        for (size_t u = 0; u < sizeof units / sizeof *units; u++)
            if (strcmp(end, units[u].name) == 0) {
                *out = n * units[u].seconds;
                return COSET_OK;
            }
    return coset_fail(err, COSET_USAGE, "\"%s\" is not a time (90, 30s, 5m, 1h)", text);
}

/* ---- options ------------------------------------------------------------------------------------------------ */

typedef struct {
    int argc;
    char **argv;
    int at; /* next argument */
    coset_settings *s;
    const coset_verb *verbs, *verb;
    bool only_files;    /* after "--" */
    unsigned given[96]; /* options given, by number in the table */
    coset_err *err;
} parser;

static coset_status unknown_option(const parser *p, const char *name, size_t len)
{
    uint32_t n;
    const coset_option *all = coset_options(&n);
    const char **names = coset_new(n, sizeof *names);
    char *word = coset_new(len + 1, 1);
    memcpy(word, name, len);
    for (uint32_t i = 0; i < n; i++)
        names[i] = all[i].name;
    const char *near = coset_nearest(word, names, n);
    coset_status status =
        near ? coset_fail(p->err, COSET_USAGE, "there is no option --%s; did you mean --%s?", word, near)
             : coset_fail(p->err, COSET_USAGE, "there is no option --%s; see coset --help", word);
    coset_delete(word);
    coset_delete(names);
    return status;
}

static coset_status set_option(parser *p, const coset_option *o, const char *value)
{
    uint32_t n;
    coset_err inner = {0};
    p->given[o - coset_options(&n)] = 1;
    coset_status status = coset_option_set(o, p->s, value, &inner);
    if (status != COSET_OK)
        return coset_fail(p->err, status, "--%s: %s", o->name, inner.text);
    return COSET_OK;
}

static coset_status long_option(parser *p, const char *text)
{
    size_t len = strcspn(text, "=");
    const char *value = text[len] ? text + len + 1 : NULL;
    uint32_t n;
    const coset_option *all = coset_options(&n), *o = NULL;
    for (uint32_t i = 0; i < n && !o; i++)
        if (strlen(all[i].name) == len && strncmp(all[i].name, text, len) == 0)
            o = &all[i];
    if (!o)
        return unknown_option(p, text, len);
    if (!o->arg && value)
        return coset_fail(p->err, COSET_USAGE, "--%s takes no argument", o->name);
    if (o->arg && !o->optional && !value) {
        if (p->at >= p->argc)
            return coset_fail(p->err, COSET_USAGE, "--%s needs an argument: %s", o->name, o->arg);
        value = p->argv[p->at++];
    }
    if (value && !*value)
        return coset_fail(p->err, COSET_USAGE, "--%s needs an argument: %s", o->name, o->arg);
    return set_option(p, o, value);
}

/* "-qk", "-j4", "-j 4", "-j=4" */
static coset_status short_options(parser *p, const char *text)
{
    uint32_t n;
    const coset_option *all = coset_options(&n);
    for (; *text; text++) {
        const coset_option *o = NULL;
        for (uint32_t i = 0; i < n && !o; i++)
            if (all[i].letter == *text)
                o = &all[i];
        if (!o)
            return coset_fail(p->err, COSET_USAGE, "there is no option -%c; see coset --help", *text);
        coset_status status;
        if (o->arg && !o->optional) {
            const char *value = text[1] ? text + 1 + (text[1] == '=') : p->at < p->argc ? p->argv[p->at++] : "";
            if (!*value)
                return coset_fail(p->err, COSET_USAGE, "-%c needs an argument: %s", *text, o->arg);
            return set_option(p, o, value);
        }
        status = set_option(p, o, NULL);
        if (status != COSET_OK)
            return status;
    }
    return COSET_OK;
}

static coset_status positional(parser *p, const char *text)
{
    if (!p->verb && p->s->n_files == 0 && !p->only_files)
        for (const coset_verb *v = p->verbs; v->name; v++)
            if (strcmp(v->name, text) == 0) {
                p->verb = v;
                return COSET_OK;
            }
    if (p->s->n_files == 2)
        return coset_fail(p->err, COSET_USAGE, "too many files: %s", text);
    p->s->files[p->s->n_files++] = text;
    return COSET_OK;
}

/* Options and number of files must fit the verb. */
static coset_status check_verb(const parser *p)
{
    uint32_t n;
    const coset_option *all = coset_options(&n);
    const coset_settings *s = p->s;
    for (uint32_t i = 0; i < n; i++)
        if (p->given[i] && !(all[i].verbs & p->verb->bit))
            return coset_fail(p->err, COSET_USAGE, "coset %s has no option --%s", p->verb->name, all[i].name);
    if (s->help || s->version)
        return COSET_OK;
    if (s->n_files < p->verb->min_files)
        return coset_fail(p->err, COSET_USAGE, "%s: coset %s %s",
                          s->n_files                             ? "a file is missing"
                          : p->verb->bit == COSET_VERB_AUTOMATON ? "which formula?"
                                                                 : "which model?",
                          p->verb->name, p->verb->args);
    if (s->n_files > p->verb->max_files)
        return coset_fail(p->err, COSET_USAGE, "too many files: coset %s %s", p->verb->name, p->verb->args);
    return COSET_OK;
}

static bool is_given(const parser *p, const char *name)
{
    uint32_t n;
    const coset_option *all = coset_options(&n);
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0)
            return p->given[i];
    return false;
}

/* Traces and automata have formats of their own. */
static coset_status check_output(const parser *p)
{
    bool automaton = p->verb->bit == COSET_VERB_AUTOMATON;
    if (automaton ? p->s->outputs.n > 0 : p->s->automaton_output)
        return coset_fail(p->err, COSET_USAGE, "--output of coset %s is %s", p->verb->name,
                          automaton ? "hoa, dot or never, with :FILE to write to a file" : "json:FILE or itf:FILE");
    return COSET_OK;
}

/* --put: every step once, in one order. */
static coset_status check_put(const parser *p)
{
    coset_settings *s = p->s;
    if (!s->put)
        return COSET_OK;
    if (is_given(p, "threads") && s->engine.threads > 1)
        return coset_fail(p->err, COSET_USAGE, "--put shows steps in the order of one thread: leave out --threads");
    if (is_given(p, "symmetry") && strcmp(s->strategy, "off") != 0)
        return coset_fail(p->err, COSET_USAGE, "--put shows every step of the model: leave out --symmetry");
    if (s->search == COSET_BY_DIAGRAMS)
        return coset_fail(p->err, COSET_USAGE, "--put shows steps, which the symbolic engine does not see one by one");
    s->engine.threads = 1;
    s->strategy = "off";
    s->code = COSET_CODE_INTERP;
    return COSET_OK;
}

/* Options that a depth-first search would have to ignore. */
static coset_status check_order(const parser *p)
{
    const coset_settings *s = p->s;
    if (s->order != COSET_IN_DEPTH)
        return COSET_OK;
    if (is_given(p, "threads") && s->engine.threads > 1)
        return coset_fail(p->err, COSET_USAGE, "a depth-first search has one thread: leave out --threads");
    if (s->engine.no_trace)
        return coset_fail(p->err, COSET_USAGE, "a depth-first search keeps no parents: leave out --no-trace");
    return COSET_OK;
}

/* Options that select parts of the declared symmetry require that it is used. */
static coset_status check_exchange(const parser *p)
{
    const coset_settings *s = p->s;
    if (!is_given(p, "exchange"))
        return COSET_OK;
    if (strncmp(s->strategy, "detect", 6) == 0)
        return coset_fail(p->err, COSET_USAGE, "--exchange is about declared symmetry: leave out --symmetry=%s",
                          s->strategy);
    if (s->search == COSET_BY_DIAGRAMS ? s->symb.symmetry == COSET_SYMB_NONE : strcmp(s->strategy, "off") == 0)
        return coset_fail(p->err, COSET_USAGE, "--exchange has no effect without symmetry reduction");
    return COSET_OK;
}

/* Options that the symbolic engine would have to ignore. */
static coset_status check_engine(const parser *p)
{
    static const char *const explicit_only[] = {"code",   "store", "no-trace",   "audit",
                                                "search", "por",   "por-chains", "clusters"};
    static const char *const symbolic_only[] = {"order",    "reorder", "max-nodes", "symbolic-symmetry", "direction",
                                                "chaining", "among",   "pairs",     "representatives",   "cosets"};
    for (size_t i = 0; p->s->search != COSET_BY_DIAGRAMS && i < sizeof symbolic_only / sizeof *symbolic_only; i++)
        if (is_given(p, symbolic_only[i]))
            return coset_fail(p->err, COSET_USAGE, "--%s belongs to --engine=symbolic", symbolic_only[i]);
    if (is_given(p, "clusters") && p->s->por != COSET_POR_CLUSTER)
        return coset_fail(p->err, COSET_USAGE, "--clusters belongs to --por=cluster");
    if (is_given(p, "por-chains") && p->s->por != COSET_POR_STUBBORN)
        return coset_fail(p->err, COSET_USAGE, "--por-chains belongs to --por=stubborn");
    if (p->s->search != COSET_BY_DIAGRAMS)
        return COSET_OK;
    if (is_given(p, "representatives") && p->s->symb.symmetry != COSET_SYMB_MULTIPLE)
        return coset_fail(p->err, COSET_USAGE, "--representatives belongs to --symbolic-symmetry=multiple");
    if (is_given(p, "cosets") && !is_given(p, "representatives"))
        return coset_fail(p->err, COSET_USAGE, "--cosets belongs to --representatives");
    if (p->s->all_states && p->s->symb.symmetry != COSET_SYMB_NONE)
        return coset_fail(p->err, COSET_USAGE, "symmetry is used on reached states: leave out --among=all");
    if (p->s->symb.chaining && is_given(p, "bound-depth"))
        return coset_fail(p->err, COSET_USAGE, "with --chaining no depths are known: leave out --bound-depth");
    if (p->s->symb.symmetry != COSET_SYMB_NONE && strcmp(p->s->strategy, "off") == 0)
        return coset_fail(p->err, COSET_USAGE, "--symmetry=off contradicts --symbolic-symmetry");
    if (p->s->symb.symmetry == COSET_SYMB_NONE && strcmp(p->s->strategy, "detect") == 0)
        return coset_fail(
            p->err, COSET_USAGE,
            "choose how the symbolic engine uses the detected group: --symbolic-symmetry=dynamic or orbit");
    if (p->s->symb.symmetry == COSET_SYMB_COUNTER && (is_given(p, "order") || p->s->symb.backward))
        return coset_fail(p->err, COSET_USAGE,
                          "counters have an order of their own and are searched forward: leave out --%s",
                          p->s->symb.backward ? "direction" : "order");
    for (size_t i = 0; i < sizeof explicit_only / sizeof *explicit_only; i++)
        if (is_given(p, explicit_only[i]))
            return coset_fail(p->err, COSET_USAGE, "--%s means nothing to the symbolic engine: leave it out",
                              explicit_only[i]);
    if (is_given(p, "threads") && p->s->engine.threads > 1)
        return coset_fail(p->err, COSET_USAGE, "the symbolic engine uses one thread: leave out --threads");
    return COSET_OK;
}

static bool looks_like_verb(const parser *p, const char **near)
{
    const char *names[16];
    uint32_t n = 0;
    for (const coset_verb *v = p->verbs; v->name && n < 16; v++)
        names[n++] = v->name;
    *near = p->s->n_files ? coset_nearest(p->s->files[0], names, n) : NULL;
    return *near && !strpbrk(p->s->files[0], "./");
}

/* The options fit the verb and each other. */
static coset_status check_all(const parser *p)
{
    coset_status (*const checks[])(const parser *) = {check_verb,     check_output, check_engine,
                                                      check_exchange, check_order,  check_put};
    coset_status status = COSET_OK;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == COSET_OK; i++)
        status = checks[i](p);
    return status;
}

coset_status coset_options_parse(int argc, char **argv, const coset_verb *verbs, coset_settings *s,
                                 const coset_verb **verb, coset_err *err)
{
    parser p = {.argc = argc, .argv = argv, .at = 1, .s = s, .verbs = verbs, .err = err};
    const char *near = NULL;
    coset_status status = COSET_OK;
    while (status == COSET_OK && p.at < argc) {
        const char *arg = argv[p.at++];
        if (p.only_files || arg[0] != '-' || !arg[1])
            status = positional(&p, arg);
        else if (strcmp(arg, "--") == 0)
            p.only_files = true;
        else
            status = arg[1] == '-' ? long_option(&p, arg + 2) : short_options(&p, arg + 1);
    }
    for (; status != COSET_OK && p.at < argc; p.at++) /* --json counts after a wrong option, too */
        s->json_on_stdout |= strcmp(argv[p.at], "--json") == 0;
    if (status != COSET_OK)
        return status;
    if (!p.verb && looks_like_verb(&p, &near))
        return coset_fail(err, COSET_USAGE, "there is no command \"%s\"; did you mean \"%s\"?", s->files[0], near);
    if (!p.verb)
        p.verb = verbs;
    *verb = p.verb;
    return check_all(&p);
}

/* ---- names and values ---------------------------------------------------------------------------------------- */

static const coset_option *option_of(const char *key)
{
    uint32_t n;
    const coset_option *all = coset_options(&n);
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(all[i].name, key) == 0 || (key[0] && all[i].letter == key[0] && !key[1]))
            return &all[i];
    return NULL;
}

static coset_status take(parser *p, const char *key, const char *value)
{
    const coset_option *o = option_of(key);
    if (!o)
        return unknown_option(p, key, strlen(key));
    const bool has = value && *value;
    if (!o->arg && has && strcmp(value, "off") == 0)
        return COSET_OK;
    if (!o->arg && has && strcmp(value, "on") != 0)
        return coset_fail(p->err, COSET_USAGE, "--%s takes no argument", o->name);
    if (o->arg && !o->optional && !has)
        return coset_fail(p->err, COSET_USAGE, "--%s needs an argument: %s", o->name, o->arg);
    return set_option(p, o, o->arg && has ? value : NULL);
}

coset_status coset_options_take(const coset_option_pair *pairs, uint32_t n, const char *model, coset_settings *s,
                                coset_err *err)
{
    static const coset_verb check = {.name = "check", .bit = COSET_VERB_CHECK, .min_files = 1, .max_files = 1};
    parser p = {.s = s, .verb = &check, .err = err};
    coset_status status = COSET_OK;
    s->files[s->n_files++] = model;
    for (uint32_t i = 0; i < n && status == COSET_OK; i++)
        status = take(&p, pairs[i].key, pairs[i].value);
    return status == COSET_OK ? check_all(&p) : status;
}

/* A script and its assertions. */
#include "lang/cspm/compile/script.h"

#include <stdio.h>
#include <string.h>

#include "lang/cspm/check/check.h"
#include "lang/cspm/check/symmetric.h"
#include "lang/cspm/compile/compose.h"
#include "lang/cspm/compile/script_int.h"
#include "lang/cspm/proc/proc_int.h"

/* ---- opening -------------------------------------------------------------------------------------------------- */

/* Conditions are appended to the script: each is the set of a hiding, so it is checked to be a set of events. */
static void add_conditions(coset_cspm_script *c, cspm_names *names, cspm_script *script)
{
    const uint32_t n = c->options.n_conditions;
    cspm_node **all = coset_arena_get(c->arena, (size_t)script->n_decls + n + 1, sizeof(cspm_node *));
    if (n == 0)
        return;
    if (script->n_decls)
        memcpy(all, script->decls, script->n_decls * sizeof(cspm_node *));
    for (uint32_t i = 0; i < n; i++) {
        const char *line = coset_arena_printf(c->arena, "print STOP \\ %s\n", c->options.conditions[i]);
        uint16_t file = coset_text_add(c->text, "a condition of --ltl", line, strlen(line));
        const cspm_script one = coset__cspm_parse(c->text, file, c->arena, names);
        if (one.n_decls == 1)
            all[script->n_decls++] = one.decls[0];
    }
    script->decls = all;
}

/* Those appended to the script are last. */
static void part_prints(coset_cspm_script *c)
{
    cspm_node **all = c->program.prints;
    const uint32_t n = c->program.n_prints, n_conditions = c->options.n_conditions;
    COSET_INVARIANT(n >= n_conditions);
    c->n_prints = n - n_conditions;
    for (uint32_t i = c->n_prints; i < n; i++)
        COSET_INVARIANT(strcmp(coset_text_name(c->text, all[i]->pos.file), "a condition of --ltl") == 0);
}

/* Runs the stages; each one only if the previous one found no mistake. */
static bool prepare(coset_cspm_script *c, uint16_t file)
{
    cspm_names *names = coset__cspm_names_new(c->arena);
    cspm_script script = coset__cspm_parse(c->text, file, c->arena, names);
    add_conditions(c, names, &script);
    if (coset_text_errors(c->text))
        return false;
    c->reports.text = c->text;
    coset__cspm_resolve(&c->reports, c->arena, names, script, &c->program);
    coset__cspm_check(&c->program);
    if (!coset_text_errors(c->text))
        coset__cspm_check_forms(&c->program);
    return !coset_text_errors(c->text);
}

/* A node as text on one line, in the arena. */
static const char *one_line(coset_cspm_script *c, const cspm_node *node, const char *without)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = coset_text_open(&text, &len);
    coset__cspm_print_node(out, node);
    coset_text_close(out, &text);
    char *copy =
        coset_arena_text(c->arena, strncmp(text, without, strlen(without)) == 0 ? text + strlen(without) : text);
    coset_delete(text);
    size_t n = 0;
    for (size_t i = 0; copy[i]; i++) {
        bool blank = copy[i] == '\n' || copy[i] == ' ' || copy[i] == '\t';
        if (!blank || (n && copy[n - 1] != ' '))
            copy[n++] = blank ? ' ' : copy[i];
    }
    copy[n] = '\0';
    return copy;
}

static coset_cspm_question question_of(const cspm_node *node)
{
    switch (node->op) {
    case CSPM_REFINES:
        return COSET_CSPM_REFINES;
    case CSPM_DEADLOCK_FREE:
        return COSET_CSPM_DEADLOCK_FREE;
    case CSPM_DIVERGENCE_FREE:
        return COSET_CSPM_DIVERGENCE_FREE;
    case CSPM_DETERMINISTIC:
        return COSET_CSPM_DETERMINISTIC;
    case CSPM_HAS_TRACE:
        return COSET_CSPM_HAS_TRACE;
    default:
        return COSET_CSPM_SYMMETRIC;
    }
}

const cspm_node *coset__script_option(const cspm_node *assertion, cspm_kind kind)
{
    for (uint32_t i = assertion->split; i < assertion->n; i++)
        if (assertion->kid[i]->kind == kind)
            return assertion->kid[i];
    return NULL;
}

static void describe(coset_cspm_script *c)
{
    uint32_t n = c->program.n_asserts;
    c->assertions = coset_arena_get(c->arena, n + 1, sizeof *c->assertions);
    for (uint32_t i = 0; i < n; i++) {
        const cspm_node *node = c->program.asserts[i];
        c->assertions[i] = (coset_cspm_assertion){
            .text = one_line(c, node, "assert "),
            .spec = node->op == CSPM_REFINES ? one_line(c, node->kid[0], "") : NULL,
            .impl = one_line(c, node->kid[node->op == CSPM_REFINES ? 1 : 0], ""),
            .pos = node->pos,
            .asked = node->asked->pos,
            .asked_len = node->asked->len,
            .question = question_of(node),
            .model = (coset_cspm_model)node->model,
            .negated = node->flags & CSPM_NEGATED,
            .tau_priority = coset__script_option(node, CSPM_TAU_PRIORITY),
            .partial_order = coset__script_option(node, CSPM_PARTIAL_ORDER),
            .symmetry = coset__script_option(node, CSPM_SYMMETRY),
        };
    }
}

coset_status coset_cspm_open(coset_text *text, uint16_t file, const coset_cspm_options *options,
                             coset_cspm_script **out, coset_err *err)
{
    coset_cspm_script *c = coset_new(1, sizeof *c);
    c->text = text;
    c->arena = coset_arena_new();
    c->options = options ? *options : (coset_cspm_options)COSET_CSPM_OPTIONS;
    *out = NULL;
    if (!prepare(c, file)) {
        coset_cspm_close(c);
        uint32_t errors = coset_text_errors(text);
        return coset_fail(err, COSET_INPUT, "%s has %u error%s", coset_text_name(text, file), errors,
                          errors == 1 ? "" : "s");
    }
    describe(c);
    part_prints(c);
    cspm_eval_limits limits = COSET__EVAL_LIMITS;
    limits.most_bytes = c->options.most_bytes;
    limits.budget = c->options.budget;
    c->machine = coset__eval_new(&c->program, &limits);
    c->procs = coset__procs_new(c->machine);
    coset__procs_limit(c->procs, c->options.most_states);
    coset__procs_compose(c->procs, (cspm_composer){coset__compose, c});
    *out = c;
    return COSET_OK;
}

void coset_cspm_close(coset_cspm_script *c)
{
    if (!c)
        return;
    coset__procs_free(c->procs);
    coset__eval_free(c->machine);
    coset_vec_fini(&c->reports.places);
    coset_arena_free(c->arena);
    coset_delete(c);
}

uint32_t coset_cspm_n_assertions(const coset_cspm_script *c) { return c->program.n_asserts; }
const coset_cspm_assertion *coset_cspm_assertion_at(const coset_cspm_script *c, uint32_t i)
{
    return &c->assertions[i];
}
uint32_t coset_cspm_n_prints(const coset_cspm_script *c) { return c->n_prints; }

/* ---- running --------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_cspm_script *c;
    bool (*fn)(coset_cspm_script *c, void *ctx);
    void *ctx;
    bool ok;
    char limit[400]; /* the bound that was reached, or empty */
} call;

static void run_call(cspm_machine *m, void *ctx)
{
    call *k = ctx;
    coset__eval_collect(m);
    k->ok = k->fn(k->c, k->ctx);
    const char *limit = coset__eval_limit_met(m);
    if (limit)
        (void)snprintf(k->limit, sizeof k->limit, "%s", limit);
    coset__eval_recover(m);
}

coset_status coset__script_run(coset_cspm_script *c, bool (*fn)(coset_cspm_script *c, void *ctx), void *ctx,
                               coset_err *err)
{
    call k = {c, fn, ctx, false, ""};
    uint32_t errors = coset_text_errors(c->text);
    coset_status status = coset__eval_run(c->machine, run_call, &k, err);
    if (status != COSET_OK || k.ok)
        return status;
    if (k.limit[0] || coset_text_errors(c->text) == errors)
        return coset_fail(err, COSET_LIMIT, "%s", k.limit[0] ? k.limit : "a bound was reached");
    return coset_fail(err, COSET_INPUT, "the script could not be evaluated");
}

/* ---- prints ---------------------------------------------------------------------------------------------------- */

const char *coset_cspm_print_text(const coset_cspm_script *c, uint32_t i)
{
    return one_line((coset_cspm_script *)(uintptr_t)c, c->program.prints[i], "print ");
}

typedef struct {
    const cspm_node *node;
    char *text;
} printing;

static bool print(coset_cspm_script *c, void *ctx)
{
    printing *p = ctx;
    cspm_value *v = coset__eval_expr(c->machine, p->node->kind == CSPM_PRINT ? p->node->kid[0] : p->node);
    p->text = v ? coset__eval_show(c->machine, v) : NULL;
    return p->text;
}

coset_status coset_cspm_print(coset_cspm_script *c, uint32_t i, char **value, coset_err *err)
{
    printing p = {c->program.prints[i], NULL};
    coset_status status = coset__script_run(c, print, &p, err);
    *value = p.text;
    return status;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

typedef struct {
    const cspm_node *set;
    cspm_numbers events;
} collecting;

static bool collect(coset_cspm_script *c, void *ctx)
{
    collecting *k = ctx;
    cspm_value *v = coset__eval_expr(c->machine, k->set);
    return v && coset__proc_event_set(c->procs, v, &k->events);
}

coset_status coset_cspm_condition(coset_cspm_script *c, uint32_t i, uint32_t n_events, bool *events, coset_err *err)
{
    const cspm_node *hiding = c->program.prints[c->n_prints + i]->kid[0];
    COSET_INVARIANT(hiding->kind == CSPM_HIDE);
    collecting k = {.set = hiding->kid[1]};
    coset_status status = coset__script_run(c, collect, &k, err);
    for (uint32_t e = 0; e < n_events; e++)
        events[e] = false;
    for (uint32_t e = 0; e < k.events.n; e++)
        if (k.events.at[e] < n_events)
            events[k.events.at[e]] = true;
    coset_vec_fini(&k.events);
    return status;
}

/* ---- static symmetry -------------------------------------------------------------------------------------------- */

coset_status coset_cspm_decide(coset_cspm_script *c, uint32_t i, bool *holds, const char **reason, coset_err *err)
{
    const cspm_obstacle *obstacle;
    *reason = NULL;
    if (c->assertions[i].question != COSET_CSPM_SYMMETRIC)
        return coset_fail(err, COSET_USAGE, "this assertion is not decided from the text");
    *holds = coset__cspm_decide_symmetric(&c->program, c->program.asserts[i], &obstacle);
    if (!obstacle)
        return COSET_OK;
    const coset_pos pos = obstacle->node->pos;
    *reason = coset_arena_printf(c->arena, "%s%s is at %s:%u", obstacle->constant ? "the constant " : "",
                                 obstacle->constant ? obstacle->constant->name : "what breaks all symmetry",
                                 coset_text_name(c->text, pos.file), (unsigned)pos.line);
    return COSET_OK;
}

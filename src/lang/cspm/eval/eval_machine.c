/* The machine: its life, its failures. */
#include <stdarg.h>
#include <stdio.h>

#include "lang/cspm/check/slots.h"
#include "lang/cspm/eval/eval_int.h"

#define SHOWN_CALLS 4

/* ---- failure ------------------------------------------------------------------------------------------------- */

static void report_calls(cspm_machine *m)
{
    coset_text *text = m->program->reports->text;
    uint32_t n = 0;
    const cspm_call *c = m->calls;
    if (c && c->node == m->here)
        c = c->outer;
    for (; c && n < SHOWN_CALLS; c = c->outer, n++)
        coset_message_help(text, "in the call at %s:%u", coset_text_name(text, c->node->pos.file), c->node->pos.line);
}

cspm_value *coset__eval_wrong(cspm_machine *m, const char *fmt, ...)
{
    if (m->failed)
        return NULL;
    char words[460];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    coset_pos nowhere = {0};
    coset_message(m->program->reports->text, COSET_SEVERITY_ERROR, "C400", m->here ? m->here->pos : nowhere,
                  m->here ? m->here->end - m->here->begin : 0, "%s", words);
    report_calls(m);
    m->failed = true;
    return NULL;
}

bool coset__eval_failed(const cspm_machine *m) { return m->failed; }

void coset__eval_recover(cspm_machine *m)
{
    m->failed = false;
    m->limit[0] = '\0';
}

const char *coset__eval_limit_met(const cspm_machine *m) { return m->limit[0] ? m->limit : NULL; }

bool coset__eval_limit(cspm_machine *m, const char *fmt, ...)
{
    if (m->failed)
        return false;
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(m->limit, sizeof m->limit, fmt, args);
    va_end(args);
    m->failed = true;
    return false;
}

static bool bound(cspm_machine *m, const char *words)
{
    coset_text *text = m->program->reports->text;
    if (m->failed)
        return false;
    if (!m->here || m->here->pos.line == 0)
        return coset__eval_limit(m, "%s", words);
    coset_message(text, COSET_SEVERITY_NOTE, "C401", m->here->pos, m->here->end - m->here->begin,
                  "%s; this was evaluated last", words);
    report_calls(m);
    return coset__eval_limit(m, "%s (at %s:%u)", words, coset_text_name(text, m->here->pos.file),
                             (unsigned)m->here->pos.line);
}

bool coset__eval_bound(cspm_machine *m, const char *fmt, ...)
{
    char words[200];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    return bound(m, words);
}

static bool spent(cspm_machine *m)
{
    char words[100];
    coset_budget_words(m->limits.budget, words, sizeof words);
    return bound(m, words);
}

bool coset__eval_work(cspm_machine *m, uint32_t units)
{
    return !m->failed && (!coset_budget_spend(m->limits.budget, units) || spent(m));
}

bool coset__eval_room(cspm_machine *m)
{
    if (!coset__eval_work(m, 4))
        return false;
    if (coset_big_stack_room(m->deep))
        return true;
    (void)coset__eval_wrong(m, "the recursion is too deep: does it end?");
    return false;
}

/* ---- the machine --------------------------------------------------------------------------------------------- */

cspm_machine *coset__eval_new(cspm_program *program, const cspm_eval_limits *limits)
{
    cspm_machine *m = coset_new(1, sizeof *m);
    m->program = program;
    m->limits = limits ? *limits : (cspm_eval_limits)COSET__EVAL_LIMITS;
    m->n_globals = coset__cspm_slots(program);
    m->fields = coset_new(m->n_globals, sizeof(cspm_value *));
    m->nil = coset__value_new(m, VALUE_NIL, 0, 0);
    m->empty = coset__value_new(m, VALUE_SET, SET_LIST, 0);
    m->events = coset__value_new(m, VALUE_SET, SET_EVENTS, 1);
    m->globals = coset__eval_frame(m, NULL, m->n_globals);
    if (m->globals)
        (void)coset__eval_define(m, program->groups, m->globals);
    return m;
}

void coset__eval_free(cspm_machine *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; i < m->chunks.n; i++)
        coset_delete(m->chunks.at[i]);
    coset_vec_fini(&m->chunks);
    coset_vec_fini(&m->inspected);
    coset_vec_fini(&m->kept);
    coset_delete(m->fields);
    coset_delete(m);
}

const cspm_program *coset__eval_program(const cspm_machine *m) { return m->program; }

typedef struct {
    cspm_machine *m;
    void (*fn)(cspm_machine *m, void *ctx);
    void *ctx;
} run;

static void run_deep(void *ctx, const coset_big_stack *deep)
{
    run *r = ctx;
    r->m->deep = deep;
    r->m->calls = NULL;
    r->fn(r->m, r->ctx);
    r->m->deep = NULL;
}

coset_status coset__eval_run(cspm_machine *m, void (*fn)(cspm_machine *m, void *ctx), void *ctx, coset_err *err)
{
    run r = {m, fn, ctx};
    return coset_big_stack_call(m->limits.most_stack, run_deep, &r, err);
}

cspm_value *coset__eval_global(cspm_machine *m, const cspm_symbol *symbol)
{
    COSET_INVARIANT(symbol->level == 0);
    return coset__eval_force(m, m->globals->at[symbol->slot]);
}

cspm_value *coset__eval_expr(cspm_machine *m, const cspm_node *node) { return coset__eval_node(m, node, m->globals); }

/* Creation and destruction of the machine. */
#include "lang/cspm/check/slots.h"
#include "lang/cspm/eval/eval_int.h"

cspm_machine *coset__eval_new(cspm_program *program, const cspm_eval_limits *limits)
{
    cspm_machine *m = coset_new(1, sizeof *m);
    m->program = program;
    m->limits = limits ? *limits : (cspm_eval_limits)COSET__EVAL_LIMITS;
    m->run = coset__eval_thunk;
    m->declared_fields = coset__declared_fields;
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

/* From an assertion to a specification and a system of components. */
#include <string.h>

#include "lang/cspm/decompose.h"
#include "lang/cspm/proc_int.h"
#include "lang/cspm/script_int.h"

typedef struct {
    const cspm_node *node;
    cspm_compiled *k;
} compilation;

/* ---- terms ----------------------------------------------------------------------------------------------------- */

/* The process under the tau priority that the assertion asks for. */
static uint32_t with_priority(coset_cspm_script *c, const cspm_node *assertion, uint32_t term)
{
    const cspm_node *option = coset__script_option(assertion, CSPM_TAU_PRIORITY);
    if (!option || term == NONE)
        return term;
    uint32_t set = coset__proc_set(c->procs, option->kid[0], c->machine->globals, 0);
    if (set == NONE)
        return NONE;
    uint32_t none = coset__table_put(&c->procs->sets, NULL, 0, NULL);
    uint32_t order = coset__table_put(&c->procs->orders, (uint64_t[]){0, none, set}, 3, NULL);
    return coset__term_put(c->procs, (uint64_t[]){TERM_PRIORITISE, order, term}, 3);
}

static uint32_t operand(coset_cspm_script *c, const cspm_node *assertion, uint32_t i)
{
    return with_priority(c, assertion, coset__proc_expr(c->procs, assertion->kid[i]));
}

/* ---- the system ------------------------------------------------------------------------------------------------ */

/* Events that components keep for themselves get numbers beyond the others. */
static void number_events(coset_cspm_script *c, cspm_compiled *k)
{
    uint32_t n = coset__proc_n_events(c->procs);
    coset_super *s = &k->shown.impl;
    for (uint32_t i = 0; i < k->n_leaves; i++)
        for (uint64_t e = 0; e < k->leaves[i].lts.first[k->leaves[i].lts.n_states]; e++)
            if (k->leaves[i].lts.edges[e].event == COSET__OMEGA_EVENT)
                k->leaves[i].lts.edges[e].event = n;
    for (uint32_t i = 0; i < s->n_rules; i++)
        for (uint32_t p = 0; p < s->rules[i].n_parts; p++)
            if (s->rules[i].parts[p].event == COSET__OMEGA_EVENT)
                ((coset_super_part *)(uintptr_t)s->rules[i].parts)[p].event = n;
    k->shown.n_events = s->n_events = n;
    s->n_local_events = n + 1;
}

static void name_events(coset_cspm_script *c, cspm_compiled *k)
{
    uint32_t n = k->shown.n_events;
    const char **names = coset_arena_get(k->arena, n, sizeof *names);
    for (uint32_t i = 0; i < n; i++)
        names[i] = coset__proc_event_name(c->procs, i);
    k->shown.event_names = k->shown.impl.event_names = names;
}

/* ---- assertions ------------------------------------------------------------------------------------------------- */

static bool read_trace(coset_cspm_script *c, compilation *x)
{
    cspm_values events = {0};
    cspm_value *seq = coset__eval_expr(c->machine, x->node->kid[1]);
    bool ok = seq && coset__seq_elements(c->machine, seq, &events);
    uint32_t *trace = coset_arena_get(x->k->arena, events.n + 1, sizeof *trace);
    for (uint32_t i = 0; ok && i < events.n; i++) {
        trace[i] = coset__proc_event(c->procs, events.at[i]);
        ok = trace[i] != NONE;
    }
    x->k->shown.n_trace = events.n;
    x->k->shown.trace = trace;
    coset_vec_fini(&events);
    return ok;
}

static bool compile(coset_cspm_script *c, void *ctx)
{
    compilation *x = ctx;
    cspm_compiled *k = x->k;
    bool refines = x->node->op == CSPM_REFINES;
    if (x->node->op == CSPM_HAS_TRACE && !read_trace(c, x))
        return false;
    if (refines) {
        k->spec_term = operand(c, x->node, 0);
        if (k->spec_term == NONE ||
            !coset__proc_explore(c->procs, k->spec_term, c->options.most_states, true, &k->spec))
            return false;
        k->shown.spec = &k->spec.lts;
    }
    k->impl_term = operand(c, x->node, refines ? 1 : 0);
    if (k->impl_term == NONE || !coset__decompose(c, k))
        return false;
    number_events(c, k);
    name_events(c, k);
    return true;
}

coset_status coset_cspm_compile(coset_cspm_script *c, uint32_t i, const coset_cspm_compiled **out, coset_err *err)
{
    compilation x = {c->program.asserts[i], coset_new(1, sizeof *x.k)};
    *out = NULL;
    x.k->arena = coset_arena_new();
    x.k->spec_term = x.k->impl_term = NONE;
    coset_status status = coset__script_run(c, compile, &x, err);
    if (status != COSET_OK)
        coset_cspm_compiled_free(c, &x.k->shown);
    else
        *out = &x.k->shown;
    return status;
}

void coset_cspm_compiled_free(coset_cspm_script *c, const coset_cspm_compiled *compiled)
{
    (void)c;
    cspm_compiled *k = (cspm_compiled *)(uintptr_t)compiled;
    if (!k)
        return;
    coset__proc_explored_free(&k->spec);
    for (uint32_t i = 0; i < k->n_leaves; i++)
        coset__proc_explored_free(&k->leaves[i]);
    coset_delete(k->leaves);
    coset_arena_free(k->arena);
    coset_delete(k);
}

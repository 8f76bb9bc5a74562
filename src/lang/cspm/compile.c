/* From an assertion to a specification and a system of components. */
#include <string.h>

#include "lang/cspm/proc_int.h"
#include "lang/cspm/script_int.h"

typedef struct {
    const cspm_node *node;
    cspm_compiled *k;
} compilation;

/* ---- terms ----------------------------------------------------------------------------------------------------- */

/* The process under the tau priority that the assertion asks for. */
static uint32_t with_priority(coset_cspm *c, const cspm_node *assertion, uint32_t term)
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

static uint32_t operand(coset_cspm *c, const cspm_node *assertion, uint32_t i)
{
    return with_priority(c, assertion, coset__proc_expr(c->procs, assertion->kid[i]));
}

/* ---- one component ---------------------------------------------------------------------------------------------- */

/* Which events an LTS has. */
static bool *events_of(const coset_lts *l, uint32_t n_events)
{
    bool *has = coset_new(n_events, sizeof *has);
    for (uint64_t i = 0; i < l->first[l->n_states]; i++)
        has[l->edges[i].event] = true;
    return has;
}

static void one_component(cspm_compiled *k, const char *name)
{
    coset_super *s = &k->shown.impl;
    coset_super_component *component = coset_arena_get(k->arena, 1, sizeof *component);
    *component = (coset_super_component){.name = name, .lts = &k->leaves[0].lts, .is_on = true};
    bool *has = events_of(&k->leaves[0].lts, s->n_events);
    coset_super_rule *rules = coset_arena_get(k->arena, s->n_events, sizeof *rules);
    uint32_t n = 0;
    for (uint32_t e = 0; e < s->n_events; e++) {
        if (!has[e])
            continue;
        coset_super_part *part = coset_arena_get(k->arena, 1, sizeof *part);
        *part = (coset_super_part){0, e};
        rules[n++] = (coset_super_rule){.n_parts = 1, .parts = part, .event = e};
    }
    coset_delete(has);
    s->n_components = 1;
    s->components = component;
    s->n_rules = n;
    s->rules = rules;
}

static bool explicit_system(coset_cspm *c, cspm_compiled *k)
{
    k->leaves = coset_new(1, sizeof *k->leaves);
    k->n_leaves = 1;
    return coset__proc_explore(c->procs, k->impl_term, c->options.most_states, true, &k->leaves[0]);
}

/* ---- assertions ------------------------------------------------------------------------------------------------- */

static bool read_trace(coset_cspm *c, compilation *x)
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

static void name_events(coset_cspm *c, cspm_compiled *k)
{
    uint32_t n = coset__proc_n_events(c->procs);
    const char **names = coset_arena_get(k->arena, n, sizeof *names);
    for (uint32_t i = 0; i < n; i++)
        names[i] = coset__proc_event_name(c->procs, i);
    k->shown.n_events = k->shown.impl.n_events = k->shown.impl.n_local_events = n;
    k->shown.event_names = k->shown.impl.event_names = names;
}

static bool compile(coset_cspm *c, void *ctx)
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
    if (k->impl_term == NONE || !explicit_system(c, k))
        return false;
    name_events(c, k);
    one_component(k, "implementation");
    return true;
}

coset_status coset_cspm_compile(coset_cspm *c, uint32_t i, const coset_cspm_compiled **out, coset_err *err)
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

void coset_cspm_compiled_free(coset_cspm *c, const coset_cspm_compiled *compiled)
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

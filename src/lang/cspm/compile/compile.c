/* From an assertion to a specification and a system of components. */
#include <string.h>

#include "lang/cspm/compile/choose.h"
#include "lang/cspm/compile/compose.h"
#include "lang/cspm/compile/decompose.h"
#include "lang/cspm/compile/label.h"
#include "lang/cspm/compile/script_int.h"
#include "lang/cspm/proc/proc_int.h"

typedef struct {
    const cspm_node *node;
    const coset_cspm_choices *choices;
    cspm_compiled *k;
    coset_err *err;
    coset_status status; /* of failures other than mistakes of the script */
} compilation;

/* ---- terms ----------------------------------------------------------------------------------------------------- */

/* The process under the tau priority of the assertion. */
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

static void name_events(coset_cspm_script *c, cspm_compiled *k)
{
    uint32_t n = k->shown.n_events;
    const char **names = coset_arena_get(k->arena, n, sizeof *names);
    for (uint32_t i = 0; i < n; i++)
        names[i] = coset__proc_event_name(c->procs, i);
    k->shown.event_names = k->impl.super.event_names = names;
}

/* ---- labels ---------------------------------------------------------------------------------------------------- */

/* The types of the system: those with movable elements. */
static cspm_label_types label_types(const coset_cspm_choices *choices, coset_arena *arena)
{
    const coset_cspm_choice **types = coset_arena_get(arena, choices->n + 1, sizeof *types);
    cspm_label_types all = {0, types};
    for (uint32_t i = 0; i < choices->n; i++)
        if (choices->types[i].n_tried > 1)
            types[all.n++] = &choices->types[i];
    return all;
}

/* Labels of all states of a leaf, or none. */
static void label_leaf(coset_cspm_script *c, const cspm_label_types *types, cspm_explored *leaf, coset_arena *arena)
{
    if (!leaf->terms)
        return; /* of a control */
    coset_label *labels = coset_arena_get(arena, leaf->lts.n_states, sizeof *labels);
    for (uint32_t s = 0; s < leaf->lts.n_states; s++)
        if (!coset__label_term(c->procs, types, leaf->terms[s], arena, &labels[s]))
            return;
    leaf->lts.labels = labels;
}

static void label_system(coset_cspm_script *c, compilation *x)
{
    cspm_compiled *k = x->k;
    coset_super *s = &k->impl.super;
    if (!x->choices)
        return;
    cspm_label_types types = label_types(x->choices, k->arena);
    s->n_types = types.n;
    s->types = coset__label_symtypes(&types, k->arena);
    if (types.n == 0)
        return;
    coset_label *events = coset_arena_get(k->arena, s->n_events, sizeof *events);
    for (uint32_t e = 0; e < s->n_events; e++)
        events[e] = coset__label_event(c->procs, &types, e, k->arena);
    s->event_labels = events;
    for (uint32_t i = 0; i < s->n_components; i++)
        if (!k->impl.is_control[i])
            (void)coset__label_term(c->procs, &types, k->impl.component_terms[i], k->arena,
                                    &((coset_super_component *)(uintptr_t)s->components)[i].label);
    for (uint32_t i = 0; i < k->impl.n_leaves; i++)
        label_leaf(c, &types, &k->impl.leaves[i], k->arena);
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

/* The specification as components, or explored immediately. */
static bool read_spec(coset_cspm_script *c, compilation *x, cspm_system *y)
{
    cspm_compiled *k = x->k;
    const cspm_decomposing how = {k->arena, .collect = true};
    k->spec_term = operand(c, x->node, 0);
    if (k->spec_term == NONE)
        return false;
    if (coset__is_parallel(c, k->spec_term))
        return coset__decompose(c, k->spec_term, &how, y);
    k->shown.spec = &k->explored_spec.lts;
    return coset__proc_explore(c->procs, k->spec_term, c->options.most_states, true, &k->explored_spec);
}

/* To be called when all events have numbers. */
static bool compose_spec(coset_cspm_script *c, compilation *x, cspm_system *y)
{
    coset__system_number(y, x->k->shown.n_events);
    x->status = coset__system_explicate(c, y, NONE, &x->k->composed_spec, x->err);
    x->k->shown.spec = x->k->composed_spec;
    return x->status == COSET_OK;
}

static bool compile_impl(coset_cspm_script *c, compilation *x)
{
    cspm_compiled *k = x->k;
    const cspm_decomposing how = {k->arena, .collect = true, .labelled = x->choices != NULL};
    k->impl_term = operand(c, x->node, x->node->op == CSPM_REFINES ? 1 : 0);
    if (k->impl_term == NONE || !coset__decompose(c, k->impl_term, &how, &k->impl))
        return false;
    k->shown.n_events = coset__proc_n_events(c->procs);
    coset__system_number(&k->impl, k->shown.n_events);
    name_events(c, k);
    label_system(c, x);
    x->status = coset__system_leaves(c, &k->impl, x->err);
    if (x->status != COSET_OK)
        return false;
    for (uint32_t i = 0; i < k->impl.super.n_components; i++)
        k->shown.composed |= !k->impl.is_control[i] && !k->impl.leaves[k->impl.component_leaves[i]].terms;
    k->shown.impl = k->impl.super;
    k->shown.n_locals = k->impl.n_locals;
    k->shown.locals = k->impl.locals;
    k->shown.is_control = k->impl.is_control;
    return true;
}

static bool compile(coset_cspm_script *c, void *ctx)
{
    compilation *x = ctx;
    cspm_system spec = {0};
    if (x->node->op == CSPM_HAS_TRACE && !read_trace(c, x))
        return false;
    bool ok = (x->node->op != CSPM_REFINES || read_spec(c, x, &spec)) && compile_impl(c, x) &&
              (!spec.n_leaves || compose_spec(c, x, &spec));
    x->k->shown.failures_only = c->procs->failures_only;
    x->k->shown.stable_only = c->procs->stable_only;
    x->k->shown.chases = x->k->impl.super.n_chases || spec.super.n_chases;
    coset__system_free(&spec);
    return ok;
}

coset_status coset_cspm_compile(coset_cspm_script *c, uint32_t i, const coset_cspm_choices *choices,
                                const coset_cspm_compiled **out, coset_err *err)
{
    compilation x = {c->program.asserts[i], choices, coset_new(1, sizeof *x.k), err, COSET_OK};
    *out = NULL;
    x.k->arena = coset_arena_new();
    x.k->spec_term = x.k->impl_term = NONE;
    coset_err run = {0}, step = {0};
    x.err = &step;
    coset_status status = coset__script_run(c, compile, &x, &run);
    if (status != COSET_OK && err)
        *err = x.status == COSET_OK ? run : step;
    if (x.status != COSET_OK)
        status = x.status;
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
    coset__proc_explored_free(&k->explored_spec);
    coset_lts_free(k->composed_spec);
    coset__system_free(&k->impl);
    coset_arena_free(k->arena);
    coset_delete(k);
}

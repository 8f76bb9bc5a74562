/* Compressions: processes that are fully explored and then transformed. */
#include <string.h>

#include "lang/cspm/proc/proc_int.h"
#include "lts/compress.h"

#define MOST_NODES 5000000    /* of a normal form */
#define UNDER_WAY  UINT32_MAX /* replaces the term of a compression that is being computed */

static uint32_t keep_machine(cspm_procs *ps, coset_lts *l)
{
    *coset_vec_add(&ps->machines) = l;
    *coset_vec_add(&ps->machine_texts) = NULL;
    return coset__term_put(ps, (uint64_t[]){TERM_MACHINE, ps->machines.n - 1, 0}, 3);
}

static uint32_t failed(cspm_procs *ps, const char *name, const coset_err *err)
{
    if (coset_budget_is_spent(ps->m->limits.budget))
        (void)coset__eval_limit(ps->m, "%s", err->text);
    else
        (void)coset__eval_wrong(ps->m, "%s: %s", name, err->text);
    return NONE;
}

static uint32_t watchdog(cspm_procs *ps, const cspm_value *v, const coset_lts *l, coset_compress_options *o)
{
    cspm_numbers events = {0};
    coset_lts *out;
    coset_err err = {0};
    cspm_value *set = coset__eval_force(ps->m, v->at[2].value);
    uint32_t bark = set && coset__proc_event_set(ps, set, &events) ? coset__proc_event(ps, v->at[3].value) : NONE;
    uint32_t term = NONE;
    o->n_events = coset__proc_n_events(ps);
    bool *alphabet = coset_new(o->n_events, sizeof *alphabet);
    for (uint32_t i = 0; i < events.n; i++)
        alphabet[events.at[i]] = true;
    if (bark != NONE)
        term = coset_trace_watchdog(l, o, alphabet, bark, &out, &err) == COSET_OK ? keep_machine(ps, out)
                                                                                  : failed(ps, "trace_watchdog", &err);
    coset_delete(alphabet);
    coset_vec_fini(&events);
    return term;
}

static uint32_t compressed(cspm_procs *ps, const cspm_value *v, const char *name, const coset_lts *l)
{
    const coset_normal_limits limits = {.max_nodes = MOST_NODES, .budget = ps->m->limits.budget};
    coset_compress_options options = {coset__proc_n_events(ps), &limits};
    const coset_compression *c = coset_compression_named(name);
    coset_lts *out;
    coset_err err = {0};
    if (strcmp(name, "trace_watchdog") == 0)
        return watchdog(ps, v, l, &options);
    if (!c) {
        (void)coset__eval_wrong(ps->m, "%s is not supported", name);
        return NONE;
    }
    if (!c->keeps_refusals)
        ps->failures_only = c->name;
    if (!c->keeps_offers)
        ps->stable_only = c->name;
    return coset_compress(c, l, &options, &out, &err) == COSET_OK ? keep_machine(ps, out) : failed(ps, name, &err);
}

static uint32_t compressed_term(cspm_procs *ps, const cspm_value *v, const char *name, uint32_t inner)
{
    coset_lts *composed = NULL;
    cspm_explored x = {{0}, NULL};
    if (ps->composer.compose && !ps->composer.compose(ps->composer.ctx, inner, false, &composed))
        return NONE;
    if (!composed && !coset__proc_explore(ps, inner, ps->most_states, false, &x))
        return NONE;
    uint32_t term = compressed(ps, v, name, composed ? composed : &x.lts);
    coset_lts_free(composed);
    coset__proc_explored_free(&x);
    return term;
}

/* Cached: each compression of a process is computed once. */
uint32_t coset__term_compressed(cspm_procs *ps, cspm_value *v)
{
    const char *name = coset__cspm_builtins[v->at[0].integer].name;
    uint32_t code = coset__proc_value(ps, v), *known = code == NONE ? NULL : coset__proc_by_value(&ps->code_set, code);
    if (known && *known == UNDER_WAY) {
        (void)coset__eval_wrong(ps->m, "%s(..) needs the whole of its process, which needs this %s(..) itself", name,
                                name);
        return NONE;
    }
    if (!known || *known)
        return known ? *known - 1 : NONE;
    *known = UNDER_WAY;
    char text[100];
    bool told = coset__call_text(ps, v->at[1].value, text, sizeof text);
    cspm_value *p = coset__eval_force(ps->m, v->at[1].value);
    uint32_t inner = p ? coset__proc_of(ps, p) : NONE;
    uint32_t term = inner == NONE ? NONE : compressed_term(ps, v, name, inner);
    if (term != NONE && !told)
        coset__proc_text(ps, inner, text, sizeof text);
    if (term != NONE)
        ps->machine_texts.at[coset__table_at(&ps->terms, term)[1]] =
            coset_arena_printf(ps->arena, "%s(%s)", name, text);
    *coset__proc_by_value(&ps->code_set, code) = term == NONE ? 0 : term + 1;
    return term;
}

void coset__steps_machine(cspm_procs *ps, uint32_t term, cspm_step_list *out)
{
    const uint64_t *words = coset__table_at(&ps->terms, term);
    uint64_t machine = words[1], state = words[2];
    const coset_lts *lts = ps->machines.at[machine];
    for (uint64_t i = lts->first[state]; i < lts->first[state + 1]; i++) {
        bool ends = lts->edges[i].event == COSET_TICK;
        coset__step_add(out, lts->edges[i].event,
                        ends ? coset__term_1(ps, TERM_OMEGA)
                             : coset__term_put(ps, (uint64_t[]){TERM_MACHINE, machine, lts->edges[i].dst}, 3));
    }
}

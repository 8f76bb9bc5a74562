/* run/temporal_reached.c - checks a formula from all reached states.
 *
 * Most automata of violations wait in their initial state for the moment at which the violation begins. The part of the
 * product in which they wait has as many states as the model, and no accepting run. The search for states has visited
 * them all, so only the rest of the product is searched, from all of them at once. See doc/internals-temporal.md.
 */
#include "explore/bfs.h"
#include "run/temporal_int.h"
#include "store/store.h"
#include "wrap/product.h"
#include "wrap/reached.h"

/* The states of several threads, concatenated. */
typedef struct {
    const coset_engine_kept *kept;
    uint64_t first[COSET_STORE_THREADS + 1];
} numbered;

static void number_states(numbered *n, const coset_engine_kept *kept)
{
    n->kept = kept;
    n->first[0] = 0;
    for (uint32_t t = 0; t < kept->threads; t++)
        n->first[t + 1] = n->first[t] + coset_store_count(kept->states, t);
}

static void get_state(const void *ctx, uint64_t i, coset_value *state)
{
    const numbered *n = ctx;
    uint32_t t = 0;
    while (i >= n->first[t + 1])
        t++;
    coset_store_get(n->kept->states, coset_store_ref(n->kept->states, t, i - n->first[t]), state);
}

/* ---- whether this can be done ------------------------------------------------------------------------------------ */

/* Some step ended in a fault or in a violated assertion, or an assumption of the model failed. */
static bool has_faults(const coset_model *m, const coset_result *r)
{
    for (uint32_t p = 0; p < m->n_props; p++) {
        const bool step = m->props[p].kind == COSET_PROP_FAULT || m->props[p].in_step || m->props[p].assumed;
        if (step && m->props[p].kind != COSET_PROP_COVER && r->props[p].verdict == COSET_VERDICT_FAILS)
            return true;
    }
    return false;
}

bool coset__judging_knows_all(const coset_session *s, const coset_engine_kept *kept, const coset_result *r)
{
    return kept && kept->model && r->exhaustive && coset_store_size(kept->states) == r->representatives &&
           !has_faults(s->model, r);
}

/* Each state that the product can reach is a renaming, under its group, of a stored one. */
static bool covers(const coset__judging *j, const coset_engine_kept *kept)
{
    const coset_reduction *base = j->base;
    const bool same_code = base->native ? j->bare == base->native : j->bare == j->s->model;
    if (!kept || !kept->model || kept->model != base->searched || !same_code || base->checked || base->partial ||
        j->reduction.partial || j->detected || j->code->n_slots != kept->model->n_slots)
        return false;
    if (base->found && base->found->used)
        return false;
    if (j->of_product.canon && j->x->n_pins > 0) /* atoms may be permuted */
        return false;
    if (!base->canon)
        return true;
    coset_count of_base, of_both;
    return j->of_product.canon && coset_symgroup_order(base->group, &of_base) &&
           coset_symgroup_order(coset_symgroup_meet(j->s->model, base->group, j->of_product.group, j->s->arena),
                                &of_both) &&
           of_base == of_both;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static coset_status reduce_as(coset__judging *k, const coset__judging *j, coset_err *err)
{
    k->of_product = (coset_reduction){.searched = k->product};
    if (!j->of_product.canon)
        return COSET_OK;
    return coset_reduction_of_product(&k->of_product, k->product, j->of_product.group, "auto", err);
}

/* Otherwise the full search must decide: a violation, a fault that may follow one, or a limit. */
static bool holds(const coset__judging *k)
{
    for (uint32_t p = 0; p < coset_product_prop(k->product); p++)
        if (k->result->props[p].verdict == COSET_VERDICT_FAILS)
            return false;
    return k->result->props[coset_product_prop(k->product)].verdict == COSET_VERDICT_HOLDS;
}

static bool search_suffix(const coset__judging *j, const coset_omega_suffix *suffix, const coset_engine_kept *kept,
                          coset_prop_result *to)
{
    coset_err err = {0};
    numbered states;
    number_states(&states, kept);
    const coset_reached reached = {states.first[kept->threads], get_state, &states};
    coset_product_how how = coset__judging_how(j->x);
    how.n_first = suffix->n_first;
    how.first = suffix->first;
    coset__judging k = *j;
    coset_model *m = coset_reached_new(j->code, &reached);
    k.product = coset_product_new(m, suffix->automaton, &how);
    k.none_only = true;
    k.result = NULL;
    coset_status status = reduce_as(&k, j, &err);
    if (status == COSET_OK)
        status = coset__judging_search(&k, &err);
    const bool found_none = status == COSET_OK && k.result && holds(&k);
    if (found_none)
        coset__judging_verdict(&k, to);
    k.of_product.group = NULL;
    coset_reduction_free(&k.of_product);
    coset_model_free(k.product);
    coset_model_free(m);
    return found_none;
}

/* The search from the start states may need the memory. */
static void make_room(const coset__judging *j)
{
    coset_engine_kept *kept = j->options->kept;
    if (!kept || !kept->states || !j->options->max_bytes || coset_store_bytes(kept->states) < j->options->max_bytes / 8)
        return;
    coset_bfs_forget(kept);
}

bool coset__judging_from_reached(const coset__judging *j, coset_prop_result *to)
{
    const coset_engine_kept *kept = j->options->kept;
    coset_omega_suffix suffix = {0};
    bool found_none = false;
    if (covers(j, kept) && !coset_product_reads_last(j->product) && coset_omega_suffix_of(j->x->wrong, &suffix))
        found_none = search_suffix(j, &suffix, kept, to);
    coset_omega_suffix_free(&suffix);
    if (!found_none)
        make_room(j);
    return found_none;
}

uint64_t coset__judging_kept_bytes(const coset__judging *j)
{
    const coset_engine_kept *kept = j->options->kept;
    return kept && kept->states ? coset_store_bytes(kept->states) : 0;
}

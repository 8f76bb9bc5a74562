/* run/recount.c - see run/recount.h. */
#include "run/recount.h"

#include "explore/bfs.h"
#include "wrap/quotient.h"

#define MOST_COSETS 64
#define MOST_STATES 400000 /* representatives of the second search */

/* All elements that g moves, h moves too. */
static bool is_within(const coset_model *m, const coset_symgroup *g, const coset_symgroup *h)
{
    for (uint32_t t = 0; t < m->symmetry.n_types; t++)
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++)
            if (g->moves[t][e] && !h->moves[t][e])
                return false;
    return true;
}

bool coset_reduction_renames_starts(const coset_reduction *r, const coset_model *m)
{
    const coset_arrivals *arrivals = r->group ? r->group->arrivals : NULL;
    const coset_symgroup *reached = arrivals && arrivals->exact ? r->legal->starts : r->starts;
    return r->starts && r->canon && !is_within(m, r->group, reached);
}

/* The group of the start states has few cosets, so the second search is not much longer. */
static bool is_short(const coset_reduction *r, const coset_result *result)
{
    coset_count all, part;
    if (!result->exhaustive || !result->exact || !coset_symgroup_order(r->group, &all) ||
        !coset_symgroup_order(r->starts, &part))
        return false;
    return all / part <= MOST_COSETS && result->representatives <= MOST_STATES / (uint64_t)(all / part);
}

static void take_counts(coset_result *into, const coset_result *from, const coset_model *m)
{
    into->states = from->states;
    into->full_transitions = from->full_transitions;
    into->group_edges = from->group_edges;
    into->depth = from->depth;
    into->seconds += from->seconds;
    for (uint32_t p = 0; p < m->n_props; p++)
        into->props[p].hits = from->props[p].hits;
}

bool coset_recount(const coset_reduction *r, const coset_session *s, const coset_engine_options *o,
                   coset_result *result)
{
    const coset_model *m = r->native ? r->native : s->model;
    coset_engine_options options = *o;
    coset_canon *canon = NULL;
    coset_model *quotient = NULL;
    coset_result *counted = NULL;
    coset_err err;
    if (!is_short(r, result))
        return false;
    options.spent_seconds += result->seconds;
    options.goes_on = NULL;
    options.on_output = NULL;
    options.on_progress = NULL;
    options.kept = NULL;
    bool reduces = !coset_symgroup_is_trivial(r->starts);
    if (reduces && coset_canon_new(s->model, r->starts, "search", &canon, &err) != COSET_OK)
        return false;
    if (reduces)
        quotient = coset_quotient_new(m, r->starts, canon, r->props);
    coset_status status = coset_bfs(quotient ? quotient : m, &options, s->arena, &counted, &err);
    bool complete = status == COSET_OK && counted->exhaustive && counted->exact;
    if (complete)
        take_counts(result, counted, s->model);
    coset_model_free(quotient);
    coset_canon_free(canon);
    return complete;
}

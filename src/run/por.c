/* run/por.c - see run/por.h. */
#include "run/por.h"

#include <string.h>

#include "detect/use/fired.h"
#include "ir/transition.h"
#include "model/representative_wrapper.h"
#include "run/clusters.h"
#include "run/fairness.h"
#include "run/limits.h"
#include "run/por_reasons.h"
#include "wrap/passing.h"
#include "wrap/relations_fair.h"
#include "wrap/stubborn.h"

/* ---- what reduction does not preserve --------------------------------------------------------------------------- */

static bool has_next(const coset_ltl *f)
{
    bool found = f->op == COSET_LTL_NEXT;
    for (uint32_t i = 0; i < f->n && !found; i++)
        found = has_next(f->kid[i]);
    return found;
}

static const char *why_not_run(const coset_reduction *r, const coset_session *s)
{
    const coset_temporal *x = s->judged;
    const bool declared = strcmp(s->settings->strategy, "off") != 0 && s->model->symmetry.n_types;
    if (s->settings->fairness && (declared || r->detected))
        return "fairness is not kept by it together with symmetry";
    if (!x->must || x->part)
        return "it is not known whether stuttering matters to the automaton";
    return has_next(x->must) ? "the formula speaks of the next state" : NULL;
}

/* The formula depends on single steps: EX, AX, or an operator of the mu-calculus. */
static bool counts_steps(const coset_formula *f)
{
    bool found = f->op == COSET_F_DIAMOND || f->op == COSET_F_BOX || f->op == COSET_F_EX || f->op == COSET_F_AX ||
                 f->op == COSET_F_MU || f->op == COSET_F_NU;
    return found || (f->a && counts_steps(f->a)) || (f->b && counts_steps(f->b));
}

/* The property is a branching-time one. */
static bool is_branching(const coset_session *s)
{
    bool live = s->formulas != NULL;
    for (uint32_t p = 0; p < s->model->n_props; p++)
        live |= s->model->props[p].kind == COSET_PROP_LIVENESS;
    return live && !s->judged;
}

static const char *why_not_states(const coset_session *s)
{
    if (!is_branching(s))
        return NULL;
    for (uint32_t i = 0; s->formulas && i < s->formulas->all.n; i++)
        if (counts_steps(s->formulas->all.at[i].root))
            return "a formula of branching time speaks of next steps";
    if (s->settings->por != COSET_POR_STUBBORN || s->settings->order == COSET_IN_DEPTH)
        return "of branching time only --por=stubborn, breadth first, keeps something";
    return NULL;
}

const char *coset_por_why_not(const coset_reduction *r, const coset_session *s)
{
    const coset_settings *o = s->settings;
    if (o->put)
        return "--put shows the steps of the model itself";
    if (o->engine.max_depth)
        return "--bound-depth counts the steps of the model itself";
    if (r->order)
        return "loops are checked in each step of the model itself";
    if (r->group && s->model->symmetry.composite)
        return "it is not known together with symmetry of components";
    if (!s->judged && r->group && !coset_symgroup_same(s->model, r->group, r->starts))
        return "the start states are not symmetric";
    return s->judged ? why_not_run(r, s) : why_not_states(s);
}

/* ---- visible slots ---------------------------------------------------------------------------------------------- */

static bool is_seen(const coset_session *s, uint32_t prop)
{
    const coset_prop *p = &s->model->props[prop];
    if (s->judged)
        return coset_temporal_asks(s->judged, prop);
    if (is_branching(s) && (p->kind == COSET_PROP_LIVENESS || p->kind == COSET_PROP_PREDICATE))
        return true;
    return !p->in_step && (p->kind == COSET_PROP_INVARIANT || p->kind == COSET_PROP_COVER);
}

static void add_slot(uint64_t *seen, uint32_t slot) { seen[slot / 64] |= UINT64_C(1) << slot % 64; }

/* Adds the slots that a renaming may map there, and bags as a whole. False: nothing was added. */
static bool add_images(const coset_model *m, uint64_t *seen)
{
    bool added = false;
    for (uint32_t i = 0; i < m->n_slots; i++) {
        if (!coset_slots_has(seen, i))
            continue;
        for (uint32_t k = 0; k < m->slots[i].n_index; k++) {
            const coset_index *x = &m->slots[i].index[k];
            for (uint32_t e = 0; e < m->symmetry.types[x->type].n; e++) {
                uint32_t image = (uint32_t)((int64_t)i + (int64_t)x->stride * ((int64_t)e - (int64_t)x->element));
                added |= !coset_slots_has(seen, image);
                add_slot(seen, image);
            }
        }
    }
    for (uint32_t b = 0; b < m->symmetry.n_bags; b++) {
        const coset_bag *bag = &m->symmetry.bags[b];
        bool any = false, all = true;
        for (uint32_t i = bag->base; i < bag->base + bag->n_entries * bag->width; i++) {
            any |= coset_slots_has(seen, i);
            all &= coset_slots_has(seen, i);
        }
        for (uint32_t i = bag->base; any && i < bag->base + bag->n_entries * bag->width; i++)
            add_slot(seen, i);
        added |= any && !all;
    }
    return added;
}

static const uint64_t *find_seen(const coset_session *s)
{
    const coset_model *m = s->model;
    uint64_t *seen = coset_arena_get(s->arena, coset_slot_words(m->n_slots), sizeof *seen);
    for (uint32_t p = 0; p < m->n_props; p++) {
        if (!is_seen(s, p))
            continue;
        const uint64_t *reads = m->prop_reads ? m->prop_reads[p] : NULL;
        for (uint32_t i = 0; i < m->n_slots; i++)
            if (!reads || coset_slots_has(reads, i))
                add_slot(seen, i);
    }
    while (add_images(m, seen))
        ;
    return seen;
}

/* ---- the model -------------------------------------------------------------------------------------------------- */

static bool by_given_sets(const coset_session *s)
{
    return s->settings->por == COSET_POR_AMPLE || s->settings->por == COSET_POR_CLUSTER;
}

static void ask_inside(coset_worker *w, coset_wants which) { coset_stubborn_ask(coset_represented_inner(w), which); }

static bool left_out_inside(const coset_worker *w) { return coset_stubborn_left_out(coset_represented_inner(w)); }

static void ask_passing_inside(coset_worker *w, coset_wants which)
{
    coset_passing_ask(coset_represented_inner(w), which);
}

static bool passing_left_out_inside(const coset_worker *w)
{
    return coset_passing_left_out(coset_represented_inner(w));
}

const coset_leaving *coset_por_leaving(const coset_model *partial, const coset_model *quotient,
                                       const coset_relations *r)
{
    static const coset_leaving itself = {coset_stubborn_ask, coset_stubborn_left_out},
                               inside = {ask_inside, left_out_inside},
                               passing = {coset_passing_ask, coset_passing_left_out},
                               passing_inside = {ask_passing_inside, passing_left_out_inside};
    if (!partial || r->sticky)
        return NULL;
    if (coset_passing_is(partial))
        return quotient ? &passing_inside : &passing;
    return quotient ? &inside : &itself;
}

/* Whether the search leaves cycles by itself: a breadth-first search does, if it can ask for single states and
 * steps. */
static bool leaves_cycles(const coset_session *s)
{
    return !s->judged && s->settings->order != COSET_IN_DEPTH && !is_branching(s);
}

/* Many invisible transitions are sticky. Then a search that leaves cycles by itself takes fewer steps: it need not
 * expand a state fully if the set contains a sticky transition, but must do so in each state from which the set leads
 * back. (Measured: see doc/internals-partial-order.md.) */
static bool many_sticky(const coset_relations *r)
{
    uint32_t sticky = 0, all = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        const bool counts = !r->visible[i] && !r->dead[i];
        all += counts;
        sticky += counts && r->sticky[i];
    }
    return 4 * sticky > all;
}

/* Some transition is neither visible nor sticky and does not conflict with all others. */
static bool may_reduce(const coset_relations *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        uint32_t n = 0;
        for (uint32_t w = 0; w < r->n_words; w++)
            n += (uint32_t)__builtin_popcountll(coset_conflicts_of(r, i)[w]);
        if (!r->visible[i] && !(r->sticky && r->sticky[i]) && n + 1 < r->n)
            return true;
    }
    return false;
}

const char *coset_por_words(const coset_session *s, const coset_relations *r, const char *method)
{
    uint32_t sticky = 0, visible = 0, dead = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        sticky += r->sticky && r->sticky[i] && !r->dead[i];
        visible += r->visible[i] && !r->dead[i];
        dead += r->dead[i];
    }
    if (!r->sticky)
        return coset_arena_printf(s->arena, "%s (%u transitions, of them %u visible)", method, (unsigned)(r->n - dead),
                                  (unsigned)visible);
    return coset_arena_printf(s->arena, "%s (%u transitions, of them %u sticky, %u visible)", method,
                              (unsigned)(r->n - dead), (unsigned)sticky, (unsigned)visible);
}

/* A depth-first search detects cycles by its stack. */
static coset_ample_chooser *chooser_new(const coset_ample *a, coset_arena *arena)
{
    coset_ample_chooser *c = coset_arena_get(arena, 1, sizeof *c);
    *c = (coset_ample_chooser){
        a,
        coset_arena_get(arena, a->r->n_words, sizeof *c->enabled),
        coset_arena_get(arena, a->r->n_words, sizeof *c->blunt),
        coset_arena_get(arena, a->r->n_words, sizeof *c->found),
    };
    return c;
}

static coset_status by_processes(coset_reduction *r, const coset_session *s, const coset_model *model,
                                 const coset_relations *relations, coset_err *err)
{
    const coset_processes p = coset_processes_of(s->model, relations->transitions, s->arena);
    const coset_ample *a = NULL;
    const bool clusters = s->settings->por == COSET_POR_CLUSTER;
    coset_status status = COSET_OK;
    if (!clusters)
        a = coset_clusters_single(relations, &p, s->arena);
    else
        status = coset_clusters_find(relations, &p, s->settings->clusters, s->text, s->arena, &a, err);
    if (status != COSET_OK)
        return status;
    if (p.n < 2) {
        r->por = "off (the model has no processes to choose from)";
        return COSET_OK;
    }
    r->partial = coset_stubborn_of(model, a);
    if (s->settings->order == COSET_IN_DEPTH && !s->judged)
        r->chooser = chooser_new(a, s->arena);
    r->por = coset_por_words(s, relations,
                             clusters ? coset_arena_printf(s->arena, "ample sets of %u processes, %u cluster%s",
                                                           (unsigned)p.n, (unsigned)(a->n - p.n), &"s"[a->n - p.n == 1])
                                      : coset_arena_printf(s->arena, "ample sets of %u processes", (unsigned)p.n));
    return COSET_OK;
}

const coset_relations *coset_por_under(const coset_relations *r, const coset_detected *d, const coset_session *s)
{
    const uint32_t n_groups = s->model->n_groups;
    coset_arena *arena = s->arena;
    if (!r->sticky || !d)
        return r;
    bool *groups = coset_arena_get(arena, n_groups, sizeof *groups);
    bool *sticky = coset_arena_get(arena, r->n, sizeof *sticky);
    coset_relations *out = coset_arena_copy(arena, r, 1, sizeof *out);
    for (uint32_t i = 0; i < r->n; i++)
        groups[r->transitions->at[i].group] |= r->sticky[i];
    coset_detect_fired(d, n_groups, groups);
    for (uint32_t i = 0; i < r->n; i++)
        sticky[i] = groups[r->transitions->at[i].group];
    out->sticky = sticky;
    return out;
}

const coset_relations *coset_por_relate(coset_reduction *r, const coset_session *s, const char **why)
{
    const coset_relations *relations = NULL;
    const coset_transitions *t = NULL;
    *why = coset_por_why_not(r, s);
    if (!*why)
        t = coset_ir_transitions(s->model, s->limit, s->arena, why);
    const uint64_t *seen = t ? find_seen(s) : NULL;
    const bool watched = leaves_cycles(s) && s->settings->por_chains;
    if (t)
        relations = watched ? coset_relations_new_watched(s->model, t, seen, s->limit, s->arena)
                            : coset_relations_new(s->model, t, seen, s->limit, s->arena);
    if (relations)
        relations = coset_por_under(relations, r->detected, s);
    if (relations && leaves_cycles(s) && !watched && many_sticky(relations))
        relations = coset_relations_watched(relations, s->arena);
    if (relations && s->judged && s->fair)
        relations = coset_relations_fair(s->model, relations, s->fair->n, s->fair->what, s->arena);
    if (relations && s->settings->stats)
        r->por_reasons = coset_por_reasons(s, relations, seen, &r->n_por_reasons);
    if (t && !relations)
        *why = "the limit was reached before all transitions were compared";
    if (relations && !by_given_sets(s) && !may_reduce(relations))
        *why = "no transition is independent of others";
    return *why ? NULL : relations;
}

/* Only a program can compute single steps; its wrappers cannot. */
static void compute_single_steps(coset_model *partial, const coset_model *inner)
{
    if (coset_model_ir(inner))
        coset_stubborn_by_steps(partial, coset_ir_step_of);
}

const char *coset_por_told(const coset_session *s, const coset_reduction *r)
{
    return s->settings->por_given || r->partial ? r->por : NULL;
}

coset_model *coset_por_stubborn(const coset_session *s, const coset_model *model, const coset_relations *r)
{
    const bool single = is_branching(s), passes = s->settings->por_chains && !s->judged && !single;
    coset_model *out = single ? coset_stubborn_single(model, r) : coset_stubborn_new(model, r);
    compute_single_steps(out, model);
    return passes ? coset_passing_new(out, r) : out;
}

static const char *stubborn_words(const coset_session *s)
{
    if (is_branching(s))
        return s->settings->por_chains ? "stubborn sets of one step, no state is passed by"
                                       : "stubborn sets of one step";
    if (!s->settings->por_chains)
        return "stubborn sets";
    return s->judged ? "stubborn sets, no state is passed by" : "stubborn sets, states with one step are passed by";
}

coset_status coset_por_model(coset_reduction *r, coset_session *s, const coset_model *model, const coset_model **out,
                             coset_err *err)
{
    const char *why;
    coset_status status = COSET_OK;
    *out = model;
    if (s->settings->por == COSET_POR_OFF || (s->settings->por == COSET_POR_AUTO && !s->judged))
        return COSET_OK;
    if (s->settings->por == COSET_POR_AUTO && !s->por_pays) {
        r->por = "off (the search of states was not reduced)";
        return COSET_OK;
    }
    if (!s->judged) /* else it belongs to the search for runs */
        coset_limits_doing(s->settings, "steps were compared for partial order reduction");
    const coset_relations *relations = coset_por_relate(r, s, &why);
    if (!relations) {
        r->por = coset_arena_printf(s->arena, "off (%s)", why);
        return COSET_OK;
    }
    r->relations = relations;
    if (by_given_sets(s)) {
        status = by_processes(r, s, model, relations, err);
    } else {
        r->partial = coset_por_stubborn(s, model, relations);
        r->por = coset_por_words(s, relations, stubborn_words(s));
    }
    if (r->partial)
        *out = r->partial;
    return status;
}

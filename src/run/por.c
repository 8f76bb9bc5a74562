/* run/por.c - see run/por.h. */
#include "run/por.h"

#include "ir/transition.h"
#include "run/limits.h"
#include "wrap/stubborn.h"

/* ---- what reduction does not keep ------------------------------------------------------------------------------- */

static bool has_next(const coset_ltl *f)
{
    bool found = f->op == COSET_LTL_NEXT;
    for (uint32_t i = 0; i < f->n && !found; i++)
        found = has_next(f->kid[i]);
    return found;
}

static const char *why_not_run(const coset_session *s)
{
    const coset_temporal *x = s->judged;
    if (s->settings->fairness)
        return "fairness is not kept by it";
    if (!x->must || x->part)
        return "it is not known whether stuttering matters to the automaton";
    return has_next(x->must) ? "the formula speaks of the next state" : NULL;
}

static const char *why_not_states(const coset_session *s)
{
    const coset_model *m = s->model;
    if (s->formulas)
        return "formulas of branching time are not kept by it";
    for (uint32_t p = 0; p < m->n_props; p++)
        if (m->props[p].kind == COSET_PROP_LIVENESS)
            return "it does not keep what remains reachable, as liveness properties ask";
    return NULL;
}

static const char *why_not(const coset_reduction *r, const coset_session *s)
{
    const coset_settings *o = s->settings;
    if (o->put)
        return "--put shows the steps of the model itself";
    if (o->engine.max_depth)
        return "--bound-depth counts the steps of the model itself";
    if (r->order)
        return "loops are checked in each step of the model itself";
    if (coset_auto_wanted(o))
        return "it is not known together with detected symmetry";
    if (r->group && s->model->symmetry.composite)
        return "it is not known together with symmetry of components";
    if (!s->judged && r->group && !coset_symgroup_same(s->model, r->group, r->starts))
        return "the start states are not symmetric";
    return s->judged ? why_not_run(s) : why_not_states(s);
}

/* ---- what is seen ----------------------------------------------------------------------------------------------- */

static bool is_seen(const coset_session *s, uint32_t prop)
{
    const coset_prop *p = &s->model->props[prop];
    if (s->judged)
        return coset_temporal_asks(s->judged, prop);
    return !p->in_step && (p->kind == COSET_PROP_INVARIANT || p->kind == COSET_PROP_COVER);
}

static void add_slot(uint64_t *seen, uint32_t slot) { seen[slot / 64] |= UINT64_C(1) << slot % 64; }

/* Slots that a renaming may take there, and bags as a whole. False: nothing was added. */
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

/* Some transition that is neither visible nor sticky has no conflict with some other. */
static bool may_reduce(const coset_relations *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        uint32_t n = 0;
        for (uint32_t w = 0; w < r->n_words; w++)
            n += (uint32_t)__builtin_popcountll(coset_conflicts_of(r, i)[w]);
        if (!r->visible[i] && !r->sticky[i] && n + 1 < r->n)
            return true;
    }
    return false;
}

static const char *words(const coset_session *s, const coset_relations *r)
{
    uint32_t sticky = 0, visible = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        sticky += r->sticky[i];
        visible += r->visible[i];
    }
    return coset_arena_printf(s->arena, "stubborn sets (%u transitions, of them %u sticky, %u visible)", (unsigned)r->n,
                              (unsigned)sticky, (unsigned)visible);
}

const coset_model *coset_por_model(coset_reduction *r, coset_session *s, const coset_model *model)
{
    if (s->settings->por == COSET_POR_OFF)
        return model;
    const char *why = why_not(r, s);
    const coset_transitions *t = NULL;
    const coset_relations *relations = NULL;
    if (!s->judged) /* else it is a part of the search for runs */
        coset_limits_doing(s->settings, "steps were compared for partial order reduction");
    if (!why)
        t = coset_ir_transitions(s->model, s->limit, s->arena, &why);
    if (t)
        relations = coset_relations_new(s->model, t, find_seen(s), s->limit, s->arena);
    if (t && !relations)
        why = "the limit was reached before all transitions were compared";
    if (relations && !may_reduce(relations))
        why = "no transition is independent of others";
    r->por = why ? coset_arena_printf(s->arena, "off (%s)", why) : words(s, relations);
    if (why)
        return model;
    r->partial = coset_stubborn_new(model, relations);
    return r->partial;
}

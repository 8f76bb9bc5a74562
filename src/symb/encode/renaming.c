/* symb/encode/renaming.c */
#include "symb/encode/renaming.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/composite.h"

#define MOST_NODES 500 /* of a comparison; above that bits are compared one by one within the set */

/* A bit of a state and the same bit of its image, in the order of comparison. */
typedef struct {
    coset_bdd here, there;
} bit_pair;

/* A permutation of elements, or slot by slot; the images of composite values (model/composite.h) are precomputed for
 * each object. */
typedef struct {
    const coset_model *m;
    const coset_slot_map *map; /* or NULL */
    coset_renaming *perm;
    uint32_t *objects; /* or NULL */
    uint32_t *place;   /* [n_slots] of a slot in the composite, UINT32_MAX: it is none; or NULL */
} action;

struct coset__renaming {
    const coset__vars *v;
    uint32_t *slot_to; /* [n_slots] */
    action to, back;
    coset_bdd_map *all, *next; /* of both states of a relation, of the second one; NULL: nothing changes */
    COSET_VEC(bit_pair) bits;  /* kept; none without an order */
    bool compared;             /* less is there */
    coset_bdd less;            /* kept */
};

/* ---- one slot --------------------------------------------------------------------------------------------------- */

static bool is_composite(const action *a, uint32_t slot) { return a->objects && a->place[slot] != UINT32_MAX; }

static uint32_t object_under(const action *a, uint32_t slot, coset_value value)
{
    return a->objects[a->m->symmetry.composite->first[a->place[slot]] + value];
}

static uint32_t slot_under(const action *a, uint32_t slot)
{
    const coset_model *m = a->m;
    int64_t to = slot;
    if (a->map)
        return a->map->slot[slot];
    if (is_composite(a, slot))
        return m->symmetry.composite->slots[m->symmetry.composite->slot_of[object_under(a, slot, 0)]];
    for (uint32_t i = 0; i < m->slots[slot].n_index; i++) {
        const coset_index *x = &m->slots[slot].index[i];
        uint32_t image = a->perm[coset_symmetry_offset(&m->symmetry, x->type) + x->element];
        to += (int64_t)x->stride * ((int64_t)image - x->element);
    }
    COSET_INVARIANT(to >= 0 && to < m->n_slots);
    return (uint32_t)to;
}

static coset_value value_under(const action *a, uint32_t slot, coset_value value)
{
    const coset_model *m = a->m;
    if (a->map)
        return a->map->value[slot] ? a->map->value[slot][value] : value;
    if (is_composite(a, slot)) {
        uint32_t object = object_under(a, slot, value);
        return object - m->symmetry.composite->first[m->symmetry.composite->slot_of[object]];
    }
    const coset_valclass *c = &m->symmetry.valclasses[m->slots[slot].valclass];
    for (uint32_t i = 0; i < c->n_segments; i++) {
        const coset_segment *g = &c->segments[i];
        if (value >= g->lo && value - g->lo < g->n)
            return g->lo + a->perm[coset_symmetry_offset(&m->symmetry, g->type) + g->first + (value - g->lo)] -
                   g->first;
    }
    return value;
}

static bool may_change(const action *a, uint32_t slot)
{
    return a->map ? a->map->value[slot] != NULL : a->m->slots[slot].valclass != 0 || is_composite(a, slot);
}

static bool changes_values(const action *a, uint32_t slot)
{
    bool changes = false;
    for (coset_value v = 0; !changes && may_change(a, slot) && v <= a->m->slots[slot].max; v++)
        changes = value_under(a, slot, v) != v;
    return changes;
}

/* Bit k of the slot's value after a renaming, as a function of the slot's bits. */
static coset_bdd renamed_bit(const coset__vars *v, const action *a, uint32_t slot, uint32_t k, bool next)
{
    uint32_t shift = v->first[slot + 1] - 1 - k;
    coset_bdd bit = coset_bdd_var(v->bdd, coset__var(v, k, next)), flips = coset_bdd_false;
    for (coset_value x = 0; may_change(a, slot) && x <= a->m->slots[slot].max; x++) {
        coset_value image = value_under(a, slot, x);
        COSET_INVARIANT(image <= a->m->slots[slot].max);
        if ((x ^ image) >> shift & 1)
            flips = coset_bdd_or(v->bdd, flips, coset__slot_is(v, slot, x, next));
    }
    return coset_bdd_ite(v->bdd, flips, coset_bdd_not(v->bdd, bit), bit);
}

/* ---- application ------------------------------------------------------------------------------------------------- */

/* For each variable its value in the state that the renaming maps to one of the image: a value is read where its slot
 * has moved to, and renamed back. Functions are used even if the library could rename variables: it moves one past
 * others without caching, so it follows each path again. `first`: 1 for next variables only. */
static coset_bdd_map *make_map(const coset__renaming *r, uint32_t first)
{
    coset_bdd_map *map = NULL;
    const coset__vars *v = r->v;
    COSET_VEC(uint32_t) vars = {0};
    COSET_VEC(coset_bdd) functions = {0};
    coset_bdd_scope scope = coset_bdd_open(v->bdd);
    for (uint32_t s = 0; s < v->m->n_slots; s++) {
        uint32_t to = r->slot_to[s];
        COSET_INVARIANT(v->m->slots[to].bits == v->m->slots[s].bits);
        for (uint32_t k = 0; (to != s || changes_values(&r->back, s)) && k < v->m->slots[s].bits; k++)
            for (uint32_t next = first; next < 2; next++) {
                *coset_vec_add(&vars) = coset__var(v, v->first[s] + k, next);
                *coset_vec_add(&functions) = renamed_bit(v, &r->back, to, v->first[to] + k, next);
            }
    }
    if (vars.n)
        map = coset_bdd_map_of(v->bdd, vars.at, functions.at, vars.n);
    coset_bdd_close(v->bdd, scope);
    coset_vec_fini(&vars);
    coset_vec_fini(&functions);
    return map;
}

coset_bdd coset__rename(const coset__renaming *r, coset_bdd set)
{
    return r->all ? coset_bdd_compose(r->v->bdd, set, r->all) : set;
}

coset_bdd coset__rename_next(const coset__renaming *r, coset_bdd relation)
{
    return r->next ? coset_bdd_compose(r->v->bdd, relation, r->next) : relation;
}

uint32_t coset__renamed_slot(const coset__renaming *r, uint32_t slot) { return r->slot_to[slot]; }

bool coset__renaming_is(const coset__renaming *r, const coset_renaming *perm)
{
    COSET_INVARIANT(r->to.perm); /* it is none of slots */
    for (uint32_t i = 0; i < coset_symmetry_points(&r->v->m->symmetry); i++)
        if (r->to.perm[i] != perm[i])
            return false;
    return true;
}

/* Type by type: images count from the first element of theirs. */
void coset__renaming_under(const coset__renaming *r, const coset__renaming *by, coset_renaming *out)
{
    const coset_symmetry *s = &by->v->m->symmetry;
    COSET_INVARIANT(by->to.perm && by->back.perm && (!r || r->to.perm));
    for (uint32_t t = 0, first = 0; t < s->n_types; first += s->types[t++].n)
        for (uint32_t e = 0; e < s->types[t].n; e++) {
            uint32_t from = by->back.perm[first + e], to = r ? r->to.perm[first + from] : from;
            out[first + e] = by->to.perm[first + to];
        }
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t holds, type, element, slot;
} rank;

static int compare_ranks(const void *a, const void *b)
{
    const rank *x = a, *y = b;
    const uint32_t p[] = {x->holds, x->type, x->element, x->slot}, q[] = {y->holds, y->type, y->element, y->slot};
    for (size_t i = 0; i < 4; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

static rank *ranks(const coset_model *m)
{
    rank *all = coset_new(m->n_slots, sizeof *all);
    for (uint32_t s = 0; s < m->n_slots; s++) {
        const coset_slot *slot = &m->slots[s];
        const coset_index *i = slot->n_index ? &slot->index[0] : NULL;
        all[s] = (rank){slot->valclass != 0, i ? i->type + 1 : 0, i ? i->element : 0, s};
    }
    if (m->n_slots)
        qsort(all, m->n_slots, sizeof *all, compare_ranks);
    return all;
}

static void collect_bits(coset__renaming *r, bool plain)
{
    const coset__vars *v = r->v;
    coset_bdd_scope scope = coset_bdd_open(v->bdd);
    rank *all = ranks(v->m);
    for (uint32_t i = 0; i < v->m->n_slots; i++) {
        uint32_t s = all[i].slot, from = slot_under(&r->back, s);
        bool is_plain = v->m->slots[s].valclass == 0 && v->m->slots[s].n_index == 1;
        if ((from == s && !changes_values(&r->to, s)) || (plain && !is_plain))
            continue;
        for (uint32_t k = 0; k < v->m->slots[s].bits; k++) {
            coset_bdd here = coset_bdd_var(v->bdd, coset__var(v, v->first[s] + k, false));
            coset_bdd there = renamed_bit(v, &r->to, from, v->first[from] + k, false);
            *coset_vec_add(&r->bits) = (bit_pair){coset_bdd_keep(v->bdd, here), coset_bdd_keep(v->bdd, there)};
        }
    }
    coset_delete(all);
    coset_bdd_close(v->bdd, scope);
}

/* From the last bit to the first one. */
void coset__renaming_compare(coset__renaming *r)
{
    coset_bdds *b = r->v->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd less = coset_bdd_false;
    r->compared = true;
    for (uint32_t i = r->bits.n; i-- > 0 && r->compared;) {
        coset_bdd_scope bit = coset_bdd_open(b);
        coset_bdd alike = coset_bdd_equal(b, r->bits.at[i].here, r->bits.at[i].there);
        coset_bdd falls = coset_bdd_minus(b, r->bits.at[i].here, r->bits.at[i].there);
        less = coset_bdd_or(b, falls, coset_bdd_and(b, alike, less));
        r->compared = coset_bdd_size(b, less) <= MOST_NODES;
        less = coset_bdd_close_with(b, bit, less);
    }
    coset_bdd_set(b, &r->less, r->compared ? less : coset_bdd_false);
    coset_bdd_close(b, scope);
}

static coset_bdd compare_within(const coset__renaming *r, coset_bdd set, bool want_less)
{
    coset_bdds *b = r->v->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd less = coset_bdd_false, alike = set;
    for (uint32_t i = 0; i < r->bits.n && !coset_bdd_is_false(alike); i++) {
        coset_bdd_scope bit = coset_bdd_open(b);
        coset_bdd falls = coset_bdd_minus(b, r->bits.at[i].here, r->bits.at[i].there);
        less = coset_bdd_or(b, less, coset_bdd_and(b, alike, falls));
        alike = coset_bdd_and(b, alike, coset_bdd_equal(b, r->bits.at[i].here, r->bits.at[i].there));
        coset_bdd_close_with_all(b, bit, (coset_bdd[]){less, alike}, 2);
    }
    return coset_bdd_close_with(b, scope, want_less ? less : alike);
}

coset_bdd coset__renamed_less(const coset__renaming *r, coset_bdd set)
{
    return r->compared ? coset_bdd_and(r->v->bdd, set, r->less) : compare_within(r, set, true);
}

coset_bdd coset__renamed_same(const coset__renaming *r, coset_bdd set) { return compare_within(r, set, false); }

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

/* The images of composite values. */
static void look_up(action *a)
{
    const coset_composite *c = a->m->symmetry.composite;
    if (!c)
        return;
    a->objects = coset_new((size_t)c->first[c->n_slots] + 1, sizeof *a->objects);
    a->place = coset_new((size_t)a->m->n_slots + 1, sizeof *a->place);
    for (uint32_t s = 0; s < a->m->n_slots; s++)
        a->place[s] = UINT32_MAX;
    for (uint32_t k = 0; k < c->n_slots; k++)
        a->place[c->slots[k]] = k;
    for (uint32_t i = 0; i < c->first[c->n_slots]; i++) {
        a->objects[i] = coset_composite_rename(c, &a->m->symmetry, a->perm, i);
        COSET_INVARIANT(a->objects[i] != UINT32_MAX); /* labels are closed, see composite.h */
    }
}

static void forget(action *a)
{
    coset_delete(a->perm);
    coset_delete(a->objects);
    coset_delete(a->place);
}

static coset__renaming *begin(const coset__vars *v)
{
    coset__renaming *r = coset_new(1, sizeof *r);
    *r = (coset__renaming){.v = v, .slot_to = coset_new(v->m->n_slots, sizeof *r->slot_to)};
    r->to.m = r->back.m = v->m;
    r->less = coset_bdd_keep(v->bdd, coset_bdd_false);
    return r;
}

/* Derived from both actions. */
static void finish(coset__renaming *r, coset__order order)
{
    for (uint32_t s = 0; s < r->v->m->n_slots; s++)
        r->slot_to[s] = slot_under(&r->to, s);
    r->all = make_map(r, 0);
    r->next = make_map(r, 1);
    if (order != COSET__BY_NOTHING)
        collect_bits(r, order == COSET__BY_PLAIN);
}

coset__renaming *coset__renaming_new(const coset__vars *v, const coset_renaming *perm, coset__order order)
{
    uint32_t n = coset_symmetry_points(&v->m->symmetry);
    coset__renaming *r = begin(v);
    r->to.perm = coset_new((size_t)n + 1, sizeof *r->to.perm);
    r->back.perm = coset_new((size_t)n + 1, sizeof *r->back.perm);
    for (uint32_t t = 0, first = 0; t < v->m->symmetry.n_types; first += v->m->symmetry.types[t].n, t++)
        for (uint32_t e = 0; e < v->m->symmetry.types[t].n; e++) {
            COSET_INVARIANT(perm[first + e] < v->m->symmetry.types[t].n);
            r->to.perm[first + e] = perm[first + e];
            r->back.perm[first + perm[first + e]] = e;
        }
    for (uint32_t t = 0, first = 0; t < v->m->symmetry.n_types; first += v->m->symmetry.types[t].n, t++)
        for (uint32_t e = 0; e < v->m->symmetry.types[t].n; e++)
            COSET_INVARIANT(r->back.perm[first + perm[first + e]] == e); /* no two have one image */
    look_up(&r->to);
    look_up(&r->back);
    finish(r, order);
    return r;
}

coset__renaming *coset__renaming_slotwise(const coset__vars *v, const coset_slotwise *by, coset__order order)
{
    coset__renaming *r = begin(v);
    r->to.map = &by->to;
    r->back.map = &by->back;
    finish(r, order);
    return r;
}

void coset__renaming_free(coset__renaming *r)
{
    if (!r)
        return;
    coset_bdds *b = r->v->bdd;
    for (uint32_t i = 0; i < r->bits.n; i++) {
        coset_bdd_drop(b, r->bits.at[i].here);
        coset_bdd_drop(b, r->bits.at[i].there);
    }
    coset_bdd_drop(b, r->less);
    coset_bdd_map_free(r->all);
    coset_bdd_map_free(r->next);
    coset_vec_fini(&r->bits);
    coset_delete(r->slot_to);
    forget(&r->to);
    forget(&r->back);
    coset_delete(r);
}

coset_renaming *coset__identity(const coset_model *m)
{
    coset_renaming *perm = coset_new((size_t)coset_symmetry_points(&m->symmetry) + 1, sizeof *perm);
    for (uint32_t t = 0, first = 0; t < m->symmetry.n_types; first += m->symmetry.types[t].n, t++)
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++)
            perm[first + e] = e;
    return perm;
}

#include <string.h>

#include "symm/canon/canon_int.h"

/* ---- points and classes --------------------------------------------------------------------------------------- */

/* Data for the construction only. */
typedef struct {
    coset__action *a;
    uint32_t **point_of;   /* [type][element] point, or COSET__NONE */
    coset__class *classes; /* [n_valclasses] */
    bool *is_live;         /* [n_slots] in a bag that the group touches */
    uint32_t *entry_of;    /* [n_slots] innermost entry, or COSET__NONE */
    uint32_t *family;      /* [n_slots] */
} maker;

static void make_points(maker *k)
{
    coset__action *a = k->a;
    const coset_symmetry *s = &a->m->symmetry;
    a->n_types = s->n_types;
    a->n_renaming = coset_symmetry_points(s);
    uint32_t *first = coset_arena_get(a->arena, s->n_types + 1, sizeof *first);
    coset__point *points = coset_arena_get(a->arena, a->n_renaming, sizeof *points);
    k->point_of = coset_arena_get(a->arena, s->n_types, sizeof *k->point_of);
    uint32_t n = 0, renaming = 0;
    for (uint32_t t = 0; t < s->n_types; t++) {
        first[t] = n;
        k->point_of[t] = coset_arena_get(a->arena, s->types[t].n, sizeof **k->point_of);
        for (uint32_t e = 0; e < s->types[t].n; e++, renaming++) {
            bool moves = a->g->n_moves[t] > 1 && a->g->moves[t][e];
            k->point_of[t][e] = moves ? n : COSET__NONE;
            if (moves)
                points[n++] = (coset__point){t, e, renaming};
        }
    }
    first[s->n_types] = n;
    a->first = first;
    a->points = points;
    a->n_points = n;
}

static coset_status make_class(maker *k, const coset_valclass *from, coset__class *to, coset_err *err)
{
    coset__action *a = k->a;
    coset_value *values = coset_arena_get(a->arena, a->n_points, sizeof *values);
    for (uint32_t i = 0; i < from->n_segments; i++) {
        const coset_segment *g = &from->segments[i];
        const uint32_t *points = k->point_of[g->type] + g->first;
        bool moves = false;
        for (uint32_t j = 0; j < g->n; j++)
            if (points[j] != COSET__NONE) {
                values[points[j]] = g->lo + j;
                moves = true;
            }
        if (moves && to->span.n)
            to->span.next = coset_arena_copy(a->arena, &to->span, 1, sizeof to->span);
        if (moves)
            to->span = (coset__span){g->lo, g->n, points, to->span.next};
    }
    to->values = values;
    for (uint32_t t = 0; t < a->n_types; t++)
        for (uint32_t p = a->first[t]; p < a->first[t + 1]; p++)
            if ((values[p] == 0) != (values[a->first[t]] == 0))
                return coset_fail(err, COSET_UNSUPPORTED,
                                  "a variable can hold some elements of '%s' but not others that may be renamed",
                                  a->m->symmetry.types[t].name);
    return COSET_OK;
}

static coset_status make_classes(maker *k, coset_err *err)
{
    const coset_symmetry *s = &k->a->m->symmetry;
    k->classes = coset_arena_get(k->a->arena, s->n_valclasses, sizeof *k->classes);
    for (uint32_t c = 0; c < s->n_valclasses; c++) {
        coset_status status = make_class(k, &s->valclasses[c], &k->classes[c], err);
        if (status)
            return status;
    }
    return COSET_OK;
}

/* A slot of a model without symmetric structure may name a class that is not there. */
static coset__class class_of(const maker *k, uint32_t slot)
{
    uint32_t c = k->a->m->slots[slot].valclass;
    return c < k->a->m->symmetry.n_valclasses ? k->classes[c] : (coset__class){.span = {.n = 0}};
}

static bool holds_points(const maker *k, uint32_t slot) { return class_of(k, slot).span.n > 0; }

static uint32_t count_axes(const maker *k, uint32_t slot)
{
    const coset_slot *s = &k->a->m->slots[slot];
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_index; i++)
        n += k->point_of[s->index[i].type][s->index[i].element] != COSET__NONE;
    return n;
}

static bool is_moved(const maker *k, uint32_t slot) { return holds_points(k, slot) || count_axes(k, slot); }

/* ---- bags ------------------------------------------------------------------------------------------------------ */

static bool bag_is_live(const maker *k, const coset_bag *b)
{
    uint32_t end = b->base + b->n_entries * b->width;
    for (uint32_t i = b->base; i < end; i++)
        if (k->is_live[i] || is_moved(k, i))
            return true;
    return false;
}

/* A bag is live if the group moves or changes a slot of it or of an enclosing bag; those have larger numbers. */
static void find_live_bags(maker *k)
{
    coset__action *a = k->a;
    const coset_symmetry *s = &a->m->symmetry;
    coset_bag *bags = coset_arena_get(a->arena, s->n_bags, sizeof *bags);
    for (uint32_t b = s->n_bags; b-- > 0;)
        if (bag_is_live(k, &s->bags[b]))
            memset(k->is_live + s->bags[b].base, true, (size_t)s->bags[b].n_entries * s->bags[b].width);
    for (uint32_t b = 0; b < s->n_bags; b++)
        if (s->bags[b].n_entries && s->bags[b].width && k->is_live[s->bags[b].base])
            bags[a->bags.n_bags++] = s->bags[b];
    a->bags.bags = bags;
}

/* Slots of one entry: those not yet in an inner entry become its own, the inner entries its children. */
static void claim_entry(maker *k, coset__entry *entries, uint32_t e, uint32_t shift)
{
    for (uint32_t i = entries[e].slot; i < entries[e].slot + entries[e].width; i++) {
        k->family[i] -= shift;
        uint32_t inner = k->entry_of[i];
        if (inner == COSET__NONE) {
            k->entry_of[i] = e;
            continue;
        }
        while (entries[inner].parent != COSET__NONE && inner != e)
            inner = entries[inner].parent;
        if (inner != e)
            entries[inner].parent = e;
    }
}

static coset__entry *make_entries(maker *k)
{
    coset__action *a = k->a;
    find_live_bags(k);
    for (uint32_t b = 0; b < a->bags.n_bags; b++)
        a->n_entries += a->bags.bags[b].n_entries;
    coset__entry *entries = coset_arena_get(a->arena, a->n_entries, sizeof *entries);
    uint32_t e = 0;
    for (uint32_t b = 0; b < a->bags.n_bags; b++)
        for (uint32_t i = 0; i < a->bags.bags[b].n_entries; i++, e++) {
            const coset_bag *bag = &a->bags.bags[b];
            entries[e] = (coset__entry){
                .slot = bag->base + i * bag->width, .width = bag->width, .parent = COSET__NONE, .bag = b};
            claim_entry(k, entries, e, i * bag->width);
        }
    a->entries = entries;
    return entries;
}

/* ---- columns and cells ----------------------------------------------------------------------------------------- */

/* The family of a slot is the first of the slots that it can be exchanged with: all its moving indexes at the first
 * point of their types, its bag entries at 0. */
static void make_families(maker *k)
{
    const coset__action *a = k->a;
    for (uint32_t i = 0; i < a->m->n_slots; i++)
        for (uint32_t x = 0; x < a->m->slots[i].n_index; x++) {
            const coset_index *at = &a->m->slots[i].index[x];
            uint32_t p = k->point_of[at->type][at->element];
            if (p != COSET__NONE)
                k->family[i] += coset__shift(a, at->stride, p, a->first[at->type]);
        }
}

static coset__cell make_cell(maker *k, uint32_t slot)
{
    coset__action *a = k->a;
    const coset_slot *s = &a->m->slots[slot];
    coset__axis *axes = coset_arena_get(a->arena, count_axes(k, slot), sizeof *axes);
    coset__cell c = {.slot = slot, .family = k->family[slot], .axes = axes, .class = class_of(k, slot)};
    for (uint32_t i = 0; i < s->n_index; i++) {
        uint32_t p = k->point_of[s->index[i].type][s->index[i].element];
        if (p != COSET__NONE)
            axes[c.n_axes++] = (coset__axis){p, s->index[i].stride};
    }
    c.salt = coset__mix((c.family + 1) * COSET__MIX);
    a->n_edges += 1;
    a->n_ends += c.n_axes + holds_points(k, slot);
    return c;
}

static bool is_column(const maker *k, uint32_t slot)
{
    return k->entry_of[slot] == COSET__NONE && !holds_points(k, slot) && count_axes(k, slot) == 1;
}

static uint32_t only_point(const maker *k, uint32_t slot, uint32_t *stride)
{
    const coset_slot *s = &k->a->m->slots[slot];
    for (uint32_t i = 0; i < s->n_index; i++) {
        uint32_t p = k->point_of[s->index[i].type][s->index[i].element];
        *stride = s->index[i].stride;
        if (p != COSET__NONE)
            return p;
    }
    coset_bug(__FILE__, __LINE__, "a column has no point");
}

static void make_columns(maker *k)
{
    coset__action *a = k->a;
    COSET_VEC(coset__column) columns = {0};
    for (uint32_t i = 0; i < a->m->n_slots; i++) {
        if (!is_column(k, i) || k->family[i] != i)
            continue;
        uint32_t stride = 0, p = only_point(k, i, &stride), type = a->points[p].type;
        uint32_t n = a->first[type + 1] - a->first[type];
        uint32_t *slots = coset_arena_get(a->arena, n, sizeof *slots);
        for (uint32_t j = 0; j < n; j++)
            slots[j] = i + coset__shift(a, stride, p, a->first[type] + j);
        *coset_vec_add(&columns) = (coset__column){type, slots};
    }
    a->n_columns = columns.n;
    a->columns = coset_arena_copy(a->arena, columns.at, columns.n, sizeof *columns.at);
    coset_vec_fini(&columns);
}

static void list_slots(maker *k)
{
    coset__action *a = k->a;
    coset__list *lists = coset_arena_get(a->arena, a->n_points, sizeof *lists);
    for (uint32_t p = 0; p < a->n_points; p++) {
        uint32_t *at = coset_arena_get(a->arena, a->n_columns, sizeof *at), type = a->points[p].type;
        for (uint32_t c = 0; c < a->n_columns; c++)
            if (a->columns[c].type == type)
                at[lists[p].n++] = a->columns[c].slots[p - a->first[type]];
        lists[p].at = at;
    }
    a->slots_of = lists;
}

static void make_cells(maker *k)
{
    coset__action *a = k->a;
    coset__cell *cells = coset_arena_get(a->arena, a->m->n_slots, sizeof *cells);
    for (uint32_t i = 0; i < a->m->n_slots; i++)
        if (k->entry_of[i] == COSET__NONE && is_moved(k, i) && !is_column(k, i))
            cells[a->n_cells++] = make_cell(k, i);
    a->cells = cells;
}

/* An index type may occur twice in a cell's axes; the cell is still listed once. */
static void make_cells_of(maker *k)
{
    coset__action *a = k->a;
    COSET_VEC(uint32_t) *lists = coset_new(a->n_points, sizeof *lists);
    for (uint32_t c = 0; c < a->n_cells; c++)
        for (uint32_t x = 0; x < a->cells[c].n_axes; x++) {
            uint32_t p = a->cells[c].axes[x].point;
            if (!lists[p].n || lists[p].at[lists[p].n - 1] != c)
                *coset_vec_add(&lists[p]) = c;
        }
    coset__list *all = coset_arena_get(a->arena, a->n_points, sizeof *all);
    for (uint32_t p = 0; p < a->n_points; p++) {
        all[p] = (coset__list){lists[p].n, coset_arena_copy(a->arena, lists[p].at, lists[p].n, sizeof(uint32_t))};
        coset_vec_fini(&lists[p]);
    }
    coset_delete(lists);
    a->cells_of = all;
}

static void fill_entries(maker *k, coset__entry *entries)
{
    for (uint32_t e = 0; e < k->a->n_entries; e++) {
        coset__entry *entry = &entries[e];
        entry->family = k->family[entry->slot];
        entry->salt = coset__mix((entry->family + 1) * COSET__MIX + 1);
        coset__cell *cells = coset_arena_get(k->a->arena, entry->width, sizeof *cells);
        for (uint32_t i = entry->slot; i < entry->slot + entry->width; i++)
            if (k->entry_of[i] == e)
                cells[entry->n_cells++] = make_cell(k, i);
        entry->cells = cells;
    }
}

static void make_all(maker *k)
{
    coset__action *a = k->a;
    uint32_t n = a->m->n_slots;
    k->is_live = coset_arena_get(a->arena, n, sizeof *k->is_live);
    k->entry_of = coset_arena_get(a->arena, n, sizeof *k->entry_of);
    k->family = coset_arena_get(a->arena, n, sizeof *k->family);
    for (uint32_t i = 0; i < n; i++) {
        k->entry_of[i] = COSET__NONE;
        k->family[i] = i;
    }
    coset__entry *entries = make_entries(k);
    make_families(k);
    make_columns(k);
    list_slots(k);
    make_cells(k);
    coset__usual_make(a);
    make_cells_of(k);
    fill_entries(k, entries);
    uint32_t most = a->n_points > 0 ? a->n_points : 1; /* nothing moves: still the one of 1 */
    a->factorials = coset_arena_get(a->arena, (size_t)most + 1, sizeof *a->factorials);
    a->factorials[0] = coset_factored_of(1);
    for (uint32_t i = 1; i <= most; i++)
        a->factorials[i] = coset_factored_product(a->factorials[i - 1], coset_factored_of(i));
    a->order = coset_factored_of(1);
    for (uint32_t t = 0; t < a->g->n_types; t++)
        a->order = coset_factored_product(a->order, coset_factored_factorial(a->g->n_moves[t]));
}

coset_status coset__action_new(const coset_model *m, const coset_symgroup *g, coset__action **out, coset_err *err)
{
    coset_arena *arena = coset_arena_new();
    coset__action *a = coset_arena_get(arena, 1, sizeof *a);
    a->arena = arena;
    a->m = m;
    a->g = g;
    maker k = {.a = a};
    make_points(&k);
    coset_status status = make_classes(&k, err);
    if (!status && m->symmetry.composite)
        status = coset__objects_new(a, k.point_of, err);
    if (status) {
        coset_arena_free(arena);
        return status;
    }
    make_all(&k);
    *out = a;
    return COSET_OK;
}

void coset__action_free(coset__action *a)
{
    if (!a)
        return;
    coset__fast_fini(a);
    coset_arena_free(a->arena);
}

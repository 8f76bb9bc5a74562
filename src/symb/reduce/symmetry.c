/* symb/reduce/symmetry.c - sorting sets of states; orbits. */
#include "symb/reduce/symmetry.h"
#include "symb/encode/transient_image.h"

#include "base/mem.h"
#include "model/composite.h"

#define MOST_OBJECTS 1000000 /* values of components, for all renamings of a group that is tried as a whole */

/* ---- renamings --------------------------------------------------------------------------------------------------- */

coset_renaming *coset__identity(const coset_model *m)
{
    coset_renaming *perm = coset_new((size_t)coset_symmetry_points(&m->symmetry) + 1, sizeof *perm);
    for (uint32_t t = 0, first = 0; t < m->symmetry.n_types; first += m->symmetry.types[t].n, t++)
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++)
            perm[first + e] = e;
    return perm;
}

/* Exchanges of each moving element with the next one. */
static void make_swaps(coset__symmetry *y, coset__order by)
{
    const coset_model *m = y->r->m;
    for (uint32_t t = 0, first = 0; t < m->symmetry.n_types; first += m->symmetry.types[t].n, t++) {
        uint32_t last = UINT32_MAX;
        for (uint32_t e = 0; y->o->group->n_moves[t] && e < m->symmetry.types[t].n; e++) {
            if (!y->o->group->moves[t][e])
                continue;
            if (last != UINT32_MAX) {
                coset_renaming *perm = coset__identity(m);
                perm[first + last] = e;
                perm[first + e] = last;
                coset__renaming *swap = coset__renaming_new(&y->r->vars, perm, by);
                if (!y->r->folds) /* then sets are sorted less often, and comparisons were most of all nodes */
                    coset__renaming_compare(swap);
                *coset_vec_add(&y->swaps) = (coset__swap){swap, t, last, e};
                coset_delete(perm);
            }
            last = e;
        }
    }
}

/* Depth-first over the images of the moving elements of all types. */
static void make_all(coset__symmetry *y, coset_renaming *perm, bool *taken, uint32_t point)
{
    const coset_symmetry *s = &y->r->m->symmetry;
    uint32_t t = 0, first = 0;
    while (t < s->n_types && point >= first + s->types[t].n)
        first += s->types[t++].n;
    if (t == s->n_types) {
        *coset_vec_add(&y->all) = coset__renaming_new(&y->r->vars, perm, COSET__BY_ALL);
        return;
    }
    uint32_t e = point - first;
    bool moves = y->o->group->n_moves[t] && y->o->group->moves[t][e];
    for (uint32_t to = moves ? 0 : e; to < (moves ? s->types[t].n : e + 1); to++) {
        if (taken[first + to] || (moves && !y->o->group->moves[t][to]))
            continue;
        taken[first + to] = true;
        perm[point] = to;
        make_all(y, perm, taken, point + 1);
        taken[first + to] = false;
    }
}

/* How many elements that move a slot mentions: where no slot mentions two, neighbours decide. */
static uint32_t mentions(const coset__symmetry *y, uint32_t slot)
{
    const coset_model *m = y->r->m;
    const coset_slot *s = &m->slots[slot];
    const coset_valclass *c = &m->symmetry.valclasses[s->valclass];
    uint32_t n = 0;
    bool holds = false;
    for (uint32_t i = 0; i < s->n_index; i++)
        n += y->o->group->n_moves[s->index[i].type] && y->o->group->moves[s->index[i].type][s->index[i].element];
    for (uint32_t i = 0; i < c->n_segments; i++)
        for (uint32_t e = 0; y->o->group->n_moves[c->segments[i].type] && e < c->segments[i].n; e++)
            holds = holds || y->o->group->moves[c->segments[i].type][c->segments[i].first + e];
    return n + holds;
}

static bool neighbours_decide(const coset__symmetry *y)
{
    if (y->r->m->symmetry.composite) /* whose values may mention any number of elements */
        return false;
    for (uint32_t s = 0; s < y->r->m->n_slots; s++)
        if (mentions(y, s) > 1)
            return false;
    return true;
}

/* ---- sorting ----------------------------------------------------------------------------------------------------- */

/* Applies the renaming to the states that it makes smaller. */
static coset_bdd improve(const coset__symmetry *y, const coset__renaming *by, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd bad = coset__renamed_less(by, set);
    if (!coset_bdd_is_false(bad))
        set = coset_bdd_or(b, coset_bdd_minus(b, set, bad), coset__rename(by, bad));
    return coset_bdd_close_with(b, scope, set);
}

/* Exchanges neighbours up and down: what is out of its place by one element gets to it in one pass there and one back.
 * An exchange is looked at again when it or one beside it has changed something. */
static coset_bdd sort_neighbours(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    uint32_t n = y->swaps.n, left = n;
    bool *settled = coset_new((size_t)n + 1, sizeof *settled);
    for (uint32_t k = 0; left && !coset_bdd_failed(b); k = (k + 1) % (2 * n)) {
        uint32_t i = k < n ? k : 2 * n - 1 - k;
        if (settled[i])
            continue;
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd before = set;
        set = coset_bdd_close_with(b, scope, improve(y, y->swaps.at[i].by, set));
        settled[i] = true;
        left--;
        for (uint32_t j = i ? i - 1 : 0; !coset_bdd_same(before, set) && j < n && j <= i + 1; j++) {
            left += settled[j];
            settled[j] = false;
        }
    }
    coset_delete(settled);
    return set;
}

/* A renaming that makes a state smaller ends at the latest with the least state. */
static coset_bdd sort(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    bool changed = true;
    while (changed && !coset_bdd_failed(b)) {
        set = sort_neighbours(y, set);
        coset_bdd before = set;
        for (uint32_t i = 0; i < y->all.n && coset_bdd_same(before, set); i++) {
            coset_bdd_scope scope = coset_bdd_open(b);
            set = coset_bdd_close_with(b, scope, improve(y, y->all.at[i], set));
        }
        changed = !coset_bdd_same(before, set);
    }
    return set;
}

coset_bdd coset__represent(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    if (y->swaps.n == 0)
        return set;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps;
    if (y->method == COSET_SYMB_DYNAMIC)
        reps = sort(y, set);
    else if (y->method == COSET_SYMB_MULTIPLE)
        reps = coset__take_all(y, set);
    else
        reps = coset_bdd_rename(b, coset_bdd_relprod(b, set, y->to_rep, y->r->vars.now), y->r->vars.next_to_now);
    coset_bdd_note(b, reps);
    return coset_bdd_close_with(b, scope, reps);
}

coset_bdd coset__spread(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd before;
    do {
        before = set;
        for (uint32_t i = 0; i < y->swaps.n && !coset_bdd_failed(b); i++) {
            coset_bdd_scope scope = coset_bdd_open(b);
            set = coset_bdd_close_with(b, scope, coset_bdd_or(b, set, coset__rename(y->swaps.at[i].by, set)));
        }
    } while (!coset_bdd_same(before, set) && !coset_bdd_failed(b));
    return set;
}

/* Sorting without unique results is no function of orbits: a source may have been sorted differently. Of transient
 * states those behind representatives are known, so walks are followed back from all states of an orbit. */
coset_bdd coset__sources(const coset__symmetry *y, const coset__cluster *c, coset_bdd to)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    bool sorted = y->unique || y->method == COSET_SYMB_MULTIPLE || y->method == COSET_SYMB_RELATION;
    if (y->r->passes && !y->r->through->all)
        sorted = y->swaps.n == 0;
    to = sorted ? coset__gather_targets(y, c, to) : coset__spread(y, to);
    coset_bdd from = coset__preimage(y->r, c, to);
    if (sorted)
        from = coset__represent(y, from);
    else if (c->named)
        from = coset__spread(y, from);
    return coset_bdd_close_with(b, scope, from);
}

/* ---- sizes of orbits --------------------------------------------------------------------------------------------- */

void coset__add_orbits(coset_bdds *b, coset__orbit_list *list, coset_count size, coset_bdd states)
{
    if (coset_bdd_is_false(states))
        return;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].size == size) {
            coset_bdd_set(b, &list->at[i].states, coset_bdd_or(b, list->at[i].states, states));
            return;
        }
    *coset_vec_add(list) = (coset__orbits){size, coset_bdd_keep(b, states)};
}

void coset__drop_orbits(coset_bdds *b, coset__orbit_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        coset_bdd_drop(b, list->at[i].states);
    coset_vec_fini(list);
}

/* States by the number of renamings that keep them, of the whole group. */
static void count_keepers(const coset__symmetry *y, coset_bdd set, coset__orbit_list *parts)
{
    coset_bdds *b = y->r->bdd;
    coset__add_orbits(b, parts, 0, set);
    for (uint32_t i = 0; i < y->all.n; i++) {
        coset__orbit_list finer = {0};
        for (uint32_t k = 0; k < parts->n; k++) {
            coset_bdd_scope scope = coset_bdd_open(b);
            coset_bdd same = coset__renamed_same(y->all.at[i], parts->at[k].states);
            coset__add_orbits(b, &finer, parts->at[k].size + 1, same);
            coset__add_orbits(b, &finer, parts->at[k].size, coset_bdd_minus(b, parts->at[k].states, same));
            coset_bdd_close(b, scope);
        }
        coset__drop_orbits(b, parts);
        *parts = finer;
    }
}

/* A run of equal neighbours that has `length` elements so far: the number of keepers grows by that factor with each
 * one. */
typedef struct {
    coset__orbit_list parts;
    uint32_t length;
} run;

typedef COSET_VEC(run) runs;

static coset__orbit_list *parts_of(runs *all, uint32_t length)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].length == length)
            return &all->at[i].parts;
    *coset_vec_add(all) = (run){.length = length};
    return &all->at[all->n - 1].parts;
}

static void drop_runs(coset_bdds *b, runs *all)
{
    for (uint32_t i = 0; i < all->n; i++)
        coset__drop_orbits(b, &all->at[i].parts);
    coset_vec_fini(all);
}

/* One more element: equal to the one before it, or not. */
static void next_element(const coset__symmetry *y, runs *all, uint32_t swap)
{
    coset_bdds *b = y->r->bdd;
    bool new_type = swap == 0 || y->swaps.at[swap].type != y->swaps.at[swap - 1].type;
    runs next = {0};
    for (uint32_t i = 0; i < all->n; i++)
        for (uint32_t k = 0; k < all->at[i].parts.n; k++) {
            const coset__orbits *p = &all->at[i].parts.at[k];
            uint32_t length = (new_type ? 1 : all->at[i].length) + 1;
            coset_bdd_scope scope = coset_bdd_open(b);
            coset_bdd same = coset__renamed_same(y->swaps.at[swap].by, p->states);
            coset__add_orbits(b, parts_of(&next, length), p->size * length, same);
            coset__add_orbits(b, parts_of(&next, 1), p->size, coset_bdd_minus(b, p->states, same));
            coset_bdd_close(b, scope);
        }
    drop_runs(b, all);
    *all = next;
}

/* Sorted states: the keepers permute runs of equal neighbours. */
static void count_runs(const coset__symmetry *y, coset_bdd set, coset__orbit_list *parts)
{
    runs all = {0};
    coset__add_orbits(y->r->bdd, parts_of(&all, 1), 1, set);
    for (uint32_t i = 0; i < y->swaps.n; i++)
        next_element(y, &all, i);
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t k = 0; k < all.at[i].parts.n; k++)
            coset__add_orbits(y->r->bdd, parts, all.at[i].parts.at[k].size, all.at[i].parts.at[k].states);
    drop_runs(y->r->bdd, &all);
}

static bool order_of(const coset_symb_options *o, coset_count *order)
{
    if (!o->found)
        return coset_symgroup_order(o->group, order);
    *order = o->found->order;
    return *order != 0;
}

bool coset__orbit_sizes(const coset__symmetry *y, coset_bdd set, coset__orbit_list *out)
{
    coset_count order = 1;
    *out = (coset__orbit_list){0};
    bool known = y->all.n || y->method == COSET_SYMB_DYNAMIC || y->swaps.n == 0;
    bool grouped = y->swaps.n || y->keepers_of;
    if (!y->unique || !known || (grouped && !order_of(y->o, &order)))
        return false;
    coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
    if (y->keepers_of)
        y->keepers_of(y->counter, &y->r->vars, set, out);
    else if (y->all.n)
        count_keepers(y, set, out);
    else
        count_runs(y, set, out);
    coset_bdd_close(y->r->bdd, scope);
    for (uint32_t i = 0; i < out->n; i++)
        out->at[i].size = order / out->at[i].size;
    return true;
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

void coset__symmetry_none(coset__symmetry *y, const coset__relation *r, const coset_symb_options *o, coset_arena *arena)
{
    *y = (coset__symmetry){.o = o, .r = r, .method = o->symmetry, .arena = arena, .unique = true};
    y->to_rep = coset_bdd_keep(r->bdd, coset_bdd_false);
}

bool coset__exchanges(const coset_symb_options *o)
{
    return o->symmetry != COSET_SYMB_NONE && (o->found || (o->group && !coset_symgroup_is_trivial(o->group)));
}

/* Renamings of declared types. */
static coset_status take_declared(coset__symmetry *y, coset_err *err)
{
    const coset_symb_options *o = y->o;
    const coset_model *m = y->r->m;
    const coset_composite *composite = m->symmetry.composite;
    coset_count order;
    if (m->symmetry.n_bags)
        return coset_fail(err, COSET_UNSUPPORTED, "the symbolic engine does not support symmetry of such states");
    if (composite && o->symmetry == COSET_SYMB_COUNTER)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "components that are exchanged may differ and mention others, so they are not counted: use "
                          "--symbolic-symmetry=dynamic");
    bool decided = neighbours_decide(y);
    bool small = coset_symgroup_order(o->group, &order) && order <= COSET_SYMB_MOST_RENAMINGS;
    if (composite && small)
        small = order * composite->first[composite->n_slots] <= MOST_OBJECTS;
    make_swaps(y, decided || small || !o->backward ? COSET__BY_ALL : COSET__BY_PLAIN);
    bool wanted = o->symmetry == COSET_SYMB_ORBIT || (o->symmetry == COSET_SYMB_DYNAMIC && !decided);
    if (wanted && small) {
        coset_renaming *perm = coset__identity(m);
        bool *taken = coset_new((size_t)coset_symmetry_points(&m->symmetry) + 1, sizeof *taken);
        make_all(y, perm, taken, 0);
        coset_delete(perm);
        coset_delete(taken);
    }
    y->unique = o->symmetry == COSET_SYMB_ORBIT || o->symmetry == COSET_SYMB_COUNTER ||
                (o->symmetry == COSET_SYMB_DYNAMIC && (decided || small));
    return COSET_OK;
}

/* A group that nobody declared (rotations, for instance): all its elements are the paper's set F, by which a state that
 * none makes less is the least of its orbit. */
static coset_status take_found(coset__symmetry *y, coset_err *err)
{
    const coset_slotwise_group *g = y->o->found;
    if (y->method != COSET_SYMB_DYNAMIC && y->method != COSET_SYMB_ORBIT)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "this method needs declared types: for detected symmetry use "
                          "--symbolic-symmetry=dynamic or orbit");
    for (uint32_t i = 0; i < g->n_generators; i++) {
        coset__renaming *by = coset__renaming_slotwise(&y->r->vars, &g->generators[i], COSET__BY_ALL);
        coset__renaming_compare(by);
        *coset_vec_add(&y->swaps) = (coset__swap){.by = by};
    }
    for (uint32_t i = 0; i < g->n_elements; i++)
        *coset_vec_add(&y->all) = coset__renaming_slotwise(&y->r->vars, &g->elements[i], COSET__BY_ALL);
    y->unique = y->method == COSET_SYMB_ORBIT || g->n_elements > 0;
    return COSET_OK;
}

coset_status coset__symmetry_make(coset__symmetry *y, const coset__relation *r, const coset_symb_options *o,
                                  coset_arena *arena, coset_err *err)
{
    coset__symmetry_none(y, r, o, arena);
    if (!coset__exchanges(o))
        return COSET_OK;
    coset_status status = o->found ? take_found(y, err) : take_declared(y, err);
    if (status != COSET_OK)
        return status;
    /* What was detected speaks of values that a run may reach: of others it is looked at for searches backward only. */
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    y->doubtful = (o->found && !o->backward) || coset__symmetry_refuted(y, coset__valid(&r->vars)) != NULL;
    coset_bdd_close(r->bdd, scope);
    if (o->symmetry == COSET_SYMB_ORBIT)
        status = coset__symmetry_by_relation(y, err);
    if (status == COSET_OK && o->symmetry == COSET_SYMB_MULTIPLE)
        status = o->chosen ? coset__symmetry_by_predicate(y, err) : coset__symmetry_takes(y, err);
    if (status == COSET_OK && o->symmetry == COSET_SYMB_RELATION)
        status = coset__symmetry_takes(y, err);
    if (status == COSET_OK && o->symmetry == COSET_SYMB_RELATION)
        coset__symmetry_relate(y);
    if (status == COSET_OK && coset_bdd_failed(r->bdd))
        status = coset_fail(err, COSET_MEMORY, "out of memory for decision diagrams while symmetry was prepared");
    return status;
}

void coset__symmetry_free(coset__symmetry *y)
{
    for (uint32_t i = 0; i < y->swaps.n; i++)
        coset__renaming_free(y->swaps.at[i].by);
    for (uint32_t i = 0; i < y->all.n; i++)
        coset__renaming_free(y->all.at[i]);
    coset_vec_fini(&y->swaps);
    coset_vec_fini(&y->all);
    coset_vec_fini(&y->keepers);
    coset_bdd_drop(y->r->bdd, y->to_rep);
    coset__takes_free(y);
}

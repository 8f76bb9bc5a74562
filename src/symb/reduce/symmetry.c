/* The renamings that a symbolic search applies to states, and the preparation of each method. */
#include "symb/reduce/symmetry.h"

#include "base/mem.h"
#include "model/composite.h"

#define MOST_OBJECTS 1000000 /* values of components, for all renamings of a group that is tried as a whole */

/* ---- renamings --------------------------------------------------------------------------------------------------- */

/* Exchanges of each moving element with the next one. */
static void make_swaps(coset__symmetry *y, coset__order by)
{
    const coset_model *m = y->r->m;
    for (uint32_t t = 0, first = 0; t < m->symmetry.n_types; first += m->symmetry.types[t].n, t++) {
        uint32_t last = UINT32_MAX, before = y->swaps.n;
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
        /* Neighbours generate all permutations of those that move. */
        COSET_INVARIANT(y->swaps.n - before + 1 == y->o->group->n_moves[t] || y->o->group->n_moves[t] == 0);
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

/* The number of moving elements that a slot mentions: if no slot mentions two, neighbours decide. */
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
        COSET_INVARIANT(y->all.n == order);
        coset_delete(perm);
        coset_delete(taken);
    }
    y->unique = o->symmetry == COSET_SYMB_ORBIT || o->symmetry == COSET_SYMB_COUNTER ||
                (o->symmetry == COSET_SYMB_DYNAMIC && (decided || small));
    return COSET_OK;
}

/* An undeclared group (rotations, for instance): all its elements are the paper's set F, by which a state that no
 * element makes less is the least of its orbit. */
static coset_status take_found(coset__symmetry *y, coset_err *err)
{
    const coset_slotwise_group *g = y->o->found;
    if (y->method != COSET_SYMB_DYNAMIC && y->method != COSET_SYMB_ORBIT)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "this method needs declared types: for detected symmetry use "
                          "--symbolic-symmetry=dynamic or orbit");
    COSET_INVARIANT(g->n_elements == 0 || g->n_elements == g->order);
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
    /* Detection covers values that a run may reach: others are checked for backward searches only. */
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

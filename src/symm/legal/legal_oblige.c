/* symm/legal/legal_oblige.c - loops that are checked at run time.
 *
 * A property that the text does not prove may hold in every reachable state. The accesses that are not proved to be
 * disjoint are watched in every run of the loop (ir/order.h); doc/internals-legality.md has the theorem. */
#include "symm/legal/legal_int.h"

void coset__obligations_clear(coset__obligations *o) { o->loops.n = o->marks.n = o->written.n = 0; }

void coset__obligations_fini(coset__obligations *o)
{
    coset_vec_fini(&o->loops);
    coset_vec_fini(&o->marks);
    coset_vec_fini(&o->written);
}

bool coset__may_oblige(const coset__legal *l, const coset_ir_stmt *loop)
{
    if (!l->obliges || !coset_ir_whole_binder(loop))
        return false;
    for (uint32_t i = 0; i < l->options->n_broken; i++)
        if (l->options->broken[i] == loop)
            return false;
    return true;
}

static uint32_t number_of(coset__obligations *o, const coset_ir_stmt *loop)
{
    uint32_t i = 0;
    while (i < o->loops.n && o->loops.at[i].loop.stmt != loop)
        i++;
    if (i == o->loops.n)
        *coset_vec_add(&o->loops) = (coset__obligation){.loop.stmt = loop};
    return i;
}

coset__obligation *coset__oblige(coset__legal *l, const coset_ir_stmt *loop, coset__types types)
{
    uint32_t number = number_of(l->obligations, loop);
    coset__obligation *o = &l->obligations->loops.at[number];
    o->types |= types;
    return o;
}

void coset__note_written(coset__legal *l, const coset_ir_stmt *loop, const coset_ir_place *place, bool own)
{
    coset__obligations *o = l->obligations;
    for (uint32_t i = 0; i < o->written.n; i++)
        if (o->written.at[i].loop == loop && o->written.at[i].place == place) {
            o->written.at[i].own &= own;
            return;
        }
    *coset_vec_add(&o->written) = (coset__written){loop, place, own};
}

/* Accesses of one kind commute on one slot to the extent that they did for the proof: each use by itself, the same
 * constant, or values of one statement that are the same in all iterations. */
static uint32_t deed_of(const coset__obligations *o, const coset__access *a)
{
    if (a->use < COSET__WRITE)
        return COSET_DEED_READ;
    if (a->use == COSET__WRITE)
        return COSET_DEED_WRITE;
    if (a->use > COSET__WRITE_SAME)
        return COSET_DEED_SAME + (uint32_t)a->use;
    if (a->sym.kind == COSET__CONST && a->sym.id >= 0 && a->sym.id < 1 << 20)
        return 64 + 2 * (uint32_t)a->sym.id;
    return 65 + 2 * o->marks.n; /* a number of its own */
}

void coset__watch(coset__legal *l, const coset_ir_stmt *loop, const coset__access *a)
{
    coset__obligations *o = l->obligations;
    uint32_t number = number_of(o, loop), deed = deed_of(o, a);
    bool own = deed > 64 && deed % 2;
    for (uint32_t i = 0; i < o->marks.n; i++) {
        coset_ir_touched *m = &o->marks.at[i];
        if (m->place != a->place || m->touch.loop != number)
            continue;
        bool same = m->touch.deed == deed || (own && m->touch.deed > 64 && m->touch.deed % 2);
        if (!same) /* in different calls */
            m->touch.deed = COSET_DEED_WRITE;
        return;
    }
    *coset_vec_add(&o->marks) = (coset_ir_touched){a->place, {number, deed}};
}

static void give_marks(const coset__obligations *o, uint32_t loop, coset_legal *legal, coset_ir_touched *marks)
{
    for (uint32_t k = 0; k < o->marks.n; k++)
        if (o->marks.at[k].touch.loop == loop)
            marks[legal->n_marks++] =
                (coset_ir_touched){o->marks.at[k].place, {legal->n_obliged, o->marks.at[k].touch.deed}};
    for (uint32_t k = 0; k < o->written.n && !o->loops.at[loop].unknown; k++)
        if (o->written.at[k].own && o->written.at[k].loop == o->loops.at[loop].loop.stmt)
            marks[legal->n_marks++] = (coset_ir_touched){o->written.at[k].place, {legal->n_obliged, COSET_DEED_OWN}};
}

void coset__obligations_give(const coset__legal *l, coset_legal *legal, coset_arena *out)
{
    const coset__obligations *o = l->obligations;
    coset_ir_ordered *loops = coset_arena_get(out, (size_t)o->loops.n + 1, sizeof *loops);
    coset_ir_touched *marks = coset_arena_get(out, (size_t)o->marks.n + o->written.n + 1, sizeof *marks);
    legal->n_obliged = legal->n_marks = 0;
    for (uint32_t i = 0; i < o->loops.n; i++) {
        bool moves = false;
        for (uint32_t t = 0; t < l->ir->n_symtypes && t < COSET__MOST_TYPES; t++)
            moves |= (o->loops.at[i].types >> t & 1) && legal->steps->n_moves[t] > 1;
        if (!moves)
            continue;
        give_marks(o, i, legal, marks);
        loops[legal->n_obliged++] = o->loops.at[i].loop;
    }
    legal->obliged = loops;
    legal->marks = marks;
}

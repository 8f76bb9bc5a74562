/* symm/legal_oblige.c - loops that are checked while the model runs.
 *
 * What the text cannot prove may hold in every reachable state. The accesses of which the proof does not know that they
 * are apart are watched in every run of the loop (ir/order.h); doc/internals-legality.md has the theorem. */
#include "symm/legal_int.h"

void coset__obligations_clear(coset__obligations *o) { o->loops.n = o->types.n = o->marks.n = 0; }

void coset__obligations_fini(coset__obligations *o)
{
    coset_vec_fini(&o->loops);
    coset_vec_fini(&o->types);
    coset_vec_fini(&o->marks);
}

bool coset__may_oblige(const coset__legal *l, const coset_ir_stmt *loop)
{
    if (!l->obliges || loop->op != COSET_S_FOR || loop->binder->bag || loop->binder->from)
        return false;
    for (uint32_t i = 0; i < l->options->n_broken; i++)
        if (l->options->broken[i] == loop)
            return false;
    return true;
}

static uint32_t number_of(coset__obligations *o, const coset_ir_stmt *loop)
{
    uint32_t i = 0;
    while (i < o->loops.n && o->loops.at[i] != loop)
        i++;
    if (i == o->loops.n) {
        *coset_vec_add(&o->loops) = loop;
        *coset_vec_add(&o->types) = 0;
    }
    return i;
}

void coset__oblige(coset__legal *l, const coset_ir_stmt *loop, coset__types types)
{
    l->obligations->types.at[number_of(l->obligations, loop)] |= types;
}

/* Deeds of one kind commute on one slot, as far as they did for the proof: each use by itself, the same constant, or
 * what one statement writes that is the same in all iterations. */
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

void coset__obligations_give(const coset__legal *l, coset_legal *legal, coset_arena *out)
{
    const coset__obligations *o = l->obligations;
    const coset_ir_stmt **loops = coset_arena_get(out, (size_t)o->loops.n + 1, sizeof *loops);
    coset_ir_touched *marks = coset_arena_get(out, (size_t)o->marks.n + 1, sizeof *marks);
    uint32_t n = 0, n_marks = 0;
    for (uint32_t i = 0; i < o->loops.n; i++) {
        bool moves = false;
        for (uint32_t t = 0; t < l->ir->n_symtypes && t < COSET__MOST_TYPES; t++)
            moves |= (o->types.at[i] >> t & 1) && legal->steps->n_moves[t] > 1;
        if (!moves)
            continue;
        for (uint32_t k = 0; k < o->marks.n; k++)
            if (o->marks.at[k].touch.loop == i)
                marks[n_marks++] = (coset_ir_touched){o->marks.at[k].place, {n, o->marks.at[k].touch.deed}};
        loops[n++] = o->loops.at[i];
    }
    legal->n_obliged = n;
    legal->obliged = loops;
    legal->n_marks = n_marks;
    legal->marks = marks;
}

/* symm/legal/legal_copy.c - variables that hold a copy of the iteration variable.
 *
 * During the walk of a loop body the set of slots is known that certainly hold a copy: `m.dst := j` adds m.dst, until
 * something may write there. An index that is such a slot counts as the iteration variable. */
#include "symm/legal/legal_int.h"

/* The slots of one frame, or of the state, that the path names; false: it is not known which ones. */
static bool names_slots(const coset__path *p, uint32_t *frame, uint32_t *lo, uint32_t *hi)
{
    bool exact;
    if (!p || p->root == COSET__ROOT_REF)
        return false;
    coset__path_range(p, lo, hi, &exact);
    *frame = p->root == COSET__ROOT_STATE ? COSET__STATE_FRAME : p->frame;
    return exact;
}

static void add(coset__copies *c, uint32_t frame, uint32_t slot, coset__sym sym)
{
    *coset_vec_add(&c->at) = (coset__copy){frame, slot, sym};
}

static void drop_at(coset__copies *c, uint32_t i) { c->at.at[i] = c->at.at[--c->at.n]; }

coset__sym coset__copy_of(const coset__copies *c, const coset__path *p)
{
    uint32_t frame, lo, hi;
    if (c && c->at.n > 0 && names_slots(p, &frame, &lo, &hi) && hi == lo + 1)
        for (uint32_t i = 0; i < c->at.n; i++)
            if (c->at.at[i].frame == frame && c->at.at[i].slot == lo)
                return c->at.at[i].sym;
    return (coset__sym){COSET__ANY, 0};
}

void coset__copies_write(coset__copies *c, const coset__path *p)
{
    uint32_t lo = 0, hi = UINT32_MAX;
    bool exact, any = !p || p->root == COSET__ROOT_REF;
    uint32_t frame = any || p->root == COSET__ROOT_STATE ? COSET__STATE_FRAME : p->frame;
    if (!any)
        coset__path_range(p, &lo, &hi, &exact);
    for (uint32_t i = c->at.n; i-- > 0;)
        if (any || (c->at.at[i].frame == frame && c->at.at[i].slot >= lo && c->at.at[i].slot < hi))
            drop_at(c, i);
}

void coset__copies_assign(coset__copies *c, const coset__path *p, coset__sym sym)
{
    uint32_t frame, lo, hi;
    coset__copies_write(c, p);
    if (sym.kind == COSET__LOOP && names_slots(p, &frame, &lo, &hi) && hi == lo + 1)
        add(c, frame, lo, sym);
}

/* The source is read before the target is written, because they may overlap. */
void coset__copies_move(coset__copies *c, const coset__path *to, const coset__path *from)
{
    uint32_t target, source, lo, hi, first, end, n = c->at.n;
    bool known =
        names_slots(to, &target, &lo, &hi) && names_slots(from, &source, &first, &end) && end - first == hi - lo;
    COSET_VEC(coset__copy) moved = {0};
    for (uint32_t i = 0; known && i < n; i++)
        if (c->at.at[i].frame == source && c->at.at[i].slot >= first && c->at.at[i].slot < end)
            *coset_vec_add(&moved) = (coset__copy){target, c->at.at[i].slot - first + lo, c->at.at[i].sym};
    coset__copies_write(c, to);
    for (uint32_t i = 0; i < moved.n; i++)
        *coset_vec_add(&c->at) = moved.at[i];
    coset_vec_fini(&moved);
}

void coset__copies_receive(coset__copies *c, const coset__path *from, uint32_t frame, uint32_t slot)
{
    uint32_t source, first, end;
    if (!names_slots(from, &source, &first, &end))
        return;
    for (uint32_t i = 0, n = c->at.n; i < n; i++)
        if (c->at.at[i].frame == source && c->at.at[i].slot >= first && c->at.at[i].slot < end)
            add(c, frame, c->at.at[i].slot - first + slot, c->at.at[i].sym);
}

void coset__copies_save(const coset__copies *c, coset__copies *out)
{
    *out = (coset__copies){0};
    for (uint32_t i = 0; i < c->at.n; i++)
        *coset_vec_add(&out->at) = c->at.at[i];
}

void coset__copies_join(coset__copies *c, const coset__copies *other)
{
    for (uint32_t i = c->at.n; i-- > 0;) {
        bool both = false;
        for (uint32_t k = 0; k < other->at.n && !both; k++)
            both = other->at.at[k].frame == c->at.at[i].frame && other->at.at[k].slot == c->at.at[i].slot;
        if (!both)
            drop_at(c, i);
    }
}

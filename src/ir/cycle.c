/* ir/cycle.c - Brent's algorithm on the memory of loops and calls. */
#include "ir/cycle.h"

#include "base/mem.h"

#define FIRST_DEPTH 32 /* of calls: a power of two */

/* `apart`: the position where they differed last. */
static bool is_same(const coset_value *a, const coset_value *b, uint32_t n, uint32_t *apart)
{
    if (n == 0 || a[*apart] != b[*apart])
        return n == 0;
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i]) {
            *apart = i;
            return false;
        }
    return true;
}

bool coset_cycle_closes(coset_cycle *c, const coset_machine *m)
{
    if (++c->rounds < COSET_CYCLE_FIRST || m->probe)
        return false;
    if (c->copy && is_same(c->copy, m->mem, m->sp, &c->apart))
        return true;
    if (c->rounds < c->next)
        return false;
    if (!c->copy)
        c->copy = coset_new((size_t)m->sp + 1, sizeof *c->copy);
    memcpy(c->copy, m->mem, m->sp * sizeof *c->copy);
    c->next = 2 * c->rounds;
    return false;
}

void coset_cycle_fini(coset_cycle *c) { coset_delete(c->copy); }

static bool is_compared(const coset_ir_function *f)
{
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->params[i].by_ref)
            return false;
    return true;
}

bool coset_calls_close(coset_machine *m, const coset_ir_function *f, uint32_t base)
{
    coset_call_copy *c = &m->call_copy;
    uint32_t n = m->model->base.n_slots, apart = 0;
    if (m->depth < FIRST_DEPTH || m->probe || !is_compared(f))
        return false;
    if (c->depth && c->function == f && is_same(c->copy, m->mem, n, &c->apart) &&
        is_same(c->copy + n, m->mem + base, f->frame_size, &apart))
        return true;
    if (m->depth & (m->depth - 1))
        return false;
    coset_delete(c->copy);
    *c = (coset_call_copy){
        .function = f, .depth = m->depth, .copy = coset_new((size_t)n + f->frame_size + 1, sizeof *c->copy)};
    memcpy(c->copy, m->mem, n * sizeof *c->copy);
    memcpy(c->copy + n, m->mem + base, f->frame_size * sizeof *c->copy);
    return false;
}

void coset_calls_return(coset_machine *m)
{
    if (m->call_copy.depth > m->depth)
        m->call_copy.depth = 0;
}

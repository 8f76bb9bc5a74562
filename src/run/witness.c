/* run/witness.c - see run/witness.h. */
#include "run/witness.h"

#include <string.h>

#define MOST_PAIRS 1000 /* tried for a witness */

/* The steps of a state, concatenated. */
typedef struct {
    uint32_t n_slots;
    COSET_VEC(coset_value) at;
} outcome;

static coset_status keep(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    outcome *o = ctx;
    *coset_vec_add(&o->at) = edge->group;
    *coset_vec_add(&o->at) = (coset_value)edge->instance;
    *coset_vec_add(&o->at) = edge->fault ? 1 + (coset_value)edge->fault->kind : 0;
    for (uint32_t i = 0; dst && i < o->n_slots; i++)
        *coset_vec_add(&o->at) = dst[i];
    return COSET_OK;
}

static outcome run(const coset_model *m, const coset_value *state)
{
    outcome o = {.n_slots = m->n_slots};
    coset_worker *w = coset_worker_new(m);
    coset_status status = state ? m->ops->next(w, state, keep, &o) : m->ops->starts(w, keep, &o);
    COSET_INVARIANT(status == COSET_OK);
    m->ops->worker_free(w);
    return o;
}

static bool swap_differs(const coset_reduction *r, const outcome *plain, uint64_t a, uint64_t b)
{
    coset_ir_order *o = r->order;
    o->swaps = true;
    o->swapped = o->first.loop;
    o->swap_a = a;
    o->swap_b = b;
    outcome other = run(r->checked, o->first.state);
    o->swaps = false;
    bool differs = other.at.n != plain->at.n ||
                   (plain->at.n && memcmp(other.at.at, plain->at.at, plain->at.n * sizeof *plain->at.at) != 0);
    coset_vec_fini(&other.at);
    return differs;
}

/* Two iterations whose exchange changes the result: *a and *b, if they do, else the first such pair. */
static bool find_pair(const coset_reduction *r, uint64_t n, uint64_t *a, uint64_t *b)
{
    outcome plain = run(r->checked, r->order->first.state);
    bool differs = *a != *b && swap_differs(r, &plain, *a, *b);
    for (uint64_t i = 0, tried = 0; i < n && !differs; i++)
        for (uint64_t k = i + 1; k < n && !differs && tried++ < MOST_PAIRS; k++)
            if (swap_differs(r, &plain, i, k)) {
                differs = true;
                *a = i;
                *b = k;
            }
    coset_vec_fini(&plain.at);
    return differs;
}

static const char *element(const coset_session *s, const coset_ir_type *type, uint64_t rank)
{
    char text[128];
    coset_ir_value_text(type, coset_ir_unrank(type, rank), text, sizeof text);
    return coset_arena_text(s->arena, text);
}

coset_report_order coset_order_witness(coset_reduction *r, const coset_session *s)
{
    const coset_ir_conflict *first = &r->order->first;
    const coset_ir_stmt *loop = r->order->loops[first->loop].stmt;
    const coset_ir_type *type = loop->binder->type;
    uint64_t a = first->a, b = first->b;
    r->order->off = true;
    bool differs = find_pair(r, type->n, &a, &b);
    bool same = (a == first->a && b == first->b) || !first->name;
    coset_report_order out = {.loop = loop->pos,
                              .pos = same ? first->pos : loop->pos,
                              .differs = differs,
                              .a = element(s, type, a),
                              .b = element(s, type, b),
                              .why = first->name ? "" : coset_arena_text(s->arena, first->why)};
    out.name = first->name && same ? coset_arena_text(s->arena, first->name) : NULL;
    if (first->state)
        out.state = coset_arena_copy(s->arena, first->state, s->model->n_slots, sizeof *out.state);
    return out;
}

/* app/witness.c - see app/witness.h. */
#include "app/witness.h"

#include <string.h>

/* The steps out of a state, one after the other. */
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

static bool swap_differs(coset_reduction *r, const outcome *plain, uint64_t a)
{
    coset_ir_order *o = r->order;
    o->swaps = true;
    o->swapped = o->first.loop;
    o->swap_a = a;
    o->swap_b = o->first.b;
    outcome other = run(r->checked, o->first.state);
    o->swaps = false;
    bool differs = other.at.n != plain->at.n ||
                   (plain->at.n && memcmp(other.at.at, plain->at.at, plain->at.n * sizeof *plain->at.at) != 0);
    coset_vec_fini(&other.at);
    return differs;
}

coset_report_order coset_order_witness(coset_reduction *r, const coset_session *s)
{
    coset_ir_order *o = r->order;
    const coset_ir_stmt *loop = o->loops[o->first.loop];
    const coset_ir_type *type = loop->binder->type;
    char text[128];
    uint64_t a = o->first.a;
    bool differs = false;
    o->off = true;
    outcome plain = run(r->checked, o->first.state);
    if (a != o->first.b)
        differs = swap_differs(r, &plain, a);
    for (uint64_t k = 0; k < type->n && !differs && o->first.name; k++)
        if (k != o->first.b && k != o->first.a && swap_differs(r, &plain, k)) {
            a = k;
            differs = true;
        }
    coset_vec_fini(&plain.at);
    coset_report_order out = {.loop = loop->pos, .pos = o->first.pos, .differs = differs};
    coset_ir_value_text(type, coset_ir_unrank(type, a), text, sizeof text);
    out.a = coset_arena_text(s->arena, text);
    coset_ir_value_text(type, coset_ir_unrank(type, o->first.b), text, sizeof text);
    out.b = coset_arena_text(s->arena, text);
    out.name = o->first.name ? coset_arena_text(s->arena, o->first.name) : NULL;
    out.fault = coset_arena_text(s->arena, o->first.fault);
    if (o->first.state)
        out.state = coset_arena_copy(s->arena, o->first.state, s->model->n_slots, sizeof *out.state);
    return out;
}

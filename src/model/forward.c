#include "model/forward.h"

#include <string.h>

#include "base/mem.h"

static const coset_model *inner_of(const coset_model *m) { return ((const coset_forwarder *)(const void *)m)->inner; }

coset_forwarder coset_forwarder_of(const coset_model *m, const coset_model_ops *ops)
{
    coset_forwarder f = {.model = *m, .inner = m};
    f.model.ops = ops;
    return f;
}

void coset_forward_extend(coset_model *wrapper, const coset_model *inner, const char *slot, coset_value max,
                          const char *group)
{
    const uint32_t n = inner->n_slots, k = inner->n_groups;
    coset_slot *slots = coset_new((size_t)n + 1, sizeof *slots);
    coset_group *groups = coset_new((size_t)k + 1, sizeof *groups);
    if (n)
        memcpy(slots, inner->slots, n * sizeof *slots);
    if (k)
        memcpy(groups, inner->groups, k * sizeof *groups);
    slots[n] = (coset_slot){.name = slot, .max = max};
    while (slots[n].bits < 32 && max >> slots[n].bits)
        slots[n].bits++;
    groups[k] = (coset_group){.name = group};
    wrapper->slots = slots;
    wrapper->n_slots = n + 1;
    wrapper->groups = groups;
    wrapper->n_groups = k + 1;
}

coset_forward_worker coset_forward_worker_of(const coset_model *wrapper)
{
    const coset_model *inner = inner_of(wrapper);
    return (coset_forward_worker){inner, coset_worker_new(inner)};
}

void coset_forward_worker_free(coset_forward_worker *w) { w->model->ops->worker_free(w->inner); }

/* ---- steps and properties --------------------------------------------------------------------------------------- */

coset_status coset_forward_starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    return w->model->ops->starts(w->inner, emit, ctx);
}

coset_status coset_forward_next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    return w->model->ops->next(w->inner, src, emit, ctx);
}

coset_eval coset_forward_eval(coset_worker *opaque, uint32_t prop, uint32_t instance, const coset_value *state,
                              coset_fault *fault)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    return w->model->ops->eval(w->inner, prop, instance, state, fault);
}

bool coset_forward_may_end(coset_worker *opaque, const coset_value *state)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    return coset_model_may_end(w->model, w->inner, state);
}

bool coset_forward_explain(coset_worker *opaque, uint32_t prop, const coset_value *state, coset_pos *pos, char *out,
                           size_t len)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    return w->model->ops->explain && w->model->ops->explain(w->inner, prop, state, pos, out, len);
}

/* ---- optional requests to a worker ------------------------------------------------------------------------------ */

void coset_forward_listen(coset_worker *opaque)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    if (w->model->ops->listen)
        w->model->ops->listen(w->inner);
}

void coset_forward_remember(coset_worker *opaque)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    if (w->model->ops->remember)
        w->model->ops->remember(w->inner);
}

bool coset_forward_annotate(coset_worker *opaque)
{
    coset_forward_worker *w = (coset_forward_worker *)(void *)opaque;
    return w->model->ops->annotate ? w->model->ops->annotate(w->inner) : w->model->n_families == 0;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

void coset_forward_value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_model *inner = inner_of(m);
    inner->ops->value_text(inner, slot, v, out, len);
}

void coset_forward_edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_model *inner = inner_of(m);
    inner->ops->edge_text(inner, group, instance, out, len);
}

void coset_forward_instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    const coset_model *inner = inner_of(m);
    inner->ops->instance_text(inner, prop, instance, out, len);
}

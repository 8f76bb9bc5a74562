/* ir/step.c - workers: steps and start states of a program. */
#include "ir/frame.h"
#include "ir/interp.h"
#include "ir/native_run.h"
#include "ir/step_cache.h"

coset_worker *coset_machine_worker(const coset_model *base)
{
    return (coset_worker *)coset_machine_new((const coset_ir_machine_model *)base);
}

void coset_machine_worker_free(coset_worker *w)
{
    coset_machine *m = (coset_machine *)w;
    if (!m)
        return;
    coset_machine_transient_free(m->walk);
    coset_step_cache_free(m->recall);
    coset_machine_free(m);
}

void coset_machine_listen(coset_worker *w) { ((coset_machine *)w)->output.listens = true; }

void coset_machine_tell_cuts(coset_worker *w) { ((coset_machine *)w)->tells_cuts = true; }

/* Not cached: output for listeners, and results of comparing orders, which may depend on all slots. */
void coset_machine_remember(coset_worker *w)
{
    coset_machine *m = (coset_machine *)w;
    if (!m->recall && !m->output.listens && !m->order)
        m->recall = coset_step_cache_new(m->model);
}

static void look_at(coset_machine *m, const coset_value *src, coset_on_edge *on_edge, void *ctx)
{
    m->emit = on_edge;
    m->emit_ctx = ctx;
    m->enabled = false;
    m->code = m->output.listens ? NULL : m->model->code;
    m->joins = false;
    coset_machine_look_at(m, src);
}

/* The worker may evaluate properties again, which invalidates its data about the source of a step. */
static coset_status leave(coset_machine *m, coset_status status)
{
    m->emit = NULL;
    return status;
}

coset_status coset_machine_starts(coset_worker *w, coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    coset_status status = COSET_OK;
    look_at(m, NULL, on_edge, ctx);
    for (uint32_t g = 0; status == COSET_OK && g < m->model->ir->n_rules; g++)
        if (m->model->ir->rules[g].is_start)
            status = coset_machine_try(m, (coset_ir_trial){g, COSET_IR_ALL});
    return leave(m, status);
}

coset_status coset_machine_step(coset_worker *w, const coset_value *src, coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    coset_status status = COSET_OK;
    look_at(m, src, on_edge, ctx);
    m->joins = m->model->chains && !m->output.listens;
    if (m->model->ir->transient)
        return leave(m, coset_machine_transient(m));
    for (uint32_t i = 0; status == COSET_OK && !m->enabled && i < m->model->n_priorities; i++)
        status = coset_machine_level(m, i);
    return leave(m, status);
}

/* The value of the first parameter, as a number. */
static uint32_t first_digit(const coset_ir_rule *r, uint64_t instance)
{
    uint64_t weight = 1;
    for (uint32_t i = 1; i < r->n_params; i++)
        weight *= coset_ir_radix(r->params[i].type);
    return (uint32_t)(instance / weight);
}

coset_status coset_ir_step_of(coset_worker *w, const coset_value *src, uint32_t group, uint64_t instance,
                              coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    const coset_ir_machine_model *model = m->model;
    m->only = model->first_trial[group];
    m->n_only = model->first_trial[group + 1] - m->only;
    if (!m->n_only)
        return COSET_OK;
    if (instance != COSET_IR_EACH && coset_machine_is_split(model, group)) {
        m->only += first_digit(&model->ir->rules[group], instance);
        m->n_only = 1;
        COSET_INVARIANT(m->only < model->first_trial[group + 1]);
    }
    const coset_status status = coset_machine_step(w, src, on_edge, ctx);
    m->n_only = 0;
    return status;
}

typedef struct {
    uint64_t instance;
    coset_on_edge *emit;
    void *ctx;
} one_instance;

static coset_status pass_instance(void *ctx, const coset_edge *e, const coset_value *dst)
{
    const one_instance *one = ctx;
    return e->instance == one->instance ? one->emit(one->ctx, e, dst) : COSET_OK;
}

coset_status coset_ir_fire(coset_worker *w, const coset_value *src, coset_part part, coset_on_edge *on_edge, void *ctx)
{
    coset_machine *m = (coset_machine *)w;
    one_instance one = {part.instance, on_edge, ctx};
    coset_status status = COSET_OK;
    look_at(m, src, pass_instance, &one);
    if (m->model->chains && m->code) { /* machine code runs whole chains */
        m->code = NULL;
        coset_machine_set_state(m, src);
    }
    for (uint32_t i = m->model->first_trial[part.group]; i < m->model->first_trial[part.group + 1]; i++)
        if (status == COSET_OK)
            status = coset_machine_try(m, m->model->trials[i]);
    return leave(m, status);
}

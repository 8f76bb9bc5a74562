/* wrap/word.c */
#include "wrap/word.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lts/lts.h"
#include "model/forward.h"

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_model *inner;
    const coset_omega *a;
    uint64_t *happens, *offers; /* [n_events] atoms that are true if the event happens, or is offered */
    uint64_t stopped;           /* atoms that are true if no visible event follows */
    uint64_t letters;           /* acceptance sets of each edge with a letter */
} word;

typedef struct {
    const word *p;
    coset_worker *inner;
    coset_value *src, *dst; /* [inner.n_slots + 1] */
    COSET_VEC(coset_edge) steps;
    COSET_VEC(coset_value) targets;
    coset_on_edge *emit;
    void *ctx;
} worker;

static const word *word_of(const coset_model *m) { return (const word *)(const void *)m; }

static uint32_t width(const worker *w) { return w->p->inner->n_slots; }

uint32_t coset_word_nodes(const coset_omega *a) { return 2 * a->n_states; }

/* ---- workers ---- */

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->p = word_of(m);
    w->inner = coset_worker_new(w->p->inner);
    w->src = coset_new(m->n_slots, sizeof *w->src);
    w->dst = coset_new(m->n_slots, sizeof *w->dst);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    w->p->inner->ops->worker_free(w->inner);
    coset_vec_fini(&w->steps);
    coset_vec_fini(&w->targets);
    coset_delete(w->src);
    coset_delete(w->dst);
    coset_delete(w);
}

/* ---- steps ---- */

static coset_status keep(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    if (!dst)
        return w->emit(w->ctx, e, NULL);
    *coset_vec_add(&w->steps) = *e;
    for (uint32_t i = 0; i < width(w); i++)
        *coset_vec_add(&w->targets) = dst[i];
    return COSET_OK;
}

static coset_status emit_to(worker *w, const coset_edge *step, const coset_value *to, uint32_t node, uint64_t accepts)
{
    coset_edge e = *step;
    e.told = false;
    e.silent = false;
    e.accepts = accepts;
    if (width(w))
        memcpy(w->dst, to, width(w) * sizeof *to);
    w->dst[width(w)] = 1 + node;
    return w->emit(w->ctx, &e, w->dst);
}

/* The step with each move of the automaton from q that reads the letter. `base` is added to the automaton's state. */
static coset_status emit_moves(worker *w, const coset_edge *step, const coset_value *to, uint32_t q, uint64_t letter,
                               uint32_t base)
{
    const coset_omega *a = w->p->a;
    coset_status status = COSET_OK;
    for (uint32_t i = a->first[q]; i < a->first[q + 1] && status == COSET_OK; i++) {
        const coset_omega_edge *move = &a->edges.at[i];
        if ((move->label.yes & ~letter) == 0 && (move->label.no & letter) == 0)
            status = emit_to(w, step, to, base + move->to, move->marks | w->p->letters);
    }
    return status;
}

static uint64_t offered(const worker *w)
{
    uint64_t atoms = 0;
    for (uint32_t i = 0; i < w->steps.n; i++)
        atoms |= w->p->offers[w->steps.at[i].instance];
    return atoms;
}

/* Emits one step of a run. At an internal step the run may be assumed to diverge from then on. */
static coset_status emit_step(worker *w, const coset_edge *step, const coset_value *to, uint32_t q, bool diverges,
                              uint64_t offers)
{
    const word *p = w->p;
    const uint32_t n = p->a->n_states;
    coset_status status = COSET_OK;
    if (step->instance != COSET_TAU)
        return diverges ? COSET_OK : emit_moves(w, step, to, q, offers | p->happens[step->instance], 0);
    if (!diverges)
        status = emit_to(w, step, to, q, 0);
    return status == COSET_OK ? emit_moves(w, step, to, q, p->stopped, n) : status;
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    const uint32_t n = w->p->a->n_states, node = src[width(w)] - 1;
    const coset_edge still = {.group = w->p->inner->n_groups};
    memcpy(w->src, src, w->p->model.n_slots * sizeof *src);
    w->steps.n = w->targets.n = 0;
    w->emit = emit;
    w->ctx = ctx;
    coset_status status = w->p->inner->ops->next(w->inner, w->src, keep, w);
    if (status == COSET_OK && w->steps.n == 0 && node < n)
        return emit_moves(w, &still, w->src, node, w->p->stopped, 0);
    const uint64_t offers = offered(w);
    for (uint32_t i = 0; i < w->steps.n && status == COSET_OK; i++)
        status = emit_step(w, &w->steps.at[i], w->targets.at + (size_t)i * width(w), node % n, node >= n, offers);
    return status;
}

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    return dst ? emit_to(w, e, dst, w->p->a->initial, 0) : w->emit(w->ctx, e, NULL);
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->emit = emit;
    w->ctx = ctx;
    return w->p->inner->ops->starts(w->inner, on_start, w);
}

static coset_eval eval(coset_worker *opaque, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    (void)opaque, (void)prop, (void)instance, (void)state, (void)fault;
    return COSET_EVAL_TRUE;
}

/* ---- texts ---- */

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_model *inner = word_of(m)->inner;
    const uint32_t n = word_of(m)->a->n_states;
    if (slot < inner->n_slots)
        inner->ops->value_text(inner, slot, v, out, len);
    else
        snprintf(out, len, "%u%s", v ? (unsigned)((v - 1) % n) : 0, v > n ? " diverges" : "");
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_model *inner = word_of(m)->inner;
    if (group < inner->n_groups)
        inner->ops->edge_text(inner, group, instance, out, len);
    else
        snprintf(out, len, "%s", m->groups[group].name);
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    (void)m, (void)prop, (void)instance;
    snprintf(out, len, "%s", "");
}

/* ---- making one ---- */

static void free_word(coset_model *m)
{
    word *p = (word *)(void *)m;
    coset_delete((void *)(uintptr_t)m->slots);
    coset_delete((void *)(uintptr_t)m->groups);
    coset_delete(p->happens);
    coset_delete(p->offers);
    coset_delete(p);
}

static void read_atoms(word *p, uint32_t n_events, const coset_word_atom *atoms)
{
    p->happens = coset_new(n_events, sizeof *p->happens);
    p->offers = coset_new(n_events, sizeof *p->offers);
    for (uint32_t i = 0; i < p->a->n_atoms; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        uint64_t *of = atoms[i].kind == COSET_WORD_OFFERED ? p->offers : p->happens;
        if (atoms[i].kind == COSET_WORD_STOPPED)
            p->stopped |= bit;
        for (uint32_t e = COSET_TICK; atoms[i].kind != COSET_WORD_STOPPED && e < n_events; e++)
            if (atoms[i].events[e])
                of[e] |= bit;
    }
}

coset_status coset_word_new(const coset_model *m, uint32_t n_events, const coset_omega *a, const coset_word_atom *atoms,
                            coset_model **out, coset_err *err)
{
    static const coset_model_ops ops = {.worker_new = worker_new,
                                        .worker_free = worker_free,
                                        .starts = starts,
                                        .next = next,
                                        .eval = eval,
                                        .value_text = value_text,
                                        .edge_text = edge_text,
                                        .instance_text = instance_text,
                                        .free = free_word};
    static const coset_prop acceptance = {.name = "acceptance", .kind = COSET_PROP_ACCEPTANCE, .n_instances = 1};
    COSET_INVARIANT(m->n_accepts == 0 && m->n_families == 0);
    if (a->n_sets >= COSET_ACCEPTS)
        return coset_fail(err, COSET_LIMIT, "the automaton of the formula has too many acceptance sets");
    word *p = coset_new(1, sizeof *p);
    p->model = (coset_model){.ops = &ops, .name = m->name, .language = m->language, .dialect = m->dialect};
    p->inner = m;
    p->a = a;
    p->letters = UINT64_C(1) << a->n_sets; /* infinite internal steps are no word */
    p->model.n_accepts = a->n_sets + 1;
    p->model.props = &acceptance;
    p->model.n_props = 1;
    coset_forward_extend(&p->model, m, "automaton", coset_word_nodes(a), "nothing more happens");
    read_atoms(p, n_events, atoms);
    *out = &p->model;
    return COSET_OK;
}

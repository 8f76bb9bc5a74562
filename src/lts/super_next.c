/* Steps of a supercombinator.
 *
 * For each component that is on, the rules it leads in its state are tried; a rule whose other parts all have their
 * event gives one step for each combination of targets. dst equals src except for the slots that a step writes, and
 * these are restored after it, so a step costs what it changes. Nothing is allocated.
 */
#include <stdio.h>
#include <string.h>

#include "lts/super_int.h"

typedef struct {
    uint32_t component;
    uint32_t at, first, end; /* in the targets of its machine */
    const uint32_t *targets;
} mover;

typedef struct {
    const coset__super_model *m;
    coset_value *dst; /* [n_components] equal to src between steps */
    mover *movers;    /* [most_parts] of the rule being used */
    uint32_t n_movers;
    const coset_value *src;
    coset_on_edge *emit;
    void *ctx;
    coset_edge edge;
    uint32_t rule;           /* its number in the coset_super */
    coset__chasing *chasing; /* NULL: there are no chases */
    coset_value *settled;    /* [n_components] dst after them */
} worker;

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->m = coset__super_of(m);
    w->dst = coset_new(m->n_slots, sizeof *w->dst);
    w->movers = coset_new(w->m->most_parts, sizeof *w->movers);
    w->edge = (coset_edge){.orbit = 1};
    if (w->m->n_chases) {
        w->chasing = coset__chasing_new(w->m);
        w->settled = coset_new(m->n_slots, sizeof *w->settled);
    }
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    coset_delete(w->dst);
    coset_delete(w->movers);
    coset_delete(w->settled);
    coset__chasing_free(w->chasing);
    coset_delete(w);
}

uint32_t coset__super_rule_of(const coset_worker *w) { return ((const worker *)(const void *)w)->rule; }

/* Executes the chases in dst. */
static const coset_value *settled(worker *w, const coset_value *src)
{
    if (!w->chasing)
        return w->dst;
    memcpy(w->settled, w->dst, w->m->model.n_slots * sizeof *w->dst);
    coset__chasing_settle(w->chasing, src, w->settled);
    return w->settled;
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    const coset_edge edge = {.group = COSET_SUPER_START, .orbit = 1};
    memcpy(w->dst, w->m->start, w->m->model.n_slots * sizeof *w->dst);
    return emit(ctx, &edge, settled(w, NULL));
}

/* ---- one rule ---- */

static inline void add_mover(worker *w, uint32_t component, const coset__machine *machine, uint32_t run)
{
    w->movers[w->n_movers++] = (mover){component, machine->run_first[run], machine->run_first[run],
                                       machine->run_first[run + 1], machine->targets};
}

/* True if all parts besides the leader have their event; they are then movers. */
static inline bool can_use(worker *w, const coset__rule *r)
{
    const coset__super_model *m = w->m;
    const coset__part *parts = m->parts + r->part_first;
    for (uint32_t i = 0; i < r->n_parts; i++) {
        coset_value v = w->src[parts[i].component];
        const coset__machine *machine = m->components[parts[i].component].machine;
        if (!v || !coset__machine_has(machine, v - 1, parts[i].local))
            return false;
        add_mover(w, parts[i].component, machine, coset__machine_run(machine, v - 1, parts[i].local));
    }
    return true;
}

static inline coset_status make_step(worker *w, const coset__rule *r)
{
    const coset__change *changes = w->m->changes + r->change_first;
    for (uint32_t i = 0; i < w->n_movers; i++)
        w->dst[w->movers[i].component] = w->movers[i].targets[w->movers[i].at];
    for (uint32_t i = 0; i < r->n_changes; i++)
        w->dst[changes[i].component] = changes[i].value;
    coset_status st = w->emit(w->ctx, &w->edge, settled(w, w->src));
    for (uint32_t i = 0; i < w->n_movers; i++)
        w->dst[w->movers[i].component] = w->src[w->movers[i].component];
    for (uint32_t i = 0; i < r->n_changes; i++)
        w->dst[changes[i].component] = w->src[changes[i].component];
    return st;
}

/* The next combination of targets, the last mover fastest. */
static inline bool turn(worker *w)
{
    for (uint32_t i = w->n_movers; i-- > 0;) {
        if (++w->movers[i].at < w->movers[i].end)
            return true;
        w->movers[i].at = w->movers[i].first;
    }
    return false;
}

static inline coset_status use_rule(worker *w, const coset__rule *r)
{
    coset_status st;
    w->edge.group = r->group;
    w->edge.instance = r->event;
    w->edge.silent = r->event == COSET_TAU;
    w->rule = r->number;
    do
        st = make_step(w, r);
    while (st == COSET_OK && turn(w));
    return st;
}

/* ---- all ---- */

static coset_status lead(worker *w, uint32_t component)
{
    const coset__component *c = &w->m->components[component];
    uint32_t state = w->src[component] - 1;
    for (uint32_t i = c->lead_first[state]; i < c->lead_first[state + 1]; i++) {
        const coset__rule *r = &w->m->rules[c->leads_at[i].rule];
        w->n_movers = 0;
        if (r->n_parts && !can_use(w, r))
            continue;
        add_mover(w, component, c->machine, c->leads_at[i].run);
        coset_status st = use_rule(w, r);
        if (st != COSET_OK)
            return st;
    }
    return COSET_OK;
}

/* A component whose only step is taken before all others. */
static uint32_t find_alone(const coset__super_model *m, const coset_value *src)
{
    for (uint32_t i = 0; i < m->n_leaders; i++) {
        const uint32_t c = m->leaders[i];
        if (src[c] && m->components[c].lone && coset_slots_has(m->components[c].lone, src[c] - 1))
            return c;
    }
    return UINT32_MAX;
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    memcpy(w->dst, src, w->m->model.n_slots * sizeof *src);
    w->src = src;
    w->emit = emit;
    w->ctx = ctx;
    const uint32_t alone = w->m->takes_lone ? find_alone(w->m, src) : UINT32_MAX;
    if (alone != UINT32_MAX)
        return lead(w, alone);
    for (uint32_t i = 0; i < w->m->n_leaders; i++)
        if (src[w->m->leaders[i]]) {
            coset_status st = lead(w, w->m->leaders[i]);
            if (st != COSET_OK)
                return st;
        }
    return COSET_OK;
}

static coset_eval eval(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault)
{
    (void)w, (void)prop, (void)instance, (void)state, (void)fault; /* there are no properties */
    return COSET_EVAL_TRUE;
}

/* ---- text ---- */

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_super *s = coset__super_of(m)->super;
    if (v && s->state_text)
        s->state_text(s->text_ctx, slot, v - 1, out, len);
    else if (v)
        snprintf(out, len, "%u", (unsigned)v - 1);
    else
        snprintf(out, len, "off");
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    if (group == COSET_SUPER_START)
        snprintf(out, len, "start");
    else
        snprintf(out, len, "%s", coset__super_of(m)->super->event_names[instance]);
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    (void)m, (void)prop, (void)instance;
    snprintf(out, len, "%s", "");
}

const coset_model_ops coset__super_ops = {.worker_new = worker_new,
                                          .worker_free = worker_free,
                                          .starts = starts,
                                          .next = next,
                                          .eval = eval,
                                          .value_text = value_text,
                                          .edge_text = edge_text,
                                          .instance_text = instance_text,
                                          .free = coset__super_free};

/* Chases: internal steps of a part of the system that are executed at once. */
#include <string.h>

#include "lts/super_int.h"

/* ---- the model ---- */

static uint32_t *renumber(coset_arena *arena, const uint32_t *at, uint32_t n, uint32_t from)
{
    uint32_t *out = coset_arena_copy(arena, at, n, sizeof *out);
    for (uint32_t i = 0; i < n; i++)
        out[i] -= from;
    return out;
}

/* The rule with components counted from the chase's first. */
static coset_super_rule inner_rule(coset_arena *arena, const coset_super_rule *r, const coset_super_chase *c)
{
    coset_super_rule out = *r;
    coset_super_part *parts = coset_arena_copy(arena, r->parts, r->n_parts, sizeof *parts);
    COSET_INVARIANT(r->event == COSET_TAU);
    for (uint32_t i = 0; i < r->n_parts; i++) {
        COSET_INVARIANT(parts[i].component >= c->from && parts[i].component < c->to);
        parts[i].component -= c->from;
    }
    out.parts = parts;
    out.stops = renumber(arena, r->stops, r->n_stops, c->from);
    out.starts = renumber(arena, r->starts, r->n_starts, c->from);
    return out;
}

static coset_status make_chase(coset__super_model *x, const coset_super_chase *c, coset__chase *out, coset_err *err)
{
    coset_super_rule *rules = coset_arena_get(x->arena, c->n_rules, sizeof *rules);
    for (uint32_t i = 0; i < c->n_rules; i++)
        rules[i] = inner_rule(x->arena, &c->rules[i], c);
    COSET_INVARIANT(c->from < c->to && c->to <= x->super->n_components);
    *out = (coset__chase){.from = c->from,
                          .to = c->to,
                          .super = {.n_events = x->super->n_events,
                                    .event_names = x->super->event_names,
                                    .n_local_events = x->super->n_local_events,
                                    .n_components = c->to - c->from,
                                    .components = x->super->components + c->from,
                                    .n_rules = c->n_rules,
                                    .rules = rules}};
    return coset_super_model(&out->super, "chase", &out->steps, err);
}

coset_status coset__chases_make(coset__super_model *x, coset_err *err)
{
    const coset_super *s = x->super;
    coset_status st = COSET_OK;
    x->chases = coset_arena_get(x->arena, s->n_chases, sizeof *x->chases);
    while (st == COSET_OK && x->n_chases < s->n_chases) {
        st = make_chase(x, &s->chases[x->n_chases], &x->chases[x->n_chases], err);
        x->n_chases += st == COSET_OK;
    }
    return st;
}

void coset__chases_free(coset__super_model *x)
{
    for (uint32_t i = 0; i < x->n_chases; i++)
        coset_model_free(x->chases[i].steps);
}

/* ---- steps ---- */

typedef struct {
    const coset__chase *chase;
    coset_worker *worker;
    uint32_t n;         /* slots */
    coset_value *after; /* [n] */
    coset_value *known; /* [n] a state that was passed */
} part;

struct coset__chasing {
    uint32_t n;
    part *parts;
};

coset__chasing *coset__chasing_new(const coset__super_model *x)
{
    coset__chasing *k = coset_new(1, sizeof *k);
    k->n = x->n_chases;
    k->parts = coset_new(k->n, sizeof *k->parts);
    for (uint32_t i = 0; i < k->n; i++) {
        const coset__chase *c = &x->chases[i];
        uint32_t n = c->to - c->from;
        k->parts[i] = (part){c, coset_worker_new(c->steps), n, coset_new(n, sizeof(coset_value)),
                             coset_new(n, sizeof(coset_value))};
    }
    return k;
}

void coset__chasing_free(coset__chasing *k)
{
    for (uint32_t i = 0; k && i < k->n; i++) {
        k->parts[i].chase->steps->ops->worker_free(k->parts[i].worker);
        coset_delete(k->parts[i].after);
        coset_delete(k->parts[i].known);
    }
    if (k)
        coset_delete(k->parts);
    coset_delete(k);
}

static coset_status take_first(void *ctx, const coset_edge *e, const coset_value *dst)
{
    part *p = ctx;
    (void)e;
    memcpy(p->after, dst, p->n * sizeof *dst);
    return COSET_STOPPED;
}

static bool step(part *p, coset_value *at)
{
    if (p->chase->steps->ops->next(p->worker, at, take_first, p) != COSET_STOPPED)
        return false;
    memcpy(at, p->after, p->n * sizeof *at);
    return true;
}

static bool is_inside(const coset__chase *a, const coset__chase *b) { return a->from >= b->from && a->to <= b->to; }

/* Follows the steps to their end. After 1, 2, 4, .. of them the state is stored: if it is reached again the steps never
 * end. */
static void settle(coset__chasing *k, uint32_t which, coset_value *state)
{
    part *p = &k->parts[which];
    coset_value *at = state + p->chase->from;
    uint64_t power = 1, since = 0;
    memcpy(p->known, at, p->n * sizeof *at);
    while (step(p, at)) {
        for (uint32_t i = 0; i < which; i++)
            if (is_inside(k->parts[i].chase, p->chase))
                settle(k, i, state);
        if (memcmp(at, p->known, p->n * sizeof *at) == 0) {
            memset(at, 0, p->n * sizeof *at);
            at[p->n - 1] = 1;
            return;
        }
        if (++since == power) {
            memcpy(p->known, at, p->n * sizeof *at);
            power *= 2;
            since = 0;
        }
    }
}

void coset__chasing_settle(coset__chasing *k, const coset_value *src, coset_value *state)
{
    for (uint32_t i = 0; i < k->n; i++) {
        const part *p = &k->parts[i];
        uint32_t from = p->chase->from;
        if (!src || memcmp(src + from, state + from, p->n * sizeof *state) != 0)
            settle(k, i, state);
    }
}

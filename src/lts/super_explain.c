/* What the components do in a step of the whole. Slow and simple: it reads the supercombinator itself. */
#include <string.h>

#include "lts/super_int.h"

static bool has_edge(const coset_lts *l, coset_value src, uint32_t event, coset_value dst)
{
    uint64_t from, to;
    if (!src || !coset_lts_edges_with(l, src - 1, event, &from, &to))
        return false;
    for (; from < to; from++)
        if (l->edges[from].dst + 1 == dst)
            return true;
    return false;
}

static bool has_event(const coset_lts *l, coset_value src, uint32_t event)
{
    uint64_t from, to;
    return src && coset_lts_edges_with(l, src - 1, event, &from, &to);
}

/* The value that a rule writes to slot c; UINT32_MAX: determined by its parts. */
static coset_value switched(const coset_super_rule *r, uint32_t c)
{
    for (uint32_t i = 0; i < r->n_starts; i++)
        if (r->starts[i] == c)
            return 1;
    for (uint32_t i = 0; i < r->n_stops; i++)
        if (r->stops[i] == c)
            return 0;
    return UINT32_MAX;
}

static bool part_agrees(const coset_super *s, const coset_super_rule *r, const coset_super_part *p,
                        const coset_value *src, const coset_value *dst)
{
    const coset_lts *l = s->components[p->component].lts;
    if (switched(r, p->component) != UINT32_MAX)
        return has_event(l, src[p->component], p->event);
    return has_edge(l, src[p->component], p->event, dst[p->component]);
}

static bool rule_leads_to(const coset_super *s, const coset_super_rule *r, const coset_value *src,
                          const coset_value *dst)
{
    uint32_t part = 0;
    for (uint32_t c = 0; c < s->n_components; c++) {
        coset_value v = switched(r, c);
        bool moves = part < r->n_parts && r->parts[part].component == c;
        if (moves && !part_agrees(s, r, &r->parts[part], src, dst))
            return false;
        if (v != UINT32_MAX ? dst[c] != v : !moves && dst[c] != src[c])
            return false;
        part += moves;
    }
    return true;
}

/* ---- steps with chases ---- */

typedef struct {
    const coset_worker *worker;
    uint32_t event, rule;
    const coset_value *dst;
    size_t bytes;
} sought;

static coset_status look_at(void *ctx, const coset_edge *e, const coset_value *dst)
{
    sought *k = ctx;
    if ((uint32_t)e->instance != k->event || memcmp(dst, k->dst, k->bytes) != 0)
        return COSET_OK;
    k->rule = coset__super_rule_of(k->worker);
    return COSET_STOPPED;
}

/* The effect of a chase on a step does not follow from its rule. */
static uint32_t rule_that_leads(const coset_model *m, const coset_value *src, uint32_t event, const coset_value *dst)
{
    coset_worker *w = coset_worker_new(m);
    sought k = {w, event, UINT32_MAX, dst, m->n_slots * sizeof *dst};
    (void)m->ops->next(w, src, look_at, &k);
    m->ops->worker_free(w);
    return k.rule;
}

static uint32_t rule_of(const coset_model *m, const coset_value *src, uint32_t event, const coset_value *dst)
{
    const coset_super *s = coset__super_of(m)->super;
    if (s->n_chases)
        return rule_that_leads(m, src, event, dst);
    for (uint32_t i = 0; i < s->n_rules; i++)
        if (s->rules[i].event == event && rule_leads_to(s, &s->rules[i], src, dst))
            return i;
    return UINT32_MAX;
}

uint32_t coset_super_explain(const coset_model *m, const coset_value *src, uint32_t event, const coset_value *dst,
                             uint32_t *part_events)
{
    const coset_super *s = coset__super_of(m)->super;
    memset(part_events, 0xff, s->n_components * sizeof *part_events);
    uint32_t i = rule_of(m, src, event, dst);
    for (uint32_t k = 0; i != UINT32_MAX && k < s->rules[i].n_parts; k++)
        part_events[s->rules[i].parts[k].component] = s->rules[i].parts[k].event;
    return i;
}

/* What the components do in a step of the whole. Slow and obvious: it reads the supercombinator itself. */
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

/* What a rule makes of slot c, where its parts do not say: UINT32_MAX. */
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

uint32_t coset_super_explain(const coset_model *m, const coset_value *src, uint32_t event, const coset_value *dst,
                             uint32_t *part_events)
{
    const coset_super *s = coset__super_of(m)->super;
    memset(part_events, 0xff, s->n_components * sizeof *part_events);
    for (uint32_t i = 0; i < s->n_rules; i++) {
        const coset_super_rule *r = &s->rules[i];
        if (r->event != event || !rule_leads_to(s, r, src, dst))
            continue;
        for (uint32_t k = 0; k < r->n_parts; k++)
            part_events[r->parts[k].component] = r->parts[k].event;
        return i;
    }
    return UINT32_MAX;
}

/* run/por_reasons.c - see run/por_reasons.h. */
#include "run/por_reasons.h"

#include "base/mem.h"

#define NONE UINT32_MAX

/* A slot in both sets, or NONE. */
static uint32_t common_slot(const coset_model *m, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t s = 0; s < m->n_slots; s++)
        if (coset_slots_has(a, s) && coset_slots_has(b, s))
            return s;
    return NONE;
}

/* The slot over which the transitions conflict: one writes it. */
static uint32_t slot_between(const coset_model *m, const coset_transition *a, const coset_transition *b)
{
    uint32_t s = common_slot(m, a->writes, b->reads);
    if (s == NONE)
        s = common_slot(m, a->writes, b->writes);
    return s == NONE ? common_slot(m, a->reads, b->writes) : s;
}

typedef struct {
    bool enabled, sticky, itself; /* itself: instances of it conflict */
    uint32_t seen_slot;           /* a seen slot that it writes, or NONE */
    uint32_t n_others;            /* rules that it conflicts with, besides itself */
    uint32_t other, shared_slot;  /* one of them */
} reason;

static void add_conflicts(const coset_session *s, const coset_relations *r, uint32_t i, bool *counted, reason *out)
{
    const coset_transition *at = r->transitions->at;
    for (uint32_t k = 0; k < r->n; k++) {
        const uint32_t g = at[k].group;
        if (!coset_slots_has(coset_conflicts_of(r, i), k))
            continue;
        out->itself |= g == at[i].group;
        if (counted[g] || g == at[i].group)
            continue;
        counted[g] = true;
        if (out->n_others++ == 0) {
            out->other = g;
            out->shared_slot = slot_between(s->model, &at[i], &at[k]);
        }
    }
}

static reason find(const coset_session *s, const coset_relations *r, const uint64_t *seen, uint32_t group)
{
    reason out = {.seen_slot = NONE, .shared_slot = NONE};
    bool *counted = coset_new(s->model->n_groups, sizeof *counted);
    for (uint32_t i = 0; i < r->n; i++) {
        const coset_transition *t = &r->transitions->at[i];
        if (t->group != group || r->dead[i])
            continue;
        out.enabled = true;
        out.sticky |= r->sticky && r->sticky[i];
        if (out.seen_slot == NONE)
            out.seen_slot = common_slot(s->model, t->writes, seen);
        add_conflicts(s, r, i, counted, &out);
    }
    coset_delete(counted);
    return out;
}

static const char *place(const coset_session *s, coset_pos pos)
{
    return pos.line ? coset_arena_printf(s->arena, "%s:%u", coset_text_name(s->text, pos.file), (unsigned)pos.line)
                    : "";
}

static const char *words(const coset_session *s, const reason *why)
{
    const coset_model *m = s->model;
    const char *seen = "", *sticky = why->sticky ? "; where it is enabled all steps are taken, for its cycles" : "",
               *others = "";
    if (why->seen_slot != NONE)
        seen =
            coset_arena_printf(s->arena, "; it may write %s, which a property looks at", m->slots[why->seen_slot].name);
    if (why->n_others)
        others = coset_arena_printf(s->arena, "; it conflicts with %u rule%s, as with %s (%s)%s%s",
                                    (unsigned)why->n_others, why->n_others == 1 ? "" : "s", m->groups[why->other].name,
                                    place(s, m->groups[why->other].pos), why->shared_slot == NONE ? "" : " over ",
                                    why->shared_slot == NONE ? "" : m->slots[why->shared_slot].name);
    const char *itself = why->itself ? "; its instances conflict" : "";
    const char *all = coset_arena_printf(s->arena, "%s%s%s%s", seen, sticky, itself, others);
    return *all ? all + 2 : "independent of all other rules";
}

const char *const *coset_por_reasons(const coset_session *s, const coset_relations *r, const uint64_t *seen,
                                     uint32_t *n)
{
    const coset_model *m = s->model;
    const char **lines = coset_arena_get(s->arena, m->n_groups, sizeof *lines);
    *n = 0;
    for (uint32_t g = 0; g < m->n_groups; g++) {
        const reason why = find(s, r, seen, g);
        if (why.enabled)
            lines[(*n)++] = coset_arena_printf(s->arena, "%s  %s: %s", place(s, m->groups[g].pos), m->groups[g].name,
                                               words(s, &why));
    }
    return lines;
}

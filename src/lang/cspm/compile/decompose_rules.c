/* Construction of rules. */
#include <stdlib.h>

#include "lang/cspm/compile/decompose_int.h"

#define MOST_ENTRIES    200  /* processes as which others continue */
#define MOST_COMPONENTS 5000 /* if there are such */

void coset__parts_add(cspm_parts *to, const cspm_parts *from)
{
    for (uint32_t i = 0; i < from->n; i++)
        *coset_vec_add(to) = from->at[i];
}

void coset__numbers_add(cspm_numbers *to, const cspm_numbers *from)
{
    for (uint32_t i = 0; i < from->n; i++)
        *coset_vec_add(to) = from->at[i];
}

cspm_rule *coset__rule_add(cspm_maker *x, cspm_draft *s, uint32_t event)
{
    (void)coset__eval_work(x->m, 16);
    cspm_rule *r = coset_vec_add(&s->rules);
    *r = (cspm_rule){.event = event, .enter = NONE, .leave = NONE};
    return r;
}

void coset__rule_take(cspm_rule *to, const cspm_rule *from)
{
    coset__parts_add(&to->parts, &from->parts);
    coset__numbers_add(&to->stops, &from->stops);
    coset__numbers_add(&to->starts, &from->starts);
}

cspm_rule *coset__rule_copy(cspm_maker *x, cspm_draft *s, const cspm_rule *r, uint32_t event)
{
    cspm_rule *copy = coset__rule_add(x, s, event);
    coset__rule_take(copy, r);
    return copy;
}

static void leave_out(cspm_numbers *list, uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i] < from || list->at[i] >= to)
            list->at[n++] = list->at[i];
    list->n = n;
}

void coset__rule_stop(cspm_rule *r, uint32_t from, uint32_t to)
{
    leave_out(&r->starts, from, to);
    leave_out(&r->stops, from, to);
    for (uint32_t c = from; c < to; c++)
        *coset_vec_add(&r->stops) = c;
}

static uint32_t entry_of(cspm_maker *x, cspm_scope *s, uint32_t term)
{
    for (uint32_t i = 0; i < s->entries.n; i++)
        if (s->entries.at[i] == term)
            return i;
    if (++x->n_entries > MOST_ENTRIES || x->components.n > MOST_COMPONENTS) {
        x->too_many = true;
        (void)coset__eval_limit(x->m, "more than %d processes that others go on as have components", MOST_ENTRIES);
        return NONE;
    }
    *coset_vec_add(&s->entries) = term;
    return s->entries.n - 1;
}

bool coset__rule_enter(cspm_maker *x, cspm_scope *s, cspm_rule *r, uint32_t term)
{
    bool decides = s->around && r->event > COSET_TICK;
    if (decides && (s->shared == NONE || !coset__proc_in_set(x->ps, s->shared, r->event)))
        return (r->leave = entry_of(x, s->around, term)) != NONE;
    return (r->enter = entry_of(x, s, term)) != NONE;
}

void coset__draft_free(cspm_draft *s)
{
    for (uint32_t i = 0; i < s->rules.n; i++) {
        coset_vec_fini(&s->rules.at[i].parts);
        coset_vec_fini(&s->rules.at[i].stops);
        coset_vec_fini(&s->rules.at[i].starts);
    }
    coset_vec_fini(&s->rules);
    coset_vec_fini(&s->begins);
    coset_vec_fini(&s->end);
}

static int by_event(const void *a, const void *b)
{
    const cspm_rule *x = a, *y = b;
    return (x->event > y->event) - (x->event < y->event);
}

void coset__draft_sort(cspm_draft *s)
{
    if (s->rules.n > 1)
        qsort(s->rules.at, s->rules.n, sizeof *s->rules.at, by_event);
}

void coset__draft_with(const cspm_draft *s, uint32_t event, uint32_t *from, uint32_t *to)
{
    uint32_t a = 0, b = s->rules.n;
    while (a < b) {
        uint32_t middle = a + (b - a) / 2;
        if (s->rules.at[middle].event < event)
            a = middle + 1;
        else
            b = middle;
    }
    *from = a;
    while (a < s->rules.n && s->rules.at[a].event == event)
        a++;
    *to = a;
}

/* Enumerates one rule of each joining system: those before i are chosen. */
typedef struct {
    cspm_maker *x;
    const cspm_draft *sub;
    uint32_t n, event;
    const bool *joins;
    const cspm_rule **chosen; /* [n] NULL: does not join */
    cspm_draft *out;
} joining;

static void join(joining *j, uint32_t i)
{
    if (j->x->m->failed)
        return;
    if (i == j->n) {
        cspm_rule *r = coset__rule_add(j->x, j->out, j->event);
        for (uint32_t k = 0; k < j->n; k++)
            if (j->chosen[k])
                coset__rule_take(r, j->chosen[k]);
        return;
    }
    if (j->joins && !j->joins[i]) {
        join(j, i + 1);
        return;
    }
    uint32_t from, to;
    coset__draft_with(&j->sub[i], j->event, &from, &to);
    for (uint32_t r = from; r < to; r++) {
        j->chosen[i] = &j->sub[i].rules.at[r];
        join(j, i + 1);
    }
}

void coset__drafts_join(cspm_maker *x, const cspm_draft *sub, uint32_t n, const bool *joins, uint32_t event,
                        cspm_draft *out)
{
    joining j = {x, sub, n, event, joins, coset_new(n, sizeof(cspm_rule *)), out};
    join(&j, 0);
    coset_delete(j.chosen);
}

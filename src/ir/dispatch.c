/* ir/dispatch.c - see ir/dispatch.h. */
#include "ir/dispatch.h"

#include <stdlib.h>

#include "base/numbers.h"
#include "ir/slot_test.h"

#define MOST_TRIED  1024U  /* values of a slot for which a test is evaluated */
#define MOST_LISTED 16U    /* values under which a trial is listed */
#define DENSE       65536U /* slots with fewer values are looked up without a search */
#define GAIN        8U     /* at most one in this many trials may remain on average */

/* A trial is listed under a value of a slot. */
typedef struct {
    uint32_t slot, content, trial;
} entry;

typedef struct {
    coset_machine *machine;
    const coset_ir_machine_model *m;
    COSET_VEC(entry) entries;
    COSET_VEC(uint32_t) rest;
} lister;

/* ---- the test under which a trial is listed ---------------------------------------------------------------------- */

/* Whether the test is true, or faults, for that value of its slot. */
static bool lets(coset_machine *machine, const coset_ir_expr *test, uint32_t slot, coset_value content, bool *faults)
{
    int64_t truth = 1;
    machine->mem[slot] = content;
    bool known = coset_machine_eval(machine, test, &truth);
    machine->mem[slot] = 0;
    *faults = !known;
    return !known || truth != 0;
}

static bool is_load_of(coset_machine *machine, const coset_ir_expr *e, uint32_t slot)
{
    uint32_t address;
    return e->op == COSET_E_LOAD && e->place->base == COSET_P_STATE &&
           coset_machine_address(machine, e->place, &address) && address == slot;
}

/* `slot = constant`: the value, or 0. */
static coset_value equal_content(lister *l, const coset_ir_expr *test, uint32_t slot)
{
    if (test->op != COSET_E_EQ)
        return 0;
    bool turned = test->a->op == COSET_E_CONST;
    const coset_ir_expr *load = turned ? test->b : test->a, *constant = turned ? test->a : test->b;
    const coset_ir_type *t = l->m->slot_types[slot];
    if (constant->op != COSET_E_CONST || !t || t->kind == COSET_T_INT || !is_load_of(l->machine, load, slot))
        return 0;
    int64_t rank = coset_ir_rank(t, constant->value);
    return rank < 0 || rank >= UINT32_MAX ? 0 : (coset_value)rank + 1;
}

/* The values that pass the test. Returns how many, or 0: it cannot be listed. *total: it never faults. */
static uint32_t contents_of(lister *l, const coset_ir_expr *test, uint32_t slot, coset_value out[MOST_LISTED],
                            bool *total)
{
    const coset_ir_type *t = l->m->slot_types[slot];
    coset_value only = equal_content(l, test, slot);
    bool faults;
    *total = false;
    if (only) {
        out[0] = 0; /* undefined: a fault */
        out[1] = only;
        return 2;
    }
    if (!t || t->kind == COSET_T_INT || t->n > MOST_TRIED)
        return 0;
    uint32_t n = 0;
    *total = true;
    for (uint64_t v = 0; v <= t->n; v++) {
        bool passes = lets(l->machine, test, slot, (coset_value)v, &faults);
        *total = *total && !faults;
        if (passes && n < MOST_LISTED)
            out[n] = (coset_value)v;
        n += passes;
    }
    return n <= MOST_LISTED && n <= t->n / 2 ? n : 0;
}

/* Lists the trial by the first test that excludes enough. */
static void list_trial(lister *l, uint32_t number)
{
    coset_ir_trial t = l->m->trials[number];
    const coset_ir_plan *plan = &l->m->plans[t.rule];
    const coset_ir_check *c = plan->checks + plan->first[0],
                         *end = plan->checks + plan->first[t.rank == COSET_IR_ALL ? 1 : 2];
    coset_value contents[MOST_LISTED];
    bool goes_on = true;
    uint32_t n = 0, slot = COSET_SLOT_TEST_NONE;
    coset_slot_test_bind(l->machine, t);
    for (; goes_on && c < end && !n; c++) {
        int64_t truth = 0;
        goes_on = coset_slot_test_is(l->machine, NULL, c->test, &slot);
        if (goes_on && slot == COSET_SLOT_TEST_NONE)
            goes_on = coset_machine_eval(l->machine, c->test, &truth) && truth;
        else if (goes_on)
            n = contents_of(l, c->test, slot, contents, &goes_on);
    }
    coset_slot_test_unbind(l->machine, t);
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&l->entries) = (entry){slot, contents[i], number};
    if (!n)
        *coset_vec_add(&l->rest) = number;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    if (x->content != y->content)
        return x->content < y->content ? -1 : 1;
    return (x->trial > y->trial) - (x->trial < y->trial);
}

/* The n entries of one slot, sorted. */
static coset_ir_switch make_switch(const coset_ir_machine_model *m, const entry *at, uint32_t n)
{
    coset_arena *a = m->ir->arena;
    const coset_ir_type *t = m->slot_types[at->slot];
    bool dense = t->n < DENSE;
    uint32_t n_keys = dense ? (uint32_t)t->n + 1 : 0;
    for (uint32_t i = 0; i < n && !dense; i++)
        n_keys += i == 0 || at[i].content != at[i - 1].content;
    coset_value *keys = dense ? NULL : coset_arena_get(a, n_keys, sizeof *keys);
    uint32_t *first = coset_arena_get(a, n_keys + (size_t)1, sizeof *first);
    uint32_t *trials = coset_arena_get(a, n, sizeof *trials), k = 0;
    for (uint32_t i = 0; i < n; i++) {
        trials[i] = at[i].trial;
        if (dense) {
            first[at[i].content + 1] = i + 1;
        } else {
            if (i == 0 || at[i].content != at[i - 1].content)
                keys[k++] = at[i].content;
            first[k] = i + 1;
        }
    }
    for (uint32_t i = 0; i < n_keys; i++)
        if (first[i + 1] < first[i])
            first[i + 1] = first[i];
    return (coset_ir_switch){at->slot, n_keys, keys, first, trials};
}

static coset_ir_dispatch make_level(const lister *l, uint32_t priority)
{
    const coset_ir_machine_model *m = l->m;
    entry *all = coset_new(l->entries.n + (size_t)1, sizeof *all);
    coset_ir_switch *switches = coset_arena_get(m->ir->arena, m->base.n_slots, sizeof *switches);
    uint32_t *rest = coset_arena_get(m->ir->arena, l->rest.n, sizeof *rest), n = 0;
    coset_ir_dispatch d = {.switches = switches, .rest = rest};
    for (uint32_t i = 0; i < l->entries.n; i++)
        if (m->ir->rules[m->trials[l->entries.at[i].trial].rule].priority == priority)
            all[n++] = l->entries.at[i];
    for (uint32_t i = 0; i < l->rest.n; i++)
        if (m->ir->rules[m->trials[l->rest.at[i]].rule].priority == priority)
            rest[d.n_rest++] = l->rest.at[i];
    qsort(all, n, sizeof *all, compare_entries);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && all[end].slot == all[i].slot;)
            end++;
        switches[d.n++] = make_switch(m, all + i, end - i);
    }
    coset_delete(all);
    return d;
}

/* Average number of trials in a state, if all values are equally frequent. */
static uint64_t expected(const coset_ir_dispatch *d)
{
    uint64_t n = d->n_rest;
    for (uint32_t i = 0; i < d->n; i++)
        n += d->switches[i].first[d->switches[i].n_keys] / (d->switches[i].n_keys + 1) + 1;
    return n;
}

const coset_ir_dispatch *coset_machine_dispatch_new(coset_machine *machine, const coset_ir_machine_model *m)
{
    lister l = {.machine = machine, .m = m};
    for (uint32_t i = 0; i < m->n_trials; i++)
        list_trial(&l, i);
    coset_ir_dispatch *all = coset_arena_get(m->ir->arena, m->n_priorities, sizeof *all);
    uint64_t n = 0;
    bool pays = l.rest.n <= m->n_trials / GAIN;
    for (uint32_t i = 0; pays && i < m->n_priorities; i++) {
        all[i] = make_level(&l, m->priorities[i]);
        n += expected(&all[i]);
    }
    coset_vec_fini(&l.entries);
    coset_vec_fini(&l.rest);
    return pays && n <= m->n_trials / GAIN ? all : NULL;
}

/* ---- use --------------------------------------------------------------------------------------------------------- */

const uint32_t *coset_machine_listed(const coset_ir_switch *s, coset_value content, uint32_t *n)
{
    uint32_t low = 0, high = s->n_keys;
    if (!s->keys) {
        low = content;
    } else {
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (s->keys[middle] < content)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == s->n_keys || s->keys[low] != content) {
            *n = 0;
            return s->trials;
        }
    }
    *n = s->first[low + 1] - s->first[low];
    return s->trials + s->first[low];
}

static void add_due(coset_machine *m, const uint32_t *trials, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&m->due) = trials[i];
}

void coset_machine_find_due(coset_machine *m, const coset_ir_dispatch *d)
{
    uint32_t n_lists = d->n_rest > 0;
    m->due.n = 0;
    add_due(m, d->rest, d->n_rest);
    for (uint32_t i = 0; i < d->n; i++) {
        uint32_t n;
        const uint32_t *trials = coset_machine_listed(&d->switches[i], m->source[d->switches[i].slot], &n);
        n_lists += n > 0;
        add_due(m, trials, n);
    }
    if (n_lists > 1)
        coset_numbers_sort(m->due.at, m->due.n);
}

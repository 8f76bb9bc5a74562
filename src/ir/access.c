/* ir/access.c - which slots a rule or property may read and write.
 *
 * The source of each is traversed (ir/scan.h), with nothing known about parameters. A rule with a priority also reads
 * the slots in the guards of rules with smaller numbers. */
#include <stdlib.h>
#include <string.h>

#include "ir/scan.h"

#define AT_ONCE 64U /* scratch memory is cleared after this many rules */

typedef coset_scan scan;
typedef coset_scan_set set;
typedef coset_scan_frame frame;

/* ---- rules ----------------------------------------------------------------------------------------------------- */

static void everything(const scan *s, set to) { coset_scan_add_slots(s, to, 0, s->ir->n_slots); }

/* The sets of a rule while they grow. */
typedef struct {
    set guard, reads, writes;
} access;

static access scan_rule(scan *s, const coset_symmetry *symmetry, const coset_ir_rule *r)
{
    frame f;
    coset_scan_begin(s, s->ir->arena, r->frame_size, &f);
    for (uint32_t i = 0; i < r->n_params; i++)
        coset_scan_binder(s, &f, &r->params[i]);
    coset_scan_stmts(s, &f, r->prelude);
    coset_scan_expr(s, &f, r->guard);
    coset_scan_forget_writes(s); /* writes of a guard are reverted */
    set guard = coset_arena_copy(s->ir->arena, s->reads, s->n_words, sizeof *guard);
    coset_scan_stmts(s, &f, r->body);
    coset_scan_bags(s, symmetry);
    coset_scan_end(s);
    if (s->unknown || s->cuts)
        coset_scan_add_set(s, guard, s->reads);
    if (r->is_start) { /* has no source state */
        memset(guard, 0, s->n_words * sizeof *guard);
        memset(s->reads, 0, s->n_words * sizeof *guard);
        everything(s, s->writes);
    }
    return (access){guard, s->reads, s->writes};
}

static const uint64_t *scan_prop(scan *s, const coset_ir_prop *p)
{
    frame f;
    coset_scan_begin(s, s->ir->arena, p->frame_size, &f);
    for (uint32_t i = 0; i < p->n_params; i++)
        coset_scan_binder(s, &f, &p->params[i]);
    coset_scan_stmts(s, &f, p->prelude);
    coset_scan_expr(s, &f, p->expr);
    coset_scan_end(s);
    return s->reads;
}

/* ---- dependences on other rules -------------------------------------------------------------------------------- */

/* A rule that may lead to a transient state may be followed by any others. */
static void pass_through(const scan *s, access *own, uint32_t n)
{
    scan own_walk = *s;
    const uint64_t *transient = scan_prop(&own_walk, s->ir->transient);
    const coset_ir_rule *rules = s->ir->rules;
    bool *leads = coset_arena_get(s->scratch, n, sizeof *leads);
    uint32_t first = UINT32_MAX; /* least priority of those that lead to transient states */
    for (uint32_t g = 0; g < n; g++) {
        leads[g] = !rules[g].is_start && coset_scan_meet(s, own[g].writes, transient);
        if (leads[g] && rules[g].priority < first)
            first = rules[g].priority;
    }
    for (uint32_t h = 0; h < n; h++) {
        if (rules[h].is_start || !(leads[h] || first < rules[h].priority))
            continue;
        everything(s, own[h].guard);
        everything(s, own[h].reads);
        everything(s, own[h].writes);
    }
}

/* Numbers of rules that are not of start states, by priority. */
typedef struct {
    uint32_t priority, rule;
} ranked;

static int by_priority(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->priority < y->priority ? -1 : x->priority > y->priority;
}

static ranked *rank_rules(const coset_ir *ir, uint32_t *n)
{
    ranked *all = coset_new(ir->n_rules, sizeof *all);
    *n = 0;
    for (uint32_t i = 0; i < ir->n_rules; i++)
        if (!ir->rules[i].is_start)
            all[(*n)++] = (ranked){ir->rules[i].priority, i};
    qsort(all, *n, sizeof *all, by_priority);
    return all;
}

/* In O(n log n): `earlier` grows from one priority to the next. */
static void add_earlier_guards(const scan *s, access *own)
{
    uint32_t n;
    ranked *all = rank_rules(s->ir, &n);
    set earlier = coset_arena_get(s->scratch, s->n_words, sizeof *earlier);
    for (uint32_t begin = 0, end; begin < n; begin = end) {
        for (end = begin; end < n && all[end].priority == all[begin].priority; end++) {
            access *h = &own[all[end].rule];
            coset_scan_add_set(s, h->guard, earlier);
            if (begin > 0)
                coset_scan_add_set(s, h->reads, h->guard);
        }
        for (uint32_t i = begin; i < end; i++)
            coset_scan_add_set(s, earlier, s->ir->transient ? own[all[i].rule].reads : own[all[i].rule].guard);
    }
    coset_delete(all);
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

static void find_groups(const coset_ir_machine_model *m, coset_arena *scratch, coset_access *out)
{
    const coset_ir *ir = m->ir;
    access *own = coset_new(ir->n_rules, sizeof *own);
    scan s = coset_scan_new(ir, scratch);
    for (uint32_t i = 0; i < ir->n_rules; i++) {
        own[i] = scan_rule(&s, &m->base.symmetry, &ir->rules[i]);
        if ((i + 1) % AT_ONCE == 0) { /* frees their scratch memory */
            coset_scan_free(&s);
            s = coset_scan_new(ir, scratch);
        }
    }
    if (ir->transient)
        pass_through(&s, own, ir->n_rules);
    if (m->n_priorities > 1)
        add_earlier_guards(&s, own);
    coset_scan_free(&s);
    for (uint32_t i = 0; i < ir->n_rules; i++)
        out[i] = (coset_access){own[i].guard, own[i].reads, own[i].writes};
    coset_delete(own);
}

void coset_machine_access(coset_ir_machine_model *m)
{
    const coset_ir *ir = m->ir;
    coset_access *groups = coset_arena_get(ir->arena, ir->n_rules, sizeof *groups);
    const uint64_t **props = coset_arena_get(ir->arena, m->base.n_props, sizeof *props);
    coset_arena *scratch = coset_arena_new();
    find_groups(m, scratch, groups);
    for (uint32_t i = 0; i < ir->n_props; i++) {
        scan s = coset_scan_new(ir, scratch);
        if (ir->props[i].expr)
            props[i] = scan_prop(&s, &ir->props[i]);
        coset_scan_free(&s);
    }
    coset_arena_free(scratch);
    m->base.access = groups;
    m->base.prop_reads = props;
}

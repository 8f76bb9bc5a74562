/* ir/access.c - which slots a rule or property may look at and change.
 *
 * The program text is walked once for each rule, calls included; what a reference may refer to is the set of slots at
 * which a value may start. Nothing is said about order or about values, so every set is an upper bound:
 *  - an index that is no constant stands for all elements;
 *  - a reference that is bound in several places stands for all of them;
 *  - where a step touches a bag, it may move all entries when the normal form is restored;
 *  - a rule with a priority also looks at the guards of those that go before;
 *  - where a walk becomes too long, or comes to a call that it is following already, everything is read and written.
 * Sets only grow during a walk, and what a call does depends on its function and on what its references may refer to:
 * so a call like one that was followed before adds nothing. */
#include <string.h>

#include "ir/machine.h"

#define BUDGET    100000U /* statements, expressions and places followed for one rule */
#define MOST_DEEP 60U     /* nested calls */

/* A set of slots; NULL: none. */
typedef uint64_t *set;

/* A call that was followed. */
typedef struct followed {
    struct followed *next;
    const coset_ir_function *function;
    const set *starts; /* of its frame */
    bool ended;
} followed;

typedef struct {
    const coset_ir *ir;
    coset_arena *scratch;
    uint32_t n_words; /* of a set */
    set reads, writes;
    followed *calls; /* since the sets were empty */
    uint32_t budget, depth;
    bool unknown; /* the walk was given up */
    bool cuts;    /* an assume statement was met */
} scan;

/* What the references of a frame may refer to. */
typedef struct {
    set *starts; /* [frame_size] */
} frame;

static void scan_expr(scan *s, frame *f, const coset_ir_expr *e);
static void scan_stmts(scan *s, frame *f, const coset_ir_stmt *st);
static void scan_call(scan *s, frame *f, const coset_ir_expr *e);

/* ---- sets ------------------------------------------------------------------------------------------------------ */

static set new_set(const scan *s) { return coset_arena_get(s->scratch, s->n_words, sizeof(uint64_t)); }

static void add_slots(const scan *s, set to, uint64_t first, uint64_t n)
{
    for (uint64_t i = first; i < first + n && i < s->ir->n_slots; i++)
        to[i / 64] |= UINT64_C(1) << i % 64;
}

static void add_set(const scan *s, set to, const uint64_t *from)
{
    for (uint32_t w = 0; from && w < s->n_words; w++)
        to[w] |= from[w];
}

static bool meet(const scan *s, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t w = 0; w < s->n_words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

/* The first slot of a set from i on; n_slots where there is none. */
static uint64_t next_slot(const scan *s, const uint64_t *of, uint64_t i)
{
    while (of && i < s->ir->n_slots) {
        uint64_t word = of[i / 64] >> i % 64;
        if (word) {
            i += (uint64_t)__builtin_ctzll(word);
            return i < s->ir->n_slots ? i : s->ir->n_slots;
        }
        i = (i / 64 + 1) * 64;
    }
    return s->ir->n_slots;
}

/* `width` slots from each of the starts on. */
static void touch(const scan *s, set to, const uint64_t *starts, uint64_t width)
{
    for (uint64_t i = next_slot(s, starts, 0); i < s->ir->n_slots; i = next_slot(s, starts, i + 1))
        add_slots(s, to, i, width);
}

static bool spend(scan *s)
{
    if (s->budget == 0)
        s->unknown = true;
    else
        s->budget--;
    return !s->unknown;
}

/* ---- places ---------------------------------------------------------------------------------------------------- */

/* The elements of an array or bag that an index may choose; entries of a bag are looked at for their presence. */
static set index_starts(scan *s, const coset_ir_step *step, const uint64_t *starts)
{
    bool bag = step->of->kind == COSET_T_BAG, fixed = !bag && step->index->op == COSET_E_CONST;
    int64_t rank = fixed ? coset_ir_rank(step->of->index, step->index->value) : 0;
    uint64_t from = fixed && rank > 0 ? (uint64_t)rank : 0;
    uint64_t to = rank < 0 ? 0 : fixed ? from + 1 : bag ? step->of->n : step->of->index->n;
    set out = new_set(s);
    for (uint64_t i = next_slot(s, starts, 0); i < s->ir->n_slots; i = next_slot(s, starts, i + 1))
        for (uint64_t k = from; k < to; k++) {
            add_slots(s, out, i + k * step->stride + bag, 1);
            if (bag)
                add_slots(s, s->reads, i + k * step->stride, 1);
        }
    return out;
}

static set field_starts(scan *s, uint32_t offset, const uint64_t *starts)
{
    set out = new_set(s);
    for (uint64_t i = next_slot(s, starts, 0); i < s->ir->n_slots; i = next_slot(s, starts, i + 1))
        add_slots(s, out, i + offset, 1);
    return out;
}

/* The slots of the state at which the value of a place may start; what finding it reads is recorded. */
static set starts_of(scan *s, frame *f, const coset_ir_place *p)
{
    set starts = NULL;
    if (!spend(s))
        return NULL;
    if (p->base == COSET_P_STATE) {
        starts = new_set(s);
        add_slots(s, starts, p->offset, 1);
    } else if (p->base == COSET_P_REF) {
        starts = f->starts[p->offset];
    } else if (p->base == COSET_P_CALL) {
        scan_call(s, f, p->call);
    }
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *step = &p->steps[i];
        scan_expr(s, f, step->index);
        if (starts)
            starts = step->index ? index_starts(s, step, starts) : field_starts(s, step->offset, starts);
    }
    return starts;
}

static void read_place(scan *s, frame *f, const coset_ir_place *p)
{
    if (p)
        touch(s, s->reads, starts_of(s, f, p), p->type->width);
}

static void write_place(scan *s, frame *f, const coset_ir_place *p)
{
    touch(s, s->writes, starts_of(s, f, p), p->type->width);
}

/* ---- expressions ----------------------------------------------------------------------------------------------- */

static void scan_binder(scan *s, frame *f, const coset_ir_binder *b)
{
    if (!b)
        return;
    scan_expr(s, f, b->from);
    scan_expr(s, f, b->to);
    scan_expr(s, f, b->step);
    read_place(s, f, b->bag);
}

static void bind(scan *s, frame *f, uint32_t slot, const uint64_t *starts)
{
    if (!starts)
        return;
    if (!f->starts[slot])
        f->starts[slot] = new_set(s);
    add_set(s, f->starts[slot], starts);
}

static bool refer_alike(const scan *s, const coset_ir_function *g, const set *a, const set *b)
{
    for (uint32_t i = 0; i < g->n_params; i++) {
        const uint64_t *x = a[g->params[i].frame], *y = b[g->params[i].frame];
        if (g->params[i].by_ref && x != y && (!x || !y || memcmp(x, y, s->n_words * sizeof *x) != 0))
            return false;
    }
    return true;
}

static const followed *find_followed(const scan *s, const coset_ir_function *g, const set *starts)
{
    const followed *c = s->calls;
    while (c && !(c->function == g && refer_alike(s, g, c->starts, starts)))
        c = c->next;
    return c;
}

static void follow(scan *s, const coset_ir_function *g, frame *callee)
{
    const followed *before = find_followed(s, g, callee->starts);
    if (before) {
        s->unknown |= !before->ended;
        return;
    }
    if (s->depth == MOST_DEEP)
        s->unknown = true;
    if (!spend(s))
        return;
    followed *c = coset_arena_get(s->scratch, 1, sizeof *c);
    *c = (followed){s->calls, g, callee->starts, false};
    s->calls = c;
    s->depth++;
    scan_stmts(s, callee, g->body);
    s->depth--;
    c->ended = true;
}

static void scan_call(scan *s, frame *f, const coset_ir_expr *e)
{
    const coset_ir_function *g = e->function;
    frame callee = {coset_arena_get(s->scratch, g->frame_size + (size_t)1, sizeof *callee.starts)};
    for (uint32_t i = 0; i < g->n_params; i++) {
        scan_expr(s, f, e->args[i].expr);
        if (g->params[i].by_ref)
            bind(s, &callee, g->params[i].frame, starts_of(s, f, e->args[i].place));
        else
            read_place(s, f, e->args[i].place);
    }
    follow(s, g, &callee);
}

static void scan_expr(scan *s, frame *f, const coset_ir_expr *e)
{
    if (!e || !spend(s))
        return;
    scan_expr(s, f, e->a);
    scan_expr(s, f, e->b);
    scan_expr(s, f, e->c);
    scan_binder(s, f, e->binder);
    read_place(s, f, e->place);
    read_place(s, f, e->other);
    if (e->op == COSET_E_CALL)
        scan_call(s, f, e);
}

/* ---- statements ------------------------------------------------------------------------------------------------ */

static void scan_stmt(scan *s, frame *f, const coset_ir_stmt *st)
{
    scan_expr(s, f, st->expr);
    scan_binder(s, f, st->binder);
    if (st->op == COSET_S_BIND) {
        bind(s, f, st->frame, starts_of(s, f, st->source));
        return;
    }
    read_place(s, f, st->source);
    s->cuts |= st->op == COSET_S_ASSUME;
    switch (st->op) {
    case COSET_S_ASSIGN:
    case COSET_S_COPY:
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        write_place(s, f, st->place);
        break;
    case COSET_S_BAGADD:
    case COSET_S_BAGREMOVE:
    case COSET_S_BAGREMOVE_IF:
        read_place(s, f, st->place);
        write_place(s, f, st->place);
        break;
    default:
        read_place(s, f, st->place);
    }
    scan_stmts(s, f, st->body);
    scan_stmts(s, f, st->other);
}

static void scan_stmts(scan *s, frame *f, const coset_ir_stmt *st)
{
    for (; st && spend(s); st = st->next)
        scan_stmt(s, f, st);
}

/* ---- rules ----------------------------------------------------------------------------------------------------- */

static void everything(const scan *s, set to) { add_slots(s, to, 0, s->ir->n_slots); }

/* Begins a walk; the sets stand in the program's arena. */
static void begin(scan *s, uint32_t frame_size, frame *f)
{
    s->budget = BUDGET;
    s->unknown = s->cuts = false;
    s->calls = NULL;
    s->reads = coset_arena_get(s->ir->arena, s->n_words, sizeof(uint64_t));
    s->writes = coset_arena_get(s->ir->arena, s->n_words, sizeof(uint64_t));
    f->starts = coset_arena_get(s->scratch, frame_size + (size_t)1, sizeof *f->starts);
}

static void end(scan *s)
{
    if (s->unknown) {
        everything(s, s->reads);
        everything(s, s->writes);
    }
}

/* The normal form of a bag depends on all of it and moves all of it; inner bags stand before outer ones. */
static void add_bags(scan *s, const coset_symmetry *symmetry)
{
    for (uint32_t b = 0; b < symmetry->n_bags; b++) {
        const coset_bag *bag = &symmetry->bags[b];
        set all = new_set(s);
        add_slots(s, all, bag->base, (uint64_t)bag->n_entries * bag->width);
        if (!meet(s, s->writes, all))
            continue;
        add_set(s, s->reads, all);
        add_set(s, s->writes, all);
    }
}

/* The sets of a rule while they grow. */
typedef struct {
    set guard, reads, writes;
} access;

static access scan_rule(scan *s, const coset_symmetry *symmetry, const coset_ir_rule *r)
{
    frame f;
    begin(s, r->frame_size, &f);
    for (uint32_t i = 0; i < r->n_params; i++)
        scan_binder(s, &f, &r->params[i]);
    scan_stmts(s, &f, r->prelude);
    scan_expr(s, &f, r->guard);
    memset(s->writes, 0, s->n_words * sizeof *s->writes); /* what a guard writes is taken back */
    s->calls = NULL;
    set guard = coset_arena_copy(s->ir->arena, s->reads, s->n_words, sizeof *guard);
    scan_stmts(s, &f, r->body);
    add_bags(s, symmetry);
    end(s);
    if (s->unknown || s->cuts)
        add_set(s, guard, s->reads);
    if (r->is_start) { /* runs on no state */
        memset(guard, 0, s->n_words * sizeof *guard);
        memset(s->reads, 0, s->n_words * sizeof *guard);
        everything(s, s->writes);
    }
    return (access){guard, s->reads, s->writes};
}

static const uint64_t *scan_prop(scan *s, const coset_ir_prop *p)
{
    frame f;
    begin(s, p->frame_size, &f);
    for (uint32_t i = 0; i < p->n_params; i++)
        scan_binder(s, &f, &p->params[i]);
    scan_stmts(s, &f, p->prelude);
    scan_expr(s, &f, p->expr);
    end(s);
    return s->reads;
}

/* ---- what rules owe to others ---------------------------------------------------------------------------------- */

static bool goes_before(const coset_ir *ir, uint32_t g, uint32_t h)
{
    return !ir->rules[g].is_start && !ir->rules[h].is_start && ir->rules[g].priority < ir->rules[h].priority;
}

/* A rule that may lead to a transient state goes on with any others. */
static void pass_through(const scan *s, access *own, uint32_t n)
{
    scan own_walk = *s;
    const uint64_t *transient = scan_prop(&own_walk, s->ir->transient);
    const coset_ir_rule *rules = s->ir->rules;
    bool *leads = coset_arena_get(s->scratch, n, sizeof *leads);
    uint32_t first = UINT32_MAX; /* least priority of those that lead to transient states */
    for (uint32_t g = 0; g < n; g++) {
        leads[g] = !rules[g].is_start && meet(s, own[g].writes, transient);
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

static void add_earlier_guards(const scan *s, access *own, uint32_t n)
{
    for (uint32_t h = 0; h < n; h++)
        for (uint32_t g = 0; g < n; g++)
            if (goes_before(s->ir, g, h)) {
                add_set(s, own[h].guard, s->ir->transient ? own[g].reads : own[g].guard);
                add_set(s, own[h].reads, own[h].guard);
            }
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

static scan new_scan(const coset_ir *ir)
{
    return (scan){.ir = ir, .scratch = coset_arena_new(), .n_words = coset_slot_words(ir->n_slots)};
}

static void find_groups(const coset_ir_machine_model *m, coset_access *out)
{
    const coset_ir *ir = m->ir;
    access *own = coset_new(ir->n_rules, sizeof *own);
    for (uint32_t i = 0; i < ir->n_rules; i++) {
        scan s = new_scan(ir);
        own[i] = scan_rule(&s, &m->base.symmetry, &ir->rules[i]);
        coset_arena_free(s.scratch);
    }
    scan s = new_scan(ir);
    if (ir->transient)
        pass_through(&s, own, ir->n_rules);
    if (m->n_priorities > 1)
        add_earlier_guards(&s, own, ir->n_rules);
    coset_arena_free(s.scratch);
    for (uint32_t i = 0; i < ir->n_rules; i++)
        out[i] = (coset_access){own[i].guard, own[i].reads, own[i].writes};
    coset_delete(own);
}

void coset_machine_access(coset_ir_machine_model *m)
{
    const coset_ir *ir = m->ir;
    coset_access *groups = coset_arena_get(ir->arena, ir->n_rules, sizeof *groups);
    const uint64_t **props = coset_arena_get(ir->arena, m->base.n_props, sizeof *props);
    find_groups(m, groups);
    for (uint32_t i = 0; i < ir->n_props; i++) {
        scan s = new_scan(ir);
        if (ir->props[i].expr)
            props[i] = scan_prop(&s, &ir->props[i]);
        coset_arena_free(s.scratch);
    }
    m->base.access = groups;
    m->base.prop_reads = props;
}

/* ir/instance.c - what the instances of rules require, read and write. */
#include "ir/instance.h"

#include "ir/interp.h"
#include "ir/slot_test.h"
#include "ir/transition.h"

#define MOST_VALUES     1024U /* values of a slot for which a condition is evaluated */
#define MOST_GAINS      4U    /* rounds that refine the values of slots */
#define MOST_ROUNDS     8U    /* ... and the slots that may be undefined */
#define MOST_STARTS     4096U /* start states that are examined */
#define WORK_A_STEP     10U   /* budget units for each visited statement, expression or place */
#define MOST_TOLD_APART 64U   /* values of a slot by which instances are split */
#define MOST_PARTS      64U   /* of a condition on all elements of a type */

static void add_bit(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

/* ---- values of slots -------------------------------------------------------------------------------------------- */

void coset_instances_add_content(coset_scan_values *v, coset_value content)
{
    if (v->n == UINT32_MAX)
        return;
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == content)
            return;
    if (v->n == COSET_SCAN_MOST)
        v->n = UINT32_MAX; /* too many */
    else
        v->at[v->n++] = content;
}

typedef struct {
    coset_instances *x;
    uint32_t n;
} starting;

static coset_status note_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    starting *s = ctx;
    (void)e;
    if (s->n++ == MOST_STARTS)
        return COSET_STOPPED;
    for (uint32_t i = 0; dst && i < s->x->m->base.n_slots; i++) {
        coset_instances_add_content(&s->x->first[i], dst[i]);
        if (dst[i] == 0)
            add_bit(s->x->blanks, i);
    }
    return COSET_OK;
}

static void look_at_starts(coset_instances *x)
{
    starting s = {x, 0};
    coset_worker *w = coset_machine_worker(&x->m->base);
    coset_status status = coset_machine_starts(w, note_start, &s);
    coset_machine_worker_free(w);
    for (uint32_t i = 0; i < x->m->base.n_slots; i++)
        if (status != COSET_OK) {
            x->first[i].n = UINT32_MAX;
            add_bit(x->blanks, i);
        }
}

/* The values of start states, and those that some rule writes. False: nothing new is known. */
static bool find_contents(coset_instances *x)
{
    const uint32_t n = x->m->base.n_slots;
    uint32_t before = 0, now = 0;
    for (uint32_t k = 0; k < n; k++)
        before += x->contents[k].n > 0;
    memcpy(x->contents, x->first, n * sizeof *x->contents);
    for (uint32_t i = 0; i < x->all.n; i++) {
        const coset_transition *t = &x->all.at[i].of;
        if (x->all.at[i].impossible)
            continue;
        for (uint32_t k = 0; k < t->n_changes; k++)
            coset_instances_add_content(&x->contents[t->changes[k].slot], t->changes[k].content);
        for (uint32_t k = 0; k < n; k++)
            if (coset_slots_has(t->any, k))
                x->contents[k].n = UINT32_MAX;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (x->contents[k].n == UINT32_MAX)
            x->contents[k].n = 0;
        now += x->contents[k].n > 0;
    }
    return now > before;
}

/* Adds slots that some rule leaves undefined, given those known to be undefined. False: no new ones. */
static bool find_blanks(coset_instances *x)
{
    bool more = false;
    uint64_t *found = coset_arena_copy(x->arena, x->blanks, x->n_words, sizeof *found);
    for (uint32_t i = 0; i < x->all.n; i++) {
        const coset_transition *t = &x->all.at[i].of;
        for (uint32_t k = 0; k < t->n_changes; k++)
            if (t->changes[k].content == 0)
                add_bit(found, t->changes[k].slot);
        for (uint32_t w = 0; w < x->n_words; w++)
            found[w] |= x->all.at[i].blank[w];
    }
    for (uint32_t w = 0; w < x->n_words; w++)
        more |= (found[w] & ~x->blanks[w]) != 0;
    x->blanks = found;
    return more;
}

/* ---- conditions ------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_instances *x;
    coset_scan *scan;
    coset_scan_frame frame;
    const coset_ir_rule *rule;
    const coset_ir_plan *plan;
    COSET_VEC(coset_condition) conditions;
    bool split; /* parameters are bound */
    bool impossible;
    bool writes;               /* the guard calls a function that writes: an index may change in it */
    uint32_t alive;            /* the control of a process that exists by the conditions so far; or COSET_NO_SLOT */
    coset_scan_values *before; /* [n_slots] known values of its variables otherwise */
    uint64_t *fixed;           /* slots with a known value, which is in the machine */
} making;

static bool eval(coset_machine *m, const coset_ir_expr *e, int64_t *out)
{
    m->fuel = COSET_IR_FUEL;
    m->cut = false;
    return coset_machine_eval(m, e, out);
}

/* No condition so far may fault. */
static bool is_firm(const making *k)
{
    uint32_t n = k->conditions.n;
    return coset_conditions_firm(n, k->conditions.at) == n &&
           (n == 0 || !coset_condition_may_fault(&k->conditions.at[n - 1]));
}

/* The slot may have this value in a reachable state. */
static bool occurs(const coset_instances *x, uint32_t slot, coset_value content)
{
    const coset_scan_values *v = &x->contents[slot];
    bool occurs = v->n == 0 && (content > 0 || coset_slots_has(x->blanks, slot));
    for (uint32_t i = 0; i < v->n && !occurs; i++)
        occurs = v->at[i] == content;
    return occurs;
}

/* Adds a condition on one slot, evaluated for all its values. */
static void add_test(making *k, const coset_ir_expr *test, uint32_t slot)
{
    coset_instances *x = k->x;
    const uint32_t n = (uint32_t)x->m->slot_types[slot]->n + 1;
    uint64_t *lets = coset_arena_get(x->arena, coset_slot_words(n), sizeof *lets);
    uint64_t *faults = coset_arena_get(x->arena, coset_slot_words(n), sizeof *faults);
    uint32_t n_lets = 0, n_faults = 0;
    for (uint32_t v = 0; v < n; v++) {
        int64_t truth = 0;
        x->machine->mem[slot] = v;
        bool fault = occurs(x, slot, v) && !eval(x->machine, test, &truth);
        n_lets += fault || truth;
        n_faults += fault;
        if (fault || truth)
            add_bit(lets, v);
        if (fault)
            add_bit(faults, v);
    }
    x->machine->mem[slot] = 0;
    k->impossible |= n_lets == 0 && is_firm(k);
    if (n_lets < n || n_faults)
        *coset_vec_add(&k->conditions) =
            (coset_condition){.slot = slot, .n = n, .lets = lets, .faults = n_faults ? faults : NULL};
}

/* Stores in the machine the values of those read slots that have only one; unfix removes them. */
static void fix(making *k, const uint64_t *reads)
{
    const coset_instances *x = k->x;
    for (uint32_t i = 0; i < x->m->base.n_slots; i++)
        if (coset_slots_has(reads, i) && x->contents[i].n == 1) {
            add_bit(k->fixed, i);
            x->machine->mem[i] = (coset_value)x->contents[i].at[0];
        }
}

static void unfix(making *k)
{
    for (uint32_t i = 0; i < k->x->m->base.n_slots; i++)
        if (coset_slots_has(k->fixed, i))
            k->x->machine->mem[i] = 0;
    memset(k->fixed, 0, k->x->n_words * sizeof *k->fixed);
}

/* Adds a condition that depends on one slot with few values, or on none, if no function called before has written
 * anything. */
static bool add_simple(making *k, const coset_ir_expr *test)
{
    coset_machine *m = k->x->machine;
    uint32_t slot;
    int64_t truth = 0;
    if (!k->split || coset_scan_next(k->scan, k->scan->writes, 0) < k->scan->ir->n_slots ||
        !coset_slot_test_is(m, k->fixed, test, &slot))
        return false;
    if (slot == COSET_SLOT_TEST_NONE) {
        if (!eval(m, test, &truth))
            return false;
        k->impossible |= !truth && is_firm(k);
        return truth;
    }
    const coset_ir_type *t = k->x->m->slot_types[slot];
    if (!t || t->n > MOST_VALUES)
        return false;
    add_test(k, test, slot);
    return true;
}

/* Splits a condition on all elements of a small type into one for each. None may fault, because a fault counts even if
 * another one is false. */
static bool add_each(making *k, const coset_ir_expr *test)
{
    const coset_ir_binder *b = test->binder;
    if (test->op != COSET_E_FORALL || !k->split || b->from || b->bag || b->type->n > MOST_PARTS)
        return false;
    const bool impossible = k->impossible;
    const uint32_t n = k->conditions.n;
    coset_value *at = &k->x->machine->mem[k->x->machine->fp + b->frame];
    bool simple = true;
    for (uint64_t i = 0; i < b->type->n && simple; i++) {
        const uint32_t had = k->conditions.n;
        *at = (coset_value)i + 1;
        simple = add_simple(k, test->a) && (k->conditions.n == had || !k->conditions.at[had].faults);
    }
    *at = 0;
    if (!simple) {
        k->conditions.n = n;
        k->impossible = impossible;
    }
    return simple;
}

static bool add_known(making *k, const coset_ir_expr *test, const uint64_t *reads)
{
    fix(k, reads);
    bool known = add_simple(k, test) || add_each(k, test);
    unfix(k);
    return known;
}

/* Notes that the process exists whose control the last condition tests. */
static void look_if_alive(making *k)
{
    const coset_condition *c = k->conditions.n ? &k->conditions.at[k->conditions.n - 1] : NULL;
    if (k->alive != COSET_NO_SLOT || !c || c->faults || !is_firm(k) || !coset_instances_tells_alive(k->x, c))
        return;
    k->alive = c->slot;
    coset_instances_be_alive(k->x, k->alive, k->before);
}

static void add_check(making *k, const coset_ir_check *c)
{
    coset_scan *s = k->scan;
    coset_scan_set before = s->reads, own = coset_arena_get(k->x->arena, k->x->n_words, sizeof *own);
    s->reads = own;
    s->calls = NULL; /* calls followed for others must be followed again */
    if (c->test)
        coset_scan_expr(s, &k->frame, c->test);
    else
        coset_scan_stmt(s, &k->frame, c->bind);
    s->reads = before;
    s->calls = NULL;
    coset_scan_add_set(s, s->reads, own);
    if (s->unknown)
        coset_scan_add_slots(s, own, 0, s->ir->n_slots);
    if (!c->test || !add_known(k, c->test, own))
        *coset_vec_add(&k->conditions) = (coset_condition){.slot = COSET_NO_SLOT, .reads = own};
    look_if_alive(k);
}

/* ---- one instance ----------------------------------------------------------------------------------------------- */

/* Binds the parameters in the machine and in the scan. */
static void bind(making *k, uint64_t instance)
{
    coset_machine *m = k->x->machine;
    memset(&m->mem[m->fp], 0, k->rule->frame_size * sizeof *m->mem);
    k->frame.known = coset_arena_get(k->scan->scratch, k->frame.size, sizeof *k->frame.known);
    for (uint32_t i = k->rule->n_params; k->split && i-- > 0;) {
        const coset_ir_binder *b = &k->rule->params[i];
        uint64_t radix = coset_ir_radix(b->type), rank = instance % radix;
        instance /= radix;
        if (rank >= b->type->n) { /* a type without values */
            k->impossible = true;
            continue;
        }
        m->mem[m->fp + b->frame] = (coset_value)rank + 1;
        k->frame.known[b->frame] = (coset_scan_values){.n = 1, .at = {coset_ir_unrank(b->type, rank)}};
    }
}

/* The domains of parameters if instances are not distinguished. */
static void add_domains(making *k)
{
    coset_scan *s = k->scan;
    coset_scan_set own = coset_arena_get(k->x->arena, k->x->n_words, sizeof *own), before = s->reads;
    s->reads = own;
    for (uint32_t i = 0; i < k->rule->n_params; i++)
        coset_scan_binder(s, &k->frame, &k->rule->params[i]);
    s->reads = before;
    s->calls = NULL;
    coset_scan_add_set(s, s->reads, own);
    if (s->unknown)
        coset_scan_add_slots(s, own, 0, s->ir->n_slots);
    if (k->rule->n_params)
        *coset_vec_add(&k->conditions) = (coset_condition){.slot = COSET_NO_SLOT, .reads = own};
}

static void add_guard(making *k)
{
    const coset_ir_check *all = k->plan->checks;
    if (!k->split)
        add_domains(k);
    for (uint32_t i = 0; i < k->plan->first[k->rule->n_params + 1]; i++)
        add_check(k, &all[i]);
    if (coset_scan_next(k->scan, k->scan->writes, 0) < k->scan->ir->n_slots)
        k->writes = true;
    coset_scan_forget_writes(k->scan);
}

/* Only one statement writes the slot, and it always runs. */
static bool is_alone(const coset_scan *s, uint32_t i)
{
    const coset_scan_change *c = &s->changes.at[i];
    uint32_t n = 0;
    for (uint32_t j = 0; j < s->changes.n; j++)
        n += s->changes.at[j].slot == c->slot;
    return c->of == n && !coset_slots_has(s->any, c->slot);
}

static void take_changes(making *k, coset_transition *t)
{
    const coset_scan *s = k->scan;
    coset_change *c = coset_arena_get(k->x->arena, s->changes.n, sizeof *c);
    for (uint32_t i = 0; i < s->changes.n; i++)
        c[i] = (coset_change){s->changes.at[i].slot, s->changes.at[i].content, is_alone(s, i)};
    t->changes = c;
    t->n_changes = s->changes.n;
}

static void take_queue(making *k, coset_transition *t)
{
    coset_scan *s = k->scan;
    if (!k->rule->queue || !k->split)
        return;
    const uint64_t *starts = coset_scan_starts(s, &k->frame, k->rule->queue);
    uint64_t at = coset_scan_next(s, starts, 0);
    if (s->unknown || at >= s->ir->n_slots || coset_scan_next(s, starts, at + 1) < s->ir->n_slots)
        return;
    t->queue = k->rule->puts ? COSET_QUEUE_PUT : COSET_QUEUE_TAKE;
    t->queue_first = (uint32_t)at;
    t->queue_width = k->rule->queue->type->width;
}

static bool is_of_queue(const coset_transition *t, uint32_t slot)
{
    return t->queue != COSET_QUEUE_NONE && slot >= t->queue_first && slot - t->queue_first < t->queue_width;
}

/* A slot and its value in the source. */
typedef struct {
    coset_scan_source source;
    bool written; /* by the rule; not in its guard */
    coset_condition condition;
    coset_scan_values contents, alive; /* its known values otherwise */
} fixing;

/* Fixes the value of the slot for the analysis of the guard, and of the body until the slot is written. */
static void begin_fixing(making *k, fixing *f)
{
    coset_instances *x = k->x;
    const uint32_t slot = f->source.slot, n = (uint32_t)x->m->slot_types[slot]->n + 1;
    uint64_t *lets = coset_arena_get(x->arena, coset_slot_words(n), sizeof *lets);
    f->contents = x->contents[slot];
    f->alive = x->alive[slot];
    x->contents[slot] = x->alive[slot] = f->source.content;
    add_bit(lets, (uint32_t)f->source.content.at[0]);
    f->condition = (coset_condition){.slot = slot, .n = n, .lets = lets};
    if (!f->written)
        *coset_vec_add(&k->conditions) = f->condition;
}

/* The condition comes after those of the guard, which test where a process is, unless one of these may fault. */
static void fix_in_body(making *k, const fixing *f)
{
    if (!f->written)
        return;
    *coset_vec_add(&k->conditions) = f->condition;
    if (!is_firm(k)) {
        memmove(k->conditions.at + 1, k->conditions.at, (k->conditions.n - 1) * sizeof *k->conditions.at);
        k->conditions.at[0] = f->condition;
    }
    k->x->contents[f->source.slot] = f->contents;
    k->scan->source = &f->source;
}

static void end_fixing(coset_instances *x, const fixing *f)
{
    x->contents[f->source.slot] = f->contents;
    x->alive[f->source.slot] = f->alive;
}

/* `f`: or NULL. */
static coset_instance make(coset_instances *x, uint32_t group, uint64_t instance, fixing *f)
{
    const coset_ir_rule *r = &x->m->ir->rules[group];
    coset_scan s = coset_scan_new(x->m->ir, x->scratch);
    making k = {.x = x,
                .scan = &s,
                .rule = r,
                .plan = &x->m->plans[group],
                .split = x->split[group],
                .alive = COSET_NO_SLOT,
                .before = x->before,
                .fixed = coset_arena_get(s.scratch, x->n_words, sizeof *k.fixed)};
    coset_instance out = {.of = {.group = group, .instance = instance, .priority = r->priority}};
    s.slot_types = x->m->slot_types;
    s.slots = x->contents;
    s.blanks = x->blanks;
    coset_scan_begin(&s, x->arena, r->frame_size, &k.frame);
    s.indices = coset_arena_get(x->arena, x->n_words, sizeof *s.indices);
    bind(&k, instance);
    if (f)
        begin_fixing(&k, f);
    add_guard(&k);
    if (f)
        fix_in_body(&k, f);
    uint64_t *risks = coset_arena_get(x->arena, x->n_words, sizeof *risks);
    coset_instances_scan_body(&s, &k.frame, r, x->blanks, risks);
    take_queue(&k, &out.of);
    if (f && is_of_queue(&out.of, f->source.slot))
        out.of.queue = COSET_QUEUE_NONE;
    coset_scan_bags(&s, &x->m->base.symmetry);
    coset_scan_end(&s);
    take_changes(&k, &out.of);
    if (s.cuts || s.unknown)
        *coset_vec_add(&k.conditions) = (coset_condition){.slot = COSET_NO_SLOT, .reads = s.reads};
    out.impossible = k.impossible;
    out.of.reads = s.reads;
    out.of.writes = s.writes;
    out.of.any = s.any;
    out.blank = s.blank;
    out.risks = risks;
    out.indices = k.writes ? coset_arena_get(x->arena, x->n_words, sizeof *s.indices) : s.indices;
    out.of.n_conditions = k.conditions.n;
    out.of.conditions = coset_arena_copy(x->arena, k.conditions.at, k.conditions.n, sizeof *k.conditions.at);
    coset_vec_fini(&k.conditions);
    (void)coset_budget_spend(x->limit, WORK_A_STEP * coset_scan_steps(&s));
    coset_scan_free(&s);
    if (k.alive != COSET_NO_SLOT)
        coset_instances_be_any(x, k.alive, k.before);
    if (f)
        end_fixing(x, f);
    return out;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

/* Whether instances can be distinguished. */
static bool is_split(const coset_instances *x, uint32_t group, uint64_t so_far)
{
    const coset_ir_rule *r = &x->m->ir->rules[group];
    const coset_group *g = &x->m->base.groups[group];
    for (uint32_t i = 0; i < r->n_params; i++)
        if (r->params[i].from || r->params[i].bag)
            return false;
    return g->n_instances > 0 && g->n_instances <= COSET_TRANSITIONS_MOST &&
           so_far + g->n_instances + (x->m->base.n_groups - group) <= COSET_TRANSITIONS_MOST;
}

static void make_all(coset_instances *x)
{
    x->all.n = 0;
    for (uint32_t g = 0; g < x->m->base.n_groups && !x->failed; g++) {
        x->first_of[g] = x->m->ir->rules[g].is_start ? UINT32_MAX : x->all.n;
        if (x->m->ir->rules[g].is_start)
            continue;
        x->split[g] = is_split(x, g, x->all.n);
        uint64_t n = x->split[g] ? x->m->base.groups[g].n_instances : 1;
        for (uint64_t i = 0; i < n && !x->failed; i++) {
            *coset_vec_add(&x->all) = make(x, g, i, NULL);
            if (coset_budget_spend(x->limit, 2000))
                x->failed = "the limit was reached before all transitions were looked at";
        }
    }
}

/* ---- splitting by the value of a slot --------------------------------------------------------------------------- */

/* The number of parts into which the slot splits an instance; 0: too many. */
static uint64_t n_told(const coset_instances *x, uint32_t slot)
{
    const uint64_t n = x->contents[slot].n > 0 ? x->contents[slot].n : x->m->slot_types[slot]->n + 1;
    return n <= MOST_TOLD_APART ? n : 0;
}

/* It has several possible values, and not too many. */
static bool can_tell(const coset_instances *x, uint32_t slot)
{
    return x->contents[slot].n != 1 && x->alive[slot].n != 1 && x->m->slot_types[slot] && n_told(x, slot);
}

/* Selects the slot by which an instance is split. Preferred is a constant of the process that is an index: of a channel
 * parameter, to which it sends or from which it receives. Else a counter, an index that the rule also writes: the
 * number of the process that it starts, or the position at which it stores something. Not the length of a queue,
 * because then a put would end where an element is removed. `constant`: NULL: counters only. */
static uint32_t slot_to_tell(const coset_instances *x, uint32_t i, const int8_t *constant)
{
    const coset_instance *one = &x->all.at[i];
    uint32_t counter = COSET_NO_SLOT;
    for (uint32_t s = 0; s < x->m->base.n_slots && x->split[one->of.group] && !one->impossible; s++) {
        if (!coset_slots_has(one->indices, s) || !can_tell(x, s) || is_of_queue(&one->of, s))
            continue;
        if (constant && !coset_slots_has(one->of.writes, s) && constant[s])
            return s;
        if (coset_slots_has(one->of.writes, s) && counter == COSET_NO_SLOT)
            counter = s;
    }
    return counter;
}

static int8_t *find_constants(const coset_instances *x)
{
    int8_t *constant = coset_arena_get(x->arena, x->m->base.n_slots, sizeof *constant);
    uint64_t *indices = coset_arena_get(x->arena, x->n_words, sizeof *indices);
    for (uint32_t i = 0; i < x->all.n; i++)
        for (uint32_t w = 0; w < x->n_words; w++)
            indices[w] |= x->all.at[i].indices[w];
    for (uint32_t s = 0; s < x->m->base.n_slots; s++)
        constant[s] = coset_slots_has(indices, s) && coset_instances_is_constant(x, s);
    return constant;
}

static coset_instance never(const coset_instance *i)
{
    coset_instance out = *i;
    out.impossible = true;
    return out;
}

/* Splits instances by the values of such slots; returns how many are split. */
static uint32_t tell_apart(coset_instances *x, const int8_t *constant)
{
    const uint32_t n = x->n_plain = x->all.n;
    uint32_t n_apart = 0;
    const coset_instance *plain = coset_arena_copy(x->arena, x->all.at, n, sizeof *plain);
    uint64_t all = n;
    x->by = coset_arena_get(x->arena, n + (size_t)1, sizeof *x->by);
    x->place = coset_arena_get(x->arena, n + (size_t)1, sizeof *x->place);
    for (uint32_t i = 0; i < n; i++) {
        x->by[i] = slot_to_tell(x, i, constant);
        const uint64_t more = x->by[i] == COSET_NO_SLOT ? 0 : n_told(x, x->by[i]);
        if (all + more > COSET_TRANSITIONS_MOST)
            x->by[i] = COSET_NO_SLOT;
        else
            all += more;
        n_apart += x->by[i] != COSET_NO_SLOT;
    }
    x->all.n = 0;
    for (uint32_t i = 0; i < n && !x->failed; i++) {
        x->place[i] = x->all.n;
        if (x->by[i] == COSET_NO_SLOT)
            *coset_vec_add(&x->all) = plain[i];
        for (uint64_t v = 0; x->by[i] != COSET_NO_SLOT && v <= x->m->slot_types[x->by[i]]->n; v++) {
            fixing f = {.source = {x->by[i], {.n = 1, .at = {(int64_t)v}}},
                        .written = coset_slots_has(plain[i].of.writes, x->by[i])};
            *coset_vec_add(&x->all) = occurs(x, x->by[i], (coset_value)v)
                                          ? make(x, plain[i].of.group, plain[i].of.instance, &f)
                                          : never(&plain[i]);
            if (coset_budget_spend(x->limit, 2000))
                x->failed = "the limit was reached before all transitions were looked at";
        }
    }
    return n_apart;
}

/* The assignments of instances split by counters are known more precisely, for example the channels of a started
 * process. */
static void learn_from_counters(coset_instances *x)
{
    bool gains = true;
    for (uint32_t round = 0; round < MOST_GAINS && gains && !x->failed && tell_apart(x, NULL); round++) {
        gains = find_contents(x);
        gains |= coset_instances_find_alive(x);
        make_all(x);
    }
}

static const char *unsuitable(const coset_ir_machine_model *m)
{
    if (m->base.n_groups > COSET_TRANSITIONS_MOST)
        return "the model has too many rules";
    if (m->ir->transient && !m->n_marks)
        return "what happens inside of steps is not known well enough";
    if (m->ir->order)
        return "loops are checked during the search";
    for (uint32_t p = 0; p < m->base.n_props; p++)
        if (m->base.props[p].kind == COSET_PROP_ASSUMPTION && !m->base.props[p].in_step)
            return "the model has assumptions about states";
    return NULL;
}

void coset_instances_find(coset_instances *x, const coset_ir_machine_model *m, coset_budget *limit, coset_arena *arena)
{
    *x = (coset_instances){.m = m, .arena = arena, .limit = limit, .n_words = coset_slot_words(m->base.n_slots)};
    x->failed = unsuitable(m);
    if (x->failed)
        return;
    x->contents = coset_arena_get(arena, m->base.n_slots, sizeof *x->contents);
    x->blanks = coset_arena_get(arena, x->n_words, sizeof *x->blanks);
    x->first = coset_arena_get(arena, m->base.n_slots, sizeof *x->first);
    x->alive = coset_arena_get(arena, m->base.n_slots, sizeof *x->alive);
    x->before = coset_arena_get(arena, m->base.n_slots, sizeof *x->before);
    x->first_of = coset_arena_get(arena, m->base.n_groups, sizeof *x->first_of);
    x->split = coset_arena_get(arena, m->base.n_groups, sizeof *x->split);
    x->scratch = coset_arena_new();
    x->machine = coset_machine_new(m);
    x->machine->fp = m->base.n_slots;
    look_at_starts(x);
    bool more = true, gains = true;
    for (uint32_t round = 0; (more || (gains && round < MOST_GAINS)) && !x->failed; round++) {
        make_all(x);
        gains = find_contents(x);
        gains |= coset_instances_find_alive(x);
        more = find_blanks(x);
        if (round == MOST_ROUNDS && more) /* then any slot may be undefined */
            memset(x->blanks, 0xff, x->n_words * sizeof *x->blanks);
    }
    if (!x->failed) {
        learn_from_counters(x);
        (void)tell_apart(x, find_constants(x));
    }
}

void coset_instances_fini(coset_instances *x)
{
    if (x->machine)
        coset_machine_free(x->machine);
    coset_arena_free(x->scratch);
    coset_vec_fini(&x->all);
}

/* ---- transitions ------------------------------------------------------------------------------------------------ */

/* Without transient states: every step is one rule. */
static const coset_transition *plain(coset_instances *x, uint32_t *n, uint32_t *number)
{
    coset_transition *at = coset_arena_get(x->arena, x->all.n, sizeof *at);
    *n = 0;
    for (uint32_t i = 0; i < x->all.n; i++) {
        number[i] = x->all.at[i].impossible ? COSET_NO_TRANSITION : *n;
        if (!x->all.at[i].impossible)
            at[(*n)++] = x->all.at[i].of;
    }
    return at;
}

const coset_transitions *coset_ir_transitions(const coset_model *m, coset_budget *limit, coset_arena *arena,
                                              const char **why)
{
    coset_instances x;
    coset_transitions *t = coset_arena_get(arena, 1, sizeof *t);
    *why = NULL;
    if (!coset_model_ir(m)) {
        *why = "nothing is known about its transitions";
        return NULL;
    }
    coset_instances_find(&x, (const coset_ir_machine_model *)m, limit, arena);
    uint32_t *number = coset_arena_get(arena, x.all.n + (size_t)1, sizeof *number);
    if (!x.failed)
        t->at = x.m->ir->transient ? coset_instances_walk(&x, &t->n, number) : plain(&x, &t->n, number);
    t->first = x.first_of;
    t->split = x.split;
    t->cases = number;
    t->by = x.by;
    uint32_t *of_plain = coset_arena_get(arena, x.n_plain + (size_t)1, sizeof *of_plain);
    for (uint32_t i = 0; i < x.n_plain && !x.failed; i++)
        of_plain[i] = x.by[i] == COSET_NO_SLOT ? number[x.place[i]] : x.place[i];
    t->number = of_plain;
    *why = x.failed;
    coset_instances_fini(&x);
    return *why ? NULL : t;
}

/* ir/order_compare.c - runs a loop in all orders that renamings may produce.
 *
 * From the state in which the loop began, all sets of iterations are enumerated, smaller ones first. The memory after a
 * set of them must not depend on their order; and if the loop is left, it must be left as in the original run.
 * Multisets are compared in normal form: the proof ensures that nothing depends on the position of an entry. */
#include "ir/order_int.h"

#define MOST_ELEMENTS 8U                 /* of a loop whose sets of iterations are all enumerated */
#define FUEL          UINT64_C(10000000) /* loop rounds and calls for one comparison, and those inside it */

/* How a run of the loop ended. */
typedef struct {
    coset_flow flow;
    bool cut;
    int64_t result;
    coset_fault fault;
    coset_value *memory; /* [floor] */
} ending;

typedef struct {
    coset_machine *m;
    const coset_ir_stmt *s;
    const coset__checked *l; /* its state after the original run */
    const uint8_t *own;      /* [floor] slots that comparisons ignore */
    uint32_t n;              /* of iterations */
    uint32_t *classes;       /* [n] renamings exchange elements of one class */
    ending real;
    uint64_t fuel;          /* at most */
    coset_value *sorted[2]; /* [n_slots] */
} comparison;

/* ---- comparing -------------------------------------------------------------------------------------------------- */

static const coset_value *normal(const comparison *c, const coset_value *memory, int which)
{
    const coset_model *model = &c->m->model->base;
    coset_value *state = c->sorted[which];
    for (uint32_t i = 0; i < model->n_slots; i++)
        state[i] = c->own[i] ? 0 : memory[i];
    if (model->symmetry.n_bags > 0)
        coset_bags_sort(&model->symmetry, state);
    return state;
}

static bool same_memory(const comparison *c, const coset_value *a, const coset_value *b)
{
    uint32_t n = c->m->model->base.n_slots;
    size_t bytes = n * sizeof *a;
    if (n && memcmp(a, b, bytes) != 0 && memcmp(normal(c, a, 0), normal(c, b, 1), bytes) != 0)
        return false;
    for (uint32_t i = n; i < c->l->floor; i++)
        if (a[i] != b[i] && !c->own[i])
            return false;
    return true;
}

static bool same_fault(const coset_fault *a, const coset_fault *b)
{
    return a->kind == b->kind && (a->kind != COSET_FAULT_ASSERTION || a->prop == b->prop);
}

/* The last run ended like the original one. */
static bool ends_alike(const comparison *c, coset_flow flow)
{
    const coset_machine *m = c->m;
    const coset_ir_type *t = m->function ? m->function->result : NULL;
    if (flow != c->real.flow || m->n_covers != c->l->n_covers)
        return false;
    if (flow == COSET_FLOW_STOP)
        return m->cut == c->real.cut && (m->cut || same_fault(&m->fault, &c->real.fault));
    if (flow == COSET_FLOW_RETURN && t && coset_ir_is_simple(t) && m->result != c->real.result)
        return false;
    return same_memory(c, m->mem, c->real.memory);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

static coset_flow run_one(const comparison *c, const coset_value *from, uint32_t rank)
{
    coset_machine *m = c->m;
    memcpy(m->mem, from, c->l->floor * sizeof *from);
    m->mem[m->fp + c->s->binder->frame] = rank + 1;
    m->cut = false;
    m->n_covers = c->l->n_covers;
    if (m->fuel > c->fuel) /* it was spent before */
        m->fuel = 0;
    return coset_machine_spend(m, c->s->pos) ? m->run(m, c->s->body) : COSET_FLOW_STOP;
}

/* Each iteration, run first, either changes nothing or ends the loop like the original run. So in any order the first
 * that ends the loop has the same result. */
static bool only_ends(const comparison *c)
{
    if (c->real.flow == COSET_FLOW_ON)
        return false;
    for (uint32_t i = 0; i < c->n; i++) {
        coset_flow flow = run_one(c, c->l->start, i);
        if (flow == COSET_FLOW_ON ? c->m->n_covers != c->l->n_covers || !same_memory(c, c->l->start, c->m->mem)
                                  : !ends_alike(c, flow))
            return false;
    }
    return true;
}

/* The iterations of `set` have led to `memory`: runs each other iteration that may come next. */
static bool go_on(const comparison *c, uint32_t set, const coset_value *memory, coset_value **after)
{
    uint32_t at = (uint32_t)__builtin_popcount(set);
    for (uint32_t i = 0; i < c->n; i++) {
        if (set >> i & 1 || c->classes[i] != c->classes[at])
            continue;
        coset_flow flow = run_one(c, memory, i);
        coset_value **next = &after[set | 1U << i];
        if (flow != COSET_FLOW_ON) {
            if (!ends_alike(c, flow))
                return false;
        } else if (c->m->n_covers != c->l->n_covers) {
            return false;
        } else if (!*next) {
            *next = coset_new(c->l->floor, sizeof **next);
            memcpy(*next, c->m->mem, c->l->floor * sizeof **next);
        } else if (!same_memory(c, *next, c->m->mem)) {
            return false;
        }
    }
    return true;
}

static bool all_end_alike(const comparison *c)
{
    if (c->n > MOST_ELEMENTS)
        return false;
    uint32_t full = (1U << c->n) - 1;
    coset_value **after = coset_new((size_t)full + 1, sizeof *after);
    bool alike = go_on(c, 0, c->l->start, after);
    for (uint32_t set = 1; alike && set < full; set++)
        if (after[set])
            alike = go_on(c, set, after[set], after);
    if (alike && after[full])
        alike = c->real.flow == COSET_FLOW_ON && same_memory(c, after[full], c->real.memory);
    for (uint32_t set = 0; set <= full; set++)
        coset_delete(after[set]);
    coset_delete(after);
    return alike;
}

/* ---- exchanged elements ----------------------------------------------------------------------------------------- */

static uint32_t classify(const coset_ir_type *t, uint32_t first, uint32_t *classes)
{
    if (t->kind == COSET_T_UNION) {
        for (uint32_t i = 0; i < t->n_members; i++)
            first = classify(t->members[i], first, classes);
        return first;
    }
    for (uint32_t i = 0; i < t->n; i++)
        classes[first + i] = t->kind == COSET_T_SCALARSET ? first : first + i;
    return first + (uint32_t)t->n;
}

static uint32_t *classes_of(const coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_type *t = s->binder->type;
    uint32_t *classes = coset_new(t->n + 1, sizeof *classes);
    COSET_INVARIANT(classify(t, 0, classes) == t->n);
    if (m->order->of->loops[s->checked - 1].last_stays)
        classes[t->n - 1] = (uint32_t)t->n;
    return classes;
}

/* ---- the machine meanwhile -------------------------------------------------------------------------------------- */

/* Other state that a run changes. */
typedef struct {
    coset_machine_output output, messages, marks;
    uint64_t fuel;
    coset__checked loop;
} aside;

/* Enclosing loops continue recording: the result also depends on the accesses of other orders. */
static aside put_aside(coset_machine *m, uint32_t loop)
{
    aside a = {m->output, m->messages, m->marks, m->fuel, m->order->loops[loop]};
    m->output = m->messages = m->marks = (coset_machine_output){0};
    m->order->loops[loop] = (coset__checked){.busy = true, .floor = a.loop.floor, .own = a.loop.own};
    if (m->order->n_comparing++ == 0 && m->fuel > FUEL)
        m->fuel = FUEL;
    return a;
}

static void put_back(coset_machine *m, uint32_t loop, const aside *a)
{
    coset_delete(m->output.text);
    coset_delete(m->messages.text);
    coset_delete(m->marks.text);
    m->output = a->output;
    m->messages = a->messages;
    m->marks = a->marks;
    m->order->loops[loop] = a->loop;
    if (--m->order->n_comparing == 0)
        m->fuel = a->fuel;
}

static coset_value *copy_of(const coset_value *memory, uint32_t n)
{
    coset_value *copy = coset_new((size_t)n + 1, sizeof *copy);
    memcpy(copy, memory, n * sizeof *copy);
    return copy;
}

static coset__verdict compare(comparison *c)
{
    coset_machine *m = c->m;
    uint32_t n_slots = m->model->base.n_slots;
    c->n = (uint32_t)c->s->binder->type->n;
    c->classes = classes_of(m, c->s);
    c->fuel = m->fuel;
    c->real.memory = copy_of(m->mem, c->l->floor);
    for (int i = 0; i < 2; i++)
        c->sorted[i] = coset_new((size_t)n_slots + 1, sizeof *c->sorted[i]);
    m->fault.kind = COSET_FAULT_RANGE;
    bool alike = only_ends(c) || all_end_alike(c);
    coset__verdict verdict = alike                                           ? COSET__ALIKE
                             : !m->cut && m->fault.kind == COSET_FAULT_ORDER ? COSET__INNER
                                                                             : COSET__DIFFERENT;
    memcpy(m->mem, c->real.memory, c->l->floor * sizeof *m->mem);
    coset_delete(c->real.memory);
    coset_delete(c->classes);
    coset_delete(c->sorted[0]);
    coset_delete(c->sorted[1]);
    return verdict;
}

coset__verdict coset__order_compare(coset_machine *m, const coset_ir_stmt *s, coset_flow flow)
{
    uint32_t loop = s->checked - 1;
    bool bound = flow == COSET_FLOW_STOP && !m->cut && m->fault.kind == COSET_FAULT_BOUND;
    if (bound || m->n_covers != m->order->loops[loop].n_covers)
        return COSET__DIFFERENT;
    aside a = put_aside(m, loop);
    comparison c = {.m = m, .s = s, .l = &a.loop, .own = a.loop.own};
    c.real = (ending){flow, m->cut, m->result, m->fault, NULL};
    coset__verdict verdict = compare(&c);
    put_back(m, loop, &a);
    m->n_covers = a.loop.n_covers;
    if (verdict == COSET__INNER)
        return verdict;
    m->cut = c.real.cut;
    m->result = c.real.result;
    m->fault = c.real.fault;
    return verdict;
}

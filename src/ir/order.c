/* ir/order.c - see ir/order.h. */
#include "ir/fast_paths.h"
#include "ir/native_run.h"
#include "ir/order_int.h"

#define SEVERAL     UINT32_MAX
#define MOST_STAMPS (UINT32_MAX / 2) /* more than iterations in one run */

void coset_machine_order_init(coset_machine *m)
{
    coset_ir_order *of = m->model->ir->order;
    if (!of)
        return;
    m->order = coset_new(1, sizeof *m->order + of->n_loops * sizeof(coset__checked));
    m->order->of = of;
    m->order->memos = coset_new(of->n_loops, sizeof *m->order->memos);
    for (uint32_t i = 0; i < of->n_loops; i++)
        coset__memo_init(&m->order->memos[i], &of->keys[i]);
}

static void release(coset__checked *l)
{
    coset_delete(l->cells);
    coset_delete(l->own);
    coset_delete(l->start);
    coset_vec_fini(&l->touched);
}

void coset_machine_order_fini(coset_machine *m)
{
    for (uint32_t i = 0; m->order && i < m->order->of->n_loops; i++) {
        release(&m->order->loops[i]);
        coset__memo_fini(&m->order->memos[i]);
    }
    if (m->order)
        coset_delete(m->order->memos);
    coset_delete(m->order);
}

void coset_machine_order_reset(coset_machine *m)
{
    for (uint32_t i = 0; m->order && i < m->order->of->n_loops; i++)
        m->order->loops[i].busy = m->order->loops[i].runs = false;
    m->recording = 0;
}

/* ---- failures --------------------------------------------------------------------------------------------------- */

static int by_number(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

/* Start states come first. */
static int by_state(const coset_machine *m, const coset_ir_conflict *x, const coset_value *state)
{
    const uint32_t n = m->model->base.n_slots;
    uint32_t i = 0;
    if (!x->state || !state)
        return (state != NULL) - (x->state != NULL);
    while (i < n && state[i] == x->state[i])
        i++;
    return i < n ? by_number(state[i], x->state[i]) : 0;
}

/* Which of two is reported. */
static bool is_before(const coset_machine *m, const coset_ir_conflict *c, const coset_ir_conflict *first)
{
    const int keys[] = {by_state(m, first, m->source),
                        by_number(c->loop, first->loop),
                        by_number(c->pos.line, first->pos.line),
                        by_number(c->pos.column, first->pos.column),
                        by_number(c->a, first->a),
                        by_number(c->b, first->b)};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i])
            return keys[i] < 0;
    return false;
}

static void keep(coset_ir_order *of, const coset_machine *m, const coset_ir_conflict *conflict)
{
    const uint32_t n = m->model->base.n_slots;
    coset_delete(of->first.state);
    of->first = *conflict;
    of->first.state = m->source ? coset_new((size_t)n + 1, sizeof *of->first.state) : NULL;
    if (m->source && n)
        memcpy(of->first.state, m->source, n * sizeof *of->first.state);
}

/* All threads finish their level, so the stored failure does not depend on them. */
static void fail(coset_machine *m, const coset_ir_conflict *conflict)
{
    coset_ir_order *of = m->order->of;
    pthread_mutex_lock(&of->mutex);
    if (!atomic_load(&of->failed) || is_before(m, conflict, &of->first))
        keep(of, m, conflict);
    atomic_store(&of->failed, true);
    pthread_mutex_unlock(&of->mutex);
    m->cut = false;
    coset_machine_fault(m, COSET_FAULT_ORDER, conflict->pos, "the iterations of a loop depend on their order");
}

/* ---- accesses --------------------------------------------------------------------------------------------------- */

static bool records(const coset__checked *l) { return l->runs && !l->conflicts; }

static void stop(coset_machine *m, coset__checked *l)
{
    m->recording -= records(l);
    l->runs = false;
}

static void conflicts(coset_machine *m, coset__checked *l)
{
    m->recording -= records(l);
    l->conflicts = true;
}

/* Adds an access of an iteration to the cell. A write that leaves the value unchanged counts as a read. False: the
 * access does not commute with those of other iterations. */
static bool add_deed(coset__checked *l, coset__cell *c, uint32_t deed, bool silent)
{
    if (silent && deed == COSET_DEED_WRITE)
        deed = COSET_DEED_READ;
    if (c->epoch != l->epoch) {
        c->epoch = l->epoch;
        c->deed = deed;
        c->iteration = l->iteration;
        c->silent = silent;
        return true;
    }
    if (c->silent && silent && c->deed != deed)
        c->deed = deed = COSET_DEED_READ;
    if (c->deed != deed || deed == COSET_DEED_WRITE)
        return false;
    c->iteration = SEVERAL;
    c->silent &= silent;
    return true;
}

static void finish_iteration(coset_machine *m, coset__checked *l)
{
    for (uint32_t i = 0; i < l->touched.n && records(l); i++) {
        const coset__touched *t = &l->touched.at[i];
        uint32_t before = l->cells[t->address].iteration;
        if (add_deed(l, &l->cells[t->address], t->deed, l->mem[t->address] == t->before))
            continue;
        conflicts(m, l);
        l->conflict = (coset_ir_conflict){.loop = (uint32_t)(l - m->order->loops),
                                          .a = before == SEVERAL ? l->iteration : before,
                                          .b = l->iteration,
                                          .pos = t->place->pos,
                                          .name = t->place->name ? t->place->name : "?"};
    }
    l->touched.n = 0;
}

static void begin_iteration(coset__checked *l, uint32_t rank)
{
    l->iteration = rank;
    l->stamp++;
}

static void touch_slot(coset__checked *l, const coset_ir_place *p, uint32_t address, uint32_t deed)
{
    coset__cell *c = &l->cells[address];
    if (c->stamp == l->stamp) {
        coset__touched *t = &l->touched.at[c->touched];
        if (t->deed != deed) /* read and written by the same iteration */
            t->deed = COSET_DEED_WRITE;
        return;
    }
    c->stamp = l->stamp;
    c->touched = l->touched.n;
    *coset_vec_add(&l->touched) = (coset__touched){address, deed, l->mem[address], p};
}

static void touch(coset__checked *l, const coset_ir_touch *t, const coset_ir_place *p, uint32_t address)
{
    if (!l->busy || address >= l->floor)
        return;
    if (t->deed == COSET_DEED_OWN) {
        memset(l->own + address, 1, coset_ir_slots(p->type));
        return;
    }
    for (uint32_t i = 0, n = coset_ir_slots(p->type); i < n && records(l); i++)
        touch_slot(l, p, address + i, t->deed);
}

void coset_machine_touch(coset_machine *m, const coset_ir_place *p, uint32_t address)
{
    if (!m->order || m->order->of->off || m->order->of->swaps)
        return;
    for (uint32_t i = 0; i < p->track->n; i++)
        touch(&m->order->loops[p->track->at[i].loop], &p->track->at[i], p, address);
}

/* ---- loops ------------------------------------------------------------------------------------------------------ */

static void make_room(coset__checked *l, uint32_t floor)
{
    release(l);
    l->cells = coset_new(floor, sizeof *l->cells);
    l->own = coset_new(floor, 1);
    l->start = coset_new(floor, sizeof *l->start);
    l->room = floor;
    l->epoch = l->stamp = 0;
}

static void begin(coset_machine *m, coset__checked *l, const coset_value *mem, uint32_t floor)
{
    if (l->room < floor)
        make_room(l, floor);
    if (l->epoch > MOST_STAMPS || l->stamp > MOST_STAMPS) {
        memset(l->cells, 0, l->room * sizeof *l->cells);
        l->epoch = l->stamp = 0;
    }
    l->epoch++;
    l->busy = l->runs = true;
    l->conflicts = false;
    l->mem = mem;
    l->floor = floor;
    l->touched.n = 0;
    m->recording++;
}

/* Stores what the interpreter needs for comparing. */
static void keep_start(const coset_machine *m, coset__checked *l, uint32_t loop)
{
    const coset_ir_scratch *scratch = &m->order->of->scratch[loop];
    memcpy(l->start, m->mem, l->floor * sizeof *l->start);
    memset(l->own, 0, l->floor);
    for (uint32_t i = 0; i < scratch->n; i++)
        l->own[m->fp + scratch->at[i]] = 1;
    l->n_covers = m->n_covers;
}

static void describe_exit(const coset_machine *m, const coset_ir_stmt *s, coset_flow flow, coset__checked *l)
{
    bool fault = flow == COSET_FLOW_STOP && !m->cut;
    l->conflict = (coset_ir_conflict){
        .loop = s->checked - 1, .a = l->iteration, .b = l->iteration, .pos = fault ? m->fault.pos : s->pos};
    snprintf(l->conflict.why, sizeof l->conflict.why, "%s",
             fault                     ? m->fault.text
             : flow == COSET_FLOW_ON   ? ""
             : flow == COSET_FLOW_STOP ? "an assumption fails"
                                       : "the loop is left early");
}

/* After a run of the loop: returns how it ends, if all orders have the same result. */
static coset_flow settle(coset_machine *m, const coset_ir_stmt *s, coset_flow flow)
{
    coset__checked *l = &m->order->loops[s->checked - 1];
    stop(m, l);
    if (flow == COSET_FLOW_STOP && !m->cut && m->fault.kind == COSET_FAULT_ORDER)
        return flow;
    if (flow == COSET_FLOW_ON && !l->conflicts && !m->order->of->loops[s->checked - 1].always)
        return flow;
    if (!l->conflicts)
        describe_exit(m, s, flow, l);
    coset__verdict verdict = coset__order_compare(m, s, flow);
    if (verdict == COSET__ALIKE)
        return flow;
    if (verdict == COSET__DIFFERENT)
        fail(m, &l->conflict);
    return COSET_FLOW_STOP;
}

static uint64_t swapped(const coset_ir_order *of, uint32_t loop, uint64_t rank)
{
    if (!of->swaps || of->swapped != loop || (rank != of->swap_a && rank != of->swap_b))
        return rank;
    return rank == of->swap_a ? of->swap_b : of->swap_a;
}

static coset_flow run_rounds(coset_machine *m, const coset_ir_stmt *s)
{
    uint32_t loop = s->checked - 1;
    coset__checked *l = &m->order->loops[loop];
    coset_flow flow = COSET_FLOW_ON;
    for (uint64_t rank = 0; flow == COSET_FLOW_ON && rank < s->binder->type->n; rank++) {
        uint64_t now = swapped(m->order->of, loop, rank);
        m->mem[m->fp + s->binder->frame] = (coset_value)now + 1;
        begin_iteration(l, (uint32_t)now);
        flow = coset_machine_spend(m, s->pos) ? m->run(m, s->body) : COSET_FLOW_STOP;
        finish_iteration(m, l);
    }
    return flow;
}

/* A cached result is used only if no enclosing loop records, because that would need all slots on which the result
 * depends. */
static bool is_known(coset_machine *m, uint32_t loop, const coset_value *mem, uint32_t fp, const coset_value *names)
{
    coset__memo *memo = &m->order->memos[loop];
    memo->tag = 0;
    return m->recording == 0 && !m->order->loops[loop].busy && coset__memo_knows(memo, mem, fp, names);
}

/* The same loop nested in itself: accesses of the inner run are not recorded for the outer one. */
static coset_flow run_again(coset_machine *m, const coset_ir_stmt *s)
{
    coset__checked *l = &m->order->loops[s->checked - 1], outer = *l;
    *l = (coset__checked){0};
    begin(m, l, m->mem, m->sp);
    keep_start(m, l, s->checked - 1);
    coset_flow flow = settle(m, s, run_rounds(m, s));
    release(l);
    *l = outer;
    if (records(l)) {
        describe_exit(m, s, COSET_FLOW_ON, l);
        conflicts(m, l);
    }
    return flow;
}

coset_flow coset_machine_run_checked(coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_order *of = m->order->of;
    uint32_t loop = s->checked - 1;
    coset__checked *l = &m->order->loops[loop];
    if (of->off || of->swaps || !m->source) /* start states are as symmetric as is proved */
        return run_rounds(m, s);
    if (is_known(m, loop, m->mem, m->fp, NULL))
        return run_rounds(m, s);
    m->cut = false;
    if (l->busy)
        return run_again(m, s);
    begin(m, l, m->mem, m->sp);
    keep_start(m, l, loop);
    coset_flow flow = run_rounds(m, s), end = settle(m, s, flow);
    l->busy = false;
    if (end == flow && !(end == COSET_FLOW_STOP && !m->cut))
        coset__memo_learn(&m->order->memos[loop]);
    return end;
}

/* ---- for machine code: if something fails the interpreter runs the step again ----------------------------------- */

uint32_t coset_native_loop(coset_machine *m, const coset_value *mem, uint32_t loop, uint32_t fp, uint32_t floor,
                           const coset_value *names)
{
    coset__checked *l = &m->order->loops[loop];
    if (m->order->of->off || is_known(m, loop, mem, fp, names))
        return 0;
    if (l->busy || m->order->of->loops[loop].always)
        return 1;
    begin(m, l, mem, floor);
    return 0;
}

uint32_t coset_native_iteration(coset_machine *m, uint32_t loop, uint32_t rank)
{
    coset__checked *l = &m->order->loops[loop];
    if (!records(l))
        return 0;
    finish_iteration(m, l);
    begin_iteration(l, rank);
    return l->conflicts;
}

uint32_t coset_native_loop_end(coset_machine *m, uint32_t loop)
{
    coset__checked *l = &m->order->loops[loop];
    if (!l->busy)
        return 0;
    finish_iteration(m, l);
    if (l->conflicts)
        return 1;
    stop(m, l);
    l->busy = false;
    coset__memo_learn(&m->order->memos[loop]);
    return 0;
}

void coset_native_touch(coset_machine *m, const coset_ir_place *p, uint32_t address)
{
    for (uint32_t i = 0; i < p->track->n; i++)
        touch(&m->order->loops[p->track->at[i].loop], &p->track->at[i], p, address);
}

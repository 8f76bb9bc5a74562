/* ir/order.c - see ir/order.h. */
#include "ir/native_run.h"
#include "ir/order_int.h"
#include "ir/short.h"

#define SEVERAL UINT32_MAX

void coset_machine_order_init(coset_machine *m)
{
    coset_ir_order *of = m->model->ir->order;
    if (!of)
        return;
    m->order = coset_new(1, sizeof *m->order + of->n_loops * sizeof(coset__checked));
    m->order->of = of;
}

static void release(coset__checked *l)
{
    coset_delete(l->cells);
    coset_delete(l->own);
    coset_delete(l->start);
}

void coset_machine_order_fini(coset_machine *m)
{
    for (uint32_t i = 0; m->order && i < m->order->of->n_loops; i++)
        release(&m->order->loops[i]);
    coset_delete(m->order);
}

void coset_machine_order_reset(coset_machine *m)
{
    for (uint32_t i = 0; m->order && i < m->order->of->n_loops; i++)
        m->order->loops[i].busy = m->order->loops[i].runs = false;
}

/* ---- what failed ------------------------------------------------------------------------------------------------ */

static void fail(coset_machine *m, const coset_ir_conflict *conflict)
{
    coset_ir_order *of = m->order->of;
    pthread_mutex_lock(&of->mutex);
    if (!atomic_load(&of->failed)) {
        uint32_t n = m->model->base.n_slots;
        of->first = *conflict;
        of->first.state = m->source ? coset_new((size_t)n + 1, sizeof *of->first.state) : NULL;
        if (m->source && n)
            memcpy(of->first.state, m->source, n * sizeof *of->first.state);
        atomic_store(&of->failed, true);
    }
    pthread_mutex_unlock(&of->mutex);
    m->cut = false;
    coset_machine_fault(m, COSET_FAULT_ORDER, conflict->pos, "the iterations of a loop depend on their order");
}

/* ---- touching --------------------------------------------------------------------------------------------------- */

static bool commutes(uint32_t before, uint32_t now) { return before == now && now != COSET_DEED_WRITE; }

static bool touch_slot(coset__checked *l, coset__cell *c, uint32_t deed)
{
    if (c->epoch != l->epoch) {
        *c = (coset__cell){l->epoch, deed, l->iteration};
    } else if (c->iteration == l->iteration) {
        if (c->deed != deed) /* read and written by the same */
            c->deed = COSET_DEED_WRITE;
    } else if (commutes(c->deed, deed)) {
        c->iteration = SEVERAL;
    } else {
        return false;
    }
    return true;
}

static uint32_t width(const coset_ir_type *t) { return t->kind == COSET_T_INT ? 2 : t->width; }

static void touch(coset__checked *l, const coset_ir_touch *t, const coset_ir_place *p, uint32_t address)
{
    if (!l->busy || address >= l->floor)
        return;
    if (t->deed == COSET_DEED_OWN) {
        memset(l->own + address, 1, width(p->type));
        return;
    }
    for (uint32_t i = 0, n = width(p->type); i < n && l->runs && !l->conflicts; i++) {
        uint32_t before = l->cells[address + i].iteration;
        if (touch_slot(l, &l->cells[address + i], t->deed))
            continue;
        l->conflicts = true;
        l->conflict = (coset_ir_conflict){.loop = t->loop,
                                          .a = before == SEVERAL ? l->iteration : before,
                                          .b = l->iteration,
                                          .pos = p->pos,
                                          .name = p->name ? p->name : "?"};
    }
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
    l->epoch = 0;
}

static void begin(coset__checked *l, uint32_t floor)
{
    if (l->room < floor)
        make_room(l, floor);
    if (++l->epoch == 0) {
        memset(l->cells, 0, l->room * sizeof *l->cells);
        l->epoch = 1;
    }
    l->busy = l->runs = true;
    l->conflicts = false;
    l->floor = floor;
}

/* What the interpreter needs for comparing. */
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

/* The loop has been run. How it ends, if all orders end alike. */
static coset_flow settle(coset_machine *m, const coset_ir_stmt *s, coset_flow flow)
{
    coset__checked *l = &m->order->loops[s->checked - 1];
    l->runs = false;
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
    coset_flow flow = COSET_FLOW_ON;
    for (uint64_t rank = 0; flow == COSET_FLOW_ON && rank < s->binder->type->n; rank++) {
        uint64_t now = swapped(m->order->of, loop, rank);
        m->mem[m->fp + s->binder->frame] = (coset_value)now + 1;
        m->order->loops[loop].iteration = (uint32_t)now;
        flow = coset_machine_spend(m, s->pos) ? coset_machine_exec(m, s->body) : COSET_FLOW_STOP;
    }
    return flow;
}

coset_flow coset_machine_run_checked(coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_order *of = m->order->of;
    coset__checked *l = &m->order->loops[s->checked - 1], outer = {0};
    if (of->off || of->swaps || !m->source) /* start states are as symmetric as is proved */
        return run_rounds(m, s);
    if (l->busy) { /* it is inside itself: what the inner run touches is not recorded for the outer one */
        outer = *l;
        *l = (coset__checked){0};
    }
    begin(l, m->sp);
    keep_start(m, l, s->checked - 1);
    m->cut = false;
    coset_flow flow = settle(m, s, run_rounds(m, s));
    l->busy = false;
    if (outer.busy) {
        release(l);
        *l = outer;
        if (!l->conflicts && l->runs) {
            describe_exit(m, s, COSET_FLOW_ON, l);
            l->conflicts = true;
        }
    }
    return flow;
}

/* ---- for machine code: where something fails the interpreter runs the step again -------------------------------- */

uint32_t coset_native_loop(coset_machine *m, uint32_t loop, uint32_t floor)
{
    coset__checked *l = &m->order->loops[loop];
    if (m->order->of->off)
        return 0;
    if (l->busy || m->order->of->loops[loop].always)
        return 1;
    begin(l, floor);
    return 0;
}

void coset_native_iteration(coset_machine *m, uint32_t loop, uint32_t rank) { m->order->loops[loop].iteration = rank; }

void coset_native_loop_end(coset_machine *m, uint32_t loop)
{
    m->order->loops[loop].busy = m->order->loops[loop].runs = false;
}

uint32_t coset_native_touch(coset_machine *m, const coset_ir_place *p, uint32_t address)
{
    uint32_t conflicts = 0;
    for (uint32_t i = 0; i < p->track->n && !m->order->of->off; i++) {
        coset__checked *l = &m->order->loops[p->track->at[i].loop];
        touch(l, &p->track->at[i], p, address);
        conflicts |= l->busy && l->conflicts;
    }
    return conflicts;
}

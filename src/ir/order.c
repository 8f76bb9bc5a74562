/* ir/order.c - see ir/order.h. */
#include "ir/order.h"

#include "ir/native_run.h"
#include "ir/short.h"

#define SEVERAL UINT32_MAX

/* A loop that may be checked, of one worker. A cell is `epoch` of the run that wrote it, the deed, and the iteration or
 * SEVERAL. */
typedef struct {
    uint32_t epoch, deed, iteration;
} cell;

typedef struct {
    bool runs;
    uint32_t epoch, iteration, floor; /* frames from `floor` on belong to the iteration */
    uint32_t room;
    cell *cells;
} checked;

struct coset_machine_order {
    coset_ir_order *of;
    checked loops[];
};

void coset_machine_order_init(coset_machine *m)
{
    coset_ir_order *of = m->model->ir->order;
    if (!of)
        return;
    m->order = coset_new(1, sizeof *m->order + of->n_loops * sizeof(checked));
    m->order->of = of;
}

void coset_machine_order_fini(coset_machine *m)
{
    for (uint32_t i = 0; m->order && i < m->order->of->n_loops; i++)
        coset_delete(m->order->loops[i].cells);
    coset_delete(m->order);
}

void coset_machine_order_reset(coset_machine *m)
{
    for (uint32_t i = 0; m->order && i < m->order->of->n_loops; i++)
        m->order->loops[i].runs = false;
}

/* ---- what failed ------------------------------------------------------------------------------------------------ */

static bool fail(coset_machine *m, coset_ir_conflict conflict)
{
    coset_ir_order *of = m->order->of;
    char text[sizeof m->fault.text];
    memcpy(text, m->fault.text, sizeof text);
    pthread_mutex_lock(&of->mutex);
    if (!atomic_load(&of->failed)) {
        uint32_t n = m->model->base.n_slots;
        if (!conflict.name)
            memcpy(conflict.fault, text, sizeof conflict.fault);
        conflict.state = m->source ? coset_new((size_t)n + 1, sizeof *conflict.state) : NULL;
        if (m->source && n)
            memcpy(conflict.state, m->source, n * sizeof *conflict.state);
        of->first = conflict;
        atomic_store(&of->failed, true);
    }
    pthread_mutex_unlock(&of->mutex);
    return coset_machine_fault(m, COSET_FAULT_ORDER, conflict.pos, "the iterations of a loop depend on their order");
}

/* ---- touching --------------------------------------------------------------------------------------------------- */

static bool commutes(uint32_t before, uint32_t now) { return before == now && now != COSET_DEED_WRITE; }

static bool touch_slot(checked *l, cell *c, uint32_t deed)
{
    if (c->epoch != l->epoch) {
        *c = (cell){l->epoch, deed, l->iteration};
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

static bool touch(coset_machine *m, const coset_ir_touch *t, const coset_ir_place *p, uint32_t address)
{
    checked *l = &m->order->loops[t->loop];
    if (!l->runs || address >= l->floor)
        return true;
    for (uint32_t i = 0, n = p->type->kind == COSET_T_INT ? 2 : p->type->width; i < n; i++) {
        uint32_t before = l->cells[address + i].iteration;
        if (!touch_slot(l, &l->cells[address + i], t->deed))
            return fail(m, (coset_ir_conflict){.loop = t->loop,
                                               .a = before == SEVERAL ? 0 : before,
                                               .b = l->iteration,
                                               .pos = p->pos,
                                               .name = p->name ? p->name : "?"});
    }
    return true;
}

bool coset_machine_touch(coset_machine *m, const coset_ir_place *p, uint32_t address)
{
    if (!m->order || m->order->of->off || m->order->of->swaps)
        return true;
    for (uint32_t i = 0; i < p->track->n; i++)
        if (!touch(m, &p->track->at[i], p, address))
            return false;
    return true;
}

/* ---- loops ------------------------------------------------------------------------------------------------------ */

static bool begin(coset_machine *m, uint32_t loop, uint32_t floor, coset_pos pos)
{
    checked *l = &m->order->loops[loop];
    if (l->runs)
        return fail(m, (coset_ir_conflict){.loop = loop, .pos = pos, .a = l->iteration, .b = l->iteration});
    if (l->room < floor) {
        coset_delete(l->cells);
        l->cells = coset_new(floor, sizeof *l->cells);
        l->room = floor;
        l->epoch = 0;
    }
    if (++l->epoch == 0) {
        memset(l->cells, 0, l->room * sizeof *l->cells);
        l->epoch = 1;
    }
    l->runs = true;
    l->floor = floor;
    return true;
}

/* Whatever ends an iteration early leaves the others unknown. */
static coset_flow ended(coset_machine *m, const coset_ir_stmt *s, coset_flow flow)
{
    checked *l = &m->order->loops[s->checked - 1];
    l->runs = false;
    if (flow == COSET_FLOW_ON || (flow == COSET_FLOW_STOP && !m->cut && m->fault.kind == COSET_FAULT_ORDER))
        return flow;
    if (flow == COSET_FLOW_RETURN || m->cut)
        coset_machine_fault(m, COSET_FAULT_ORDER, s->pos, "the loop is left early");
    m->cut = false;
    (void)fail(m,
               (coset_ir_conflict){.loop = s->checked - 1, .a = l->iteration, .b = l->iteration, .pos = m->fault.pos});
    return COSET_FLOW_STOP;
}

static uint64_t swapped(const coset_ir_order *of, uint32_t loop, uint64_t rank)
{
    if (!of->swaps || of->swapped != loop || (rank != of->swap_a && rank != of->swap_b))
        return rank;
    return rank == of->swap_a ? of->swap_b : of->swap_a;
}

coset_flow coset_machine_run_checked(coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_order *of = m->order->of;
    uint32_t loop = s->checked - 1;
    bool checks = !of->off && !of->swaps;
    if (checks && !begin(m, loop, m->sp, s->pos))
        return COSET_FLOW_STOP;
    for (uint64_t rank = 0; rank < s->binder->type->n; rank++) {
        uint64_t now = swapped(of, loop, rank);
        m->mem[m->fp + s->binder->frame] = (coset_value)now + 1;
        m->order->loops[loop].iteration = (uint32_t)now;
        if (checks)
            m->fault.kind = COSET_FAULT_RANGE;
        coset_flow flow = coset_machine_spend(m, s->pos) ? coset_machine_exec(m, s->body) : COSET_FLOW_STOP;
        if (flow != COSET_FLOW_ON)
            return checks ? ended(m, s, flow) : flow;
    }
    return checks ? ended(m, s, COSET_FLOW_ON) : COSET_FLOW_ON;
}

/* ---- for machine code: where something fails the interpreter runs the step again -------------------------------- */

uint32_t coset_native_loop(coset_machine *m, uint32_t loop, uint32_t floor)
{
    checked *l = &m->order->loops[loop];
    if (m->order->of->off)
        return 0;
    return l->runs || !begin(m, loop, floor, (coset_pos){0});
}

void coset_native_iteration(coset_machine *m, uint32_t loop, uint32_t rank) { m->order->loops[loop].iteration = rank; }

void coset_native_loop_end(coset_machine *m, uint32_t loop) { m->order->loops[loop].runs = false; }

uint32_t coset_native_touch(coset_machine *m, const coset_ir_place *p, uint32_t address)
{
    const coset_ir_order *of = m->order->of;
    for (uint32_t i = 0; i < p->track->n && !of->off; i++) {
        const coset_ir_touch *t = &p->track->at[i];
        checked *l = &m->order->loops[t->loop];
        if (!l->runs || address >= l->floor)
            continue;
        for (uint32_t k = 0, n = p->type->kind == COSET_T_INT ? 2 : p->type->width; k < n; k++)
            if (!touch_slot(l, &l->cells[address + k], t->deed))
                return 1;
    }
    return 0;
}

/* ir/exec.c - statements. */
#include "ir/cycle.h"
#include "ir/fast_paths.h"

/* ---- assignment --------------------------------------------------------------------------------------------- */

static coset_flow store(coset_machine *m, const coset_ir_stmt *s, const coset_ir_place *p, uint32_t address, int64_t v)
{
    if (p->type->kind == COSET_T_INT) {
        coset_machine_set_int(m, address, v);
        return COSET_FLOW_ON;
    }
    int64_t rank = coset_machine_rank(p->type, v);
    if (rank < 0) {
        coset_machine_range(m, "value", p, address, p->type, v, s->pos);
        return COSET_FLOW_STOP;
    }
    m->mem[address] = (coset_value)rank + 1;
    return COSET_FLOW_ON;
}

/* The value to assign, evaluated once; *undefined: a plain copy of a variable that has none. */
static bool assigned(coset_machine *m, const coset_ir_stmt *s, int64_t *v, bool *undefined)
{
    const coset_ir_expr *e = s->expr;
    uint32_t from;
    *undefined = false;
    if (!s->copies_undefined || e->op != COSET_E_LOAD || e->type->kind == COSET_T_INT)
        return coset_machine_value(m, e, v);
    if (!coset_machine_at(m, e->place, &from) || !coset_machine_known(m, from, 1))
        return false;
    *undefined = m->mem[from] == 0;
    if (!*undefined)
        *v = coset_machine_decode(e->place->type, m->mem[from]);
    return true;
}

static coset_flow assign(coset_machine *m, const coset_ir_stmt *s)
{
    int64_t v = 0;
    uint32_t to;
    bool undefined;
    if (!assigned(m, s, &v, &undefined) || !coset_machine_at(m, s->place, &to))
        return COSET_FLOW_STOP;
    if (!undefined)
        return store(m, s, s->place, to, v);
    m->mem[to] = 0;
    coset_machine_settle(m, to, 1);
    return COSET_FLOW_ON;
}

/* Assigns a number, or a defined variable of the same type, to a place in short form. False: nothing was done. */
static inline bool assign_short(coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_place *p = s->place;
    const coset_ir_expr *e = s->expr;
    uint32_t from, to;
    coset_value content;
    if (p->type->kind >= COSET_T_UNION || !p->terms)
        return false;
    if (e->op == COSET_E_CONST) {
        content = (coset_value)(coset_machine_rank(p->type, e->value) + 1);
    } else {
        if (e->op != COSET_E_LOAD || e->place->type != p->type || !e->place->terms ||
            !coset_machine_short(m, e->place, &from))
            return false;
        content = m->mem[from];
    }
    if (content == 0 || !coset_machine_short(m, p, &to))
        return false;
    m->mem[to] = content;
    return true;
}

static coset_flow copy(coset_machine *m, const coset_ir_stmt *s)
{
    uint32_t from, to, width = s->place->type->width;
    if (!coset_machine_at(m, s->source, &from) || !coset_machine_at(m, s->place, &to) ||
        !coset_machine_known(m, from, width))
        return COSET_FLOW_STOP;
    memmove(&m->mem[to], &m->mem[from], width * sizeof *m->mem);
    coset_machine_settle(m, to, width);
    return COSET_FLOW_ON;
}

static coset_flow reset(coset_machine *m, const coset_ir_stmt *s)
{
    uint32_t at;
    if (!coset_machine_at(m, s->place, &at))
        return COSET_FLOW_STOP;
    if (s->op == COSET_S_CLEAR)
        coset_ir_clear(s->place->type, &m->mem[at]);
    else
        memset(&m->mem[at], 0, s->place->type->width * sizeof *m->mem);
    coset_machine_settle(m, at, s->place->type->width);
    return COSET_FLOW_ON;
}

/* RETURN: a simple result is stored in m->result, a complex one in the function's frame. */
static coset_flow give_back(coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_type *t = m->function ? m->function->result : NULL;
    if (s->expr && t) {
        if (!coset_machine_value(m, s->expr, &m->result))
            return COSET_FLOW_STOP;
        if (t->kind != COSET_T_INT && coset_machine_rank(t, m->result) < 0) {
            coset_machine_range(m, "returned value", NULL, 0, t, m->result, s->pos);
            return COSET_FLOW_STOP;
        }
    } else if (s->source && t) {
        uint32_t from;
        if (!coset_machine_at(m, s->source, &from) || !coset_machine_known(m, from, t->width))
            return COSET_FLOW_STOP;
        memmove(&m->mem[m->fp + m->function->result_frame], &m->mem[from], t->width * sizeof *m->mem);
    }
    return COSET_FLOW_RETURN;
}

/* ---- loops -------------------------------------------------------------------------------------------------- */

static coset_flow run_for(coset_machine *m, const coset_ir_stmt *s)
{
    coset_domain d;
    if (s->checked)
        return coset_machine_run_checked(m, s);
    if (!coset_machine_begin(m, s->binder, &d))
        return COSET_FLOW_STOP;
    while (coset_machine_advance(m, &d)) {
        if (!coset_machine_spend(m, s->pos))
            return COSET_FLOW_STOP;
        coset_flow flow = coset_machine_exec(m, s->body);
        if (flow != COSET_FLOW_ON)
            return flow;
    }
    return COSET_FLOW_ON;
}

static coset_flow run_rounds(coset_machine *m, const coset_ir_stmt *s, coset_cycle *cycle)
{
    for (;;) {
        int64_t v;
        if (!coset_machine_value(m, s->expr, &v))
            return COSET_FLOW_STOP;
        if (!v)
            return COSET_FLOW_ON;
        if (coset_cycle_closes(cycle, m)) {
            coset_machine_fault(m, COSET_FAULT_LOOP, s->pos, "this loop runs for ever: all variables are as they were");
            return COSET_FLOW_STOP;
        }
        if (!coset_machine_spend(m, s->pos))
            return COSET_FLOW_STOP;
        coset_flow flow = coset_machine_exec(m, s->body);
        if (flow != COSET_FLOW_ON)
            return flow;
    }
}

static coset_flow run_while(coset_machine *m, const coset_ir_stmt *s)
{
    coset_cycle cycle = {0};
    coset_flow flow = run_rounds(m, s, &cycle);
    coset_cycle_fini(&cycle);
    return flow;
}

/* ---- multisets ---------------------------------------------------------------------------------------------- */

static coset_flow stop_bag(coset_machine *m, const coset_ir_stmt *s, const char *what)
{
    coset_machine_fault(m, COSET_FAULT_BAG, s->pos, "multiset `%s` %s", s->place->name ? s->place->name : "?", what);
    return COSET_FLOW_STOP;
}

/* The element to add: a slot value if it is simple, else the address of its value. */
static bool take_element(coset_machine *m, const coset_ir_stmt *s, const coset_ir_type *t, uint32_t *element)
{
    int64_t v;
    if (s->source)
        return coset_machine_at(m, s->source, element) && coset_machine_known(m, *element, t->width);
    if (!coset_machine_value(m, s->expr, &v))
        return false;
    int64_t rank = coset_machine_rank(t, v);
    if (rank < 0)
        return coset_machine_range(m, "element", s->place, m->end, t, v, s->pos);
    *element = (uint32_t)rank + 1;
    return true;
}

/* The element is evaluated first: a call in it may also add to the multiset. */
static coset_flow bag_add(coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_type *t = s->place->type;
    uint32_t bag, element, width = 1 + t->element->width;
    if (!take_element(m, s, t->element, &element) || !coset_machine_at(m, s->place, &bag))
        return COSET_FLOW_STOP;
    for (uint64_t i = 0; i < t->n; i++, bag += width) {
        if (!coset_machine_known(m, bag, 1))
            return COSET_FLOW_STOP;
        if (m->mem[bag])
            continue;
        m->mem[bag] = 1;
        if (!s->source) {
            m->mem[bag + 1] = element;
            return COSET_FLOW_ON;
        }
        memmove(&m->mem[bag + 1], &m->mem[element], t->element->width * sizeof *m->mem);
        coset_machine_settle(m, bag + 1, t->element->width);
        return COSET_FLOW_ON;
    }
    return stop_bag(m, s, "is full");
}

static coset_flow bag_remove(coset_machine *m, const coset_ir_stmt *s)
{
    const coset_ir_type *t = s->place->type;
    uint32_t bag, width = 1 + t->element->width;
    int64_t entry;
    if (!coset_machine_at(m, s->place, &bag) || !coset_machine_value(m, s->expr, &entry))
        return COSET_FLOW_STOP;
    if (entry < 0 || (uint64_t)entry >= t->n || m->mem[bag + (uint32_t)entry * width] == 0)
        return stop_bag(m, s, "has no such entry to remove");
    memset(&m->mem[bag + (uint32_t)entry * width], 0, width * sizeof *m->mem);
    return COSET_FLOW_ON;
}

static coset_flow bag_remove_if(coset_machine *m, const coset_ir_stmt *s)
{
    coset_domain d;
    if (!coset_machine_begin(m, s->binder, &d))
        return COSET_FLOW_STOP;
    while (coset_machine_advance(m, &d)) {
        int64_t v;
        if (!coset_machine_spend(m, s->pos) || !coset_machine_value(m, s->expr, &v))
            return COSET_FLOW_STOP;
        if (v)
            memset(&m->mem[d.bag + (d.rank - 1) * d.stride], 0, d.stride * sizeof *m->mem);
    }
    return COSET_FLOW_ON;
}

/* ---- statements --------------------------------------------------------------------------------------------- */

void coset_machine_cover(coset_machine *m, uint32_t prop)
{
    for (uint32_t i = 0; i < m->n_covers; i++)
        if (m->covers[i] == prop)
            return;
    m->covers[m->n_covers++] = prop;
}

static coset_flow stop_assert(coset_machine *m, const coset_ir_stmt *s)
{
    coset_machine_fault(m, COSET_FAULT_ASSERTION, s->pos, "%s", s->text ? s->text : "assertion failed");
    m->fault.prop = s->prop;
    return COSET_FLOW_STOP;
}

/* assert, assume, cover */
static coset_flow demand(coset_machine *m, const coset_ir_stmt *s)
{
    int64_t v = 0;
    if (s->expr && !coset_machine_value(m, s->expr, &v))
        return COSET_FLOW_STOP;
    if (s->op == COSET_S_COVER) {
        if (v)
            coset_machine_cover(m, s->prop);
        return COSET_FLOW_ON;
    }
    if (v)
        return COSET_FLOW_ON;
    if (s->op == COSET_S_ASSERT)
        return stop_assert(m, s);
    m->cut = true;
    return COSET_FLOW_STOP;
}

static coset_flow bind(coset_machine *m, const coset_ir_stmt *s)
{
    uint32_t at;
    if (!coset_machine_at(m, s->source, &at))
        return COSET_FLOW_STOP;
    m->mem[m->fp + s->frame] = at;
    return COSET_FLOW_ON;
}

/* The successor of an IF; false if it is not known. In a chain on one variable, the variable's value selects the
 * deciding link. */
static bool choose(coset_machine *m, const coset_ir_stmt *s, const coset_ir_stmt **next)
{
    int64_t v;
    coset_value content = s->links ? coset_machine_content(m, s->expr->set) : 0;
    if (content) {
        for (uint32_t n = s->links[content]; n > 0; n--)
            s = s->other;
        v = coset_ir_is_in(s->expr->set, content);
    } else if (!coset_machine_value(m, s->expr, &v)) {
        return false;
    }
    *next = v ? s->body : s->other;
    return true;
}

/* A chain of conditions is processed without recursion. */
static coset_flow branch(coset_machine *m, const coset_ir_stmt *s)
{
    do {
        if (!choose(m, s, &s))
            return COSET_FLOW_STOP;
        if (!s)
            return COSET_FLOW_ON;
    } while (s->op == COSET_S_IF && !s->next);
    return coset_machine_exec(m, s);
}

coset_flow coset_machine_exec_one(coset_machine *m, const coset_ir_stmt *s)
{
    int64_t v;
    uint32_t at;
    switch (s->op) {
    case COSET_S_ASSIGN:
        return assign(m, s);
    case COSET_S_COPY:
        return copy(m, s);
    case COSET_S_IF:
        return branch(m, s);
    case COSET_S_FOR:
        return run_for(m, s);
    case COSET_S_WHILE:
        return run_while(m, s);
    case COSET_S_CALL:
        return coset_machine_call(m, s->expr, &v, &at) ? COSET_FLOW_ON : COSET_FLOW_STOP;
    case COSET_S_RETURN:
        return give_back(m, s);
    case COSET_S_ASSERT:
    case COSET_S_ASSUME:
    case COSET_S_COVER:
        return demand(m, s);
    case COSET_S_PUT:
        return coset_machine_print(m, s) ? COSET_FLOW_ON : COSET_FLOW_STOP;
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        return reset(m, s);
    case COSET_S_BAGADD:
        return bag_add(m, s);
    case COSET_S_BAGREMOVE:
        return bag_remove(m, s);
    case COSET_S_BAGREMOVE_IF:
        return bag_remove_if(m, s);
    case COSET_S_BIND:
        return bind(m, s);
    }
    return COSET_FLOW_ON;
}

/* The most frequent statements come first; the others need a large frame. */
coset_flow coset_machine_exec(coset_machine *m, const coset_ir_stmt *s)
{
    for (; s; s = s->next) {
        if (s->op == COSET_S_ASSIGN && assign_short(m, s))
            continue;
        coset_flow flow = s->op == COSET_S_IF ? branch(m, s) : coset_machine_exec_one(m, s);
        if (flow != COSET_FLOW_ON)
            return flow;
    }
    return COSET_FLOW_ON;
}

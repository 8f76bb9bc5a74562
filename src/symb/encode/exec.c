/* symb/encode/exec.c - statements and calls, in all states at once. */
#include "symb/encode/machine.h"

#include <string.h>

#define RECURSION  1000 /* as in the interpreter */
#define FIRST_COPY 32   /* rounds of a loop before its cells are copied */

/* ---- calls -------------------------------------------------------------------------------------------------- */

/* A plain load hands an undefined value on. Returns cells of type t; faults are noted. */
static coset__cases pass_value(coset__machine *m, const coset_ir_expr *e, const coset_ir_type *t, bool keeps_undefined,
                               coset_bdd pc)
{
    coset_bdd undefined = coset_bdd_false, outside = coset_bdd_false;
    coset__cases numbers;
    if (keeps_undefined && e->op == COSET_E_LOAD && e->type->kind != COSET_T_INT)
        numbers = coset__decode(m, e->place->type, coset__load(m, coset__address(m, e->place, pc)), &undefined);
    else
        numbers = coset__eval(m, e, pc);
    coset__cases cells = coset__encode(m, t, numbers, &outside);
    coset__add_fault(m, m->fault_prop, outside);
    return coset__merge(m, cells, coset__single(m, 0, undefined));
}

/* Copies `width` cells from address `from` to address `to`; all are read before any is written. */
static void move(coset__machine *m, coset__cases from, coset__cases to, uint32_t width)
{
    coset__cases *read = coset_arena_get(m->arena, width, sizeof *read);
    for (uint32_t i = 0; i < width; i++)
        for (uint32_t k = 0; k < from.n; k++)
            read[i] = coset__merge(m, read[i], coset__within(m, m->cells[from.at[k].value + i], from.at[k].when));
    coset__fork(m, to);
    for (uint32_t i = 0; i < width; i++)
        for (uint32_t k = 0; k < to.n; k++)
            coset__write(m, (uint32_t)to.at[k].value + i, coset__within(m, read[i], to.at[k].when));
}

/* Returns where the argument could be evaluated. */
static coset_bdd pass(coset__machine *m, const coset_ir_param *param, const coset_ir_arg *arg, uint32_t base,
                      coset_bdd pc)
{
    if (arg->undefined)
        return pc;
    if (param->by_ref || !coset_ir_is_simple(param->type)) {
        coset__cases from = coset__address(m, arg->place, pc);
        coset_bdd ok = coset__domain_of(m, from);
        if (param->by_ref)
            coset__write(m, base + param->frame, from);
        else
            move(m, from, coset__single(m, base + param->frame, ok), param->type->width);
        return ok;
    }
    coset__cases cells = pass_value(m, arg->expr, param->type, true, pc);
    coset__write(m, base + param->frame, cells);
    return coset__domain_of(m, cells);
}

static coset_bdd run_body(coset__machine *m, const coset_ir_expr *call, uint32_t base, coset_bdd pc,
                          coset__cases *result)
{
    const coset_ir_function *f = call->function;
    coset__activation here = {.function = f, .returned = coset_bdd_false}, *outer = m->running;
    uint32_t caller = m->fp;
    m->fp = base;
    m->running = &here;
    coset_bdd through = coset__exec(m, f->body, pc);
    m->fp = caller;
    m->running = outer;
    *result = here.result;
    if (!f->result)
        return coset_bdd_or(m->bdd, here.returned, through);
    coset__add_fault(m, m->fault_prop, through);
    return here.returned;
}

coset_bdd coset__call(coset__machine *m, const coset_ir_expr *call, coset_bdd pc, coset__cases *result, uint32_t *at)
{
    const coset_ir_function *f = call->function;
    uint32_t base = m->sp;
    *result = (coset__cases){0};
    *at = base + f->result_frame;
    if (coset_bdd_is_false(pc) || !coset__spend(m, call->pos))
        return coset_bdd_false;
    if (m->depth >= RECURSION || f->frame_size > m->end - base)
        return coset__trouble(m, COSET_UNSUPPORTED, call->pos,
                              "the symbolic engine does not support calls nested so deeply");
    for (uint32_t i = 0; i < f->frame_size; i++)
        coset__write_all(m, base + i, 0);
    m->sp += f->frame_size;
    m->depth++;
    for (uint32_t i = 0; i < f->n_params && !coset_bdd_is_false(pc); i++)
        pc = pass(m, &f->params[i], &call->args[i], base, pc);
    coset_bdd back = run_body(m, call, base, pc, result);
    m->depth--;
    m->sp = base;
    return back;
}

static coset_bdd give_back(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset__activation *a = m->running;
    const coset_ir_type *t = a->function ? a->function->result : NULL;
    if (s->expr && t) {
        coset_bdd outside = coset_bdd_false;
        coset__cases v = coset__eval(m, s->expr, pc);
        coset__encode(m, t, v, &outside);
        coset__add_fault(m, m->fault_prop, outside);
        pc = coset_bdd_minus(m->bdd, coset__domain_of(m, v), outside);
        a->result = coset__merge(m, a->result, coset__within(m, v, pc));
    } else if (s->source && t) {
        coset__cases from = coset__address(m, s->source, pc);
        pc = coset__domain_of(m, from);
        move(m, from, coset__single(m, m->fp + a->function->result_frame, pc), t->width);
    }
    a->returned = coset_bdd_or(m->bdd, a->returned, pc);
    return coset_bdd_false;
}

/* ---- assignment --------------------------------------------------------------------------------------------- */

/* Returns where both sides could be evaluated and fit. */
static coset_bdd assign(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset_bdd undefined = coset_bdd_false, outside = coset_bdd_false;
    coset__cases v;
    if (s->copies_undefined && s->expr->op == COSET_E_LOAD && s->expr->type->kind != COSET_T_INT)
        v = coset__decode(m, s->expr->place->type, coset__load(m, coset__address(m, s->expr->place, pc)), &undefined);
    else
        v = coset__eval(m, s->expr, pc);
    coset_bdd known = coset_bdd_or(m->bdd, coset__domain_of(m, v), undefined);
    coset__cases to = coset__address(m, s->place, known);
    coset_bdd placed = coset__domain_of(m, to);
    coset__cases cells = coset__encode(m, s->place->type, coset__within(m, v, placed), &outside);
    coset__add_fault(m, m->fault_prop, outside);
    cells = coset__merge(m, cells, coset__single(m, 0, coset_bdd_and(m->bdd, undefined, placed)));
    coset__fork(m, to);
    for (uint32_t i = 0; i < to.n; i++)
        coset__write(m, (uint32_t)to.at[i].value, coset__within(m, cells, to.at[i].when));
    return coset_bdd_minus(m->bdd, placed, outside);
}

static coset_bdd copy(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset__cases from = coset__address(m, s->source, pc);
    coset__cases to = coset__address(m, s->place, coset__domain_of(m, from));
    coset_bdd ok = coset__domain_of(m, to);
    move(m, from, to, s->place->type->width);
    return ok;
}

static coset_bdd reset(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    const coset_ir_type *t = s->place->type;
    coset__cases to = coset__address(m, s->place, pc);
    coset_value *first = coset_new(t->width, sizeof *first);
    if (s->op == COSET_S_CLEAR)
        coset_ir_clear(t, first);
    coset__fork(m, to);
    for (uint32_t k = 0; k < to.n; k++)
        for (uint32_t i = 0; i < t->width; i++)
            coset__write(m, (uint32_t)to.at[k].value + i, coset__single(m, first[i], to.at[k].when));
    coset_delete(first);
    return coset__domain_of(m, to);
}

/* ---- control ------------------------------------------------------------------------------------------------ */

static coset_bdd branch(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset__cases v = coset__eval(m, s->expr, pc);
    coset_bdd yes = coset__truth(m, v), no = coset_bdd_minus(m->bdd, coset__domain_of(m, v), yes);
    coset_bdd after = coset__exec(m, s->body, yes);
    return coset_bdd_or(m->bdd, after, coset__exec(m, s->other, no));
}

static coset_bdd run_for(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset__rounds rounds = {0};
    pc = coset__open(m, s->binder, pc, &rounds);
    for (uint32_t i = 0; i < rounds.n && coset__spend(m, s->pos); i++) {
        coset_bdd here = coset_bdd_and(m->bdd, pc, rounds.at[i].when);
        if (coset_bdd_is_false(here))
            continue;
        coset__write_all(m, m->fp + s->binder->frame, rounds.at[i].cell);
        coset_bdd after = coset__exec(m, s->body, here);
        pc = coset_bdd_or(m->bdd, coset_bdd_minus(m->bdd, pc, here), after);
    }
    coset_vec_fini(&rounds);
    return pc;
}

/* The cells as they were before a round, and where it ran. */
typedef struct {
    uint64_t rounds, next; /* so far; those at which the next copy is made */
    uint32_t apart;        /* a cell that differed last */
    coset_bdd pc;
    coset__cases *cells; /* [m->sp], or NULL */
} cycle;

static bool is_same(coset__cases a, coset__cases b)
{
    for (uint32_t i = 0; a.n == b.n && i < a.n; i++)
        if (a.at[i].value != b.at[i].value || !coset_bdd_same(a.at[i].when, b.at[i].when))
            return false;
    return a.n == b.n;
}

/* All cells are as they were before an earlier round, which ran in the same states: this repeats for ever. See
 * ir/cycle.h. */
static bool closes(coset__machine *m, cycle *c, coset_bdd pc)
{
    if (++c->rounds < FIRST_COPY)
        return false;
    if (c->cells && coset_bdd_same(c->pc, pc) && is_same(c->cells[c->apart], m->cells[c->apart])) {
        uint32_t i = 0;
        while (i < m->sp && is_same(c->cells[i], m->cells[i]))
            i++;
        if (i == m->sp)
            return true;
        c->apart = i;
    }
    if (c->rounds < c->next)
        return false;
    if (!c->cells)
        c->cells = coset_arena_get(m->arena, (size_t)m->sp + 1, sizeof *c->cells);
    memcpy(c->cells, m->cells, m->sp * sizeof *c->cells);
    c->pc = pc;
    c->next = 2 * c->rounds;
    return false;
}

static coset_bdd run_while(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset_bdd left = coset_bdd_false;
    cycle c = {0};
    while (!coset_bdd_is_false(pc)) {
        coset__cases v = coset__eval(m, s->expr, pc);
        coset_bdd yes = coset__truth(m, v);
        left = coset_bdd_or(m->bdd, left, coset_bdd_minus(m->bdd, coset__domain_of(m, v), yes));
        if (closes(m, &c, yes)) {
            coset__add_fault(m, m->fault_prop, yes);
            break;
        }
        if (!coset__spend(m, s->pos))
            break;
        pc = coset__exec(m, s->body, yes);
    }
    return left;
}

/* ASSERT, ASSUME, COVER */
static coset_bdd demand(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset__cases v = s->expr ? coset__eval(m, s->expr, pc) : coset__single(m, 0, pc);
    coset_bdd known = coset__domain_of(m, v), yes = coset__truth(m, v);
    if (s->op == COSET_S_COVER) {
        m->covers[s->prop] = coset_bdd_or(m->bdd, m->covers[s->prop], yes);
        return known;
    }
    if (s->op == COSET_S_ASSERT)
        coset__add_fault(m, s->prop, coset_bdd_minus(m->bdd, known, yes));
    return yes;
}

static coset_bdd put(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    if (s->expr && s->expr->op != COSET_E_LOAD)
        return coset__domain_of(m, coset__eval(m, s->expr, pc));
    const coset_ir_place *place = s->expr ? s->expr->place : s->place;
    return place ? coset__domain_of(m, coset__address(m, place, pc)) : pc;
}

static coset_bdd bind(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset__cases at = coset__address(m, s->source, pc);
    coset__write(m, m->fp + s->frame, at);
    return coset__domain_of(m, at);
}

static coset_bdd exec_one(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    coset__cases result;
    uint32_t at;
    switch (s->op) {
    case COSET_S_ASSIGN:
        return assign(m, s, pc);
    case COSET_S_COPY:
        return copy(m, s, pc);
    case COSET_S_IF:
        return branch(m, s, pc);
    case COSET_S_FOR:
        return run_for(m, s, pc);
    case COSET_S_WHILE:
        return run_while(m, s, pc);
    case COSET_S_CALL:
        return coset__call(m, s->expr, pc, &result, &at);
    case COSET_S_RETURN:
        return give_back(m, s, pc);
    case COSET_S_ASSERT:
    case COSET_S_ASSUME:
    case COSET_S_COVER:
        return demand(m, s, pc);
    case COSET_S_PUT:
        return put(m, s, pc);
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        return reset(m, s, pc);
    case COSET_S_BAGADD:
    case COSET_S_BAGREMOVE:
    case COSET_S_BAGREMOVE_IF:
        return coset__trouble(m, COSET_UNSUPPORTED, s->pos, "the symbolic engine does not support multisets");
    case COSET_S_BIND:
        return bind(m, s, pc);
    }
    return coset__trouble(m, COSET_UNSUPPORTED, s->pos, "the symbolic engine does not support this statement");
}

coset_bdd coset__exec(coset__machine *m, const coset_ir_stmt *s, coset_bdd pc)
{
    for (; s && !coset_bdd_is_false(pc); s = s->next)
        pc = exec_one(m, s, pc);
    return pc;
}

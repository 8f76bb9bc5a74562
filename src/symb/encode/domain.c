/* symb/encode/domain.c - bound variables and quantifiers. */
#include "symb/encode/machine.h"

#define MOST_ROUNDS 1000000

static void add_round(coset__machine *m, const coset_ir_binder *b, coset_bdd when, int64_t v, coset__rounds *out)
{
    bool is_int = b->type->kind == COSET_T_INT;
    int64_t rank = coset_ir_rank(b->type, v);
    if (out->n >= MOST_ROUNDS) {
        coset__trouble(m, COSET_UNSUPPORTED, b->pos,
                       "the symbolic engine does not support a domain with so many values");
        return;
    }
    *coset_vec_add(out) = (coset__round){
        .cell = is_int ? v : rank + 1,
        .digit = is_int ? (uint32_t)v : (uint64_t)rank,
        .when = when,
    };
}

/* Bounds must be values of the variable's type. */
static bool is_inside(coset__machine *m, const coset_ir_binder *b, int64_t from, int64_t to, coset_bdd when)
{
    if (b->type->kind == COSET_T_INT || (coset_ir_rank(b->type, from) >= 0 && coset_ir_rank(b->type, to) >= 0))
        return true;
    coset__add_fault(m, m->fault_prop, when);
    return false;
}

/* The rounds from..to by step if all three are known; returns the condition under which the domain has no fault. */
static bool run_from(coset__machine *m, const coset_ir_binder *b, const int64_t bounds[3], coset_bdd when,
                     coset__rounds *out)
{
    int64_t v = bounds[0], to = bounds[1], step = bounds[2];
    if (step == 0) {
        coset__add_fault(m, m->fault_prop, when);
        return false;
    }
    bool done = step > 0 ? v > to : v < to;
    if (!done && !is_inside(m, b, v, to, when))
        return false;
    while (!done && m->trouble == COSET_OK) {
        add_round(m, b, when, v, out);
        done = __builtin_add_overflow(v, step, &v) || (step > 0 ? v > to : v < to);
    }
    return true;
}

static coset_bdd open_computed(coset__machine *m, const coset_ir_binder *b, coset_bdd pc, coset__rounds *out)
{
    coset__cases from = coset__eval(m, b->from, pc);
    coset__cases to = coset__eval(m, b->to, coset__domain_of(m, from));
    coset_bdd known = coset__domain_of(m, to), good = coset_bdd_false;
    coset__cases step = b->step ? coset__eval(m, b->step, known) : coset__single(m, 1, known);
    for (uint32_t i = 0; i < from.n; i++)
        for (uint32_t k = 0; k < to.n; k++)
            for (uint32_t s = 0; s < step.n; s++) {
                const int64_t bounds[3] = {from.at[i].value, to.at[k].value, step.at[s].value};
                coset_bdd when =
                    coset_bdd_and(m->bdd, coset_bdd_and(m->bdd, from.at[i].when, to.at[k].when), step.at[s].when);
                if (!coset_bdd_is_false(when) && run_from(m, b, bounds, when, out))
                    good = coset_bdd_or(m->bdd, good, when);
            }
    return good;
}

coset_bdd coset__open(coset__machine *m, const coset_ir_binder *b, coset_bdd pc, coset__rounds *out)
{
    if (b->from)
        return open_computed(m, b, pc, out);
    if (b->bag)
        return coset__trouble(m, COSET_UNSUPPORTED, b->pos, "the symbolic engine does not support multisets");
    for (uint64_t rank = 0; rank < b->type->n && m->trouble == COSET_OK; rank++)
        add_round(m, b, pc, coset_ir_unrank(b->type, rank), out);
    return pc;
}

/* Over a symmetric domain all instances are evaluated, else only while nothing has decided. */
coset__cases coset__quantify(coset__machine *m, const coset_ir_expr *e, coset_bdd pc)
{
    coset__rounds rounds = {0};
    coset_bdd alive = coset__open(m, e->binder, pc, &rounds), open = alive, hit = coset_bdd_false;
    bool all = coset_ir_is_symmetric(e->binder->type), exists = e->op == COSET_E_EXISTS;
    for (uint32_t i = 0; i < rounds.n && coset__spend(m, e->pos); i++) {
        coset_bdd_scope scope = coset_bdd_open(m->bdd);
        uint64_t n_writes = m->n_writes;
        coset_bdd here = coset_bdd_and(m->bdd, all ? alive : open, rounds.at[i].when);
        coset__write_all(m, m->fp + e->binder->frame, rounds.at[i].cell);
        coset__cases v = coset__eval(m, e->a, here);
        coset_bdd known = coset__domain_of(m, v), yes = coset__truth(m, v);
        coset_bdd decides = exists ? yes : coset_bdd_minus(m->bdd, known, yes);
        coset_bdd stopped = coset_bdd_minus(m->bdd, here, known);
        hit = coset_bdd_or(m->bdd, hit, decides);
        alive = coset_bdd_minus(m->bdd, alive, stopped);
        open = coset_bdd_minus(m->bdd, coset_bdd_minus(m->bdd, open, stopped), decides);
        if (n_writes == m->n_writes)
            coset__machine_close(m, scope, (coset_bdd[]){hit, alive, open}, 3);
    }
    coset_vec_fini(&rounds);
    return coset__boolean(m, exists ? hit : coset_bdd_not(m->bdd, hit), alive);
}

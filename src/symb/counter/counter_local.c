/* symb/counter/counter_local.c - which processes are the parameters of a step; which local states there are. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "ir/interp.h"
#include "symb/counter/counting.h"

#define MOST_LETTERS 1500

int64_t coset__held(const coset__counter *c, uint32_t slot, coset_value value)
{
    const coset_valclass *v = &c->m->symmetry.valclasses[c->m->slots[slot].valclass];
    for (uint32_t i = 0; i < v->n_segments; i++) {
        const coset_segment *g = &v->segments[i];
        if (g->type != c->type || value < g->lo || value - g->lo >= g->n)
            continue;
        for (uint32_t p = 0; p < c->n; p++)
            if (c->element[p] == g->first + (value - g->lo))
                return p;
    }
    return -1;
}

/* ---- parameters ---------------------------------------------------------------------------------------------------
 */

/* The process that the number denotes in a parameter's type, or -1. */
static int64_t process_of(const coset__counter *c, const coset_ir_type *t, int64_t number)
{
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (coset_ir_rank(t->members[i], number) >= 0)
            return process_of(c, t->members[i], number);
    for (uint32_t p = 0; t->kind == COSET_T_SCALARSET && t->symtype == c->type && p < c->n; p++)
        if (c->element[p] == number - t->lo)
            return p;
    return -1;
}

uint32_t coset__rule_processes(const coset__counter *c, const coset__rule *rule, uint32_t *process)
{
    const coset_ir_rule *ir = &coset_model_ir(c->m)->rules[rule->group];
    uint64_t instance = rule->instance;
    uint32_t n = 0;
    for (uint32_t i = ir->n_params; i-- > 0;) {
        uint64_t radix = coset_ir_radix(ir->params[i].type);
        int64_t p = -1;
        if (coset_ir_is_symmetric(ir->params[i].type))
            p = process_of(c, ir->params[i].type, coset_ir_unrank(ir->params[i].type, instance % radix));
        instance /= radix;
        bool known = p < 0;
        for (uint32_t k = 0; k < n && !known; k++)
            known = process[k] == (uint32_t)p;
        if (!known && n < COSET__MOST_ACTIVE)
            process[n++] = (uint32_t)p;
    }
    return n;
}

bool coset__is_first(const uint32_t *process, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (process[i] != i)
            return false;
    return true;
}

uint64_t coset__first_instance(const coset__counter *c, const coset__rule *rule)
{
    const coset_ir_rule *ir = &coset_model_ir(c->m)->rules[rule->group];
    uint32_t process[COSET__MOST_ACTIVE], n = coset__rule_processes(c, rule, process);
    uint64_t left = rule->instance, instance = 0, unit = 1;
    for (uint32_t i = ir->n_params; i-- > 0;) {
        const coset_ir_type *t = ir->params[i].type;
        uint64_t radix = coset_ir_radix(t), rank = left % radix;
        int64_t number = coset_ir_is_symmetric(t) ? coset_ir_unrank(t, rank) : 0;
        int64_t p = coset_ir_is_symmetric(t) ? process_of(c, t, number) : -1;
        for (uint32_t k = 0; p >= 0 && k < n; k++)
            if (process[k] == (uint32_t)p)
                rank = (uint64_t)coset_ir_rank(t, number + c->element[k] - c->element[p]);
        instance += rank * unit;
        unit *= radix;
        left /= radix;
    }
    return instance;
}

/* ---- the possible values of a process
 * ----------------------------------------------------------------------------------------
 */

static bool belongs_to(const coset__counter *c, uint32_t slot, uint32_t process)
{
    for (uint32_t j = 0; j < c->n_local; j++)
        if (c->local[process * c->n_local + j] == slot)
            return true;
    return false;
}

static bool is_shared(const coset__counter *c, uint32_t slot)
{
    for (uint32_t i = 0; i < c->n_global; i++)
        if (c->global[i] == slot)
            return true;
    for (uint32_t i = 0; i < c->n_holders; i++)
        if (c->holder[i] == slot)
            return true;
    return false;
}

/* After the step: the values of one process and the shared variables, as current variables. */
static coset_bdd seen_after(const coset__counting *k, const coset__rule *rule, coset_bdd steps, uint32_t process)
{
    uint32_t n_slots = k->c->m->n_slots, n_now = 0, n_next = 0;
    uint32_t *now = coset_new(n_slots, sizeof *now), *next = coset_new(n_slots, sizeof *next);
    bool *written = coset_new(n_slots, sizeof *written);
    for (uint32_t i = 0; i < rule->n_slots; i++)
        written[rule->slots[i]] = true;
    for (uint32_t s = 0; s < n_slots; s++) {
        bool seen = belongs_to(k->c, s, process) || is_shared(k->c, s);
        if (!seen || written[s])
            now[n_now++] = s;
        if (!seen && written[s])
            next[n_next++] = s;
    }
    coset_bdd out = coset_bdd_exist(k->b, steps, coset__slots_cube(&k->from->vars, now, n_now, false));
    out = coset_bdd_exist(k->b, out, coset__slots_cube(&k->from->vars, next, n_next, true));
    coset_delete(now);
    coset_delete(next);
    coset_delete(written);
    return coset_bdd_rename(k->b, out, k->from->vars.next_to_now);
}

/* [n] the exchange of the first process with each. */
static coset__renaming **exchanges(const coset__counting *k)
{
    const coset__counter *c = k->c;
    uint32_t offset = coset_symmetry_offset(&c->m->symmetry, c->type);
    coset__renaming **all = coset_new(c->n, sizeof *all);
    for (uint32_t p = 0; p < c->n; p++) {
        coset_renaming *perm = coset__identity(c->m);
        perm[offset + c->element[0]] = c->element[p];
        perm[offset + c->element[p]] = c->element[0];
        all[p] = coset__renaming_new(&k->from->vars, perm, COSET__BY_NOTHING);
        coset_delete(perm);
    }
    return all;
}

/* The knowledge about the first process does not distinguish the other processes that holders may hold. */
static coset_bdd blur(const coset__counting *k, coset_bdd first)
{
    coset_bdd before;
    do {
        before = first;
        for (uint32_t i = 1; k->c->n_holders && i < k->y->swaps.n; i++)
            first = coset_bdd_or(k->b, first, coset__rename(k->y->swaps.at[i].by, first));
    } while (!coset_bdd_same(before, first) && !coset_bdd_failed(k->b));
    return first;
}

/* `first` is the knowledge about the first process; that about the others is the same. */
static void allow(coset__counting *k, coset__renaming *const *exchange, coset_bdd first)
{
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd world = coset_bdd_true;
    for (uint32_t p = k->c->n; p-- > 0;) {
        coset_bdd_set(k->b, &k->allowed[p], coset__rename(exchange[p], first));
        world = coset_bdd_and(k->b, world, k->allowed[p]);
    }
    coset_bdd_set(k->b, &k->world, world);
    coset_bdd_close(k->b, scope);
}

/* The values after the step of its parameters, and of one of the others. */
static coset_bdd add_step(const coset__counting *k, coset__renaming *const *exchange, const coset__rule *rule,
                          coset_bdd first)
{
    uint32_t process[COSET__MOST_ACTIVE];
    uint32_t n = coset__rule_processes(k->c, rule, process);
    if (!coset__is_first(process, n))
        return first;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd steps = coset_bdd_and(k->b, rule->step, k->world);
    for (uint32_t p = 0; p <= n && p < k->c->n; p++)
        first = coset_bdd_or(k->b, first, coset__rename(exchange[p], seen_after(k, rule, steps, p)));
    return coset_bdd_close_with(k->b, scope, first);
}

void coset__counting_allow(coset__counting *k)
{
    coset__renaming **exchange = exchanges(k);
    const coset__rule still = {.step = k->from->start};
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd before = coset_bdd_false, first = seen_after(k, &still, still.step, 0);
    while (!coset_bdd_same(before, first) && !coset_bdd_failed(k->b)) {
        before = first = blur(k, first);
        allow(k, exchange, first);
        for (uint32_t i = 0; i < k->from->rules.n; i++)
            first = add_step(k, exchange, &k->from->rules.at[i], first);
    }
    coset_bdd_close(k->b, scope);
    for (uint32_t p = 0; p < k->c->n; p++)
        coset__renaming_free(exchange[p]);
    coset_delete(exchange);
}

/* ---- local states -------------------------------------------------------------------------------------------------
 */

/* States in which the first process is as in this one. */
static coset_bdd like(const coset__counting *k, const coset_value *letter)
{
    const coset__counter *c = k->c;
    coset_bdd all = coset_bdd_true;
    for (uint32_t h = 0; h < c->n_holders; h++) {
        coset_bdd held = coset__holds(k, h, 0);
        all = letter[c->n_local + h] ? coset_bdd_and(k->b, all, held) : coset_bdd_minus(k->b, all, held);
    }
    for (uint32_t j = 0; j < c->n_local; j++)
        all = coset_bdd_and(k->b, all, coset__slot_is(&k->from->vars, c->local[j], letter[j], false));
    return all;
}

static int compare_letters(const void *a, const void *b, void *width)
{
    const coset_value *x = a, *y = b;
    for (size_t i = 0; i < *(const uint32_t *)width; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

void coset__counting_letters(coset__counting *k)
{
    coset__counter *c = k->c;
    COSET_VEC(coset_value) all = {0};
    uint32_t width = coset__letter_width(c), n = 0;
    coset_value *state = coset_new(c->m->n_slots, sizeof *state);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd left = k->allowed[0];
    for (; !coset_bdd_is_false(left) && n <= MOST_LETTERS && !coset_bdd_failed(k->b); n++) {
        coset__one_state(&k->from->vars, left, state);
        coset_value *letter = coset_vec_add_n(&all, width);
        for (uint32_t j = 0; j < c->n_local; j++)
            letter[j] = state[c->local[j]];
        for (uint32_t h = 0; h < c->n_holders; h++)
            letter[c->n_local + h] = coset__held(c, c->holder[h], state[c->holder[h]]) == 0;
        left = coset_bdd_close_with(k->b, scope, coset_bdd_minus(k->b, left, like(k, letter)));
    }
    coset_bdd_close(k->b, scope);
    coset_delete(state);
    if (n > MOST_LETTERS)
        coset__counting_trouble(k, c->m->symmetry.types[c->type].pos, c->m->symmetry.types[c->type].name,
                                "has processes with more than 1500 local states");
    if (n && width)
        qsort_r(all.at, n, width * sizeof *all.at, compare_letters, &width);
    c->letters = all.at;
    c->n_letters = n;
}

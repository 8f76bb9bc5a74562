/* symb/encode/image.c - images and preimages of one step. */
#include "symb/encode/transient_image.h"

/* ---- images ----------------------------------------------------------------------------------------------------- */

coset_bdd coset__step_image(const coset__relation *r, const coset__cluster *c, coset_bdd from)
{
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    coset_bdd now = coset__slots_cube(&r->vars, c->slots, c->n_slots, false);
    coset_bdd next = coset_bdd_relprod(r->bdd, from, c->step, now);
    coset_bdd_note(r->bdd, next);
    return coset_bdd_close_with(r->bdd, scope, coset_bdd_rename(r->bdd, next, r->vars.next_to_now));
}

coset_bdd coset__step_preimage(const coset__relation *r, const coset__cluster *c, coset_bdd to)
{
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    coset_bdd moved = coset_bdd_rename(r->bdd, to, c->now_to_next);
    coset_bdd next = coset__slots_cube(&r->vars, c->slots, c->n_slots, true);
    coset_bdd from = coset_bdd_relprod(r->bdd, moved, c->step, next);
    coset_bdd_note(r->bdd, from);
    return coset_bdd_close_with(r->bdd, scope, from);
}

coset_bdd coset__image(const coset__relation *r, const coset__cluster *c, coset_bdd from)
{
    if (!r->passes)
        return coset__step_image(r, c, from);
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    COSET_INVARIANT(coset_bdd_is_false(coset_bdd_minus(b, from, r->through->known)) || coset_bdd_failed(b));
    coset_bdd next = coset__step_image(r, c, coset__transient_fires(r, c->level, from));
    return coset_bdd_close_with(b, scope, coset__transient_forth(r, next));
}

coset_bdd coset__preimage(const coset__relation *r, const coset__cluster *c, coset_bdd to)
{
    if (!r->passes)
        return coset__step_preimage(r, c, to);
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    coset_bdd from = coset__step_preimage(r, c, coset__transient_back(r, to));
    from = coset__transient_fires(r, c->level, from);
    return coset_bdd_close_with(r->bdd, scope, coset_bdd_minus(r->bdd, from, r->inside));
}

coset_bdd coset__rule_sources(const coset__relation *r, const coset__rule *rule, coset_bdd to)
{
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    coset_bdd_map *now_to_next = coset__slots_to_next(&r->vars, rule->slots, rule->n_slots);
    coset_bdd next = coset__slots_cube(&r->vars, rule->slots, rule->n_slots, true);
    coset_bdd from = coset_bdd_relprod(r->bdd, coset_bdd_rename(r->bdd, to, now_to_next), rule->step, next);
    coset_bdd_map_free(now_to_next);
    return coset_bdd_close_with(r->bdd, scope, from);
}

static uint32_t number_of(const coset__relation *r, const coset__rule *rule)
{
    COSET_INVARIANT(rule >= r->rules.at && rule < r->rules.at + r->rules.n); /* no start rule */
    return (uint32_t)(rule - r->rules.at);
}

coset_bdd coset__rule_fires(const coset__relation *r, const coset__rule *rule)
{
    if (r->passes)
        return r->through->begins[number_of(r, rule)].fires;
    return r->conditions ? rule->fires : coset__rule_sources(r, rule, coset_bdd_true);
}

coset__faults coset__rule_faults(const coset__relation *r, const coset__rule *rule)
{
    if (!r->passes)
        return (coset__faults){rule->n_faults, rule->faults};
    const coset__begins *whole = &r->through->begins[number_of(r, rule)];
    return (coset__faults){whole->faults.n, whole->faults.at};
}

/* ---- order of variables ----------------------------------------------------------------------------------------- */

/* The slots that each rule uses, as sets. */
typedef struct {
    COSET_VEC(uint32_t) ends, slots;
    bool *used; /* [variables] of these slots and before */
} uses;

static void add_use(uses *u, const coset__relation *r, const coset__rule *rule)
{
    const coset__vars *v = &r->vars;
    uint32_t n_bits = v->first[r->m->n_slots];
    for (uint32_t i = 0; i < v->base + v->stride * n_bits; i++)
        u->used[i] = false;
    coset_bdd_support(r->bdd, rule->step, u->used);
    for (uint32_t s = 0; s < r->m->n_slots; s++) {
        bool here = false;
        for (uint32_t k = v->first[s]; k < v->first[s + 1]; k++)
            here = here || u->used[coset__var(v, k, false)] || u->used[coset__var(v, k, true)];
        if (here)
            *coset_vec_add(&u->slots) = s;
    }
    *coset_vec_add(&u->ends) = u->slots.n;
}

/* Slots in the order of their first bits. */
static void current_order(const coset__vars *v, uint32_t *order)
{
    uint32_t n_bits = v->first[v->m->n_slots], n = 0;
    uint32_t *slot_at = coset_new((size_t)n_bits, sizeof *slot_at);
    for (uint32_t s = 0; s < v->m->n_slots; s++)
        for (uint32_t k = v->first[s]; k < v->first[s + 1]; k++)
            slot_at[(coset__var(v, k, false) - v->base) / v->stride] = k == v->first[s] ? s : UINT32_MAX;
    for (uint32_t i = 0; i < n_bits; i++)
        if (slot_at[i] != UINT32_MAX)
            order[n++] = slot_at[i];
    for (uint32_t s = 0; s < v->m->n_slots; s++)
        if (v->first[s] == v->first[s + 1])
            order[n++] = s;
    COSET_INVARIANT(n == v->m->n_slots);
    coset_delete(slot_at);
}

/* Variables of other models stay before or after these. */
static void put_in_order(const coset__relation *r, const uint32_t *order)
{
    const coset__vars *v = &r->vars;
    COSET_VEC(uint32_t) vars = {0};
    for (uint32_t i = 0; i < v->base; i++)
        *coset_vec_add(&vars) = coset_bdd_at(r->bdd, i);
    for (uint32_t i = 0; i < r->m->n_slots; i++)
        for (uint32_t k = v->first[order[i]]; k < v->first[order[i] + 1]; k++)
            for (uint32_t copy = 0; copy < v->stride; copy++)
                *coset_vec_add(&vars) = coset__var(v, k, false) + copy;
    for (uint32_t i = vars.n; i < coset_bdd_vars(r->bdd); i++)
        *coset_vec_add(&vars) = coset_bdd_at(r->bdd, i);
    COSET_INVARIANT(vars.n == coset_bdd_vars(r->bdd));
    coset_bdd_set_order(r->bdd, vars.at);
    coset_vec_fini(&vars);
}

void coset__relation_arrange(const coset__relation *r)
{
    uses u = {.used = coset_new((size_t)coset_bdd_vars(r->bdd) + 1, sizeof *u.used)};
    uint32_t *order = coset_new((size_t)r->m->n_slots + 1, sizeof *order);
    for (uint32_t i = 0; i < r->rules.n; i++)
        add_use(&u, r, &r->rules.at[i]);
    const coset__uses all = {r->m->n_slots, u.ends.n, u.ends.at, u.slots.at};
    current_order(&r->vars, order);
    coset__order_pull(&all, order);
    put_in_order(r, order);
    coset_delete(order);
    coset_delete(u.used);
    coset_vec_fini(&u.ends);
    coset_vec_fini(&u.slots);
}

void coset__relation_part(const coset__relation *r)
{
    uint32_t n = coset_bdd_vars(r->bdd), n_vars = 0, *vars = coset_new((size_t)n + 1, sizeof *vars);
    for (uint32_t copy = 0; copy < r->vars.stride; copy += 2)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t var = coset_bdd_at(r->bdd, i);
            if (var % r->vars.stride / 2 * 2 == copy)
                vars[n_vars++] = var;
        }
    COSET_INVARIANT(n_vars == n);
    coset_bdd_set_order(r->bdd, vars);
    coset_delete(vars);
}

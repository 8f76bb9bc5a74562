/* symb/encode/vars.c */
#include "symb/encode/vars.h"

#include "base/mem.h"

uint32_t coset__vars_needed(const coset_model *m)
{
    uint32_t bits = 0;
    for (uint32_t s = 0; s < m->n_slots; s++)
        bits += m->slots[s].bits;
    return 2 * bits;
}

void coset__vars_init(coset__vars *v, coset_bdds *bdd, const coset_model *m, uint32_t *place, uint32_t first,
                      uint32_t stride)
{
    uint32_t n = coset__vars_needed(m) / 2;
    *v = (coset__vars){.m = m, .bdd = bdd, .first = coset_new((size_t)m->n_slots + 1, sizeof *v->first), .at = place};
    v->base = first;
    v->stride = stride;
    for (uint32_t s = 0; s < m->n_slots; s++)
        v->first[s + 1] = v->first[s] + m->slots[s].bits;
    uint32_t *now = coset_new(n, sizeof *now), *next = coset_new(n, sizeof *next);
    for (uint32_t i = 0; i < n; i++) {
        v->at[i] = first + stride * place[i];
        now[i] = coset__var(v, i, false);
        next[i] = coset__var(v, i, true);
    }
    coset_bdd_scope scope = coset_bdd_open(bdd);
    v->now = coset_bdd_keep(bdd, coset_bdd_cube(bdd, now, n));
    coset_bdd_close(bdd, scope);
    v->next_to_now = coset_bdd_map_new(bdd, next, now, n);
    v->now_to_next = coset_bdd_map_new(bdd, now, next, n);
    coset_delete(now);
    coset_delete(next);
}

void coset__vars_fini(coset__vars *v)
{
    coset_bdd_drop(v->bdd, v->now);
    coset_bdd_map_free(v->next_to_now);
    coset_bdd_map_free(v->now_to_next);
    coset_delete(v->first);
    coset_delete(v->at);
}

coset_bdd coset__slot_is(const coset__vars *v, uint32_t slot, coset_value value, bool next)
{
    coset_bdd all = coset_bdd_true;
    for (uint32_t i = v->first[slot + 1]; i-- > v->first[slot]; value >>= 1) {
        coset_bdd bit = coset_bdd_var(v->bdd, coset__var(v, i, next));
        all = value & 1 ? coset_bdd_and(v->bdd, bit, all) : coset_bdd_minus(v->bdd, all, bit);
    }
    return all;
}

/* value <= max, from the last bit to the first one. */
coset_bdd coset__slot_valid(const coset__vars *v, uint32_t slot)
{
    coset_bdd ok = coset_bdd_true;
    coset_value max = v->m->slots[slot].max;
    for (uint32_t i = v->first[slot + 1]; i-- > v->first[slot]; max >>= 1) {
        coset_bdd bit = coset_bdd_var(v->bdd, coset__var(v, i, false));
        ok = max & 1 ? coset_bdd_or(v->bdd, coset_bdd_not(v->bdd, bit), ok) : coset_bdd_minus(v->bdd, ok, bit);
    }
    return ok;
}

coset_bdd coset__valid(const coset__vars *v)
{
    coset_bdd all = coset_bdd_true;
    for (uint32_t s = v->m->n_slots; s-- > 0;)
        all = coset_bdd_and(v->bdd, coset__slot_valid(v, s), all);
    return all;
}

coset_bdd coset__slots_cube(const coset__vars *v, const uint32_t *slots, uint32_t n, bool next)
{
    COSET_VEC(uint32_t) vars = {0};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = v->first[slots[i]]; k < v->first[slots[i] + 1]; k++)
            *coset_vec_add(&vars) = coset__var(v, k, next);
    coset_bdd cube = coset_bdd_cube(v->bdd, vars.at, vars.n);
    coset_vec_fini(&vars);
    return cube;
}

coset_bdd_map *coset__slots_to_next(const coset__vars *v, const uint32_t *slots, uint32_t n)
{
    COSET_VEC(uint32_t) now = {0}, next = {0};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = v->first[slots[i]]; k < v->first[slots[i] + 1]; k++) {
            *coset_vec_add(&now) = coset__var(v, k, false);
            *coset_vec_add(&next) = coset__var(v, k, true);
        }
    coset_bdd_map *map = coset_bdd_map_new(v->bdd, now.at, next.at, now.n);
    coset_vec_fini(&now);
    coset_vec_fini(&next);
    return map;
}

void coset__one_state(const coset__vars *v, coset_bdd set, coset_value *state)
{
    uint8_t *bits = coset_new((size_t)coset_bdd_vars(v->bdd) + 1, 1);
    coset_bdd_one(v->bdd, set, bits);
    for (uint32_t s = 0; s < v->m->n_slots; s++) {
        state[s] = 0;
        for (uint32_t k = v->first[s]; k < v->first[s + 1]; k++)
            state[s] = state[s] << 1 | bits[coset__var(v, k, false)];
    }
    coset_delete(bits);
}

coset_bdd coset__state_set(const coset__vars *v, const coset_value *state)
{
    coset_bdd set = coset_bdd_true;
    for (uint32_t s = v->m->n_slots; s-- > 0;)
        set = coset_bdd_and(v->bdd, coset__slot_is(v, s, state[s], false), set);
    return set;
}

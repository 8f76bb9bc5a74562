/* symb/search/relate_two_models.c - two searches in one context, and the relation between their states. */
#include "symb/search/relate_two_models.h"

#include <string.h>

#include "symb/search/distinguishing_run.h"

/* ---- order of variables ----------------------------------------------------------------------------------------- */

/* Bits of a side, in the order of their variables. */
typedef struct {
    uint32_t n;
    uint32_t *var; /* current ones */
    uint32_t *slot, *digit;
} bits;

static bits bits_of(const coset__vars *v)
{
    uint32_t n = v->first[v->m->n_slots], n_vars = coset_bdd_vars(v->bdd);
    bits all = {.var = coset_new((size_t)n + 1, sizeof *all.var),
                .slot = coset_new((size_t)n + 1, sizeof *all.slot),
                .digit = coset_new((size_t)n + 1, sizeof *all.digit)};
    uint32_t *slot_at = coset_new((size_t)n_vars + 1, sizeof *slot_at);
    for (uint32_t s = 0; s < v->m->n_slots; s++)
        for (uint32_t k = v->first[s]; k < v->first[s + 1]; k++)
            slot_at[coset__var(v, k, false)] = s + 1;
    for (uint32_t place = 0; place < n_vars; place++) {
        uint32_t var = coset_bdd_at(v->bdd, place), s = slot_at[var] - 1;
        if (slot_at[var] == 0)
            continue;
        uint32_t k = v->first[s];
        while (coset__var(v, k, false) != var)
            k++;
        all.var[all.n] = var;
        all.slot[all.n] = s;
        all.digit[all.n++] = v->first[s + 1] - 1 - k;
    }
    coset_delete(slot_at);
    return all;
}

static void free_bits(bits *all)
{
    coset_delete(all->var);
    coset_delete(all->slot);
    coset_delete(all->digit);
}

/* The bit of the first model after which a bit of the second is placed: the same one of the slot with its name, or the
 * position of the bit before it. */
static uint32_t *find_places(const bits *a, const bits *b, const coset_model *m, const coset_model *other)
{
    uint32_t *behind = coset_new((size_t)b->n + 1, sizeof *behind);
    for (uint32_t i = 0; i < b->n; i++) {
        const char *name = other->slots[b->slot[i]].name;
        behind[i] = i ? behind[i - 1] : 0;
        for (uint32_t k = 0; k < a->n; k++)
            if (a->digit[k] == b->digit[i] && strcmp(m->slots[a->slot[k]].name, name) == 0)
                behind[i] = k;
    }
    return behind;
}

/* Places variables of the second model next to those of the first. */
static void put_beside(const coset__vars *a, const coset__vars *b)
{
    bits first = bits_of(a), second = bits_of(b);
    uint32_t n_vars = coset_bdd_vars(a->bdd), *behind = find_places(&first, &second, a->m, b->m);
    bool *placed = coset_new((size_t)n_vars + 1, sizeof *placed);
    COSET_VEC(uint32_t) vars = {0};
    for (uint32_t k = 0; k < first.n || k == 0; k++) {
        for (uint32_t next = 0; next < 2 && k < first.n; next++)
            *coset_vec_add(&vars) = first.var[k] + next;
        for (uint32_t i = 0; i < second.n; i++)
            for (uint32_t next = 0; behind[i] == k && next < 2; next++)
                *coset_vec_add(&vars) = second.var[i] + next;
    }
    for (uint32_t i = 0; i < vars.n; i++)
        placed[vars.at[i]] = true;
    for (uint32_t place = 0; place < n_vars; place++) /* variables that counters have replaced */
        if (!placed[coset_bdd_at(a->bdd, place)])
            *coset_vec_add(&vars) = coset_bdd_at(a->bdd, place);
    coset_bdd_set_order(a->bdd, vars.at);
    coset_vec_fini(&vars);
    coset_delete(placed);
    coset_delete(behind);
    free_bits(&first);
    free_bits(&second);
}

/* ---- verdict ---------------------------------------------------------------------------------------------------- */

/* Start states of the side without a partner among those of the other. */
static coset_bdd find_alone(const coset__relating *c, uint32_t side)
{
    const coset__reach *mine = c->side[side], *others = c->side[1 - side];
    coset_bdd partners = coset_bdd_relprod(c->b, c->related, others->levels.at[0], others->r.vars.now);
    return coset_bdd_minus(c->b, mine->levels.at[0], partners);
}

static void judge(coset__relating *c, const coset_symb_words *words, coset_arena *arena, coset_symb_relate *out)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    out->holds = true;
    out->nodes = coset_bdd_size(c->b, c->related);
    for (uint32_t side = 0; side < (c->how[0]->simulation ? 1 : 2) && out->holds; side++) {
        coset_bdd alone = find_alone(c, side);
        if (coset_bdd_is_false(alone))
            continue;
        out->holds = false;
        out->first = side;
        if (!coset_bdd_failed(c->b))
            coset__distinguishing_run(c, alone, words, arena, out);
    }
    coset_bdd_close(c->b, scope);
}

static const char *stopped(coset__reach *sides)
{
    for (uint32_t i = 0; i < 2; i++)
        if (!coset__reach_may_go_on(&sides[i]))
            return sides[i].stopped;
    return NULL;
}

static void relate(coset__reach *sides, const coset_symb_words *words, coset_arena *arena, coset_symb_relate *out)
{
    coset__relating c;
    coset__relating_make(&c, &sides[0], &sides[1]);
    out->largest = c.largest;
    out->rounds = c.rounds;
    out->why = stopped(sides);
    if (!out->why) {
        judge(&c, words, arena, out);
        if (coset_bdd_failed(c.b) && !out->told) /* the verdict may have been made of failed operations */
            out->why = stopped(sides) ? stopped(sides) : "operations on diagrams were interrupted";
    }
    coset__relating_free(&c);
}

/* ---- searches --------------------------------------------------------------------------------------------------- */

static coset_status search(coset__reach *s, uint32_t side, coset_symb_relate *out, coset_err *err)
{
    coset_result *result;
    coset_status status = coset__reach_run(s, &result, err);
    if (status == COSET_OK)
        status = coset__reach_sound(s, err);
    if (status != COSET_OK)
        return status;
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    out->result[side] = result;
    out->why = coset__reach_unfounded(s);
    bool known =
        coset_bdd_count(s->bdd, s->reached, s->r.vars.now, &out->states[side]) &&
        coset_bdd_count(s->bdd, s->levels.n ? s->levels.at[0] : coset_bdd_false, s->r.vars.now, &out->starts[side]);
    if (!known && !out->why)
        out->why = "there are more states than can be counted";
    coset_bdd_close(s->bdd, scope);
    return COSET_OK;
}

static coset_status compare(coset__reach *sides, const coset_symb_options *const *how, const coset_symb_words *words,
                            coset_arena *arena, coset_symb_relate *out, coset_err *err)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < 2; first += coset__vars_needed(sides[i++].m)) {
        coset_status status = coset__reach_open(&sides[i], first, 2, err);
        if (status != COSET_OK && status != COSET_MEMORY)
            return status;
    }
    if (!how[0]->relating->apart && !coset_bdd_failed(sides[0].bdd))
        put_beside(&sides[0].r.vars, &sides[1].r.vars);
    for (uint32_t i = 0; i < 2 && !out->why; i++) {
        coset_status status = search(&sides[i], i, out, err);
        if (status != COSET_OK)
            return status;
    }
    out->search_seconds = coset_engine_now() - sides[0].clock->began;
    if (!out->why && out->starts[0] && out->starts[1])
        relate(sides, words, arena, out);
    return COSET_OK;
}

coset_status coset_symb_compare(const coset_model *const *m, const coset_engine_options *options,
                                const coset_symb_options *const *how, const coset_symb_words *words, coset_arena *arena,
                                coset_symb_relate *out, coset_err *err)
{
    coset__clock clock = {.o = options};
    coset__reach sides[2];
    coset_bdds *bdd;
    *out = (coset_symb_relate){0};
    coset_status status =
        coset__reach_context(&clock, how[0], coset__vars_needed(m[0]) + coset__vars_needed(m[1]), &bdd, err);
    if (status != COSET_OK)
        return status;
    for (uint32_t i = 0; i < 2; i++)
        sides[i] = (coset__reach){.m = m[i], .o = options, .how = how[i], .clock = &clock, .arena = arena, .bdd = bdd};
    status = compare(sides, how, words, arena, out, err);
    for (uint32_t i = 0; i < 2; i++)
        coset__reach_close(&sides[i]);
    coset_bdd_free(bdd);
    return status;
}

/* symb/counter/counter_join.c - the relations of one instance of a rule, which was divided by the places that it
 * writes, together.
 */
#include "base/mem.h"
#include "symb/counter/counting.h"

static uint32_t end_of_instance(const coset__relation *r, uint32_t from)
{
    uint32_t to = from;
    while (to < r->rules.n && r->rules.at[to].group == r->rules.at[from].group &&
           r->rules.at[to].instance == r->rules.at[from].instance)
        to++;
    return to;
}

/* Adds conditions to those of the same properties; they stay in order of properties. */
static void join_list(const coset__counting *k, const coset__fault *list, uint32_t n, coset_bdd *when)
{
    for (uint32_t i = 0; i < n; i++)
        when[list[i].prop] = coset_bdd_or(k->b, when[list[i].prop], list[i].when);
}

static coset__fault *as_list(const coset__counting *k, const coset_bdd *when, uint32_t *n)
{
    uint32_t n_props = k->from->m->n_props;
    coset__fault *out = coset_new((size_t)n_props + 1, sizeof *out);
    for (uint32_t p = *n = 0; p < n_props; p++)
        if (!coset_bdd_is_false(when[p]))
            out[(*n)++] = (coset__fault){p, coset_bdd_keep(k->b, when[p])};
    return out;
}

static void join_conditions(const coset__counting *k, uint32_t from, uint32_t to, coset__rule *out)
{
    coset_bdds *b = k->b;
    uint32_t n = k->from->m->n_props;
    coset_bdd *faults = coset_new((size_t)n + 1, sizeof *faults), *covers = coset_new((size_t)n + 1, sizeof *covers);
    coset_bdd fires = coset_bdd_false, enabled = fires, moves = fires, cut = fires;
    for (uint32_t i = from; i < to; i++) {
        const coset__rule *piece = &k->from->rules.at[i];
        fires = coset_bdd_or(b, fires, piece->fires);
        enabled = coset_bdd_or(b, enabled, piece->enabled);
        moves = coset_bdd_or(b, moves, piece->moves);
        cut = coset_bdd_or(b, cut, piece->cut);
        join_list(k, piece->faults, piece->n_faults, faults);
        join_list(k, piece->covers, piece->n_covers, covers);
    }
    out->fires = coset_bdd_keep(b, fires);
    out->enabled = coset_bdd_keep(b, enabled);
    out->moves = coset_bdd_keep(b, moves);
    out->cut = coset_bdd_keep(b, cut);
    out->faults = as_list(k, faults, &out->n_faults);
    out->covers = as_list(k, covers, &out->n_covers);
    coset_delete(faults);
    coset_delete(covers);
}

/* Slots that a piece does not write keep their values. */
static void join_steps(const coset__counting *k, uint32_t from, uint32_t to, coset__rule *out)
{
    uint32_t n_slots = k->from->m->n_slots;
    bool *written = coset_new(n_slots, sizeof *written);
    for (uint32_t i = from; i < to; i++)
        for (uint32_t s = 0; s < k->from->rules.at[i].n_slots; s++)
            written[k->from->rules.at[i].slots[s]] = true;
    out->slots = coset_new(n_slots, sizeof *out->slots);
    for (uint32_t s = 0; s < n_slots; s++)
        if (written[s])
            out->slots[out->n_slots++] = s;
    const coset__cluster all = {.n_slots = out->n_slots, .slots = out->slots};
    coset_bdd steps = coset_bdd_false;
    for (uint32_t i = from; i < to; i++) {
        const coset__rule *piece = &k->from->rules.at[i];
        const coset__cluster one = {.step = piece->step, .n_slots = piece->n_slots, .slots = piece->slots};
        steps = coset_bdd_or(k->b, steps, coset__framed(k->from, &one, &all));
    }
    out->step = coset_bdd_keep(k->b, steps);
    coset_delete(written);
}

void coset__counting_join(coset__counting *k)
{
    const coset__relation *r = k->from;
    for (uint32_t from = 0, to; from < r->rules.n; from = to) {
        coset__rule one = r->rules.at[from];
        to = end_of_instance(r, from);
        if (to > from + 1) {
            coset_bdd_scope scope = coset_bdd_open(k->b);
            one = (coset__rule){.group = one.group, .instance = one.instance};
            join_conditions(k, from, to, &one);
            join_steps(k, from, to, &one);
            coset_bdd_close(k->b, scope);
        }
        *coset_vec_add(&k->rules) = one;
        *coset_vec_add(&k->joined) = to > from + 1;
    }
}

void coset__counting_unjoin(coset__counting *k)
{
    for (uint32_t i = 0; i < k->rules.n; i++)
        if (k->joined.at[i])
            coset__rule_free(k->b, &k->rules.at[i]);
    coset_vec_fini(&k->rules);
    coset_vec_fini(&k->joined);
}

/* symb/counter/counter.c - the components of counted states. */
#include "symb/counter/counting.h"

#include "base/mem.h"

#define MOST_BITS 4000 /* of counted states */

/* ---- slots ------------------------------------------------------------------------------------------------------- */

static bool moves(const coset__counting *k, uint32_t type, uint32_t element)
{
    const coset_symgroup *g = k->y->o->group;
    return g->n_moves[type] && g->moves[type][element];
}

/* How many elements that move the slot belongs to; the last of them. */
static uint32_t owners(const coset__counting *k, uint32_t slot, const coset_index **owner)
{
    const coset_slot *s = &k->from->m->slots[slot];
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_index; i++)
        if (moves(k, s->index[i].type, s->index[i].element)) {
            *owner = &s->index[i];
            n++;
        }
    return n;
}

static bool may_hold(const coset__counting *k, uint32_t slot)
{
    for (coset_value v = 0; v <= k->from->m->slots[slot].max; v++)
        if (coset__held(k->c, slot, v) >= 0)
            return true;
    return false;
}

static void find_processes(coset__counting *k)
{
    coset__counter *c = k->c;
    const coset_symmetry *s = &c->m->symmetry;
    uint32_t n_types = 0;
    for (uint32_t t = 0; t < s->n_types; t++) {
        if (k->y->o->group->n_moves[t] == 0)
            continue;
        if (n_types++)
            coset__counting_trouble(k, s->types[t].pos, s->types[t].name,
                                    "moves as well as another type, and elements of one type only can be counted (see "
                                    "--exchange)");
        c->type = t;
    }
    c->element = coset_new(s->types[c->type].n, sizeof *c->element);
    for (uint32_t e = 0; e < s->types[c->type].n; e++)
        if (moves(k, c->type, e))
            c->element[c->n++] = e;
}

static void find_slots(coset__counting *k)
{
    coset__counter *c = k->c;
    COSET_VEC(uint32_t) first = {0};
    c->global = coset_new(c->m->n_slots, sizeof *c->global);
    c->holder = coset_new(c->m->n_slots, sizeof *c->holder);
    for (uint32_t s = 0; s < c->m->n_slots; s++) {
        const coset_index *owner = NULL;
        uint32_t n = owners(k, s, &owner);
        bool holds = may_hold(k, s);
        if (n > 1)
            coset__counting_trouble(k, c->m->slots[s].pos, c->m->slots[s].name, "belongs to two processes");
        else if (n && holds)
            coset__counting_trouble(k, c->m->slots[s].pos, c->m->slots[s].name,
                                    "belongs to a process and holds processes, so these cannot be anonymous");
        else if (n && owner->element == c->element[0])
            *coset_vec_add(&first) = s;
        else if (n == 0 && holds)
            c->holder[c->n_holders++] = s;
        else if (n == 0)
            c->global[c->n_global++] = s;
    }
    if (c->n_holders > COSET__MOST_HOLDERS)
        coset__counting_trouble(k, c->m->slots[c->holder[0]].pos, "too many shared variables",
                                "hold processes (from this one on)");
    c->n_local = first.n;
    c->local = coset_new((size_t)c->n * first.n + 1, sizeof *c->local);
    for (uint32_t j = 0; j < first.n && k->trouble == COSET_OK; j++) {
        const coset_index *owner = NULL;
        (void)owners(k, first.at[j], &owner);
        for (uint32_t p = 0; p < c->n; p++)
            c->local[p * c->n_local + j] = first.at[j] + owner->stride * (c->element[p] - c->element[0]);
    }
    coset_vec_fini(&first);
}

/* ---- the counted states ------------------------------------------------------------------------------------------ */

static uint32_t bits_for(coset_value max)
{
    uint32_t bits = 0;
    while (max >> bits)
        bits++;
    return bits;
}

/* A local state that holders refer to has one process at most. */
static coset_value most_in(const coset__counter *c, uint32_t l)
{
    for (uint32_t h = 0; h < c->n_holders; h++)
        if (coset__letter(c, l)[c->n_local + h])
            return 1;
    return c->n;
}

static void make_shell(coset__counting *k)
{
    coset__counter *c = k->c;
    uint32_t n = c->n_global + c->n_holders + c->n_letters, bits = 0;
    coset_slot *slots = coset_new((size_t)n + 1, sizeof *slots);
    for (uint32_t i = 0; i < n; i++) {
        if (i < c->n_global + c->n_holders) {
            const coset_slot *s = &c->m->slots[i < c->n_global ? c->global[i] : c->holder[i - c->n_global]];
            slots[i] = (coset_slot){.name = s->name, .pos = s->pos, .max = s->max, .bits = s->bits};
        } else {
            coset_value most = most_in(c, i - c->n_global - c->n_holders);
            slots[i] = (coset_slot){.name = "processes in a local state", .max = most, .bits = bits_for(most)};
        }
        bits += slots[i].bits;
    }
    c->shell = *c->m;
    c->shell.n_slots = n;
    c->shell.slots = slots;
    c->shell.access = NULL;
    c->shell.prop_reads = NULL;
    c->shell.symmetry = (coset_symmetry){0};
    if (bits > MOST_BITS)
        coset__counting_trouble(k, c->m->symmetry.types[c->type].pos, c->m->symmetry.types[c->type].name,
                                "has processes with too many local states");
}

static void begin_relation(coset__counting *k)
{
    coset__counter *c = k->c;
    const coset__vars *v = &k->from->vars;
    uint32_t first = coset_bdd_more(k->b, coset__vars_needed(&c->shell) * (v->stride / 2));
    coset__relation_init(k->to, &c->shell, k->b, COSET_ORDER_CONCATENATED, first, v->stride);
    COSET_VEC(uint32_t) old = {0}, new = {0};
    for (uint32_t i = 0; i < c->n_global; i++)
        for (uint32_t bit = 0; bit < c->shell.slots[i].bits; bit++)
            for (uint32_t next = 0; next < 2; next++) {
                *coset_vec_add(&old) = coset__var(v, v->first[c->global[i]] + bit, next);
                *coset_vec_add(&new) = coset__var(&k->to->vars, k->to->vars.first[i] + bit, next);
            }
    k->globals = coset_bdd_map_new(k->b, old.at, new.at, old.n);
    coset_vec_fini(&old);
    coset_vec_fini(&new);
}

static void keep_processes(coset__counting *k)
{
    coset__counter *c = k->c;
    k->now = coset_new(c->n, sizeof *k->now);
    k->allowed = coset_new(c->n, sizeof *k->allowed);
    k->world = coset_bdd_keep(k->b, coset_bdd_true);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    for (uint32_t p = 0; p < c->n; p++) {
        const uint32_t *slots = c->local + (size_t)p * c->n_local;
        k->now[p] = coset_bdd_keep(k->b, coset__slots_cube(&k->from->vars, slots, c->n_local, false));
        k->allowed[p] = coset_bdd_keep(k->b, coset_bdd_false);
    }
    coset_bdd_close(k->b, scope);
}

static void keep_letters(coset__counting *k)
{
    coset__counter *c = k->c;
    k->is = coset_new((size_t)c->n * c->n_letters + 1, sizeof *k->is);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    for (uint32_t p = 0; p < c->n; p++)
        for (uint32_t l = 0; l < c->n_letters; l++) {
            coset_bdd is = coset_bdd_true;
            for (uint32_t j = c->n_local; j-- > 0;)
                is = coset_bdd_and(
                    k->b, is,
                    coset__slot_is(&k->from->vars, c->local[p * c->n_local + j], coset__letter(c, l)[j], false));
            k->is[(size_t)p * c->n_letters + l] = coset_bdd_keep(k->b, is);
        }
    coset_bdd_close(k->b, scope);
}

static void end(coset__counting *k)
{
    coset__counter *c = k->c;
    for (uint32_t p = 0; k->now && p < c->n; p++) {
        coset_bdd_drop(k->b, k->now[p]);
        coset_bdd_drop(k->b, k->allowed[p]);
    }
    for (size_t i = 0; k->is && i < (size_t)c->n * c->n_letters; i++)
        coset_bdd_drop(k->b, k->is[i]);
    coset__counting_unjoin(k);
    if (k->now)
        coset_bdd_drop(k->b, k->world);
    coset_bdd_map_free(k->globals);
    coset_delete(k->now);
    coset_delete(k->allowed);
    coset_delete(k->is);
}

coset_status coset__counter_make(const coset__symmetry *y, const coset__relation *r, coset__counter **out,
                                 coset__relation *to, coset_err *err)
{
    coset__counter *c = coset_new(1, sizeof *c);
    *c = (coset__counter){.m = r->m, .bdd = r->bdd};
    coset__counting k = {.c = c, .y = y, .from = r, .to = to, .b = r->bdd, .err = err};
    *out = c;
    find_processes(&k);
    find_slots(&k);
    if (r->passes)
        coset__counting_trouble(&k, (coset_pos){0}, "the model", "has steps through transient states");
    if (y->doubtful)
        coset__counting_trouble(&k, (coset_pos){0}, "the model",
                                "is not symmetric in unreachable states, which this method uses");
    if (k.trouble == COSET_OK) {
        keep_processes(&k);
        coset__counting_allow(&k);
        coset__counting_letters(&k);
    }
    if (k.trouble == COSET_OK)
        make_shell(&k);
    if (k.trouble == COSET_OK) {
        keep_letters(&k);
        begin_relation(&k);
        coset__count_rules(&k);
        coset__relation_cluster(to, COSET__JOIN);
    }
    end(&k);
    if (k.trouble == COSET_OK && coset_bdd_failed(r->bdd))
        return coset_fail(err, COSET_MEMORY, "out of memory for decision diagrams while rules were counted");
    return k.trouble;
}

void coset__counter_free(coset__counter *c)
{
    union {
        const coset_slot *in;
        void *out;
    } slots = {0};
    if (!c)
        return;
    slots.in = c->shell.slots;
    coset_delete(slots.out);
    coset_delete(c->element);
    coset_delete(c->local);
    coset_delete(c->global);
    coset_delete(c->holder);
    coset_delete(c->letters);
    coset_delete(c);
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

/* The value of a holder that holds the process. */
static coset_value value_of(const coset__counter *c, uint32_t slot, uint32_t process)
{
    for (coset_value v = 0; v <= c->m->slots[slot].max; v++)
        if (coset__held(c, slot, v) == process)
            return v;
    return 0;
}

void coset__counter_state(const coset__counter *c, const coset_value *counts, coset_value *state)
{
    for (uint32_t i = 0; i < c->n_global; i++)
        state[c->global[i]] = counts[i];
    for (uint32_t h = 0; h < c->n_holders; h++)
        state[c->holder[h]] = counts[coset__holder_slot(c, h)];
    for (uint32_t l = 0, p = 0; l < c->n_letters; l++)
        for (coset_value i = 0; i < counts[coset__counter_slot(c, l)] && p < c->n; i++, p++) {
            const coset_value *letter = coset__letter(c, l);
            for (uint32_t j = 0; j < c->n_local; j++)
                state[c->local[p * c->n_local + j]] = letter[j];
            for (uint32_t h = 0; h < c->n_holders; h++)
                if (letter[c->n_local + h])
                    state[c->holder[h]] = value_of(c, c->holder[h], p);
        }
}

static bool is_in(const coset__counter *c, const coset_value *state, uint32_t p, uint32_t l)
{
    const coset_value *letter = coset__letter(c, l);
    for (uint32_t j = 0; j < c->n_local; j++)
        if (state[c->local[p * c->n_local + j]] != letter[j])
            return false;
    for (uint32_t h = 0; h < c->n_holders; h++)
        if ((coset__held(c, c->holder[h], state[c->holder[h]]) == p) != (letter[c->n_local + h] != 0))
            return false;
    return true;
}

void coset__counter_counts(const coset__counter *c, const coset_value *state, coset_value *counts)
{
    for (uint32_t i = 0; i < c->n_global; i++)
        counts[i] = state[c->global[i]];
    for (uint32_t h = 0; h < c->n_holders; h++)
        counts[coset__holder_slot(c, h)] = coset__holder_code(c, h, state[c->holder[h]]);
    for (uint32_t l = 0; l < c->n_letters; l++) {
        counts[coset__counter_slot(c, l)] = 0;
        for (uint32_t p = 0; p < c->n; p++)
            counts[coset__counter_slot(c, l)] += is_in(c, state, p, l);
    }
}

/* Permutations of the processes within each local state fix the state. */
void coset__counter_keepers(const coset__counter *c, const coset__vars *v, coset_bdd set, coset__orbit_list *out)
{
    coset__add_orbits(c->bdd, out, 1, set);
    for (uint32_t l = 0; l < c->n_letters; l++) {
        coset__orbit_list finer = {0};
        for (uint32_t i = 0; i < out->n; i++) {
            coset_bdd_scope scope = coset_bdd_open(c->bdd);
            coset_bdd rest = out->at[i].states;
            coset_count size = out->at[i].size;
            for (coset_value n = 2; n <= most_in(c, l) && !coset_bdd_is_false(rest); n++) {
                coset_bdd is = coset__slot_is(v, coset__counter_slot(c, l), n, false);
                size *= n;
                coset__add_orbits(c->bdd, &finer, size, coset_bdd_and(c->bdd, rest, is));
                rest = coset_bdd_minus(c->bdd, rest, is);
            }
            coset__add_orbits(c->bdd, &finer, out->at[i].size, rest);
            coset_bdd_close(c->bdd, scope);
        }
        coset__drop_orbits(c->bdd, out);
        *out = finer;
    }
}

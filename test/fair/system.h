/* Random symmetric systems of processes with acceptance and fairness. Header only.
 *
 * A state: for each process a place and maybe a resource; a counter; a pointer to one process, or to none. A rule acts
 * for a process, and maybe a partner and a resource; its condition and effect name them by parameters only, so all
 * renamings of processes and of resources are symmetries. */
#ifndef COSET_TEST_SYSTEM_H
#define COSET_TEST_SYSTEM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "toy.h"

#define MOST_RULES    6
#define MOST_N        4
#define MOST_FAMILIES 3
#define ANY           UINT32_MAX

typedef enum { KEEP, NOBODY, ACTOR, PARTNER } pointing;

typedef struct {
    bool pairs, takes; /* has a partner; has a resource as parameter */
    uint32_t place, partner, counter;
    uint32_t pointed; /* ANY, NOBODY, ACTOR, PARTNER: the process that is pointed to */
    uint32_t holds;   /* ANY, 0: the actor has no resource, 1: it has the parameter (or some) */
    uint32_t to_place, to_partner, to_counter;
    pointing point;
    uint32_t hold; /* ANY: keep, 0: none, 1: the parameter */
    uint64_t accepts;
    uint32_t at; /* ANY, or the edge accepts at this value of the counter only */
} rule;

typedef enum { BY_PROCESS, BY_RESOURCE, BY_PAIR, BY_RULE, N_MARKINGS } marking;

typedef struct {
    coset_model model; /* first */
    uint32_t n, r;     /* processes; resources */
    uint32_t places, counts, n_rules;
    rule rules[MOST_RULES];
    uint32_t n_starts;
    coset_value starts[3][2 * MOST_N + 2];
    coset_slot slots[2 * MOST_N + 2];
    coset_index index[2 * MOST_N + 2];
    coset_symtype types[2];
    coset_segment segments[2], digit_segments[MOST_FAMILIES][2];
    coset_valclass classes[3];
    coset_group groups[MOST_RULES + 1];
    coset_digit instance[MOST_RULES][3];
    coset_segment instance_segments[3];
    coset_digit digits[MOST_FAMILIES][2];
    coset_family families[MOST_FAMILIES];
    marking markings[MOST_FAMILIES];
    bool unconditional[MOST_FAMILIES]; /* a Büchi family marks processes that move, else also disabled ones */
} system_model;

/* Slots: places, resources, counter, pointer. */
static inline uint32_t s_held(const system_model *s, uint32_t p) { return s->n + p; }
static inline uint32_t s_counter(const system_model *s) { return 2 * s->n; }
static inline uint32_t s_pointer(const system_model *s) { return 2 * s->n + 1; }

typedef struct {
    const system_model *s;
    bool annotates;
    uint64_t fair[16], enabled[16];
} s_worker;

static inline coset_worker *s_worker_new(const coset_model *m)
{
    s_worker *w = calloc(1, sizeof *w);
    w->s = (const system_model *)(const void *)m;
    return (coset_worker *)w;
}

static inline void s_worker_free(coset_worker *w) { free(w); }

static inline bool s_annotate(coset_worker *w)
{
    ((s_worker *)w)->annotates = true;
    return true;
}

static inline coset_status s_starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    const system_model *s = ((s_worker *)opaque)->s;
    coset_status st = COSET_OK;
    for (uint32_t i = 0; st == COSET_OK && i < s->n_starts; i++) {
        const coset_edge e = {.group = 0, .instance = i, .orbit = 1};
        coset_value state[2 * MOST_N + 2];
        memcpy(state, s->starts[i], sizeof state);
        st = emit(ctx, &e, state);
    }
    return st;
}

static inline bool s_enabled(const system_model *s, const rule *r, const coset_value *v, uint32_t p, uint32_t q,
                             uint32_t e)
{
    coset_value pointer = v[s_pointer(s)], held = v[s_held(s, p)];
    if ((r->place != ANY && v[p] != r->place) || (r->pairs && r->partner != ANY && v[q] != r->partner))
        return false;
    if (r->counter != ANY && v[s_counter(s)] != r->counter)
        return false;
    if ((r->pointed == NOBODY && pointer) || (r->pointed == ACTOR && pointer != p + 1) ||
        (r->pointed == PARTNER && r->pairs && pointer != q + 1))
        return false;
    return r->holds == ANY || (r->holds == 0 ? !held : r->takes ? held == e + 1 : held != 0);
}

static inline void s_step(const system_model *s, const rule *r, coset_value *v, uint32_t p, uint32_t q, uint32_t e)
{
    if (r->to_place != ANY)
        v[p] = r->to_place;
    if (r->pairs && r->to_partner != ANY)
        v[q] = r->to_partner;
    if (r->to_counter != ANY)
        v[s_counter(s)] = r->to_counter;
    if (r->point == NOBODY)
        v[s_pointer(s)] = 0;
    if (r->point == ACTOR)
        v[s_pointer(s)] = p + 1;
    if (r->point == PARTNER && r->pairs)
        v[s_pointer(s)] = q + 1;
    if (r->hold != ANY && (r->hold == 0 || r->takes))
        v[s_held(s, p)] = r->hold ? e + 1 : 0;
}

/* The index of family f that a rule with these parameters moves, or ANY. */
static inline uint32_t s_mover(const system_model *s, uint32_t f, uint32_t k, uint32_t p, uint32_t q, uint32_t e)
{
    const rule *r = &s->rules[k];
    switch (s->markings[f]) {
    case BY_PROCESS:
        return p + 1;
    case BY_RESOURCE:
        return r->takes ? e : ANY;
    case BY_PAIR:
        return r->pairs ? p * s->n + q : ANY;
    case BY_RULE:
        return k;
    default:
        return ANY;
    }
}

static inline void s_set(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

typedef struct {
    s_worker *w;
    const coset_value *src;
    coset_on_edge *emit;
    void *ctx;
} s_next;

static inline void s_mark(s_worker *w, uint32_t k, uint32_t p, uint32_t q, uint32_t e)
{
    const system_model *s = w->s;
    memset(w->fair, 0, sizeof w->fair);
    for (uint32_t f = 0, at = 0; f < s->model.n_families; at += coset_family_all_words(&s->families[f]), f++) {
        uint32_t mover = s_mover(s, f, k, p, q, e);
        const coset_family *y = &s->families[f];
        for (uint32_t i = 0; i < y->n; i++) {
            bool enabled = w->enabled[at + i / 64] >> i % 64 & 1;
            if (y->kind == COSET_FAMILY_STREETT && enabled)
                s_set(w->fair + at, i);
            if (y->kind == COSET_FAMILY_BUCHI && !enabled && !s->unconditional[f])
                s_set(w->fair + at, i);
        }
        if (mover != ANY)
            s_set(w->fair + at + (y->kind == COSET_FAMILY_STREETT ? coset_family_words(y) : 0), mover);
    }
}

static inline coset_status s_each(const s_next *x, bool counting)
{
    s_worker *w = x->w;
    const system_model *s = w->s;
    coset_status st = COSET_OK;
    for (uint32_t k = 0; st == COSET_OK && k < s->n_rules; k++)
        for (uint32_t i = 0; st == COSET_OK && i < s->n * s->n * s->r; i++) {
            uint32_t p = i / (s->n * s->r), q = i / s->r % s->n, e = i % s->r;
            const rule *r = &s->rules[k];
            if ((r->pairs ? p == q : q > 0) || (!r->takes && e > 0) || !s_enabled(s, r, x->src, p, q, e))
                continue;
            for (uint32_t f = 0, at = 0; counting && f < s->model.n_families;
                 at += coset_family_all_words(&s->families[f]), f++)
                if (s_mover(s, f, k, p, q, e) != ANY)
                    s_set(w->enabled + at, s_mover(s, f, k, p, q, e));
            if (counting)
                continue;
            coset_value dst[2 * MOST_N + 2] = {0};
            memcpy(dst, x->src, s->model.n_slots * sizeof *dst);
            s_step(s, r, dst, p, q, e);
            coset_edge edge = {.group = k + 1, .instance = i, .orbit = 1};
            edge.accepts = r->at == ANY || x->src[s_counter(s)] == r->at ? r->accepts : 0;
            if (w->annotates) {
                s_mark(w, k, p, q, e);
                edge.fair = w->fair;
            }
            st = x->emit(x->ctx, &edge, dst);
        }
    return st;
}

static inline coset_status s_steps(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    const s_next x = {(s_worker *)opaque, src, emit, ctx};
    memset(x.w->enabled, 0, sizeof x.w->enabled);
    if (x.w->annotates)
        (void)s_each(&x, true);
    return s_each(&x, false);
}

static inline void s_edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    (void)snprintf(out, len, "%s(%llu)", m->groups[group].name, (unsigned long long)instance);
}

/* ---- making ---- */

static inline uint32_t s_roll(uint64_t *d, uint32_t n) { return (uint32_t)(toy_random(d) % n); }
static inline uint32_t s_maybe(uint64_t *d, uint32_t n) { return s_roll(d, 2) ? ANY : s_roll(d, n); }

static inline void s_random_rule(system_model *s, rule *r, uint64_t *d)
{
    *r = (rule){.pairs = s_roll(d, 3) == 0 && s->n > 1, .takes = s_roll(d, 3) == 0};
    r->place = s_roll(d, 4) ? s_roll(d, s->places) : ANY;
    r->partner = s_maybe(d, s->places);
    r->counter = s_maybe(d, s->counts);
    r->pointed = s_roll(d, 2) ? ANY : NOBODY + s_roll(d, 3);
    r->holds = s_roll(d, 3) ? ANY : s_roll(d, 2);
    r->to_place = s_roll(d, 4) ? s_roll(d, s->places) : ANY;
    r->to_partner = s_maybe(d, s->places);
    r->to_counter = s_maybe(d, s->counts);
    r->point = (pointing)s_roll(d, 4);
    r->hold = s_roll(d, 2) ? ANY : s_roll(d, 2);
    r->accepts = s_roll(d, 3) ? 0 : toy_random(d) & coset_all_accepts(s->model.n_accepts);
    r->at = s_roll(d, 3) ? ANY : s_roll(d, s->counts);
}

static inline void s_random_family(system_model *s, uint32_t f, uint64_t *d)
{
    coset_family *y = &s->families[f];
    coset_digit *digits = s->digits[f];
    coset_segment *segments = s->digit_segments[f];
    s->markings[f] = s_roll(d, 2) ? BY_PROCESS : (marking)s_roll(d, N_MARKINGS);
    s->unconditional[f] = s_roll(d, 4) == 0;
    *y = (coset_family){.name = "fair", .n_digits = 1, .digits = digits};
    y->kind = s_roll(d, 2) ? COSET_FAMILY_BUCHI : COSET_FAMILY_STREETT;
    segments[0] = (coset_segment){.lo = 0, .n = s->n, .type = 0};
    segments[1] = segments[0];
    digits[0] = (coset_digit){s->n, 1, &segments[0]};
    digits[1] = (coset_digit){s->n, 1, &segments[1]};
    if (s->markings[f] == BY_PROCESS) { /* index 0 is no process: never enabled */
        digits[0].n++;
        segments[0].lo = 1;
        s->unconditional[f] = false;
    } else if (s->markings[f] == BY_RESOURCE) {
        segments[0] = (coset_segment){.lo = 0, .n = s->r, .type = 1};
        digits[0].n = s->r;
    } else if (s->markings[f] == BY_PAIR) {
        y->n_digits = 2;
        s->unconditional[f] = false; /* no process is its own partner */
    } else {
        digits[0] = (coset_digit){s->n_rules, 0, NULL};
    }
    y->n = 1;
    for (uint32_t i = 0; i < y->n_digits; i++)
        y->n *= digits[i].n;
}

static inline void s_lay(system_model *s)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    coset_model *m = &s->model;
    s->types[0] = (coset_symtype){.name = "P", .n = s->n, .elements = names};
    s->types[1] = (coset_symtype){.name = "R", .n = s->r, .elements = names};
    s->segments[0] = (coset_segment){.lo = 1, .n = s->n, .type = 0};
    s->segments[1] = (coset_segment){.lo = 1, .n = s->r, .type = 1};
    for (uint32_t i = 0; i < 3; i++) /* absent parameters of a rule are 0 */
        s->instance_segments[i] = (coset_segment){.lo = 0, .n = i < 2 ? s->n : s->r, .type = i == 2};
    for (uint32_t k = 0; k < s->n_rules; k++)
        for (uint32_t i = 0; i < 3; i++) {
            bool has = i == 0 || (i == 1 ? s->rules[k].pairs : s->rules[k].takes);
            s->instance[k][i] = (coset_digit){s->instance_segments[i].n, has, &s->instance_segments[i]};
        }
    s->classes[0] = (coset_valclass){0, NULL};
    s->classes[1] = (coset_valclass){1, &s->segments[0]};
    s->classes[2] = (coset_valclass){1, &s->segments[1]};
    for (uint32_t i = 0; i < 2 * s->n; i++) {
        s->index[i] = (coset_index){.type = 0, .element = i % s->n, .stride = 1};
        s->slots[i] = (coset_slot){.name = "s", .bits = 3, .n_index = 1, .index = &s->index[i]};
        s->slots[i].max = i < s->n ? s->places - 1 : s->r;
        s->slots[i].valclass = i < s->n ? 0 : 2;
    }
    s->slots[2 * s->n] = (coset_slot){.name = "counter", .max = s->counts - 1, .bits = 3};
    s->slots[2 * s->n + 1] = (coset_slot){.name = "pointer", .max = s->n, .bits = 3, .valclass = 1};
    m->n_slots = 2 * s->n + 2;
    m->slots = s->slots;
    m->symmetry = (coset_symmetry){.n_types = 2, .types = s->types, .n_valclasses = 3, .valclasses = s->classes};
}

static inline system_model *s_new(uint64_t seed)
{
    static const coset_model_ops ops = {.worker_new = s_worker_new,
                                        .worker_free = s_worker_free,
                                        .starts = s_starts,
                                        .next = s_steps,
                                        .value_text = toy_value_text,
                                        .edge_text = s_edge_text,
                                        .annotate = s_annotate};
    static const coset_prop props[] = {{.name = "no accepting run", .kind = COSET_PROP_ACCEPTANCE, .n_instances = 1}};
    uint64_t *d = &seed;
    system_model *s = calloc(1, sizeof *s);
    s->n = 2 + s_roll(d, 3);
    s->r = 1 + s_roll(d, 2);
    s->places = 2 + (s->n < 4 && s_roll(d, 2));
    s->counts = 1 + s_roll(d, 3);
    s->n_rules = 2 + s_roll(d, MOST_RULES - 1);
    s->model = (coset_model){.ops = &ops, .name = "system", .language = "test", .n_props = 1, .props = props};
    s->model.n_accepts = s_roll(d, 3);
    for (uint32_t k = 0; k < s->n_rules; k++)
        s_random_rule(s, &s->rules[k], d);
    s->groups[0] = (coset_group){.name = "start", .is_start = true};
    for (uint32_t k = 1; k <= s->n_rules; k++)
        s->groups[k] = (coset_group){.name = "rule",
                                     .actor = {1, 1, s->n * s->r},
                                     .n_instances = (uint64_t)s->n * s->n * s->r,
                                     .n_digits = 3,
                                     .digits = s->instance[k - 1]};
    s->model.groups = s->groups;
    s->model.n_groups = s->n_rules + 1;
    s_lay(s);
    s->model.n_families = s_roll(d, MOST_FAMILIES + 1);
    s->model.families = s->families;
    for (uint32_t f = 0; f < s->model.n_families; f++)
        s_random_family(s, f, d);
    s->n_starts = 1 + s_roll(d, 2);
    for (uint32_t i = 0; i < s->n_starts; i++)
        for (uint32_t k = 0; s_roll(d, 2) && k < s->n; k++)
            s->starts[i][k] = s_roll(d, s->places);
    return s;
}

#endif

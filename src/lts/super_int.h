/* lts/super_int.h - the compiled form of a supercombinator.
 *
 * Layer    lts. super.c compiles it, super_next.c makes steps with it, super_chase.c executes chases, super_lone.c
 *          finds steps that may be taken before all others, super_symm*.c adds what may be permuted.
 * Idea     each rule is led by the part that is least often able to take part. For each state of a component the rules
 *          that it leads there are listed; only the other parts of such a rule remain to be tested, and whether each
 *          has its event is one bit.
 * Shapes   a machine is an LTS with its local events numbered 0 .. n_local - 1, ascending by event. In state s the bits
 *          of row s mark the local events of s; the edges with one event form a run, and runs of a state are in the
 *          order of local events, so that the number of a run is the number of bits before it: `before` counts those of
 *          earlier words. edges[run_first[r]] .. edges[run_first[r + 1] - 1] are those of run r.
 */
#ifndef COSET_LTS_SUPER_INT_H
#define COSET_LTS_SUPER_INT_H

#include "lts/super.h"

typedef struct {
    const coset_lts *lts;
    uint32_t n_local;
    uint32_t *events;    /* [n_local] */
    uint32_t n_words;    /* of a row */
    uint64_t *rows;      /* [n_states * n_words] */
    uint32_t *before;    /* [n_states * n_words] number of the first run of this word */
    uint32_t *run_first; /* [n_runs + 1] */
    uint32_t *targets;   /* value of the slot after an edge: dst + 1 */
} coset__machine;

/* A part of a rule that does not lead it. */
typedef struct {
    uint32_t component, local;
} coset__part;

typedef struct {
    uint32_t event, group;
    uint32_t part_first, n_parts;     /* in parts: those that do not lead */
    uint32_t change_first, n_changes; /* in changes: stops, then starts */
    uint32_t number;                  /* in the coset_super */
} coset__rule;

/* A component is stopped (0) or started (1). */
typedef struct {
    uint32_t component, value;
} coset__change;

/* A rule that a component leads in a state, with the run of its own edges. */
typedef struct {
    uint32_t rule, run;
} coset__lead;

typedef struct {
    const coset__machine *machine;
    bool leads;
    uint32_t *lead_first; /* [n_states + 1], or NULL if it leads nothing */
    coset__lead *leads_at;
    const uint64_t *lone; /* a set of states, or NULL; see super_lone.c */
} coset__component;

/* The steps of a chase as a model of their own, of its components only. */
typedef struct {
    uint32_t from, to;
    coset_super super;
    coset_model *steps;
} coset__chase;

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_super *super;
    uint32_t n_machines;
    coset__machine *machines;     /* one for each distinct LTS */
    coset__component *components; /* [n_components] */
    coset__rule *rules;           /* [n_rules] */
    coset__part *parts;
    coset__change *changes;
    coset_value *start; /* [n_components] */
    uint32_t n_leaders; /* components that lead rules */
    uint32_t *leaders;
    uint32_t most_parts; /* of a rule, its leader included */
    uint32_t n_chases;
    coset__chase *chases;
    bool takes_lone;
    coset_arena *arena;
} coset__super_model;

static inline const coset__super_model *coset__super_of(const coset_model *m)
{
    return (const coset__super_model *)(const void *)m;
}

extern const coset_model_ops coset__super_ops;

/* The number of an event of the machine; UINT32_MAX: it is none of them. */
uint32_t coset__machine_local(const coset__machine *m, uint32_t event);

/* Frees the data of a model of a supercombinator (coset_model_ops.free). */
void coset__super_free(coset_model *m);

/* The rule of the step that the worker is reporting. */
uint32_t coset__super_rule_of(const coset_worker *w);

/* ---- chases (super_chase.c) ---------------------------------------------------------------------------------------
 */

coset_status coset__chases_make(coset__super_model *x, coset_err *err) COSET_NODISCARD;
void coset__chases_free(coset__super_model *x);

/* The data of a worker for chases. */
typedef struct coset__chasing coset__chasing;
coset__chasing *coset__chasing_new(const coset__super_model *x);
void coset__chasing_free(coset__chasing *k);
/* Executes the chases in `state`. src (may be NULL) is a state after chases: where `state` equals it, nothing is left
 * to do. */
void coset__chasing_settle(coset__chasing *k, const coset_value *src, coset_value *state);

static inline bool coset__machine_has(const coset__machine *m, uint32_t state, uint32_t local)
{
    return m->rows[(size_t)state * m->n_words + local / 64] >> local % 64 & 1;
}

static inline uint32_t coset__machine_run(const coset__machine *m, uint32_t state, uint32_t local)
{
    size_t w = (size_t)state * m->n_words + local / 64;
    uint64_t below = m->rows[w] & ((UINT64_C(1) << local % 64) - 1);
    return m->before[w] + (uint32_t)__builtin_popcountll(below);
}

#endif

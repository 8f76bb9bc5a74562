/* symb/counter/counting.h - state of the construction of a relation between counters.
 *
 * Layer    symb, private.
 */
#ifndef COSET_SYMB_COUNTER_COUNTING_H
#define COSET_SYMB_COUNTER_COUNTING_H

#include "symb/counter/counter.h"

#define COSET__MOST_ACTIVE  8
#define COSET__MOST_HOLDERS 8
#define COSET__NOBODY       UINT32_MAX
#define COSET__ANY          (UINT32_MAX - 1)

typedef struct {
    coset__counter *c;
    const coset__symmetry *y;
    const coset__relation *from;
    coset__relation *to;
    coset_bdds *b;
    coset_bdd *now;               /* [n] kept: the current variables of each process */
    coset_bdd *allowed;           /* [n] kept: values of each process and the shared variables, for any others */
    coset_bdd world;              /* kept: all of these together */
    coset_bdd *is;                /* [n * n_letters] kept: the process has the values of the local state */
    COSET_VEC(coset__rule) rules; /* one for each instance; handles are borrowed unless `joined` */
    COSET_VEC(bool) joined;       /* the same */
    coset_bdd_map *globals;       /* shared variables to those of the counted states */
    coset_status trouble;
    coset_err *err;
} coset__counting;

/* Keeps the first trouble; `pos` may be unset. */
void coset__counting_trouble(coset__counting *k, coset_pos pos, const char *what, const char *why);

/* counter_local.c: the process that a holder's value denotes, or -1; the values of a holder. */
int64_t coset__held(const coset__counter *c, uint32_t holder, coset_value value);
/* The processes that are parameters of the rule, each once, in their order. Returns how many. */
uint32_t coset__rule_processes(const coset__counter *c, const coset__rule *rule, uint32_t *process);
/* The processes are the first ones, in order: only this step is translated; the others are its images. */
bool coset__is_first(const uint32_t *process, uint32_t n);
/* The number of the instance with the first processes. */
uint64_t coset__first_instance(const coset__counter *c, const coset__rule *rule);
/* Finds `allowed` and `world`; then the local states. */
void coset__counting_allow(coset__counting *k);
void coset__counting_letters(coset__counting *k);

/* The processes that act individually, their local states, and the values of the holders. */
typedef struct {
    uint32_t n, n_params; /* the first ones are parameters, the others are held */
    uint32_t process[COSET__MOST_ACTIVE], letter[COSET__MOST_ACTIVE];
    coset_value held[COSET__MOST_HOLDERS]; /* concrete values */
    uint32_t by[COSET__MOST_HOLDERS];      /* the held process: number in process[], COSET__NOBODY, or COSET__ANY if the
                                         holder is ignored */
    coset_bdd live;                        /* the part of the given `live` that belongs to this scene */
} coset__scene;

/* counter_fold.c: calls for each choice of local states and held processes for which `live` is possible. The scene has
 * its parameters, and COSET__ANY where `begin` has it. */
typedef void coset__on_scene(coset__counting *k, const coset__scene *s, void *ctx);
void coset__scenes(coset__counting *k, const coset__scene *begin, coset_bdd live, coset__on_scene *on, void *ctx);
/* A function restricted to this scene: over the other processes, the global slots and all next variables. */
coset_bdd coset__in_scene(const coset__counting *k, const coset__scene *s, coset_bdd f);
/* States in which holder number h holds the process. */
coset_bdd coset__holds(const coset__counting *k, uint32_t h, uint32_t process);
/* A local state in which none of the considered holders holds the process. */
bool coset__is_free(const coset__counter *c, const coset__scene *s, uint32_t letter);
/* Marks as COSET__ANY the holders that the function does not depend on. */
void coset__look_at(const coset__counting *k, coset__scene *s, const coset_bdd *functions, uint32_t n);
/* Translates such a function, symmetric in the other processes, to counters. */
coset_bdd coset__rule_orbits(const coset__counting *k, const coset__scene *s, coset_bdd f);
/* The counted states whose counters and holders match the scene. */
coset_bdd coset__scene_guard(const coset__counting *k, const coset__scene *s);
/* Counted states of a symmetric set. */
coset_bdd coset__count_set(coset__counting *k, coset_bdd set);
/* sums[i], [n + 1]: the counters of the local states that are members sum to i. */
void coset__sums(const coset__counting *k, const bool *member, coset_bdd *sums);
/* Processes that do not act individually. Returns how many. */
uint32_t coset__others(const coset__counter *c, const coset__scene *s, uint32_t *process);
/* The holder's value in counted states. */
coset_value coset__holder_code(const coset__counter *c, uint32_t h, coset_value value);

/* counter_join.c: fills `rules`; frees them. */
void coset__counting_join(coset__counting *k);
void coset__counting_unjoin(coset__counting *k);
/* counter_rules.c */
void coset__count_rules(coset__counting *k);

#endif

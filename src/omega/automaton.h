/* omega/automaton.h - transition-based generalised Büchi automata.
 *
 * Layer    omega.
 * Shapes   an edge has one cube over the atoms as label, and marks: bit i: it is in acceptance set i. A run is
 *          accepting if it takes edges of each set infinitely often; without sets each infinite run is. States need not
 *          have a successor for each letter.
 * Owner    the automaton owns its edges and the names of its atoms.
 * Errors   limits: COSET_LIMIT.
 */
#ifndef COSET_OMEGA_AUTOMATON_H
#define COSET_OMEGA_AUTOMATON_H

#include <stdio.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/text.h"
#include "omega/cube.h"
#include "omega/formula.h"

#define COSET_OMEGA_SETS 64 /* most acceptance sets */

typedef struct {
    uint32_t from, to;
    uint64_t marks;
    coset_cube label;
} coset_omega_edge;

typedef struct {
    uint32_t n_states, initial; /* at least one state */
    uint32_t n_sets;
    uint32_t n_atoms;
    char **names;                      /* [n_atoms] */
    COSET_VEC(coset_omega_edge) edges; /* after coset_omega_index: sorted, by `from` first, and different */
    uint32_t *first;                   /* [n_states + 1]: start of the edges of a state */
} coset_omega;

coset_omega *coset_omega_new(uint32_t n_states, uint32_t n_sets, uint32_t n_atoms, const char *const *names);
void coset_omega_free(coset_omega *a);
void coset_omega_add(coset_omega *a, uint32_t from, coset_cube label, uint64_t marks, uint32_t to);
/* Sorts the edges; call after adding edges. */
void coset_omega_index(coset_omega *a);

static inline uint64_t coset_omega_all_marks(const coset_omega *a)
{
    return a->n_sets == COSET_OMEGA_SETS ? UINT64_MAX : ((uint64_t)1 << a->n_sets) - 1;
}

/* ---- making ---- */

typedef struct {
    uint32_t n_atoms; /* of the formula: at least as many as occur */
    const char *const *names;
    uint32_t max_states;      /* during construction; 0: 20,000 */
    uint32_t max_comparisons; /* of subformulas during construction; 0: 100,000,000 */
} coset_omega_options;

/* translate.c, reduce.c, weak.c: a small automaton for the infinite words that satisfy the formula. */
coset_status coset_omega_translate(coset_ltls *p, const coset_ltl *f, const coset_omega_options *o, coset_omega **out,
                                   coset_err *err) COSET_NODISCARD;
/* reduce.c: the same language, not larger. */
void coset_omega_reduce(coset_omega *a);
/* degeneralise.c: the same language with at most one acceptance set; if `of_states`, exactly one, and each state has
 * all of its outgoing edges in it, or none. */
coset_omega *coset_omega_degeneralise(const coset_omega *a, bool of_states);
/* product.c: the words that both accept. Atoms are those of `a`, then those of `b` with other names. NULL: more than 64
 * atoms or acceptance sets. */
coset_omega *coset_omega_meet(const coset_omega *a, const coset_omega *b);
bool coset_omega_is_empty(const coset_omega *a);

/* suffix.c: for an automaton that only waits in its initial state: it loops there on every letter, without accepting,
 * except for letters after which it accepts everything. The result is its behaviour after that state. A word is
 * accepted by the automaton if and only if, from some letter on, it is accepted from one of the states `first`: their
 * own words are accepted too. Owner: the caller, coset_omega_suffix_free. */
typedef struct {
    coset_omega *automaton; /* states have the same numbers */
    uint32_t n_first, *first;
} coset_omega_suffix;

/* False: the initial state does more than wait. */
bool coset_omega_suffix_of(const coset_omega *a, coset_omega_suffix *out);
void coset_omega_suffix_free(coset_omega_suffix *s);

/* ---- classification: structural facts that imply facts about the language ---- */

typedef struct {
    bool deterministic; /* one initial state, and no letter has two successors */
    bool complete;      /* each letter has a successor */
    bool weak;          /* in each SCC all cycles are accepting, or none is */
    bool terminal;      /* weak, and from an accepting SCC every word is accepted: a guarantee */
    bool safety;        /* each infinite run is accepting */
    bool of_states;     /* the edges of a state agree in their marks */
} coset_omega_kind;

coset_omega_kind coset_omega_classify(const coset_omega *a);
/* [n_states]: the state is in a component that has accepting cycles. */
void coset_omega_accepting(const coset_omega *a, bool *out);

/* ---- writing and reading ---- */

/* hoa_write.c: HOA, version 1. `name` may be NULL. */
void coset_omega_write_hoa(const coset_omega *a, const char *name, FILE *out);
/* hoa_read.c: one automaton. Problems are messages with a place (H001 ...), and COSET_INPUT. */
coset_status coset_omega_read_hoa(coset_text *text, coset_text_piece piece, coset_omega **out,
                                  coset_err *err) COSET_NODISCARD;
void coset_omega_write_dot(const coset_omega *a, const char *name, FILE *out);
/* As a never claim of Spin; degeneralised first. */
void coset_omega_write_never(const coset_omega *a, const char *name, FILE *out);

#endif

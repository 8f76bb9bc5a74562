/* omega/omega_int.h - shared by the files of this layer.
 *
 * Layer    omega.
 */
#ifndef COSET_OMEGA_OMEGA_INT_H
#define COSET_OMEGA_OMEGA_INT_H

#include "base/mem.h"
#include "omega/automaton.h"
#include "omega/formula.h"

typedef COSET_VEC(const coset_ltl *) coset__ltl_list;

struct coset_ltls {
    coset_arena *arena;
    const coset_ltl **buckets; /* by hash */
    uint32_t n_buckets, n_nodes;
    const coset_ltl *constant[2];
    coset__ltl_list normal[2]; /* by number: the normal form of the formula, of its negation; NULL: not known */
};

/* Is `f` one of the kids, which are sorted by number? */
bool coset__ltl_find(uint32_t n, const coset_ltl *const *kids, const coset_ltl *f);

/* The source position of a byte of the piece. */
coset_pos coset__ltl_place(const coset_text_piece *piece, size_t at);

/* imply.c: `a` implies `b`, to the extent that their structure shows it. Both are in negation normal form. */
typedef struct coset__implications coset__implications;
coset__implications *coset__implications_new(void);
void coset__implications_free(coset__implications *m);
bool coset__ltl_implies(coset__implications *m, const coset_ltl *a, const coset_ltl *b);

/* scc.c: an edge between components goes to one of a smaller number. */
typedef struct {
    uint32_t n;
    uint32_t *of;    /* component of each state */
    uint32_t *order; /* states by component */
    bool *cyclic;    /* it has an inner edge */
    bool *accepting; /* it has an accepting cycle */
} coset__sccs;
coset__sccs coset__sccs_find(const coset_omega *a);
void coset__sccs_fini(coset__sccs *s);

/* translate.c: as coset_omega_translate, of a formula in negation normal form, without reductions. */
coset_status coset__omega_tableau(coset_ltls *p, const coset_ltl *f, const coset_omega_options *o, coset_omega **out,
                                  coset_err *err) COSET_NODISCARD;
/* clean.c: removes states and edges that no accepting run takes, and marks outside accepting components. The initial
 * state stays. `of_states`: the edges of a state still agree in their marks. */
void coset__omega_prune(coset_omega *a, bool of_states);
/* Marks the states that the initial one reaches. */
void coset__omega_reach(const coset_omega *a, bool *reached);
/* Removes acceptance sets that follow from others. */
void coset__omega_drop_sets(coset_omega *a);
/* Renumbers the sets of each component without those that follow from others there. */
void coset__omega_pack_sets(coset_omega *a);
/* Merges edges between the same states into fewer edges with larger labels. */
void coset__omega_merge_labels(coset_omega *a);
/* Merges states with the same edges. */
void coset__omega_merge_equal(coset_omega *a);
/* State q becomes to[q]; UINT32_MAX: it is removed, with its edges. */
void coset__omega_renumber(coset_omega *a, const uint32_t *to, uint32_t n_states);
/* simulate.c: quotient by direct simulation (`reverse`: of the past), without dominated edges. */
void coset__omega_simulate(coset_omega *a, bool reverse);
/* weak.c: if the language is an obligation, the least deterministic weak automaton for it, which is not complete; NULL
 * otherwise, or if that would be large. `not_a` is for the complement. */
coset_omega *coset__omega_obligation(const coset_omega *a, const coset_omega *not_a);

static inline bool coset__omega_same_but_label(const coset_omega_edge *a, const coset_omega_edge *b)
{
    return a->from == b->from && a->to == b->to && a->marks == b->marks;
}

/* Is it a name in the languages of models? */
bool coset__ltl_is_name(const char *s);

/* Bits of `marks` at the positions in `needed`, compacted. */
uint64_t coset__omega_pack(uint64_t marks, uint64_t needed);

#endif

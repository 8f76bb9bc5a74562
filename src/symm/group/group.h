/* symm/group/group.h - which renamings of a model are symmetries.
 *
 * Layer    symm.
 * Shapes   a product over the symmetric types: in each type the elements marked `moves` may be permuted arbitrarily,
 *          the others stay fixed (a full symmetric group on a part of each type).
 * Owner    lives in the arena given to the maker.
 */
#ifndef COSET_SYMM_GROUP_GROUP_H
#define COSET_SYMM_GROUP_GROUP_H

#include "base/mem.h"
#include "model/model.h"

/* Why a type is not fully symmetric. */
typedef struct {
    uint32_t type;      /* of model.symmetry.types */
    uint32_t prop;      /* the property that breaks it, or COSET_NO_PROP: the transitions themselves do */
    coset_pos pos;      /* the line to blame */
    uint32_t n_fixed;   /* elements that must stay; = size of the type if nothing moves */
    const char *reason; /* one sentence, with its fix */
} coset_refusal;

/* Both blame the same place for the same reason. */
bool coset_refusal_same(const coset_refusal *x, const coset_refusal *y);

typedef struct {
    uint32_t n_types;
    const uint32_t *n_moves;  /* of type t: number of elements that move; 0 = none (1 becomes 0) */
    const bool *const *moves; /* moves[t][e] */
    uint32_t n_refusals;
    const coset_refusal *refusals;
    const coset_arrivals *arrivals; /* an element moves only after its arrival; NULL: all are always present */
} coset_symgroup;

/* Product of the factorials of n_moves; false if it exceeds 128 bits. */
bool coset_symgroup_order(const coset_symgroup *g, coset_count *order);
/* The order as decimal text, exact at any size (GMP). Owner: arena. */
const char *coset_symgroup_order_text(const coset_symgroup *g, coset_arena *a);
bool coset_symgroup_is_trivial(const coset_symgroup *g);

/* In all of these the types, and so the sizes of moves[t], are those of the model `m`. */

/* Everything moves; for tests. */
coset_symgroup *coset_symgroup_full(const coset_model *m, coset_arena *a);
/* The elements marked move: moves[t][e]. */
coset_symgroup *coset_symgroup_moving(const coset_model *m, const bool *const *moves, coset_arena *a);
/* Elements that move in both. Refusals of both are kept. */
coset_symgroup *coset_symgroup_meet(const coset_model *m, const coset_symgroup *g, const coset_symgroup *h,
                                    coset_arena *a);
/* The subgroup that fixes one more element. */
coset_symgroup *coset_symgroup_fix(const coset_model *m, const coset_symgroup *g, uint32_t type, uint32_t element,
                                   coset_arena *a);
/* The subgroup of g that is valid while only the first n of its arrivals are present. */
coset_symgroup *coset_symgroup_while(const coset_model *m, const coset_symgroup *g, uint32_t n, coset_arena *a);
/* The subgroup of g that is valid in every state. */
const coset_symgroup *coset_symgroup_always(const coset_model *m, const coset_symgroup *g, coset_arena *a);
/* The same elements move in both. */
bool coset_symgroup_same(const coset_model *m, const coset_symgroup *g, const coset_symgroup *h);

#endif

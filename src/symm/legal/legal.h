/* symm/legal/legal.h - proof of the symmetries of a guarded-rule program.
 *
 * Layer    symm (sees ir).
 * Idea     every construct of a program either commutes with all renamings of a scalarset or breaks some of them. The
 *          walk collects, for each scalarset, the elements that must stay fixed and the responsible line; separately
 *          for the transitions as a whole and for each property.
 * Source   Ip and Dill 1996; Bosnacki's thesis ch. 6. Differs: loops over a scalarset are legal if and only if the
 *          analysis proves that their iterations commute (references only warn or say nothing).
 */
#ifndef COSET_SYMM_LEGAL_LEGAL_H
#define COSET_SYMM_LEGAL_LEGAL_H

#include "ir/order.h"
#include "symm/group/group.h"

typedef struct {
    const coset_symgroup *steps;  /* of rules and assumptions */
    const coset_symgroup *starts; /* the subgroup that maps start states to start states */
    uint32_t n_obliged;           /* loops to check at run time; the groups are valid only if these commute */
    const coset_ir_ordered *obliged;
    uint32_t n_marks; /* the accesses that are watched for them */
    const coset_ir_touched *marks;
    const coset_symgroup *const *props; /* [model.n_props] the group of each property and the steps: a subgroup of
                                           `steps`. An indexed LIVENESS property: of all instances as a set */
} coset_legal;

typedef struct {
    bool arrives;      /* the group may hold for present elements only: it has the program's arrivals */
    bool obliges;      /* a loop that cannot be proved to commute may be checked at run time */
    uint32_t n_broken; /* except these, which were found not to commute */
    const coset_ir_stmt *const *broken;
} coset_legal_options;

/* `m` is a model made of a program by coset_ir_model. `options` may be NULL. Everything lives in `arena`. Cost: linear
 * in the program for expressions, quadratic in the accesses of a loop body for loops. */
const coset_legal *coset_legal_check(const coset_model *m, const coset_legal_options *options, coset_arena *arena);

/* [n_slots] 1 if a slot of the state is never undefined after a start state is complete, not even within a step; NULL
 * if the program is too large or too deep to analyse. Owner: arena. */
const uint8_t *coset_legal_defined(const coset_model *m, coset_arena *arena);

#endif

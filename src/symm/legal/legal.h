/* symm/legal/legal.h - proof of the symmetries of a guarded-rule program.
 *
 * Layer    symm (sees ir).
 * Idea     every construct of a program either commutes with all renamings of a scalarset or breaks some of them. The
 *          walk collects, for each scalarset, which elements must stay fixed and the responsible line; for the
 *          transitions as a whole and for each property separately.
 * Source   Ip and Dill 1996; Bosnacki's thesis ch. 6. Differs: loops over a scalarset are legal exactly where the
 *          analysis proves that their iterations commute (references only warn or say nothing).
 */
#ifndef COSET_SYMM_LEGAL_LEGAL_H
#define COSET_SYMM_LEGAL_LEGAL_H

#include "ir/order.h"
#include "symm/group/group.h"

typedef struct {
    const coset_symgroup *steps;  /* of rules and assumptions */
    const coset_symgroup *starts; /* the part of it that takes start states to start states */
    uint32_t n_obliged;           /* loops that must be checked while the model runs, for all that to be so */
    const coset_ir_ordered *obliged;
    uint32_t n_marks; /* and what is watched for them */
    const coset_ir_touched *marks;
    const coset_symgroup *const *props; /* [model.n_props] of each property together with the steps: a subgroup of
                                           `steps`. An indexed LIVENESS property: of all instances as a set */
} coset_legal;

typedef struct {
    bool arrives;      /* the group may hold for elements that are there only: it has the program's arrivals */
    bool obliges;      /* a loop that cannot be proved to commute may be checked while the model runs */
    uint32_t n_broken; /* but not these, which were found not to */
    const coset_ir_stmt *const *broken;
} coset_legal_options;

/* `m` is a model made of a program by coset_ir_model. `options` may be NULL. Everything lives in `arena`. Cost: linear
 * in the program for expressions, quadratic in the accesses of a loop body for loops. */
const coset_legal *coset_legal_check(const coset_model *m, const coset_legal_options *options, coset_arena *arena);

/* [n_slots] 1 where a slot of the state is never undefined once a start state is complete, not even within a step; NULL
 * where the program is too large or too deep to tell. Owner: arena. */
const uint8_t *coset_legal_defined(const coset_model *m, coset_arena *arena);

#endif

/* run/reduce.h - from a model to the quotient that is searched.
 *
 * Layer    run.
 * Idea     the group of the run consists of those renamings under which the transitions, and everything that cannot be
 *          evaluated on one representative, are symmetric: statements inside rules, covers (their hits are counted) and
 *          liveness. A plain invariant that is less symmetric keeps its own group: the quotient evaluates it on one
 *          image per coset. If these are too many, its group restricts that of the run. Start states need not be
 *          symmetric: the search then covers all their renamings. If a property is less symmetric in such a type, the
 *          start states restrict the group as well. The searched model checks the loops that the proof leaves open; see
 *          ir/order.h.
 */
#ifndef COSET_RUN_REDUCE_H
#define COSET_RUN_REDUCE_H

#include "run/auto_symmetry.h"
#include "run/session.h"
#include "symm/canon/canon.h"

typedef struct {
    const coset_legal *legal;                   /* NULL: symmetry off */
    const coset_symgroup *group;                /* of the run; NULL: symmetry off */
    const coset_symgroup *starts;               /* its subgroup that preserves the start states */
    const coset_symgroup *const *props;         /* groups of the properties, subgroups of group */
    const bool **judged;                        /* for coset_engine_options; NULL: symmetry off */
    COSET_VEC(coset_refusal) losses;            /* what the group of the transitions moves, but this run does not */
    coset_model *checked;                       /* the model with loops that are checked, or NULL; to free */
    coset_ir_order *order;                      /* of its loops, with the violations found; or NULL */
    coset_canon *canon;                         /* NULL: off, or the group is trivial */
    bool by_diagrams;                           /* the symbolic engine does its own reduction; canon is for traces */
    const coset_model *searched;                /* the quotient, or the model itself */
    coset_auto *found;                          /* a detected group, used instead; or NULL */
    const coset_detected *detected;             /* the group that partial order reduction is used with; or NULL */
    const coset_slotwise_group *found_slotwise; /* the same for the symbolic engine; or NULL */
    coset_model *native;                        /* the model in machine code, or NULL; to free */
    coset_model *partial;                       /* what the search takes in its place for its steps: a partial order
                                                   reduction of it, or NULL; to free */
    struct coset_ample_chooser *chooser;        /* of a depth-first search of the model below `partial`; or NULL */
    const coset_model *unreduced;               /* that model, or its quotient */
    const char *por;                            /* what became of that; NULL: it was not asked for */
    const struct coset_relations *relations;    /* that it relies on, or NULL */
    uint32_t n_por_reasons;                     /* with --stats: why rules are not reduced, */
    const char *const *por_reasons;             /* a line each */
    coset_model *quotient;                      /* to free */
} coset_reduction;

/* Groups only: fills legal, group, starts, props, checked, order. */
void coset_reduction_groups(coset_reduction *r, coset_session *s);
/* Tests the proof by sampling if the settings ask for it, and reports that on stderr. Returns an exit status:
 * COSET_EXIT_INTERNAL if the proof is wrong. */
int coset_reduction_audit(const coset_reduction *r, const coset_session *s);
/* Everything, as the settings say. Errors: those of coset_canon_new. */
coset_status coset_reduction_make(coset_reduction *r, coset_session *s, coset_err *err) COSET_NODISCARD;
/* The model that a search runs: in machine code, unless that is not wanted or cannot be had; r->native is it then. */
const coset_model *coset_reduction_code(coset_reduction *r, const coset_session *s);
/* The quotient of a product `m` by `group`, which is not trivial: fills group, canon, quotient. Errors: those of
 * coset_canon_new. */
coset_status coset_reduction_of_product(coset_reduction *r, const coset_model *m, const coset_symgroup *group,
                                        const char *strategy, coset_err *err) COSET_NODISCARD;
/* A loop that was checked was found to depend on the order of its iterations: the group is not one. */
bool coset_reduction_broken(const coset_reduction *r);
/* The quotient that is searched, by a proved or a detected group; NULL: there is none. */
const coset_model *coset_reduction_quotient(const coset_reduction *r);
/* Something is permuted. */
bool coset_reduction_reduces(const coset_reduction *r);
/* The model itself is searched after all, as with --symmetry=off. */
void coset_reduction_switch_off(coset_reduction *r, const coset_session *s);
/* As coset_native_leave, for all code that is translated during the search. */
bool coset_reduction_leave(const coset_reduction *r);
void coset_reduction_free(coset_reduction *r);

#endif

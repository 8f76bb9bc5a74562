/* omega/reduce.c - smaller automata for the same language, and all steps from a formula to such an automaton. */
#include "omega/omega_int.h"

#define MOST_STATES      300u     /* of an automaton that is made deterministic, */
#define MOST_COMPARISONS 2000000u /* and to make that of the complement */

static void clean(coset_omega *a)
{
    coset__omega_prune(a, false);
    coset__omega_drop_sets(a);
    coset__omega_merge_labels(a);
}

void coset_omega_reduce(coset_omega *a)
{
    clean(a);
    coset__omega_merge_equal(a);
    for (uint32_t states = UINT32_MAX, edges = UINT32_MAX; a->n_states < states || a->edges.n < edges;) {
        states = a->n_states;
        edges = a->edges.n;
        coset__omega_simulate(a, false);
        clean(a);
        coset__omega_simulate(a, true);
        clean(a);
    }
    coset__omega_pack_sets(a);
    coset__omega_merge_labels(a);
}

/* Of a simplified formula. */
static coset_status make(coset_ltls *p, const coset_ltl *f, const coset_omega_options *o, coset_omega **out,
                         coset_err *err)
{
    coset_status status = coset__omega_tableau(p, f, o, out, err);
    if (status == COSET_OK)
        coset_omega_reduce(*out);
    return status;
}

coset_status coset_omega_translate(coset_ltls *p, const coset_ltl *f, const coset_omega_options *o, coset_omega **out,
                                   coset_err *err)
{
    const coset_ltl *yes = coset_ltl_simplify(p, coset_ltl_normal(p, f, false));
    coset_status status = make(p, yes, o, out, err);
    if (status != COSET_OK)
        return status;
    coset_omega *not_a = NULL, *weak = NULL;
    coset_omega_options small = *o;
    small.max_states = MOST_STATES;
    small.max_comparisons = MOST_COMPARISONS;
    if ((*out)->n_states <= MOST_STATES &&
        make(p, coset_ltl_simplify(p, coset_ltl_normal(p, f, true)), &small, &not_a, NULL) == COSET_OK)
        weak = coset__omega_obligation(*out, not_a);
    if (weak && weak->n_states <= (*out)->n_states) {
        coset_omega *larger = *out;
        *out = weak;
        weak = larger;
    }
    coset_omega_free(weak);
    coset_omega_free(not_a);
    return COSET_OK;
}

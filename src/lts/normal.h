/* lts/normal.h - normalised specifications.
 *
 * Layer    lts (sees base, model).
 * Idea     the sets of states that an LTS can be in after the same trace, with equivalent sets merged. In a normal form
 *          a trace leads to one node; the node stores the possible next events and, for failures, the minimal sets of
 *          events one of which each stable state must offer.
 * Shapes   node 0 is the start. Edges of a node are sorted by event, at most one for each event, none with tau.
 *          Acceptances of a node: acc[acc_first[n]] .. acc[acc_first[n + 1] - 1], numbers of sets, ascending; no set
 *          contains another; no acceptances if no state of the node is stable. The traces model has no acceptances; FD:
 *          a divergent node has neither edges nor acceptances. V: no acceptance is a union of others. R: all
 *          acceptances, and `test_*`: the nodes reached by observing a refusal; such a node is not the set of all
 *          states after a trace.
 *          A state that can tick has the acceptance {tick}: the environment does not control termination.
 * Sets     a pre-node is a set of states of the LTS: pre_states[pre_first[p]] .. , ascending; it was merged into node
 *          of_pre[p]. Nodes of built-in specifications have no pre-nodes.
 * Source   Roscoe, Model checking CSP, 1994; Gibson-Robinson and Lowe, sections 2.1 and appendix B.
 */
#ifndef COSET_LTS_NORMAL_H
#define COSET_LTS_NORMAL_H

#include "base/budget.h"
#include "lts/lts.h"

/* ALL is for compressions: failures, with divergent nodes marked and nothing cut after them. */
typedef enum {
    COSET_CSP_T,
    COSET_CSP_F,
    COSET_CSP_FD,
    COSET_CSP_ALL,
    COSET_CSP_V, /* stable revivals; D: with divergences */
    COSET_CSP_VD,
    COSET_CSP_R, /* refusal testing */
    COSET_CSP_RD
} coset_csp_model;

/* The specification allows everything after it diverges, and divergence is compared. */
static inline bool coset_csp_is_strict(coset_csp_model m)
{
    return m == COSET_CSP_FD || m == COSET_CSP_VD || m == COSET_CSP_RD;
}
static inline bool coset_csp_has_revivals(coset_csp_model m) { return m == COSET_CSP_V || m == COSET_CSP_VD; }
static inline bool coset_csp_tests_refusals(coset_csp_model m) { return m == COSET_CSP_R || m == COSET_CSP_RD; }

typedef struct {
    uint32_t n;
    const uint32_t *events; /* ascending; never tau */
} coset_event_set;

typedef struct {
    coset_csp_model model;
    uint32_t n_events, n_nodes;
    uint64_t *first; /* n_nodes + 1 */
    coset_lts_edge *edges;
    bool *diverges;      /* FD, ALL; false in other models */
    bool *accepts_any;   /* instead of acceptances: every stable state must offer something */
    uint64_t *acc_first; /* n_nodes + 1 */
    uint32_t *acc;
    uint64_t *test_first; /* R, RD: n_nodes + 1 */
    uint32_t *test_sets;  /* ascending numbers of sets, each a union of acceptances of the node */
    uint32_t *test_nodes; /* nodes of the stable states whose acceptances are within that set */
    uint32_t n_sets;
    coset_event_set *sets;
    uint32_t n_pre;
    uint64_t *pre_first; /* n_pre + 1 */
    uint32_t *pre_states, *of_pre;
    coset_arena *arena;
} coset_normal;

/* Errors: COSET_LIMIT if there are more than max_nodes pre-nodes (0: no bound) or they and their edges need more than
 * max_bytes (0: no bound); the reason why the budget (may be NULL) is exhausted. */
typedef struct {
    uint64_t max_nodes, max_bytes;
    coset_budget *budget;
} coset_normal_limits;

coset_status coset_normalise(const coset_lts *l, uint32_t n_events, coset_csp_model model,
                             const coset_normal_limits *limits, coset_normal **out, coset_err *err) COSET_NODISCARD;
/* All traces; every stable state that has not terminated offers something; FD: and no state diverges. */
coset_normal *coset_normal_deadlock_free(uint32_t n_events, coset_csp_model model);
/* All traces and refusals, but no divergence. */
coset_normal *coset_normal_divergence_free(uint32_t n_events);
void coset_normal_free(coset_normal *n);

/* R, RD: the node of the stable states that refuse what is not in `offered` (bits by event), or UINT32_MAX. */
uint32_t coset_normal_tested(const coset_normal *n, uint32_t node, const uint64_t *offered);
/* The node after one event, or UINT32_MAX. */
uint32_t coset_normal_after(const coset_normal *n, uint32_t node, uint32_t event);
/* A deterministic LTS with the same traces, failures and divergences, to the extent that the model of the normal form
 * has them: acceptances become taus, divergence a loop of tau. Nodes keep their numbers. */
coset_lts *coset_normal_lts(const coset_normal *n);

#endif

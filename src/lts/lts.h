/* lts/lts.h - explicit labelled transition systems.
 *
 * Layer    lts (sees base, model).
 * Idea     one component of a system, or one side of a refinement: numbered states, numbered events, edges in one array.
 * Shapes   events are numbers of one table for the whole check (`n_events`); 0 is tau, 1 is tick, the others are visible.
 *          State 0 is the start. Edges of state s are edges[first[s]] .. edges[first[s+1]-1], sorted by (event, dst),
 *          without duplicates.
 * Labels   say what a state, an event or a component *is* (model/label.h). Equal labels within one LTS are one state.
 * Source   Gibson-Robinson and Lowe, sections 5 and 6 (labels), appendix C (supercombinators).
 */
#ifndef COSET_LTS_LTS_H
#define COSET_LTS_LTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/label.h"

#define COSET_TAU 0u
#define COSET_TICK 1u

typedef struct {
    uint32_t event, dst;
} coset_lts_edge;

typedef struct {
    uint32_t n_states;
    uint64_t *first; /* n_states + 1 */
    coset_lts_edge *edges;
    coset_label *labels; /* one for each state, or NULL: nothing is known of them */
    /* Only after a compression that removes taus (diamond, normal): what the taus said. NULL otherwise. */
    struct coset_lts_extra *extra;
} coset_lts;

#endif

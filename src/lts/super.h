/* lts/super.h - supercombinators: components, and rules that say how their events make events of the whole.
 *
 * Layer    lts (sees base, model).
 * Idea     every operator of CSP, at any nesting, is a set of rules over the leaves. A rule of a format says which
 *          components perform which events together, what event the whole performs, and the format afterwards. Formats
 *          are for operators whose shape changes (choice, sequence, interrupt, sliding choice, exception): in each
 *          format some components are `on`; the others have no state (value 0), and one that comes on starts in its
 *          state 0.
 * Shapes   parts are sorted by component, each component at most once, all of them on. A rule without parts performs an
 *          event on its own.
 * Source   Gibson-Robinson and Lowe, appendix C; Roscoe, Understanding Concurrent Systems, ch. 20.
 */
#ifndef COSET_LTS_SUPER_H
#define COSET_LTS_SUPER_H

#include "lts/lts.h"
#include "model/model.h"

typedef struct {
    uint32_t component, event;
} coset_super_part;

typedef struct {
    uint32_t n_parts;
    const coset_super_part *parts;
    uint32_t event;  /* of the whole: COSET_TAU, COSET_TICK or visible */
    uint32_t format; /* afterwards; components that are on in both and have no part keep their state */
    uint32_t n_reset;
    const uint32_t *reset; /* components that are on afterwards and start again, although they were on */
} coset_super_rule;

typedef struct {
    const bool *on; /* one for each component */
    uint32_t n_rules;
    const coset_super_rule *rules;
} coset_super_format;

typedef struct {
    const char *name; /* as the script writes it */
    const coset_lts *lts; /* components may share one */
    coset_label label;    /* of the process as it stands in the system */
} coset_super_component;

typedef struct {
    uint32_t n_events; /* of the check, tau and tick included */
    const char *const *event_names;
    const coset_label *event_labels; /* or NULL: no symmetric types */
    uint32_t n_components;
    const coset_super_component *components;
    uint32_t n_formats; /* format 0 is the start */
    const coset_super_format *formats;
    uint32_t n_types; /* symmetric types that the check may use */
    const coset_symtype *types;
} coset_super;

#endif

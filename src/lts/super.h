/* lts/super.h - supercombinators: components, and rules that say how their events make events of the whole.
 *
 * Layer    lts (sees base, model).
 * Idea     every operator of CSP, at any nesting, is a set of rules over the leaves. A rule says which components
 *          perform which events together, what event the whole performs, and which components it switches on or off.
 *          There are no formats: operators whose shape changes switch components, and if that does not suffice, a small
 *          extra component (a control) stores what has happened. So the rules of nested operators add up where formats
 *          would multiply.
 *              P [] Q    a visible event (or tick) of P stops Q, and vice versa; taus stop nothing
 *              P ; Q     a tick of P is a tau that stops P and starts Q
 *              P /\ Q    a visible event or tick of Q stops P; a tick of P stops Q
 *              P [> Q    a control with one state and one event: a tau with that event stops P and the control and
 *                        starts Q; a visible event or tick of P stops the control
 *              P [|A|> Q an event of P that is in A stops P and starts Q
 *              |~|       a control with an event for each choice: a tau that stops the control and starts one
 *          where P stands for all components of P, and starting P starts those that are on when P begins. Stopping a
 *          component that is off has no effect; an inner operator does not start what an outer one stops.
 * Shapes   a component that is off has no state; one that is started begins in its state 0. Parts are sorted by
 *          component, each component at most once; a rule is enabled if every part's component is on and has the event.
 *          A rule without parts would always be enabled: there is none. First the parts move, then components are
 *          stopped, then started. Events of controls need no name, but numbers of their own beyond n_events are
 *          allowed: part.event < n_local_events. Events of the whole are < n_events.
 * Model    slot c is component c: 0 if it is off, else its state + 1. coset_edge.instance is the event of the whole,
 *          coset_edge.silent holds for tau. Groups are those of coset_super_group. Steps come in a fixed order: by
 *          leading component, its event, rule, and the targets of the parts.
 * Owner    the model borrows everything from the coset_super it was made of.
 * Source   Gibson-Robinson and Lowe, appendix C; Roscoe, Understanding Concurrent Systems, ch. 20. Differs: switches
 *          instead of formats.
 */
#ifndef COSET_LTS_SUPER_H
#define COSET_LTS_SUPER_H

#include "base/budget.h"
#include "lts/lts.h"
#include "model/model.h"

typedef struct {
    uint32_t component, event;
} coset_super_part;

typedef struct {
    uint32_t n_parts; /* >= 1 */
    const coset_super_part *parts;
    uint32_t event; /* of the whole: COSET_TAU, COSET_TICK or visible */
    uint32_t n_stops;
    const uint32_t *stops; /* components, ascending */
    uint32_t n_starts;
    const uint32_t *starts; /* components, ascending; one that is on restarts */
} coset_super_rule;

typedef struct {
    const char *name;     /* as the script writes it */
    const coset_lts *lts; /* components may share one */
    coset_label label;    /* of the process as it stands in the system */
    bool is_on;           /* in the start state */
} coset_super_component;

/* A chase: within components from .. to - 1 internal steps are executed as soon as they are enabled, always the first
 * enabled one, and are not steps of the whole. Its rules have event tau, and parts, stops and starts among its
 * components. If such steps would never end, the last component is on instead and all others are off: its own rules, if
 * any, describe that behaviour. */
typedef struct {
    uint32_t from, to;
    uint32_t n_rules;
    const coset_super_rule *rules;
} coset_super_chase;

typedef struct {
    uint32_t n_events; /* of the check, tau and tick included */
    const char *const *event_names;
    const coset_label *event_labels; /* or NULL: no symmetric types */
    uint32_t n_local_events;         /* >= n_events */
    uint32_t n_components;
    const coset_super_component *components;
    uint32_t n_rules;
    const coset_super_rule *rules;
    uint32_t n_chases;
    const coset_super_chase *chases; /* one that is inside another comes before it */
    uint32_t n_types;                /* symmetric types that the check may use */
    const coset_symtype *types;
    /* For people: state of a component. NULL: its number. */
    void (*state_text)(void *ctx, uint32_t component, uint32_t state, char *out, size_t len);
    void *text_ctx;
} coset_super;

/* Groups of the model's steps. */
typedef enum {
    COSET_SUPER_START,
    COSET_SUPER_TAU,
    COSET_SUPER_TICK,
    COSET_SUPER_EVENT,
    COSET_SUPER_GROUPS
} coset_super_group;

/* The system as a model, without properties and without symmetry. `name` and `s` outlive it.
 * Errors: COSET_LIMIT if tables of rules would be too large. A wrong shape is a bug (COSET_INVARIANT). */
coset_status coset_super_model(const coset_super *s, const char *name, coset_model **out,
                               coset_err *err) COSET_NODISCARD;

/* Partial order reduction: from now on an internal step that is all that a component can do is taken before all others.
 * Traces, failures and divergences are preserved; there are fewer states and steps. Returns the number of component
 * states to which this applies; 0: nothing is reduced. `m` must have no workers yet. */
uint64_t coset_super_take_lone(coset_model *m);

/* What the components do in a step: the first rule that leads from `src` to `dst` with `event` of the whole, and the
 * event of each component (UINT32_MAX if it does nothing). Returns the rule's number, UINT32_MAX if there is none. */
uint32_t coset_super_explain(const coset_model *m, const coset_value *src, uint32_t event, const coset_value *dst,
                             uint32_t *part_events);

/* A step is removed if the state has one with an event above its own. */
typedef struct {
    bool (*is_above)(const void *ctx, uint32_t above, uint32_t event);
    const void *ctx;
} coset_super_priority;

/* A model whose edges carry events, as an LTS: breadth first, sequential. priority: NULL for none.
 * Out      lts: states in the order of discovery; states (may be NULL): their values, n_slots each, coset_delete.
 * Errors   COSET_LIMIT beyond max_states (0: no bound), the reason why the budget (may be NULL) is exhausted, and what
 *          the model's steps return. A fault on an edge is COSET_INPUT. */
coset_status coset_super_explicate(const coset_model *m, uint32_t n_events, uint64_t max_states,
                                   const coset_super_priority *priority, coset_budget *budget, coset_lts **lts,
                                   coset_value **states, coset_err *err) COSET_NODISCARD;

#endif

/* lts/symm_int.h - maps of one exchange.
 *
 * Layer    lts; only for the files lts/super_symm*.c, lts/symm_*.c.
 * Words    exchange  the renaming that exchanges two elements
 *          local     an event beyond n_events of a component, numbered with its component
 */
#ifndef COSET_LTS_SYMM_INT_H
#define COSET_LTS_SYMM_INT_H

#include "lts/super_symm.h"

#define COSET__NO_MAP UINT32_MAX

typedef struct {
    uint32_t component, event;
} coset__local;

/* Data that does not depend on the exchange. */
typedef struct {
    const coset_super *s;
    const coset_normal *spec; /* or NULL */
    coset_arena *arena;
    uint32_t n_points;
    uint32_t *offset;             /* [types] */
    coset_label_index events;     /* only if there are labels */
    coset_label *component_label; /* [components] */
    coset_label_index components;
    uint32_t n_locals;
    coset__local *locals; /* ascending, those in rules */
    uint32_t n_rule_table;
    uint32_t *rule_table; /* rule + 1 */
    uint32_t *n_copies;   /* [n_rules] for the first of equal rules: their number */
    uint32_t n_values;
    uint32_t *first; /* [components + 1] */
} coset__symm;

/* An exchange and its maps. Owner: the arena. */
typedef struct {
    const coset__symm *k;
    uint32_t type, a, b;
    uint32_t *perm;       /* a renaming */
    uint32_t *events;     /* [n_events] */
    uint32_t *components; /* [components] */
    uint32_t *locals;     /* [n_locals] */
    uint32_t *values;     /* [n_values] */
    uint32_t *nodes;      /* [n_nodes] */
    coset_arena *arena;   /* scratch */
    char *reason;         /* of the first thing that does not fit; [n_reason] */
    size_t n_reason;
} coset__exchange;

static inline uint64_t coset__blend(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

/* Sets the table; needs s and arena. */
void coset__make_rule_table(coset__symm *k);
/* Number of a local event, or COSET__NO_MAP: no rule uses it. */
uint32_t coset__local_of(const coset__symm *k, uint32_t component, uint32_t event);
/* The image of event e of component c; COSET__NO_MAP if no rule uses it. */
uint32_t coset__map_event(const coset__exchange *x, uint32_t c, uint32_t e);

/* Each returns false with x->reason set if the maps do not exist or do not fit. */
bool coset__map_events(coset__exchange *x);
bool coset__map_nodes(coset__exchange *x);
/* Components and locals: guessed by labels alone, or refined by the rules; not yet verified. */
bool coset__guess_components(coset__exchange *x);
bool coset__refine_components(coset__exchange *x, bool by_labels);
/* Verifies that rules map to rules, start to start; needs events, components, locals. */
bool coset__check_rules(coset__exchange *x);
/* States of all components; verified edge by edge. */
bool coset__map_states(coset__exchange *x);

/* Colours of the states of component c by their surroundings, renamed (side 0) or unchanged (side 1); local events are
 * not distinguished. */
void coset__state_colours(coset__exchange *x, uint32_t c, uint32_t side, uint64_t *colours);

typedef struct {
    uint64_t colour;
    uint32_t number;
} coset__coloured;
/* The n colours in ascending order, equal ones by their numbers; returns how many are distinct. */
uint32_t coset__sort_coloured(const uint64_t *colours, uint32_t n, coset__coloured *out);

/* Fills reason; returns false. */
bool coset__misfit(coset__exchange *x, const char *format, ...) COSET_PRINTF(2, 3);
/* Name of an event for people. */
const char *coset__event_name(const coset__symm *k, uint32_t e);

#endif

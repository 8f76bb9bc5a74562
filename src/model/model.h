/* model/model.h - the one interface between front ends, reductions and engines.
 *
 * Layer    model (sees base, alg).
 * Idea     everything is a model; every reduction wraps a model into a model; an engine sees only this file.
 * Shapes   a state is n_slots 32-bit values. Value 0 of a slot means "undefined" if the slot's type has undefined
 *          values. A slot holds 0 <= value <= max and packs into `bits` bits.
 * Life     build -> freeze -> share: a model is constant once its maker returns it. What changes during a step is
 *          in a coset_worker, one for each thread.
 * Errors   an error inside a model's step (index out of range, undefined value read, failed assertion) is a
 *          coset_fault on an edge, never a crash and never a status.
 */
#ifndef COSET_MODEL_MODEL_H
#define COSET_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/count.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/text.h"

typedef uint32_t coset_value;

/* ---- symmetric structure ------------------------------------------------------------------------------------ */

/* Sort keys of the sorting strategies for a scalarset of n elements. */
typedef struct {
    const uint32_t *main;     /* [n] slot of each element in one array of plain values, or NULL */
    uint32_t n_controls;      /* families of processes */
    const uint32_t *controls; /* [n_controls * n] for each family the slots with its processes' program counters */
} coset_sort_keys;

/* A type whose elements may be renamed: a scalarset, a family of processes, ... */
typedef struct {
    const char *name;
    uint32_t n;                  /* number of elements, >= 1 */
    const char *const *elements; /* n names, "pid_1" ... */
    coset_pos pos;
    const coset_sort_keys *keys; /* or NULL */
} coset_symtype;

/* Values lo .. lo+n-1 of a slot are the elements first .. first+n-1 of symmetric type `type`. */
typedef struct {
    coset_value lo;
    uint32_t n, type, first;
} coset_segment;

/* How a permutation acts on the value of a slot. No segment: not at all. Value 0 never moves. */
typedef struct {
    uint32_t n_segments;
    const coset_segment *segments;
} coset_valclass;

/* The slot belongs to `element` of `type`; its sibling of element e is `stride * (e - element)` slots further. */
typedef struct {
    uint32_t type, element, stride;
} coset_index;

typedef struct {
    const char *name;  /* as the user writes it: "Chan1[NODE_2].Cmd" */
    coset_pos pos;     /* of the declaration */
    coset_value max;   /* largest value */
    uint32_t bits;     /* enough for max; 1..32 (0 only if max = 0) */
    uint32_t valclass; /* index into coset_symmetry.valclasses */
    uint32_t n_index;  /* one for each enclosing array whose index is an element of a symmetric type */
    const coset_index *index;
} coset_slot;

/* A multiset: entry k occupies slots base + k*width ...; the first slot of an entry is 1 if the entry is
 * present. All slots of an absent entry are 0. In every state entries are sorted in descending lexicographic order
 * (so present entries come first): the normal form, which coset_bags_sort restores. A bag inside a bag's entry
 * precedes the outer one. */
typedef struct {
    uint32_t base, n_entries, width;
} coset_bag;

/* Objects of one kind that are no symmetric type, although one might expect it; or some elements of such a type. */
typedef struct {
    const char *name;
    uint32_t n;
    uint32_t of;        /* number declared; the others are the symmetric type of that name; 0: there is none */
    coset_pos pos;      /* the line to blame */
    const char *reason; /* one sentence, with the remedy */
    bool ends;          /* reason: the order in which processes end; a variant of the model hides it */
} coset_declined;

/* Slots whose values are made of elements; see model/composite.h. */
typedef struct coset_composite coset_composite;

/* Elements that become present one after the other: number i is present once `slot` holds more than first + i. */
typedef struct {
    uint32_t slot;
    coset_value first;
    uint32_t n;
    const uint32_t *type, *element; /* [n]; type UINT32_MAX: something else. An element that is listed several times is
                                       present when the last of these is */
    bool at_once;                   /* none is present before all are */
    bool exact;                     /* of an orbit under the present elements all states are reachable, or none */
} coset_arrivals;

/* Number of elements that are present. */
static inline uint32_t coset_arrivals_there(const coset_arrivals *a, const coset_value *state)
{
    const coset_value v = state[a->slot], n = v < a->first ? 0 : v - a->first;
    return n >= a->n ? a->n : a->at_once ? 0 : n;
}

/* What can be permuted. Which permutations are symmetries is a coset_symgroup (see symm/group/group.h). */
typedef struct {
    uint32_t n_types;
    const coset_symtype *types;
    uint32_t n_valclasses; /* class 0 is "plain": no segments */
    const coset_valclass *valclasses;
    uint32_t n_bags;
    const coset_bag *bags;
    const coset_composite *composite; /* or NULL */
    uint32_t n_declined;
    const coset_declined *declined;
} coset_symmetry;

/* A permutation of all symmetric types at once: image of element e of type t is perm[offset(t) + e], where offset(t)
 * is the sum of the sizes of the types before t. */
typedef uint32_t coset_renaming;

/* ---- transitions, properties -------------------------------------------------------------------------------- */

/* The actor of a step, among those that act concurrently: first + stride * (instance / each). each = 0: actors are not
 * distinguished. The order of a depth-first search and fairness depend on it. */
typedef struct {
    uint64_t first, stride, each;
} coset_actor;

/* One digit of a mixed radix number: 0 .. n-1. Values that a segment names are elements of a symmetric type; the others
 * stay. */
typedef struct {
    uint32_t n, n_segments;
    const coset_segment *segments; /* unlike in a slot, value 0 can be an element */
} coset_digit;

/* A group of transitions: a rule of the source text with all its parameter values. */
typedef struct {
    const char *name; /* as the user wrote it, or "rule 3" */
    coset_pos pos;
    bool is_start; /* a start state rule; the others are steps */
    coset_actor actor;
    uint64_t n_instances; /* 0: not known; else the product of the digits' n */
    uint32_t n_digits;    /* of an instance number, the last one varies fastest */
    const coset_digit *digits;
} coset_group;

/* The actor of a step of the group; 0 if actors are not distinguished. */
static inline uint64_t coset_actor_of(const coset_group *g, uint64_t instance)
{
    return g->actor.each ? g->actor.first + g->actor.stride * (instance / g->actor.each) : 0;
}

/* A set of slots: slot i is bit i % 64 of word i / 64. */
static inline uint32_t coset_slot_words(uint32_t n_slots) { return (n_slots + 63) / 64; }
static inline bool coset_slots_has(const uint64_t *set, uint32_t slot) { return set[slot / 64] >> slot % 64 & 1; }

/* Upper bounds of what a group reads and writes. In two states that agree on `guard` it has steps of the same
 * instances. In two that agree on `reads` (which contains guard) those steps also have the same effect: the same faults
 * and covers, and each slot either keeps its value or gets the same one. Only slots in `writes` change. */
typedef struct {
    const uint64_t *guard, *reads, *writes;
} coset_access;

/* ---- acceptance ---------------------------------------------------------------------------------------------- */

/* A model with acceptance is an automaton over infinite words. A run is accepting if it takes edges of each of the
 * n_accepts plain sets (coset_edge.accepts) infinitely often and satisfies each family for each index. Finite runs are
 * not accepting. Renamings keep plain sets as they are, and map the marks of an edge in a family to those of its image.
 */
typedef enum {
    COSET_FAMILY_BUCHI,  /* edges that mark the index are taken infinitely often */
    COSET_FAMILY_STREETT /* if edges that request the index are taken infinitely often, so are edges that grant it */
} coset_family_kind;

/* Acceptance sets with an index, for example one for each process. An index is a mixed radix number of digits, the last
 * one varies fastest. */
typedef struct {
    const char *name;
    coset_family_kind kind;
    uint32_t n; /* indices: the product of the digits' n */
    uint32_t n_digits;
    const coset_digit *digits;
} coset_family;

#define COSET_ACCEPTS 64 /* most plain sets */

static inline uint64_t coset_all_accepts(uint32_t n)
{
    return n >= COSET_ACCEPTS ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* Words of one set of indices. In coset_edge.fair a family has that many, a Streett family twice: requests, grants. */
static inline uint32_t coset_family_words(const coset_family *f) { return (f->n + 63) / 64; }
static inline uint32_t coset_family_all_words(const coset_family *f)
{
    return coset_family_words(f) * (f->kind == COSET_FAMILY_STREETT ? 2 : 1);
}

typedef enum {
    COSET_PROP_INVARIANT,  /* holds in every reachable state */
    COSET_PROP_ASSERTION,  /* an assert or error statement: never fails */
    COSET_PROP_ASSUMPTION, /* states (or steps) that violate it are not part of the model */
    COSET_PROP_COVER,      /* some reachable state (or step) satisfies it */
    COSET_PROP_LIVENESS,   /* from every reachable state a state that satisfies it remains reachable */
    COSET_PROP_PREDICATE,  /* names a set of states for use in formulas; it is not checked */
    COSET_PROP_FORMULA,    /* a formula of a temporal logic (logic/formula.h), decided when all states are known */
    COSET_PROP_REFINEMENT, /* a specification's requirement on steps: never fails; reported through edges */
    COSET_PROP_DIVERGENCE, /* built in: no reachable state starts an infinite run of silent steps */
    COSET_PROP_ACCEPTANCE, /* built in: no run is accepting. Only emptiness checks decide it */
    COSET_PROP_DEADLOCK,   /* built in: every reachable state has a step, or may end */
    COSET_PROP_FAULT       /* built in: no step reads an undefined value, leaves a range, ... */
} coset_prop_kind;

/* The model is a variant whose correctness depends on the property: if it fails, another model must be searched. */
typedef enum {
    COSET_NOT_ASSUMED,
    COSET_ASSUMED_STEP, /* some statements are one step: else search the model itself */
    COSET_ASSUMED_ROOM  /* there is room for all processes: else search a variant with more room */
} coset_assumption;

typedef struct {
    const char *name; /* never NULL */
    coset_prop_kind kind;
    coset_pos pos;
    bool in_step; /* a statement inside a rule body: reported through edges, not by eval */
    const char
        *unchecked; /* no engine checks it yet: why, one sentence, or NULL. It never holds, the run is incomplete */
    coset_assumption assumed;
    uint32_t n_instances; /* of eval; > 1 for an indexed cover or liveness property; invariants: 1 */
} coset_prop;

#define COSET_NO_PROP UINT32_MAX

typedef enum {
    COSET_FAULT_ASSERTION,  /* assert or error statement, or a specification; prop says which */
    COSET_FAULT_UNDEFINED,  /* an undefined value is read */
    COSET_FAULT_RANGE,      /* assigned or passed value out of range */
    COSET_FAULT_INDEX,      /* array index out of range */
    COSET_FAULT_ARITHMETIC, /* division by zero, overflow, bad shift */
    COSET_FAULT_BAG,        /* multiset full, or entry absent */
    COSET_FAULT_LOOP,       /* a loop or a recursion that runs for ever, or a loop with step 0 */
    COSET_FAULT_RETURN,     /* function ended without return */
    COSET_FAULT_BOUND,      /* no fault of the model: a bound of this program cut the step or the evaluation short, and
                               its result is unknown. Violates nothing; a search that reaches one is incomplete */
    COSET_FAULT_ORDER       /* iterations of a loop depend on their order: no fault of the model, see ir/order.h */
} coset_fault_kind;

typedef struct {
    coset_fault_kind kind;
    uint32_t prop;  /* for COSET_FAULT_ASSERTION, else COSET_NO_PROP */
    coset_pos pos;  /* where in the source it happened */
    char text[200]; /* one sentence */
} coset_fault;

/* Groups that fire immediately after another one, with its instance. */
typedef struct {
    uint32_t n;
    const uint32_t *behind;
} coset_chain;

/* A part of a step; `chained`: followed by the chain of its group. */
typedef struct {
    uint32_t group;
    uint64_t instance;
    bool chained;
} coset_part;

/* One step out of a state. Valid during the callback only. */
typedef struct {
    uint32_t group;
    uint64_t instance;        /* parameter values, mixed radix; meaning belongs to the model (edge_text shows it) */
    const coset_fault *fault; /* the step ends in a fault: dst is NULL; else NULL */
    uint32_t n_covers;        /* cover statements satisfied during this step: property numbers */
    const uint32_t *covers;
    coset_count orbit; /* number of unreduced states that dst represents; 1 unless the model is a quotient;
                          0 = not known (approximate strategy) */
    bool leaves;       /* a quotient sets it if the unreduced successor of src is not src: dst may still be
                          src itself (deadlock by stuttering must not count such a step). Else false */
    bool silent;       /* the step is invisible outside (CSP's tau) */
    uint32_t n_parts;  /* of a step of several parts: those after the first, which group and instance name */
    const coset_part *parts;
    bool chained;         /* of the first part, as in coset_part */
    const char *output;   /* what the step prints for people, or NULL; only for a worker that listens */
    const char *messages; /* what it sends and receives, a line each, likewise */
    const char *marks;    /* for the front end, of a rule by itself; likewise */
    bool told;            /* dst differs from src in touched[0 .. n_touched) only. Only for a worker that remembers */
    uint32_t n_touched;
    const uint32_t *touched; /* slots; may contain duplicates */
    uint64_t accepts;        /* bit i: the edge is in plain acceptance set i */
    /* The indices that the edge marks, family after family, as elements are named in src; NULL: none. Only for a worker
     * that annotates. */
    const uint64_t *fair;
    /* What a quotient did to the successor: dst is this renaming applied to the unreduced one; NULL: nothing. Only for
     * a worker that annotates. */
    const coset_renaming *renaming;
} coset_edge;

typedef struct coset_model coset_model;
typedef struct coset_teller coset_teller; /* model/teller.h */
typedef struct coset_worker coset_worker; /* opaque; each model has its own */

/* Returns COSET_OK to continue; anything else stops the enumeration and is returned by it. `dst` may be overwritten by
 * the model afterwards. */
typedef coset_status coset_on_edge(void *ctx, const coset_edge *edge, const coset_value *dst);

typedef enum { COSET_EVAL_FALSE, COSET_EVAL_TRUE, COSET_EVAL_FAULT } coset_eval;

typedef struct {
    coset_worker *(*worker_new)(const coset_model *m);
    void (*worker_free)(coset_worker *w);
    /* All start states, in a fixed order; may contain duplicates. */
    coset_status (*starts)(coset_worker *w, coset_on_edge *emit, void *ctx);
    /* All steps out of src, in a fixed order; of rules: groups ascending, instances ascending. Disabled steps and
     * steps cut by an assumption are not emitted. A fault in a guard is emitted like one in a body. */
    coset_status (*next)(coset_worker *w, const coset_value *src, coset_on_edge *emit, void *ctx);
    /* Value of property `prop` (one that is not in_step and not built in) in a state. On COSET_EVAL_FAULT `fault` is
     * filled. */
    coset_eval (*eval)(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault);
    /* The state may be without steps: that is no deadlock. NULL: no state may. */
    bool (*may_end)(coset_worker *w, const coset_value *state);
    /* Text for people, written with a NUL, cut at `len`. */
    void (*value_text)(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len);
    void (*edge_text)(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len);
    void (*instance_text)(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len);
    void (*free)(coset_model *m);
    /* From now on edges have their output, and the worker itself computes each step in full. NULL: there is none. */
    void (*listen)(coset_worker *w);
    /* From now on the worker caches results of steps, to compute later ones faster; the edges of a state may come in
     * another order. NULL: it does not. */
    void (*remember)(coset_worker *w);
    /* The path of a step of several parts is cut if it returns to one of its own states. From now on the worker reports
     * this, by an edge that ends in a COSET_FAULT_BOUND, if since that state an actor (coset_group.actor) has acted
     * that had not acted before on the path. NULL: no path is cut so. */
    void (*tell_cuts)(coset_worker *w);
    /* From now on edges have `fair` and `renaming`. False: the model cannot compute them. NULL: no edge has them. A
     * model with families whose edges cannot be annotated must not be searched for accepting runs. */
    bool (*annotate)(coset_worker *w);
    /* Of an invariant that is false in the state: the position of the part of it that is false, and the values of the
     * bound names around it as text ("c = cpu_1, d = cpu_2", maybe empty). False: nothing smaller than the whole is
     * known. NULL: never. */
    bool (*explain)(coset_worker *w, uint32_t prop, const coset_value *state, coset_pos *pos, char *out, size_t len);
} coset_model_ops;

struct coset_model {
    const coset_model_ops *ops;
    const char *name;     /* file name without folder */
    const char *language; /* "murphi" */
    const char *dialect;  /* of the language, or NULL if it has none */
    const char *variant;  /* how it differs from its source text, in ways that no property observes; or NULL */
    uint32_t n_slots;
    const coset_slot *slots;
    uint32_t n_groups;
    const coset_group *groups;
    const coset_chain *chains; /* [n_groups], or NULL if no part is chained */
    uint32_t n_props;
    const coset_prop *props;
    const coset_access *access;        /* [n_groups], or NULL: nothing is known */
    const uint64_t *const *prop_reads; /* [n_props] slots that eval may read; NULL, or an entry NULL: not known */
    coset_symmetry symmetry;           /* n_types = 0 if there is none */
    uint32_t n_accepts;                /* plain acceptance sets, at most COSET_ACCEPTS */
    uint32_t n_families;
    const coset_family *families;
    const coset_teller *teller; /* how the language describes runs; NULL: by slots and groups */
};

static inline coset_worker *coset_worker_new(const coset_model *m) { return m->ops->worker_new(m); }
static inline bool coset_model_may_end(const coset_model *m, coset_worker *w, const coset_value *state)
{
    return m->ops->may_end && m->ops->may_end(w, state);
}
static inline coset_worker *coset_worker_new_listening(const coset_model *m)
{
    coset_worker *w = m->ops->worker_new(m);
    if (m->ops->listen)
        m->ops->listen(w);
    return w;
}
/* NULL: edges cannot be annotated although the model has families. */
static inline coset_worker *coset_worker_new_annotating(const coset_model *m)
{
    coset_worker *w = m->ops->worker_new(m);
    if (m->ops->annotate ? m->ops->annotate(w) : !m->n_families)
        return w;
    m->ops->worker_free(w);
    return NULL;
}
static inline void coset_model_free(coset_model *m)
{
    if (m)
        m->ops->free(m);
}

/* Appends the parts of a step one by one, chains unfolded; of the first part, only the groups of its chain. */
typedef COSET_VEC(coset_part) coset_parts;
void coset_edge_parts(const coset_model *m, const coset_edge *e, coset_parts *out);

/* ---- generic actions ---------------------------------------------------------------------------------------- */

/* Sum of the sizes of all types. */
uint32_t coset_symmetry_points(const coset_symmetry *s);
uint32_t coset_symmetry_offset(const coset_symmetry *s, uint32_t type);

/* dst = perm applied to src: the slot of element e moves to the slot of perm(e), and so do values; then bags are
 * sorted. dst and src do not overlap. Cost O(n_slots). */
void coset_model_permute(const coset_model *m, const coset_renaming *perm, const coset_value *src, coset_value *dst);

/* The image of `index` of a family under a renaming. */
uint32_t coset_family_image(const coset_model *m, const coset_family *f, const coset_renaming *perm, uint32_t index);
/* Words of coset_edge.fair; those of family i begin at coset_families_offset(m, i). */
uint32_t coset_families_words(const coset_model *m);
uint32_t coset_families_offset(const coset_model *m, uint32_t family);

/* Restores the normal form of all bags. */
void coset_bags_sort(const coset_symmetry *s, coset_value *state);

#endif

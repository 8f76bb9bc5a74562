/* detect/extract/constraints.h - a model as constraints: rules with values for their parameters, in cubes.
 *
 * Layer    detect, private.
 * Words    cell      a slot of the state, a cell of a rule's frame behind them, or a decision variable behind those
 *          cube      readings (cell = value) and the effect if all of them hold
 *          effect    writes, and how it ends: 0 = nothing at all, 1 = "yes" (of tests)
 *          test      of a guard or property. Without `negative` it holds if one of its cubes does, else if none does.
 *                    Ordered tests (some may fault) are evaluated in their order, others in any
 *          part      of a body. In each state the cubes that hold have one effect; if none holds it does nothing. Parts
 *                    of one level act in any order, on the result of the levels before
 *          instance  a rule with values for its parameters, or a property (with values, if each is judged alone)
 * Inv      in a state whose slots all have values in `slots`, the tests and parts of an instance alone determine its
 *          behaviour; all states reachable from start states are such states.
 */
#ifndef COSET_DETECT_EXTRACT_CONSTRAINTS_H
#define COSET_DETECT_EXTRACT_CONSTRAINTS_H

#include "detect/extract/detected.h"
#include "detect/extract/intern.h"
#include "ir/case_enumeration.h"

#define COSET__NOTHING 0U
#define COSET__YES     1U
#define COSET__NEVER   UINT32_MAX /* in place of how an effect ends: it does not happen */

typedef struct {
    uint32_t effect;
    uint32_t n_reads;
    const coset_literal *reads; /* ascending cells, all different */
} coset__cube;

typedef struct {
    uint32_t n_cubes;
    const coset__cube *cubes;
    uint32_t order; /* number of an ordered test, from 1; level of a part; else 0 */
    bool negative;
    bool counted;       /* a part that is not idempotent */
    uint32_t n_refused; /* of an ordered test: false cases and faults, as enumerated */
    const coset__cube *refused;
} coset__part;

typedef COSET_VEC(coset__part) coset__parts;

/* A cell that is no slot, but is read in the instance with several values. */
typedef struct {
    uint32_t cell, origin; /* origin: the variable of the program, or UINT32_MAX */
    coset_value initial;
    uint32_t n_values;
    const coset_value *values; /* ascending */
} coset__local;

typedef enum { COSET__RULE, COSET__PROP, COSET__TRANSIENT, COSET__MAY_END } coset__owner;

typedef struct {
    coset__owner owner;
    uint32_t number;   /* rule or property */
    uint64_t instance; /* of the rule or property */
    coset__parts tests, parts;
    bool never; /* a property that is always false: its tests do not matter */
    uint32_t n_locals;
    const coset__local *locals;
} coset__instance;

typedef COSET_VEC(coset__instance) coset__instances;

typedef struct coset__control_values coset__control_values;

typedef struct {
    const coset_model *m;
    const coset_ir *ir;
    coset_arena *arena;
    coset_enumeration *partial;
    uint64_t budget;
    coset_budget *limit; /* of the whole run, or NULL; once it is reached all results are invalid */
    bool counts_rounds;  /* of loops, against the budget: set if the caller gave one */
    coset__intern effects;
    /* the values that slots may have */
    coset_cell *slots;             /* [n_slots] */
    coset_cell *own;               /* [n_slots] values of `slots` that the constraints cover: `slots` may have more */
    bool *grown;                   /* [n_slots] since this flag was cleared */
    uint32_t *rounds;              /* [n_slots] number of rounds in which it has grown */
    bool *fixed;                   /* [n_slots] must stay fixed */
    uint32_t *blamed;              /* [n_slots] number of the loss that fixes it, from 1; or 0 */
    bool *opaque;                  /* [n_groups] the rule cannot be enumerated */
    bool *wide;                    /* [n_slots] too many values: fixed, and must not be read */
    coset__control_values *inside; /* values_by_control.c; NULL: values are not distinguished by control states */
    /* what was found */
    coset__instances instances;
    uint32_t n_starts;
    coset_value *starts;       /* n_starts * n_slots */
    const coset_value *origin; /* the one start state, if `starts` are its successors and it has a value that is in
                                  no slot; else NULL */
    COSET_VEC(coset_detect_loss) losses;
    COSET_VEC(coset_arena *) arenas; /* of rules */
    const char *failed;
    uint64_t all;  /* number of runs at the start */
    bool hopeless; /* no runs are left because of what cannot be enumerated: `slots` are incomplete */
} coset__constraints;

/* Fills the view; sets `failed` if that is not possible. */
void coset__detect_view_make(coset__constraints *v, const coset_model *m, const coset_detect_options *o,
                             coset_arena *arena);
void coset__detect_view_fini(coset__constraints *v);

#define COSET__MOST_VALUES 1024U /* of a slot */

/* Adds a value that a slot may have; if there are too many the slot becomes wide. */
void coset__detect_view_grow(coset__constraints *v, uint32_t slot, coset_value value);
/* The slot may have any value from now on, like a slot with too many values. */
void coset__detect_view_widen(coset__constraints *v, uint32_t slot);
/* Gives the slot all values of its type. */
void coset__detect_view_open(coset__constraints *v, uint32_t slot);

/* ---- construction of one instance (run_piece.c, guard.c, body.c) ---- */

#define COSET__MOST_AUX 1024U /* decision variables and versions of local ones */

typedef struct {
    coset__constraints *v;
    coset_arena *arena; /* for what is kept */
    uint32_t frame_size, n_cells;
    coset_cell *cells;            /* [n_cells] what each may hold at this point of the instance */
    const coset_ir_stmt *prelude; /* to run before each piece, or NULL */
    const bool *is_private; /* [n_cells] loop variables, references, temporaries: their final values do not matter to
                               other parts */
    bool whole;             /* the body cannot be cut */
    uint32_t *origin;       /* [COSET__MOST_AUX] the cell of which it is a version; UINT32_MAX: a decision */
    coset__instance *to;
    bool ordered;       /* tests are made in order, because some may fault */
    bool faulty;        /* some may fault, but were not ordered: all results are invalid */
    bool dead;          /* never enabled */
    const char *failed; /* why it cannot be enumerated */
    coset_pos failed_at;
} coset__pieces;

/* The tests of a guard (or of a property); narrows `cells` to the values for which they hold. Several calls form a
 * conjunction. */
void coset__make_tests(coset__pieces *k, const coset_ir_expr *condition);
/* The parts of a body. */
void coset__make_parts(coset__pieces *k, const coset_ir_stmt *body);
void coset__pieces_fail(coset__pieces *k, coset_pos pos, const char *why);
extern const char coset__too_many[];
/* Runs a piece; false if that takes too long, or the callback stopped it. */
bool coset__pieces_run(coset__pieces *k, const coset_piece *piece, coset_on_case *on_case, void *ctx) COSET_NODISCARD;
/* The first cell of a place, if it does not depend on the state. */
bool coset__pieces_place(coset__pieces *k, const coset_ir_place *p, uint32_t *at) COSET_NODISCARD;
/* If the condition tests whether a cell holds a known value, enumerates its cases without a run for each. Else false.
 */
bool coset__pieces_equality(coset__pieces *k, const coset_ir_expr *e, coset_on_case *on_case,
                            void *ctx) COSET_NODISCARD;
/* The case has read a slot with too many values: results are invalid. */
bool coset__reads_wide(const coset__pieces *k, const coset_case *c);
void coset__pieces_set(coset__pieces *k, uint32_t cell, coset_value value);

/* Adds a value that the cell may hold; false: it had it before. */
bool coset__cell_add(coset_arena *a, coset_cell *cell, coset_value value);
/* Adds all values of another cell. */
void coset__cell_join(coset_arena *a, coset_cell *cell, const coset_cell *more);

/* values_by_control.c: distinguishes the possible values of a process's variables by its control state, if the program
 * declares one. */
void coset__control_values_make(coset__constraints *v);
void coset__control_values_forget(coset__constraints *v);
void coset__control_values_start(coset__constraints *v, const coset_value *state);
/* A test has determined the value of the cell: if it is a control state, this narrows the variables. */
void coset__control_values_narrow(coset__pieces *k, uint32_t cell);
/* Call after an instance is made; `before`: values of the cells after its tests. */
void coset__control_values_note(coset__pieces *k, const coset_cell *before);

/* private.c: marks the cells of a rule that are private; true if its body cannot be cut. */
bool coset__find_private(const coset_ir_rule *r, uint32_t n_slots, bool *is_private);

/* cubes.c: brings cubes into a normal form that does not depend on the order in which cells were read. If the cells
 * that matter have few combinations, there is one cube for each combination that has an effect; with may_turn (a test
 * without faults), for the side with fewer combinations. True if that is the other side: those for which the test does
 * not hold.
 */
typedef COSET_VEC(coset__cube) coset__cubes;
bool coset__cubes_normalise(coset__pieces *k, coset__cubes *cubes, bool may_turn);
/* They have few enough combinations for this. */
bool coset__cubes_make_table(const coset__pieces *k, const coset__cubes *cubes);
/* The writes of an effect: n pairs of cell and value. Valid until the next effect is made. */
const uint32_t *coset__effect_writes(const coset__constraints *v, uint32_t effect, uint32_t *n);
/* The number of the effect of a case. */
uint32_t coset__effect_of_case(coset__constraints *v, const coset_case *c);
const coset_literal *coset__sorted_reads(coset_arena *a, const coset_literal *reads, uint32_t n);

#endif

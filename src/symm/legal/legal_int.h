/* symm/legal/legal_int.h - internals of the legality proof.
 *
 * Layer    symm, private to legal*.c.
 * Parts    legal.c which parts are walked for which result, and the resulting groups
 *          legal_blame.c elements that must stay fixed, and the reasons
 *          legal_type.c   which scalarsets a type holds; values that pass between types
 *          legal_walk.c   equivariance of statements and expressions
 *          legal_bag.c    entries of multisets
 *          legal_path.c   places as symbolic paths, frames, values of index expressions
 *          legal_copy.c   variables that hold a copy of the iteration variable
 *          legal_effect.c what a loop body reads and writes, including called functions
 *          legal_loop.c   do the iterations of a loop commute?
 *          legal_oblige.c loops that are checked at run time
 *          legal_live.c   is a local variable read after the loop?
 *          legal_defined.c state variables that are never undefined
 *          legal_fault.c  expressions and statements that cannot stop a step
 * Words    an *iteration variable* is the binder of the loop under study. A renaming is a permutation of scalarsets.
 */
#ifndef COSET_SYMM_LEGAL_LEGAL_INT_H
#define COSET_SYMM_LEGAL_LEGAL_INT_H

#include "ir/order.h"
#include "ir/visit.h"
#include "symm/legal/legal.h"

/* A set of scalarsets: bit t stands for symmetric type t. */
typedef uint64_t coset__types;
#define COSET__MOST_TYPES    64U
#define COSET__MOST_FOLLOWED 100000U
#define COSET__NO_SCRATCH    UINT32_MAX
#define COSET__STATE_FRAME   UINT32_MAX /* as the number of a frame: the state */

/* ---- symbolic values and places ------------------------------------------------------------------------------ */

typedef enum {
    COSET__ANY,   /* nothing is known; equal ids that are not 0 mean equal values within an iteration */
    COSET__LOOP,  /* the iteration variable: differs between two iterations */
    COSET__VALUE, /* one value during the whole loop; equal ids mean equal values */
    COSET__CONST  /* this number */
} coset__symbol;

typedef struct {
    coset__symbol kind;
    int64_t id;
} coset__sym;

typedef struct {
    const coset_ir_type *of;    /* array, record or bag */
    const coset_ir_expr *index; /* NULL: a field */
    coset__sym sym;             /* value of the index */
    uint32_t offset, stride;
} coset__path_step;

typedef enum {
    COSET__ROOT_STATE,
    COSET__ROOT_LOCAL, /* in frame `frame` */
    COSET__ROOT_REF    /* an unknown place that was passed to parameter `offset` of frame `frame`, outside that frame */
} coset__root;

typedef struct {
    coset__root root;
    uint32_t frame, offset;
    uint32_t n_steps;
    const coset__path_step *steps;
    const coset_ir_type *type; /* of the value at this place */
    const char *name;          /* of the variable, for messages */
} coset__path;

typedef struct {
    coset__sym sym;
    const coset__path *place; /* alias or var parameter: where it points. Binder over a bag: the bag. Else NULL */
    bool is_binder;           /* always defined */
    uint32_t entry;           /* of a bag: its number in coset__walk.entries; 0: none that is known */
} coset__slot;

/* Frames are numbered as they are entered: a caller has a smaller number than what it calls. */
typedef struct coset__frame {
    uint32_t id, size;
    coset__slot *slots;
    const coset_ir_function *function; /* NULL: of a rule or property */
    const struct coset__frame *caller; /* NULL: unknown */
    const struct coset__rest *rest;    /* what follows the call in the caller; NULL: unknown */
} coset__frame;

/* ---- the proof as a whole ------------------------------------------------------------------------------------ */

/* What must stay fixed and why. */
typedef struct {
    coset_arena *arena;
    const coset_ir *ir;
    uint32_t prop; /* for the refusals */
    bool **fixed;  /* [symtype][element] */
    COSET_VEC(coset_refusal) refusals;
} coset__blames;

typedef struct {
    uint8_t *assigned;     /* [frame_size] slots of the frame that some statement writes */
    coset__blames *blames; /* of its body with unknown callers; NULL: not walked yet */
    bool walking;
} coset__function;

/* A slot of a frame, or of the state, that holds the iteration variable. */
typedef struct {
    uint32_t frame, slot;
    coset__sym sym;
} coset__copy;

typedef struct {
    COSET_VEC(coset__copy) at;
} coset__copies;

/* A loop that is to be checked while the model runs. */
typedef struct {
    coset_ir_ordered loop;
    coset__types types; /* that it iterates over */
    bool unknown;       /* some of its accesses are unknown */
} coset__obligation;

/* What a loop writes. `own`: each iteration has its own copy, in every call. */
typedef struct {
    const coset_ir_stmt *loop;
    const coset_ir_place *place;
    bool own;
} coset__written;

typedef struct {
    COSET_VEC(coset__obligation) loops;
    COSET_VEC(coset_ir_touched) marks;
    COSET_VEC(coset__written) written;
} coset__obligations;

typedef struct {
    const coset_model *model;
    const coset_ir *ir;
    coset_arena *arena;
    bool has_bags;
    bool tangled;                   /* a recursive function was found */
    uint32_t n_scratch;             /* slots of small state variables that may be scratch variables */
    uint32_t *scratch;              /* [n_slots] their numbers, or COSET__NO_SCRATCH */
    coset__types moving;            /* scalarsets with at least two elements */
    const struct coset__walk *walk; /* the current walk */
    coset__copies *copies;          /* of the loop whose body is now walked for its effects, or NULL */
    coset__types bag_order;     /* scalarsets that the order of plain entries in a bag may depend on, within a step */
    coset__blames *blames;      /* of the part that is walked now */
    coset__function *functions; /* [n_functions] */
    const uint8_t *defined;     /* [n_slots] of the state: certainly defined except in start states; NULL: not
                                   known */
    bool defined_tried;         /* `defined` has been computed */
    bool obliges;               /* loops may be checked at run time */
    const coset_legal_options *options;
    coset__obligations *obligations;
    bool arrives;      /* as in the rule that is walked */
    bool singles;      /* some rule names elements to come otherwise: states with all there need not be symmetric */
    bool is_early;     /* the rule that is walked has `early` */
    bool blames_early; /* something must stay fixed because of such a rule */
    const coset_arrivals *arrivals; /* that are considered, or NULL */
    uint32_t early;                 /* as in the rule that is walked; 0 if arrivals are not considered */
    bool ignores_defined;           /* in a start state, or in a function that a start rule may call */
    uint32_t n_frames;
    uint32_t n_followed;   /* calls followed for one caller only; none after COSET__MOST_FOLLOWED */
    uint32_t effects_left; /* budget of all coset__effects together */
    int64_t n_values;
} coset__legal;

/* The continuation of a list of statements, for liveness. */
typedef struct coset__rest {
    const coset_ir_stmt *next; /* what follows in this list */
    const coset_ir_stmt *loop; /* the list is the body of this loop, or NULL */
    const struct coset__rest *up;
} coset__rest;

/* Number of entries of the bag removed so far in this step: 0, 1, 2 = two or more; maximum over the paths. */
typedef struct {
    const coset__path *bag; /* NULL: of any */
    uint8_t n;
} coset__removals;

/* A bag entry that a variable refers to. */
typedef struct {
    const coset__path *bag; /* NULL: of any */
    coset__sym sym;
    bool gone;   /* it may have been removed since */
    bool reused; /* and its place may have been reused for an element that differs between renamed runs */
} coset__entry;

/* One walk through a rule, property or function. */
typedef struct coset__walk {
    coset__legal *l;
    bool pure;      /* in a guard or property: all bags are in normal form then */
    uint32_t depth; /* of functions walked from their calls */
    COSET_VEC(coset__removals) removals;
    COSET_VEC(coset__entry) entries; /* number 0: any unknown entry */
} coset__walk;

/* What a walk knows of bags at one place. */
typedef struct {
    coset__removals *removals;
    coset__entry *entries;
    uint32_t n_removals, n_entries;
} coset__bags;

/* legal_blame.c */
coset__blames *coset__blames_new(coset_arena *arena, const coset_ir *ir, uint32_t prop);
void coset__blames_fini(coset__blames *b);
/* No element of `types` moves. */
void coset__refuse(coset__legal *l, coset__types types, coset_pos pos, const char *fmt, ...) COSET_PRINTF(4, 5);
/* One element stays fixed. */
void coset__fix(coset__legal *l, uint32_t type, uint64_t element, coset_pos pos, const char *fmt, ...)
    COSET_PRINTF(5, 6);
bool coset__blames_none(const coset__blames *b);
void coset__blames_join(coset__blames *into, const coset__blames *from);
coset_symgroup *coset__blames_group(const coset__blames *b, const coset_model *m, coset_arena *arena);

/* legal_type.c */
/* Scalarsets with values in t or indexing an array inside t; only those that can move. */
coset__types coset__types_in(const coset__legal *l, const coset_ir_type *t);
/* Rank of number v among the elements of a symmetric type in the numbering of t; -1: not one of them. */
int64_t coset__rank_of_element(const coset_ir_type *t, uint32_t symtype, int64_t v);
/* A value of type `from` becomes one of type `to`, or is compared with one. `e` is the expression, for constants. */
void coset__flow(coset__legal *l, const coset_ir_expr *e, const coset_ir_type *to, coset_pos pos);
/* A structured value is copied or compared slot by slot. */
void coset__match(coset__legal *l, const coset_ir_type *a, const coset_ir_type *b, coset_pos pos);
/* CLEAR of a value of type t. */
void coset__clear(coset__legal *l, const coset_ir_type *t, coset_pos pos);
bool coset__has_bag(const coset_ir_type *t);
/* The two have the same layout and meaning slot by slot. */
bool coset__matches(const coset_ir_type *a, const coset_ir_type *b);
/* Every value of `from` is one of `to`. */
bool coset__contains(const coset_ir_type *to, const coset_ir_type *from);
const char *coset__type_name(const coset__legal *l, coset__types types);

/* legal_path.c */
coset__frame coset__frame_new(coset__legal *l, uint32_t size, const coset_ir_function *f, const coset__frame *caller);
coset__sym coset__sym_new(coset__legal *l, coset__symbol kind);
coset__sym coset__sym_of(const coset__frame *f, const coset_ir_expr *e);
/* The same, also recognising copies of the iteration variable. */
coset__sym coset__value_of(coset__legal *l, const coset__frame *f, const coset_ir_expr *e);
bool coset__sym_same(coset__sym a, coset__sym b);
/* NULL for a temporary (result of a call). Ignores the effects of index expressions. */
const coset__path *coset__path_of(coset__legal *l, const coset__frame *f, const coset_ir_place *p);
/* The two certainly denote the same place. `now`: both are evaluated at the same moment of an iteration; else at any
 * moments of any iterations. */
bool coset__path_same(const coset__path *a, const coset__path *b, bool now);
/* May the two share a slot in two different iterations? */
bool coset__path_meet(const coset__path *a, const coset__path *b);
/* "Net[..].Count"; written with a NUL, cut at `len`. */
void coset__path_text(const coset__path *p, char *out, size_t len);
uint32_t coset__width(const coset_ir_type *t);
/* The slots of its frame, or of the state, that a path may cover. *exact: it covers all of them. */
void coset__path_range(const coset__path *p, uint32_t *lo, uint32_t *hi, bool *exact);
/* The slot of frame f that a place denotes as a whole, or NULL. */
const coset__slot *coset__slot_of(const coset__frame *f, const coset_ir_place *p);
bool coset__expr_same(const coset_ir_expr *a, const coset_ir_expr *b);
coset__function *coset__function_of(coset__legal *l, const coset_ir_function *f);
/* The frame of a call: parameters stand for the arguments. */
coset__frame coset__frame_call(coset__legal *l, const coset__frame *caller, const coset_ir_expr *call);
/* The frame of a function whose callers are unknown. */
coset__frame coset__frame_generic(coset__legal *l, const coset_ir_function *f);
bool coset__frame_within(const coset__frame *f, const coset_ir_function *function);
void coset__bind(coset__legal *l, coset__frame *f, const coset_ir_binder *b, coset__sym sym);
/* An alias is bound; `inside` the loop under study. */
void coset__alias(coset__legal *l, coset__frame *f, const coset_ir_stmt *bind, bool inside);
void coset__assigned(const coset_ir_function *f, uint8_t *assigned);

/* legal_copy.c. `c` may be NULL for coset__copy_of: ANY if the place is no copy. */
coset__sym coset__copy_of(const coset__copies *c, const coset__path *p);
void coset__copies_write(coset__copies *c, const coset__path *p); /* some value is written there; NULL: anywhere */
void coset__copies_assign(coset__copies *c, const coset__path *p, coset__sym sym);
void coset__copies_move(coset__copies *c, const coset__path *to, const coset__path *from);
/* A value is passed to slots from `slot` on of a new frame. */
void coset__copies_receive(coset__copies *c, const coset__path *from, uint32_t frame, uint32_t slot);
void coset__copies_save(const coset__copies *c, coset__copies *out);
void coset__copies_join(coset__copies *c, const coset__copies *other); /* keeps what holds in both */

/* legal_effect.c */
typedef enum {
    COSET__READ,
    COSET__READ_PRESENT, /* which entries a bag has */
    COSET__WRITE,
    COSET__WRITE_SAME, /* the same value in all iterations: `sym` */
    COSET__WRITE_UNDEFINED,
    COSET__WRITE_FIRST, /* CLEAR */
    COSET__GROW,        /* place := place + e with e >= 0, or - e with e <= 0 */
    COSET__SHRINK,
    COSET__CONJOIN, /* place := place & e */
    COSET__DISJOIN,
    COSET__BAG_ADD
} coset__use;

typedef struct {
    coset__use use;
    const coset__path *path;
    const coset_ir_place *place; /* NULL: it cannot be watched at run time */
    coset__sym sym;
    coset_pos pos;
    const coset_ir_stmt *stmt; /* writes */
    bool direct;        /* a write by a statement directly in the loop's body or in a procedure called there: each
                           iteration executes it */
    bool structural;    /* a write that changes which entries a bag has */
    bool removes;       /* a removal of entries */
    bool fresh;         /* a read of a local that this iteration has assigned before */
    bool dropped;       /* proved harmless */
    const uint8_t *set; /* a read of a partly assigned local: the assigned slots; else NULL */
} coset__access;

typedef struct {
    coset__legal *l;
    const coset__frame *frame; /* of the loop */
    uint8_t *assigned;         /* [sizes of that frame and its callers', then l->n_scratch] assigned so far on all paths
                          of this iteration */
    uint32_t n_assigned;
    coset__copies copies;
    uint32_t first_private; /* frames from this number on are entered inside the iteration */
    COSET_VEC(coset__access) at;
    const coset_ir_stmt *returns; /* of the loop's own function: the first found */
    coset__sym returned;
    bool returns_differ;
    const coset_ir_stmt *assumes; /* the first found */
    const coset_ir_stmt *covers;  /* the first found */
    bool unknown;                 /* too deep or too large to follow */
    uint32_t budget, depth;
    bool left; /* a followed function may already have returned */
} coset__effects;

void coset__effects_init(coset__effects *e, coset__legal *l, const coset__frame *f);
void coset__effects_end(coset__effects *e); /* the body has been walked */
void coset__effects_fini(coset__effects *e);
void coset__effects_of_body(coset__effects *e, coset__frame *f, const coset_ir_stmt *body, bool direct);
void coset__effects_of_expr(coset__effects *e, coset__frame *f, const coset_ir_expr *x);
/* Reads of the entries that a loop over a bag still finds: each iteration reads its own. */
void coset__effects_of_entries(coset__effects *e, coset__frame *f, const coset_ir_binder *b, coset__sym var);
void coset__effects_of_removal(coset__effects *e, coset__frame *f, const coset_ir_stmt *s);
/* The slots that a place may cover, numbered through: frames of the loop and its callers, then small state variables.
 * False if it is none of these. *exact: it covers all of them. */
bool coset__effects_span(const coset__effects *e, const coset__path *p, uint32_t *lo, uint32_t *hi, bool *exact);
/* The body writes outside the frames that are entered in it. */
bool coset__effects_write(const coset__effects *e);

/* legal_loop.c: blames iterations that do not commute. `rest` is what follows the loop. */
void coset__loop_check(coset__legal *l, coset__frame *f, const coset_ir_stmt *loop, const coset__rest *rest);
void coset__quantifier_check(coset__legal *l, coset__frame *f, const coset_ir_expr *e);
coset__types coset__domain_types(const coset__legal *l, const coset_ir_binder *b);

/* legal_oblige.c */
void coset__obligations_clear(coset__obligations *o);
void coset__obligations_fini(coset__obligations *o);
/* The loop may be checked at run time. */
bool coset__may_oblige(const coset__legal *l, const coset_ir_stmt *loop);
coset__obligation *coset__oblige(coset__legal *l, const coset_ir_stmt *loop, coset__types types);
/* The access is watched for that loop. */
void coset__watch(coset__legal *l, const coset_ir_stmt *loop, const coset__access *a);
/* The loop writes the place: `own`: each iteration has its own. */
void coset__note_written(coset__legal *l, const coset_ir_stmt *loop, const coset_ir_place *place, bool own);
/* Copies the obligations that the group needs. */
void coset__obligations_give(const coset__legal *l, coset_legal *legal, coset_arena *out);

/* legal_live.c: may slots lo .. hi-1 of frame number `frame`, which is f, a caller's or COSET__STATE_FRAME, be read
 * after a loop in f before they are written? The state is read when the step ends. */
bool coset__live_after(const coset__frame *f, const coset__rest *rest, uint32_t frame, uint32_t lo, uint32_t hi);

/* legal_fault.c */
bool coset__may_fault(coset__legal *l, coset__frame *f, const coset_ir_expr *e);
bool coset__body_may_fault(coset__legal *l, coset__frame *f, const coset_ir_stmt *s);
bool coset__may_be_undefined(coset__legal *l, const coset__frame *f, const coset_ir_place *p);

/* legal_defined.c: see coset__legal.defined; NULL if the program is too large or too deep. */
const uint8_t *coset__defined(coset__legal *l);

/* legal_bag.c */
coset__types coset__bag_types(const coset__legal *l, const coset_ir_type *bag);
/* Step number i of the place selects an entry. */
void coset__bag_use(coset__walk *w, const coset__frame *f, const coset_ir_place *p, uint32_t i);
void coset__bag_alias_use(coset__walk *w, const coset__frame *f, const coset_ir_place *p);
void coset__bag_compare(coset__walk *w, const coset__frame *f, const coset_ir_expr *e);
void coset__bag_remove(coset__walk *w, const coset__frame *f, const coset_ir_stmt *s);
/* The variable of the slot refers to an entry from now on. */
void coset__bag_bind(coset__walk *w, coset__slot *slot);
/* Entries of bags at `path` are removed or added; `many`: in a loop or a call that is not followed. */
void coset__bag_remove_at(coset__walk *w, const coset__path *path, bool many);
void coset__bag_add_at(coset__walk *w, const coset__path *path, bool many);
void coset__bag_note_effects(coset__walk *w, const coset__effects *e);
/* Entries of the bag may have been removed earlier in the same step. */
bool coset__bag_has_holes(const coset__walk *w, const coset__path *bag);
/* `unknown`: a function with unknown callers is walked. */
coset__walk coset__walk_new(coset__legal *l, bool unknown);
void coset__walk_fini(coset__walk *w);
/* Two alternatives: the knowledge is saved before the first, restored before the second, and joined afterwards. */
coset__bags coset__bags_save(const coset__walk *w);
void coset__bags_restore(coset__walk *w, const coset__bags *b);
void coset__bags_join(coset__walk *w, coset__bags *b); /* frees b */
void coset__bags_drop(coset__bags *b);

/* legal_walk.c */
void coset__walk_binder(coset__walk *w, coset__frame *f, const coset_ir_binder *b);
void coset__walk_expr(coset__walk *w, coset__frame *f, const coset_ir_expr *e);
void coset__walk_list(coset__walk *w, coset__frame *f, const coset_ir_stmt *list, const coset_ir_stmt *loop,
                      const coset__rest *up);

#endif

/* symm/canon/canon_int.h - what the strategies share: the compiled action, the edges of a state, the method table.
 *
 * Layer    symm; for the room symm/canon only.
 * Words    point    an element that the group moves, numbered over all types: 0 .. n_points-1, by type, ascending
 *          image    a permutation of points: image[p] is where p goes, always within p's type
 *          column   slots that hold no element and belong to exactly one point: one slot for each point of a type
 *          cell     any other slot outside bags that some permutation moves or changes
 *          entry    an entry of a bag, with its cells
 *          edge     a cell with its value in one state, seen as a coloured relation of points: those of its indexes,
 *                   then the one it holds. Cells with one chosen value of the family, mostly 0, make no edge: the other
 *                   cells of the family determine them
 *          group    the edges of one present bag entry (the entries of a bag are unordered), or of an object with
 *                   several edges (canon_object.h); an object with one edge is an edge
 *          key      a 64-bit colour of a point that permutations carry along: key(g s, g p) = key(s, p)
 * Inv      every hash is a function of values, families and colours, never of point numbers. So hash collisions cost
 *          time but never exactness, and hashes of images under the group are equal.
 * Threads  action and canon: shared, constant. view, scratch: one thread.
 */
#ifndef COSET_SYMM_CANON_CANON_INT_H
#define COSET_SYMM_CANON_CANON_INT_H

#include "alg/factored.h"
#include "symm/canon/canon.h"
#include "symm/canon/canon_object.h"
#include "symm/canon/canon_usual.h"

#define COSET__NONE UINT32_MAX

/* ---- the compiled action -------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t type, element;
    uint32_t renaming; /* index into a coset_renaming */
} coset__point;

/* Values lo .. lo+n-1 stand for points[0 ..], COSET__NONE where the element is fixed. */
typedef struct coset__span {
    coset_value lo;
    uint32_t n; /* 0: the class holds no point in any state */
    const uint32_t *points;
    const struct coset__span *next; /* in the same class, or NULL */
} coset__span;

typedef struct {
    coset__span span;          /* the first one */
    const coset_value *values; /* [n_points] the value that stands for a point; 0 where there is none */
} coset__class;

/* The slot belongs to `point`; the slot of the next element is `stride` slots further. */
typedef struct {
    uint32_t point, stride;
} coset__axis;

typedef struct {
    uint32_t slot;
    uint32_t family; /* the same for exactly the slots that permutations (and order in bags) can exchange */
    uint32_t n_axes;
    const coset__axis *axes;
    coset__class class; /* a copy: reading it costs less than following a pointer */
    uint64_t salt;      /* hash of the family */
} coset__cell;

typedef struct {
    uint32_t type;
    const uint32_t *slots; /* of the points of the type, in order */
} coset__column;

typedef struct {
    uint32_t slot; /* the first slot, which says whether the entry is present */
    uint32_t width;
    uint32_t parent; /* entry that holds this one's bag; parents have larger numbers; or COSET__NONE */
    uint32_t bag, family;
    uint32_t n_cells; /* slots not in inner bags; including those that nothing moves */
    const coset__cell *cells;
    uint64_t salt;
} coset__entry;

typedef struct {
    uint32_t n;
    const uint32_t *at;
} coset__list;

struct coset__action_s {
    const coset_model *m;
    const coset_symgroup *g;
    coset_arena *arena;
    uint32_t n_points, n_types;
    const coset__point *points;
    const uint32_t *first; /* [n_types + 1] points first[t] .. first[t+1]-1 are of type t */
    uint32_t n_renaming;   /* length of a coset_renaming */
    uint32_t n_columns;
    const coset__column *columns;
    const coset__list *slots_of; /* [n_points] the point's slots in the columns of its type, in their order */
    uint32_t n_cells;
    const coset__cell *cells;
    const coset__usual *usual;   /* or NULL */
    const coset__list *cells_of; /* [n_points] cells with an axis at the point */
    uint32_t n_entries;          /* of bags that the group touches */
    const coset__entry *entries;
    coset_symmetry bags;           /* only those bags, for coset_bags_sort */
    uint32_t n_edges, n_ends;      /* bounds: edges of a state, ends of all its edges */
    coset_factored order;          /* of the group */
    coset_factored *factorials;    /* [n_points + 1], at least 2 */
    const coset__objects *objects; /* or NULL */
    struct coset__fast *fast;      /* machine code of coset__move (canon_native.c); NULL: never */
};

/* Errors: COSET_UNSUPPORTED if a slot can hold some moving elements of a type but not all. */
coset_status coset__action_new(const coset_model *m, const coset_symgroup *g, coset__action **out, coset_err *err);
void coset__action_free(coset__action *a);

/* The point that value v of class c stands for, or COSET__NONE. */
static inline uint32_t coset__point_of(const coset__class *c, coset_value v)
{
    for (const coset__span *s = &c->span; s; s = s->next)
        if (v - s->lo < s->n)
            return s->points[v - s->lo];
    return COSET__NONE;
}

/* The distance in slots from element(p) to element(q). */
static inline uint32_t coset__shift(const coset__action *a, uint32_t stride, uint32_t p, uint32_t q)
{
    return stride * (a->points[q].element - a->points[p].element);
}

static inline uint32_t coset__n_touched(const coset__action *a) { return a->objects ? a->objects->n_touched : 0; }

/* The object in composite slot i of a state. */
static inline uint32_t coset__object_at(const coset__objects *s, uint32_t i, const coset_value *src)
{
    return s->composite->first[i] + src[s->composite->slots[i]];
}

/* The image is not the identity. */
bool coset__moves(const coset__action *a, const uint32_t *image);
/* dst = image applied to src, bags sorted. */
void coset__move(const coset__action *a, const uint32_t *image, const coset_value *src, coset_value *dst);

/* canon_native.c: machine code for the columns and cells of coset__move. `init` allows it. `make` compiles it once a
 * thread has moved enough states, unless most of them need no moving. `move` returns false while there is no code.
 * `leave`: see coset_canon_leave. */
typedef struct coset__fast coset__fast;
void coset__fast_init(coset__action *a, uint64_t after);
void coset__fast_fini(coset__action *a);
void coset__fast_make(const coset__action *a, const coset_value *src, uint64_t moves);
bool coset__fast_leave(const coset__action *a);
bool coset__fast_move(const coset__action *a, const uint32_t *image, const coset_value *src, coset_value *dst);

/* Lexicographic order of states: < 0, 0, > 0. */
int coset__compare_states(const coset_value *x, const coset_value *y, uint32_t n);

/* Order of the columns' values of two points of one type: < 0, 0, > 0. */
int coset__compare_columns(const coset__action *a, const coset_value *src, uint32_t p, uint32_t q);

/* ---- the edges of one state ----------------------------------------------------------------------------------- */

#define COSET__MIX 0x9e3779b97f4a7c15u

/* With COSET_TEST_SMALL hashes collide constantly; the tests must still pass. */
static inline uint64_t coset__mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
#ifdef COSET_TEST_SMALL
    return x >> 62;
#else
    return x ^ (x >> 32);
#endif
}

typedef struct {
    uint64_t base;           /* hash of family and of a value that is no point */
    const uint32_t *ends;    /* in view.ends, or the object's own */
    uint32_t n_ends, family; /* of the cell; of an edge of an object: number of slots + its family */
    const coset__cell *cell; /* NULL: of an object */
} coset__edge;

typedef struct {
    uint64_t base;   /* hash of family and of what is no edge */
    uint32_t entry;  /* COSET__NONE: of an object */
    uint32_t object; /* COSET__NONE: of an entry */
    uint32_t parent; /* group, or COSET__NONE; parents have larger numbers */
    uint32_t first_edge, n_edges;
} coset__entrygroup;

typedef struct {
    uint32_t cell, point; /* the cell holds the point */
} coset__holding;

typedef struct {
    uint32_t n_edges; /* first those of cells, then those of groups */
    uint32_t n_cell_edges;
    coset__edge *edges;
    uint32_t n_ends; /* used of ends: those of edges of cells */
    uint32_t *ends;
    uint32_t n_holdings;
    coset__holding *holdings; /* of cells, not of bag entries */
    uint32_t n_groups;
    coset__entrygroup *groups;
    uint32_t *group_of; /* [n_entries] group of a present entry */
    bool *in_bag;       /* [n_points] some bag entry mentions the point */
    uint32_t n_held;
    uint32_t *held;  /* see coset__view_hold; before it: objects of several edges */
    bool *mentioned; /* [n_points] a held object has an edge to the point */
} coset__view;

void coset__view_init(coset__view *v, const coset__action *a);
void coset__view_fini(coset__view *v);

/* keys[p] = colour by the columns of p's type alone. */
void coset__column_keys(const coset__action *a, const coset_value *src, uint64_t *keys);
/* The same, given the keys of another state, if there are no objects: only differing slots are visited. */
void coset__column_keys_beside(const coset__action *a, const coset_value *from, const uint64_t *from_keys,
                               const coset_value *src, uint64_t *keys);

/* Reads the edges of a state.
 * In   keys: NULL, or keys into which cell edges with one end are mixed instead of being listed.
 *      closed: NULL, or marks of points; cell edges whose ends are all marked are skipped. */
void coset__view_read(coset__view *v, const coset__action *a, const coset_value *src, uint64_t *keys,
                      const bool *closed);

/* Lists the objects of a state, after it is read, that are not in columns and have an end that is not closed. */
void coset__view_hold(coset__view *v, const coset__action *a, const coset_value *src, const bool *closed);

/* ---- strategies ----------------------------------------------------------------------------------------------- */

/* One strategy; its description for users is in the table of canon.c. */
typedef struct {
    /* NULL: every model is supported. */
    coset_status (*check)(const coset__action *a, coset_err *err);
    void *(*scratch_new)(const coset__action *a);
    void (*scratch_free)(void *scratch);
    /* Chooses image (preset to the identity) and writes dst = move(image, src).
     * Returns the number of permutations that fix src, if it is computed. */
    coset_factored (*apply)(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image);
    /* See coset_canon_from; or NULL. */
    void (*from)(void *scratch, const coset_value *src);
} coset__method;

extern const coset__method coset__method_pc_sorted, coset__method_pc_segmented;
extern const coset__method coset__method_full, coset__method_sorted, coset__method_segmented, coset__method_refine,
    coset__method_search, coset__method_label;

/* The search as a helper of other strategies. */
typedef struct coset__search coset__search;
coset__search *coset__search_new(const coset__action *a);
void coset__search_free(coset__search *s);
/* Refinement alone. If it separates all points (it then does so for the whole orbit), it computes the representative
 * and returns true. */
bool coset__search_refine(coset__search *s, const coset_value *src, coset_value *dst, uint32_t *image);
coset_factored coset__search_apply(coset__search *s, const coset_value *src, coset_value *dst, uint32_t *image);
void coset__search_from(coset__search *s, const coset_value *src);

#endif

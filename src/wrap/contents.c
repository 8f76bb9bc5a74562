/* wrap/contents.c - see wrap/contents.h.
 *
 * Trees consist of cells, addressed by number: a node is a slot, then the number of its listed values, then for each of
 * them, and for all others, its successor; values of one class have the same successor. If there are many values, the
 * node has NONE listed, and stores one successor per class. A successor is UNKNOWN, a node, or LEAF + the result. */
#include "wrap/contents.h"

#include <string.h>

#define UNKNOWN       COSET_CONTENTS_UNKNOWN
#define LEAF          COSET_CONTENTS_MOST
#define NONE          UINT32_MAX
#define MOST_CONTENTS 12U                 /* most listed values */
#define MOST_WORK     (UINT64_C(1) << 25) /* most values examined to find classes */
#ifdef COSET_TEST_SMALL
#define MOST_CELLS 300U
#else
#define MOST_CELLS (UINT32_C(1) << 20)
#endif

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

/* ---- classes ---------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_classes *c;
    uint64_t work;
} classing;

typedef void on_need(classing *x, const coset_need *need);

static void each_need(const coset_relations *r, on_need *call, classing *x)
{
    for (uint32_t i = 0; i < r->n; i++) {
        for (uint32_t k = 0; k < r->needs[i].n; k++)
            call(x, &r->needs[i].at[k]);
        for (uint32_t w = 0; w < r->transitions->at[i].n_ways; w++)
            for (uint32_t k = 0; k < r->ways[i][w].n; k++)
                call(x, &r->ways[i][w].at[k]);
    }
}

static void widen(classing *x, const coset_need *need)
{
    coset_class *c = &x->c->slots[need->slot];
    c->n = need->n > c->n ? need->n : c->n;
}

static void add_work(classing *x, const coset_need *need) { x->work += x->c->slots[need->slot].n; }

/* Values that the condition distinguishes get separate classes. Values beyond its last one are unknown. */
static void refine(classing *x, const coset_need *need)
{
    coset_class *c = &x->c->slots[need->slot];
    uint32_t *new = coset_new((size_t)c->n_classes * 4, sizeof *new), n = 0;
    for (uint32_t v = 0; v <= c->n; v++) {
        const uint32_t tells = v >= need->n ? 3 : need->faults && has(need->faults, v) ? 2 : has(need->lets, v);
        uint32_t *is = &new[c->class_of[v] * 4 + tells];
        if (!*is)
            *is = ++n;
        c->class_of[v] = *is - 1;
    }
    c->n_classes = n;
    coset_delete(new);
}

coset_classes *coset_classes_new(const coset_relations *r, uint32_t n_slots)
{
    coset_classes *c = coset_new(1, sizeof *c);
    classing x = {.c = c};
    c->n_slots = n_slots;
    c->slots = coset_new(n_slots + (size_t)1, sizeof *c->slots);
    each_need(r, widen, &x);
    each_need(r, add_work, &x);
    if (x.work > MOST_WORK) {
        coset_classes_free(c);
        return NULL;
    }
    for (uint32_t i = 0; i < n_slots; i++) {
        c->slots[i].n_classes = 1;
        c->slots[i].class_of = coset_new(c->slots[i].n + (size_t)1, sizeof(uint32_t));
    }
    each_need(r, refine, &x);
    return c;
}

void coset_classes_free(coset_classes *c)
{
    for (uint32_t i = 0; c && i < c->n_slots; i++)
        coset_delete(c->slots[i].class_of);
    if (c)
        coset_delete(c->slots);
    coset_delete(c);
}

static uint32_t class_of(const coset_contents *t, uint32_t slot, coset_value v)
{
    const coset_class *c = &t->classes->slots[slot];
    return c->class_of[v < c->n ? v : c->n];
}

/* ---- trees ------------------------------------------------------------------------------------------------------ */

void coset_contents_init(coset_contents *t, const coset_classes *classes)
{
    *t = (coset_contents){.classes = classes, .known = coset_new(classes->n_slots + (size_t)1, sizeof(bool))};
    *coset_vec_add(&t->cells) = UNKNOWN; /* no node has that number */
}

void coset_contents_fini(coset_contents *t)
{
    coset_vec_fini(&t->cells);
    coset_vec_fini(&t->read);
    coset_delete(t->known);
}

bool coset_contents_is_full(const coset_contents *t) { return t->cells.n > MOST_CELLS; }

void coset_contents_forget(coset_contents *t) { t->cells.n = 1; }

bool coset_contents_find(const coset_contents *t, uint32_t root, const coset_value *state, uint32_t *found)
{
    while (root - 1 < LEAF - 1) {
        const uint32_t *c = t->cells.at + root;
        const coset_value v = state[c[0]];
        root = c[2 + (c[1] == NONE ? class_of(t, c[0], v) : v < c[1] ? v : c[1])];
    }
    *found = root - LEAF;
    return root != UNKNOWN;
}

/* The slots read before lead here, so an existing node has the same slot. */
static uint32_t node_of(coset_contents *t, uint32_t here, uint32_t slot)
{
    const coset_class *c = &t->classes->slots[slot];
    const bool lists = c->n <= MOST_CONTENTS;
    if (here == UNKNOWN) {
        const uint32_t size = 2 + (lists ? c->n + 1 : c->n_classes);
        here = t->cells.n;
        memset(coset_vec_add_n(&t->cells, size), 0, size * sizeof(uint32_t));
        t->cells.at[here] = slot;
        t->cells.at[here + 1] = lists ? c->n : NONE;
    }
    COSET_INVARIANT(here < LEAF && t->cells.at[here] == slot);
    return here;
}

/* The successor of the node for that class; 0: of the root. */
typedef struct {
    uint32_t node, class;
} way;

static uint32_t follow(const coset_contents *t, const uint32_t *root, way w)
{
    if (!w.node)
        return *root;
    const uint32_t *cells = t->cells.at + w.node;
    const coset_class *c = &t->classes->slots[cells[0]];
    uint32_t i = 0;
    while (cells[1] != NONE && c->class_of[i] != w.class)
        i++;
    return cells[2 + (cells[1] == NONE ? w.class : i)];
}

static void lead(coset_contents *t, uint32_t *root, way w, uint32_t to)
{
    if (!w.node) {
        *root = to;
        return;
    }
    uint32_t *cells = t->cells.at + w.node;
    const coset_class *c = &t->classes->slots[cells[0]];
    if (cells[1] == NONE)
        cells[2 + w.class] = to;
    for (uint32_t i = 0; cells[1] != NONE && i <= c->n; i++)
        if (c->class_of[i] == w.class)
            cells[2 + i] = to;
}

void coset_contents_learn(coset_contents *t, uint32_t *root, const coset_value *state, uint32_t found)
{
    way at = {0, 0};
    for (uint32_t i = 0; i < t->read.n; i++) {
        const uint32_t slot = t->read.at[i];
        const uint32_t node = node_of(t, follow(t, root, at), slot);
        lead(t, root, at, node);
        at = (way){node, class_of(t, slot, state[slot])};
    }
    lead(t, root, at, LEAF + found);
    while (t->read.n)
        t->known[t->read.at[--t->read.n]] = false;
}

/* Families decided on a strongly connected set of nodes.
 *
 * On a quotient, an index denotes different things in different nodes. Each node gets the renaming of some path from it
 * to the head of the set, so the marks of all edges are expressed in names of the head. Another path to the same node
 * may give other names: then the head's indices that they exchange form one class. A run can go round such a path and
 * back, so a mark of one index of a class marks all of them. Without a quotient each index is its own class.
 *
 * Büchi: each class must be marked. Streett: a class that is requested and not granted cannot be requested for ever;
 * edges that request it are removed, and the components of the rest are checked in turn.
 */
#include <string.h>

#include "explore/accept_int.h"

#define SHOWN     1 /* marked, or granted */
#define REQUESTED 2

typedef struct {
    uint32_t begin, n; /* in `order` */
} slice;

typedef struct {
    coset__emptiness *x;
    const coset_model *m;
    uint32_t first, n; /* open nodes; local node i is open.at[first + i] */
    /* of the slice being checked */
    uint32_t label;
    uint64_t accepts;
    bool cyclic;
    uint32_t *class_of; /* [n_indices] union-find over indices in the names of the head */
    uint8_t *shown;     /* [n_indices] of the representative of a class */
    uint32_t *queue;    /* [n] reached local nodes */
    uint32_t n_queue;
    uint8_t *reached; /* [n] */
    /* renamings of nodes to the head */
    uint32_t points;
    uint16_t *to_head;              /* [n * points], or NULL: no edge renames */
    coset_renaming *here, *through; /* [points] of the source of an edge; of its target, by this edge */
    coset_renaming *known;          /* [points] of the target, by the edge that reached it */
    uint32_t src;                   /* local */
    /* since a removal */
    uint64_t *banned; /* [n * words] requests whose edges are removed, or NULL */
    uint32_t *labels; /* [n] of the slice that a node is in, 0: none; or NULL: all are in one */
    uint32_t *order;  /* [n] local nodes, slice after slice */
    uint32_t n_labels;
    COSET_VEC(slice) slices; /* still to be checked */
} region;

bool coset__fair_has(const coset_model *m, uint32_t family, uint32_t index, bool grants, const uint64_t *fair)
{
    uint32_t word = coset_families_offset(m, family) + (grants ? coset_family_words(&m->families[family]) : 0);
    return fair && fair[word + index / 64] >> index % 64 & 1;
}

void coset__region_fini(coset__region *r)
{
    coset_delete(r->nodes);
    coset_delete(r->banned);
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

static uint32_t find(region *r, uint32_t i)
{
    while (r->class_of[i] != i)
        i = r->class_of[i] = r->class_of[r->class_of[i]];
    return i;
}

static void unite(region *r, uint32_t i, uint32_t k)
{
    i = find(r, i);
    k = find(r, k);
    if (i == k)
        return;
    r->class_of[k] = i;
    r->shown[i] |= r->shown[k];
}

/* Both rename one node to the head: unites the indices that they exchange. */
static void unite_names(region *r, const coset_renaming *a, const coset_renaming *b)
{
    for (uint32_t f = 0, base = 0; f < r->m->n_families; base += r->m->families[f].n, f++)
        for (uint32_t i = 0; i < r->m->families[f].n; i++)
            unite(r, base + coset_family_image(r->m, &r->m->families[f], a, i),
                  base + coset_family_image(r->m, &r->m->families[f], b, i));
}

/* Index i of family f, renamed by `names` to the head. */
static uint32_t class_at(region *r, uint32_t f, uint32_t base, const coset_renaming *names, uint32_t i)
{
    return find(r, base + (r->to_head ? coset_family_image(r->m, &r->m->families[f], names, i) : i));
}

static void show_all(region *r, uint32_t f, uint32_t base, const uint64_t *set, uint8_t what)
{
    for (uint32_t w = 0; w < coset_family_words(&r->m->families[f]); w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            r->shown[class_at(r, f, base, r->here, 64 * w + (uint32_t)__builtin_ctzll(bits))] |= what;
}

static void show_marks(region *r, const uint64_t *fair)
{
    for (uint32_t f = 0, base = 0; f < r->m->n_families; base += r->m->families[f].n, f++) {
        const coset_family *y = &r->m->families[f];
        bool streett = y->kind == COSET_FAMILY_STREETT;
        show_all(r, f, base, fair, streett ? REQUESTED : SHOWN);
        if (streett)
            show_all(r, f, base, fair + coset_family_words(y), SHOWN);
        fair += coset_family_all_words(y);
    }
}

/* ---- renamings to the head --------------------------------------------------------------------------------------- */

static void identity(const region *r, coset_renaming *perm)
{
    const coset_symmetry *s = &r->m->symmetry;
    for (uint32_t t = 0, k = 0; t < s->n_types; t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            perm[k++] = e;
}

static void load(const region *r, uint32_t local, coset_renaming *names)
{
    for (uint32_t i = 0; i < r->points; i++)
        names[i] = r->to_head[(size_t)local * r->points + i];
}

static void save(region *r, uint32_t local, const coset_renaming *names)
{
    for (uint32_t i = 0; i < r->points; i++)
        r->to_head[(size_t)local * r->points + i] = (uint16_t)names[i];
}

/* The first edge that renames: no earlier one did. */
static void begin_renaming(region *r)
{
    if (r->to_head)
        return;
    r->to_head = coset_new((size_t)r->n * r->points, sizeof *r->to_head);
    identity(r, r->here);
    for (uint32_t i = 0; i < r->n; i++)
        save(r, i, r->here);
}

/* The target's element perm(e) is the source's e. */
static void rename_through(region *r, const coset_renaming *perm)
{
    const coset_symmetry *s = &r->m->symmetry;
    for (uint32_t t = 0, k = 0; t < s->n_types; k += s->types[t].n, t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            r->through[k + (perm ? perm[k + e] : e)] = r->here[k + e];
}

/* ---- one slice --------------------------------------------------------------------------------------------------- */

/* The local node, or COSET__NOWHERE: it is not in the slice. */
static uint32_t local_of(const region *r, uint32_t node)
{
    uint32_t number = coset__number(&r->x->numbers, node);
    if (!number || number == COSET__CLOSED || number - 1 < r->first)
        return COSET__NOWHERE;
    uint32_t local = number - 1 - r->first;
    if (local >= r->n || (r->labels && r->labels[local] != r->label))
        return COSET__NOWHERE;
    return local;
}

static bool is_banned(const region *r, const uint64_t *fair)
{
    for (uint32_t w = 0; r->banned && fair && w < r->x->words; w++)
        if (r->banned[(size_t)r->src * r->x->words + w] & fair[w])
            return true;
    return false;
}

static void reach(region *r, uint32_t local)
{
    r->reached[local] = 1;
    r->queue[r->n_queue++] = local;
}

static bool judge_arc(void *ctx, const coset__arc *arc)
{
    region *r = ctx;
    const coset_edge *e = arc->edge;
    uint32_t to = local_of(r, arc->to);
    if (to == COSET__NOWHERE || is_banned(r, e->fair))
        return true;
    r->cyclic = true;
    r->accepts |= e->accepts;
    if (e->renaming)
        begin_renaming(r);
    if (r->to_head)
        rename_through(r, e->renaming);
    if (e->fair)
        show_marks(r, e->fair);
    if (!r->reached[to]) {
        reach(r, to);
        if (r->to_head)
            save(r, to, r->through);
    } else if (r->to_head) {
        load(r, to, r->known);
        if (memcmp(r->known, r->through, r->points * sizeof *r->known) != 0)
            unite_names(r, r->known, r->through);
    }
    return true;
}

/* Looks at all edges of the slice with this head. False: the search has been halted. */
static bool look(region *r, uint32_t head, const slice *s)
{
    r->accepts = 0;
    r->cyclic = false;
    r->n_queue = 0;
    for (uint32_t i = 0; i < r->x->n_indices; i++)
        r->class_of[i] = i;
    memset(r->shown, 0, r->x->n_indices);
    for (uint32_t i = 0; s && i < s->n; i++)
        r->reached[r->order[s->begin + i]] = 0;
    identity(r, r->here);
    reach(r, head);
    if (r->to_head)
        save(r, head, r->here);
    for (uint32_t i = 0; i < r->n_queue; i++) {
        r->src = r->queue[i];
        if (r->to_head)
            load(r, r->src, r->here);
        if (coset__halted(r->x->s) != COSET__GO || !coset__arcs(r->x, r->x->open.at[r->first + r->src], judge_arc, r))
            return false;
    }
    COSET_INVARIANT(r->n_queue == (s ? s->n : r->n)); /* it is strongly connected */
    return true;
}

/* ---- verdict on a slice ------------------------------------------------------------------------------------------ */

typedef enum { EMPTY, ACCEPTING, UNFAIR } verdict; /* UNFAIR: some class is requested and not granted */

static bool is_unfair(const region *r, uint32_t class) { return r->shown[class] == REQUESTED; }

static verdict judge(region *r)
{
    verdict v = ACCEPTING;
    if (!r->cyclic || r->accepts != r->x->all)
        return EMPTY;
    for (uint32_t f = 0, base = 0; f < r->m->n_families; base += r->m->families[f].n, f++)
        for (uint32_t i = 0; i < r->m->families[f].n; i++) {
            uint32_t class = find(r, base + i);
            if (r->m->families[f].kind == COSET_FAMILY_BUCHI && !r->shown[class])
                return EMPTY;
            if (r->m->families[f].kind == COSET_FAMILY_STREETT && is_unfair(r, class))
                v = UNFAIR;
        }
    return v;
}

/* Bans requests of unfair classes, in the names of each node of the slice. */
static void ban(region *r)
{
    if (!r->banned)
        r->banned = coset_new((size_t)r->n * r->x->words, sizeof *r->banned);
    for (uint32_t q = 0; q < r->n_queue; q++) {
        uint32_t local = r->queue[q], word = 0;
        if (r->to_head)
            load(r, local, r->here);
        for (uint32_t f = 0, base = 0; f < r->m->n_families; base += r->m->families[f].n, f++) {
            uint64_t *set = r->banned + (size_t)local * r->x->words + word;
            word += coset_family_all_words(&r->m->families[f]);
            if (r->m->families[f].kind != COSET_FAMILY_STREETT)
                continue;
            for (uint32_t i = 0; i < r->m->families[f].n; i++)
                if (is_unfair(r, class_at(r, f, base, r->here, i)))
                    set[i / 64] |= UINT64_C(1) << i % 64;
        }
    }
}

/* ---- decomposition ----------------------------------------------------------------------------------------------- */

typedef struct {
    region *r;
    const slice *s;
    COSET_VEC(uint32_t) edges; /* targets */
    uint32_t *end;             /* [s->n] where the edges of node i of the slice end */
    uint32_t *place;           /* [n] of a local node in the slice */
    uint32_t *low;             /* [s->n] 0: not visited; COSET__CLOSED */
    uint32_t *stack, *path, *next, n_stack, n_path, clock;
    uint32_t *sorted, n_sorted; /* local nodes, component after component */
} decomposition;

static bool note_arc(void *ctx, const coset__arc *arc)
{
    decomposition *d = ctx;
    uint32_t to = local_of(d->r, arc->to);
    if (to != COSET__NOWHERE && !is_banned(d->r, arc->edge->fair))
        *coset_vec_add(&d->edges) = d->place[to];
    return true;
}

static bool note_edges(decomposition *d)
{
    region *r = d->r;
    for (uint32_t i = 0; i < d->s->n; i++)
        d->place[r->order[d->s->begin + i]] = i;
    for (uint32_t i = 0; i < d->s->n; i++) {
        r->src = r->order[d->s->begin + i];
        if (coset__halted(r->x->s) != COSET__GO || !coset__arcs(r->x, r->x->open.at[r->first + r->src], note_arc, d))
            return false;
        d->end[i] = d->edges.n;
    }
    return true;
}

static uint32_t begin_of(const decomposition *d, uint32_t i) { return i ? d->end[i - 1] : 0; }

static bool has_loop(const decomposition *d, uint32_t i)
{
    for (uint32_t k = begin_of(d, i); k < d->end[i]; k++)
        if (d->edges.at[k] == i)
            return true;
    return false;
}

/* The states from v on, on the stack, are a component. */
static void close_component(decomposition *d, uint32_t v)
{
    region *r = d->r;
    uint32_t from = d->n_stack, begin = d->s->begin + d->n_sorted;
    while (d->stack[--from] != v)
        continue;
    uint32_t n = d->n_stack - from;
    bool cyclic = n > 1 || has_loop(d, v);
    uint32_t label = cyclic ? ++r->n_labels : 0;
    for (uint32_t k = from; k < d->n_stack; k++) {
        uint32_t local = r->order[d->s->begin + d->stack[k]];
        d->low[d->stack[k]] = COSET__CLOSED;
        d->sorted[d->n_sorted++] = local;
        r->labels[local] = label;
    }
    d->n_stack = from;
    if (cyclic)
        *coset_vec_add(&r->slices) = (slice){begin, n};
}

static void enter(decomposition *d, uint32_t v)
{
    d->low[v] = ++d->clock;
    d->stack[d->n_stack++] = d->path[d->n_path++] = v;
    d->next[v] = begin_of(d, v);
}

/* Tarjan's algorithm; the number of a node is needed only while it is its low-link. */
static void find_components(decomposition *d, uint32_t start, uint32_t *number)
{
    enter(d, start);
    number[start] = d->clock;
    while (d->n_path) {
        uint32_t v = d->path[d->n_path - 1];
        if (d->next[v] < d->end[v]) {
            uint32_t to = d->edges.at[d->next[v]++];
            if (!d->low[to]) {
                enter(d, to);
                number[to] = d->clock;
            } else if (d->low[to] < d->low[v]) {
                d->low[v] = d->low[to];
            }
            continue;
        }
        d->n_path--;
        uint32_t low = d->low[v];
        if (low == number[v])
            close_component(d, v);
        else if (d->n_path && low < d->low[d->path[d->n_path - 1]])
            d->low[d->path[d->n_path - 1]] = low;
    }
}

static void begin_slices(region *r)
{
    if (r->labels)
        return;
    r->labels = coset_new(r->n, sizeof *r->labels);
    r->order = coset_new(r->n, sizeof *r->order);
    for (uint32_t i = 0; i < r->n; i++)
        r->order[i] = i;
}

/* Components of the slice without the edges that have been banned become slices; unless the search has been halted. */
static void decompose(region *r, const slice *s)
{
    uint32_t *arrays = coset_new((size_t)s->n * 7 + r->n, sizeof *arrays), *number = arrays + 6 * (size_t)s->n;
    decomposition d = {.r = r, .s = s, .end = arrays, .low = arrays + s->n, .stack = arrays + 2 * (size_t)s->n};
    d.path = arrays + 3 * (size_t)s->n;
    d.next = arrays + 4 * (size_t)s->n;
    d.sorted = arrays + 5 * (size_t)s->n;
    d.place = arrays + 7 * (size_t)s->n;
    bool noted = note_edges(&d);
    for (uint32_t i = 0; noted && i < s->n; i++)
        if (!d.low[i])
            find_components(&d, i, number);
    if (noted)
        memcpy(r->order + s->begin, d.sorted, s->n * sizeof *r->order);
    coset_vec_fini(&d.edges);
    coset_delete(arrays);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void keep(region *r)
{
    coset__region *found = &r->x->found;
    *found = (coset__region){.n = r->n_queue, .nodes = coset_new(r->n_queue, sizeof(uint32_t))};
    if (r->banned)
        found->banned = coset_new((size_t)r->n_queue * r->x->words, sizeof *found->banned);
    for (uint32_t i = 0; i < r->n_queue; i++) {
        found->nodes[i] = r->x->open.at[r->first + r->queue[i]];
        if (r->banned)
            memcpy(found->banned + (size_t)i * r->x->words, r->banned + (size_t)r->queue[i] * r->x->words,
                   r->x->words * sizeof *found->banned);
    }
}

/* The slice; without one, all. */
static bool judge_slice(region *r, const slice *s)
{
    uint32_t head = s ? r->order[s->begin] : 0;
    r->label = s ? r->labels[head] : 0;
    if (!look(r, head, s))
        return false;
    verdict v = judge(r);
    if (v == ACCEPTING) {
        keep(r);
        return true;
    }
    const slice all = {0, r->n};
    if (v == UNFAIR) {
        ban(r);
        begin_slices(r);
        decompose(r, s ? s : &all);
    }
    return false;
}

static bool search_slices(region *r)
{
    bool found = false;
    while (!found && r->slices.n && coset__halted(r->x->s) == COSET__GO) {
        const slice s = r->slices.at[--r->slices.n];
        found = judge_slice(r, &s);
    }
    return found;
}

static bool check(coset__emptiness *x, uint32_t first, bool connected)
{
    region r = {.x = x, .m = x->s->m, .first = first, .n = x->open.n - first};
    r.points = coset_symmetry_points(&r.m->symmetry);
    coset_renaming *renamings = coset_new(3 * (size_t)r.points, sizeof *renamings);
    r.here = renamings;
    r.through = renamings + r.points;
    r.known = renamings + 2 * (size_t)r.points;
    r.class_of = coset_new(x->n_indices, sizeof *r.class_of);
    r.shown = coset_new(x->n_indices, sizeof *r.shown);
    r.queue = coset_new(r.n, sizeof *r.queue);
    r.reached = coset_new(r.n, sizeof *r.reached);
    bool found = connected && judge_slice(&r, NULL);
    if (!connected) {
        begin_slices(&r);
        decompose(&r, &(const slice){0, r.n});
    }
    found = found || search_slices(&r);
    coset_delete(renamings);
    coset_delete(r.class_of);
    coset_delete(r.shown);
    coset_delete(r.queue);
    coset_delete(r.reached);
    coset_delete(r.to_head);
    coset_delete(r.banned);
    coset_delete(r.labels);
    coset_delete(r.order);
    coset_vec_fini(&r.slices);
    return found;
}

bool coset__region_check(coset__emptiness *x, uint32_t first) { return check(x, first, true); }

bool coset__region_search(coset__emptiness *x, uint32_t first) { return check(x, first, false); }

/* Constructs a run to a region that has accepting runs, and round a loop in it.
 *
 * A breadth-first search from the start states finds the first node of the region, the head of the loop. If that visits
 * many more states than the emptiness check did, it is restricted to states that the check has visited, among which
 * such a path exists. From the head the walk goes to the nearest edge with a missing mark, again and again, and back to
 * the head. To find a mark of an index, the index is followed through the renamings: the search explores pairs of node
 * and index. The loop must grant whatever it requests.
 */
#include <string.h>

#include "explore/accept_int.h"

#define MANY_STATES 100000 /* a search for a shortest path that visits more, and */
#define MANY_TIMES  2      /* this many times the states stored by the check, is given up */

#define NO_INDEX 0 /* track: no index is followed; else its number among all families + 1 */

typedef struct {
    uint32_t local, track;
    uint32_t parent; /* in the queue, or COSET__NOWHERE */
    uint32_t number; /* of the edge from there */
} visit;

/* An edge of the loop. */
typedef struct {
    uint32_t to, number; /* local */
} stride;

typedef struct {
    coset__emptiness *x;
    const coset_model *m;
    coset__numbers local; /* of nodes of the region, + 1 */
    uint32_t n_tracks;
    uint64_t *visited; /* a bit for each local node and track */
    COSET_VEC(visit) queue;
    /* position of the walk */
    uint32_t head, at;               /* local */
    coset_renaming *names, *renamed; /* from its node to the head; scratch */
    uint64_t missing;                /* plain sets */
    bool *needed, *granted;          /* [n_indices] in the names of the head */
    COSET_VEC(stride) walk;
    COSET_VEC(uint32_t) numbers; /* of the edges to be taken next */
    /* the target of the search */
    bool closing;  /* the head, else a missing mark */
    uint32_t from; /* in the queue */
    bool found;
    uint32_t wanted; /* number of an edge */
} lasso;

/* ---- recomputing steps ------------------------------------------------------------------------------------------- */

typedef struct {
    coset__emptiness *x;
    coset__on_arc *emit;
    void *ctx;
    uint32_t number;
    bool full;
} arcs;

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    arcs *a = ctx;
    if (atomic_load_explicit(a->x->s->pausing, memory_order_relaxed))
        coset__team_pause(a->x->s->team, NULL, NULL);
    coset__arc arc = {.number = a->number++, .edge = e};
    bool faulted;
    if (e->fault || (a->x->s->assumptions.n && coset__excluding(a->x->w, dst, &faulted) != COSET_NO_PROP))
        return COSET_OK;
    if (!coset__node_of(a->x, dst, &arc.to)) {
        a->full = !a->x->telling;
        return a->full ? COSET_STOPPED : COSET_OK;
    }
    return a->emit(a->ctx, &arc) ? COSET_OK : COSET_STOPPED;
}

bool coset__arcs(coset__emptiness *x, uint32_t node, coset__on_arc *emit, void *ctx)
{
    arcs a = {.x = x, .emit = emit, .ctx = ctx};
    const coset_model_ops *ops = x->s->m->ops;
    coset_status st;
    if (node == COSET__NOWHERE) {
        st = ops->starts(x->again, on_edge, &a);
    } else {
        coset_ref ref = x->by_reference ? node : coset_store_ref(x->s->store, 0, node);
        (void)coset_store_load(x->s->store, x->w->number, ref, x->w->src);
        st = ops->next(x->again, x->w->src, on_edge, &a);
    }
    if (a.full)
        coset__halt_search(x->s, COSET__HALT_MEMORY);
    else if (st != COSET_OK && st != COSET_STOPPED)
        coset__halt_search(x->s, COSET__HALT_MODEL);
    return !a.full && (st == COSET_OK || st == COSET_STOPPED);
}

/* ---- the prefix -------------------------------------------------------------------------------------------------- */

typedef struct {
    coset__emptiness *x;
    const coset__numbers *targets; /* the nodes with a number */
    coset__numbers parent;         /* node + 1; COSET__CLOSED: a start state */
    coset__numbers edge;
    COSET_VEC(uint32_t) queue;
    uint32_t from, found;
    bool only_visited; /* nodes of the search that found the targets */
} prefix;

static bool reach(void *ctx, const coset__arc *arc)
{
    prefix *p = ctx;
    if (coset__number(&p->parent, arc->to) || (p->only_visited && !coset__number(&p->x->numbers, arc->to)))
        return true;
    coset__number_set(&p->parent, arc->to, p->from == COSET__NOWHERE ? COSET__CLOSED : p->from + 1);
    coset__number_set(&p->edge, arc->to, arc->number);
    *coset_vec_add(&p->queue) = arc->to;
    if (coset__number(p->targets, arc->to))
        p->found = arc->to;
    return p->found == COSET__NOWHERE;
}

/* The path to p->found, with room for more states. */
static coset_path *path_to_found(const prefix *p, uint32_t more, coset_arena *arena)
{
    uint32_t n = 1, width = p->x->s->m->n_slots;
    for (uint32_t v = p->found; coset__number(&p->parent, v) != COSET__CLOSED; v = coset__number(&p->parent, v) - 1)
        n++;
    coset_path *path = coset_arena_get(arena, 1, sizeof *path);
    coset_value *states = coset_arena_get(arena, (size_t)(n + more) * width + 1, sizeof *states);
    uint32_t *edges = coset_arena_get(arena, (size_t)n + more + 1, sizeof *edges);
    for (uint32_t v = p->found, i = n; i-- > 0; v = coset__number(&p->parent, v) - 1) {
        coset_store_get(p->x->s->store, coset_store_ref(p->x->s->store, 0, v), states + (size_t)i * width);
        edges[i] = coset__number(&p->edge, v);
    }
    *path = (coset_path){.n_states = n, .states = states, .edges = edges};
    return path;
}

/* False: memory, or the bound on states, did not suffice. */
static bool find_prefix(prefix *p, uint64_t most)
{
    p->from = p->found = COSET__NOWHERE;
    if (!coset__arcs(p->x, COSET__NOWHERE, reach, p))
        return false;
    for (uint32_t i = 0; p->found == COSET__NOWHERE && i < p->queue.n && p->queue.n <= most; i++) {
        p->from = p->queue.at[i];
        if (!coset__arcs(p->x, p->from, reach, p))
            return false;
    }
    return p->found != COSET__NOWHERE;
}

static void prefix_fini(prefix *p)
{
    coset__numbers_fini(&p->parent);
    coset__numbers_fini(&p->edge);
    coset_vec_fini(&p->queue);
}

/* The shortest one, unless that visits many more states than the check has stored. */
static bool find_short_prefix(prefix *p)
{
    uint64_t most = MANY_TIMES * coset_store_size(p->x->s->store);
    if (find_prefix(p, most > MANY_STATES ? most : MANY_STATES))
        return true;
    prefix_fini(p);
    p->only_visited = true;
    return find_prefix(p, UINT64_MAX);
}

const coset_path *coset__path_to_node(coset__emptiness *x, uint32_t node, coset_arena *arena)
{
    coset__numbers targets = {0};
    prefix p = {.x = x, .targets = &targets};
    coset__number_set(&targets, node, 1);
    const coset_path *path = find_prefix(&p, UINT64_MAX) ? path_to_found(&p, 0, arena) : NULL;
    prefix_fini(&p);
    coset__numbers_fini(&targets);
    return path;
}

/* ---- indices ----------------------------------------------------------------------------------------------------- */

static uint32_t family_of(const lasso *l, uint32_t *index)
{
    uint32_t f = 0;
    for (; *index >= l->m->families[f].n; f++)
        *index -= l->m->families[f].n;
    return f;
}

/* `index`: among all families. */
static uint32_t image(const lasso *l, const coset_renaming *perm, uint32_t index)
{
    uint32_t i = index, f = family_of(l, &i);
    return perm ? index - i + coset_family_image(l->m, &l->m->families[f], perm, i) : index;
}

/* The edge has the mark that the index needs. */
static bool gives(const lasso *l, const coset_edge *e, uint32_t index)
{
    uint32_t f = family_of(l, &index);
    return coset__fair_has(l->m, f, index, l->m->families[f].kind == COSET_FAMILY_STREETT, e->fair);
}

static void note_marks(lasso *l, const coset_edge *e)
{
    l->missing &= ~e->accepts;
    for (uint32_t index = 0; index < l->x->n_indices; index++) {
        uint32_t i = index, f = family_of(l, &i), name = image(l, l->names, index);
        if (gives(l, e, index))
            l->granted[name] = true;
        bool wants = l->m->families[f].kind == COSET_FAMILY_BUCHI || coset__fair_has(l->m, f, i, false, e->fair);
        l->needed[name] = (l->needed[name] || wants) && !l->granted[name];
    }
}

static void note_renaming(lasso *l, const coset_renaming *perm)
{
    const coset_symmetry *s = &l->m->symmetry;
    if (!perm)
        return;
    for (uint32_t t = 0, k = 0; t < s->n_types; k += s->types[t].n, t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            l->renamed[k + perm[k + e]] = l->names[k + e];
    coset_renaming *old = l->names;
    l->names = l->renamed;
    l->renamed = old;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

static uint32_t local_target(const lasso *l, uint32_t from, const coset__arc *arc)
{
    const uint64_t *banned = l->x->found.banned;
    for (uint32_t w = 0; banned && arc->edge->fair && w < l->x->words; w++)
        if (banned[(size_t)from * l->x->words + w] & arc->edge->fair[w])
            return COSET__NOWHERE;
    return coset__number(&l->local, arc->to) - 1;
}

static void enqueue(lasso *l, const visit *v)
{
    uint64_t bit = (uint64_t)v->local * l->n_tracks + v->track;
    if (l->visited[bit / 64] >> bit % 64 & 1)
        return;
    l->visited[bit / 64] |= UINT64_C(1) << bit % 64;
    *coset_vec_add(&l->queue) = *v;
}

static bool look_at(void *ctx, const coset__arc *arc)
{
    lasso *l = ctx;
    const visit v = l->queue.at[l->from];
    uint32_t to = local_target(l, v.local, arc);
    if (to == COSET__NOWHERE)
        return true;
    if (l->closing)
        l->found = to == l->head;
    else if (v.track == NO_INDEX)
        l->found = (arc->edge->accepts & l->missing) != 0;
    else
        l->found = gives(l, arc->edge, v.track - 1);
    l->wanted = arc->number;
    uint32_t track = v.track == NO_INDEX ? NO_INDEX : image(l, arc->edge->renaming, v.track - 1) + 1;
    if (!l->found)
        enqueue(l, &(visit){to, track, l->from, arc->number});
    return !l->found;
}

static bool take(void *ctx, const coset__arc *arc)
{
    lasso *l = ctx;
    if (arc->number != l->wanted)
        return true;
    note_marks(l, arc->edge);
    note_renaming(l, arc->edge->renaming);
    l->at = local_target(l, l->at, arc);
    *coset_vec_add(&l->walk) = (stride){l->at, arc->number};
    return false;
}

static bool arcs_of(lasso *l, uint32_t local, coset__on_arc *emit)
{
    return coset__arcs(l->x, l->x->found.nodes[local], emit, l);
}

/* Appends the edges to the last position of the search, and the edge found there. */
static bool follow(lasso *l)
{
    l->numbers.n = 0;
    *coset_vec_add(&l->numbers) = l->wanted;
    for (uint32_t i = l->from; l->queue.at[i].parent != COSET__NOWHERE; i = l->queue.at[i].parent)
        *coset_vec_add(&l->numbers) = l->queue.at[i].number;
    for (uint32_t i = l->numbers.n; i-- > 0;) {
        l->wanted = l->numbers.at[i];
        if (!arcs_of(l, l->at, take))
            return false;
    }
    return true;
}

/* Walks to the nearest edge with a missing mark, or to the head. False: not enough memory. */
static bool seek(lasso *l, bool closing)
{
    for (uint32_t i = 0; i < l->queue.n; i++) {
        uint64_t bit = (uint64_t)l->queue.at[i].local * l->n_tracks + l->queue.at[i].track;
        l->visited[bit / 64] = 0;
    }
    l->queue.n = 0;
    l->closing = closing;
    l->found = false;
    if (closing || l->missing)
        enqueue(l, &(visit){l->at, NO_INDEX, COSET__NOWHERE, 0});
    for (uint32_t i = 0; !closing && i < l->x->n_indices; i++)
        if (l->needed[image(l, l->names, i)])
            enqueue(l, &(visit){l->at, i + 1, COSET__NOWHERE, 0});
    for (l->from = 0; !l->found && l->from < l->queue.n; l->from++)
        if (!arcs_of(l, l->queue.at[l->from].local, look_at))
            return false;
    if (!l->found)
        return false;
    l->from--;
    return follow(l);
}

static bool lacks(const lasso *l)
{
    bool needs = l->missing != 0;
    for (uint32_t i = 0; i < l->x->n_indices; i++)
        needs = needs || l->needed[i];
    return needs;
}

static bool go_round(lasso *l)
{
    do {
        while (lacks(l))
            if (!seek(l, false))
                return false;
        if ((!l->walk.n || l->at != l->head) && !seek(l, true))
            return false;
    } while (lacks(l));
    return true;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void begin(lasso *l, coset__emptiness *x)
{
    uint32_t points = coset_symmetry_points(&x->s->m->symmetry);
    const coset_symmetry *s = &x->s->m->symmetry;
    *l = (lasso){.x = x, .m = x->s->m, .n_tracks = x->n_indices + 1, .missing = x->all};
    for (uint32_t i = 0; i < x->found.n; i++)
        coset__number_set(&l->local, x->found.nodes[i], i + 1);
    l->visited = coset_new((size_t)x->found.n * l->n_tracks / 64 + 1, sizeof *l->visited);
    l->names = coset_new(points, sizeof *l->names);
    l->renamed = coset_new(points, sizeof *l->renamed);
    for (uint32_t t = 0, k = 0; t < s->n_types; t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            l->names[k++] = e;
    l->needed = coset_new(x->n_indices, sizeof *l->needed);
    l->granted = coset_new(x->n_indices, sizeof *l->granted);
    for (uint32_t i = 0; i < x->n_indices; i++) {
        uint32_t index = i;
        l->needed[i] = l->m->families[family_of(l, &index)].kind == COSET_FAMILY_BUCHI;
    }
}

static void end(lasso *l)
{
    coset__numbers_fini(&l->local);
    coset_delete(l->visited);
    coset_vec_fini(&l->queue);
    coset_delete(l->names);
    coset_delete(l->renamed);
    coset_delete(l->needed);
    coset_delete(l->granted);
    coset_vec_fini(&l->walk);
    coset_vec_fini(&l->numbers);
}

/* The last edge of the walk leads back to the head. */
static void add_loop(const lasso *l, coset_path *path)
{
    uint32_t width = l->m->n_slots, n = path->n_states;
    coset_value *states = (coset_value *)(uintptr_t)path->states;
    uint32_t *edges = (uint32_t *)(uintptr_t)path->edges;
    const coset_store *store = l->x->s->store;
    path->has_loop = true;
    path->loop = n - 1;
    for (uint32_t i = 0; i < l->walk.n; i++) {
        edges[n + i] = l->walk.at[i].number;
        if (i + 1 < l->walk.n)
            coset_store_get(store, coset_store_ref(store, 0, l->x->found.nodes[l->walk.at[i].to]),
                            states + (size_t)(n + i) * width);
    }
    path->n_states += l->walk.n - 1;
}

const coset_path *coset__lasso(coset__emptiness *x, coset_arena *arena)
{
    lasso l;
    coset_path *path = NULL;
    begin(&l, x);
    prefix p = {.x = x, .targets = &l.local};
    if (find_short_prefix(&p)) {
        l.head = l.at = coset__number(&l.local, p.found) - 1;
        if (go_round(&l)) {
            path = path_to_found(&p, l.walk.n, arena);
            add_loop(&l, path);
        }
    }
    prefix_fini(&p);
    end(&l);
    return path;
}

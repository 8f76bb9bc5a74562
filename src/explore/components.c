/* Correctness: doc/internals-temporal.md. Atomics are sequentially consistent unless said otherwise, because the proof
 * needs one order of all of them. */
#include "explore/components.h"

#include <sched.h>

#include "base/mem.h"
#include "store/prefetch.h"

/* Flags of a state. A locked state stays in the ring as it is. */
#define LOCKED    UINT32_C(0x01)
#define DONE      UINT32_C(0x02)
#define EXPANDING UINT32_C(0x04)
#define EXPANDED  UINT32_C(0x08)
#define READING   UINT32_C(0x10)
/* Of the root, for its set. */
#define HELD         UINT32_C(0x20)
#define DEAD         UINT32_C(0x40)
#define CYCLIC       UINT32_C(0x80)
#define MARKS        8
#define VISITORS     24
#define FEW_VISITORS 8

#ifdef COSET_TEST_SMALL
#define SMALL_SET UINT32_C(4)
#else
#define SMALL_SET UINT32_C(4096)
#endif

#define N_PIECES (COSET__MOST_STATES / COSET__PLACES + 1)

/* ---- memory ------------------------------------------------------------------------------------------------------ */

void coset__components_init(coset__components *c, uint32_t n_threads, uint32_t n_marks, bool enumerates)
{
    COSET_INVARIANT(n_threads <= COSET__MOST_VISITORS && n_marks <= COSET__MOST_MARKS);
    c->all = (UINT32_C(1) << n_marks) - 1;
    c->many_workers = n_threads > FEW_VISITORS;
    c->enumerates = enumerates;
    c->pieces = coset_new(N_PIECES, sizeof *c->pieces);
    atomic_init(&c->n_pieces, 0);
    atomic_init(&c->bytes, 0);
}

static void free_piece(coset__places *p)
{
    coset_delete(p->visitors);
    coset_delete(p->members);
    coset_delete(p->sizes);
    coset_delete(p);
}

void coset__components_fini(coset__components *c)
{
    for (uint32_t i = 0; i < atomic_load(&c->n_pieces); i++)
        if (atomic_load_explicit(&c->pieces[i], memory_order_relaxed))
            free_piece(atomic_load_explicit(&c->pieces[i], memory_order_relaxed));
    coset_delete(c->pieces);
}

static coset__places *add_piece(coset__components *c, uint32_t i)
{
    coset__places *p = coset_new(1, sizeof *p), *there = NULL;
    uint64_t bytes = sizeof *p;
    if (c->many_workers) {
        p->visitors = coset_new(COSET__PLACES, sizeof *p->visitors);
        bytes += COSET__PLACES * sizeof *p->visitors;
    }
    if (c->enumerates) {
        p->members = coset_new(COSET__PLACES, sizeof *p->members);
        p->sizes = coset_new(COSET__PLACES, sizeof *p->sizes);
        bytes += COSET__PLACES * (sizeof *p->members + sizeof *p->sizes);
    }
    if (!atomic_compare_exchange_strong(&c->pieces[i], &there, p)) {
        free_piece(p);
        return there;
    }
    atomic_fetch_add_explicit(&c->bytes, bytes, memory_order_relaxed);
    uint32_t n = atomic_load(&c->n_pieces);
    while (n <= i && !atomic_compare_exchange_weak(&c->n_pieces, &n, i + 1))
        continue;
    return p;
}

static inline coset__places *piece_of(coset__components *c, uint32_t state)
{
    uint32_t i = state >> COSET__PLACE_BITS;
    coset__places *p = atomic_load_explicit(&c->pieces[i], memory_order_acquire);
    return p ? p : add_piece(c, i);
}

static inline coset__place *place_of(coset__components *c, uint32_t state)
{
    return &piece_of(c, state)->at[state & (COSET__PLACES - 1)];
}

void coset__component_fetch(coset__components *c, uint32_t state)
{
    const coset__places *p = atomic_load_explicit(&c->pieces[state >> COSET__PLACE_BITS], memory_order_relaxed);
    if (p)
        coset__prefetch_for_writing(&p->at[state & (COSET__PLACES - 1)]);
}

/* ---- waiting a moment -------------------------------------------------------------------------------------------- */

#define TURNS 64 /* before the thread yields */

static void wait_a_moment(uint32_t *turns)
{
    if (++*turns % TURNS == 0)
        (void)sched_yield();
}

/* Marks points where an interleaving thread could do harm; tests yield there. */
static void falter(void)
{
#ifdef COSET_TEST_SMALL
    (void)sched_yield();
#endif
}

static void hold(coset__place *p, uint32_t flag)
{
    for (uint32_t turns = 0; atomic_fetch_or(&p->flags, flag) & flag;)
        wait_a_moment(&turns);
}

static void release(coset__place *p, uint32_t flag) { (void)atomic_fetch_and(&p->flags, ~flag); }

/* ---- sets -------------------------------------------------------------------------------------------------------- */

/* The root; the path is shortened: any ancestor is a valid parent for a state that is no root. */
static uint32_t find(coset__components *c, uint32_t state)
{
    for (;;) {
        coset__place *p = place_of(c, state);
        uint32_t up = atomic_load(&p->parent);
        if (!up)
            return state;
        uint32_t above = atomic_load(&place_of(c, up - 1)->parent);
        if (!above)
            return up - 1;
        atomic_store_explicit(&p->parent, above, memory_order_release);
        state = above - 1;
    }
}

static bool is_root(coset__components *c, uint32_t state) { return !atomic_load(&place_of(c, state)->parent); }

static bool has_visitor(coset__components *c, uint32_t root, uint32_t flags, uint32_t thread)
{
    if (!c->many_workers)
        return flags >> (VISITORS + thread) & 1;
    return atomic_load(&piece_of(c, root)->visitors[root & (COSET__PLACES - 1)]) >> thread & 1;
}

static void add_visitor(coset__components *c, uint32_t root, uint32_t thread)
{
    if (!c->many_workers)
        (void)atomic_fetch_or(&place_of(c, root)->flags, UINT32_C(1) << (VISITORS + thread));
    else
        (void)atomic_fetch_or(&piece_of(c, root)->visitors[root & (COSET__PLACES - 1)], UINT64_C(1) << thread);
}

/* The root of a state's set, and its flags. It waits while the set is being united with another one, because the flags
 * of the other are not complete until then. */
static uint32_t settled_root(coset__components *c, uint32_t state, uint32_t *flags)
{
    for (uint32_t turns = 0;; wait_a_moment(&turns)) {
        uint32_t root = find(c, state);
        *flags = atomic_load(&place_of(c, root)->flags);
        if (!(*flags & HELD))
            return root;
    }
}

coset__visit coset__component_visit(coset__components *c, uint32_t state, uint32_t thread)
{
    for (bool added = false;; added = true) {
        uint32_t flags, root = settled_root(c, state, &flags);
        if (flags & DEAD)
            return COSET__DEAD;
        if (has_visitor(c, root, flags, thread))
            return added ? COSET__FIRST_VISIT : COSET__VISITED; /* added: the bit may come from another set */
        falter();
        add_visitor(c, root, thread);
        falter();
        if (is_root(c, root)) /* else the thread that linked this root may have missed the bit */
            return COSET__FIRST_VISIT;
    }
}

coset__visit coset__component_look(coset__components *c, uint32_t state, uint32_t thread)
{
    uint32_t flags, root = settled_root(c, state, &flags);
    return flags & DEAD ? COSET__DEAD : has_visitor(c, root, flags, thread) ? COSET__VISITED : COSET__FIRST_VISIT;
}

bool coset__component_same(coset__components *c, uint32_t a, uint32_t b)
{
    for (;;) {
        uint32_t x = find(c, a), y = find(c, b);
        if (x == y)
            return true;
        if (is_root(c, x)) /* it was the root of a when y was that of b */
            return false;
    }
}

static bool is_complete(const coset__components *c, uint32_t flags)
{
    return flags & CYCLIC && (flags >> MARKS & c->all) == c->all;
}

/* Adds flags. True: this completes them. */
static bool add_to_set(coset__components *c, uint32_t state, uint32_t flags)
{
    for (;;) {
        uint32_t root = find(c, state);
        coset__place *p = place_of(c, root);
        uint32_t old = atomic_load(&p->flags);
        if ((old & flags) == flags)
            return false;
        falter();
        old = atomic_fetch_or(&p->flags, flags);
        if (is_root(c, root))
            return is_complete(c, old | flags) && !is_complete(c, old);
    }
}

bool coset__component_mark(coset__components *c, uint32_t state, uint32_t marks)
{
    return add_to_set(c, state, CYCLIC | marks << MARKS);
}

bool coset__component_complete(coset__components *c, uint32_t state)
{
    return is_complete(c, atomic_load(&place_of(c, find(c, state))->flags));
}

/* Locks a state of the ring that is not done: there is one, because the set is not closed. */
static uint32_t lock_one(coset__components *c, uint32_t root)
{
    for (;;) {
        uint32_t state = coset__component_pick(c, root);
        COSET_INVARIANT(state != COSET__NO_STATE);
        coset__place *p = place_of(c, state);
        uint32_t flags = atomic_load(&p->flags);
        while (!(flags & (DONE | LOCKED)))
            if (atomic_compare_exchange_weak(&p->flags, &flags, flags | LOCKED))
                return state;
    }
}

static uint32_t next_of(const coset__place *p, uint32_t state)
{
    uint32_t next = atomic_load(&p->next);
    return next ? next - 1 : state;
}

/* Joins two rings after these states, which are locked. */
static void join_rings(coset__components *c, uint32_t x, uint32_t y)
{
    coset__place *p = place_of(c, x), *q = place_of(c, y);
    uint32_t behind_x = next_of(p, x), behind_y = next_of(q, y);
    atomic_store(&p->next, behind_y + 1);
    atomic_store(&q->next, behind_x + 1);
}

static _Atomic uint32_t *member_of(coset__components *c, uint32_t state)
{
    return &piece_of(c, state)->members[state & (COSET__PLACES - 1)];
}

static _Atomic uint32_t *size_of(coset__components *c, uint32_t state)
{
    return &piece_of(c, state)->sizes[state & (COSET__PLACES - 1)];
}

uint32_t coset__component_member(coset__components *c, uint32_t state)
{
    uint32_t next = atomic_load(member_of(c, state));
    return next ? next - 1 : state;
}

/* Both roots are held. */
static void join_members(coset__components *c, uint32_t from, uint32_t to, uint32_t *size)
{
    uint32_t behind_from = coset__component_member(c, from), behind_to = coset__component_member(c, to);
    uint32_t n = atomic_load(size_of(c, from)), k = atomic_load(size_of(c, to));
    atomic_store(member_of(c, from), behind_to + 1);
    atomic_store(member_of(c, to), behind_from + 1);
    n = n ? n : 1;
    k = k ? k : 1;
    atomic_store(size_of(c, to), n + k);
    for (uint32_t power = SMALL_SET; power <= n + k && power < UINT32_MAX / 4; power *= 4)
        if (n < power && k < power)
            *size = n + k;
}

/* Both are held, and not done. True: this completes the set. */
static bool link_root(coset__components *c, uint32_t from, uint32_t to, uint32_t *size)
{
    const uint32_t of_set = CYCLIC | ((UINT32_C(1) << COSET__MOST_MARKS) - 1) << MARKS;
    const uint32_t visitors = c->many_workers ? 0 : ~UINT32_C(0) << VISITORS;
    if (c->enumerates)
        join_members(c, from, to, size);
    falter();
    atomic_store(&place_of(c, from)->parent, to + 1);
    falter();
    uint32_t flags = atomic_load(&place_of(c, from)->flags); /* from now on other threads add flags to the new root */
    if (c->many_workers)
        (void)atomic_fetch_or(&piece_of(c, to)->visitors[to & (COSET__PLACES - 1)],
                              atomic_load(&piece_of(c, from)->visitors[from & (COSET__PLACES - 1)]));
    flags &= of_set | visitors;
    uint32_t old = atomic_fetch_or(&place_of(c, to)->flags, flags);
    return is_complete(c, old | flags) && !is_complete(c, old);
}

/* While two sets are united, each has a locked state, so neither looks closed. */
static bool join(coset__components *c, uint32_t from, uint32_t to, uint32_t *size)
{
    uint32_t x = lock_one(c, from), y = lock_one(c, to);
    bool complete = link_root(c, from, to, size);
    join_rings(c, x, y);
    release(place_of(c, y), LOCKED);
    release(place_of(c, x), LOCKED);
    return complete;
}

/* The direction of links between roots must not depend on the order in which states are stored: paths stay short. */
static uint32_t rank(uint32_t state)
{
    state = (state ^ state >> 16) * UINT32_C(0x85ebca6b);
    return (state ^ state >> 13) * UINT32_C(0xc2b2ae35);
}

bool coset__component_unite(coset__components *c, uint32_t a, uint32_t b, uint32_t *size)
{
    for (;;) {
        uint32_t from = find(c, a), to = find(c, b);
        if (from == to)
            return false;
        if (rank(from) > rank(to)) { /* different states have different ranks */
            uint32_t other = from;
            from = to;
            to = other;
        }
        coset__place *p = place_of(c, from), *q = place_of(c, to);
        hold(p, HELD); /* the lower one first, to avoid deadlock */
        hold(q, HELD);
        bool both = is_root(c, from) && is_root(c, to), complete = false;
        if (both)
            complete = join(c, from, to, size);
        release(q, HELD);
        release(p, HELD);
        if (both)
            return complete;
    }
}

uint32_t coset__component_pick(coset__components *c, uint32_t state)
{
    coset__place *p = place_of(c, state);
    for (;;) {
        if (!(atomic_load(&p->flags) & DONE))
            return state;
        uint32_t next = next_of(p, state);
        if (next == state)
            return COSET__NO_STATE;
        coset__place *q = place_of(c, next);
        if (!(atomic_load(&q->flags) & DONE))
            return next;
        uint32_t behind = next_of(q, next);
        atomic_store(&p->next, behind + 1);
        state = behind;
        p = place_of(c, state);
    }
}

bool coset__component_kill(coset__components *c, uint32_t state)
{
    return !(atomic_fetch_or(&place_of(c, find(c, state))->flags, DEAD) & DEAD);
}

/* ---- one state --------------------------------------------------------------------------------------------------- */

bool coset__state_is_done(coset__components *c, uint32_t state)
{
    return atomic_load(&place_of(c, state)->flags) & DONE;
}

bool coset__state_done(coset__components *c, uint32_t state)
{
    coset__place *p = place_of(c, state);
    uint32_t flags = atomic_load(&p->flags), turns = 0;
    while (!(flags & DONE)) {
        if (flags & LOCKED) {
            wait_a_moment(&turns);
            flags = atomic_load(&p->flags);
        } else if (atomic_compare_exchange_weak(&p->flags, &flags, flags | DONE)) {
            return true;
        }
    }
    return false;
}

bool coset__state_expand(coset__components *c, uint32_t state)
{
    coset__place *p = place_of(c, state);
    return !(atomic_load(&p->flags) & EXPANDING) && !(atomic_fetch_or(&p->flags, EXPANDING) & EXPANDING);
}

void coset__state_expanded(coset__components *c, uint32_t state, uint32_t list)
{
    coset__place *p = place_of(c, state);
    atomic_store(&p->list, list);
    (void)atomic_fetch_or(&p->flags, EXPANDED);
}

bool coset__state_is_expanded(coset__components *c, uint32_t state)
{
    return atomic_load(&place_of(c, state)->flags) & EXPANDED;
}

uint32_t coset__state_hold_list(coset__components *c, uint32_t state)
{
    coset__place *p = place_of(c, state);
    hold(p, READING);
    return atomic_load(&p->list);
}

void coset__state_release_list(coset__components *c, uint32_t state) { release(place_of(c, state), READING); }

uint32_t coset__state_take_list(coset__components *c, uint32_t state)
{
    coset__place *p = place_of(c, state);
    if (!atomic_load(&p->list))
        return 0;
    hold(p, READING);
    uint32_t list = atomic_exchange(&p->list, 0);
    release(p, READING);
    return list;
}

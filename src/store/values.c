/* Values of words and their numbers.
 *
 * Memory ordering: a thread reserves a number, writes the value, then publishes the number by a compare-and-swap of a
 * slot (release); a thread that reads the slot (acquire) may read the value, which never changes. Pieces never move.
 * Slots are moved and replaced while all other threads rest.
 *
 * Because of the tail after the slots to which values hash, no ring is needed. While there are few slots, the tail has
 * room for all values; of many slots at most 13 of 16 are filled, and runs of thousands do not occur. */
#include "store/values.h"

#include <stdlib.h>

#include "base/mem.h"
#include "store/prefetch.h"

#ifdef COSET_TEST_SMALL
#define FIRST_SLOTS 4
#define STEP        UINT64_C(64)
#else
#define FIRST_SLOTS 16
#define STEP        (UINT64_C(1) << 18) /* slots moved by a step of growth: 5 ms, three times that on a busy machine */
#endif
#define SMALL_SLOTS  (1U << 12) /* tables up to this size grow fourfold: a pause costs more than their memory */
#define LOOSE_SLOTS  (1U << 13)
#define MOST_SLOTS   (1U << 30)
#define PAGE         4096
#define LARGEST_PAGE (UINT64_C(64) << 10) /* of small pages, on any machine */
#define BATCH        64U

static uint64_t piece_bytes(uint32_t k)
{
    return sizeof(coset__valued) * (uint64_t)COSET__VALUES_FIRST << (k ? k - 1 : 0);
}

/* Most values for this number of slots: few in small tables, so that they are found at once. */
static uint32_t limit_of(uint32_t n_slots) { return n_slots <= LOOSE_SLOTS ? n_slots / 4 : n_slots / 4 * 3; }

/* The last one stays empty. */
static uint32_t tail_of(uint32_t n_slots) { return n_slots <= LOOSE_SLOTS ? n_slots / 4 + 1 : PAGE; }

static uint64_t slots_bytes(uint32_t n_slots) { return ((uint64_t)n_slots + tail_of(n_slots)) * sizeof(uint32_t); }

static _Atomic uint32_t *slots_new(coset__values *v, uint32_t n)
{
    if (!coset__charge(v->budget, slots_bytes(n)))
        return NULL;
    _Atomic uint32_t *slots = n <= SMALL_SLOTS ? calloc(slots_bytes(n), 1) : coset__reserve(slots_bytes(n));
    if (!slots)
        coset__discharge(v->budget, slots_bytes(n));
    return slots;
}

static void slots_free(_Atomic uint32_t *slots, uint32_t n)
{
    if (n <= SMALL_SLOTS)
        free(slots);
    else
        coset__release(slots, slots_bytes(n));
}

bool coset__values_init(coset__values *v, uint32_t words, coset__budget *budget)
{
    *v = (coset__values){.words = words, .budget = budget, .tables = coset_new_apart(words, sizeof *v->tables)};
    if (!coset__charge(budget, words * sizeof *v->tables))
        return false;
    for (uint32_t w = 0; w < words; w++) {
        coset__value_table *t = &v->tables[w];
        t->n_slots = FIRST_SLOTS;
        t->limit = limit_of(FIRST_SLOTS);
        if (!(t->slots = slots_new(v, FIRST_SLOTS)))
            return false;
    }
    return true;
}

/* Small pieces are on the heap; large ones use memory only where they are touched. */
static coset__valued *piece_new(uint32_t k)
{
    return piece_bytes(k) <= PAGE ? malloc(piece_bytes(k)) : coset__reserve(piece_bytes(k));
}

static void piece_free(coset__valued *piece, uint32_t k)
{
    if (piece_bytes(k) <= PAGE)
        free(piece);
    else
        coset__release(piece, piece_bytes(k));
}

void coset__values_fini(coset__values *v)
{
    for (uint32_t w = 0; w < v->words; w++) {
        coset__value_table *t = &v->tables[w];
        slots_free(t->slots, t->n_slots);
        slots_free(t->before, t->n_before);
        for (uint32_t k = 0; k < COSET__VALUES_PIECES; k++)
            piece_free(atomic_load_explicit(&t->pieces[k], memory_order_relaxed), k);
    }
    coset_delete(v->tables);
}

static uint32_t piece_of(uint32_t number)
{
    return number < COSET__VALUES_FIRST ? 0 : 32 - (uint32_t)__builtin_clz(number / COSET__VALUES_FIRST);
}

static uint32_t start_of(uint32_t k) { return k ? (uint32_t)COSET__VALUES_FIRST << (k - 1) : 0; }

/* Piece k. NULL: no memory. */
static coset__valued *piece_at(coset__value_table *t, uint32_t k)
{
    coset__valued *piece = atomic_load_explicit(&t->pieces[k], memory_order_acquire);
    if (piece)
        return piece;
    coset__valued *own = piece_new(k);
    if (own &&
        atomic_compare_exchange_strong_explicit(&t->pieces[k], &piece, own, memory_order_acq_rel, memory_order_acquire))
        return own;
    piece_free(own, k);
    return piece;
}

/* The place of a number's value; the owner of a page's first number is charged for the page. NULL: no memory. */
static coset__valued *place(coset__values *v, coset__value_table *t, uint32_t number)
{
    uint32_t k = piece_of(number), within = number - start_of(k);
    uint64_t page = piece_bytes(k) < PAGE ? piece_bytes(k) : PAGE;
    if (within % (page / sizeof(coset__valued)) == 0 && !coset__charge(v->budget, page))
        return NULL;
    coset__valued *piece = piece_at(t, k);
    return piece ? piece + within : NULL;
}

/* The next number; false if the slots are full. Never more than they hold, so one is always empty. */
static bool reserve(coset__values *v, coset__value_table *t, uint32_t *number)
{
    *number = atomic_load_explicit(&t->n, memory_order_relaxed);
    do {
        if (*number >= t->limit) {
            atomic_store_explicit(&v->wanting, true, memory_order_relaxed);
            return false;
        }
    } while (
        !atomic_compare_exchange_weak_explicit(&t->n, number, *number + 1, memory_order_relaxed, memory_order_relaxed));
    return true;
}

/* The end of the slots in which the value is searched. */
static const _Atomic uint32_t *end_of(const coset__value_table *t, const _Atomic uint32_t *slot)
{
    if (t->before && slot >= t->before && slot < t->before + t->n_before + tail_of(t->n_before))
        return t->before + t->n_before + tail_of(t->n_before);
    return t->slots + t->n_slots + tail_of(t->n_slots);
}

bool coset__value_add(coset__values *v, uint32_t w, uint64_t x, _Atomic uint32_t *slot, uint32_t *number)
{
    coset__value_table *t = &v->tables[w];
    uint32_t own;
    coset__valued *at;
    if (!reserve(v, t, &own) || !(at = place(v, t, own)))
        return false;
    *at = (coset__valued){x, coset__value_hash(w, x)};
    for (const _Atomic uint32_t *end = end_of(t, slot); slot + 1 < end; slot++) {
        uint32_t seen = 0;
        if (atomic_compare_exchange_strong_explicit(slot, &seen, own + 1, memory_order_release, memory_order_acquire)) {
            *number = own;
            return true;
        }
        *number = seen - 1;
        if (coset__value(t, *number)->value == x)
            return true; /* another thread was faster */
    }
    atomic_store_explicit(&t->tight, true, memory_order_relaxed);
    atomic_store_explicit(&v->wanting, true, memory_order_relaxed);
    return false;
}

/* ---- growth ---- */

/* Inserts up to BATCH entries of the old slots. Values and new slots are scattered in memory: all of a batch are
 * prefetched together. */
static void enter_batch(coset__value_table *t, const _Atomic uint32_t *old, uint64_t n)
{
    uint32_t entries[BATCH], at[BATCH], k = 0;
    for (uint64_t i = 0; i < n; i++)
        if ((entries[k] = atomic_load_explicit(&old[i], memory_order_relaxed)))
            coset__prefetch(coset__value(t, entries[k++] - 1));
    for (uint32_t i = 0; i < k; i++) {
        at[i] = coset__value_slot(coset__value(t, entries[i] - 1)->value, t->n_slots);
        coset__prefetch_for_writing(&t->slots[at[i]]);
    }
    for (uint32_t i = 0; i < k; i++) {
        while (atomic_load_explicit(&t->slots[at[i]], memory_order_relaxed))
            at[i]++;
        COSET_INVARIANT(at[i] + 1 < t->n_slots + tail_of(t->n_slots));
        atomic_store_explicit(&t->slots[at[i]], entries[i], memory_order_relaxed);
    }
}

/* Allocates two or four times as many slots; near the memory limit fewer, down to a sixteenth more. The old ones are no
 * longer charged: they are freed while the new ones are filled, so that all memory is used. */
static bool begin(coset__values *v, coset__value_table *t)
{
    uint32_t n = t->n_slots, more = n < SMALL_SLOTS ? 3 * n : n;
    _Atomic uint32_t *slots = NULL;
    coset__discharge(v->budget, slots_bytes(n));
    for (; n + more > MOST_SLOTS || !(slots = slots_new(v, n + more)); more /= 2)
        if (more < 4 || more < n / 16) {
            atomic_fetch_add_explicit(&v->budget->bytes, slots_bytes(n), memory_order_relaxed);
            return false;
        }
    t->before = t->slots;
    t->n_before = n;
    t->moved = 0;
    t->slots = slots;
    t->n_slots = n + more;
    return true;
}

/* Moves the next slots. */
static void step(coset__value_table *t, uint64_t *moved)
{
    const uint64_t all = (uint64_t)t->n_before + tail_of(t->n_before);
    uint64_t goal = t->moved + STEP < all ? t->moved + STEP : all;
    while (goal < all && atomic_load_explicit(&t->before[goal - 1], memory_order_relaxed))
        goal++;
    for (uint64_t i = t->moved; i < goal; i += BATCH)
        enter_batch(t, &t->before[i], goal - i < BATCH ? goal - i : BATCH);
    if (t->n_before > SMALL_SLOTS)
        coset__forget((void *)(uintptr_t)t->before, t->moved * sizeof *t->before, goal * sizeof *t->before,
                      LARGEST_PAGE);
    *moved += goal - t->moved;
    t->moved = (uint32_t)goal;
    if (goal == all) {
        slots_free(t->before, t->n_before);
        t->before = NULL;
        t->n_before = 0;
    }
}

/* Numbers that may be added until the next step: in all steps together a sixteenth of the old slots. */
static uint32_t next_limit(const coset__value_table *t, uint32_t n)
{
    uint64_t most = limit_of(t->n_slots), now = n + STEP / 16;
    return (uint32_t)(t->before && now < most ? now : most);
}

static bool grow_table(coset__values *v, coset__value_table *t, uint32_t n, uint64_t *moved)
{
    if (!t->before && !begin(v, t))
        return false;
    step(t, moved);
    t->limit = next_limit(t, n);
    atomic_store_explicit(&t->tight, false, memory_order_relaxed);
    return true;
}

coset_status coset__values_grow(coset__values *v, coset_err *err)
{
    bool ok = true;
    uint64_t moved = 0;
    for (uint32_t w = 0; w < v->words; w++) {
        coset__value_table *t = &v->tables[w];
        const uint32_t n = coset__values_of(v, w);
        const bool full = n >= t->limit || atomic_load_explicit(&t->tight, memory_order_relaxed);
        const bool soon = moved < STEP && (t->before || n >= t->limit - t->limit / 4);
        if ((full || soon) && !grow_table(v, t, n, &moved) && full)
            ok = false;
    }
    if (!ok)
        return coset_fail(err, COSET_MEMORY, "no memory for a larger table of the values of a word");
    atomic_store_explicit(&v->wanting, false, memory_order_relaxed);
    return COSET_OK;
}

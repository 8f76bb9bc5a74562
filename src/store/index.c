#include "store/index.h"

#include <sys/mman.h>

#include "base/mem.h"
#include "store/memory.h"

#define HUGE_BYTES   (UINT64_C(32) << 20) /* an index of this size requests huge pages; smaller ones soon grow again */
#define LARGEST_PAGE (UINT64_C(64) << 10) /* granularity at which memory is freed ... */
#define HUGE_PAGE    (UINT64_C(2) << 20)  /* ... or this, for an index with huge pages */
#ifdef COSET_TEST_SMALL
#define MOST_FINGER  3
#define LEAST_FINGER 2
#define NARROW_BITS  10
#define FEW_LINES    2
#else
#define MOST_FINGER  24
#define LEAST_FINGER 5
#define NARROW_BITS  30        /* more bits for the number require entries of 64 bits */
#define FEW_LINES    (1 << 13) /* hashes of so few keys are recomputed quickly */
#endif

static bool is_narrow(uint32_t ref_bits) { return ref_bits <= NARROW_BITS; }

uint64_t coset__index_bytes(uint64_t lines, uint32_t ref_bits)
{
    return (lines + COSET__BEYOND) * COSET__LINE * (is_narrow(ref_bits) ? sizeof(uint32_t) : sizeof(uint64_t));
}

/* Bits of the number of lines, rounded down: this many bits of a hash determine the line. */
static uint32_t line_bits(uint64_t lines) { return 63 - (uint32_t)__builtin_clzll(lines); }

static uint32_t known_bits(const coset__index *x) { return x->finger_bits + line_bits(x->lines); }

/* Whether fingers have room for a mark. If there are few bits, they help the search more than growth. */
static bool has_marks(uint32_t free_bits) { return free_bits > LEAST_FINGER; }

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void plan_bits(coset__index *x, const coset__index *from, bool *kept)
{
    uint32_t width = x->narrow ? 32 : 64, free_bits = width - x->ref_bits;
    x->away = has_marks(free_bits) ? UINT64_C(1) << (width - 1) : 0;
    x->finger_bits = least(free_bits - (x->away != 0), MOST_FINGER);
    uint32_t known = known_bits(x);
    *kept = false;
    if (from && from->away && x->away) {
        uint32_t both = least(known, known_bits(from));
        *kept = both >= line_bits(x->lines) + LEAST_FINGER && (both == known || from->lines > FEW_LINES);
        known = *kept ? both : known;
    }
    x->finger_bits = known - line_bits(x->lines);
    x->known = UINT64_MAX << (64 - known);
}

bool coset__index_init(coset__index *x, uint64_t lines, uint32_t ref_bits, const coset__index *from, bool *kept)
{
    uint64_t bytes = coset__index_bytes(lines, ref_bits);
    void *memory = coset__reserve(bytes);
    if (!memory)
        return false;
    if (bytes >= HUGE_BYTES)
        (void)madvise(memory, bytes, MADV_HUGEPAGE); /* only a hint */
    *x = (coset__index){.memory = memory, .bytes = bytes, .lines = lines, .ref_bits = ref_bits};
    if (is_narrow(ref_bits))
        x->narrow = memory;
    else
        x->wide = memory;
    plan_bits(x, from, kept);
    if (!from && bytes < HUGE_BYTES)
        coset_touch(memory, bytes); /* entries will be stored everywhere in it */
    return true;
}

void coset__index_fini(coset__index *x)
{
    coset__release(x->memory, x->bytes);
    x->memory = NULL;
}

static void enter(coset__index *x, uint64_t hash, uint64_t number)
{
    for (coset__spot at = coset__index_spot(x, hash);; coset__index_next(x, &at))
        for (uint32_t k = 0; k < COSET__LINE; k++) {
            uint64_t i = at.line * COSET__LINE + ((at.first + k) & (COSET__LINE - 1)), seen;
            if (!coset__index_entry(x, i) && coset__index_publish(x, i, &seen, at.finger | (number + 1)))
                return;
        }
}

uint64_t coset__index_gap(const coset__index *x, uint64_t line)
{
    for (; line > 0 && line < coset__index_all_lines(x); line++)
        for (uint32_t k = 0; k < COSET__LINE; k++)
            if (!coset__index_entry(x, (line - 1) * COSET__LINE + k))
                return line;
    return line < coset__index_all_lines(x) ? line : coset__index_all_lines(x);
}

/* The known bits of the hash of an entry in its own line: the least value that maps there, because the next one maps to
 * another line or finger. */
static uint64_t hash_at(const coset__index *x, uint32_t known, uint64_t line, uint64_t entry)
{
    uint64_t finger = (entry & ~x->away) >> x->ref_bits;
    coset_count at = (coset_count)line << known | finger << (known - x->finger_bits);
    coset_count up = at + x->lines - 1;
    uint64_t hash = up >> 64 ? (uint64_t)(up / x->lines) : (uint64_t)up / x->lines;
    return hash << (64 - known);
}

/* The first line for the entries of a line of another index. */
static uint64_t least_line(const coset__index *x, const coset__index *from, uint64_t line)
{
    return line < from->lines ? (uint64_t)((coset_count)line * x->lines / from->lines) : coset__index_all_lines(x);
}

/* Touches the memory for the entries of these lines of another index: touched page by page, by a read and then a write,
 * it would cost two faults and an interrupt of the other processors for each page. */
static void touch(const coset__index *x, const coset__index *from, uint64_t line, uint64_t end)
{
    uint64_t first = least_line(x, from, line), behind = least_line(x, from, end);
    uint64_t begin = (uint64_t)((const char *)coset__index_place(x, first * COSET__LINE) - (const char *)x->memory),
             stop = (uint64_t)((const char *)coset__index_place(x, behind * COSET__LINE) - (const char *)x->memory);
    begin -= begin % LARGEST_PAGE;
    coset_touch((char *)x->memory + begin, stop - begin);
}

#define AHEAD 16 /* keys, and lines, being prefetched */

/* Numbers whose keys are being fetched, then lines. */
typedef struct {
    coset__index *to;
    const coset__hasher *h;
    uint64_t n;
    uint64_t number[2 * AHEAD], hash[2 * AHEAD];
} hashing;

static void hash_one(hashing *q, uint64_t i)
{
    uint64_t k = i % (2 * AHEAD);
    q->hash[k] = q->h->hash(q->h->ctx, q->number[k]);
    coset__index_prefetch(q->to, coset__index_spot(q->to, q->hash[k]).line);
}

static void enter_one(const hashing *q, uint64_t i)
{
    uint64_t k = i % (2 * AHEAD);
    enter(q->to, q->hash[k], q->number[k]);
}

static void push(hashing *q, uint64_t number)
{
    if (q->n >= 2 * AHEAD)
        enter_one(q, q->n - 2 * AHEAD);
    q->number[q->n % (2 * AHEAD)] = number;
    q->h->prefetch(q->h->ctx, number);
    if (q->n >= AHEAD)
        hash_one(q, q->n - AHEAD);
    q->n++;
}

static void drain(hashing *q)
{
    for (uint64_t i = q->n < AHEAD ? 0 : q->n - AHEAD; i < q->n; i++)
        hash_one(q, i);
    for (uint64_t i = q->n < 2 * AHEAD ? 0 : q->n - 2 * AHEAD; i < q->n; i++)
        enter_one(q, i);
}

void coset__index_move(coset__index *x, const coset__index *from, uint64_t line, uint64_t to, bool kept,
                       const coset__hasher *h)
{
    uint32_t known = known_bits(from);
    hashing q = {.to = x, .h = h};
    touch(x, from, line, to);
    for (; line < to; line++)
        for (uint32_t k = 0; k < COSET__LINE; k++) {
            uint64_t entry = coset__index_entry(from, line * COSET__LINE + k);
            if (!entry)
                continue;
            uint64_t number = (entry & coset__index_numbers(from)) - 1;
            if (kept && !(entry & from->away))
                enter(x, hash_at(from, known, line, entry), number);
            else
                push(&q, number);
        }
    drain(&q);
}

void coset__index_forget(coset__index *x, uint64_t line, uint64_t to)
{
    const uint64_t page = x->bytes < HUGE_BYTES ? LARGEST_PAGE : HUGE_PAGE;
    const uint64_t width = COSET__LINE * (x->narrow ? sizeof *x->narrow : sizeof *x->wide);
    coset__forget(x->memory, line * width, to * width, page);
}

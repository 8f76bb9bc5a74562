/* The shared set of states: kinds, links, generations.
 *
 * Every kind stores a key for each state in a coset__set: the packed words, the numbers of their values or of trees of
 * pairs. A block also has one link for each state. After two generations coset_store_mark seals the block: it keeps
 * little of the links, in as few bytes as possible, and frees the rest. Inexact kinds find states in tables of their
 * own; the keys in their set are passing, so they are freed with the links.
 */
#include "store/store.h"

#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/mem.h"
#include "store/collapse.h"
#include "store/compaction.h"
#include "store/pack.h"
#include "store/prefetch.h"
#include "store/set.h"

#define PARENT_MASK ((UINT64_C(1) << COSET_REF_BITS) - 1)
#ifdef COSET_TEST_SMALL
#define BITS_BYTES (UINT64_C(1) << 20)
#define FEW_FIELDS 2
#else
#define BITS_BYTES (UINT64_C(1) << 29) /* of a bitstate table without a memory limit */
#define FEW_FIELDS 24                  /* of a tree's key: up to this many words need no pairs */
#endif

/* A state to be put. */
typedef struct {
    const uint64_t *words;   /* [n_words] packed, in memory of the thread */
    const uint64_t *changed; /* set of words that differ from those of the state loaded last; NULL: not known */
    uint64_t hash;           /* of the key */
    uint64_t *coded;         /* with parts: the numbers of their values */
    coset__probe probe;
} pending;

typedef struct {
    bool (*init)(coset_store *s);
    bool (*ready)(coset_store *s, uint32_t thread, pending *p); /* all but `words` and `changed`; false: full */
    coset_stored (*put)(coset_store *s, uint32_t thread, const pending *p, coset_ref *ref);
    /* Word w of a state; all of them, in memory of the thread or constant. *changed: the set of words that differ from
     * those of the state loaded before, or unchanged: not known. */
    uint64_t (*word)(const coset_store *s, coset_ref ref, uint32_t w);
    const uint64_t *(*load)(coset_store *s, uint32_t thread, coset_ref ref, const uint64_t **changed);
    /* Word w of a prepared state. */
    uint64_t (*ready_word)(const coset_store *s, const pending *p, uint32_t w);
} operations;

/* Data of one thread. */
typedef struct {
    COSET_OWN_PAGES coset_arena *own;       /* what it points to */
    uint64_t *words;                        /* [COSET_STORE_AHEAD + 1][n_words] of `pending` */
    uint64_t *coded;                        /* with parts: of `pending` and one more */
    uint64_t *loaded;                       /* [words of `whole`] */
    uint32_t *base;                         /* [n_slots] the state of base_words */
    uint64_t *changed;                      /* set of words */
    const uint64_t *base_words;             /* of the state loaded last, if states are packed relative to it; or NULL */
    const uint64_t *loaded_words;           /* likewise, if they stay until the next one is loaded; or NULL */
    uint64_t n_bits;                        /* bitstate: bits that this thread has set */
    pending pending[COSET_STORE_AHEAD + 1]; /* the last one is for a state put at once */
} member;

/* Generations of one thread's states; read by all threads. */
typedef struct {
    uint64_t last, before; /* number of its states at the last two marks */
    uint64_t sealed;       /* of its blocks */
} marks;

struct coset_store {
    uint32_t kind;          /* number in the tables below */
    coset__pack_plan plan;  /* of what is stored */
    coset__pack_plan whole; /* of the words that are hashed */
    coset__budget budget;
    uint32_t threads;
    bool keeps_links;
    bool bare;
    coset__set set;
    bool has_parts;           /* states are stored, permanently or temporarily, as numbers of the values of parts */
    coset__collapse collapse; /* of them */
    bool growing;             /* the set; other growth needs no help */
    coset__compaction hashes; /* compact */
    _Atomic uint64_t *bits;   /* bitstate: [n_bit_words] */
    uint64_t n_bit_words;
    member *members; /* [threads] */
    marks *marks;    /* [threads] */
};

/* ---- kinds ---- */

#define MOST_FIELDS 1024 /* of a key: COSET__MOST_CODED */
#define MOST_PACKED 24   /* bytes: up to this size the packed store is a third faster, at twice the memory or less */

static const coset_store_kind kinds[] = {
    {"packed", true, "whole states, bits by slot"},
    {"tree", true, "parts of states shared"},
    {"collapse", true, "numbers of the words of states"},
    {"compact", false, "39 bits of a hash, and their place, for each state"},
    {"bitstate", false, "three bits of a table for each state"},
};
enum { N_KINDS = sizeof kinds / sizeof *kinds, PACKED = 0, TREE = 1, COLLAPSE = 2, COMPACT = 3 };

/* ---- packed ---- */

static bool states_init(coset_store *s, coset__set_shape shape)
{
    shape.threads = s->threads;
    shape.linked = !s->bare;
    shape.paid_bytes = s->keeps_links && !s->bare;
    return coset__set_init(&s->set, &shape, &s->budget);
}

static coset__form packed_form(const coset_store *s)
{
    return (coset__form){.words = s->plan.n_words, .bytes = s->plan.n_bytes};
}

static bool packed_init(coset_store *s) { return states_init(s, (coset__set_shape){.key = packed_form(s)}); }

static uint64_t word_of_ready(const coset_store *s, const pending *p, uint32_t w)
{
    (void)s;
    return p->words[w];
}

static uint64_t words_hash(const coset_store *s, const uint64_t *words)
{
    return coset__hash_words(words, s->plan.n_words);
}

static bool packed_ready(coset_store *s, uint32_t thread, pending *p)
{
    (void)thread;
    p->hash = words_hash(s, p->words);
    return true;
}

static coset_stored packed_put(coset_store *s, uint32_t thread, const pending *p, coset_ref *ref)
{
    return coset__set_put(&s->set, thread, p->hash, &p->probe, p->words, ref);
}

static const uint64_t *packed_load(coset_store *s, uint32_t thread, coset_ref ref, const uint64_t **changed)
{
    (void)changed;
    coset__set_read(&s->set, thread, ref, s->members[thread].loaded);
    return s->members[thread].loaded;
}

static uint64_t packed_word(const coset_store *s, coset_ref ref, uint32_t w)
{
    return coset__set_word(&s->set, ref, w);
}

/* ---- tree and collapse: parts of states ---- */

/* Whether states are stored as parts; by an inexact store temporarily, if the exact store for their size would do
 * so. */
static bool keeps_parts(uint32_t kind, const coset__pack_plan *whole)
{
    if (kind < N_KINDS && kinds[kind].exact)
        return kind != PACKED;
    return whole->n_bytes > MOST_PACKED && whole->n_words <= MOST_FIELDS;
}

/* Bits of a word. A small state is cut into smaller parts, because larger ones would have nearly as many values as
 * there are states: for trees as small as possible. */
static uint32_t room_of_words(uint32_t kind, const coset__pack_plan *whole)
{
    return whole->n_words > 4 || !keeps_parts(kind, whole) ? 64 : kind == TREE ? 32 : 40;
}

#define FIELD_WORDS 4 /* of a large state, in each tree */

/* Pairs of many words have nearly as many distinct values as there are states, so trees are low. */
static uint32_t tree_fields(uint32_t words)
{
    uint32_t fields = (words + FIELD_WORDS - 1) / FIELD_WORDS;
    fields = fields < FEW_FIELDS ? FEW_FIELDS : fields > MOST_FIELDS ? MOST_FIELDS : fields;
    return fields < words ? fields : words;
}

/* Sets up parts, and keys made of them. */
static bool make_parts(coset_store *s, uint32_t fields, coset__form *keys)
{
    uint32_t words = coset__layouts_words(fields);
    s->has_parts = true;
    for (uint32_t t = 0; t < s->threads; t++) {
        member *m = &s->members[t];
        m->coded = coset_arena_get(m->own, (COSET_STORE_AHEAD + 2) * (size_t)words, sizeof *m->coded);
        for (uint32_t i = 0; i <= COSET_STORE_AHEAD; i++)
            m->pending[i].coded = m->coded + (i + 1) * (size_t)words;
    }
    bool ok = coset__collapse_init(&s->collapse, s->plan.n_words, fields, s->threads, &s->budget);
    *keys = (coset__form){.words = words, .bytes = fields, .coding = coset__collapse_coding(&s->collapse)};
    return ok;
}

static bool parts_init(coset_store *s)
{
    coset__form keys;
    bool ok = make_parts(s, s->kind == TREE ? tree_fields(s->plan.n_words) : s->plan.n_words, &keys);
    return states_init(s, (coset__set_shape){.key = keys, .thrifty = s->kind == TREE}) && ok;
}

static bool parts_ready(coset_store *s, uint32_t thread, pending *p)
{
    return coset__collapse_put(&s->collapse, thread, p->words, p->changed, p->coded, &p->hash);
}

static coset_stored parts_put(coset_store *s, uint32_t thread, const pending *p, coset_ref *ref)
{
    return coset__set_put(&s->set, thread, p->hash, &p->probe, p->coded, ref);
}

static const uint64_t *parts_load(coset_store *s, uint32_t thread, coset_ref ref, const uint64_t **changed)
{
    coset__set_read(&s->set, thread, ref, s->members[thread].coded);
    return coset__collapse_load(&s->collapse, thread, s->members[thread].coded, changed);
}

static uint64_t parts_word(const coset_store *s, coset_ref ref, uint32_t w)
{
    uint64_t key[COSET__MOST_CODED];
    coset__set_key(&s->set, ref, key);
    return coset__collapse_word(&s->collapse, key, w);
}

/* ---- inexact stores: temporary whole states ---- */

static bool passing_init(coset_store *s)
{
    coset__form states = packed_form(s);
    bool ok = !keeps_parts(s->kind, &s->whole) || make_parts(s, s->plan.n_words, &states);
    return states_init(s, (coset__set_shape){.key = states, .passing = true}) && ok;
}

static bool passing_ready(coset_store *s, uint32_t thread, pending *p)
{
    return s->has_parts ? parts_ready(s, thread, p) : packed_ready(s, thread, p);
}

static const uint64_t *passing_of_ready(const coset_store *s, const pending *p)
{
    return s->has_parts ? p->coded : p->words;
}

static const uint64_t *passing_load(coset_store *s, uint32_t thread, coset_ref ref, const uint64_t **changed)
{
    return s->has_parts ? parts_load(s, thread, ref, changed) : packed_load(s, thread, ref, changed);
}

static uint64_t passing_word(const coset_store *s, coset_ref ref, uint32_t w)
{
    return s->has_parts ? parts_word(s, ref, w) : packed_word(s, ref, w);
}

/* Memory of two blocks for each thread: the one that it fills, and one that others read. */
static uint64_t open_blocks(const coset_store *s)
{
    return 2 * s->threads * COSET__BLOCK * (sizeof(uint64_t) + (uint64_t)s->set.shape.key.bytes);
}

/* Memory that their tables reserve for other data: at most half; with a file the share of passing keys, open blocks, a
 * little more, and a part for the values of parts. */
static uint64_t spared(const coset_store *s)
{
    uint64_t max = s->budget.max, most = max / 2, parts = s->has_parts ? max / 8 : 0;
    if (s->bare)
        return max / 16;
    uint64_t all = max / 16 + s->set.most_aside + open_blocks(s) + parts;
    return coset__spill_is_open(&s->set.spill) && all < most ? all : most;
}

/* ---- compact ---- */

static bool compact_init(coset_store *s)
{
    return passing_init(s) && coset__compaction_init(&s->hashes, &s->budget, spared(s));
}

static coset_stored compact_put(coset_store *s, uint32_t thread, const pending *p, coset_ref *ref)
{
    *ref = COSET_NO_REF;
    if (coset__compaction_has(&s->hashes, p->hash))
        return COSET_STORE_OLD;
    const uint64_t *state = passing_of_ready(s, p);
    if (!coset__set_ready(&s->set, thread, state)) /* before the table contains the state */
        return COSET_STORE_FULL;
    coset_stored how = coset__compaction_add(&s->hashes, p->hash);
    if (how != COSET_STORE_NEW)
        return how;
    return coset__set_append(&s->set, thread, state, ref) ? COSET_STORE_NEW : COSET_STORE_FULL;
}

/* ---- bitstate ---- */

static bool bitstate_init(coset_store *s)
{
    if (!passing_init(s))
        return false;
    uint64_t bytes = s->budget.max ? s->budget.max - spared(s) : BITS_BYTES;
    s->n_bit_words = bytes / sizeof *s->bits ? bytes / sizeof *s->bits : 1;
    return coset__charge(&s->budget, s->n_bit_words * 8) && (s->bits = coset__reserve(s->n_bit_words * 8)) != NULL;
}

/* The word of the table. */
static _Atomic uint64_t *bits_of(const coset_store *s, uint64_t hash)
{
    coset_count place = (coset_count)coset__hash_words(&hash, 1) * s->n_bit_words >> 64;
    return &s->bits[(uint64_t)place];
}

static coset_stored bitstate_put(coset_store *s, uint32_t thread, const pending *p, coset_ref *ref)
{
    uint64_t hash = p->hash;
    uint64_t bits = UINT64_C(1) << (hash & 63) | UINT64_C(1) << (hash >> 6 & 63) | UINT64_C(1) << (hash >> 12 & 63);
    _Atomic uint64_t *at = bits_of(s, hash);
    *ref = COSET_NO_REF;
    if ((atomic_load_explicit(at, memory_order_relaxed) & bits) == bits)
        return COSET_STORE_OLD;
    const uint64_t *state = passing_of_ready(s, p);
    if (!coset__set_ready(&s->set, thread, state)) /* before the bits of the state are set */
        return COSET_STORE_FULL;
    uint64_t fresh = bits & ~atomic_fetch_or_explicit(at, bits, memory_order_relaxed);
    if (!fresh)
        return COSET_STORE_OLD;
    s->members[thread].n_bits += (uint64_t)__builtin_popcountll(fresh);
    return coset__set_append(&s->set, thread, state, ref) ? COSET_STORE_NEW : COSET_STORE_FULL;
}

/* ---- the table of operations ---- */

static const operations ops[N_KINDS] = {
    {packed_init, packed_ready, packed_put, packed_word, packed_load, word_of_ready},
    {parts_init, parts_ready, parts_put, parts_word, parts_load, NULL},
    {parts_init, parts_ready, parts_put, parts_word, parts_load, NULL},
    {compact_init, passing_ready, compact_put, passing_word, passing_load, word_of_ready},
    {bitstate_init, passing_ready, bitstate_put, passing_word, passing_load, word_of_ready},
};

const coset_store_kind *coset_store_kinds(uint32_t *n)
{
    *n = N_KINDS;
    return kinds;
}

const coset_store_kind *coset_store_kind_of(const coset_store *s) { return &kinds[s->kind]; }

#define MOST_COLLAPSED 40 /* words: with more of them, keys get long and pairs share more */

/* Its number, or N_KINDS. */
static uint32_t choose_kind(const char *name, const coset__pack_plan *plan)
{
    bool automatic = !name || strcmp(name, "auto") == 0;
    if (automatic)
        return plan->n_bytes <= MOST_PACKED ? PACKED : plan->n_words <= MOST_COLLAPSED ? COLLAPSE : TREE;
    uint32_t k = 0;
    while (k < N_KINDS && strcmp(kinds[k].name, name) != 0)
        k++;
    if ((k == PACKED || k == COLLAPSE) && plan->n_bytes > COSET__MOST_KEY)
        return TREE;
    return (k == TREE || k == COLLAPSE) && plan->n_words < 2 ? PACKED : k;
}

/* ---- life ---- */

static void member_init(member *m, uint32_t n_words, uint32_t n_slots)
{
    coset_arena *own = coset_arena_new_apart();
    *m = (member){.own = own,
                  .words = coset_arena_get(own, (COSET_STORE_AHEAD + 1) * (size_t)n_words, sizeof(uint64_t)),
                  .loaded = coset_arena_get(own, n_words, sizeof(uint64_t)),
                  .base = coset_arena_get(own, n_slots, sizeof(uint32_t)),
                  .changed = coset_arena_get(own, coset__word_set(n_words), sizeof(uint64_t))};
    for (uint32_t i = 0; i <= COSET_STORE_AHEAD; i++)
        m->pending[i].words = m->words + (size_t)i * n_words;
}

coset_status coset_store_new(uint32_t n_slots, const uint32_t *bits, const coset_store_options *o, coset_store **out,
                             coset_err *err)
{
    *out = NULL;
    if (o->threads < 1 || o->threads > COSET_STORE_THREADS)
        return coset_fail(err, COSET_USAGE, "the number of threads must be 1 to %d", COSET_STORE_THREADS);
    coset_store *s = coset_new(1, sizeof *s);
    coset__pack_init(&s->whole, n_slots, bits, 64);
    s->kind = choose_kind(o->kind, &s->whole);
    coset__pack_init(&s->plan, n_slots, bits, room_of_words(s->kind, &s->whole));
    if (s->kind == N_KINDS) {
        coset__pack_fini(&s->plan);
        coset__pack_fini(&s->whole);
        coset_delete(s);
        return coset_fail(err, COSET_USAGE, "there is no state store \"%s\"", o->kind);
    }
    s->threads = o->threads;
    s->budget.max = o->max_bytes;
    s->keeps_links = !o->no_links;
    s->bare = o->bare;
    s->members = coset_new_apart(s->threads, sizeof *s->members);
    s->marks = coset_new(s->threads, sizeof *s->marks);
    for (uint32_t t = 0; t < s->threads; t++)
        member_init(&s->members[t], s->plan.n_words, n_slots); /* never fewer than words of `whole` */
    if (!ops[s->kind].init(s)) {
        coset_store_free(s);
        return coset_fail(err, COSET_MEMORY, "no memory for the first state table");
    }
    *out = s;
    return COSET_OK;
}

void coset_store_free(coset_store *s)
{
    if (!s)
        return;
    for (uint32_t t = 0; t < s->threads; t++)
        coset_arena_free(s->members[t].own);
    coset_delete(s->members);
    coset_delete(s->marks);
    coset__set_fini(&s->set);
    if (s->has_parts)
        coset__collapse_fini(&s->collapse);
    coset__compaction_fini(&s->hashes);
    coset__release(s->bits, s->n_bit_words * sizeof *s->bits);
    coset__pack_fini(&s->plan);
    coset__pack_fini(&s->whole);
    coset_delete(s);
}

/* ---- states ---- */

static bool make_ready(coset_store *s, uint32_t thread, uint32_t i, const uint32_t *state)
{
    member *m = &s->members[thread];
    pending *p = &m->pending[i];
    uint64_t *words = m->words + (size_t)i * s->plan.n_words;
    if (m->base_words && s->has_parts)
        coset__pack_changes(&s->plan, m->base, m->base_words, state, words, m->changed);
    else if (m->base_words)
        coset__pack_beside(&s->plan, m->base, m->base_words, state, words, m->changed);
    else
        coset__pack(&s->plan, state, words);
    p->changed = m->base_words ? m->changed : NULL;
    p->probe.step = 0;
    return ops[s->kind].ready(s, thread, p);
}

/* Prefetches what it needs next. */
static coset_stored be_ready(coset_store *s, uint32_t thread, uint32_t i)
{
    uint64_t hash = s->members[thread].pending[i].hash;
    if (s->bits)
        coset__prefetch_for_writing(bits_of(s, hash));
    else if (s->hashes.n)
        coset__compaction_prefetch(&s->hashes, hash);
    else
        coset__set_prefetch(&s->set, hash);
    return COSET_STORE_NEW;
}

coset_stored coset_store_ready(coset_store *s, uint32_t thread, uint32_t i, const uint32_t *state)
{
    return make_ready(s, thread, i, state) ? be_ready(s, thread, i) : COSET_STORE_FULL;
}

coset_stored coset_store_ready_beside(coset_store *s, uint32_t thread, uint32_t i, const uint32_t *state,
                                      const uint32_t *slots, uint32_t n)
{
    member *m = &s->members[thread];
    pending *p = &m->pending[i];
    uint64_t *words = m->words + (size_t)i * s->plan.n_words;
    if (!m->loaded_words)
        return coset_store_ready(s, thread, i, state);
    if (!s->has_parts)
        for (uint32_t w = 0; w < s->plan.n_words; w++)
            words[w] = m->loaded_words[w];
    coset__pack_slots(&s->plan, slots, n, m->loaded_words, state, words, m->changed);
    p->changed = m->changed;
    p->probe.step = 0;
    return ops[s->kind].ready(s, thread, p) ? be_ready(s, thread, i) : COSET_STORE_FULL;
}

void coset_store_fetch(coset_store *s, uint32_t thread, uint32_t i)
{
    pending *p = &s->members[thread].pending[i];
    if (kinds[s->kind].exact)
        coset__set_fetch(&s->set, p->hash, &p->probe);
}

coset_stored coset_store_put_ready(coset_store *s, uint32_t thread, uint32_t i, coset_ref *ref)
{
    return ops[s->kind].put(s, thread, &s->members[thread].pending[i], ref);
}

typedef struct {
    const coset__pack_plan *plan;
    uint32_t *state;
} unpacking;

static void unpack_part(void *ctx, uint32_t w, uint64_t word)
{
    const unpacking *u = ctx;
    coset__unpack_word(u->plan, w, word, u->state);
}

void coset_store_get_ready(const coset_store *s, uint32_t thread, uint32_t i, uint32_t *state)
{
    const member *m = &s->members[thread];
    const pending *p = &m->pending[i];
    if (s->has_parts) { /* most equal those of the loaded state */
        unpacking u = {&s->plan, state};
        if (m->base_words)
            memcpy(state, m->base, s->plan.n_slots * sizeof *state);
        coset__collapse_words(&s->collapse, m->base_words ? &s->collapse.places[thread] : NULL, p->coded, unpack_part,
                              &u);
        return;
    }
    for (uint32_t w = 0; w < s->plan.n_words; w++)
        coset__unpack_word(&s->plan, w, ops[s->kind].ready_word(s, p, w), state);
}

coset_stored coset_store_put(coset_store *s, uint32_t thread, const uint32_t *state, coset_ref *ref)
{
    if (!make_ready(s, thread, COSET_STORE_AHEAD, state))
        return COSET_STORE_FULL;
    return coset_store_put_ready(s, thread, COSET_STORE_AHEAD, ref);
}

void coset_store_get(const coset_store *s, coset_ref ref, uint32_t *state)
{
    if (s->has_parts) {
        uint64_t key[COSET__MOST_CODED];
        unpacking u = {&s->plan, state};
        coset__set_key(&s->set, ref, key);
        coset__collapse_words(&s->collapse, NULL, key, unpack_part, &u);
        return;
    }
    for (uint32_t w = 0; w < s->plan.n_words; w++)
        coset__unpack_word(&s->plan, w, ops[s->kind].word(s, ref, w), state);
}

/* States with at least this many words are packed relative to their source state. In inexact stores its words may be
 * gone. */
#define BESIDE 4

static bool packs_beside(const coset_store *s)
{
    return (s->plan.n_words >= BESIDE && kinds[s->kind].exact) || s->has_parts;
}

/* Sets the base of the thread to these words, of which only those in `changed` are new. */
static void set_base(const coset_store *s, member *m, const uint64_t *words, const uint64_t *changed)
{
    if (!m->base_words || !changed)
        coset__unpack(&s->plan, words, m->base);
    else
        for (uint32_t k = 0; k < coset__word_set(s->plan.n_words); k++)
            for (uint64_t left = changed[k]; left; left &= left - 1) {
                uint32_t w = 64 * k + (uint32_t)__builtin_ctzll(left);
                coset__unpack_word(&s->plan, w, words[w], m->base);
            }
    m->base_words = words;
}

/* The same hash for all kinds, however they split a state into words. */
static uint64_t content_hash(const coset_store *s, member *m, const uint64_t *words, const uint32_t *state)
{
    if (s->plan.room != s->whole.room) {
        coset__pack(&s->whole, state, m->loaded);
        words = m->loaded;
    }
    return coset__hash_words(words, s->whole.n_words);
}

uint64_t coset_store_load(coset_store *s, uint32_t thread, coset_ref ref, uint32_t *state)
{
    member *m = &s->members[thread];
    const uint64_t *changed = NULL, *words = ops[s->kind].load(s, thread, ref, &changed);
    m->loaded_words = s->has_parts || kinds[s->kind].exact ? words : NULL;
    if (packs_beside(s)) {
        set_base(s, m, words, changed);
        memcpy(state, m->base, s->plan.n_slots * sizeof *state);
    } else {
        coset__unpack(&s->plan, words, state);
    }
    return content_hash(s, m, words, state);
}

int coset_store_compare(const coset_store *s, coset_ref a, coset_ref b)
{
    for (uint32_t w = 0; w < s->plan.n_words; w++) {
        uint64_t x = ops[s->kind].word(s, a, w), y = ops[s->kind].word(s, b, w);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

uint64_t coset_store_hash(coset_store *s, uint32_t thread, const uint32_t *state)
{
    uint64_t *words = s->members[thread].loaded;
    coset__pack(&s->whole, state, words);
    s->members[thread].base_words = s->members[thread].loaded_words = NULL;
    return coset__hash_words(words, s->whole.n_words);
}

uint32_t coset_store_owner(const coset_store *s, coset_ref ref) { return coset__block_of(&s->set, ref)->owner; }

uint64_t coset_store_index(const coset_store *s, coset_ref ref)
{
    return coset__block_of(&s->set, ref)->base + (ref & (COSET__BLOCK - 1));
}

coset_ref coset_store_ref(const coset_store *s, uint32_t thread, uint64_t i)
{
    const coset__set_member *m = &s->set.members[thread];
    uint64_t low = 0, high = m->n_blocks - 1; /* the last block that begins at i or before */
    while (low < high) {
        uint64_t mid = low + (high - low + 1) / 2;
        if (s->set.blocks[m->blocks[mid]].base <= i)
            low = mid;
        else
            high = mid - 1;
    }
    return (m->blocks[low] << COSET__BLOCK_BITS) + (i - s->set.blocks[m->blocks[low]].base);
}

uint64_t coset_store_count(const coset_store *s, uint32_t thread)
{
    return atomic_load_explicit(&s->set.members[thread].n, memory_order_relaxed);
}

uint64_t coset_store_size(const coset_store *s)
{
    uint64_t n = 0;
    for (uint32_t t = 0; t < s->threads; t++)
        n += coset_store_count(s, t);
    return n;
}

/* Of a bitstate table, which is reserved as a whole: estimated size of the untouched pages. */
static uint64_t untouched_bytes(const coset_store *s)
{
    double pages = (double)s->n_bit_words * sizeof *s->bits / COSET_PAGE;
    return s->bits ? (uint64_t)(pages * exp(-(double)coset_store_size(s) / pages)) * COSET_PAGE : 0;
}

uint64_t coset_store_file_bytes(const coset_store *s)
{
    return atomic_load_explicit(&s->set.spill.bytes, memory_order_relaxed);
}

uint64_t coset_store_bytes(const coset_store *s)
{
    uint64_t bytes = atomic_load_explicit(&s->budget.bytes, memory_order_relaxed), untouched = untouched_bytes(s);
    return bytes > untouched ? bytes - untouched : 0;
}

/* ---- links and generations ---- */

_Atomic uint64_t *coset_store_link(const coset_store *s, coset_ref ref)
{
    return &coset__block_of(&s->set, ref)->links[ref & (COSET__BLOCK - 1)];
}

uint64_t coset_store_read_link(coset_store *s, uint32_t thread, coset_ref ref)
{
    return coset__set_read_link(&s->set, thread, ref);
}

/* The stored part of a link: the hint; above it, in inexact stores, the parent + 1, so that all ones becomes short. */
static uint64_t essence(const coset_store *s, uint64_t link)
{
    uint64_t hint = link >> 56;
    return kinds[s->kind].exact ? hint : (((link >> 16) + 1) & PARENT_MASK) << 8 | hint;
}

static uint64_t kept_of(const coset_store *s, coset_ref ref)
{
    const coset__block *b = coset__block_of(&s->set, ref);
    uint64_t within = ref & (COSET__BLOCK - 1), kept = 0;
    if (b->spilled)
        return essence(s, coset__set_spilled_link(&s->set, ref));
    if (b->links)
        return essence(s, atomic_load_explicit(&b->links[within], memory_order_relaxed));
    COSET_INVARIANT(b->narrow != NULL);
    memcpy(&kept, b->narrow + within * b->narrow_bytes, b->narrow_bytes);
    return le64toh(kept);
}

coset_ref coset_store_parent(const coset_store *s, coset_ref ref)
{
    COSET_INVARIANT(!kinds[s->kind].exact);
    return ((kept_of(s, ref) >> 8) - 1) & PARENT_MASK;
}

uint8_t coset_store_hint(const coset_store *s, coset_ref ref) { return (uint8_t)kept_of(s, ref); }

static uint64_t essence_at(const coset_store *s, const coset__block *b, uint64_t i)
{
    return essence(s, atomic_load_explicit(&b->links[i], memory_order_relaxed));
}

static bool keep_links(coset_store *s, coset__block *b)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < b->n; i++)
        most = essence_at(s, b, i) > most ? essence_at(s, b, i) : most;
    uint8_t bytes = 1;
    while (most >> 8 * bytes)
        bytes++;
    b->narrow = coset__set_keep(&s->set, b->owner, (uint64_t)b->n * bytes);
    if (!b->narrow)
        return false;
    b->narrow_bytes = bytes;
    for (uint64_t i = 0; i < b->n; i++) {
        uint64_t kept = htole64(essence_at(s, b, i));
        memcpy(b->narrow + i * bytes, &kept, bytes);
    }
    atomic_fetch_add_explicit(&s->set.aside, (uint64_t)b->n * bytes, memory_order_relaxed);
    return true;
}

/* False: no memory; the block is unchanged. */
static bool seal(coset_store *s, uint64_t block)
{
    coset__block *b = &s->set.blocks[block];
    uint64_t passing = coset__set_passing_bytes(&s->set, block);
    if (!b->links) /* in the file */
        return true;
    coset__discharge(&s->budget, passing);
    if (s->keeps_links && !coset__set_spill_links(&s->set, block) && !keep_links(s, b)) {
        atomic_fetch_add_explicit(&s->budget.bytes, passing, memory_order_relaxed);
        return false;
    }
    atomic_fetch_sub_explicit(&s->set.aside, passing, memory_order_relaxed);
    coset__set_drop_passing(&s->set, block);
    return true;
}

void coset_store_mark(coset_store *s)
{
    for (uint32_t t = 0; t < s->threads; t++) {
        marks *m = &s->marks[t];
        const coset__set_member *owner = &s->set.members[t];
        m->before = m->last;
        m->last = coset_store_count(s, t);
        for (; m->sealed + 1 < owner->n_blocks; m->sealed++) {
            uint64_t block = owner->blocks[m->sealed];
            const coset__block *b = &s->set.blocks[block];
            if (b->base + b->n > m->before || !seal(s, block))
                break;
        }
    }
    coset__set_share(&s->set);
}

bool coset_store_is_recent(const coset_store *s, coset_ref ref)
{
    return coset_store_index(s, ref) >= s->marks[coset_store_owner(s, ref)].last;
}

/* ---- growth ---- */

bool coset_store_wants_growth(const coset_store *s)
{
    return atomic_load_explicit(&s->set.wanting, memory_order_relaxed) ||
           atomic_load_explicit(&s->hashes.wanting, memory_order_relaxed) ||
           (s->has_parts && atomic_load_explicit(&s->collapse.values.wanting, memory_order_relaxed));
}

/* Grows one table at a time; others that are full grow at the next FULL. */
coset_status coset_store_grow_begin(coset_store *s, coset_err *err)
{
    s->growing = false;
    if (s->has_parts && atomic_load_explicit(&s->collapse.values.wanting, memory_order_relaxed))
        return coset__values_grow(&s->collapse.values, err);
    if (s->hashes.n)
        return coset__compaction_grow(&s->hashes)
                   ? COSET_OK
                   : coset_fail(err, COSET_MEMORY, "no memory for one more table of hashes");
    s->growing = true;
    return coset__set_grow_begin(&s->set, err);
}

void coset_store_grow_help(coset_store *s)
{
    if (s->growing)
        coset__set_grow_help(&s->set);
}

void coset_store_grow_end(coset_store *s)
{
    if (s->growing)
        coset__set_grow_end(&s->set);
}

coset_status coset_store_grow(coset_store *s, coset_err *err)
{
    coset_status st = coset_store_grow_begin(s, err);
    if (st != COSET_OK)
        return st;
    coset_store_grow_help(s);
    coset_store_grow_end(s);
    return COSET_OK;
}

bool coset_store_is_growing(const coset_store *s)
{
    return atomic_load_explicit(&s->set.growing, memory_order_relaxed);
}

/* ---- omission probability ---- */

/* Probability that three bits of a random word are set. States are mapped to words at random, so the number of states
 * per word is Poisson distributed; k states set (1 - q^k) of its bits on average. The mean is chosen to match the total
 * number of set bits. Bits are only set, so the share at the end is the largest. */
static double bitstate_omission(const coset_store *s)
{
    const double q = 63.0 / 64 * 63 / 64 * 63 / 64;
    double n_bits = 0;
    for (uint32_t t = 0; t < s->threads; t++)
        n_bits += (double)s->members[t].n_bits;
    double share = n_bits / (64.0 * (double)s->n_bit_words);
    if (share >= 1)
        return 1;
    double mean = -log1p(-share) / (1 - q);
    return 3 * expm1(mean * (q * q - 1)) - 3 * expm1(mean * (q - 1)) - expm1(mean * (q * q * q - 1));
}

double coset_store_omission(const coset_store *s)
{
    if (kinds[s->kind].exact)
        return 0;
    return s->bits ? bitstate_omission(s) : coset__compaction_false(&s->hashes);
}

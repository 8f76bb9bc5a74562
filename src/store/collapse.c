#include "store/collapse.h"

#include <string.h>

#include "base/mem.h"
#include "store/pack.h"

static void add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

static bool has_pairs(const coset__collapse *c) { return c->forest.nodes > c->forest.fields; }

/* ---- the position of a thread ---- */

/* Allocates the data for the sum of a key. */
static void place_init(const coset__collapse *c, coset__place *p)
{
    const coset__forest *f = &c->forest;
    coset_arena *own = coset_arena_new_apart();
    *p = (coset__place){.own = own,
                        .key = coset_arena_get(own, coset__layouts_words(f->fields), sizeof(uint64_t)),
                        .numbers = coset_arena_get(own, f->nodes, sizeof(uint32_t)),
                        .hashes = coset_arena_get(own, f->fields, sizeof(uint64_t)),
                        .scratch = coset_arena_get(own, coset__layouts_words(f->fields), sizeof(uint64_t))};
}

/* Allocates the data for loading and putting states. */
static void place_furnish(const coset__collapse *c, coset__place *p)
{
    const coset__forest *f = &c->forest;
    p->words = coset_arena_get(p->own, f->words, sizeof *p->words);
    p->fresh = coset_arena_get(p->own, coset__word_set(f->words), sizeof *p->fresh);
    p->now = coset_arena_get(p->own, f->nodes, sizeof *p->now);
    p->moved = coset_arena_get(p->own, coset__word_set(f->nodes), sizeof *p->moved);
    p->waiting = coset_arena_get(p->own, coset__word_set(f->nodes), sizeof *p->waiting);
}

/* Sets the number of a node, and recursively those of its parts. */
static void renew(const coset__collapse *c, coset__place *p, uint32_t node, uint32_t number)
{
    const coset__forest *f = &c->forest;
    const coset__valued *x = coset__value(&c->values.tables[node], number);
    p->numbers[node] = number;
    if (node < f->fields) {
        p->sum += x->hash - p->hashes[node];
        p->hashes[node] = x->hash;
    }
    if (!p->words)
        return;
    if (!coset__forest_is_pair(f, node)) {
        p->words[f->word[node]] = x->value;
        add(p->fresh, f->word[node]);
        return;
    }
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t kid = f->kids[node][side], part = (uint32_t)(side ? x->value : x->value >> 32);
        if (!p->valid || p->numbers[kid] != part)
            renew(c, p, kid, part);
    }
}

static void begin(const coset__collapse *c, coset__place *p, const uint64_t *key)
{
    const coset__layout *l = coset__layout_at(&c->layouts, key[0]);
    memcpy(p->key, key, (1 + l->n_words) * sizeof *key);
    for (uint32_t i = 0; i < c->forest.fields; i++)
        renew(c, p, i, coset__field_get(&l->fields[i], key));
    p->valid = true;
}

/* Translates the position to the layout of `key`, or `key` to that of the position: the older one fits the newer one.
 * Returns the key. */
static const uint64_t *same_layout(const coset__collapse *c, coset__place *p, const uint64_t *key)
{
    if (key[0] == p->key[0])
        return key;
    bool newer = key[0] > p->key[0];
    const uint64_t *old = newer ? p->key : key;
    bool fits = coset__layouts_translate(&c->layouts, old, (uint32_t)(newer ? key : p->key)[0], p->scratch);
    COSET_INVARIANT(fits);
    if (!newer)
        return p->scratch;
    memcpy(p->key, p->scratch, (1 + coset__layout_at(&c->layouts, key[0])->n_words) * sizeof *key);
    return key;
}

/* Only fields with different bits are processed. */
static void go(const coset__collapse *c, coset__place *p, const uint64_t *key)
{
    if (p->words)
        memset(p->fresh, 0, coset__word_set(c->forest.words) * sizeof *p->fresh);
    if (!p->valid) {
        begin(c, p, key);
        return;
    }
    key = same_layout(c, p, key);
    const coset__layout *l = coset__layout_at(&c->layouts, key[0]);
    for (uint32_t k = 0; k < l->n_words; k++) {
        uint64_t other = key[1 + k] ^ p->key[1 + k];
        while (other) {
            uint32_t i = l->field_at[64 * k + (uint32_t)__builtin_clzll(other)];
            const coset__field *f = &l->fields[i];
            renew(c, p, i, coset__field_get(f, key));
            other &= ~(((UINT64_C(1) << f->bits) - 1) << f->shift);
        }
        p->key[1 + k] = key[1 + k];
    }
}

/* ---- keys of a set ---- */

static uint32_t key_bytes(const void *of, uint64_t layout)
{
    const coset__collapse *c = of;
    return coset__layout_at(&c->layouts, layout)->n_bytes;
}

static bool translate(const void *of, const uint64_t *key, uint32_t layout, uint64_t *out)
{
    const coset__collapse *c = of;
    return coset__layouts_translate(&c->layouts, key, layout, out);
}

static void *walk_begin(const void *of)
{
    const coset__collapse *c = of;
    coset__place *p = coset_new_apart(1, sizeof *p);
    place_init(c, p);
    return p;
}

static uint64_t walk_hash(const void *of, void *walk, const uint64_t *key)
{
    coset__place *p = walk;
    go(of, p, key);
    return p->sum;
}

static void walk_end(void *walk)
{
    coset__place *p = walk;
    coset_arena_free(p->own);
    coset_delete(p);
}

coset__coding coset__collapse_coding(const coset__collapse *c)
{
    return (coset__coding){c, key_bytes, translate, walk_begin, walk_hash, walk_end};
}

/* ---- life ---- */

bool coset__collapse_init(coset__collapse *c, uint32_t words, uint32_t fields, uint32_t threads, coset__budget *budget)
{
    *c = (coset__collapse){.threads = threads, .places = coset_new_apart(threads, sizeof *c->places)};
    coset__forest_init(&c->forest, words, fields);
    for (uint32_t t = 0; t < threads; t++) {
        place_init(c, &c->places[t]);
        place_furnish(c, &c->places[t]);
    }
    bool ok = coset__values_init(&c->values, c->forest.nodes, budget);
    return coset__layouts_init(&c->layouts, fields, &c->values) && ok;
}

void coset__collapse_fini(coset__collapse *c)
{
    for (uint32_t t = 0; t < c->threads; t++)
        coset_arena_free(c->places[t].own);
    coset_delete(c->places);
    coset__layouts_fini(&c->layouts);
    coset__values_fini(&c->values);
    coset__forest_fini(&c->forest);
}

/* ---- from states to keys ---- */

/* Translates the thread's position to a layout in which field i may be x. */
static bool widen(coset__collapse *c, coset__place *p, uint32_t i, uint32_t x)
{
    uint32_t to = coset__layouts_fitting(&c->layouts, (uint32_t)p->key[0], i, x);
    if (to == COSET__LAYOUTS)
        return false;
    bool fits = coset__layouts_translate(&c->layouts, p->key, to, p->scratch);
    COSET_INVARIANT(fits);
    memcpy(p->key, p->scratch, (1 + coset__layout_at(&c->layouts, to)->n_words) * sizeof *p->key);
    return true;
}

typedef enum { PUT, WIDER, FULL } putting;

/* A state being put. */
typedef struct {
    coset__collapse *c;
    coset__place *p;
    const coset__layout *layout;
    uint64_t *key, sum;
    uint32_t node, number; /* WIDER: the field, and its required value */
} put;

/* Stores the number in the key, or marks the pair above as waiting. Always inline: it is most of the cost of a
 * successor. */
static inline __attribute__((always_inline)) putting put_node(put *x, uint32_t node, uint64_t value)
{
    coset__place *p = x->p;
    const coset__forest *f = &x->c->forest;
    uint64_t hash;
    uint32_t number;
    if (!coset__value_number(&x->c->values, node, value, &number, &hash))
        return FULL;
    if (node >= f->fields) {
        p->now[node] = number;
        add(p->moved, node);
        add(p->waiting, f->above[node]);
        return PUT;
    }
    const coset__field *field = &x->layout->fields[node];
    if ((uint64_t)number >> field->bits) {
        x->node = node;
        x->number = number;
        return WIDER;
    }
    x->key[1 + field->word] ^= (uint64_t)(number ^ p->numbers[node]) << field->shift;
    x->sum += hash - p->hashes[node];
    return PUT;
}

static putting put_words(put *x, const uint64_t *words, const uint64_t *changed)
{
    const coset__forest *f = &x->c->forest;
    for (uint32_t k = 0; k < coset__word_set(f->words); k++) {
        uint32_t rest = f->words - 64 * k;
        uint64_t left = changed ? changed[k] : rest < 64 ? (UINT64_C(1) << rest) - 1 : UINT64_MAX;
        for (; left; left &= left - 1) {
            uint32_t w = 64 * k + (uint32_t)__builtin_ctzll(left);
            putting how = put_node(x, f->leaf[w], words[w]);
            if (how != PUT)
                return how;
        }
    }
    return PUT;
}

static uint32_t now(const coset__place *p, uint32_t node)
{
    return has(p->moved, node) ? p->now[node] : p->numbers[node];
}

/* A pair is processed after its parts. */
static putting put_pairs(put *x)
{
    coset__place *p = x->p;
    const coset__forest *f = &x->c->forest;
    for (uint32_t k = coset__word_set(f->nodes); k-- > 0;)
        while (p->waiting[k]) {
            uint32_t high = 63 - (uint32_t)__builtin_clzll(p->waiting[k]), node = 64 * k + high;
            p->waiting[k] &= ~(UINT64_C(1) << high);
            uint64_t pair = (uint64_t)now(p, f->kids[node][0]) << 32 | now(p, f->kids[node][1]);
            putting how = put_node(x, node, pair);
            if (how != PUT)
                return how;
        }
    return PUT;
}

bool coset__collapse_put(coset__collapse *c, uint32_t thread, const uint64_t *words, const uint64_t *changed,
                         uint64_t *key, uint64_t *hash)
{
    coset__place *p = &c->places[thread];
    put x = {.c = c, .p = p, .layout = coset__layout_at(&c->layouts, p->key[0]), .key = key, .sum = p->sum};
    for (uint32_t k = 0; k <= x.layout->n_words; k++) /* few */
        key[k] = p->key[k];
    for (uint32_t k = 0; has_pairs(c) && k < coset__word_set(c->forest.nodes); k++)
        p->moved[k] = p->waiting[k] = 0;
    putting how = put_words(&x, words, changed);
    if (how == PUT && has_pairs(c))
        how = put_pairs(&x);
    *hash = x.sum;
    if (how == WIDER)
        return widen(c, p, x.node, x.number) && coset__collapse_put(c, thread, words, changed, key, hash);
    return how == PUT;
}

/* ---- from keys to states ---- */

const uint64_t *coset__collapse_load(coset__collapse *c, uint32_t thread, const uint64_t *key, const uint64_t **changed)
{
    coset__place *p = &c->places[thread];
    go(c, p, key);
    *changed = p->fresh;
    return p->words;
}

typedef struct {
    const coset__collapse *c;
    const coset__place *beside;
    coset__take_word *take;
    void *ctx;
} giving;

/* Passes on the words below a node. */
static void give(const giving *g, uint32_t node, uint32_t number)
{
    const coset__forest *f = &g->c->forest;
    if (g->beside && g->beside->numbers[node] == number)
        return;
    uint64_t value = coset__value(&g->c->values.tables[node], number)->value;
    if (!coset__forest_is_pair(f, node)) {
        g->take(g->ctx, f->word[node], value);
        return;
    }
    give(g, f->kids[node][0], (uint32_t)(value >> 32));
    give(g, f->kids[node][1], (uint32_t)value);
}

void coset__collapse_words(const coset__collapse *c, const coset__place *beside, const uint64_t *key,
                           coset__take_word *take, void *ctx)
{
    const giving g = {c, beside, take, ctx};
    const coset__layout *l = coset__layout_at(&c->layouts, key[0]);
    for (uint32_t i = 0; i < c->forest.fields; i++)
        give(&g, i, coset__field_get(&l->fields[i], key));
}

static uint64_t value_of(const coset__collapse *c, const coset__layout *l, const uint64_t *key, uint32_t node)
{
    const coset__forest *f = &c->forest;
    uint32_t number;
    if (node < f->fields) {
        number = coset__field_get(&l->fields[node], key);
    } else {
        uint64_t pair = value_of(c, l, key, f->above[node]);
        number = (uint32_t)(f->kids[f->above[node]][0] == node ? pair >> 32 : pair);
    }
    return coset__value(&c->values.tables[node], number)->value;
}

uint64_t coset__collapse_word(const coset__collapse *c, const uint64_t *key, uint32_t w)
{
    return value_of(c, coset__layout_at(&c->layouts, key[0]), key, c->forest.leaf[w]);
}

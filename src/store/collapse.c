#include "store/collapse.h"

#include <string.h>

#include "base/mem.h"

static uint32_t sets(uint32_t n) { return (n + 63) / 64; }

/* ---- where a thread stands ---- */

static void place_init(coset__place *p, uint32_t words)
{
    *p = (coset__place){.key = coset_new_apart(coset__layouts_words(words), sizeof(uint64_t)),
                        .numbers = coset_new_apart(words, sizeof(uint32_t)),
                        .values = coset_new_apart(words, sizeof(uint64_t)),
                        .hashes = coset_new_apart(words, sizeof(uint64_t)),
                        .fresh = coset_new_apart(sets(words), sizeof(uint64_t)),
                        .scratch = coset_new_apart(coset__layouts_words(words), sizeof(uint64_t))};
}

static void place_fini(coset__place *p)
{
    coset_delete(p->key);
    coset_delete(p->numbers);
    coset_delete(p->values);
    coset_delete(p->hashes);
    coset_delete(p->fresh);
    coset_delete(p->scratch);
}

static void renew(const coset__collapse *c, coset__place *p, uint32_t w, uint32_t number)
{
    const coset__valued *x = coset__value(&c->values.tables[w], number);
    p->numbers[w] = number;
    p->values[w] = x->value;
    p->sum += x->hash - p->hashes[w];
    p->hashes[w] = x->hash;
    p->fresh[w / 64] |= UINT64_C(1) << w % 64;
}

static void begin(const coset__collapse *c, coset__place *p, const uint64_t *key)
{
    const coset__layout *l = coset__layout_at(&c->layouts, key[0]);
    memcpy(p->key, key, (1 + l->n_words) * sizeof *key);
    for (uint32_t w = 0; w < c->words; w++)
        renew(c, p, w, coset__field_get(&l->fields[w], key));
    p->valid = true;
}

/* The place in the layout of `key` or the other way round: the older one fits the newer one. Returns the key. */
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

/* Only fields with other bits are looked at. */
static void go(const coset__collapse *c, coset__place *p, const uint64_t *key)
{
    memset(p->fresh, 0, sets(c->words) * sizeof *p->fresh);
    if (!p->valid) {
        begin(c, p, key);
        return;
    }
    key = same_layout(c, p, key);
    const coset__layout *l = coset__layout_at(&c->layouts, key[0]);
    for (uint32_t k = 0; k < l->n_words; k++) {
        uint64_t other = key[1 + k] ^ p->key[1 + k];
        while (other) {
            uint32_t w = l->field_at[64 * k + (uint32_t)__builtin_clzll(other)];
            const coset__field *f = &l->fields[w];
            renew(c, p, w, coset__field_get(f, key));
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
    coset__place *p = coset_new(1, sizeof *p);
    place_init(p, c->words);
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
    place_fini(walk);
    coset_delete(walk);
}

coset__coding coset__collapse_coding(const coset__collapse *c)
{
    return (coset__coding){c, key_bytes, translate, walk_begin, walk_hash, walk_end};
}

/* ---- life ---- */

bool coset__collapse_init(coset__collapse *c, uint32_t words, uint32_t threads, coset__budget *budget)
{
    *c = (coset__collapse){.words = words, .threads = threads, .places = coset_new_apart(threads, sizeof *c->places)};
    for (uint32_t t = 0; t < threads; t++)
        place_init(&c->places[t], words);
    bool ok = coset__values_init(&c->values, words, budget);
    return coset__layouts_init(&c->layouts, words, &c->values) && ok;
}

void coset__collapse_fini(coset__collapse *c)
{
    for (uint32_t t = 0; t < c->threads; t++)
        place_fini(&c->places[t]);
    coset_delete(c->places);
    coset__layouts_fini(&c->layouts);
    coset__values_fini(&c->values);
}

/* ---- there ---- */

/* The thread's place in a layout where number x of word w fits. */
static bool widen(coset__collapse *c, coset__place *p, uint32_t w, uint32_t x)
{
    uint32_t to = coset__layouts_fitting(&c->layouts, (uint32_t)p->key[0], w, x);
    if (to == COSET__LAYOUTS)
        return false;
    bool fits = coset__layouts_translate(&c->layouts, p->key, to, p->scratch);
    COSET_INVARIANT(fits);
    memcpy(p->key, p->scratch, (1 + coset__layout_at(&c->layouts, to)->n_words) * sizeof *p->key);
    return true;
}

typedef enum { PUT, WIDER, FULL } putting;

static putting put_word(coset__collapse *c, const coset__place *p, const coset__layout *l, uint32_t w, uint64_t x,
                        uint64_t *key, uint64_t *sum, uint32_t *number)
{
    uint64_t hash;
    if (!coset__value_number(&c->values, w, x, number, &hash))
        return FULL;
    const coset__field *f = &l->fields[w];
    if ((uint64_t)*number >> f->bits)
        return WIDER;
    key[1 + f->word] ^= (uint64_t)(*number ^ p->numbers[w]) << f->shift;
    *sum += hash - p->hashes[w];
    return PUT;
}

bool coset__collapse_put(coset__collapse *c, uint32_t thread, const uint64_t *words, const uint64_t *changed,
                         uint64_t *key, uint64_t *hash)
{
    coset__place *p = &c->places[thread];
    const coset__layout *l = coset__layout_at(&c->layouts, p->key[0]);
    for (uint32_t k = 0; k <= l->n_words; k++) /* few */
        key[k] = p->key[k];
    *hash = p->sum;
    for (uint32_t k = 0; k < sets(c->words); k++) {
        uint32_t rest = c->words - 64 * k;
        uint64_t left = changed ? changed[k] : rest < 64 ? (UINT64_C(1) << rest) - 1 : UINT64_MAX;
        for (; left; left &= left - 1) {
            uint32_t w = 64 * k + (uint32_t)__builtin_ctzll(left), number;
            putting how = put_word(c, p, l, w, words[w], key, hash, &number);
            if (how == PUT)
                continue;
            return how == WIDER && widen(c, p, w, number) && coset__collapse_put(c, thread, words, changed, key, hash);
        }
    }
    return true;
}

/* ---- and back ---- */

const uint64_t *coset__collapse_load(coset__collapse *c, uint32_t thread, const uint64_t *key, const uint64_t **changed)
{
    coset__place *p = &c->places[thread];
    go(c, p, key);
    *changed = p->fresh;
    return p->values;
}

uint64_t coset__collapse_word(const coset__collapse *c, const uint64_t *key, uint32_t w)
{
    const coset__layout *l = coset__layout_at(&c->layouts, key[0]);
    return coset__value(&c->values.tables[w], coset__field_get(&l->fields[w], key))->value;
}

/* store/layout.h - positions of the numbers of a state's words in a key.
 *
 * Layer    store.
 * Shapes   Field i of a key is the number of the state's word i, in as many bits as the layout defines, from the most
 *          significant bit of the first word downwards; no field spans two words.
 * Idea     Numbers need more bits as a search continues. Layouts only widen; a new one is made when a number does not
 *          fit. A key's first word is the number of its layout; its bits follow.
 * Threads  a layout is immutable. coset__layouts_fitting: any number, lock-free.
 */
#ifndef COSET_STORE_LAYOUT_H
#define COSET_STORE_LAYOUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/values.h"

typedef struct {
    uint16_t word;
    uint8_t shift, bits; /* 0..32 */
} coset__field;

typedef struct {
    uint32_t n_words; /* of bits */
    uint32_t n_bytes; /* of them that may be non-zero; >= 1 */
    coset__field *fields;
    uint16_t *field_at; /* [64 * n_words] the field that a bit belongs to, from the most significant one */
} coset__layout;

#ifdef COSET_TEST_SMALL
#define COSET__LAYOUTS 10 /* so that tests reach the last one */
#else
#define COSET__LAYOUTS 256 /* the last one has 32 bits for each field */
#endif

typedef struct {
    uint32_t fields;
    coset__values *values;
    _Atomic(coset__layout *) at[COSET__LAYOUTS];
} coset__layouts;

bool coset__layouts_init(coset__layouts *l, uint32_t fields, coset__values *values);
void coset__layouts_fini(coset__layouts *l);

static inline const coset__layout *coset__layout_at(const coset__layouts *l, uint64_t number)
{
    return atomic_load_explicit(&l->at[number], memory_order_acquire);
}

/* Words of a key in any layout, with the first one. */
static inline uint32_t coset__layouts_words(uint32_t fields) { return 1 + (fields + 1) / 2; }

static inline uint32_t coset__field_get(const coset__field *f, const uint64_t *key)
{
    return (uint32_t)(key[1 + f->word] >> f->shift) & (uint32_t)((UINT64_C(1) << f->bits) - 1);
}

/* The number of a layout not before `from` in which field i may be x. COSET__LAYOUTS: no memory. */
uint32_t coset__layouts_fitting(coset__layouts *l, uint32_t from, uint32_t i, uint32_t x);

/* `key` in another layout. False: it does not fit. */
bool coset__layouts_translate(const coset__layouts *l, const uint64_t *key, uint32_t layout, uint64_t *out);

#endif

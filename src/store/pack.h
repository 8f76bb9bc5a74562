/* store/pack.h - packing of states into bits.
 *
 * Layer    store.
 * Idea     Slots are laid out in order from the most significant bit of word 0 downwards; no slot spans two words. So
 *          comparing words compares slots lexicographically.
 */
#ifndef COSET_STORE_PACK_H
#define COSET_STORE_PACK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t n_slots;
    uint32_t room;                      /* bits of a word that are used: the highest ones */
    uint32_t n_words;                   /* >= 1 */
    uint32_t n_bytes;                   /* of them that may be non-zero: the last word may end in zero bytes; >= 1 */
    uint32_t *mask;                     /* [n_slots] of the value: 2^bits - 1 */
    uint32_t *shift;                    /* [n_slots] of its lowest bit within the word */
    bool four_at_once, sixteen_at_once; /* slots moved or compared per instruction (AVX2, AVX-512) */
    uint32_t *word;                     /* [n_slots] its word */
    uint32_t *first;                    /* [n_words + 1] word w holds the slots first[w] .. first[w + 1] - 1 */
} coset__pack_plan;

/* Words of a set of n things: number i is bit i % 64 of its word i / 64. */
static inline uint32_t coset__word_set(uint32_t n) { return (n + 63) / 64; }

/* `room`: 32..64. */
void coset__pack_init(coset__pack_plan *p, uint32_t n_slots, const uint32_t *bits, uint32_t room);
void coset__pack_fini(coset__pack_plan *p);

/* Values must fit their slots (COSET_INVARIANT). */
void coset__pack(const coset__pack_plan *p, const uint32_t *state, uint64_t *words);
/* The same for a state that differs in few slots from `base`, which is packed as base_words. *changed: the set of words
 * that differ, word w as bit w % 64 of changed[w / 64]. */
void coset__pack_beside(const coset__pack_plan *p, const uint32_t *base, const uint64_t *base_words,
                        const uint32_t *state, uint64_t *words, uint64_t *changed);
/* The same, but words that do not differ are not written. */
void coset__pack_changes(const coset__pack_plan *p, const uint32_t *base, const uint64_t *base_words,
                         const uint32_t *state, uint64_t *words, uint64_t *changed);
/* The same, if only slots[0 .. n) may differ; each of their words counts as different. */
void coset__pack_slots(const coset__pack_plan *p, const uint32_t *slots, uint32_t n, const uint64_t *base_words,
                       const uint32_t *state, uint64_t *words, uint64_t *changed);
void coset__unpack(const coset__pack_plan *p, const uint64_t *words, uint32_t *state);
/* The slots of word w only. */
void coset__unpack_word(const coset__pack_plan *p, uint32_t w, uint64_t word, uint32_t *state);

#endif

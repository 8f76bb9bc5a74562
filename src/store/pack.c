#include "store/pack.h"

#include "base/err.h"
#include "base/mem.h"

void coset__pack_init(coset__pack_plan *p, uint32_t n_slots, const uint32_t *bits)
{
    *p = (coset__pack_plan){.n_slots = n_slots};
    p->slots = coset_new(n_slots, sizeof *p->slots);
    p->first = coset_new((size_t)n_slots + 2, sizeof *p->first);
    uint32_t word = 0, left = 64; /* unused low bits of `word` */
    for (uint32_t i = 0; i < n_slots; i++) {
        COSET_INVARIANT(bits[i] <= 32);
        if (bits[i] > left) {
            p->first[++word] = i;
            left = 64;
        }
        left -= bits[i];
        p->slots[i] = (coset__pack_slot){(uint32_t)((UINT64_C(1) << bits[i]) - 1), (uint8_t)(left & 63)};
    }
    p->n_words = word + 1;
    p->n_bytes = left < 64 || word ? 8 * word + (64 - left + 7) / 8 : 1;
    p->first[p->n_words] = n_slots;
}

void coset__pack_fini(coset__pack_plan *p)
{
    coset_delete(p->slots);
    coset_delete(p->first);
}

void coset__pack(const coset__pack_plan *p, const uint32_t *state, uint64_t *words)
{
    const coset__pack_slot *slots = p->slots;
    uint32_t excess = 0; /* bits of values outside their slots: must remain 0, or neighbours would be overwritten */
    for (uint32_t w = 0, i = 0; w < p->n_words; w++) {
        uint64_t word = 0;
        for (uint32_t end = p->first[w + 1]; i < end; i++) {
            excess |= state[i] & ~slots[i].mask;
            word |= (uint64_t)state[i] << slots[i].shift;
        }
        words[w] = word;
    }
    COSET_INVARIANT(excess == 0);
}

void coset__unpack_word(const coset__pack_plan *p, uint32_t w, uint64_t word, uint32_t *state)
{
    const coset__pack_slot *slots = p->slots;
    for (uint32_t i = p->first[w]; i < p->first[w + 1]; i++)
        state[i] = (uint32_t)(word >> slots[i].shift) & slots[i].mask;
}

void coset__unpack(const coset__pack_plan *p, const uint64_t *words, uint32_t *state)
{
    for (uint32_t w = 0; w < p->n_words; w++)
        coset__unpack_word(p, w, words[w], state);
}

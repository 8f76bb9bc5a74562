/* explore/stack_set.h - which states are on the stack of a depth-first search.
 *
 * Layer    explore (sees base).
 * Shapes   A state is represented by a hash of 64 bits. So a state may falsely be reported as on the stack, but a state
 *          on the stack is never missed.
 */
#ifndef COSET_EXPLORE_STACK_SET_H
#define COSET_EXPLORE_STACK_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t *keys; /* [room], 0: free */
    size_t room, n;
} coset_stack_set;

uint64_t coset_stack_hash(uint32_t n_slots, const uint32_t *state); /* never 0 */
void coset_stack_set_add(coset_stack_set *s, uint64_t hash);
/* Removes a hash that was added. */
void coset_stack_set_remove(coset_stack_set *s, uint64_t hash);
bool coset_stack_set_has(const coset_stack_set *s, uint64_t hash);
void coset_stack_set_fini(coset_stack_set *s);

#endif

/* wrap/set_memo.h - cache of stubborn sets.
 *
 * Layer    wrap, private to stubborn_set.c.
 * Idea     The search for a set depends on which transitions are enabled, which of these must not be in the set, and
 *          the classes of the values that it reads. For each combination of the former there is a tree over the latter
 *          (wrap/contents.h).
 * Limits   A small table; a new entry overwrites the old one. If the hit rate is low, the cache is disabled for a
 *          while.
 */
#ifndef COSET_WRAP_SET_MEMO_H
#define COSET_WRAP_SET_MEMO_H

#include "wrap/contents.h"

typedef struct coset_set_memo coset_set_memo;

coset_set_memo *coset_set_memo_new(const coset_classes *classes, uint32_t n_words);
void coset_set_memo_free(coset_set_memo *m);
/* Selects the tree for a state in which these are enabled. False: the cache is disabled now. */
bool coset_set_memo_open(coset_set_memo *m, const uint64_t *enabled, const uint64_t *blunt, uint32_t priority);
/* True: *set is the stored result, or NULL. Else the caller searches, and calls learn. */
bool coset_set_memo_find(coset_set_memo *m, const coset_value *state, const uint64_t **set);
coset_value coset_set_memo_look(coset_set_memo *m, const coset_value *state, uint32_t slot);
void coset_set_memo_learn(coset_set_memo *m, const coset_value *state, const uint64_t *set);

#endif

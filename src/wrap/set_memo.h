/* wrap/set_memo.h - stubborn sets that were found before.
 *
 * Layer    wrap, private to stubborn_set.c.
 * Idea     a search for a set depends on which transitions are enabled, which of these must not be in it, and the classes
 *          of the contents that it looks at. For each of the former there is a tree of the latter (wrap/contents.h).
 * Limits   a table of few entries, each of which forgets what it was about; where little is found again nothing is kept
 *          for a while.
 */
#ifndef COSET_WRAP_SET_MEMO_H
#define COSET_WRAP_SET_MEMO_H

#include "wrap/contents.h"

typedef struct coset_set_memo coset_set_memo;

coset_set_memo *coset_set_memo_new(const coset_classes *classes, uint32_t n_words);
void coset_set_memo_free(coset_set_memo *m);
/* Searches in a state in which these are enabled. False: not now. */
bool coset_set_memo_open(coset_set_memo *m, const uint64_t *enabled, const uint64_t *blunt, uint32_t priority);
/* True: *set is what was found, or NULL. Else it is to be searched for, and learned. */
bool coset_set_memo_find(coset_set_memo *m, const coset_value *state, const uint64_t **set);
coset_value coset_set_memo_look(coset_set_memo *m, const coset_value *state, uint32_t slot);
void coset_set_memo_learn(coset_set_memo *m, const coset_value *state, const uint64_t *set);

#endif

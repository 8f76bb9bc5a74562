/* wrap/word.h - the product of a process and an automaton for infinite words over its events.
 *
 * Layer    wrap (sees base, omega, model, lts).
 * Idea     The automaton reads the word of a run: one letter for each visible event and for a tick. A letter consists
 *          of the event and of what the state that performs it offers. Internal steps are no letters. If no visible
 *          event follows, because there is no step or because internal steps go on for ever, the word continues with
 *          the letter "stopped", in which no event happens and nothing is offered.
 * Slots    Those of the model, then one: 1 + the state of the automaton; plus its number of states once the run is
 *          assumed to diverge. From then on there are internal steps only, and each reads "stopped".
 * Props    one: COSET_PROP_ACCEPTANCE. An edge without letter is in no acceptance set.
 * Groups   those of the model, then one for stuttering.
 * Owner    borrows model, automaton and atoms.
 */
#ifndef COSET_WRAP_WORD_H
#define COSET_WRAP_WORD_H

#include "model/model.h"
#include "omega/automaton.h"

typedef enum { COSET_WORD_HAPPENS, COSET_WORD_OFFERED, COSET_WORD_STOPPED } coset_word_kind;

typedef struct {
    coset_word_kind kind;
    const bool *events; /* [n_events] HAPPENS, OFFERED: one of these */
} coset_word_atom;

/* `m`: its edges carry events (lts/super.h). atoms[i] is atom i of the automaton.
 * Errors: COSET_LIMIT, the automaton has too many acceptance sets. */
coset_status coset_word_new(const coset_model *m, uint32_t n_events, const coset_omega *a, const coset_word_atom *atoms,
                            coset_model **out, coset_err *err) COSET_NODISCARD;
/* Number of values of the last slot, without value 0. */
uint32_t coset_word_nodes(const coset_omega *a);

#endif

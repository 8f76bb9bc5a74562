/* lang/promela/lower/lower.h - from a checked syntax tree to a guarded-rule program.
 *
 * Layer    lang/promela/lower.
 * Needs    what coset_pml_check guarantees (ast.h).
 * Idea     A process is a record: its control state and variables; the processes of one proctype are an array of such
 *          records, indexed by pid. Each transition of the automaton (graph.h) is a rule with the pid as parameter.
 *          Channels of one shape (capacity and fields) are an array indexed by channel number.
 * States   as Spin stores them. Two variables exist only inside a step, in transient states (ir.h): `_exclusive`, the
 *          process that is executing an atomic sequence, and `_handshake`, the channel of a rendez-vous that has been
 *          offered and must be accepted immediately. An atomic sequence that blocks releases its token (priority 1);
 *          `timeout` is true if no other transition is enabled (priority 2).
 */
#ifndef COSET_LANG_PROMELA_LOWER_LOWER_H
#define COSET_LANG_PROMELA_LOWER_LOWER_H

#include "ir/ir.h"
#include "lang/promela/program/how.h"
#include "lang/promela/syntax/ast.h"

/* The program, in a new arena that it owns. It borrows nothing from the tree. Problems (unsupported features, too large
 * models) are messages in `text` and COSET_INPUT. `tree` is the arena of the tree, which also holds the automata. */
coset_status coset_pml_lower(coset_text *text, coset_pml_model *model, const char *name, coset_pml_how how,
                             coset_arena *tree, coset_ir **out, coset_err *err) COSET_NODISCARD;

#endif

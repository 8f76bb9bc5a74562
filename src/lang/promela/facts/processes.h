/* lang/promela/facts/processes.h - how many processes there may be, with which pids, and what they may do.
 *
 * Layer    lang/promela/facts.
 */
#ifndef COSET_LANG_PROMELA_FACTS_PROCESSES_H
#define COSET_LANG_PROMELA_FACTS_PROCESSES_H

#include "lang/promela/facts/loops.h"
#include "lang/promela/program/pieces.h"

/* ---- family.c: the processes of one proctype -------------------------------------------------------------------- */

/* The pids lo .. hi are of the family, too. */
void coset_pml_widen(coset_pml_family *f, uint32_t lo, uint32_t hi);
/* Upper bound on the processes of the family: more than n if the room is a guess. */
uint32_t coset_pml_most_of(const coset_pml_family *f);
/* Processes of the family may terminate, according to their transitions. */
bool coset_pml_may_die(const coset_pml_family *f);
/* The same, even if they vanish at their end. */
bool coset_pml_may_end(const coset_pml_family *f);
const char *coset_pml_family_name(const coset_pml_family *f);

/* ---- how many --------------------------------------------------------------------------------------------------- */

/* slots.c */
void coset_pml_count_processes(coset_pml_lowerer *l);
/* room.c: the same if no process is found that certainly starts all others. */
void coset_pml_count_all(coset_pml_lowerer *l);

/* arrive.c: processes that are started one by one while others run. Steps and starts of the runner are recorded in
 * order; `alone`: no other process can have moved yet. */
void coset_pml_note_arriving(coset_pml_lowerer *l, uint32_t at, const coset_pml_stmt *st, bool alone, bool known);
/* All are started; `after`: the control state of the runner then. */
void coset_pml_end_arriving(coset_pml_lowerer *l, const coset_pml_family *runner, uint32_t n_before, uint32_t after);
/* The process starts all others, with known arguments: parameters have no other values. */
bool coset_pml_is_starter(const coset_pml_lowerer *l, const coset_pml_proc *p);

/* ended.c: decides whether processes may vanish at their end; before they are counted. */
void coset_pml_leave_ended(coset_pml_lowerer *l);
/* After they are counted: false if they may not vanish, after all, and have to be counted again. */
bool coset_pml_confirm_leaving(coset_pml_lowerer *l);

/* ---- priority.c ------------------------------------------------------------------------------------------------- */

/* Finds the families with a fixed priority. */
void coset_pml_find_priorities(coset_pml_lowerer *l);
/* The priority written in a `run`. */
uint32_t coset_pml_written_priority(const coset_pml_expr *run);

#endif

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
/* Processes of the family that there may be: more than n where the room is a guess. */
uint32_t coset_pml_most_of(const coset_pml_family *f);
/* Processes of the family may come to their end, as far as their transitions tell. */
bool coset_pml_may_die(const coset_pml_family *f);
/* The same, even if they vanish there. */
bool coset_pml_may_end(const coset_pml_family *f);
const char *coset_pml_family_name(const coset_pml_family *f);

/* ---- how many --------------------------------------------------------------------------------------------------- */

/* slots.c */
void coset_pml_count_processes(coset_pml_lowerer *l);
/* room.c: the same where no process can be followed that starts all others. */
void coset_pml_count_all(coset_pml_lowerer *l);

/* arrive.c: processes that are started one by one while others run. Steps and starts of the runner are noted in order;
 * `alone`: nobody else can have moved yet. */
void coset_pml_note_arriving(coset_pml_lowerer *l, uint32_t at, const coset_pml_stmt *st, bool alone, bool known);
/* All are started; `after`: where the runner stands then. */
void coset_pml_end_arriving(coset_pml_lowerer *l, const coset_pml_family *runner, uint32_t n_before, uint32_t after);
/* The process starts all others, with arguments that are known: their values come from nowhere else. */
bool coset_pml_is_starter(const coset_pml_lowerer *l, const coset_pml_proc *p);

/* ended.c: finds out if processes may vanish where they end; before they are counted. */
void coset_pml_leave_ended(coset_pml_lowerer *l);
/* When they are counted: false where they may not, after all, and are to be counted again. */
bool coset_pml_confirm_leaving(coset_pml_lowerer *l);

/* ---- priority.c ------------------------------------------------------------------------------------------------- */

/* Which families have a fixed priority. */
void coset_pml_find_priorities(coset_pml_lowerer *l);
/* What stands in a `run`. */
uint32_t coset_pml_written_priority(const coset_pml_expr *run);

#endif

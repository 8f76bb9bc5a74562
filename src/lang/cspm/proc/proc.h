/* lang/cspm/proc/proc.h - the operational semantics of CSPM.
 *
 * Layer    lang/cspm, internal.
 * Idea     A process value of the evaluator becomes a term: an operator over terms, or a piece of the script with the
 *          values of the names it uses. Terms are hash-consed, so two processes are one state exactly if they consist
 *          of the same operators, places of the script and values. A term stores its steps: events and successor terms.
 *          An operand that is needed only later (the body of a prefix, the second process of a sequence) stays a piece
 *          of the script until a step leads there.
 * Ticks    If a part of a parallel composition can terminate, the composition performs a tau that moves this part to
 *          OMEGA; when all parts are there, the composition can terminate. All other operators pass a tick on; a
 *          sequence turns it into a tau.
 * Shapes   events as in lts/lts.h: 0 tau, 1 tick, the others visible, numbered in the order of their discovery.
 * Errors   NONE or false after one message of the evaluator.
 * Threads  one; everything runs inside coset__eval_run.
 * Source   Roscoe, Understanding Concurrent Systems, chapters 9 and 11.
 */
#ifndef COSET_LANG_CSPM_PROC_PROC_H
#define COSET_LANG_CSPM_PROC_PROC_H

#include "lang/cspm/eval/eval.h"
#include "lts/lts.h"

#define COSET__PROC_NONE UINT32_MAX

typedef struct cspm_procs cspm_procs;

typedef struct {
    uint32_t event, to; /* `to`: a term */
} cspm_step;

cspm_procs *coset__procs_new(cspm_machine *m);
void coset__procs_free(cspm_procs *ps);

/* The term of a process value or expression. */
uint32_t coset__proc_of(cspm_procs *ps, cspm_value *process);
uint32_t coset__proc_expr(cspm_procs *ps, const cspm_node *node);
/* Its steps, in a fixed order, without duplicates; valid as long as `ps`. */
bool coset__proc_steps(cspm_procs *ps, uint32_t term, const cspm_step **steps, uint32_t *n);
/* The process as text, cut at `len`. */
void coset__proc_text(cspm_procs *ps, uint32_t term, char *out, size_t len);

/* All states reachable from `term`. Fails, by coset__eval_limit, if there are more than `most`. With `collect`, memory
 * of the evaluator is freed between states, which invalidates all values that the caller holds. terms[s] is the term
 * of state s; the caller frees it. */
typedef struct {
    coset_lts lts;
    uint32_t *terms;
} cspm_explored;
bool coset__proc_explore(cspm_procs *ps, uint32_t term, uint64_t most, bool collect, cspm_explored *out);
/* The same up to a border: if `event` returns a number for a step, the step gets this event and has no successor. */
typedef struct {
    bool collect;
    uint32_t (*event)(void *ctx, uint32_t event, uint32_t to); /* or COSET__PROC_NONE: an ordinary step */
    void *ctx;
} cspm_border;
bool coset__proc_explore_to(cspm_procs *ps, uint32_t term, uint64_t most, const cspm_border *border,
                            cspm_explored *out);
void coset__proc_explored_free(cspm_explored *x);
/* Sets the bound for machines that are built inside others (arguments of compressions). */
void coset__procs_limit(cspm_procs *ps, uint64_t most_states);
/* Builds such machines from processes that have components. `compose` sets *out to NULL if a process has none, and
 * returns false on failure; `collect` as above. Decomposition is a higher layer: lower files call it through this. */
typedef struct {
    bool (*compose)(void *ctx, uint32_t term, bool collect, coset_lts **out);
    void *ctx;
} cspm_composer;
void coset__procs_compose(cspm_procs *ps, cspm_composer composer);

/* ---- events -------------------------------------------------------------------------------------------------- */

uint32_t coset__proc_n_events(const cspm_procs *ps);
const char *coset__proc_event_name(const cspm_procs *ps, uint32_t event);
/* The number of a complete event; NONE on failure. */
uint32_t coset__proc_event(cspm_procs *ps, cspm_value *v);
/* The numbers of a set of events in ascending order, added to `out`. */
typedef COSET_VEC(uint32_t) cspm_numbers;
bool coset__proc_event_set(cspm_procs *ps, cspm_value *set, cspm_numbers *out);

#endif

/* run/machine.h - the machine: cores, memory, signals.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_MACHINE_H
#define COSET_RUN_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define COSET_MOST_THREADS 256 /* of one search */

/* Cores that this process may use (affinity and the cgroup's quota), at least 1, at most COSET_MOST_THREADS. */
uint32_t coset_machine_threads(void);
/* Bytes to use by default: 75 % of the memory of the machine or of the cgroup or of what the shell allows
 * (ulimit -v), whichever is least. */
uint64_t coset_machine_memory(void);
/* To be called before anything else: SIGINT, SIGTERM, SIGHUP (unless it is ignored), SIGALRM and SIGXCPU end the
 * running work, with its result so far; a second one of a kind (except SIGXCPU) ends the program at once. */
void coset_machine_catch_signals(void);
/* Lets the main thread's stack grow to what Linux keeps free below it: some functions recurse over the model's
 * structure, such as functions that call functions. */
void coset_machine_deepen_stack(void);
/* Set once such a signal has arrived. */
const atomic_bool *coset_machine_stop(void);

#endif

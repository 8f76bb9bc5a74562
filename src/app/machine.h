/* app/machine.h - what the machine offers: cores, memory, a way to be told to stop.
 *
 * Layer    app.
 */
#ifndef COSET_APP_MACHINE_H
#define COSET_APP_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Cores that this process may use (affinity and the cgroup's quota), at least 1. */
uint32_t coset_machine_threads(void);
/* Bytes to use by default: 75 % of the memory of the machine or of the cgroup or of what the shell allows
 * (ulimit -v), whichever is least. */
uint64_t coset_machine_memory(void);
/* Set once SIGINT or SIGTERM has come; a second one ends the program at once. */
const atomic_bool *coset_machine_stop(void);

#endif

/* base/budget.h - time and memory that a long computation may use.
 *
 * Layer    base.
 * Idea     a long computation counts its work, one unit for about ten nanoseconds. Every so many units the clock, the
 *          memory of the whole program and the stop flag are checked. Once a limit is reached the budget stays spent,
 *          so loops may simply end, and the caller checks it once more before it gives a result. Work itself may have a
 *          bound: the point at which it is reached does not depend on the machine.
 * Threads  one; each thread has a budget of its own.
 */
#ifndef COSET_BASE_BUDGET_H
#define COSET_BASE_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

typedef struct {
    double seconds;          /* what the user allowed; 0: no bound */
    double until;            /* on coset_clock_now; filled by coset_budget_start */
    double thread_until;     /* on the clock of this thread's processor time; 0: no bound */
    uint64_t most_bytes;     /* resident memory of the program; 0: no bound */
    const atomic_bool *stop; /* set from outside to give up; may be NULL */
    uint64_t most_work;      /* units; 0: no bound */
    uint64_t done;           /* units, up to the last check of the clock */
    uint32_t work;           /* since then */
    double measure_at;       /* when memory is checked next; 0: at once */
    coset_status met;        /* COSET_OK, or COSET_LIMIT (time), COSET_MEMORY, COSET_STOPPED for ever */
} coset_budget;

/* Seconds since a fixed moment; monotonic. */
double coset_clock_now(void);
/* Seconds of processor time of all threads since the program began. */
double coset_clock_processor(void);
/* The same of the calling thread alone. */
double coset_clock_thread(void);
/* Total seconds that the existing threads were runnable without a processor; 0 if the system does not report it. */
double coset_clock_waited(void);
/* Bytes of main memory that the program holds now. */
uint64_t coset_memory_held(void);
/* Seconds in which a program that holds `held` bytes cannot reach `most`, at most 0.02; 0 if it has reached it. */
double coset_memory_margin(uint64_t held, uint64_t most);
/* Bytes of main memory that another process holds; 0: not known. */
uint64_t coset_memory_of(long pid);

/* Starts the clock. */
void coset_budget_start(coset_budget *b);
/* Starts it as of `began`, on the same clock. */
void coset_budget_start_at(coset_budget *b, double began);
/* Checks the bounds now. True: one is reached. */
bool coset_budget_look(coset_budget *b);
/* The bound that was reached, as the beginning of a sentence: "the time limit of 5 s was reached". */
void coset_budget_words(const coset_budget *b, char *out, size_t len);
/* The same with `doing`, the interrupted work, as an error record. */
coset_status coset_budget_fail(const coset_budget *b, const char *doing, coset_err *err);
/* The remaining time; 0 if there is no bound. */
double coset_budget_left(const coset_budget *b);

#define COSET_BUDGET_UNITS 8192 /* between two looks */

/* True: give up. `b` may be NULL. */
static inline bool coset_budget_spend(coset_budget *b, uint32_t units)
{
    if (!b)
        return false;
    b->work += units;
    if (b->work < COSET_BUDGET_UNITS)
        return b->met != COSET_OK;
    b->done += b->work;
    b->work = 0;
    return coset_budget_look(b);
}

static inline bool coset_budget_is_spent(const coset_budget *b) { return b && b->met != COSET_OK; }

#endif

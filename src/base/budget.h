/* base/budget.h - time and memory that a long computation may use.
 *
 * Layer    base.
 * Idea     a long computation counts its work, one unit for about ten nanoseconds. Every so many units the clock, the
 *          memory of the whole program and the stop flag are checked. Once a limit is reached the budget stays spent,
 *          so loops may simply end, and the caller checks it once more before it gives a result. Work itself may have a
 *          bound: where it is met does not depend on the machine.
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
    double until;            /* on the clock below; filled by coset_budget_start */
    double thread_until;     /* on the clock of this thread's processor time; 0: no bound */
    uint64_t most_bytes;     /* resident memory of the program; 0: no bound */
    const atomic_bool *stop; /* set from outside to give up; may be NULL */
    uint64_t most_work;      /* units; 0: no bound */
    uint64_t done;           /* units, up to the last look at the clock */
    uint32_t work;           /* since then */
    double measure_at;       /* when memory is looked at next; 0: at once */
    coset_status met;        /* COSET_OK, or COSET_LIMIT (time), COSET_MEMORY, COSET_STOPPED for ever */
} coset_budget;

/* Seconds since some moment; never goes back. */
double coset_clock_now(void);
/* Seconds of processor time of all threads since the program began. */
double coset_clock_processor(void);
/* The same of the calling thread alone. */
double coset_clock_thread(void);
/* Seconds that threads which there are were ready to run and had no processor, in all; 0 where the system does not say.
 */
double coset_clock_waited(void);
/* Bytes of main memory that the program holds now. */
uint64_t coset_memory_held(void);
/* Seconds in which a program that holds `held` bytes cannot come to `most`, at most 0.02; 0 if it has. */
double coset_memory_margin(uint64_t held, uint64_t most);
/* Bytes of main memory that another process holds; 0: not known. */
uint64_t coset_memory_of(long pid);

/* The time begins to run. */
void coset_budget_start(coset_budget *b);
/* It began to run then, on the same clock. */
void coset_budget_start_at(coset_budget *b, double began);
/* Looks at once. True: a bound is met. */
bool coset_budget_look(coset_budget *b);
/* The bound that was met, as the beginning of a sentence: "the time limit of 5 s was reached". */
void coset_budget_words(const coset_budget *b, char *out, size_t len);
/* The same with what was done then, as an error record. */
coset_status coset_budget_fail(const coset_budget *b, const char *doing, coset_err *err);
/* What is left of the time; 0 where there is no bound. */
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

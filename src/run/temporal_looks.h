/* run/temporal_looks.h - short searches for runs that violate a formula.
 *
 * Layer    run.
 * Idea     a model that is too large to be searched may have violations that some orders of steps find early. So each
 *          formula is looked at before the search for states, and, while that goes on, again and again, with steps in
 *          an order drawn for each look, for a twentieth of the states of the search. The lengths of looks are those of
 *          Luby, Sinclair and Zuckerman 1993: whatever length finds a violation, about the best use is made of the
 *          time. What is found is final; what is not says nothing.
 * Result   the same in every run, for any number of threads: only numbers of states decide when to look.
 */
#ifndef COSET_RUN_TEMPORAL_LOOKS_H
#define COSET_RUN_TEMPORAL_LOOKS_H

#include "run/reduce.h"
#include "run/session.h"

/* What is known of a formula. */
typedef struct {
    const coset_prop_result *row; /* it is violated; or NULL */
    const coset_trace *trace;
    uint64_t states;   /* at most, of the last look */
    uint64_t searched; /* at most, in all looks during the search for states, */
    uint32_t looks;    /* and how many those are */
    bool settled;      /* no more looks: it is violated, or holds, or cannot be searched */
} coset_temporal_seen;

typedef struct {
    coset_temporal_seen *seen; /* [temporals]; NULL: there are none */
    uint64_t spent;            /* states that could have been searched meanwhile */
    uint64_t due;              /* so many states of the search are known before the next look, */
    uint32_t next;             /* at that formula; due = 0: not planned */
    bool found;                /* during the search */
} coset_temporal_looks;

/* Before states are searched, some thousand states of each formula. `out`: one for each formula; in the session's
 * arena. Returns an exit status, after messages. */
int coset_temporals_look(coset_session *s, const coset_reduction *base, coset_temporal_seen **out);
/* While states are searched, and so many are known. `options`: of that search. Returns an exit status, after messages. */
int coset_temporals_look_more(coset_session *s, const coset_reduction *base, const coset_engine_options *options,
                              uint64_t states, coset_temporal_looks *looks);

#endif

/* run/temporal_looks.h - short searches for runs that violate a formula.
 *
 * Layer    run.
 * Idea     a model that is too large to be searched may have violations that some orders of steps find early. So a
 *          short search (a look) tries each formula before the search for states, and repeatedly while that runs, with
 *          a random order of steps for each look, for a twentieth of the states of the search. The lengths of looks are
 *          those of Luby, Sinclair and Zuckerman 1993: whatever length finds a violation, the time is used about
 *          optimally. A violation that is found is final; finding none proves nothing.
 * Result   the same in every run, for any number of threads: only numbers of states decide when to look.
 */
#ifndef COSET_RUN_TEMPORAL_LOOKS_H
#define COSET_RUN_TEMPORAL_LOOKS_H

#include "run/reduce.h"
#include "run/session.h"

/* What the looks know about a formula. */
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
    uint64_t due;              /* states that the search stores before the next look, */
    uint32_t next;             /* at formula `next`; due = 0: not planned */
    bool found;                /* during the search */
} coset_temporal_looks;

/* Before the search for states: a look at some thousand states for each formula. `out`: one for each formula; in the
 * session's arena. Returns an exit status, after messages. */
int coset_temporals_look(coset_session *s, const coset_reduction *base, coset_temporal_seen **out);
/* During the search for states, when it knows `states` of them. `options`: of that search. Returns an exit status,
 * after messages. */
int coset_temporals_look_more(coset_session *s, const coset_reduction *base, const coset_engine_options *options,
                              uint64_t states, coset_temporal_looks *looks);

#endif

/* explore/components.h - sets of states that are known to be strongly connected, shared by threads.
 *
 * Layer    explore, private.
 * Idea     Union-find over references of the store. The states of a set that are not done, and some that are, form a
 *          ring, from which a thread takes its work. A set stores which threads have visited it and the acceptance sets
 *          of its edges. It is dead if all its states are done.
 * Shapes   16 bytes for each state, with families 24, with more than 8 threads 8 more.
 * Threads  all functions: any number, at any time. Two roots are locked while their sets are united; the rest is
 *          lock-free.
 * Source   Bloemen, Laarman and van de Pol 2016 (differs: the bits of visitors and marks are added to a root first, and
 *          then it is verified that it still is a root; pending successors are shared by all threads).
 */
#ifndef COSET_EXPLORE_COMPONENTS_H
#define COSET_EXPLORE_COMPONENTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define COSET__MOST_VISITORS 64 /* threads */
#define COSET__MOST_MARKS    16 /* acceptance sets */
#define COSET__NO_STATE      UINT32_MAX

#ifdef COSET_TEST_SMALL
#define COSET__PLACE_BITS  6
#define COSET__MOST_STATES (UINT32_C(1) << 24)
#else
#define COSET__PLACE_BITS  14
#define COSET__MOST_STATES UINT32_MAX
#endif
#define COSET__PLACES (UINT32_C(1) << COSET__PLACE_BITS)

/* Of a state. */
typedef struct {
    _Atomic uint32_t parent; /* + 1; 0: it is the root of its set */
    _Atomic uint32_t next;   /* in the ring of those not done, + 1; 0: itself */
    _Atomic uint32_t list;   /* shared_lists.h: pending successors; changes while `reading` is held */
    _Atomic uint32_t flags;
} coset__place;

typedef struct {
    coset__place at[COSET__PLACES];
    _Atomic uint64_t *visitors; /* more than 8 threads, else NULL */
    _Atomic uint32_t *members;  /* with families: the next state of the set, + 1; 0: itself */
    _Atomic uint32_t *sizes;    /* with families: of a set; 0: 1 */
} coset__places;

typedef struct {
    uint32_t all;      /* marks */
    bool many_workers; /* visitors are stored separately */
    bool enumerates;   /* members and sizes are stored */
    _Atomic(coset__places *) *pieces;
    _Atomic uint32_t n_pieces; /* existing pieces have smaller numbers */
    _Atomic uint64_t bytes;
} coset__components;

void coset__components_init(coset__components *c, uint32_t n_threads, uint32_t n_marks, bool enumerates);
void coset__components_fini(coset__components *c);

/* Prefetches the data of a state. */
void coset__component_fetch(coset__components *c, uint32_t state);

typedef enum { COSET__FIRST_VISIT, COSET__VISITED, COSET__DEAD } coset__visit;

/* A thread visits a state. VISITED: it has visited the set before. */
coset__visit coset__component_visit(coset__components *c, uint32_t state, uint32_t thread);
/* The same without a visit; FIRST_VISIT: it has not visited the set yet. */
coset__visit coset__component_look(coset__components *c, uint32_t state, uint32_t thread);
bool coset__component_same(coset__components *c, uint32_t a, uint32_t b);
/* There is a cycle through both. True: by this the set has got all marks. *size: of an enumerated set, if it has
 * exceeded a power of four that is not small; else unchanged. */
bool coset__component_unite(coset__components *c, uint32_t a, uint32_t b, uint32_t *size);
/* An edge inside the set. True: the set now has all marks for the first time. */
bool coset__component_mark(coset__components *c, uint32_t state, uint32_t marks);
/* Whether the set has a cycle and all marks. */
bool coset__component_complete(coset__components *c, uint32_t state);
/* A state of the set that is not done, or COSET__NO_STATE: the set is closed. */
uint32_t coset__component_pick(coset__components *c, uint32_t state);
/* Marks a closed set as dead. True: this call has done it. */
bool coset__component_kill(coset__components *c, uint32_t state);
/* The next state in the ring of all states of a set. If a set that is not dead has several states, all of them have
 * been expanded; while it grows, a walk round the ring may miss some and visit others twice. */
uint32_t coset__component_member(coset__components *c, uint32_t state);

/* ---- one state ---- */

bool coset__state_is_done(coset__components *c, uint32_t state);
/* Marks a state as done: all its successors are in its set, or dead. True: this call has done it. */
bool coset__state_done(coset__components *c, uint32_t state);
/* True: the caller must list its successors. */
bool coset__state_expand(coset__components *c, uint32_t state);
/* Publishes the list of successors. */
void coset__state_expanded(coset__components *c, uint32_t state, uint32_t list);
bool coset__state_is_expanded(coset__components *c, uint32_t state);
/* Until the release, no thread takes the list away. */
uint32_t coset__state_hold_list(coset__components *c, uint32_t state);
void coset__state_release_list(coset__components *c, uint32_t state);
/* The list of a state that is done; the caller frees it. */
uint32_t coset__state_take_list(coset__components *c, uint32_t state);

#endif

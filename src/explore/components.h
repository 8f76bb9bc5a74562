/* explore/components.h - sets of states that are known to be strongly connected, shared by threads.
 *
 * Layer    explore, private.
 * Idea     union-find over references of the store. The states of a set that are not done, and some that are, stand in
 *          a ring, from which a thread takes its work. A set knows which threads have visited it and the acceptance
 *          sets of its edges; one of which all states are done is dead.
 * Shapes   16 bytes for each state, with families 24, with more than 8 threads 8 more.
 * Threads  all functions: any number, at any time. Two roots are held while they become one set; all else is lock-free.
 * Source   Bloemen, Laarman and van de Pol 2016 (differs: the bits of visitors and marks are added to a root first, and
 *          then it is made sure that it still is one; successors that wait are kept for all threads).
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
    _Atomic uint32_t list;   /* shared_lists.h: successors that wait; changes while `reading` is held */
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
    bool many_workers; /* visitors stand apart */
    bool enumerates;   /* members and sizes are kept */
    _Atomic(coset__places *) *pieces;
    _Atomic uint32_t n_pieces; /* all that there are come before this one */
    _Atomic uint64_t bytes;
} coset__components;

void coset__components_init(coset__components *c, uint32_t n_threads, uint32_t n_marks, bool enumerates);
void coset__components_fini(coset__components *c);

/* Brings what is known of a state into the cache. */
void coset__component_fetch(coset__components *c, uint32_t state);

typedef enum { COSET__FIRST_VISIT, COSET__VISITED, COSET__DEAD } coset__visit;

/* A thread comes to a state. VISITED: it has come to the set before. */
coset__visit coset__component_visit(coset__components *c, uint32_t state, uint32_t thread);
/* The same without coming; FIRST_VISIT: it has not come yet. */
coset__visit coset__component_look(coset__components *c, uint32_t state, uint32_t thread);
bool coset__component_same(coset__components *c, uint32_t a, uint32_t b);
/* There is a cycle through both. True: the set has got all marks by that. *size: of an enumerated set, when it has come
 * over a power of four that is not small; else unchanged. */
bool coset__component_unite(coset__components *c, uint32_t a, uint32_t b, uint32_t *size);
/* An edge inside the set. True: it has all marks, and had not before. */
bool coset__component_mark(coset__components *c, uint32_t state, uint32_t marks);
/* A cyclic set with all marks. */
bool coset__component_complete(coset__components *c, uint32_t state);
/* One of the set that is not done, or COSET__NO_STATE: then it is closed. */
uint32_t coset__component_pick(coset__components *c, uint32_t state);
/* A closed set is dead from now on. True: this call has done it. */
bool coset__component_kill(coset__components *c, uint32_t state);
/* The state behind this one in the ring of all states of a set. Those of a set that is not dead have all been expanded
 * if there are several; while it grows a walk round the ring may leave out some and meet others twice. */
uint32_t coset__component_member(coset__components *c, uint32_t state);

/* ---- one state ---- */

bool coset__state_is_done(coset__components *c, uint32_t state);
/* All its successors are in its set, or dead. True: this call has done it. */
bool coset__state_done(coset__components *c, uint32_t state);
/* True: the caller is the one to list its successors. */
bool coset__state_expand(coset__components *c, uint32_t state);
/* The list is there for all. */
void coset__state_expanded(coset__components *c, uint32_t state, uint32_t list);
bool coset__state_is_expanded(coset__components *c, uint32_t state);
/* Nobody takes the list away meanwhile. */
uint32_t coset__state_hold_list(coset__components *c, uint32_t state);
void coset__state_release_list(coset__components *c, uint32_t state);
/* The list of a state that is done, for the caller to give back. */
uint32_t coset__state_take_list(coset__components *c, uint32_t state);

#endif

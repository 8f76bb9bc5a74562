/* lang/promela/program/how.h - what the caller wants a program to be.
 *
 * Layer    lang/promela/program.
 */
#ifndef COSET_LANG_PROMELA_PROGRAM_HOW_H
#define COSET_LANG_PROMELA_PROGRAM_HOW_H

#include "lang/kit/temporal.h"

/* What Spin does to a model unless it is told not to (graph_merge.c); none of it is on by default here. */
typedef struct {
    bool merge; /* statements into one step: not with spin -o3 */
    bool reset; /* dead variables: not with spin -o1 or -o2; variables that are never read are no part of states: not
                   with spin -o2 */
    bool no_assertions;         /* assert statements do nothing: pan -A */
    bool receptions;            /* a message that a waiting process has no receive for is a violation */
    bool claims;                /* so is the use of a channel that another process has for itself by xr or xs */
    coset_temporals *temporals; /* what of infinite runs is to be checked; filled. NULL: nothing */
    bool leave_ended;           /* processes vanish where they end, if nobody can see it: see facts/ended.c */
    bool assume_room;           /* loops that send to each element never block: see facts/count.c */
    bool *lacks_room;           /* set: some loop would be taken as one step with it */
    uint32_t procs;             /* room for so many processes more than at the start: see facts/room.c; 0: for all */
    bool least_int; /* an int may be -2^31, too: its slot is undefined then, for it has no other value to spare */
} coset_pml_how;

#endif

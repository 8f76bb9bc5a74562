/* lang/promela/program/how.h - the caller's options for a program.
 *
 * Layer    lang/promela/program.
 */
#ifndef COSET_LANG_PROMELA_PROGRAM_HOW_H
#define COSET_LANG_PROMELA_PROGRAM_HOW_H

#include "lang/kit/temporal.h"

/* Spin's default optimisations (graph_merge.c) and other options; none is on by default here. */
typedef struct {
    bool merge; /* statements into one step: not with spin -o3 */
    bool reset; /* dead variables: not with spin -o1 or -o2; variables that are never read are omitted from states: not
                   with spin -o2 */
    bool no_assertions;         /* assert statements do nothing: pan -A */
    bool receptions;            /* a message that a waiting process has no receive for is a violation */
    bool claims;                /* so is the use of a channel that another process reserves by xr or xs */
    coset_temporals *temporals; /* properties of infinite runs to check; filled. NULL: none */
    bool leave_ended;           /* processes vanish at their end, if this is not observable: see facts/ended.c */
    bool assume_room;           /* loops that send to each element never block: see facts/count.c */
    bool *lacks_room;           /* set if with assume_room some loop would be executed as one step */
    uint32_t procs;             /* maximum number of processes beyond the initial ones: see facts/room.c; 0: all */
    bool least_int; /* an int may also be -2^31, which its slot stores as undefined, because no other value is free */
} coset_pml_how;

#endif

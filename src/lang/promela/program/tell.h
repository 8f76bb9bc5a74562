/* lang/promela/program/tell.h - the source information that a lowered model stores to print runs in Promela terms.
 *
 * Layer    lang/promela/program.
 * Owner    all of it lives in the program's arena.
 */
#ifndef COSET_LANG_PROMELA_PROGRAM_TELL_H
#define COSET_LANG_PROMELA_PROGRAM_TELL_H

#include "ir/ir.h"
#include "model/teller.h"

/* A statement of a process. */
typedef struct {
    uint32_t id;      /* Spin's number of the transition */
    uint32_t state;   /* control state before it */
    const char *proc; /* name of the proctype, or ":init:" */
    coset_pos pos;
    const char *text;
} coset_pml_deed;

/* coset_ir_rule.origin; NULL: no process executes a statement. */
typedef struct {
    const char *name; /* of the proctype, or ":init:" */
    uint32_t lo;      /* pid of instance 0, */
    uint32_t stride;  /* and its difference to that of the next one */
    uint32_t each;    /* instances for each of them */
    uint32_t n_deeds; /* the rule's statements, in order; 0: coset_edge.marks has the numbers, the first is here */
    const coset_pml_deed *deeds;
} coset_pml_origin;

#define COSET_PML_NO_SLOT UINT32_MAX

/* A part of a state that is printed. */
typedef struct {
    coset_fact_kind kind;
    const char *name;
    uint32_t slot;     /* VALUE: of the variable; QUEUE: of its length, messages follow; PLACE: of the control state */
    uint32_t alive;    /* control state of the process that must exist, or COSET_PML_NO_SLOT */
    bool is_channel;   /* VALUE: number of a channel, */
    uint32_t own;      /* and this one is not printed; 0: all are */
    uint32_t n_fields; /* QUEUE: of a message */
    const bool *channel_field; /* QUEUE: these hold numbers of channels */
    const coset_pos *places;   /* PLACE: of each control state */
    const bool *ends;          /* PLACE: valid end states */
} coset_pml_known;

/* coset_ir.origin */
typedef struct {
    uint32_t n_deeds;
    const coset_pml_deed *deeds; /* by id */
    uint32_t n_known;
    const coset_pml_known *known;
    uint32_t n_channels;         /* numbers from 1 to n_channels - 1 */
    const char *const *channels; /* their names */
} coset_pml_memory;

extern const coset_teller coset_pml_teller;

#endif

/* lang/promela/facts/each.h - code that is repeated for each element of a scalarset.
 *
 * Layer    lang/promela/facts.
 * Idea     The numbers in which the copies differ are the holes of the first copy, which represents all. They are
 *          stored in the lowerer (`holes`) while that copy is lowered; the value that replaces them is `filling`.
 */
#ifndef COSET_LANG_PROMELA_FACTS_EACH_H
#define COSET_LANG_PROMELA_FACTS_EACH_H

#include "lang/promela/program/lowerer.h"

/* ---- alike.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_proc *proc;
    const coset_ir_type *type; /* scalarset of the holes */
    uint32_t n;                /* holes found */
} coset_pml_each;

/* x, y and z are equal except for some numbers; each of these is `a` in x, a + 1 in y and a + k in z. */
bool coset_pml_alike(const coset_pml_expr *x, const coset_pml_expr *y, const coset_pml_expr *z, int64_t a, int64_t k);
/* Likewise for nodes that are certain, or basic statements. */
bool coset_pml_nodes_alike(const coset_pml_node *x, const coset_pml_node *y, const coset_pml_node *z, int64_t a,
                           int64_t k);
/* Records the numbers of x that differ in y. `expected`: the class of x by its context, or NULL. False if a number
 * differs and its context does not make it an element. */
bool coset_pml_note_holes(coset_pml_each *s, const coset_pml_expr *x, const coset_pml_expr *y,
                          const coset_ir_type *expected);
bool coset_pml_note_in_node(coset_pml_each *s, const coset_pml_node *x, const coset_pml_node *y);
bool coset_pml_is_hole(const coset_pml_lowerer *l, const coset_pml_expr *e);

/* ---- unroll.c --------------------------------------------------------------------------------------------------- */

/* In an atomic sequence: the statements from control state `at` on repeat one statement for each element of a
 * scalarset, none of them ever blocks, and their effect is certain. They are one step, to control state `to`. */
typedef struct {
    const coset_pml_node *first, *last;
    const coset_ir_type *type;
    coset_pml_edge step;
} coset_pml_unrolled;
bool coset_pml_find_unrolled(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_unrolled *out);
/* Likewise in a d_step, from node n on, in a sequence that ends with `extent`; without `step`. */
bool coset_pml_find_unrolled_in(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_node *n,
                                const coset_pml_node *extent, coset_pml_unrolled *out);
/* Records the holes of the first statement. */
void coset_pml_note_unrolled(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_unrolled *u);

/* ---- choice.c: options that are repeated for each element ------------------------------------------------------- */

#define COSET_PML_MOST_TAIL 8
typedef struct {
    uint32_t n; /* options: `first` and its successors in its list */
    const coset_ir_type *type;
    const coset_pml_edge *first;
    coset_pml_edge step; /* `first`, to the control state where all options join */
    uint32_t spacing;    /* of Spin's numbers */
    uint32_t n_tail;
    const coset_pml_node *tail[COSET_PML_MOST_TAIL]; /* the statements of the first option until then */
} coset_pml_choice;
bool coset_pml_find_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e,
                           coset_pml_choice *out);
/* Records the holes of the first option. */
void coset_pml_note_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_choice *c);

/* ---- counted.c: loops that iterate over the elements ------------------------------------------------------------ */

/* The loop at n, if its counter is initialised before it in the sequence and iterates over the elements of a scalarset;
 * or NULL. */
const coset_pml_counting *coset_pml_counting_in(coset_pml_lowerer *l, const coset_pml_seq *seq,
                                                const coset_pml_node *n);
/* Such a loop begins in control state `at`, and is part of one step; step: the transition that leaves it. */
typedef struct {
    const coset_pml_counting *counting;
    coset_pml_edge step;
} coset_pml_counted;
bool coset_pml_find_counted(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_counted *out);

#endif

/* lang/promela/facts/each.h - what is written once for each element of a scalarset.
 *
 * Layer    lang/promela/facts.
 * Idea     the numbers in which such texts differ are the holes of the first one, which stands for all. They are noted
 *          in the lowerer (`holes`) when that one is to be lowered; what fills them is `filling`.
 */
#ifndef COSET_LANG_PROMELA_FACTS_EACH_H
#define COSET_LANG_PROMELA_FACTS_EACH_H

#include "lang/promela/program/lowerer.h"

/* ---- alike.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_proc *proc;
    const coset_ir_type *type; /* of which elements there are holes */
    uint32_t n;                /* holes found */
} coset_pml_each;

/* x, y and z are the same but for some numbers; each of these is `a` in x, a + 1 in y and a + k in z. */
bool coset_pml_alike(const coset_pml_expr *x, const coset_pml_expr *y, const coset_pml_expr *z, int64_t a, int64_t k);
/* Likewise of nodes that are certain, or basic statements. */
bool coset_pml_nodes_alike(const coset_pml_node *x, const coset_pml_node *y, const coset_pml_node *z, int64_t a,
                           int64_t k);
/* Notes the numbers of x that differ in y. `expected`: the class of x by what stands around it, or NULL. False where a
 * number differs and is no element by its place. */
bool coset_pml_note_holes(coset_pml_each *s, const coset_pml_expr *x, const coset_pml_expr *y,
                          const coset_ir_type *expected);
bool coset_pml_note_in_node(coset_pml_each *s, const coset_pml_node *x, const coset_pml_node *y);
bool coset_pml_is_hole(const coset_pml_lowerer *l, const coset_pml_expr *e);

/* ---- unroll.c --------------------------------------------------------------------------------------------------- */

/* In an atomic sequence: the statements from control state `at` on are the same one for each element of a scalarset,
 * none of them ever blocks, and what it does is certain. They are one step, to control state `to`. */
typedef struct {
    const coset_pml_node *first, *last;
    const coset_ir_type *type;
    coset_pml_edge step;
} coset_pml_unrolled;
bool coset_pml_find_unrolled(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_unrolled *out);
/* Likewise in a d_step, from node n on, in a sequence that ends with `extent`; without `step`. */
bool coset_pml_find_unrolled_in(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_node *n,
                                const coset_pml_node *extent, coset_pml_unrolled *out);
/* Notes the holes of the first statement. */
void coset_pml_note_unrolled(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_unrolled *u);

/* ---- choice.c: options that are written once for each element --------------------------------------------------- */

#define COSET_PML_MOST_TAIL 8
typedef struct {
    uint32_t n; /* options: `first` and those behind it in its list */
    const coset_ir_type *type;
    const coset_pml_edge *first;
    coset_pml_edge step; /* `first`, to where all options meet */
    uint32_t spacing;    /* of Spin's numbers */
    uint32_t n_tail;
    const coset_pml_node *tail[COSET_PML_MOST_TAIL]; /* of the first option: what it does until then */
} coset_pml_choice;
bool coset_pml_find_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e,
                           coset_pml_choice *out);
/* Notes the holes of the first option. */
void coset_pml_note_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_choice *c);

/* ---- counted.c: loops that count through the elements ----------------------------------------------------------- */

/* The one at n, if its counter gets its first value before in the sequence, and counts through the elements of a
 * scalarset; or NULL. */
const coset_pml_counting *coset_pml_counting_in(coset_pml_lowerer *l, const coset_pml_seq *seq,
                                                const coset_pml_node *n);
/* In control state `at` such a loop begins, and is part of one step; step: the transition that leaves it. */
typedef struct {
    const coset_pml_counting *counting;
    coset_pml_edge step;
} coset_pml_counted;
bool coset_pml_find_counted(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_counted *out);

#endif

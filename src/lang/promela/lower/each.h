/* lang/promela/lower/each.h - what is written once for each element of a scalarset.
 *
 * Layer    lang/promela/lower; only for each.c and choice.c.
 */
#ifndef COSET_LANG_PROMELA_LOWER_EACH_H
#define COSET_LANG_PROMELA_LOWER_EACH_H

#include "lang/promela/lower/lower.h"

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
/* It never blocks, has one effect, and control ends behind it. */
bool coset_pml_is_certain(const coset_pml_node *n);
/* The last transition of a certain statement, which is all that can be done in `at`; NULL where it may be interrupted
 * or is not the same on all ways. */
const coset_pml_edge *coset_pml_last_edge(const coset_pml_graph *g, uint32_t at, const coset_pml_node *n);
/* The statement behind n; the transition that executes n; the last transition of an option of `at` whose statements are
 * certain, or NULL. */
const coset_pml_node *coset_pml_behind(const coset_pml_node *n);
const coset_pml_edge *coset_pml_edge_of(const coset_pml_edge *list, const coset_pml_node *n);
const coset_pml_edge *coset_pml_last_of_option(const coset_pml_graph *g, uint32_t at, const coset_pml_seq *o);
/* A variable over s, which the holes stand for from now on. */
const coset_ir_binder *coset_pml_fill(coset_pml_lowerer *l, const coset_ir_type *s, coset_pos pos);

/* The statement of the first element, done for each. Spin's numbers go up evenly, for all statements are alike. */
typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_who *who;
    int64_t lo;       /* the first element */
    uint32_t spacing; /* of the numbers; 0: there is one statement only */
} coset_pml_rolling;

/* A certain statement: its effect and what it says; only that. */
void coset_pml_put_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n);
void coset_pml_say_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n);

#endif

/* detect/extract/body.h - a body during its decomposition into parts.
 *
 * Layer    detect, private.
 * Idea     body.c cuts statements, loop.c loops, parts.c adds parts to this structure.
 */
#ifndef COSET_DETECT_EXTRACT_BODY_H
#define COSET_DETECT_EXTRACT_BODY_H

#include "detect/extract/constraints.h"

typedef COSET_VEC(uint32_t) coset__cells;

/* What a part touches. */
typedef struct {
    coset__cells reads, writes; /* ascending */
    bool stops, covers;
    uint32_t level;
    uint32_t n_cubes; /* of the part, and those that cannot happen */
    const coset__cube *cubes;
} coset__touched;

typedef COSET_VEC(coset__touched) coset__touched_parts;

/* For loops whose rounds are made alike, whichever comes first. */
typedef struct {
    const bool *carried;     /* [frame_size] another round reads what one round writes there: it gets no new version */
    const coset_cell *known; /* [n_cells] values that rounds read or write there; no others are written */
    uint32_t first;          /* parts from this one on may share a level if they commute */
} coset__rounds;

/* A loop that is being unrolled. */
typedef struct coset__loop {
    struct coset__loop *outer;
    uint32_t first, round; /* first part of the loop, of the current round */
    bool ordered;          /* a round must come after an earlier one */
} coset__loop;

typedef struct {
    coset__pieces *k;
    coset__touched_parts parts;
    COSET_VEC(coset_literal) conditions; /* decision variables that must have these values */
    uint32_t *version;                   /* [frame_size] the cell that currently represents a cell of the frame */
    uint32_t n_aux;
    coset__loop *loop;           /* the innermost one, or NULL */
    const coset__rounds *rounds; /* or NULL */
    coset_cell *written;         /* [n_cells] records all written values; or NULL */
    uint64_t tries;              /* left for commutation checks */
} coset__cutter;

/* Cuts a list of statements. */
void coset__cut(coset__cutter *c, const coset_ir_stmt *s);
/* A statement as one part, if it has at most `most` cases; with `table` only if they make a table. */
bool coset__cut_piece(coset__cutter *c, const coset_ir_stmt *s, uint32_t most, bool table) COSET_NODISCARD;

/* parts.c */
/* The cubes, below the conditions, become a part. Cubes that never happen are not part of it. */
void coset__add_part(coset__cutter *c, const coset__cubes *cubes);
/* The effect of a cube that never happens. */
uint32_t coset__no_effect(coset__constraints *v);
void coset__touched_forget(coset__touched *t);

/* loop.c: false if the domain of the loop is not known. */
bool coset__cut_loop(coset__cutter *c, const coset_ir_stmt *s) COSET_NODISCARD;

/* commute.c: whether both orders of execution have the same result, in any memory. Takes from *tries; false if these do
 * not suffice. */
bool coset__commute(const coset__constraints *v, const coset__touched *a, const coset__touched *b,
                    uint64_t *tries) COSET_NODISCARD;

#endif

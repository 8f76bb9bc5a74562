/* omega/cube.h - conjunctions of literals over up to 64 atoms, and sets of them.
 *
 * Layer    omega.
 */
#ifndef COSET_OMEGA_CUBE_H
#define COSET_OMEGA_CUBE_H

#include <stdbool.h>
#include <stdint.h>

/* Bit i: atom i is true (`yes`), is false (`no`). No atom is in both. */
typedef struct {
    uint64_t yes, no;
} coset_cube;

/* False if the two exclude each other. */
static inline bool coset_cube_meet(coset_cube a, coset_cube b, coset_cube *out)
{
    *out = (coset_cube){a.yes | b.yes, a.no | b.no};
    return (out->yes & out->no) == 0;
}
static inline bool coset_cube_within(coset_cube a, coset_cube b)
{
    return (b.yes & ~a.yes) == 0 && (b.no & ~a.no) == 0;
}
static inline bool coset_cube_same(coset_cube a, coset_cube b) { return a.yes == b.yes && a.no == b.no; }

/* Is `a` within the union of the `n` cubes? Also false if that would take too long. */
bool coset_cubes_cover(uint32_t n, const coset_cube *cubes, coset_cube a);
/* Computes `a` without the union of the `n` cubes: disjoint cubes in `out`, which has space for `room`. Returns their
 * number; room + 1 if there would be more. */
uint32_t coset_cubes_without(coset_cube a, uint32_t n, const coset_cube *cubes, coset_cube *out, uint32_t room);
/* Represents the same set by fewer and larger cubes, in place; returns their number. */
uint32_t coset_cubes_simplify(uint32_t n, coset_cube *cubes);

#endif

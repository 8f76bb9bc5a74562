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

/* False where the two exclude each other. */
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

/* Is `a` within the union of the `n` cubes? False, too, where that would take too long. */
bool coset_cubes_cover(uint32_t n, const coset_cube *cubes, coset_cube a);
/* Makes `a` without the union of the `n` cubes: disjoint cubes in `out`, which has room for `room`. Returns how many;
 * room + 1 where there would be more. */
uint32_t coset_cubes_without(coset_cube a, uint32_t n, const coset_cube *cubes, coset_cube *out, uint32_t room);
/* Makes the same set of fewer and larger cubes, in place; returns how many. */
uint32_t coset_cubes_simplify(uint32_t n, coset_cube *cubes);

#endif

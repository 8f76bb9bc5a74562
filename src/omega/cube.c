/* omega/cube.c - unions of cubes. */
#include "omega/cube.h"

#include <string.h>

#define MOST_STEPS 20000u

static uint64_t lowest(uint64_t bits) { return bits & (~bits + 1); }

/* Splits `a` at an atom of the first cube that intersects it. */
static bool covered(uint32_t n, const coset_cube *cubes, coset_cube a, uint32_t *steps)
{
    uint64_t atom = 0;
    if (++*steps > MOST_STEPS)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        coset_cube both;
        if (!coset_cube_meet(a, cubes[i], &both))
            continue;
        if (coset_cube_same(both, a))
            return true;
        if (!atom)
            atom = lowest((both.yes | both.no) & ~(a.yes | a.no));
    }
    return atom && covered(n, cubes, (coset_cube){a.yes | atom, a.no}, steps) &&
           covered(n, cubes, (coset_cube){a.yes, a.no | atom}, steps);
}

bool coset_cubes_cover(uint32_t n, const coset_cube *cubes, coset_cube a)
{
    uint32_t steps = 0;
    return covered(n, cubes, a, &steps);
}

/* Adds to out[n..] the parts of `a` outside `b`, which it intersects; returns the new n. */
static uint32_t add_parts(coset_cube a, coset_cube b, coset_cube *out, uint32_t n, uint32_t room)
{
    for (uint64_t left = (b.yes | b.no) & ~(a.yes | a.no); left; left &= left - 1) {
        uint64_t atom = lowest(left);
        if (n >= room)
            return room + 1;
        out[n] = a;
        *(b.yes & atom ? &out[n].no : &out[n].yes) |= atom; /* this literal of b is false, those before it are true */
        *(b.yes & atom ? &a.yes : &a.no) |= atom;
        n++;
    }
    return n;
}

uint32_t coset_cubes_without(coset_cube a, uint32_t n, const coset_cube *cubes, coset_cube *out, uint32_t room)
{
    uint32_t n_out = 1;
    coset_cube both;
    if (room == 0)
        return 1;
    out[0] = a;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = n_out; k-- > 0;) {
            coset_cube part = out[k];
            if (!coset_cube_meet(part, cubes[i], &both))
                continue;
            out[k] = out[--n_out]; /* which was checked */
            n_out = add_parts(part, cubes[i], out, n_out, room);
            if (n_out > room)
                return n_out;
        }
    return n_out;
}

/* Drops each literal without which the cube is still within the union. */
static void widen(uint32_t n, const coset_cube *cubes, coset_cube *a)
{
    for (uint64_t left = a->yes | a->no; left; left &= left - 1) {
        uint64_t atom = lowest(left);
        coset_cube opposite = {a->yes ^ (a->yes & atom), a->no ^ (a->no & atom)};
        coset_cube wide = opposite;
        if (a->yes & atom)
            opposite.no |= atom;
        else
            opposite.yes |= atom;
        if (coset_cubes_cover(n, cubes, opposite))
            *a = wide;
    }
}

uint32_t coset_cubes_simplify(uint32_t n, coset_cube *cubes)
{
    if (n < 2)
        return n;
    for (uint32_t i = 0; i < n; i++)
        widen(n, cubes, &cubes[i]);
    for (uint32_t i = n; i-- > 0;) { /* without those that the others cover */
        coset_cube a = cubes[i];
        memmove(&cubes[i], &cubes[i + 1], (n - i - 1) * sizeof *cubes);
        if (coset_cubes_cover(n - 1, cubes, a)) {
            n--;
            continue;
        }
        memmove(&cubes[i + 1], &cubes[i], (n - i - 1) * sizeof *cubes);
        cubes[i] = a;
    }
    return n;
}

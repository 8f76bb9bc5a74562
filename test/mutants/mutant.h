/* Planted changes: all are in the program, and the environment chooses the active one. For ./dev mutate only. */
#pragma once

extern unsigned char *const coset_mutant_seen; /* [of each mutant] 0 not reached, 1 reached, 2 made a difference */
extern const int coset_mutant_acting;          /* number of the active mutant, -1: none */

/* The mutant would act here; `differs`: and its value is another one. */
static inline int coset_mutant(int number, int differs)
{
    unsigned char how = differs ? 2 : 1;
    if (coset_mutant_seen[number] < how)
        coset_mutant_seen[number] = how;
    return coset_mutant_acting == number;
}

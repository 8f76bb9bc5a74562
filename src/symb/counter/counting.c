/* symb/counter/counting.c - why there is no counter abstraction. */
#include "symb/counter/counting.h"

#include <stdio.h>

void coset__counting_trouble(coset__counting *k, coset_pos pos, const char *what, const char *why)
{
    if (k->trouble != COSET_OK || coset_bdd_failed(k->b))
        return;
    char place[32] = "";
    if (pos.line)
        (void)snprintf(place, sizeof place, ":%u:%u", pos.line, pos.column);
    k->trouble = coset_fail(k->err, COSET_UNSUPPORTED,
                            "%s%s: no counter abstraction: %s %s. --symbolic-symmetry=dynamic does not need it",
                            k->from->m->name, place, what, why);
}

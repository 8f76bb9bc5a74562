/* Why the components of a system cannot be exchanged, in words. */
#include <stdio.h>

#include "lts/symm_int.h"

bool coset__misfit(coset__exchange *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(x->reason, x->n_reason, format, args);
    va_end(args);
    return false;
}

const char *coset__event_name(const coset__symm *k, uint32_t e)
{
    return k->s->event_names && k->s->event_names[e] ? k->s->event_names[e] : "?";
}

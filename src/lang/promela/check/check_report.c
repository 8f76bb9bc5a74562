/* Messages of the checker: at most one for each place and code, and a limited number in total. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lang/promela/check/checker.h"

bool coset_pml_enough(const coset_pml_checker *c) { return coset_text_errors(c->text) >= c->most_errors; }

static bool was_blamed(coset_pml_checker *c, const char *code, coset_pos pos)
{
    for (uint32_t i = 0; i < c->blamed.n; i++)
        if (memcmp(&c->blamed.at[i].pos, &pos, sizeof pos) == 0 && strcmp(c->blamed.at[i].code, code) == 0)
            return true;
    *coset_vec_add(&c->blamed) = (coset_pml_blamed){pos, code};
    return false;
}

bool coset_pml_report(coset_pml_checker *c, coset_severity severity, const char *code, coset_pos pos, uint32_t len,
                      const char *fmt, ...)
{
    if (coset_pml_enough(c) || c->blamed.n > 10 * COSET_PML_MOST_ERRORS || was_blamed(c, code, pos))
        return false;
    char what[512];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    coset_message(c->text, severity, code, pos, len, "%s", what);
    if (c->inlined && memcmp(&c->inlined->call, &pos, sizeof pos) != 0)
        coset_message_help(c->text, "this is in the inline `%s`, called in line %u", c->inlined->name,
                           c->inlined->call.line);
    return true;
}

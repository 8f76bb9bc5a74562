/* ir/format.c - formatted texts, kept with the step for a worker that listens. */
#include <stdio.h>

#include "ir/machine.h"

static void say_value(coset_machine *m, coset_machine_output *o, char directive, const coset_ir_said *said)
{
    const coset_ir_type *type = said->type ? said->type : said->expr ? said->expr->type : NULL;
    char text[128];
    int64_t v;
    if (!said->expr || !coset_machine_eval(m, said->expr, &v)) {
        coset_machine_write(o, "?", 1);
        return;
    }
    switch (directive) {
    case 'c':
        text[0] = (char)v;
        coset_machine_write(o, text, 1);
        return;
    case 'e':
        if (!type) {
            snprintf(text, sizeof text, "%lld", (long long)v);
            break;
        }
        coset_ir_value_text(type, v, text, sizeof text);
        break;
    case 'o':
        snprintf(text, sizeof text, "%o", (unsigned)v);
        break;
    case 'u':
        snprintf(text, sizeof text, "%u", (unsigned)v);
        break;
    case 'x':
        snprintf(text, sizeof text, "%x", (unsigned)v);
        break;
    default:
        snprintf(text, sizeof text, "%lld", (long long)v);
        break;
    }
    coset_machine_write(o, text, strlen(text));
}

void coset_machine_format(coset_machine *m, const coset_ir_stmt *s)
{
    coset_machine_output *const channels[] = {
        [COSET_TO_OUTPUT] = &m->output, [COSET_TO_MESSAGES] = &m->messages, [COSET_TO_MARKS] = &m->marks};
    coset_machine_output *o = channels[s->to];
    uint32_t k = 0;
    for (const char *c = s->text; *c; c++) {
        if (*c != '%' || !c[1])
            coset_machine_write(o, c, 1);
        else if (*++c == '%')
            coset_machine_write(o, c, 1);
        else if (k < s->n_said)
            say_value(m, o, *c, &s->said[k++]);
    }
}

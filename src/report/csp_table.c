/* report/csp_table.c - a counterexample as a table: a row for the whole and for each component, a column for each step.
 */
#include <string.h>

#include "base/mem.h"
#include "report/csp.h"
#include "report/report_int.h"

typedef struct {
    const coset_csp_result *r;
    const coset_csp_counterexample *c;
    uint32_t n_steps; /* columns */
    int *width;       /* [n_steps] */
    int names;        /* width of the first column */
    FILE *out;
} table;

/* The entry of row `part` (n_parts: the whole) in column i. */
static const char *cell(const table *t, uint32_t part, uint32_t i)
{
    uint32_t event = part < t->c->n_parts ? t->c->parts[part].events[i]
                     : i < t->c->n_steps  ? t->c->steps[i]
                                          : t->c->event;
    return event < t->r->n_events ? t->r->event_names[event] : ".";
}

static const char *name_of(const table *t, uint32_t part)
{
    return part < t->c->n_parts ? t->c->parts[part].name : "(whole)";
}

static void measure(table *t)
{
    for (uint32_t part = 0; part <= t->c->n_parts; part++) {
        int n = (int)strlen(name_of(t, part));
        t->names = n > t->names ? n : t->names;
        for (uint32_t i = 0; i < t->n_steps; i++) {
            n = (int)strlen(cell(t, part, i));
            t->width[i] = n > t->width[i] ? n : t->width[i];
        }
    }
}

/* A bar marks the beginning of a loop. */
static void row(const table *t, uint32_t part)
{
    fprintf(t->out, "      %-*s ", t->names, name_of(t, part));
    for (uint32_t i = 0; i < t->n_steps; i++) {
        bool loop = coset_csp_loops(t->c) && i == t->c->loop;
        fprintf(t->out, " %s%-*s", loop ? "| " : "", i + 1 < t->n_steps ? t->width[i] : 0, cell(t, part, i));
    }
    fputc('\n', t->out);
}

void coset__csp_table(const coset_csp_result *r, const coset_csp_counterexample *c, FILE *out)
{
    bool last = coset_csp_has_last(c);
    table t = {.r = r, .c = c, .n_steps = c->n_steps + last, .out = out};
    t.width = coset_new((size_t)t.n_steps + 1, sizeof *t.width);
    measure(&t);
    row(&t, c->n_parts);
    for (uint32_t part = 0; coset_csp_shows_parts(c) && part < c->n_parts; part++)
        row(&t, part);
    coset_delete(t.width);
}

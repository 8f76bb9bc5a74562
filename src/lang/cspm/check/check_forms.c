/* Checks that FDR makes after type checking, when it removes syntactic sugar. */
#include "lang/cspm/check/check.h"

static uint32_t length(const cspm_node *node) { return node->end - node->begin; }

typedef struct {
    cspm_reports *reports;
    bool timed;
} walker;

/* ---- patterns ------------------------------------------------------------------------------------------------ */

/* Parts of variable length in p1^p2^..: names and wildcards. */
static uint32_t open_parts(const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_PAREN:
        return open_parts(node->kid[0]);
    case CSPM_BINARY:
        return open_parts(node->kid[0]) + open_parts(node->kid[1]);
    case CSPM_BINDER:
    case CSPM_WILD:
        return 1;
    default:
        return 0;
    }
}

static void pattern(walker *w, const cspm_node *node)
{
    if (node->kind == CSPM_BINARY && open_parts(node) > 1) {
        coset__cspm_report(w->reports, node->pos, length(node), "C300",
                           "two parts of this sequence pattern have no fixed length");
        return;
    }
    if (node->kind == CSPM_SET && node->n > 1)
        coset__cspm_report(w->reports, node->pos, length(node), "C301",
                           "a set pattern has one element at most, for a set has no order");
    for (uint32_t i = 0; i < node->n; i++)
        pattern(w, node->kid[i]);
}

/* ---- Timed sections ------------------------------------------------------------------------------------------ */

static void untimed(walker *w, const cspm_node *node, const char *what)
{
    coset__cspm_report(w->reports, node->pos, length(node), "C302", "%s has no meaning in a Timed section", what);
}

static void timed_form(walker *w, const cspm_node *node)
{
    if (node->kind == CSPM_CHOOSE)
        untimed(w, node, "a `$` field");
    bool linked = node->kind == CSPM_PROCESS || node->kind == CSPM_REPLICATED;
    if (linked && node->op == CSPM_LINKED)
        untimed(w, node, "linked parallel");
}

/* ---- all nodes ----------------------------------------------------------------------------------------------- */

static void walk(walker *w, const cspm_node *node)
{
    if (node->flags & CSPM_PATTERN) {
        pattern(w, node);
        return;
    }
    if (w->timed)
        timed_form(w, node);
    bool outer = w->timed;
    w->timed |= node->kind == CSPM_TIMED;
    for (uint32_t i = 0; i < node->n; i++)
        walk(w, node->kid[i]);
    w->timed = outer;
}

static void walk_groups(cspm_reports *reports, const cspm_groups *groups)
{
    if (groups->n == 0)
        return;
    for (uint32_t i = 0; i < groups->start[groups->n]; i++) {
        const cspm_decl *d = groups->decls[i];
        walker w = {.reports = reports, .timed = d->timed};
        if (d->node->kind != CSPM_TIMED) /* its contents are separate declarations */
            walk(&w, d->node);
    }
}

void coset__cspm_check_forms(cspm_program *program)
{
    walk_groups(program->reports, program->groups);
    for (uint32_t i = 0; i < program->n_generics; i++)
        walk_groups(program->reports, program->generics[i].groups);
    walker w = {.reports = program->reports};
    for (uint32_t i = 0; i < program->n_asserts; i++)
        walk(&w, program->asserts[i]);
    for (uint32_t i = 0; i < program->n_prints; i++)
        walk(&w, program->prints[i]);
}

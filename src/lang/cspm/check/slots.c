#include "lang/cspm/check/slots.h"

typedef struct {
    uint32_t level;
    cspm_node *timed;
} place;

static void walk(cspm_node *node, place at);

static void walk_range(cspm_node *node, uint32_t from, uint32_t to, place at)
{
    for (uint32_t i = from; i < to; i++)
        walk(node->kid[i], at);
}

static uint32_t bind(cspm_node *pattern, uint32_t level, uint32_t n)
{
    if (pattern->kind == CSPM_BINDER) {
        pattern->symbol->level = level;
        pattern->symbol->slot = n;
        return n + 1;
    }
    for (uint32_t i = 0; i < pattern->n; i++)
        n = bind(pattern->kid[i], level, n);
    return n;
}

static place deeper(place at)
{
    at.level++;
    return at;
}

/* The first collection is outside the frame, but is evaluated with the frame that is being filled: empty places are
 * never read. */
static uint32_t bind_statements(cspm_node *node, uint32_t from, uint32_t to, place at)
{
    uint32_t n = 0;
    for (uint32_t i = from; i < to; i++) {
        cspm_node *s = node->kid[i];
        if (s->kind == CSPM_GENERATOR)
            n = bind(s->kid[0], at.level, n);
        walk(s->kid[s->n - 1], at);
    }
    return n;
}

static void comprehension(cspm_node *node, place at)
{
    if (node->split < node->n) {
        at = deeper(at);
        node->slots = bind_statements(node, node->split, node->n, at);
        node->slots += node->slots == 0;
    }
    walk_range(node, 0, node->split, at);
}

static void prefix(cspm_node *node, place at)
{
    uint32_t n = 0;
    walk(node->kid[0], at);
    at = deeper(at);
    for (uint32_t i = 1; i + 1 < node->n; i++) {
        cspm_node *field = node->kid[i];
        if (field->kind != CSPM_OUT)
            n = bind(field->kid[0], at.level, n);
        if (field->kind == CSPM_OUT || field->n > 1)
            walk(field->kid[field->n - 1], at);
    }
    node->slots = n + (n == 0);
    walk(node->kid[node->n - 1], at);
}

static void replicated(cspm_node *node, place at)
{
    bool sees = node->op == CSPM_ALPHABETISED || node->op == CSPM_LINKED;
    place inside = deeper(at);
    uint32_t body = node->split;
    node->slots = bind_statements(node, 0, body, inside);
    node->slots += node->slots == 0;
    walk(node->kid[body], inside);
    walk_range(node, body + 1, node->n, sees ? inside : at);
}

static void lambda(cspm_node *node, uint32_t split, place at)
{
    uint32_t n = 0;
    at = deeper(at);
    for (uint32_t i = 0; i < split; i++)
        n = bind(node->kid[i], at.level, n);
    node->slots = n + (n == 0);
    walk(node->kid[split], at);
}

static uint32_t declare(const cspm_groups *groups, uint32_t level, uint32_t n)
{
    for (uint32_t i = 0; groups->n && i < groups->start[groups->n]; i++) {
        const cspm_decl *d = groups->decls[i];
        for (uint32_t k = 0; k < d->n_symbols; k++) {
            d->symbols[k]->level = level;
            d->symbols[k]->slot = n++;
        }
    }
    return n;
}

static void walk_decl(cspm_decl *d, place at)
{
    cspm_node *node = d->node;
    at.timed = d->timed;
    switch (node->kind) {
    case CSPM_VALUE:
        at.timed = d->argument_scope ? d->argument_timed : d->timed;
        walk(node->kid[1], at);
        return;
    case CSPM_FUNCTION:
        for (uint32_t i = 0; i < node->n; i++)
            lambda(node->kid[i], node->kid[i]->n - 1, at);
        return;
    case CSPM_TIMED:
        node->value = at.level; /* of the frame that its function is evaluated in */
        walk_range(node, node->split, node->n, at);
        return;
    case CSPM_CHANNEL:
        walk_range(node, node->split, node->n, at);
        return;
    case CSPM_DATATYPE:
    case CSPM_SUBTYPE:
        for (uint32_t i = 0; i < node->n; i++)
            walk_range(node->kid[i], 0, node->kid[i]->n, at);
        return;
    case CSPM_NAMETYPE:
        walk(node->kid[0], at);
        return;
    default:
        return;
    }
}

static void walk_groups(const cspm_groups *groups, place at)
{
    for (uint32_t i = 0; groups->n && i < groups->start[groups->n]; i++)
        walk_decl(groups->decls[i], at);
}

static void let(cspm_node *node, place at)
{
    at = deeper(at);
    node->slots = declare(node->groups, at.level, 0);
    node->slots += node->slots == 0;
    walk_groups(node->groups, at);
    walk(node->kid[node->split], at);
}

static void walk(cspm_node *node, place at)
{
    switch (node->kind) {
    case CSPM_SET:
    case CSPM_SET_RANGE:
    case CSPM_SEQ:
    case CSPM_SEQ_RANGE:
    case CSPM_EVENTS:
    case CSPM_TIES:
        comprehension(node, at);
        return;
    case CSPM_LET:
        let(node, at);
        return;
    case CSPM_LAMBDA:
        lambda(node, node->split, at);
        return;
    case CSPM_PREFIX:
        node->timed = at.timed;
        prefix(node, at);
        return;
    case CSPM_REPLICATED:
        node->timed = at.timed;
        replicated(node, at);
        return;
    case CSPM_NAME:
    case CSPM_PROCESS:
    case CSPM_GUARD:
        node->timed = at.timed;
        break;
    default:
        break;
    }
    walk_range(node, 0, node->n, at);
}

/* ---- fields -------------------------------------------------------------------------------------------------- */

static cspm_type *behind(cspm_type *t)
{
    while (t->kind == TYPE_VARIABLE && t->n)
        t = t->at[0];
    return t;
}

uint32_t coset__cspm_width(cspm_type *t)
{
    uint32_t n = 1;
    for (t = behind(t); t->kind == TYPE_DOT; t = behind(t->at[1]))
        n += coset__cspm_width(t->at[0]);
    return n;
}

static uint32_t count_fields(cspm_type *t)
{
    uint32_t n = 0;
    for (t = behind(t); t->kind == TYPE_DOTABLE; t = behind(t->at[1]))
        n += coset__cspm_width(t->at[0]);
    return n;
}

uint32_t coset__cspm_slots(cspm_program *program)
{
    place top = {0};
    uint32_t n = declare(program->groups, 0, 0);
    walk_groups(program->groups, top);
    for (uint32_t i = 0; i < program->n_asserts; i++)
        walk(program->asserts[i], top);
    for (uint32_t i = 0; i < program->n_prints; i++)
        walk(program->prints[i], top);
    const cspm_groups *g = program->groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        for (uint32_t k = 0; k < g->decls[i]->n_symbols; k++) {
            cspm_symbol *symbol = g->decls[i]->symbols[k];
            if (symbol->kind == SYMBOL_CHANNEL || symbol->kind == SYMBOL_CONSTRUCTOR)
                symbol->fields = count_fields(symbol->scheme.type);
        }
    return n;
}

#include "lang/cspm/check/symmetric.h"

#include <string.h>

#include "lang/cspm/check/numbers.h"
#include "lang/cspm/check/symmetric_int.h"

/* ---- obstacles ----------------------------------------------------------------------------------------------- */

void coset__symmetry_obstacle(cspm_search *s, cspm_obstacle o)
{
    for (uint32_t i = 0; i < s->obstacles.n; i++) {
        cspm_obstacle *old = &s->obstacles.at[i];
        if (old->constant == o.constant && old->is_number == o.is_number && old->number == o.number) {
            if (old->in_set && !o.in_set)
                *old = o;
            return;
        }
    }
    *coset_vec_add(&s->obstacles) = o;
    s->breaks |= !o.constant && !o.is_number;
}

static void add(cspm_search *s, const cspm_node *node, const cspm_symbol *constant)
{
    coset__symmetry_obstacle(s, (cspm_obstacle){.node = node, .constant = constant, .in_set = constant && s->in_set});
}

/* ---- types that contain a T ---------------------------------------------------------------------------------- */

cspm_type *coset__symmetry_behind(cspm_type *t)
{
    while (t->kind == TYPE_VARIABLE && t->n)
        t = t->at[0];
    return t;
}

static bool variable_holds(const cspm_search *s, const cspm_type *t)
{
    for (const cspm_visit *v = s->now; v; v = v->outer)
        for (uint32_t i = 0; v->scheme && i < v->scheme->n_vars; i++) {
            const cspm_type *own = v->scheme->vars[i];
            if (own == t || (t->kind == TYPE_RIGID && own->name == t->name))
                return v->holds[i];
        }
    return false; /* it is never determined, so no value of it exists */
}

static bool holds(cspm_search *s, cspm_type *t, uint32_t depth);

static bool fields_hold(cspm_search *s, const cspm_decl *d, uint32_t depth)
{
    for (uint32_t i = 0; i < d->n_symbols; i++) {
        cspm_type *t = d->symbols[i]->scheme.type;
        uint8_t kind = d->symbols[i]->kind;
        for (; (kind == SYMBOL_CONSTRUCTOR || kind == SYMBOL_CHANNEL) &&
               (t = coset__symmetry_behind(t))->kind == TYPE_DOTABLE;
             t = t->at[1])
            if (holds(s, t->at[0], depth + 1))
                return true;
    }
    return false;
}

static bool datatype_holds(cspm_search *s, const cspm_symbol *datatype, uint32_t depth)
{
    if (datatype == s->subject.datatype)
        return true;
    for (uint32_t i = 0; i < s->inside.n; i++)
        if (s->inside.at[i] == datatype)
            return false;
    *coset_vec_add(&s->inside) = datatype;
    bool yes = fields_hold(s, datatype->decl, depth);
    s->inside.n--;
    return yes;
}

static bool events_hold(cspm_search *s, uint32_t depth)
{
    const cspm_groups *g = s->program->groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        if (g->decls[i]->node->kind == CSPM_CHANNEL && fields_hold(s, g->decls[i], depth))
            return true;
    return false;
}

/* A type that is too deep counts as containing one: an over-approximation. */
static bool holds(cspm_search *s, cspm_type *t, uint32_t depth)
{
    t = coset__symmetry_behind(t);
    if (depth > 500)
        return true;
    switch (t->kind) {
    case TYPE_VARIABLE:
    case TYPE_RIGID:
        return t == s->subject.numbers || variable_holds(s, t);
    case TYPE_DATATYPE:
        return datatype_holds(s, t->symbol, depth);
    case TYPE_EVENT:
        return events_hold(s, depth);
    case TYPE_INT:
        return s->subject.numbers && holds(s, t->at[0], depth + 1);
    case TYPE_PROC:
        return true; /* a process shows its events */
    default:
        break;
    }
    for (uint32_t i = 0; i < t->n; i++)
        if (holds(s, t->at[i], depth + 1))
            return true;
    return false;
}

bool coset__symmetry_holds(cspm_search *s, cspm_type *t) { return t && holds(s, t, 0); }

/* ---- visits -------------------------------------------------------------------------------------------------- */

/* Finds the instances of the variables of `pattern` in its instance `t`. If dots were evaluated in between, the shapes
 * differ: then all variables there contain a T if any part of `t` does. */
static void match(cspm_search *s, cspm_visit *v, cspm_type *pattern, cspm_type *t, uint32_t depth)
{
    pattern = coset__symmetry_behind(pattern);
    t = coset__symmetry_behind(t);
    for (uint32_t i = 0; i < v->scheme->n_vars; i++)
        if (v->scheme->vars[i] == pattern) {
            v->holds[i] |= holds(s, t, depth);
            return;
        }
    bool same = pattern->kind == t->kind && pattern->n == t->n && depth < 500;
    for (uint32_t i = 0; i < pattern->n; i++)
        match(s, v, pattern->at[i], same ? t->at[i] : t, depth + 1);
}

static bool same_visit(const cspm_visit *a, const cspm_visit *b)
{
    if (a->decl != b->decl || a->outer != b->outer || a->scheme != b->scheme)
        return false;
    return !a->scheme || memcmp(a->holds, b->holds, a->scheme->n_vars * sizeof *a->holds) == 0;
}

static void enqueue(cspm_search *s, cspm_visit *v)
{
    for (uint32_t i = 0; i < s->visits.n; i++)
        if (same_visit(s->visits.at[i], v))
            return;
    *coset_vec_add(&s->visits) = v;
}

/* The current visit of the definition around `d`. */
static const cspm_visit *outer_visit(const cspm_search *s, const cspm_decl *d)
{
    for (const cspm_visit *v = s->now; v; v = v->outer)
        if (v->decl && v->decl == d->outer)
            return v;
    return NULL;
}

static void visit_decl(cspm_search *s, cspm_decl *d, const cspm_symbol *symbol, cspm_type *used_as)
{
    cspm_visit v = {.decl = d, .outer = d->outer ? outer_visit(s, d) : NULL};
    s->reached |= s->subject.datatype && d == s->subject.datatype->decl;
    if (symbol && symbol->scheme.n_vars && used_as) {
        v.scheme = &symbol->scheme;
        v.holds = coset_arena_get(s->program->arena, symbol->scheme.n_vars, sizeof *v.holds);
        match(s, &v, symbol->scheme.type, used_as, 0);
    }
    enqueue(s, coset_arena_copy(s->program->arena, &v, 1, sizeof v));
}

/* ---- expressions --------------------------------------------------------------------------------------------- */

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void walk_builtin(cspm_search *s, const cspm_node *node, const char *name)
{
    static const char *const ordering[] = {"seq", "show", "mapToList", "mtransclose", NULL};
    static const char *const naming[] = {"chase", "chase_nocache", "deter", "model_compress", NULL};
    s->reached |= strcmp(name, "Events") == 0 && events_hold(s, 0);
    if (is_one_of(name, naming)) {
        add(s, node, NULL);
        s->computes = true;
    } else if (is_one_of(name, ordering) && holds(s, coset__symmetry_behind(node->type)->at[0], 0))
        add(s, node, NULL);
}

static void walk_name(cspm_search *s, const cspm_node *node)
{
    const cspm_symbol *symbol = node->symbol;
    if (!symbol)
        return;
    if (symbol->kind == SYMBOL_BUILTIN)
        walk_builtin(s, node, symbol->name);
    else if (symbol->kind == SYMBOL_CONSTRUCTOR && symbol->owner == s->subject.datatype)
        add(s, node, symbol);
    if (symbol->decl)
        visit_decl(s, symbol->decl, symbol, node->type);
}

static bool is_error(const cspm_node *node)
{
    const cspm_symbol *f = node->kind == CSPM_APPLY ? node->kid[0]->symbol : NULL;
    return f && f->kind == SYMBOL_BUILTIN && strcmp(f->name, "error") == 0;
}

/* {A, B}, with two members or more: no pattern, which has at most one, and no comprehension, which has statements. */
static bool is_list(const cspm_node *node) { return node->kind == CSPM_SET && node->n > 1 && node->split == node->n; }

static void walk(cspm_search *s, const cspm_node *node)
{
    if (is_error(node) || (s->subject.numbers && coset__numbers_look(s, node)))
        return;
    if (node->kind == CSPM_NAME)
        walk_name(s, node);
    /* The definitions of a let are visited at their uses. */
    for (uint32_t i = node->kind == CSPM_LET ? node->split : 0; i < node->n; i++) {
        s->in_set = is_list(node);
        walk(s, node->kid[i]);
    }
    s->in_set = false;
}

static void walk_subtype(cspm_search *s, const cspm_node *node)
{
    for (uint32_t i = 0; i < node->n; i++) {
        const cspm_node *clause = node->kid[i];
        s->in_set = node->n > 1;
        if (clause->symbol && clause->symbol->owner == s->subject.datatype)
            add(s, clause, clause->symbol);
        s->in_set = false;
        if (clause->symbol)
            visit_decl(s, clause->symbol->decl, NULL, NULL);
        walk(s, clause);
    }
}

/* The declaration, and its implicit dependencies: the delay of its Timed section, the arguments of its instance. */
static void walk_decl(cspm_search *s, const cspm_decl *d)
{
    const cspm_node *node = d->node;
    if (d->timed)
        visit_decl(s, d->timed->decl, NULL, NULL);
    if (d->instance)
        visit_decl(s, d->instance->decl, NULL, NULL);
    switch (node->kind) {
    case CSPM_TIMED:
        for (uint32_t i = node->split; i < node->n; i++)
            walk(s, node->kid[i]);
        if (s->subject.numbers)
            coset__numbers_look_timed(s, node);
        return;
    case CSPM_INSTANCE:
        for (uint32_t i = 1; i < node->n; i++)
            walk(s, node->kid[i]);
        return;
    case CSPM_SUBTYPE:
        walk_subtype(s, node);
        return;
    case CSPM_CHANNEL:
        for (uint32_t i = node->split; i < node->n; i++)
            walk(s, node->kid[i]);
        return;
    case CSPM_ANNOTATION:
        return;
    default:
        walk(s, node);
        return;
    }
}

static cspm_symmetry finish(cspm_search *s)
{
    coset_arena *a = s->program->arena;
    for (uint32_t i = 0; i < s->visits.n; i++) {
        s->now = s->visits.at[i];
        walk_decl(s, s->now->decl);
    }
    cspm_symmetry found = {.obstacles = coset_arena_copy(a, s->obstacles.at, s->obstacles.n, sizeof *s->obstacles.at),
                           .n_obstacles = s->obstacles.n,
                           .breaks = s->breaks,
                           .computes = s->computes,
                           .reached = s->reached,
                           .is_shown = events_hold(s, 0),
                           .sets = coset_arena_copy(a, s->sets.at, s->sets.n, sizeof *s->sets.at),
                           .n_sets = s->sets.n};
    coset_vec_fini(&s->visits);
    coset_vec_fini(&s->obstacles);
    coset_vec_fini(&s->sets);
    coset_vec_fini(&s->inside);
    return found;
}

cspm_symmetry coset__cspm_symmetry(const cspm_program *program, const cspm_node *expression,
                                   const cspm_subject *subject)
{
    cspm_search s = {.program = program, .subject = *subject};
    walk(&s, expression);
    return finish(&s);
}

cspm_symmetry coset__cspm_symmetry_of_assertion(const cspm_program *program, const cspm_node *assertion,
                                                const cspm_subject *subject)
{
    cspm_search s = {.program = program, .subject = *subject};
    for (uint32_t i = 0; i < assertion->n; i++) {
        const cspm_node *part = assertion->kid[i];
        if (part->kind == CSPM_SYMMETRY || part->kind == CSPM_SYMMETRIC_IN)
            continue;
        walk(&s, part->kind == CSPM_TAU_PRIORITY ? part->kid[0] : part);
    }
    return finish(&s);
}

/* ---- decisions ----------------------------------------------------------------------------------------------- */

static const cspm_obstacle *in_the_way(const cspm_symmetry *found, const cspm_symbol *const *fixed, uint32_t n)
{
    for (uint32_t i = 0; i < found->n_obstacles; i++) {
        const cspm_obstacle *o = &found->obstacles[i];
        bool covered = false;
        for (uint32_t k = 0; o->constant && k < n; k++)
            covered |= fixed[k] == o->constant;
        if (!covered)
            return o;
    }
    return NULL;
}

bool coset__cspm_decide_symmetric(const cspm_program *program, const cspm_node *assertion, const cspm_obstacle **reason)
{
    *reason = NULL;
    for (uint32_t i = 1; i < assertion->split && !*reason; i++) {
        const cspm_node *specification = assertion->kid[i];
        COSET_VEC(const cspm_symbol *) fixed = {0};
        for (uint32_t k = 1; k < specification->n; k++)
            *coset_vec_add(&fixed) = specification->kid[k]->symbol;
        cspm_symmetry found = coset__cspm_symmetry(program, assertion->kid[0],
                                                   &(cspm_subject){.datatype = specification->kid[0]->symbol});
        *reason = in_the_way(&found, fixed.at, fixed.n);
        coset_vec_fini(&fixed);
    }
    return (*reason == NULL) != ((assertion->flags & CSPM_NEGATED) != 0);
}

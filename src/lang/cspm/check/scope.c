/* Scopes, look-up of names, and expressions. Declarations are in scope_decl.c. */
#include "lang/cspm/check/scope.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lang/cspm/check/scope_int.h"

#define SMALL_SCOPE  8
#define MOST_REPORTS 500

bool coset__cspm_report(cspm_reports *reports, coset_pos pos, uint32_t len, const char *code, const char *fmt, ...)
{
    if (reports->places.n >= MOST_REPORTS)
        return false;
    for (uint32_t i = 0; i < reports->places.n; i++) {
        coset_pos old = reports->places.at[i];
        if (old.line == pos.line && old.column == pos.column && old.file == pos.file)
            return false;
    }
    *coset_vec_add(&reports->places) = pos;
    char words[460];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    coset_message(reports->text, COSET_SEVERITY_ERROR, code, pos, len, "%s", words);
    return true;
}

/* ---- scopes -------------------------------------------------------------------------------------------------- */

cspm_scope *coset__scope_new(cspm_resolver *r, cspm_scope *parent)
{
    cspm_scope *scope = coset_arena_get(r->arena, 1, sizeof *scope);
    scope->parent = parent;
    *coset_vec_add(&r->scopes) = scope;
    return scope;
}

cspm_home *coset__scope_home(cspm_resolver *r)
{
    cspm_home *home = coset_arena_get(r->arena, 1, sizeof *home);
    *coset_vec_add(&r->homes) = home;
    return home;
}

static uint32_t hash(const char *name) { return (uint32_t)(((uintptr_t)name >> 3) * 0x9E3779B97F4A7C15u >> 32); }

static uint32_t *slot_of(const cspm_scope *scope, const char *name)
{
    uint32_t mask = scope->size - 1;
    for (uint32_t i = hash(name) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &scope->slot[i];
        if (!*slot || scope->symbols.at[*slot - 1]->name == name)
            return slot;
    }
}

cspm_symbol *coset__scope_own(const cspm_scope *scope, const char *name)
{
    if (scope->slot) {
        uint32_t found = *slot_of(scope, name);
        return found ? scope->symbols.at[found - 1] : NULL;
    }
    for (uint32_t i = 0; i < scope->symbols.n; i++)
        if (scope->symbols.at[i]->name == name)
            return scope->symbols.at[i];
    return NULL;
}

cspm_symbol *coset__scope_find(const cspm_scope *scope, const char *name)
{
    for (; scope; scope = scope->parent) {
        cspm_symbol *symbol = coset__scope_own(scope, name);
        if (symbol)
            return symbol;
    }
    return NULL;
}

static void rehash(cspm_scope *scope)
{
    if (scope->symbols.n <= SMALL_SCOPE || scope->symbols.n * 2 <= scope->size)
        return;
    scope->size = scope->size ? scope->size * 2 : SMALL_SCOPE * 4;
    coset_delete(scope->slot);
    scope->slot = coset_new(scope->size, sizeof *scope->slot);
    for (uint32_t i = 0; i < scope->symbols.n; i++)
        *slot_of(scope, scope->symbols.at[i]->name) = i + 1;
}

static void report_second(cspm_resolver *r, const cspm_symbol *first, const char *name, coset_pos pos)
{
    if (!coset__cspm_report(r->reports, pos, (uint32_t)strlen(name), "C100", "`%s` is defined twice", name))
        return;
    if (first->pos.line)
        coset_message_help(r->reports->text, "its first definition is at %s:%u:%u",
                           coset_text_name(r->reports->text, first->pos.file), first->pos.line, first->pos.column);
}

cspm_symbol *coset__scope_add(cspm_resolver *r, cspm_scope *scope, const char *name, cspm_symbol_kind kind,
                              coset_pos pos, cspm_decl *decl)
{
    cspm_symbol *old = coset__scope_own(scope, name);
    cspm_symbol *symbol = coset_arena_get(r->arena, 1, sizeof *symbol);
    *symbol = (cspm_symbol){.name = name, .kind = (uint8_t)kind, .pos = pos, .decl = decl};
    if (decl)
        *coset_vec_add(&decl->defines) = symbol;
    if (old) {
        report_second(r, old, name, pos);
        symbol->bad = true;
        return symbol;
    }
    *coset_vec_add(&scope->symbols) = symbol;
    if (scope->slot)
        *slot_of(scope, name) = scope->symbols.n;
    rehash(scope);
    return symbol;
}

/* ---- look-up ------------------------------------------------------------------------------------------------- */

static bool hidden(cspm_place at, const cspm_symbol *symbol)
{
    return symbol->kind == SYMBOL_BUILTIN && !at.timed && coset__cspm_builtins[symbol->builtin].where == BUILTIN_TIMED;
}

static void suggest(cspm_resolver *r, cspm_place at, const char *name)
{
    COSET_VEC(const char *) known = {0};
    for (const cspm_scope *s = at.scope; s; s = at.inside ? NULL : s->parent)
        for (uint32_t i = 0; i < s->symbols.n; i++)
            if (!hidden(at, s->symbols.at[i]) && (s->symbols.at[i]->exported || !at.inside))
                *coset_vec_add(&known) = s->symbols.at[i]->name;
    const char *near = coset_nearest(name, known.at, known.n);
    if (near)
        coset_message_help(r->reports->text, "did you mean `%s`?", near);
    coset_vec_fini(&known);
}

/* A built-in name that must be declared before use, or belongs to Timed sections. */
static const cspm_builtin *undeclared(const char *name)
{
    for (uint32_t i = 0; i < coset__cspm_n_builtins; i++) {
        const cspm_builtin *b = &coset__cspm_builtins[i];
        if (!(b->where & BUILTIN_PLAIN) && strcmp(b->name, name) == 0)
            return b;
    }
    return NULL;
}

static void report_unknown(cspm_resolver *r, cspm_place at, const cspm_node *node, const char *name)
{
    if (!coset__cspm_report(r->reports, node->pos, node->end - node->begin, "C101", "`%s` is not in scope", name))
        return;
    const cspm_builtin *b = undeclared(name);
    if (b && b->where == BUILTIN_TIMED)
        coset_message_help(r->reports->text, "it can be used in Timed sections only");
    else if (b)
        coset_message_help(r->reports->text, "declare it: %s %s",
                           b->where & BUILTIN_EXTERNAL ? "external" : "transparent", name);
    else
        suggest(r, at, name);
}

/* The type of an annotated value is known from its annotation: its uses give no dependency between groups. */
static void uses_symbol(cspm_place at, const cspm_symbol *symbol)
{
    bool known = symbol->annotated && symbol->kind == SYMBOL_VALUE;
    if (symbol->decl && at.decl)
        coset__scope_uses(at.decl, known ? symbol->annotated : symbol->decl);
}

/* The names inside a module or instance, or NULL after a message. */
static cspm_scope *inside_of(cspm_resolver *r, cspm_place at, cspm_symbol *symbol, const cspm_node *node, bool quiet)
{
    if (symbol->kind == SYMBOL_INSTANCE) {
        coset__scope_expand(r, symbol);
        uses_symbol(at, symbol);
    }
    if (symbol->inside || symbol->bad)
        return symbol->inside;
    if (quiet)
        return NULL;
    if (symbol->kind == SYMBOL_MODULE)
        coset__cspm_report(r->reports, node->pos, node->end - node->begin, "C102",
                           "module `%s` has parameters: its names are reached through an instance", symbol->name);
    else if (symbol->kind != SYMBOL_INSTANCE)
        coset__cspm_report(r->reports, node->pos, node->end - node->begin, "C103", "`%s` is not a module",
                           symbol->name);
    return NULL;
}

static bool is_module(const cspm_symbol *symbol)
{
    return symbol->kind == SYMBOL_MODULE || symbol->kind == SYMBOL_INSTANCE;
}

/* The module or instance with which a qualified name begins: an inner variable of that name does not hide it. If there
 * is none, any symbol with the name. */
static cspm_symbol *outermost(const cspm_scope *scope, const char *name)
{
    for (const cspm_scope *s = scope; s; s = s->parent) {
        cspm_symbol *symbol = coset__scope_own(s, name);
        if (symbol && is_module(symbol))
            return symbol;
    }
    return coset__scope_find(scope, name);
}

/* Follows A::B:: of a qualified name. */
static cspm_scope *qualifier(cspm_resolver *r, cspm_place at, const cspm_node *name, bool quiet)
{
    cspm_scope *scope = NULL;
    for (uint32_t i = 0; i < name->n; i++) {
        const char *part = name->kid[i]->text;
        cspm_symbol *symbol = scope ? coset__scope_own(scope, part) : outermost(at.scope, part);
        if (!symbol || (scope && !symbol->exported)) {
            if (!quiet)
                report_unknown(r, at, name->kid[i], part);
            return NULL;
        }
        scope = inside_of(r, at, symbol, name->kid[i], quiet);
        if (!scope)
            return NULL;
    }
    return scope;
}

cspm_symbol *coset__scope_lookup(cspm_resolver *r, cspm_place at, cspm_node *name, bool quiet)
{
    cspm_symbol *symbol;
    if (name->n) {
        cspm_scope *scope = qualifier(r, at, name, quiet);
        if (!scope)
            return NULL;
        symbol = coset__scope_own(scope, name->text);
        if (symbol && !symbol->exported)
            symbol = NULL;
        at.scope = scope; /* suggestions come from there */
        at.inside = true;
    } else {
        symbol = coset__scope_find(at.scope, name->text);
        if (symbol && hidden(at, symbol))
            symbol = NULL;
    }
    if (!symbol && !quiet)
        report_unknown(r, at, name, name->text);
    return symbol;
}

/* Adds an edge between the declarations of one place that contain `from` and `to`. */
void coset__scope_uses(cspm_decl *from, cspm_decl *to)
{
    while (from && from->home != to->home)
        from = from->outer;
    if (!from)
        return;
    uint32_t n = from->uses.n;
    if (n == 0 || from->uses.at[n - 1] != to)
        *coset_vec_add(&from->uses) = to;
}

static void resolve_name(cspm_resolver *r, cspm_place at, cspm_node *name)
{
    cspm_symbol *symbol = coset__scope_lookup(r, at, name, false);
    if (!symbol)
        return;
    if (is_module(symbol)) {
        coset__cspm_report(r->reports, name->pos, name->end - name->begin, "C104", "`%s` is a module, not a value",
                           symbol->name);
        return;
    }
    name->symbol = symbol;
    uses_symbol(at, symbol);
}

/* ---- patterns ------------------------------------------------------------------------------------------------ */

static bool is_constant(const cspm_symbol *symbol)
{
    return symbol && (symbol->kind == SYMBOL_CONSTRUCTOR || symbol->kind == SYMBOL_CHANNEL);
}

static void bind_name(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    cspm_symbol *symbol = coset__scope_lookup(r, at, node, node->n == 0);
    if (is_constant(symbol)) {
        node->symbol = symbol;
        uses_symbol(at, symbol);
        return;
    }
    if (node->n) {
        if (symbol)
            coset__cspm_report(r->reports, node->pos, node->end - node->begin, "C105",
                               "in a pattern a name with `::` must be a constructor or a channel");
        return;
    }
    node->kind = CSPM_BINDER;
    node->symbol = coset__scope_add(r, at.scope, node->text, SYMBOL_VALUE, node->pos, NULL);
}

void coset__scope_bind(cspm_resolver *r, cspm_place at, cspm_node *pattern)
{
    if (pattern->kind == CSPM_NAME) {
        bind_name(r, at, pattern);
        return;
    }
    for (uint32_t i = 0; i < pattern->n; i++)
        coset__scope_bind(r, at, pattern->kid[i]);
}

/* ---- expressions --------------------------------------------------------------------------------------------- */

static cspm_place inner(cspm_resolver *r, cspm_place at)
{
    at.scope = coset__scope_new(r, at.scope);
    return at;
}

static void range(cspm_resolver *r, cspm_place at, cspm_node *node, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        coset__scope_expr(r, at, node->kid[i]);
}

/* Each statement sees the names of those before it. */
static void statements(cspm_resolver *r, cspm_place at, cspm_node *node, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        cspm_node *s = node->kid[i];
        coset__scope_expr(r, at, s->kid[s->n - 1]);
        if (s->kind == CSPM_GENERATOR)
            coset__scope_bind(r, at, s->kid[0]);
    }
}

static void comprehension(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    if (node->split < node->n)
        at = inner(r, at);
    statements(r, at, node, node->split, node->n);
    range(r, at, node, 0, node->split);
}

static void prefix(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    coset__scope_expr(r, at, node->kid[0]);
    at = inner(r, at);
    for (uint32_t i = 1; i + 1 < node->n; i++) {
        cspm_node *field = node->kid[i];
        coset__scope_expr(r, at, field->kid[field->n - 1]);
        if (field->kind != CSPM_OUT)
            coset__scope_bind(r, at, field->kid[0]);
    }
    coset__scope_expr(r, at, node->kid[node->n - 1]);
}

/* The set of a replicated operator is outside the scope of its statements, except for `||` and ties. */
static void replicated(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    bool sees = node->op == CSPM_ALPHABETISED || node->op == CSPM_LINKED;
    uint32_t body = node->split;
    if (!sees)
        range(r, at, node, body + 1, node->n);
    at = inner(r, at);
    statements(r, at, node, 0, body);
    range(r, at, node, body, sees ? node->n : body + 1);
}

static void let(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    at = inner(r, at);
    cspm_home *home = coset__scope_home(r);
    cspm_entry entry = {.scope = at.scope, .home = home, .outer = at.decl, .timed = at.timed};
    coset__scope_enter(r, &entry, node->kid, node->split);
    coset__scope_finish(r, home);
    node->groups = coset__scope_groups(r, home);
    coset__scope_expr(r, at, node->kid[node->split]);
}

static void clause(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    at = inner(r, at);
    for (uint32_t i = 0; i + 1 < node->n; i++)
        coset__scope_bind(r, at, node->kid[i]);
    coset__scope_expr(r, at, node->kid[node->n - 1]);
}

static void lambda(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    at = inner(r, at);
    for (uint32_t i = 0; i < node->split; i++)
        coset__scope_bind(r, at, node->kid[i]);
    coset__scope_expr(r, at, node->kid[node->split]);
}

/* A pattern in the place of an expression: its field or statement binds it afterwards. */
static bool is_pattern(const cspm_node *node) { return node->flags & CSPM_PATTERN; }

void coset__scope_expr(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    if (is_pattern(node))
        return;
    switch (node->kind) {
    case CSPM_NAME:
        resolve_name(r, at, node);
        return;
    case CSPM_SET:
    case CSPM_SET_RANGE:
    case CSPM_SEQ:
    case CSPM_SEQ_RANGE:
    case CSPM_EVENTS:
    case CSPM_TIES:
        comprehension(r, at, node);
        return;
    case CSPM_LET:
        let(r, at, node);
        return;
    case CSPM_LAMBDA:
        lambda(r, at, node);
        return;
    case CSPM_CLAUSE:
        clause(r, at, node);
        return;
    case CSPM_PREFIX:
        prefix(r, at, node);
        return;
    case CSPM_REPLICATED:
        replicated(r, at, node);
        return;
    default:
        range(r, at, node, 0, node->n);
        return;
    }
}

/* ---- written types ------------------------------------------------------------------------------------------- */

static bool is_built_in_type(const char *name)
{
    static const char *const names[] = {"Int", "Bool", "Char", "Proc", "Event"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A datatype gets its symbol; built-in types and type variables have none. */
static void type_name(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    cspm_symbol *symbol = coset__scope_lookup(r, at, node, node->n == 0);
    if (symbol && symbol->kind == SYMBOL_DATATYPE) {
        node->symbol = symbol;
        uses_symbol(at, symbol);
    } else if (symbol && (node->n || symbol->kind == SYMBOL_SUBTYPE || symbol->kind == SYMBOL_NAMETYPE)) {
        coset__cspm_report(r->reports, node->pos, node->end - node->begin, "C106", "`%s` is not a datatype",
                           symbol->name);
    }
}

void coset__scope_type(cspm_resolver *r, cspm_place at, cspm_node *node)
{
    if (node->kind == CSPM_TYPE_NAME) {
        type_name(r, at, node);
        return;
    }
    for (uint32_t i = 0; i < node->n; i++)
        coset__scope_type(r, at, node->kid[i]);
    const cspm_node *variable = node->n ? node->kid[0] : NULL;
    bool wrong =
        variable && (node->kind == CSPM_CONSTRAINT || node->kind == CSPM_TYPE_EXTEND) &&
        (variable->kind != CSPM_TYPE_NAME || variable->symbol || variable->n || is_built_in_type(variable->text));
    if (wrong)
        coset__cspm_report(r->reports, variable->pos, variable->end - variable->begin, "C107",
                           node->kind == CSPM_CONSTRAINT ? "a constraint is about a type variable"
                                                         : "a type variable is needed before `=>*`");
}

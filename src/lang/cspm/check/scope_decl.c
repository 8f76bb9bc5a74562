/* Declarations: entering their names, copying modules for instances, and sorting into groups. */
#include <string.h>

#include "lang/cspm/check/scope_int.h"

#define MOST_COPIES 200000 /* declarations copied for instances */

static uint32_t length(const cspm_node *node) { return node->end - node->begin; }

/* ---- entering names ------------------------------------------------------------------------------------------ */

static cspm_decl *new_decl(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    cspm_decl *d = coset_arena_get(r->arena, 1, sizeof *d);
    d->node = node;
    d->outer = e->outer;
    d->home = e->home;
    d->scope = e->scope;
    d->timed = e->timed;
    d->instance = e->instance;
    d->path = e->path;
    node->decl = d;
    *coset_vec_add(&e->home->decls) = d;
    return d;
}

static cspm_symbol *enter_name(cspm_resolver *r, const cspm_entry *e, cspm_node *node, cspm_symbol_kind kind,
                               cspm_decl *d)
{
    cspm_symbol *symbol = coset__scope_add(r, e->scope, node->text, kind, node->pos, d);
    symbol->exported = e->exported;
    node->symbol = symbol;
    return symbol;
}

static void enter_channels(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    cspm_decl *d = new_decl(r, e, node);
    for (uint32_t i = 0; i < node->split; i++)
        enter_name(r, e, node->kid[i], SYMBOL_CHANNEL, d);
}

static void enter_datatype(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    cspm_decl *d = new_decl(r, e, node);
    cspm_symbol *type = enter_name(r, e, node, SYMBOL_DATATYPE, d);
    for (uint32_t i = 0; i < node->n; i++)
        enter_name(r, e, node->kid[i], SYMBOL_CONSTRUCTOR, d)->owner = type;
}

static void enter_builtins(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    uint8_t where = node->kind == CSPM_EXTERNAL ? BUILTIN_EXTERNAL : BUILTIN_TRANSPARENT;
    for (uint32_t i = 0; i < node->n; i++) {
        cspm_node *name = node->kid[i];
        uint32_t b = 0;
        while (b < coset__cspm_n_builtins &&
               !(coset__cspm_builtins[b].where & where && strcmp(coset__cspm_builtins[b].name, name->text) == 0))
            b++;
        if (b == coset__cspm_n_builtins) {
            coset__cspm_report(r->reports, name->pos, length(name), "C110", "there is no %s function `%s`",
                               where == BUILTIN_EXTERNAL ? "external" : "transparent", name->text);
            continue;
        }
        const cspm_symbol *old = coset__scope_own(e->scope, name->text);
        if (old && old->kind == SYMBOL_BUILTIN && old->builtin == b)
            continue;
        enter_name(r, e, name, SYMBOL_BUILTIN, NULL)->builtin = b;
    }
}

static cspm_module *new_module(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    cspm_module *m = coset_arena_get(r->arena, 1, sizeof *m);
    m->node = node;
    m->outside = e->scope;
    m->maker = e->instance;
    return m;
}

/* The declarations of a module, in their own scope; outside they are called name::x. */
static cspm_scope *enter_body(cspm_resolver *r, const cspm_entry *e, cspm_node *module, const char *name)
{
    cspm_entry body = *e;
    body.path = coset_arena_printf(r->arena, "%s%s::", e->path ? e->path : "", name);
    body.scope = coset__scope_new(r, e->scope);
    body.exported = false;
    coset__scope_enter(r, &body, module->kid[1]->kid, module->kid[1]->n);
    body.exported = true;
    coset__scope_enter(r, &body, module->kid[2]->kid, module->kid[2]->n);
    return body.scope;
}

/* A module with parameters is checked once separately: its parameters are unknown values. */
static void enter_generic(cspm_resolver *r, const cspm_entry *e, cspm_node *module)
{
    if (e->instance)
        return; /* the module it is a copy of was checked */
    cspm_node *copy = coset__cspm_clone(r->arena, module);
    cspm_home *home = coset__scope_home(r);
    cspm_entry body = {.scope = coset__scope_new(r, e->scope), .home = home, .timed = e->timed};
    *coset_vec_add(&r->generics) = (cspm_generic){.args = copy->kid[0], .scope = body.scope, .home = home};
    enter_body(r, &body, copy, module->text);
}

static void enter_module(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    cspm_symbol *symbol = enter_name(r, e, node, SYMBOL_MODULE, NULL);
    symbol->module = new_module(r, e, node);
    if (node->kid[0]->n == 0)
        symbol->inside = enter_body(r, e, node, node->text);
    else
        enter_generic(r, e, node);
}

static void enter_instance(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    cspm_decl *d = new_decl(r, e, node);
    cspm_symbol *symbol = enter_name(r, e, node, SYMBOL_INSTANCE, d);
    symbol->module = new_module(r, e, NULL);
    symbol->module->instance = node;
    symbol->module->home = e->home;
    symbol->module->decl = d;
    symbol->module->timed = e->timed;
    *coset_vec_add(&r->instances) = symbol;
}

static void enter_timed(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    new_decl(r, e, node);
    cspm_entry body = *e;
    body.timed = node;
    coset__scope_enter(r, &body, node->kid, node->split);
}

static void enter_value(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    cspm_decl *d = new_decl(r, e, node);
    d->exported = e->exported;
    cspm_node *pattern = node->kid[0];
    if (pattern->kind == CSPM_NAME && pattern->n == 0) {
        enter_name(r, e, pattern, SYMBOL_VALUE, d);
        pattern->kind = CSPM_BINDER;
    }
}

static void enter_one(cspm_resolver *r, const cspm_entry *e, cspm_node *node)
{
    switch (node->kind) {
    case CSPM_FUNCTION:
        enter_name(r, e, node, SYMBOL_VALUE, new_decl(r, e, node));
        return;
    case CSPM_VALUE:
        enter_value(r, e, node);
        return;
    case CSPM_CHANNEL:
        enter_channels(r, e, node);
        return;
    case CSPM_DATATYPE:
        enter_datatype(r, e, node);
        return;
    case CSPM_SUBTYPE:
        enter_name(r, e, node, SYMBOL_SUBTYPE, new_decl(r, e, node));
        return;
    case CSPM_NAMETYPE:
        enter_name(r, e, node, SYMBOL_NAMETYPE, new_decl(r, e, node));
        return;
    case CSPM_EXTERNAL:
    case CSPM_TRANSPARENT:
        enter_builtins(r, e, node);
        return;
    case CSPM_MODULE:
        enter_module(r, e, node);
        return;
    case CSPM_INSTANCE:
        enter_instance(r, e, node);
        return;
    case CSPM_TIMED:
        enter_timed(r, e, node);
        return;
    case CSPM_ANNOTATION:
        new_decl(r, e, node);
        return;
    case CSPM_PRINT:
        *coset_vec_add(&r->prints) = node;
        return;
    case CSPM_ASSERT:
        *coset_vec_add(&r->asserts) = node;
        return;
    default:
        return;
    }
}

void coset__scope_enter(cspm_resolver *r, const cspm_entry *e, cspm_node *const *decls, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        enter_one(r, e, decls[i]);
}

/* ---- instances ----------------------------------------------------------------------------------------------- */

void coset__scope_cycle(cspm_resolver *r, const cspm_symbol *instance)
{
    const cspm_node *node = instance->module->instance;
    coset__cspm_report(r->reports, node->pos, length(node), "C111", "instance `%s` needs itself", instance->name);
}

/* The instance is inside a copy of `module`, through any number of copies. */
static bool within_copy(const cspm_symbol *instance, const cspm_node *module)
{
    for (const cspm_symbol *i = instance->module->maker; i; i = i->module->maker)
        if (i->module->node->pos.line == module->pos.line && i->module->node->pos.file == module->pos.file &&
            i->module->node->begin == module->begin)
            return true;
    return false;
}

static uint32_t count_decls(const cspm_node *module)
{
    return module->kid[0]->n + module->kid[1]->n + module->kid[2]->n;
}

/* The parameters become values: parameter = argument. The argument is resolved outside the module. */
static void bind_parameters(cspm_resolver *r, const cspm_entry *e, cspm_place outside, cspm_node *args,
                            cspm_node *instance, cspm_decl *decl)
{
    for (uint32_t i = 0; i < args->n; i++) {
        cspm_node *kid[] = {args->kid[i], instance->kid[i + 1]};
        cspm_node *value = coset__cspm_node(r->arena, CSPM_VALUE, args->kid[i]->pos, 2, kid);
        cspm_decl *d = new_decl(r, e, value);
        d->argument_scope = outside.scope;
        d->argument_timed = outside.timed;
        coset__scope_uses(decl, d);
        if (kid[0]->kind == CSPM_NAME && kid[0]->n == 0) {
            enter_name(r, e, kid[0], SYMBOL_VALUE, d);
            kid[0]->kind = CSPM_BINDER;
        }
    }
}

static cspm_symbol *module_of(cspm_resolver *r, cspm_symbol *instance)
{
    cspm_module *m = instance->module;
    cspm_node *name = m->instance->kid[0];
    cspm_place at = {.scope = m->outside, .decl = m->decl, .timed = m->timed};
    cspm_symbol *target = coset__scope_lookup(r, at, name, false);
    if (target && target->kind == SYMBOL_MODULE)
        return target;
    if (target)
        coset__cspm_report(r->reports, name->pos, length(name), "C103", "`%s` is not a module", name->text);
    return NULL;
}

static bool fits(cspm_resolver *r, const cspm_symbol *instance, const cspm_symbol *target)
{
    const cspm_node *node = instance->module->instance, *module = target->module->node;
    if (module->kid[0]->n != node->n - 1) {
        coset__cspm_report(r->reports, node->pos, length(node), "C112",
                           "module `%s` has %u parameters, but %u arguments are given", target->name, module->kid[0]->n,
                           node->n - 1);
        return false;
    }
    if (within_copy(instance, module)) {
        coset__scope_cycle(r, instance);
        return false;
    }
    r->n_copies += count_decls(module) + 1;
    if (r->n_copies > MOST_COPIES) {
        coset__cspm_report(r->reports, node->pos, length(node), "C113",
                           "the instances of this script have more than %d declarations", MOST_COPIES);
        return false;
    }
    return true;
}

static void copy_module(cspm_resolver *r, cspm_symbol *instance, const cspm_symbol *target)
{
    cspm_module *m = instance->module;
    cspm_node *copy = coset__cspm_clone(r->arena, target->module->node);
    m->node = copy;
    cspm_entry e = {.scope = coset__scope_new(r, target->module->outside),
                    .home = m->home,
                    .timed = m->timed,
                    .instance = instance,
                    .path = m->decl->path};
    uint32_t first = m->home->decls.n;
    cspm_place outside = {.scope = m->outside, .decl = m->decl, .timed = m->timed};
    bind_parameters(r, &e, outside, copy->kid[0], m->instance, m->decl);
    instance->inside = enter_body(r, &e, copy, instance->name);
    for (uint32_t i = first; i < m->home->decls.n; i++)
        coset__scope_uses(m->decl, m->home->decls.at[i]);
}

void coset__scope_expand(cspm_resolver *r, cspm_symbol *instance)
{
    cspm_module *m = instance->module;
    if (m->expanded)
        return;
    if (m->expanding) {
        coset__scope_cycle(r, instance);
        instance->bad = true;
        return;
    }
    m->expanding = true;
    cspm_symbol *target = module_of(r, instance);
    if (target && !m->expanded && fits(r, instance, target))
        copy_module(r, instance, target);
    else
        instance->bad = true;
    m->expanding = false;
    m->expanded = true;
}

/* ---- bodies -------------------------------------------------------------------------------------------------- */

static cspm_place place_of(cspm_decl *d) { return (cspm_place){.scope = d->scope, .decl = d, .timed = d->timed}; }

/* Names that the pattern of a definition binds. */
static void bind_definition(cspm_resolver *r, cspm_decl *d, cspm_node *pattern)
{
    if (pattern->kind == CSPM_BINDER)
        return;
    uint32_t before = d->scope->symbols.n;
    coset__scope_bind(r, place_of(d), pattern);
    for (uint32_t i = before; i < d->scope->symbols.n; i++) {
        cspm_symbol *symbol = d->scope->symbols.at[i];
        symbol->decl = d;
        symbol->exported = d->exported;
        *coset_vec_add(&d->defines) = symbol;
    }
}

static void annotate(cspm_decl *d)
{
    const cspm_node *node = d->node;
    for (uint32_t i = 0; i < node->split; i++) {
        cspm_symbol *symbol = coset__scope_own(d->scope, node->kid[i]->text);
        node->kid[i]->symbol = symbol;
        if (!symbol)
            continue;
        symbol->annotation = node->kid[node->split];
        symbol->annotated = d;
    }
}

static void resolve_annotation(cspm_resolver *r, cspm_decl *d)
{
    coset__scope_type(r, place_of(d), d->node->kid[d->node->split]);
    for (uint32_t i = 0; i < d->node->split; i++) {
        cspm_symbol *symbol = coset__scope_own(d->scope, d->node->kid[i]->text);
        if (symbol && symbol->decl && symbol->decl->home == d->home)
            coset__scope_uses(symbol->decl, d);
    }
}

static void resolve_timed(cspm_resolver *r, cspm_decl *d)
{
    cspm_node *node = d->node;
    if (node->split < node->n)
        coset__scope_expr(r, place_of(d), node->kid[node->split]);
    node->symbol = coset__scope_find(d->scope, coset__cspm_name(r->names, "tock", 4));
    if (node->symbol && node->symbol->decl)
        coset__scope_uses(d, node->symbol->decl);
}

static void resolve_instance(cspm_resolver *r, cspm_decl *d)
{
    cspm_symbol *symbol = d->node->symbol;
    if (symbol->bad) /* there is no copy to which the arguments belong */
        for (uint32_t i = 1; i < d->node->n; i++)
            coset__scope_expr(r, place_of(d), d->node->kid[i]);
}

static void resolve_value(cspm_resolver *r, cspm_decl *d)
{
    cspm_place at = place_of(d);
    if (d->argument_scope) {
        at.scope = d->argument_scope;
        at.timed = d->argument_timed;
    }
    coset__scope_expr(r, at, d->node->kid[1]);
}

/* Each clause names a constructor of another datatype. */
static void resolve_subtype(cspm_resolver *r, cspm_decl *d)
{
    for (uint32_t i = 0; i < d->node->n; i++) {
        cspm_node *clause = d->node->kid[i];
        cspm_node name = {.kind = CSPM_NAME, .pos = clause->pos, .text = clause->text, .begin = clause->begin};
        name.end = name.begin + (uint32_t)strlen(name.text);
        cspm_symbol *symbol = coset__scope_lookup(r, place_of(d), &name, false);
        if (symbol && symbol->kind == SYMBOL_CONSTRUCTOR) {
            clause->symbol = symbol;
            coset__scope_uses(d, symbol->decl);
        } else if (symbol) {
            coset__cspm_report(r->reports, name.pos, length(&name), "C115", "`%s` is not a constructor", name.text);
        }
        coset__scope_expr(r, place_of(d), clause);
    }
}

static void check_clauses(cspm_resolver *r, const cspm_node *node)
{
    const cspm_node *first = node->kid[0];
    for (uint32_t i = 1; i < node->n; i++) {
        const cspm_node *clause = node->kid[i];
        bool same = clause->n == first->n;
        for (uint32_t k = 0; same && k + 1 < clause->n; k++)
            same = clause->kid[k]->n == first->kid[k]->n;
        if (!same)
            coset__cspm_report(r->reports, clause->pos, (uint32_t)strlen(node->text), "C114",
                               "this clause of `%s` takes other arguments than the first one", node->text);
    }
}

static void resolve_decl(cspm_resolver *r, cspm_decl *d)
{
    if (d->timed)
        coset__scope_uses(d, d->timed->decl);
    switch (d->node->kind) {
    case CSPM_VALUE:
        resolve_value(r, d);
        return;
    case CSPM_FUNCTION:
        check_clauses(r, d->node);
        coset__scope_expr(r, place_of(d), d->node);
        return;
    case CSPM_CHANNEL:
        if (d->node->split < d->node->n)
            coset__scope_expr(r, place_of(d), d->node->kid[d->node->split]);
        return;
    case CSPM_SUBTYPE:
        resolve_subtype(r, d);
        return;
    case CSPM_TIMED:
        resolve_timed(r, d);
        return;
    case CSPM_ANNOTATION:
        resolve_annotation(r, d);
        return;
    case CSPM_INSTANCE:
        resolve_instance(r, d);
        return;
    default:
        coset__scope_expr(r, place_of(d), d->node);
        return;
    }
}

void coset__scope_finish(cspm_resolver *r, cspm_home *home)
{
    for (uint32_t i = 0; i < home->decls.n; i++)
        if (home->decls.at[i]->node->kind == CSPM_VALUE)
            bind_definition(r, home->decls.at[i], home->decls.at[i]->node->kid[0]);
    for (uint32_t i = 0; i < home->decls.n; i++)
        if (home->decls.at[i]->node->kind == CSPM_ANNOTATION)
            annotate(home->decls.at[i]);
    for (uint32_t i = 0; i < home->decls.n; i++)
        resolve_decl(r, home->decls.at[i]);
}

/* Types of declarations, group by group. */
#include "lang/cspm/check/check.h"

#include "lang/cspm/check/check_int.h"

static cspm_types *types(cspm_checker *c) { return &c->ts; }

/* ---- type expressions ---------------------------------------------------------------------------------------- */

/* The members of a value in a declaration of fields: a set, or a tuple of sets, which denotes the set of tuples. */
static cspm_type *members_of(cspm_checker *c, cspm_node *node, cspm_type *t)
{
    t = coset__type_see(types(c), t);
    if (t->kind == TYPE_TUPLE) {
        cspm_type **at = coset_arena_get(types(c)->arena, t->n, sizeof(cspm_type *));
        for (uint32_t i = 0; i < t->n; i++)
            at[i] = members_of(c, node, t->at[i]);
        return coset__type_new(types(c), TYPE_TUPLE, t->n, at);
    }
    cspm_type *member = coset__type_var(types(c));
    coset__check_unify(c, node, coset__type_one(types(c), TYPE_SET, member), t, SPLIT_BOTH);
    return coset__check_evaluate(c, node, member, true);
}

static cspm_type *members(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = NULL;
    switch (node->kind) {
    case CSPM_PAREN:
        return coset__check_members(c, node->kid[0]);
    case CSPM_DOT:
        for (uint32_t i = node->n; i > 0; i--) {
            cspm_type *part = coset__check_members(c, node->kid[i - 1]);
            t = t ? coset__type_two(types(c), TYPE_DOT, part, t) : part;
        }
        return coset__check_evaluate(c, node, t, true);
    case CSPM_TUPLE: {
        COSET_VEC(cspm_type *) at = {0};
        for (uint32_t i = 0; i < node->n; i++)
            *coset_vec_add(&at) = coset__check_members(c, node->kid[i]);
        t = coset__type_new(types(c), TYPE_TUPLE, at.n, at.at);
        coset_vec_fini(&at);
        return t;
    }
    default:
        return members_of(c, node, coset__check_infer(c, node));
    }
}

cspm_type *coset__check_members(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = members(c, node);
    node->type = coset__type_one(types(c), TYPE_SET, t);
    return t;
}

/* ---- channels, datatypes, subtypes --------------------------------------------------------------------------- */

static void compare_annotation(cspm_checker *c, const cspm_symbol *symbol, cspm_node *node, cspm_type *t)
{
    if (!symbol->annotation)
        return;
    const cspm_variable *outer = c->variables;
    cspm_scheme s = coset__check_annotation(c, symbol->annotation, true);
    c->variables = outer;
    coset__check_unify(c, node, s.type, t, SPLIT_NONE);
}

static void check_channel(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = types(c)->event;
    if (node->split < node->n) {
        cspm_node *fields = node->kid[node->split];
        cspm_type *field = coset__check_members(c, fields);
        coset__check_require(c, fields, field, COSET__CSPM_EQ | COSET__CSPM_COMPLETE);
        t = coset__type_two(types(c), TYPE_DOTABLE, field, t);
    }
    for (uint32_t i = 0; i < node->split; i++) {
        cspm_node *name = node->kid[i];
        coset__check_unify(c, name, name->symbol->scheme.type, t, SPLIT_NONE);
        compare_annotation(c, name->symbol, name, t);
        name->type = t;
    }
}

static void check_constructor(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = coset__type_datatype(types(c), node->symbol->owner);
    for (uint32_t i = node->n; i > 0; i--) {
        cspm_node *field = node->kid[i - 1];
        cspm_type *member = coset__check_members(c, field);
        coset__check_require(c, field, member, COSET__CSPM_COMPLETE);
        t = coset__type_two(types(c), TYPE_DOTABLE, member, t);
    }
    coset__check_unify(c, node, node->symbol->scheme.type, t, SPLIT_NONE);
    compare_annotation(c, node->symbol, node, t);
    node->type = t;
}

static void check_datatype(cspm_checker *c, cspm_node *node)
{
    for (uint32_t i = 0; i < node->n; i++)
        check_constructor(c, node->kid[i]);
}

/* K.A of a subtype: some of the fields of K, with smaller sets. */
static void check_subtype(cspm_checker *c, cspm_node *node)
{
    cspm_type *whole = coset__type_var(types(c));
    for (uint32_t i = 0; i < node->n; i++) {
        cspm_node *clause = node->kid[i];
        cspm_type *t = NULL;
        for (uint32_t k = clause->n; k > 0; k--) {
            cspm_type *member = coset__check_members(c, clause->kid[k - 1]);
            t = t ? coset__type_two(types(c), TYPE_DOT, member, t) : member;
        }
        if (!clause->symbol || clause->symbol->bad)
            continue;
        cspm_type *head = coset__type_instantiate(types(c), &clause->symbol->scheme);
        t = t ? coset__check_evaluate(c, clause, coset__type_two(types(c), TYPE_DOT, head, t), true) : head;
        coset__check_unify(c, clause, coset__type_extendable(types(c), whole), t, SPLIT_NONE);
        coset__check_require(c, clause, whole, COSET__CSPM_YIELDABLE);
        clause->type = t;
    }
    coset__check_unify(c, node, node->symbol->scheme.type, coset__type_one(types(c), TYPE_SET, whole), SPLIT_NONE);
}

static void check_nametype(cspm_checker *c, cspm_node *node)
{
    cspm_type *t = coset__check_members(c, node->kid[0]);
    coset__check_require(c, node->kid[0], t, COSET__CSPM_COMPLETE);
    cspm_type *set = coset__type_one(types(c), TYPE_SET, t);
    coset__check_unify(c, node->kid[0], node->symbol->scheme.type, set, SPLIT_NONE);
    compare_annotation(c, node->symbol, node->kid[0], set);
}

static void check_timed(cspm_checker *c, cspm_node *node)
{
    cspm_types *ts = types(c);
    if (node->split < node->n)
        coset__check_expect(c, node->kid[node->split],
                            coset__type_two(ts, TYPE_FUNCTION, ts->event, coset__type_int(ts)));
    if (!node->symbol || node->symbol->bad || !node->symbol->scheme.type)
        return;
    cspm_type *tock = coset__type_instantiate(ts, &node->symbol->scheme);
    coset__type_unify(ts, ts->event, tock, SPLIT_NONE)
        ? (void)0
        : coset__check_report(c, node, "C220", "a Timed section needs `tock` to be an event, but it has type %s",
                              coset__type_text(ts, tock));
}

/* ---- functions and values ------------------------------------------------------------------------------------ */

/* (a, b) -> (c) -> result, with variables, for the argument lists of a clause. */
static cspm_type *skeleton(cspm_checker *c, const cspm_node *clause)
{
    cspm_type *t = coset__type_var(types(c));
    for (uint32_t i = clause->n - 1; i > 0; i--) {
        COSET_VEC(cspm_type *) at = {0};
        for (uint32_t k = 0; k < clause->kid[i - 1]->n; k++)
            *coset_vec_add(&at) = coset__type_var(types(c));
        *coset_vec_add(&at) = t;
        t = coset__type_new(types(c), TYPE_FUNCTION, at.n, at.at);
        coset_vec_fini(&at);
    }
    return t;
}

static void check_clause(cspm_checker *c, cspm_node *clause, cspm_type *t)
{
    for (uint32_t i = 0; i + 1 < clause->n; i++) {
        cspm_node *args = clause->kid[i];
        t = coset__type_see(types(c), t);
        for (uint32_t k = 0; k < args->n && k + 1 < t->n; k++) {
            cspm_type *p = coset__check_pattern(c, args->kid[k]);
            p = coset__check_evaluate(c, args->kid[k], p, true);
            coset__check_unify(c, args->kid[k], t->at[k], p, SPLIT_NONE);
        }
        t = t->at[t->n - 1];
    }
    coset__check_expect(c, clause->kid[clause->n - 1], t);
}

static void check_function(cspm_checker *c, cspm_node *node, cspm_type *t)
{
    cspm_type *shape = skeleton(c, node->kid[0]);
    cspm_node name = *node;
    name.end = name.begin + 1;
    if (!coset__check_unify(c, &name, t, shape, SPLIT_NONE))
        return;
    for (uint32_t i = 0; i < node->n; i++)
        check_clause(c, node->kid[i], shape);
    node->type = t;
}

static void check_value(cspm_checker *c, cspm_node *node)
{
    cspm_type *p = coset__check_pattern(c, node->kid[0]);
    cspm_type *t = coset__check_infer(c, node->kid[1]);
    t = coset__check_evaluate(c, node->kid[1], t, false);
    coset__check_unify(c, node->kid[1], p, t, SPLIT_ACTUAL);
}

/* The definition of annotated names is checked against rigid type variables. */
static void check_definition(cspm_checker *c, cspm_decl *d)
{
    const cspm_variable *outer = c->variables;
    COSET_VEC(cspm_scheme) schemes = {0};
    types(c)->level++;
    for (uint32_t i = 0; i < d->n_symbols; i++) {
        cspm_symbol *symbol = d->symbols[i];
        *coset_vec_add(&schemes) = symbol->scheme;
        if (symbol->annotation)
            symbol->scheme = coset__check_annotation(c, symbol->annotation, true);
    }
    if (d->node->kind == CSPM_FUNCTION) {
        cspm_type *t = d->symbols[0]->scheme.type;
        if (d->symbols[0]->annotation) /* within it the function has its full type */
            d->symbols[0]->scheme = schemes.at[0];
        check_function(c, d->node, t);
    } else {
        check_value(c, d->node);
    }
    for (uint32_t i = 0; i < d->n_symbols; i++)
        if (d->symbols[i]->annotation)
            d->symbols[i]->scheme = schemes.at[i];
    types(c)->level--;
    c->variables = outer;
    coset_vec_fini(&schemes);
}

static bool is_annotated(const cspm_decl *d)
{
    for (uint32_t i = 0; i < d->n_symbols; i++)
        if (d->symbols[i]->annotation)
            return true;
    return false;
}

static void check_unannotated(cspm_checker *c, cspm_decl *d)
{
    if (d->node->kind == CSPM_FUNCTION)
        check_function(c, d->node, d->symbols[0]->scheme.type);
    else
        check_value(c, d->node);
}

/* ---- groups -------------------------------------------------------------------------------------------------- */

/* The types of a declaration's symbols before it is checked. */
static void prepare_symbol(cspm_checker *c, cspm_symbol *symbol, const cspm_node *decl)
{
    cspm_types *ts = types(c);
    switch (symbol->kind) {
    case SYMBOL_DATATYPE:
        symbol->scheme.type = coset__type_one(ts, TYPE_SET, coset__type_datatype(ts, symbol));
        return;
    case SYMBOL_CONSTRUCTOR: {
        uint32_t fields = 0;
        for (uint32_t i = 0; i < decl->n; i++)
            if (decl->kid[i]->symbol == symbol)
                fields = decl->kid[i]->n;
        cspm_type *t = coset__type_datatype(ts, symbol->owner);
        for (uint32_t i = 0; i < fields; i++)
            t = coset__type_two(ts, TYPE_DOTABLE, coset__type_var(ts), t);
        symbol->scheme.type = t;
        return;
    }
    case SYMBOL_CHANNEL:
        symbol->scheme.type =
            decl->split < decl->n ? coset__type_two(ts, TYPE_DOTABLE, coset__type_var(ts), ts->event) : ts->event;
        return;
    case SYMBOL_SUBTYPE:
    case SYMBOL_NAMETYPE:
        symbol->scheme.type = coset__type_one(ts, TYPE_SET, coset__type_var(ts));
        return;
    default:
        if (!symbol->scheme.type)
            symbol->scheme.type = coset__type_var(ts);
        return;
    }
}

static void check_annotations(cspm_checker *c, const cspm_node *node)
{
    for (uint32_t i = 0; i < node->split; i++) {
        cspm_symbol *symbol = node->kid[i]->symbol;
        if (symbol && symbol->kind == SYMBOL_VALUE && symbol->annotation)
            symbol->scheme = coset__check_annotation(c, symbol->annotation, false);
    }
}

static void check_decl(cspm_checker *c, cspm_decl *d)
{
    const cspm_decl *outer = c->decl;
    c->decl = d;
    switch (d->node->kind) {
    case CSPM_CHANNEL:
        check_channel(c, d->node);
        break;
    case CSPM_DATATYPE:
        check_datatype(c, d->node);
        break;
    case CSPM_SUBTYPE:
        check_subtype(c, d->node);
        break;
    case CSPM_NAMETYPE:
        check_nametype(c, d->node);
        break;
    case CSPM_TIMED:
        check_timed(c, d->node);
        break;
    case CSPM_ANNOTATION:
        check_annotations(c, d->node);
        break;
    case CSPM_FUNCTION:
    case CSPM_VALUE:
        if (is_annotated(d))
            check_definition(c, d);
        else
            check_unannotated(c, d);
        break;
    default:
        break;
    }
    c->decl = outer;
}

static bool is_definition(const cspm_decl *d) { return d->node->kind == CSPM_FUNCTION || d->node->kind == CSPM_VALUE; }

static void settle_equality(cspm_checker *c)
{
    for (uint32_t i = 0; i < c->ts.eq_later.n; i++) {
        cspm_eq_later later = c->ts.eq_later.at[i];
        if (!coset__type_has_equality(&c->ts, later.datatype) &&
            coset__cspm_report(c->program->reports, later.pos, later.len, "C201",
                               "a value of type %s cannot be compared "
                               "for equality (Eq)",
                               later.datatype->name))
            coset__check_help_instance(c);
    }
    c->ts.eq_later.n = 0;
}

static void check_closed(cspm_checker *c, const cspm_decl *d)
{
    for (uint32_t i = 0; i < d->n_symbols && !c->generic; i++) {
        cspm_symbol *symbol = d->symbols[i];
        bool fixed = symbol->kind != SYMBOL_VALUE && symbol->kind != SYMBOL_INSTANCE;
        if (!fixed || symbol->bad || !coset__type_open(&c->ts, symbol->scheme.type))
            continue;
        cspm_node place = *d->node;
        place.pos = symbol->pos;
        place.end = place.begin + 1;
        coset__check_report(c, &place, "C221", "the type of `%s` is not determined: %s", symbol->name,
                            coset__type_text(&c->ts, symbol->scheme.type));
    }
}

/* Its type has no variables except classes of numbers, which are the same at each use. */
static bool has_one_type(const cspm_checker *c, const cspm_symbol *symbol)
{
    return symbol->kind != SYMBOL_VALUE && (symbol->kind != SYMBOL_NAMETYPE || c->generic);
}

static void fix_classes(cspm_checker *c, const cspm_decl *d)
{
    for (uint32_t i = 0; i < d->n_symbols; i++)
        if (has_one_type(c, d->symbols[i]) && d->symbols[i]->scheme.type)
            coset__type_fix(types(c), d->symbols[i]->scheme.type);
}

static void close_symbols(cspm_checker *c, const cspm_decl *d, bool generalises, bool failed)
{
    for (uint32_t i = 0; i < d->n_symbols; i++) {
        cspm_symbol *symbol = d->symbols[i];
        symbol->bad |= failed && !symbol->annotation && symbol->kind != SYMBOL_DATATYPE;
        if (!generalises || has_one_type(c, symbol) || symbol->annotation || symbol->bad)
            continue;
        symbol->scheme = coset__type_generalise(&c->ts, symbol->scheme.type);
        symbol->bad = c->ts.why;
        if (symbol->bad)
            coset__cspm_report(c->program->reports, symbol->pos, 1, "C224", "the type of `%s` is too large",
                               symbol->name);
    }
}

static void check_group(cspm_checker *c, cspm_decl *const *decls, uint32_t n, bool generalises)
{
    uint32_t before = coset_text_errors(c->program->reports->text);
    types(c)->level += generalises;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < decls[i]->n_symbols; k++)
            prepare_symbol(c, decls[i]->symbols[k], decls[i]->node);
    for (uint32_t i = 0; i < n; i++) /* annotated types are known before their use */
        if (decls[i]->node->kind == CSPM_ANNOTATION)
            check_decl(c, decls[i]);
    for (uint32_t i = 0; i < n; i++)
        if (!is_definition(decls[i]) && decls[i]->node->kind != CSPM_ANNOTATION)
            check_decl(c, decls[i]);
    for (uint32_t i = 0; i < n; i++)
        if (is_definition(decls[i]))
            check_decl(c, decls[i]);
    types(c)->level -= generalises;
    for (uint32_t i = 0; i < n; i++)
        if (decls[i]->node->kind == CSPM_DATATYPE)
            decls[i]->node->symbol->equality = EQUALITY_FIELDS_KNOWN;
    if (generalises)
        settle_equality(c);
    for (uint32_t i = 0; i < n; i++)
        if (c->resolved && coset_text_errors(c->program->reports->text) == before)
            check_closed(c, decls[i]);
    bool failed = coset_text_errors(c->program->reports->text) > before;
    for (uint32_t i = 0; generalises && i < n; i++)
        fix_classes(c, decls[i]);
    for (uint32_t i = 0; i < n; i++)
        close_symbols(c, decls[i], generalises, failed);
}

void coset__check_groups(cspm_checker *c, const cspm_groups *groups, bool generalises)
{
    for (uint32_t i = 0; i < groups->n; i++)
        check_group(c, groups->decls + groups->start[i], groups->start[i + 1] - groups->start[i], generalises);
}

/* ---- assertions ---------------------------------------------------------------------------------------------- */

/* T, or diff(T, {| constants of T |}). */
static void check_specification(cspm_checker *c, const cspm_node *node)
{
    const cspm_node *name = node->kid[0];
    const cspm_symbol *type = name->symbol;
    if (!type || type->bad)
        return;
    if (type->kind != SYMBOL_DATATYPE) {
        coset__check_report(c, name, "C222", "`%s` is not a datatype", type->name);
        return;
    }
    for (uint32_t i = 1; i < node->n; i++) {
        const cspm_symbol *constant = node->kid[i]->symbol;
        if (constant && !(constant->kind == SYMBOL_CONSTRUCTOR && constant->owner == type))
            coset__check_report(c, node->kid[i], "C223", "`%s` is not a constructor of %s", constant->name, type->name);
    }
}

static void check_option(cspm_checker *c, cspm_node *node)
{
    if (node->kind == CSPM_TAU_PRIORITY)
        coset__check_expect(c, node->kid[0], coset__type_one(types(c), TYPE_SET, types(c)->event));
    for (uint32_t i = 0; node->kind == CSPM_SYMMETRY && i < node->n; i++)
        check_specification(c, node->kid[i]);
}

static void check_assertion(cspm_checker *c, cspm_node *node)
{
    for (uint32_t i = 0; i < node->split; i++) {
        cspm_node *part = node->kid[i];
        if (part->kind == CSPM_SYMMETRIC_IN)
            check_specification(c, part);
        else if (node->op == CSPM_IS_SYMMETRIC)
            coset__check_infer(c, part);
        else if (node->op == CSPM_HAS_TRACE && i == 1)
            coset__check_expect(c, part, coset__type_one(types(c), TYPE_SEQ, types(c)->event));
        else
            coset__check_expect(c, part, types(c)->proc);
    }
    for (uint32_t i = node->split; i < node->n; i++)
        check_option(c, node->kid[i]);
    settle_equality(c);
}

/* ---- the whole program --------------------------------------------------------------------------------------- */

static void type_builtins(cspm_checker *c)
{
    for (uint32_t i = 0; i < coset__cspm_n_builtins; i++) {
        cspm_symbol *symbol = c->program->builtins[i];
        const cspm_node *scheme =
            coset__cspm_parse_scheme(c->program->arena, c->program->names, coset__cspm_builtins[i].type);
        types(c)->level++;
        symbol->scheme = coset__check_annotation(c, scheme, false);
        types(c)->level--;
        symbol->scheme = coset__type_generalise(types(c), symbol->scheme.type);
    }
}

static void check_generics(cspm_checker *c)
{
    c->generic = true;
    types(c)->level = 1;
    for (uint32_t i = 0; i < c->program->n_generics; i++) {
        const cspm_generic *g = &c->program->generics[i];
        for (uint32_t k = 0; k < g->args->n; k++)
            coset__check_pattern(c, g->args->kid[k]);
        coset__check_groups(c, g->groups, true);
    }
    c->generic = false;
    types(c)->level = 0;
}

void coset__cspm_check(cspm_program *program)
{
    cspm_checker c = {.program = program, .resolved = program->reports->places.n == 0};
    coset__type_init(&c.ts, program->arena);
    type_builtins(&c);
    coset__check_groups(&c, program->groups, true);
    check_generics(&c);
    for (uint32_t i = 0; i < program->n_asserts; i++)
        check_assertion(&c, program->asserts[i]);
    for (uint32_t i = 0; i < program->n_prints; i++)
        coset__check_infer(&c, program->prints[i]->kid[0]);
    settle_equality(&c);
    coset__type_fini(&c.ts);
}

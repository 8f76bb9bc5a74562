#include <stdio.h>
#include <string.h>

#include "lang/murphi/checker.h"

#define MOST_ELEMENTS ((int64_t)1 << 16) /* of a scalarset */

coset_mu_type *coset_mu_new_type(coset_mu_checker *c, coset_mu_kind kind)
{
    coset_mu_type *t = coset_arena_get(c->arena, 1, sizeof *t);
    t->kind = kind;
    t->width = 1;
    t->nest = 1;
    return t;
}

/* ---- relations ------------------------------------------------------------------------------------------------ */

static bool same_parts(const coset_mu_type *a, const coset_mu_type *b)
{
    for (uint32_t i = 0; i < a->n_parts && i < b->n_parts; i++) {
        if (a->parts[i] != b->parts[i])
            return false;
    }
    return a->n_parts == b->n_parts;
}

static bool same_fields(const coset_mu_type *a, const coset_mu_type *b)
{
    if (a->n_fields != b->n_fields)
        return false;
    const coset_mu_decl *x = a->fields, *y = b->fields;
    for (; x && y; x = x->next, y = y->next) {
        if (strcmp(x->name, y->name) != 0 || !coset_mu_type_same(x->type, y->type))
            return false;
    }
    return true;
}

bool coset_mu_type_same(const coset_mu_type *a, const coset_mu_type *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind || a->width != b->width || a->nest != b->nest)
        return false;
    switch (a->kind) {
    case COSET_MU_BOOL:
    case COSET_MU_INT:
        return true;
    case COSET_MU_RANGE:
        return a->lo == b->lo && a->n == b->n;
    case COSET_MU_ENUM:
    case COSET_MU_SCALARSET:
        return false;
    case COSET_MU_UNION:
        return same_parts(a, b);
    case COSET_MU_BAGINDEX:
        return coset_mu_type_same(a->bag, b->bag);
    case COSET_MU_ARRAY:
        return coset_mu_type_same(a->index, b->index) && coset_mu_type_same(a->element, b->element);
    case COSET_MU_RECORD:
        return same_fields(a, b);
    case COSET_MU_BAG:
        return a->n == b->n && coset_mu_type_same(a->element, b->element);
    }
    return false;
}

static bool has_part(const coset_mu_type *u, const coset_mu_type *t)
{
    for (uint32_t i = 0; i < u->n_parts; i++) {
        if (u->parts[i] == t)
            return true;
    }
    return false;
}

static bool unions_meet(const coset_mu_type *a, const coset_mu_type *b)
{
    for (uint32_t i = 0; i < a->n_parts; i++) {
        if (has_part(b, a->parts[i]))
            return true;
    }
    return false;
}

bool coset_mu_type_fits(const coset_mu_type *a, const coset_mu_type *b)
{
    if (a == b || (coset_mu_is_number(a) && coset_mu_is_number(b)))
        return true;
    if (a->kind == COSET_MU_UNION && b->kind == COSET_MU_UNION)
        return unions_meet(a, b);
    if (a->kind == COSET_MU_UNION)
        return has_part(a, b);
    if (b->kind == COSET_MU_UNION)
        return has_part(b, a);
    return coset_mu_is_simple(a) && coset_mu_type_same(a, b);
}

/* ---- text ----------------------------------------------------------------------------------------------------- */

static const char *enum_text(coset_arena *arena, const coset_mu_type *t)
{
    const coset_mu_decl *m = t->members;
    if (!m)
        return "enum {}";
    if (t->n == 1)
        return coset_arena_printf(arena, "enum {%.40s}", m->name);
    return coset_arena_printf(arena, "enum {%.40s, %.40s%s}", m->name, m->next_member->name, t->n > 2 ? ", ..." : "");
}

const char *coset_mu_type_text(coset_arena *arena, const coset_mu_type *t)
{
    if (t->name && t->kind != COSET_MU_INT)
        return coset_arena_printf(arena, "%.60s", t->name);
    switch (t->kind) {
    case COSET_MU_BOOL:
        return "boolean";
    case COSET_MU_RANGE:
        return coset_arena_printf(arena, "%lld..%lld", (long long)t->lo, (long long)(t->lo + (int64_t)(t->n - 1)));
    case COSET_MU_ENUM:
        return enum_text(arena, t);
    case COSET_MU_SCALARSET:
        return coset_arena_printf(arena, "scalarset(%llu)", (unsigned long long)t->n);
    case COSET_MU_UNION:
        return "a union";
    case COSET_MU_INT:
        return "an integer";
    case COSET_MU_BAGINDEX:
        return "an entry of a multiset";
    case COSET_MU_ARRAY:
        return coset_arena_printf(arena, "an array of %s",
                                  t->element->kind < COSET_MU_ARRAY || t->element->name
                                      ? coset_mu_type_text(arena, t->element)
                                      : "something");
    case COSET_MU_RECORD:
        return "a record";
    case COSET_MU_BAG:
        return "a multiset";
    }
    return "?";
}

const char *coset_mu_describe(coset_mu_checker *c, const coset_mu_type *t) { return coset_mu_type_text(c->arena, t); }

/* ---- construction --------------------------------------------------------------------------------------------- */

static coset_mu_type *check_named(coset_mu_checker *c, const coset_mu_typex *x)
{
    coset_mu_decl *d = coset_mu_find(c, x->name);
    if (!d) {
        coset_mu_error(c, "E020", x, "the type %.60s is not declared", x->name);
        coset_mu_suggest(c, x->name, 1u << COSET_MU_TYPE);
        return c->broken;
    }
    if (d->kind != COSET_MU_TYPE) {
        coset_mu_error(c, "E023", x, "%.60s is not a type", x->name);
        if (d->pos.line)
            coset_mu_help(c, "it is declared as something else at line %u", d->pos.line);
        return c->broken;
    }
    return d->type ? d->type : c->broken;
}

static coset_mu_type *check_range(coset_mu_checker *c, coset_mu_typex *x)
{
    int64_t low, high, gap;
    coset_mu_check_position(c, x->a);
    coset_mu_check_position(c, x->b);
    bool known = coset_mu_check_constant(c, x->a, "the lower bound", &low);
    known &= coset_mu_check_constant(c, x->b, "the upper bound", &high);
    if (!known)
        return c->broken;
    if (high < low) {
        coset_mu_error(c, "E042", x, "this range is empty: %lld is greater than %lld", (long long)low, (long long)high);
        coset_mu_help(c, "a range is written LOW .. HIGH");
        return c->broken;
    }
    if (__builtin_sub_overflow(high, low, &gap) || gap == INT64_MAX) {
        coset_mu_error(c, "E044", x, "this range has too many values");
        return c->broken;
    }
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_RANGE);
    t->lo = low;
    t->n = (uint64_t)gap + 1;
    return t;
}

static coset_mu_type *check_enum(coset_mu_checker *c, coset_mu_typex *x)
{
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_ENUM);
    t->lo = c->next_atom;
    t->members = x->decls;
    for (coset_mu_decl *d = x->decls; d; d = d->next) {
        d->next_member = d->next;
        d->type = t;
        d->value = c->next_atom++;
        d->is_constant = true;
        t->n++;
        coset_mu_declare(c, d);
    }
    return t;
}

static coset_mu_type *check_scalarset(coset_mu_checker *c, coset_mu_typex *x)
{
    int64_t n;
    if (!coset_mu_check_constant(c, x->a, "the size of a scalarset", &n))
        return c->broken;
    if (n < 1 || n > MOST_ELEMENTS) {
        coset_mu_error(c, "E043", x->a, "a scalarset cannot have %lld elements", (long long)n);
        coset_mu_help(c, "its size is from 1 to %lld", (long long)MOST_ELEMENTS);
        return c->broken;
    }
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_SCALARSET);
    t->lo = c->next_atom;
    t->n = (uint64_t)n;
    c->next_atom += n;
    return t;
}

/* Rejects types other than enumerations and scalarsets, and duplicates. */
static bool add_part(coset_mu_checker *c, coset_mu_type *u, coset_mu_type *part, const coset_mu_typex *x)
{
    if (part->kind != COSET_MU_ENUM && part->kind != COSET_MU_SCALARSET) {
        coset_mu_error(c, "E046", x, "%s cannot be a part of a union", coset_mu_describe(c, part));
        coset_mu_help(c, "the parts of a union are scalarsets and enumerations");
        return false;
    }
    if (has_part(u, part)) {
        coset_mu_error(c, "E046", x, "%s is already a part of this union", coset_mu_describe(c, part));
        return false;
    }
    u->parts[u->n_parts++] = part;
    u->n += part->n;
    return true;
}

static coset_mu_type *check_union(coset_mu_checker *c, coset_mu_typex *x)
{
    COSET_VEC(coset_mu_type *) parts = {0};
    COSET_VEC(coset_mu_typex *) places = {0};
    bool good = true;
    for (coset_mu_typex *p = x->parts; p; p = p->next) {
        coset_mu_type *t = coset_mu_check_type(c, p);
        good &= t != c->broken;
        for (uint32_t i = 0; i < (t->kind == COSET_MU_UNION ? t->n_parts : 1); i++) {
            *coset_vec_add(&parts) = t->kind == COSET_MU_UNION ? t->parts[i] : t;
            *coset_vec_add(&places) = p;
        }
    }
    coset_mu_type *u = coset_mu_new_type(c, COSET_MU_UNION);
    u->parts = coset_arena_get(c->arena, parts.n, sizeof(coset_mu_type *));
    if (parts.n == 0)
        coset_mu_error(c, "E043", x, "a union needs at least one part");
    for (uint32_t i = 0; i < parts.n && good; i++)
        good = add_part(c, u, parts.at[i], places.at[i]);
    good &= parts.n > 0;
    coset_vec_fini(&parts);
    coset_vec_fini(&places);
    return good ? u : c->broken;
}

/* Computes the width and depth of a complex type; rejects it if too large. */
static coset_mu_type *sized(coset_mu_checker *c, coset_mu_type *t, const coset_mu_typex *x, uint64_t n, uint64_t each)
{
    if (__builtin_mul_overflow(n, each, &t->width) || t->width > COSET_MU_MAX_SLOTS) {
        coset_mu_error(c, "E044", x, "this type is too large");
        coset_mu_help(c, "a value may have at most %llu parts", (unsigned long long)COSET_MU_MAX_SLOTS);
        return c->broken;
    }
    if (t->nest > COSET_MU_MAX_NEST) {
        coset_mu_error(c, "E018", x, "this type is nested too deeply");
        coset_mu_help(c, "at most %d levels", COSET_MU_MAX_NEST);
        return c->broken;
    }
    return t;
}

static coset_mu_type *check_array(coset_mu_checker *c, coset_mu_typex *x)
{
    coset_mu_type *index = coset_mu_check_type(c, x->index), *element = coset_mu_check_stored(c, x->element);
    if (index == c->broken || element == c->broken)
        return c->broken;
    if (!coset_mu_is_simple(index)) {
        coset_mu_error(c, "E034", x->index, "the index of an array cannot be %s", coset_mu_describe(c, index));
        coset_mu_help(c, "use a range, an enumeration, a scalarset, a union of them or boolean");
        return c->broken;
    }
    if (index->n == 0) {
        coset_mu_error(c, "E043", x->index, "%s has no values to index an array", coset_mu_describe(c, index));
        return c->broken;
    }
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_ARRAY);
    t->index = index;
    t->element = element;
    t->nest = element->nest + 1;
    return sized(c, t, x, index->n, element->width);
}

static coset_mu_type *check_record(coset_mu_checker *c, coset_mu_typex *x)
{
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_RECORD);
    bool good = true;
    uint64_t width = 0;
    t->fields = x->decls;
    uint32_t outer = coset_mu_scope_enter(c); /* finds fields of the same name */
    for (coset_mu_decl *d = x->decls; d; d = d->next) {
        uint32_t errors = coset_text_errors(c->text);
        coset_mu_declare(c, d);
        good &= errors == coset_text_errors(c->text);
    }
    coset_mu_scope_leave(c, outer);
    for (coset_mu_decl *d = x->decls; d; d = d->next) {
        d->type = coset_mu_check_stored(c, d->typex);
        d->number = t->n_fields++;
        good &= d->type != c->broken;
        width += d->type->width; /* at most 2^32 fields of at most 2^26 slots */
        t->nest = t->nest > d->type->nest ? t->nest : d->type->nest + 1;
    }
    return good ? sized(c, t, x, width, 1) : c->broken;
}

static coset_mu_type *check_bag(coset_mu_checker *c, coset_mu_typex *x)
{
    int64_t n;
    bool known = coset_mu_check_constant(c, x->a, "the size of a multiset", &n);
    coset_mu_type *element = coset_mu_check_stored(c, x->element);
    if (!known || element == c->broken)
        return c->broken;
    if (n < 1 || (uint64_t)n > COSET_MU_MAX_SLOTS) {
        coset_mu_error(c, "E043", x->a, "a multiset cannot hold %lld entries", (long long)n);
        return c->broken;
    }
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_BAG);
    t->n = (uint64_t)n;
    t->element = element;
    t->nest = element->nest + 1;
    return sized(c, t, x, t->n, element->width + 1);
}

static coset_mu_type *make_type(coset_mu_checker *c, coset_mu_typex *x)
{
    switch (x->kind) {
    case COSET_MU_X_NAME:
        return check_named(c, x);
    case COSET_MU_X_RANGE:
        return check_range(c, x);
    case COSET_MU_X_ENUM:
        return check_enum(c, x);
    case COSET_MU_X_SCALARSET:
        return check_scalarset(c, x);
    case COSET_MU_X_UNION:
        return check_union(c, x);
    case COSET_MU_X_ARRAY:
        return check_array(c, x);
    case COSET_MU_X_RECORD:
        return check_record(c, x);
    case COSET_MU_X_BAG:
        return check_bag(c, x);
    }
    return c->broken;
}

coset_mu_type *coset_mu_check_type(coset_mu_checker *c, coset_mu_typex *x)
{
    if (x->type) /* shared by several names */
        return x->type;
    coset_mu_type *t = make_type(c, x);
    x->type = t;
    if (!t->pos.line)
        t->pos = x->pos;
    return t;
}

coset_mu_type *coset_mu_check_stored(coset_mu_checker *c, coset_mu_typex *x)
{
    coset_mu_type *t = coset_mu_check_type(c, x);
    if (t->kind != COSET_MU_RANGE || t->n <= COSET_MU_MOST_VALUES)
        return t;
    uint64_t more = t->n - COSET_MU_MOST_VALUES;
    if (more > 2) {
        coset_mu_error(c, "E044", x, "%s has too many values to be stored", coset_mu_describe(c, t));
        coset_mu_help(c, "at most %llu values", (unsigned long long)COSET_MU_MOST_VALUES);
        return c->broken;
    }
    coset_message(c->text, COSET_SEVERITY_WARNING, "W008", x->pos, x->len,
                  "%s has %llu more value%s than can be stored", coset_mu_describe(c, t), (unsigned long long)more,
                  more == 1 ? "" : "s");
    coset_mu_help(c, "storing one of its %u %s values is a fault", (unsigned)more, t->lo < 0 ? "least" : "greatest");
    t->lo += t->lo < 0 ? (int64_t)more : 0;
    t->n -= more;
    return t;
}

void coset_mu_add_slots(coset_mu_checker *c, uint64_t *sum, const coset_mu_decl *d)
{
    bool fitted = *sum <= COSET_MU_MAX_SLOTS;
    *sum += d->type->width;
    if (!fitted || *sum <= COSET_MU_MAX_SLOTS)
        return;
    coset_mu_error(c, "E044", d, "the variables up to here are too large");
    coset_mu_help(c, "together they may have at most %llu parts", (unsigned long long)COSET_MU_MAX_SLOTS);
}

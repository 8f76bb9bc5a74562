/* Unification and constraints. Lists of dotted parts are in dots.c. */
#include "lang/cspm/check/scope.h"
#include "lang/cspm/check/type_int.h"

bool coset__type_differ(cspm_types *ts, cspm_type *a, cspm_type *b)
{
    if (!ts->differ[0] && !ts->lacks && !ts->why) {
        ts->differ[0] = a;
        ts->differ[1] = b;
    }
    return false;
}

static bool lacking(cspm_types *ts, cspm_type *t, uint8_t constraint)
{
    if (!ts->differ[0] && !ts->lacks && !ts->why) {
        ts->differ[0] = t;
        ts->lacks = constraint;
    }
    return false;
}

/* ---- variables ----------------------------------------------------------------------------------------------- */

/* Whether `v` occurs in `t`; moves the variables of `t` out to the level of `v`. */
static bool occurs(cspm_types *ts, const cspm_type *v, cspm_type *t, uint32_t depth)
{
    t = coset__type_see(ts, t);
    if (t == v || !coset__type_step(ts, depth))
        return true;
    if (t->kind == TYPE_RIGID && t->level > v->level) {
        ts->why = "its type variable is known only inside the annotated definition";
        return true;
    }
    if (t->kind == TYPE_VARIABLE && t->level > v->level)
        t->level = v->level;
    for (uint32_t i = 0; i < t->n; i++)
        if (occurs(ts, v, t->at[i], depth + 1))
            return true;
    return false;
}

static bool endless(cspm_types *ts, cspm_type *v, cspm_type *t)
{
    if (!ts->why) {
        (void)coset__type_differ(ts, v, t);
        ts->why = "the type would contain itself";
    }
    return false;
}

/* v = d.v with d dotable: v is all fields of d, and the result of d. Or v = h.rest with v in rest: the variable h is a
 * function of dots from rest to v. */
static bool solve_endless(cspm_types *ts, cspm_type *v, cspm_type *t, int split, uint32_t depth)
{
    if (t->kind == TYPE_DOT && !ts->why) {
        cspm_type *whole = coset__type_evaluate_at(ts, t, true, depth);
        if (whole && whole->kind != TYPE_DOT)
            return coset__type_unify_at(ts, v, whole, split, depth + 1);
    }
    cspm_type *head = t->kind == TYPE_DOT ? coset__type_see(ts, t->at[0]) : v;
    if (head == v || !coset__type_is_open(head) || split != SPLIT_BOTH || ts->why)
        return endless(ts, v, t);
    return coset__type_bind(ts, head, coset__type_two(ts, TYPE_DOTABLE, t->at[1], v), SPLIT_NONE, depth + 1);
}

static void fill(cspm_types *ts, cspm_type *v, cspm_type *t)
{
    v->at = coset_arena_copy(ts->arena, &t, 1, sizeof t);
    v->n = 1;
}

bool coset__type_bind(cspm_types *ts, cspm_type *v, cspm_type *t, int split, uint32_t depth)
{
    t = coset__type_see(ts, t);
    if (t == v)
        return true;
    if (v->kind != TYPE_VARIABLE) { /* the missing part of an annotated a =>* b */
        if (t->kind == TYPE_VARIABLE && t->missing)
            return coset__type_bind(ts, t, v, split, depth);
        return coset__type_differ(ts, v, t);
    }
    if (occurs(ts, v, t, depth))
        return solve_endless(ts, v, t, split, depth);
    uint8_t constraints = v->constraints;
    fill(ts, v, t);
    return coset__type_require_at(ts, t, constraints, depth + 1);
}

/* ---- dotables and extendables -------------------------------------------------------------------------------- */

typedef struct {
    cspm_parts fields;
    cspm_type *base; /* neither DOTABLE nor filled */
    uint32_t from;   /* fields before it are done */
} flat;

static flat flatten(cspm_types *ts, cspm_type *t)
{
    flat f = {0};
    f.base = coset__type_fields(ts, t, &f.fields);
    return f;
}

static uint32_t left(const flat *f) { return f->fields.n - f->from; }

static cspm_type *field(cspm_types *ts, const flat *f) { return coset__type_see(ts, f->fields.at[f->from]); }

static cspm_type *rest_of(cspm_types *ts, const flat *f)
{
    return coset__type_dotable(ts, f->fields.at + f->from, left(f), f->base);
}

/* The missing part of `extendable` is the remaining fields of `f`, then the missing part of `f`. */
static bool fill_missing(cspm_types *ts, cspm_type *extendable, const flat *f, uint32_t depth)
{
    bool more = f->base->kind == TYPE_EXTENDABLE;
    cspm_type *missing = more ? f->base->at[0] : ts->empty;
    cspm_type *base = more ? f->base->at[1] : f->base;
    for (uint32_t i = f->fields.n; i > f->from; i--)
        missing = coset__type_two(ts, TYPE_MORE, f->fields.at[i - 1], missing);
    cspm_type *v = coset__type_see(ts, extendable->at[0]);
    return coset__type_bind(ts, v, missing, SPLIT_NONE, depth) &&
           coset__type_unify_at(ts, extendable->at[1], base, SPLIT_NONE, depth + 1);
}

/* All remaining fields of `longer` belong to the base of `shorter`. */
static bool unify_rest(cspm_types *ts, const flat *shorter, const flat *longer, uint32_t depth)
{
    if (shorter->base->kind == TYPE_EXTENDABLE)
        return fill_missing(ts, shorter->base, longer, depth);
    if (coset__type_is_open(shorter->base))
        return coset__type_bind(ts, shorter->base, rest_of(ts, longer), SPLIT_BOTH, depth);
    return coset__type_differ(ts, shorter->base, rest_of(ts, longer));
}

/* The last field is a variable and the other side has more: the variable is all of them. */
static bool takes_all(cspm_types *ts, const flat *a, const flat *b)
{
    return left(a) == 1 && left(b) > 1 && coset__type_is_open(field(ts, a)) && a->base->kind != TYPE_EXTENDABLE;
}

static bool take_all(cspm_types *ts, flat *a, flat *b, uint32_t depth)
{
    cspm_type *all = coset__type_join(ts, b->fields.at + b->from, left(b));
    b->from = b->fields.n;
    cspm_type *v = field(ts, a);
    a->from++;
    return coset__type_bind(ts, v, all, SPLIT_BOTH, depth);
}

static bool unify_flat(cspm_types *ts, flat *a, flat *b, uint32_t depth)
{
    while (left(a) && left(b)) {
        if (takes_all(ts, a, b)) {
            if (!take_all(ts, a, b, depth))
                return false;
        } else if (takes_all(ts, b, a)) {
            if (!take_all(ts, b, a, depth))
                return false;
        } else {
            if (!coset__type_unify_at(ts, field(ts, a), field(ts, b), SPLIT_BOTH, depth + 1))
                return false;
            a->from++;
            b->from++;
        }
        a->base = coset__type_see(ts, a->base);
        b->base = coset__type_see(ts, b->base);
    }
    if (left(a))
        return unify_rest(ts, b, a, depth);
    if (left(b))
        return unify_rest(ts, a, b, depth);
    return coset__type_unify_at(ts, a->base, b->base, SPLIT_BOTH, depth + 1);
}

static bool unify_dotables(cspm_types *ts, cspm_type *a, cspm_type *b, uint32_t depth)
{
    flat fa = flatten(ts, a), fb = flatten(ts, b);
    bool ok = unify_flat(ts, &fa, &fb, depth);
    coset_vec_fini(&fa.fields);
    coset_vec_fini(&fb.fields);
    return ok;
}

/* Both lack an unknown number of fields: unifies these. */
static bool unify_extendables(cspm_types *ts, cspm_type *a, cspm_type *b, uint32_t depth)
{
    cspm_type *ma = coset__type_see(ts, a->at[0]), *mb = coset__type_see(ts, b->at[0]);
    return coset__type_bind(ts, ma, mb, SPLIT_NONE, depth) &&
           coset__type_unify_at(ts, a->at[1], b->at[1], SPLIT_NONE, depth + 1);
}

static bool unify_extendable(cspm_types *ts, cspm_type *extendable, cspm_type *other, uint32_t depth)
{
    flat f = flatten(ts, other);
    bool ok = fill_missing(ts, extendable, &f, depth);
    coset_vec_fini(&f.fields);
    return ok;
}

/* ---- unification --------------------------------------------------------------------------------------------- */

static bool unify_parts(cspm_types *ts, cspm_type *a, cspm_type *b, int split, uint32_t depth)
{
    if (a->kind != b->kind || a->n != b->n || a->symbol != b->symbol || a->kind == TYPE_RIGID)
        return coset__type_differ(ts, a, b);
    for (uint32_t i = 0; i < a->n; i++)
        if (!coset__type_unify_at(ts, a->at[i], b->at[i], split, depth + 1))
            return false;
    return true;
}

bool coset__type_unify_at(cspm_types *ts, cspm_type *a, cspm_type *b, int split, uint32_t depth)
{
    a = coset__type_see(ts, a);
    b = coset__type_see(ts, b);
    if (a == b)
        return true;
    if (!coset__type_step(ts, depth))
        return false;
    if (a->kind == TYPE_VARIABLE)
        return coset__type_bind(ts, a, b, split, depth);
    if (b->kind == TYPE_VARIABLE)
        return coset__type_bind(ts, b, a, split, depth);
    if (a->kind == TYPE_DOT || b->kind == TYPE_DOT)
        return coset__type_unify_dots(ts, a, b, split, depth);
    if (a->kind == TYPE_EXTENDABLE && b->kind == TYPE_EXTENDABLE)
        return unify_extendables(ts, a, b, depth);
    if (a->kind == TYPE_EXTENDABLE)
        return unify_extendable(ts, a, b, depth);
    if (b->kind == TYPE_EXTENDABLE)
        return unify_extendable(ts, b, a, depth);
    if (a->kind == TYPE_DOTABLE && b->kind == TYPE_DOTABLE)
        return unify_dotables(ts, a, b, depth);
    return unify_parts(ts, a, b, split, depth);
}

bool coset__type_unify(cspm_types *ts, cspm_type *expected, cspm_type *actual, int split)
{
    coset__type_start(ts);
    return coset__type_unify_at(ts, expected, actual, split, 0);
}

/* ---- constraints --------------------------------------------------------------------------------------------- */

/* The constraints that these constraints imply. */
static uint8_t closure(uint8_t constraints)
{
    if (constraints & COSET__CSPM_ORD)
        constraints |= COSET__CSPM_EQ;
    if (constraints & COSET__CSPM_EQ)
        constraints |= COSET__CSPM_SET;
    if (constraints & COSET__CSPM_YIELDABLE)
        constraints |= COSET__CSPM_COMPLETE | COSET__CSPM_SET;
    return constraints;
}

/* Constraints of types without parts. */
static uint8_t granted(const cspm_type *t)
{
    const uint8_t usual = COSET__CSPM_EQ | COSET__CSPM_SET | COSET__CSPM_COMPLETE;
    switch (t->kind) {
    case TYPE_INT:
    case TYPE_CHAR:
        return usual | COSET__CSPM_ORD;
    case TYPE_BOOL:
        return usual;
    case TYPE_EVENT:
    case TYPE_DATATYPE:
        return usual | COSET__CSPM_YIELDABLE;
    case TYPE_PROC:
        return COSET__CSPM_SET | COSET__CSPM_COMPLETE;
    case TYPE_FUNCTION:
        return COSET__CSPM_COMPLETE;
    case TYPE_RIGID:
        return closure(t->constraints);
    default:
        return 0;
    }
}

static bool datatype_equality(cspm_types *ts, cspm_symbol *datatype)
{
    if (datatype->equality != EQUALITY_OPEN)
        return coset__type_has_equality(ts, datatype);
    cspm_eq_later later = {datatype, ts->here, ts->here_len};
    *coset_vec_add(&ts->eq_later) = later;
    return true;
}

/* The parts of a collection need `inner` for it to have `constraint`; 0 = nothing. */
static bool require_inside(cspm_types *ts, cspm_type *t, uint8_t inner, uint32_t depth)
{
    for (uint32_t i = 0; inner && i < t->n; i++)
        if (!coset__type_require_at(ts, t->at[i], inner, depth + 1))
            return false;
    return true;
}

static bool require_dot(cspm_types *ts, cspm_type *t, uint8_t constraint, uint32_t depth)
{
    if (constraint & (COSET__CSPM_EQ | COSET__CSPM_SET))
        return require_inside(ts, t, constraint, depth);
    cspm_type *whole = coset__type_evaluate_at(ts, t, true, depth);
    if (!whole)
        return false;
    if (whole->kind != TYPE_DOT)
        return coset__type_require_at(ts, whole, constraint, depth + 1);
    if (constraint != COSET__CSPM_COMPLETE)
        return lacking(ts, whole, constraint);
    return require_inside(ts, whole, constraint, depth);
}

static bool require_extendable(cspm_types *ts, cspm_type *t, uint8_t constraint, uint32_t depth)
{
    if (constraint & (COSET__CSPM_EQ | COSET__CSPM_SET))
        return true;
    if (constraint == COSET__CSPM_ORD)
        return lacking(ts, t, constraint);
    return coset__type_bind(ts, coset__type_see(ts, t->at[0]), ts->empty, SPLIT_NONE, depth) &&
           coset__type_require_at(ts, t->at[1], constraint, depth + 1);
}

static bool require_one(cspm_types *ts, cspm_type *t, uint8_t constraint, uint32_t depth)
{
    switch (t->kind) {
    case TYPE_VARIABLE:
        t->constraints |= constraint;
        return true;
    case TYPE_DATATYPE:
        if (constraint == COSET__CSPM_EQ && !datatype_equality(ts, t->symbol))
            return lacking(ts, t, constraint);
        break;
    case TYPE_SET:
    case TYPE_SEQ:
        if (constraint == COSET__CSPM_YIELDABLE)
            break;
        return require_inside(ts, t,
                              constraint & (COSET__CSPM_EQ | COSET__CSPM_ORD) ? COSET__CSPM_EQ
                              : constraint & COSET__CSPM_SET                  ? COSET__CSPM_SET
                                                                              : 0,
                              depth);
    case TYPE_TUPLE:
    case TYPE_MAP:
        if (constraint == COSET__CSPM_YIELDABLE)
            break;
        return require_inside(ts, t, constraint, depth);
    case TYPE_DOTABLE:
        if (constraint & (COSET__CSPM_EQ | COSET__CSPM_SET))
            return require_inside(ts, t, constraint, depth);
        break;
    case TYPE_DOT:
        return require_dot(ts, t, constraint, depth);
    case TYPE_EXTENDABLE:
        return require_extendable(ts, t, constraint, depth);
    case TYPE_MORE:
    case TYPE_EMPTY:
        return true;
    default:
        break;
    }
    return (granted(t) & constraint) == constraint || lacking(ts, t, constraint);
}

bool coset__type_require_at(cspm_types *ts, cspm_type *t, uint8_t constraints, uint32_t depth)
{
    for (uint8_t bit = 1; bit <= COSET__CSPM_YIELDABLE; bit = (uint8_t)(bit * 2)) {
        if (!(constraints & bit))
            continue;
        t = coset__type_see(ts, t);
        if (!coset__type_step(ts, depth) || !require_one(ts, t, bit, depth))
            return false;
    }
    return true;
}

bool coset__type_require(cspm_types *ts, cspm_type *t, uint8_t constraints)
{
    coset__type_start(ts);
    return coset__type_require_at(ts, t, constraints, 0);
}

/* ---- equality of datatypes ----------------------------------------------------------------------------------- */

/* A datatype has equality unless a type reachable from its fields has none. */
typedef struct {
    cspm_types *ts;
    COSET_VEC(cspm_symbol *) reached;
} reach;

static void reach_datatype(reach *r, cspm_symbol *datatype)
{
    for (uint32_t i = 0; i < r->reached.n; i++)
        if (r->reached.at[i] == datatype)
            return;
    *coset_vec_add(&r->reached) = datatype;
}

static bool has_equality(reach *r, cspm_type *t, uint32_t depth)
{
    t = coset__type_see(r->ts, t);
    if (!coset__type_step(r->ts, depth) || t->kind == TYPE_PROC || t->kind == TYPE_FUNCTION)
        return false;
    if (t->kind == TYPE_VARIABLE)
        t->constraints |= COSET__CSPM_EQ;
    if (t->kind == TYPE_DATATYPE)
        reach_datatype(r, t->symbol);
    for (uint32_t i = 0; i < t->n; i++)
        if (!has_equality(r, t->at[i], depth + 1))
            return false;
    return true;
}

static bool constructors_have_equality(reach *r, const cspm_symbol *datatype)
{
    const cspm_decl *d = datatype->decl;
    for (uint32_t i = 0; i < d->n_symbols; i++)
        if (d->symbols[i]->kind == SYMBOL_CONSTRUCTOR && d->symbols[i]->scheme.type &&
            !has_equality(r, d->symbols[i]->scheme.type, 0))
            return false;
    return true;
}

bool coset__type_has_equality(cspm_types *ts, cspm_symbol *datatype)
{
    if (datatype->equality == EQUALITY_YES || datatype->equality == EQUALITY_NO)
        return datatype->equality == EQUALITY_YES;
    reach r = {.ts = ts};
    reach_datatype(&r, datatype);
    bool yes = true;
    for (uint32_t i = 0; yes && i < r.reached.n; i++)
        yes = r.reached.at[i]->equality != EQUALITY_NO && constructors_have_equality(&r, r.reached.at[i]);
    if (yes)
        for (uint32_t i = 0; i < r.reached.n; i++)
            r.reached.at[i]->equality = EQUALITY_YES;
    else
        datatype->equality = EQUALITY_NO;
    coset_vec_fini(&r.reached);
    return yes;
}

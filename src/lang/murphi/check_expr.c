#include <string.h>
#include <strings.h>

#include "lang/murphi/checker.h"

#define MOST_CHOICES 1000 /* comparisons into which one of ?: is expanded */

static const char *op_text(coset_mu_op op)
{
    static const char *const texts[] = {
        [COSET_MU_E_NOT] = "!",   [COSET_MU_E_NEG] = "-",    [COSET_MU_E_BITNOT] = "~",   [COSET_MU_E_PLUS] = "+",
        [COSET_MU_E_ADD] = "+",   [COSET_MU_E_SUB] = "-",    [COSET_MU_E_MUL] = "*",      [COSET_MU_E_DIV] = "/",
        [COSET_MU_E_MOD] = "%",   [COSET_MU_E_SHL] = "<<",   [COSET_MU_E_SHR] = ">>",     [COSET_MU_E_BITAND] = "&",
        [COSET_MU_E_BITOR] = "|", [COSET_MU_E_BITXOR] = "^", [COSET_MU_E_LT] = "<",       [COSET_MU_E_LE] = "<=",
        [COSET_MU_E_GT] = ">",    [COSET_MU_E_GE] = ">=",    [COSET_MU_E_EQ] = "=",       [COSET_MU_E_NE] = "!=",
        [COSET_MU_E_AND] = "&&",  [COSET_MU_E_OR] = "||",    [COSET_MU_E_IMPLIES] = "->",
    };
    return texts[op];
}

/* ---- names and places ----------------------------------------------------------------------------------------- */

#define VALUES                                                                                                         \
    (1u << COSET_MU_VAR | 1u << COSET_MU_PARAM | 1u << COSET_MU_BINDER | 1u << COSET_MU_ALIAS | 1u << COSET_MU_CONST | \
     1u << COSET_MU_MEMBER)

#define NO_NAMES "elements of a scalarset have no names: take one that a ruleset, for, forall or exists binds"

/* "T_2" or "T2" for a scalarset T. */
static bool looks_like_element(const coset_mu_checker *c, const char *name)
{
    char type[61];
    size_t n = strlen(name), end = n;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    bool numbered = end < n && end > 0 && end < sizeof type;
    if (!numbered)
        return false;
    memcpy(type, name, end);
    type[end - (type[end - 1] == '_')] = '\0';
    const coset_mu_decl *d = coset_mu_find(c, type);
    return d && d->kind == COSET_MU_TYPE && d->type && d->type->kind == COSET_MU_SCALARSET;
}

static void check_unknown(coset_mu_checker *c, coset_mu_expr *e)
{
    e->type = c->broken;
    e->decl = c->unknown;
    if (coset_mu_find(c, e->name) == NULL && strcasecmp(e->name, "undefined") == 0) {
        e->op = COSET_MU_E_UNDEFINED;
        coset_mu_error(c, "E056", e, "undefined has no value");
        coset_mu_help(c, "it may be assigned or be an argument; a test is written isundefined(x)");
        return;
    }
    coset_mu_error(c, "E020", e, "%.60s is not declared", e->name);
    if (looks_like_element(c, e->name))
        coset_mu_help(c, NO_NAMES);
    else
        coset_mu_suggest(c, e->name, VALUES);
}

static void check_name(coset_mu_checker *c, coset_mu_expr *e)
{
    coset_mu_decl *d = coset_mu_find(c, e->name);
    if (!d) {
        check_unknown(c, e);
        return;
    }
    e->decl = d;
    e->type = d->type ? d->type : c->broken;
    if (d->kind == COSET_MU_FUNCTION || d->kind == COSET_MU_TYPE) {
        e->type = c->broken;
        coset_mu_error(c, "E023", e, "%.60s is a %s, not a value", e->name,
                       d->kind == COSET_MU_TYPE ? "type"
                       : d->type                ? "function"
                                                : "procedure");
        if (d->kind == COSET_MU_FUNCTION)
            coset_mu_help(c, "a call is written %.60s(...)", e->name);
        return;
    }
    e->constant = d->is_constant && !coset_mu_is_broken(c, e);
    e->value = d->value;
    e->is_place = d->kind == COSET_MU_VAR || d->kind == COSET_MU_PARAM || d->kind == COSET_MU_BINDER ||
                  (d->kind == COSET_MU_ALIAS && (d->is_place || !coset_mu_is_simple(e->type)));
}

/* The base of .field and [index]. */
static bool check_base(coset_mu_checker *c, coset_mu_expr *e)
{
    coset_mu_check_expr(c, e->a);
    e->type = c->broken;
    if (coset_mu_is_broken(c, e->a))
        return false;
    if (e->a->is_place)
        return true;
    coset_mu_error(c, "E051", e, "only variables have fields and elements");
    coset_mu_help(c, "assign the value to a local variable first");
    return false;
}

static void check_field(coset_mu_checker *c, coset_mu_expr *e)
{
    e->decl = c->unknown;
    if (!check_base(c, e))
        return;
    const coset_mu_type *t = e->a->type;
    if (t->kind != COSET_MU_RECORD) {
        coset_mu_error(c, "E037", e, "this is %s, not a record: it has no field %.60s", coset_mu_describe(c, t),
                       e->name);
        return;
    }
    COSET_VEC(const char *) names = {0};
    for (coset_mu_decl *d = t->fields; d; d = d->next) {
        *coset_vec_add(&names) = d->name;
        if (strcmp(d->name, e->name) == 0) {
            e->decl = d;
            e->type = d->type;
            e->is_place = true;
        }
    }
    if (!e->is_place) {
        coset_mu_error(c, "E036", e, "%s has no field %.60s", coset_mu_describe(c, t), e->name);
        const char *near = coset_nearest(e->name, names.at, names.n);
        if (near)
            coset_mu_help(c, "did you mean %s?", near);
    }
    coset_vec_fini(&names);
}

/* Hint for a number where an element of a scalarset is needed. */
static void help_element(coset_mu_checker *c, const coset_mu_type *a, const coset_mu_type *b)
{
    const coset_mu_type *t = coset_mu_is_number(a) ? b : a;
    if ((t->kind == COSET_MU_SCALARSET || t->kind == COSET_MU_UNION) &&
        (coset_mu_is_number(a) || coset_mu_is_number(b)))
        coset_mu_help(c, NO_NAMES);
}

static bool index_fits(coset_mu_checker *c, const coset_mu_expr *e)
{
    const coset_mu_type *base = e->a->type, *index = e->b->type;
    if (base->kind == COSET_MU_ARRAY && !coset_mu_type_fits(base->index, index)) {
        coset_mu_error(c, "E035", e->b, "the index is %s, but the array is indexed by %s", coset_mu_describe(c, index),
                       coset_mu_describe(c, base->index));
        help_element(c, index, base->index);
        return false;
    }
    if (base->kind == COSET_MU_BAG && (index->kind != COSET_MU_BAGINDEX || !coset_mu_type_same(index->bag, base))) {
        coset_mu_error(c, "E035", e->b, "a multiset is indexed by one of its entries, but this is %s",
                       coset_mu_describe(c, index));
        coset_mu_help(c, "`choose i: m do ...` binds i to an entry of m");
        return false;
    }
    return true;
}

static void check_index(coset_mu_checker *c, coset_mu_expr *e)
{
    bool good = check_base(c, e);
    coset_mu_check_expr(c, e->b);
    if (!good || coset_mu_is_broken(c, e->b))
        return;
    const coset_mu_type *base = e->a->type;
    if (base->kind != COSET_MU_ARRAY && base->kind != COSET_MU_BAG) {
        coset_mu_error(c, "E037", e, "this is %s, not an array: it has no elements", coset_mu_describe(c, base));
        return;
    }
    if (!index_fits(c, e))
        return;
    e->type = base->element;
    e->is_place = true;
}

/* The declaration at the base of a designator, with all aliases resolved. */
static coset_mu_decl *place_root(const coset_mu_expr *e)
{
    while (e->op == COSET_MU_E_FIELD || e->op == COSET_MU_E_INDEX)
        e = e->a;
    return e->op == COSET_MU_E_NAME ? e->decl : NULL;
}

static void refuse_write(coset_mu_checker *c, const coset_mu_expr *e, const char *doing)
{
    const coset_mu_decl *root = place_root(e);
    coset_mu_error(c, "E050", e, "cannot %s %.60s: it is read-only", doing, root->name);
    if (root->kind == COSET_MU_PARAM)
        coset_mu_help(c, "declare the parameter with var, or copy it to a local variable");
    else if (root->kind == COSET_MU_BINDER)
        coset_mu_help(c, "use a local variable; only a variable of a loop or ruleset may be assigned");
}

bool coset_mu_check_place(coset_mu_checker *c, coset_mu_expr *e, bool written, const char *doing)
{
    coset_mu_check_expr(c, e);
    if (coset_mu_is_broken(c, e))
        return false;
    if (!e->is_place) {
        coset_mu_error(c, "E051", e, "cannot %s this: it is not a variable", doing);
        return false;
    }
    coset_mu_decl *root = place_root(e);
    if (written && root && root->is_open && c->in_body && !(root->type->kind == COSET_MU_INT && *doing != 'a'))
        root->is_assigned = true;
    else if (written && root && !root->is_writable) {
        refuse_write(c, e, doing);
        return false;
    }
    return true;
}

/* ---- demands -------------------------------------------------------------------------------------------------- */

void coset_mu_check_condition(coset_mu_checker *c, coset_mu_expr *e, const char *what)
{
    coset_mu_check_expr(c, e);
    if (coset_mu_is_broken(c, e) || e->type->kind == COSET_MU_BOOL)
        return;
    coset_mu_error(c, "E031", e, "%s must be boolean, but this is %s", what, coset_mu_describe(c, e->type));
    if (coset_mu_is_number(e->type))
        coset_mu_help(c, "compare it, for example with != 0");
}

/* e becomes `e != zero`. */
static void compare_with(coset_mu_checker *c, coset_mu_expr *e, int64_t zero)
{
    coset_mu_expr *value = coset_arena_copy(c->arena, e, 1, sizeof *e);
    coset_mu_expr *none = coset_arena_get(c->arena, 1, sizeof *none);
    value->next = NULL;
    *none = (coset_mu_expr){.op = COSET_MU_E_NUMBER,
                            .pos = e->pos,
                            .len = e->len,
                            .depth = 1,
                            .value = zero,
                            .type = value->type,
                            .constant = true};
    *e = (coset_mu_expr){.op = COSET_MU_E_NE,
                         .pos = e->pos,
                         .len = e->len,
                         .depth = value->depth + 1,
                         .a = value,
                         .b = none,
                         .next = e->next,
                         .type = c->model->boolean};
    coset_mu_fold(c, e);
}

void coset_mu_check_truth(coset_mu_checker *c, coset_mu_expr *e, const char *what)
{
    coset_mu_check_expr(c, e);
    const coset_mu_type *t = e->type;
    if (coset_mu_is_broken(c, e) || !(coset_mu_is_number(t) || (t->kind == COSET_MU_ENUM && t->n > 0))) {
        coset_mu_check_condition(c, e, what);
        return;
    }
    coset_message(c->text, COSET_SEVERITY_WARNING, "W005", e->pos, e->len, "%s should be boolean, but this is %s", what,
                  coset_mu_describe(c, t));
    coset_mu_help(c, "it holds unless the value is %s", t->kind == COSET_MU_ENUM ? t->members->name : "0");
    compare_with(c, e, t->kind == COSET_MU_ENUM ? t->lo : 0);
}

void coset_mu_check_position(coset_mu_checker *c, coset_mu_expr *e)
{
    coset_mu_check_expr(c, e);
    const coset_mu_type *t = e->type;
    if (coset_mu_is_broken(c, e) || !e->constant || (t->kind != COSET_MU_ENUM && t->kind != COSET_MU_BOOL))
        return;
    int64_t position = e->value - t->lo;
    coset_message(c->text, COSET_SEVERITY_WARNING, "W006", e->pos, e->len, "this bound is %s, not a number",
                  t->kind == COSET_MU_ENUM ? "a member of an enumeration" : "a truth value");
    coset_mu_help(c, "it stands for its position, %lld; the values between are integers", (long long)position);
    *e = (coset_mu_expr){.op = COSET_MU_E_NUMBER,
                         .pos = e->pos,
                         .len = e->len,
                         .depth = 1,
                         .next = e->next,
                         .value = position,
                         .type = c->model->integer,
                         .constant = true};
}

/* Rumur folds these although the right operand is not constant. */
static bool is_zero(const coset_mu_expr *e)
{
    return (e->op == COSET_MU_E_MUL || e->op == COSET_MU_E_DIV || e->op == COSET_MU_E_MOD || e->op == COSET_MU_E_SHL ||
            e->op == COSET_MU_E_SHR) &&
           e->a->constant && e->a->value == 0;
}

bool coset_mu_check_constant(coset_mu_checker *c, coset_mu_expr *e, const char *what, int64_t *value)
{
    coset_mu_check_expr(c, e);
    *value = 0;
    if (coset_mu_is_broken(c, e))
        return false;
    if (!coset_mu_is_number(e->type)) {
        coset_mu_error(c, "E032", e, "%s must be an integer, but this is %s", what, coset_mu_describe(c, e->type));
        return false;
    }
    if (!e->constant && !is_zero(e)) {
        coset_mu_error(c, "E040", e, "%s must be constant", what);
        coset_mu_help(c, "it may use numbers and names declared in a const section");
        return false;
    }
    *value = e->constant ? e->value : 0;
    return true;
}

bool coset_mu_check_fit(coset_mu_checker *c, const coset_mu_expr *value, const coset_mu_type *type, coset_pos pos,
                        uint32_t len, const char *doing)
{
    if (coset_mu_is_broken(c, value) || type == c->broken)
        return true;
    bool simple = coset_mu_is_simple(type);
    if (simple ? coset_mu_type_fits(type, value->type) : coset_mu_type_same(type, value->type))
        return true;
    coset_message(c->text, COSET_SEVERITY_ERROR, "E033", pos, len, "cannot %s %s %s %s", doing,
                  coset_mu_describe(c, value->type), strcmp(doing, "return") == 0 ? "where the result is" : "to",
                  coset_mu_describe(c, type));
    help_element(c, value->type, type);
    return false;
}

/* ---- operators ------------------------------------------------------------------------------------------------ */

static bool check_number(coset_mu_checker *c, const coset_mu_expr *e, const coset_mu_expr *operand)
{
    if (coset_mu_is_broken(c, operand))
        return false;
    if (coset_mu_is_number(operand->type))
        return true;
    coset_mu_error(c, "E032", e, "%s works on integers, but an operand is %s", op_text(e->op),
                   coset_mu_describe(c, operand->type));
    if (operand->type->kind == COSET_MU_SCALARSET || operand->type->kind == COSET_MU_ENUM)
        coset_mu_help(c, "values of this type have no order; they can only be compared with = and !=");
    return false;
}

static void check_arithmetic(coset_mu_checker *c, coset_mu_expr *e)
{
    bool good = check_number(c, e, e->a);
    if (good && e->b)
        good = check_number(c, e, e->b);
    bool ordered = e->op >= COSET_MU_E_LT && e->op <= COSET_MU_E_GE;
    e->type = ordered ? c->model->boolean : good ? c->model->integer : c->broken;
    if (good)
        coset_mu_fold(c, e);
}

/* Number of alternatives of a ?: of complex values. */
static uint64_t n_choices(const coset_mu_expr *e)
{
    return e->op == COSET_MU_E_COND && !coset_mu_is_simple(e->type) ? n_choices(e->b) + n_choices(e->c) : 1;
}

static void check_equality(coset_mu_checker *c, coset_mu_expr *e)
{
    const coset_mu_type *a = e->a->type, *b = e->b->type;
    e->type = c->model->boolean;
    if (coset_mu_is_broken(c, e->a) || coset_mu_is_broken(c, e->b))
        return;
    if (coset_mu_is_simple(a) ? coset_mu_type_fits(a, b) : coset_mu_type_same(a, b)) {
        if (n_choices(e->a) * n_choices(e->b) > MOST_CHOICES)
            coset_mu_error(c, "E019", e, "this compares too many values of ?:");
        coset_mu_fold(c, e);
        return;
    }
    coset_mu_error(c, "E033", e, "cannot compare %s with %s", coset_mu_describe(c, a), coset_mu_describe(c, b));
    help_element(c, a, b);
}

static void check_logic(coset_mu_checker *c, coset_mu_expr *e)
{
    const coset_mu_expr *both[] = {e->a, e->b};
    bool good = true;
    e->type = c->model->boolean;
    for (int i = 0; i < 2; i++) {
        if (!both[i] || coset_mu_is_broken(c, both[i]) || both[i]->type->kind == COSET_MU_BOOL)
            continue;
        coset_mu_error(c, "E031", e, "%s works on booleans, but an operand is %s", op_text(e->op),
                       coset_mu_describe(c, both[i]->type));
        good = false;
        break;
    }
    if (good)
        coset_mu_fold(c, e);
}

/* & and | of booleans or of integers. */
static void check_ambiguous(coset_mu_checker *c, coset_mu_expr *e)
{
    e->type = c->broken;
    if (coset_mu_is_broken(c, e->a) || coset_mu_is_broken(c, e->b))
        return;
    bool first = coset_mu_is_number(e->a->type), second = coset_mu_is_number(e->b->type);
    if (first && second) {
        check_arithmetic(c, e);
    } else if (first || second) {
        coset_mu_error(c, "E033", e, "%s works on two booleans or two integers, but here on %s and %s", op_text(e->op),
                       coset_mu_describe(c, e->a->type), coset_mu_describe(c, e->b->type));
    } else {
        e->op = e->op == COSET_MU_E_BITAND ? COSET_MU_E_AND : COSET_MU_E_OR;
        check_logic(c, e);
    }
}

void coset_mu_check_source(coset_mu_checker *c, coset_mu_expr *e)
{
    c->source = e;
    coset_mu_check_expr(c, e);
    c->source = NULL;
}

static void check_cond(coset_mu_checker *c, coset_mu_expr *e)
{
    bool is_source = c->source == e;
    coset_mu_check_condition(c, e->a, "the condition of ?:");
    c->source = is_source ? e->b : NULL;
    coset_mu_check_expr(c, e->b);
    c->source = is_source ? e->c : NULL;
    coset_mu_check_expr(c, e->c);
    e->type = c->broken;
    if (coset_mu_is_broken(c, e->b) || coset_mu_is_broken(c, e->c))
        return;
    const coset_mu_type *yes = e->b->type, *no = e->c->type;
    if (!(coset_mu_is_simple(yes) ? coset_mu_type_fits(yes, no) : coset_mu_type_same(yes, no))) {
        coset_mu_error(c, "E033", e, "the two values of ?: differ in type: %s and %s", coset_mu_describe(c, yes),
                       coset_mu_describe(c, no));
        return;
    }
    if (!coset_mu_is_simple(yes) && !is_source) {
        coset_mu_error(c, "E034", e, "?: chooses between simple values here, but these are %s",
                       coset_mu_describe(c, yes));
        coset_mu_help(c, "assign one of the two to a local variable first");
        return;
    }
    if (coset_mu_type_same(yes, no))
        e->type = e->b->type;
    else if (coset_mu_is_number(yes))
        e->type = c->model->integer;
    else /* a union and one of its parts */
        e->type = yes->kind == COSET_MU_UNION && (no->kind != COSET_MU_UNION || yes->n_parts >= no->n_parts)
                      ? e->b->type
                      : e->c->type;
    if (!coset_mu_is_broken(c, e->a))
        coset_mu_fold(c, e);
}

/* ---- calls and built-in tests --------------------------------------------------------------------------------- */

static bool is_undefined_word(const coset_mu_checker *c, const coset_mu_expr *e)
{
    return e->op == COSET_MU_E_NAME && !e->grouped && strcasecmp(e->name, "undefined") == 0 &&
           coset_mu_find(c, e->name) == NULL;
}

static void check_reference(coset_mu_checker *c, coset_mu_expr *arg, const coset_mu_decl *param)
{
    if (is_undefined_word(c, arg)) {
        coset_mu_error(c, "E056", arg, "undefined cannot be passed to a var parameter");
        arg->type = c->broken;
        return;
    }
    if (!coset_mu_check_place(c, arg, true, "pass to a var parameter"))
        return;
    if (param->type == c->broken || coset_mu_type_same(arg->type, param->type))
        return;
    coset_mu_error(c, "E053", arg, "the var parameter %.60s is %s, but this is %s", param->name,
                   coset_mu_describe(c, param->type), coset_mu_describe(c, arg->type));
    if (coset_mu_is_number(arg->type) && coset_mu_is_number(param->type))
        coset_mu_help(c, "the bounds of the two ranges must be equal");
}

static void check_argument(coset_mu_checker *c, coset_mu_expr *arg, const coset_mu_decl *param)
{
    if (param->by_ref) {
        check_reference(c, arg, param);
    } else if (is_undefined_word(c, arg)) {
        arg->op = COSET_MU_E_UNDEFINED;
        arg->type = param->type;
    } else {
        coset_mu_check_source(c, arg);
        (void)coset_mu_check_fit(c, arg, param->type, arg->pos, arg->len, "pass");
    }
}

static bool is_choice(const coset_mu_expr *e) { return e->op == COSET_MU_E_COND && !coset_mu_is_simple(e->type); }

static const coset_mu_expr *find_choice(const coset_mu_expr *call)
{
    for (const coset_mu_expr *arg = call->args; arg; arg = arg->next)
        if (is_choice(arg))
            return arg;
    return NULL;
}

/* The expression contains a function call. */
static bool has_call(const coset_mu_expr *e)
{
    if (!e || e->op == COSET_MU_E_CALL)
        return e != NULL;
    for (const coset_mu_decl *d = e->binders; d; d = d->next)
        if (has_call(d->from) || has_call(d->to) || has_call(d->step) || has_call(d->bag))
            return true;
    return has_call(e->a) || has_call(e->b) || has_call(e->c);
}

/* f(.., c ? x : y, ..) of complex values becomes c ? f(.., x, ..) : f(.., y, ..). */
static void split_call(coset_mu_checker *c, coset_mu_expr *e, const coset_mu_expr *choice)
{
    const coset_mu_expr *values[2] = {choice->b, choice->c};
    coset_mu_expr *calls[2];
    for (int i = 0; i < 2; i++) {
        coset_mu_expr *call = calls[i] = coset_arena_copy(c->arena, e, 1, sizeof *e);
        coset_mu_expr **last = &call->args;
        call->next = NULL;
        for (const coset_mu_expr *arg = e->args; arg; arg = arg->next) {
            *last = coset_arena_copy(c->arena, arg == choice ? values[i] : arg, 1, sizeof *arg);
            last = &(*last)->next;
        }
        *last = NULL;
        if (find_choice(call))
            split_call(c, call, find_choice(call));
    }
    *e = (coset_mu_expr){.op = COSET_MU_E_COND,
                         .pos = e->pos,
                         .len = e->len,
                         .depth = e->depth + 1,
                         .a = choice->a,
                         .b = calls[0],
                         .c = calls[1],
                         .next = e->next,
                         .type = e->type};
}

/* A ?: of complex values as argument: the condition is then evaluated before the other arguments, which must not affect
 * them. */
static void check_choices(coset_mu_checker *c, coset_mu_expr *e, bool is_source)
{
    const coset_mu_expr *choice = find_choice(e);
    bool calls = false;
    uint64_t n = 1;
    for (const coset_mu_expr *arg = e->args; choice && arg && n <= MOST_CHOICES; arg = arg->next) {
        calls |= has_call(arg);
        n *= n_choices(arg);
    }
    if (!choice)
        return;
    if (n <= MOST_CHOICES && !calls && (is_source || coset_mu_is_simple(e->type))) {
        split_call(c, e, choice);
        return;
    }
    coset_mu_error(c, "E034", choice, "?: chooses between simple values here, but these are %s",
                   coset_mu_describe(c, choice->type));
    coset_mu_help(c, "assign one of the two to a local variable first");
}

static void check_arguments(coset_mu_checker *c, coset_mu_expr *e, const coset_mu_function *f)
{
    uint32_t n = 0;
    const coset_mu_decl *param = f->params;
    for (coset_mu_expr *arg = e->args; arg; arg = arg->next, n++) {
        if (param)
            check_argument(c, arg, param);
        else
            coset_mu_check_expr(c, arg);
        param = param ? param->next : NULL;
    }
    if (n == f->n_params)
        return;
    coset_mu_error(c, "E052", e, "%.60s needs %u argument%s, but here are %u", f->name, f->n_params,
                   f->n_params == 1 ? "" : "s", n);
    coset_mu_help(c, "it is declared at line %u", f->pos.line);
}

void coset_mu_check_call(coset_mu_checker *c, coset_mu_expr *e, bool needs_result)
{
    coset_mu_decl *d = coset_mu_find(c, e->name);
    e->decl = c->unknown;
    e->type = c->broken;
    if (!d || d->kind != COSET_MU_FUNCTION) {
        if (d) {
            coset_mu_error(c, "E023", e, "%.60s is not a function", e->name);
        } else {
            coset_mu_error(c, "E020", e, "the function %.60s is not declared", e->name);
            coset_mu_suggest(c, e->name, 1u << COSET_MU_FUNCTION);
        }
        for (coset_mu_expr *arg = e->args; arg; arg = arg->next)
            if (!is_undefined_word(c, arg))
                coset_mu_check_expr(c, arg);
        return;
    }
    bool is_source = c->source == e || !needs_result;
    e->decl = d;
    check_arguments(c, e, d->function);
    if (d->type) {
        e->type = d->type;
        check_choices(c, e, is_source);
    } else if (needs_result) {
        coset_mu_error(c, "E054", e, "%.60s is a procedure: it has no result", e->name);
        coset_mu_help(c, "give it a result type, or call it as a statement");
    } else {
        e->type = c->model->integer; /* of a call that is a statement; never used */
        check_choices(c, e, true);
    }
}

static void check_isundefined(coset_mu_checker *c, coset_mu_expr *e)
{
    e->type = c->model->boolean;
    if (!coset_mu_check_place(c, e->a, false, "ask isundefined of"))
        return;
    if (!coset_mu_is_simple(e->a->type)) {
        coset_mu_error(c, "E034", e, "isundefined asks for a simple value, but this is %s",
                       coset_mu_describe(c, e->a->type));
        coset_mu_help(c, "ask for one of its fields or elements");
    }
}

static void check_ismember(coset_mu_checker *c, coset_mu_expr *e)
{
    coset_mu_check_expr(c, e->a);
    const coset_mu_type *t = coset_mu_check_type(c, e->member);
    e->type = c->model->boolean;
    if (coset_mu_is_broken(c, e->a) || t == c->broken || (coset_mu_is_simple(t) && coset_mu_type_fits(e->a->type, t)))
        return;
    coset_mu_error(c, "E033", e, "%s can never be a member of %s", coset_mu_describe(c, e->a->type),
                   coset_mu_describe(c, t));
}

static void check_quantified(coset_mu_checker *c, coset_mu_expr *e, const char *what)
{
    uint32_t outer = coset_mu_scope_enter(c);
    coset_mu_check_binders(c, e->binders, false);
    coset_mu_check_condition(c, e->a, what);
    coset_mu_scope_leave(c, outer);
    e->type = e->op == COSET_MU_E_BAGCOUNT ? c->model->integer : c->model->boolean;
}

static void check_prefix(coset_mu_checker *c, coset_mu_expr *e)
{
    coset_mu_check_expr(c, e->a);
    if (e->op == COSET_MU_E_NOT) {
        check_logic(c, e);
        return;
    }
    check_arithmetic(c, e);
    if (e->op != COSET_MU_E_PLUS)
        return;
    coset_mu_expr *next = e->next; /* + a is a */
    *e = *e->a;
    e->next = next;
    e->is_place = false;
}

static void check_binary(coset_mu_checker *c, coset_mu_expr *e)
{
    bool compares = e->op == COSET_MU_E_EQ || e->op == COSET_MU_E_NE;
    c->source = compares ? e->a : NULL;
    coset_mu_check_expr(c, e->a);
    c->source = compares ? e->b : NULL;
    coset_mu_check_expr(c, e->b);
    c->source = NULL;
    switch (e->op) {
    case COSET_MU_E_BITAND:
    case COSET_MU_E_BITOR:
        check_ambiguous(c, e);
        return;
    case COSET_MU_E_AND:
    case COSET_MU_E_OR:
    case COSET_MU_E_IMPLIES:
        check_logic(c, e);
        return;
    case COSET_MU_E_EQ:
    case COSET_MU_E_NE:
        check_equality(c, e);
        return;
    default:
        check_arithmetic(c, e);
        return;
    }
}

void coset_mu_check_expr(coset_mu_checker *c, coset_mu_expr *e)
{
    if (e->type) /* the value of several constants or aliases */
        return;
    switch (e->op) {
    case COSET_MU_E_NUMBER:
        e->type = c->model->integer;
        e->constant = true;
        return;
    case COSET_MU_E_NAME:
        check_name(c, e);
        return;
    case COSET_MU_E_FIELD:
        check_field(c, e);
        return;
    case COSET_MU_E_INDEX:
        check_index(c, e);
        return;
    case COSET_MU_E_NOT:
    case COSET_MU_E_NEG:
    case COSET_MU_E_BITNOT:
    case COSET_MU_E_PLUS:
        check_prefix(c, e);
        return;
    case COSET_MU_E_COND:
        check_cond(c, e);
        return;
    case COSET_MU_E_FORALL:
    case COSET_MU_E_EXISTS:
        check_quantified(c, e, "what is quantified");
        return;
    case COSET_MU_E_BAGCOUNT:
        check_quantified(c, e, "the condition of multisetcount");
        return;
    case COSET_MU_E_CALL:
        coset_mu_check_call(c, e, true);
        return;
    case COSET_MU_E_ISUNDEFINED:
        check_isundefined(c, e);
        return;
    case COSET_MU_E_ISMEMBER:
        check_ismember(c, e);
        return;
    case COSET_MU_E_UNDEFINED:
        e->type = c->broken;
        return;
    default:
        check_binary(c, e);
        return;
    }
}

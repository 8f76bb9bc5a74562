/* lang/promela/check/check_decl.c - types, sizes and initial values of variables. */
#include <inttypes.h>
#include <string.h>

#include "lang/promela/check/checker.h"

uint64_t coset_pml_width(const coset_pml_type *t)
{
    return t->kind == COSET_PML_STRUCT ? (t->record ? t->record->width : 1) : 1;
}

/* ---- values -------------------------------------------------------------------------------------------------- */

/* The values of a type; false if all values of an int fit. */
static bool limits(const coset_pml_type *t, int64_t *low, int64_t *high)
{
    switch (t->kind) {
    case COSET_PML_SHORT:
        *low = INT16_MIN;
        *high = INT16_MAX;
        return true;
    case COSET_PML_BIT:
    case COSET_PML_BOOL:
    case COSET_PML_BYTE:
    case COSET_PML_PID:
    case COSET_PML_MTYPE:
    case COSET_PML_UNSIGNED:
        *low = 0;
        *high = ((int64_t)1 << t->bits) - 1;
        return true;
    default:
        return false;
    }
}

void coset_pml_check_range(coset_pml_checker *c, const coset_pml_expr *value, const coset_pml_type *type)
{
    int64_t low, high;
    if (!value->is_constant || !limits(type, &low, &high) || (value->value >= low && value->value <= high))
        return;
    int64_t kept = value->value & (((int64_t)1 << type->bits) - 1);
    if (type->kind == COSET_PML_SHORT)
        kept = (int16_t)value->value;
    coset_pml_warn(c, "W250", value, "%d is outside of %" PRId64 " .. %" PRId64 " and becomes %" PRId64, value->value,
                   low, high, kept);
}

/* A variable used as a size: its initial value is used, or, for arrays, 8 if that is no valid size. */
static bool size_of_variable(coset_pml_checker *c, coset_pml_expr *e, bool array)
{
    const coset_pml_var *v = e->op == COSET_PML_E_NAME ? e->var : NULL;
    if (!v || v->is_array || (v->init ? !v->init->is_constant : !array))
        return false;
    int32_t value = v->init ? v->init->value : 0;
    value = array && value <= 0 ? 8 : value;
    if (coset_pml_warn(c, "W251", e, "the size is read from the variable `%s`, as %d", v->name, value))
        coset_pml_help(c, "use a constant: `#define %s %d`", v->name, value);
    e->is_constant = true;
    e->value = value;
    return true;
}

uint32_t coset_pml_check_size(coset_pml_checker *c, coset_pml_expr *e, const char *what, uint32_t most)
{
    coset_pml_check_number(c, e);
    if (!e->is_constant && !size_of_variable(c, e, most == COSET_PML_MAX_SLOTS)) {
        coset_pml_error(c, "E252", e, "%s is not a constant", what);
        return 1;
    }
    if (e->value < 1 || (uint32_t)e->value > most) {
        coset_pml_error(c, "E253", e, "%s is %d, outside of 1 .. %u", what, e->value, most);
        return 1;
    }
    return (uint32_t)e->value;
}

/* ---- one variable -------------------------------------------------------------------------------------------- */

static void check_type(coset_pml_checker *c, coset_pml_var *v)
{
    if (v->written_mtype && v->type.kind != COSET_PML_MTYPE)
        coset_pml_error(c, "E254", v, "only an mtype has a name after a colon");
    if (v->type.kind == COSET_PML_UNSIGNED) {
        if (!v->width)
            coset_pml_error(c, "E255", v, "`%s` is unsigned and needs a number of bits, as in `unsigned %s : 4`",
                            v->name, v->name);
        else if (v->width->value < 1 || v->width->value > 31)
            coset_pml_error(c, "E256", v->width, "an unsigned has 1 to 31 bits");
        else
            v->type.bits = (uint32_t)v->width->value;
    } else if (v->width) {
        coset_pml_error(c, "E257", v->width, "only an unsigned has a number of bits");
    }
    if (v->is_hidden && v->type.bits == 1)
        coset_pml_error(c, "E258", v, "a variable of one bit cannot be hidden");
    if (v->is_hidden && v->storage != COSET_PML_GLOBAL)
        coset_pml_error(c, "E259", v, "only a global variable can be hidden");
    if (v->is_hidden && v->type.kind == COSET_PML_CHAN)
        coset_pml_error(c, "E260", v, "a channel cannot be hidden");
    if (v->type.kind == COSET_PML_MTYPE && v->type.mtype && v->type.mtype->name && !v->type.mtype->n_members)
        coset_pml_warn(c, "W261", v, "no `mtype:%s = { ... }` declares names", v->type.mtype->name);
}

static void check_size(coset_pml_checker *c, coset_pml_var *v)
{
    v->n = 1;
    if (v->size)
        v->n = coset_pml_check_size(c, v->size, "the size of the array", COSET_PML_MAX_SLOTS);
    else if (v->index)
        v->n = v->index->n;
    if (v->index && v->n != v->index->n)
        coset_pml_error(c, "E346", v, "`%s` has %u elements, but the scalarset `%s` has %u", v->name, v->n,
                        v->index->name, v->index->n);
    if (v->storage == COSET_PML_PARAM && v->is_array)
        coset_pml_error(c, "E262", v, "a parameter cannot be an array");
    v->width_slots = (uint64_t)v->n * coset_pml_width(&v->type);
    if (v->width_slots > COSET_PML_MAX_SLOTS) {
        coset_pml_error(c, "E263", v, "`%s` has more than %u values", v->name, COSET_PML_MAX_SLOTS);
        v->width_slots = 1;
    }
}

static void check_list(coset_pml_checker *c, coset_pml_var *v)
{
    uint32_t n = 0;
    for (coset_pml_expr *e = v->inits; e; e = e->next, n++) {
        coset_pml_check_number(c, e);
        coset_pml_check_range(c, e, &v->type);
        if (!e->is_constant)
            coset_pml_error(c, "E264", e, "the values of an array are constants");
    }
    if (!v->is_array)
        coset_pml_error(c, "E265", v, "`%s` is not an array and has one value only", v->name);
    else if (n > v->n)
        coset_pml_error(c, "E266", v, "`%s` has %u elements but %u values", v->name, v->n, n);
    if (v->storage == COSET_PML_LOCAL && !c->is_first)
        coset_pml_error(c, "E267", v, "a list of values is allowed at the start of a body only");
}

static void check_value(coset_pml_checker *c, coset_pml_var *v)
{
    coset_pml_check_expr(c, v->init);
    coset_pml_check_range(c, v->init, &v->type);
    coset_pml_check_mtype(c, &v->type, v->init, true);
    if (v->init->has_effect && coset_pml_error(c, "E268", v->init, "`run` cannot give a variable its first value"))
        coset_pml_help(c, "declare `%s` and assign to it in a statement", v->name);
    if (v->type.kind == COSET_PML_STRUCT) {
        if (coset_pml_warn(c, "W269", v->init, "the first value of a structure means nothing"))
            coset_pml_help(c, "fields have first values in the typedef, or are assigned to one by one");
        v->init = NULL;
        return;
    }
    if (v->type.kind == COSET_PML_CHAN && v->init->type.kind != COSET_PML_CHAN && !v->init->is_constant)
        coset_pml_error(c, "E270", v->init, "the first value of a channel is `[n] of { ... }` or another channel");
    else if (v->type.kind != COSET_PML_CHAN && v->init->type.kind == COSET_PML_CHAN)
        coset_pml_error(c, "E271", v->init, "`%s` does not hold channels", v->name);
}

static void check_init(coset_pml_checker *c, coset_pml_var *v)
{
    if (v->chan) {
        coset_pml_check_chan(c, v->chan);
        if (v->type.kind != COSET_PML_CHAN)
            coset_pml_error(c, "E272", v, "`%s` is not a channel", v->name);
        if (v->storage == COSET_PML_LOCAL && !c->is_first &&
            coset_pml_error(c, "E273", v, "a channel is declared at the start of a body only"))
            coset_pml_help(c, "move it in front of the first statement of the process");
    }
    if (v->inits)
        check_list(c, v);
    if (v->init)
        check_value(c, v);
    if (v->storage == COSET_PML_PARAM && (v->init || v->inits || v->chan))
        coset_pml_error(c, "E274", v, "a parameter has no first value; `run` gives it");
}

void coset_pml_check_var(coset_pml_checker *c, coset_pml_var *v)
{
    check_type(c, v);
    check_size(c, v);
    check_init(c, v);
    v->proc = c->proc;
    if (v->storage != COSET_PML_FIELD)
        coset_pml_declare(c, (coset_pml_entry){.name = v->name, .var = v}, v->pos, v->len);
}

/* ---- structures ---------------------------------------------------------------------------------------------- */

static void check_fields_differ(coset_pml_checker *c, const coset_pml_record *r, const coset_pml_var *f)
{
    for (const coset_pml_var *g = r->fields; g != f; g = g->next)
        if (strcmp(g->name, f->name) == 0)
            coset_pml_error(c, "E275", f, "the type `%s` has two fields `%s`", r->name, f->name);
}

void coset_pml_check_record(coset_pml_checker *c, coset_pml_record *r)
{
    for (coset_pml_var *f = r->fields; f; f = f->next) {
        if (r->n_fields < 1000)
            check_fields_differ(c, r, f);
        coset_pml_check_var(c, f);
        f->record = r;
        f->number = r->n_fields++;
        f->first_slot = (uint32_t)r->width;
        r->width += f->width_slots;
        if (f->type.record && f->type.record->nest >= r->nest)
            r->nest = f->type.record->nest + 1;
        if (r->width > COSET_PML_MAX_SLOTS || r->nest > COSET_PML_MAX_NEST) {
            coset_pml_error(c, "E276", r, "the type `%s` is too large", r->name);
            r->width = 1;
            r->nest = 0;
        }
    }
    const coset_pml_entry *old = coset_pml_find(c, r->name);
    if (!old || !old->record)
        coset_pml_declare(c, (coset_pml_entry){.name = r->name, .record = r}, r->pos, r->len);
}

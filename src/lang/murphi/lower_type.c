/* lang/murphi/lower_type.c - types of the tree to types of the program. */
#include "lang/murphi/lower.h"

static coset_ir_kind kind_of(coset_mu_kind kind)
{
    static const coset_ir_kind kinds[] = {
        [COSET_MU_BOOL] = COSET_T_BOOL,         [COSET_MU_RANGE] = COSET_T_RANGE,
        [COSET_MU_ENUM] = COSET_T_ENUM,         [COSET_MU_SCALARSET] = COSET_T_SCALARSET,
        [COSET_MU_UNION] = COSET_T_UNION,       [COSET_MU_INT] = COSET_T_INT,
        [COSET_MU_BAGINDEX] = COSET_T_BAGINDEX, [COSET_MU_ARRAY] = COSET_T_ARRAY,
        [COSET_MU_RECORD] = COSET_T_RECORD,     [COSET_MU_BAG] = COSET_T_BAG,
    };
    return kinds[kind];
}

static const char *const *member_names(coset_mu_lowerer *l, const coset_mu_type *t)
{
    const char **names = coset_arena_get(l->arena, t->n, sizeof *names);
    uint64_t i = 0;
    for (const coset_mu_decl *d = t->members; d && i < t->n; d = d->next_member)
        names[i++] = coset_mu_lower_name(l, d->name);
    return names;
}

static void lower_scalarset(coset_mu_lowerer *l, coset_ir_type *to)
{
    const char **names = coset_arena_get(l->arena, to->n, sizeof *names);
    if (!to->name)
        to->name = coset_arena_printf(l->arena, "scalarset_%u", l->symtypes.n + 1);
    for (uint64_t i = 0; i < to->n; i++)
        names[i] = coset_arena_printf(l->arena, "%s_%llu", to->name, (unsigned long long)i + 1);
    to->names = names;
    to->symtype = l->symtypes.n;
    *coset_vec_add(&l->symtypes) = to;
}

static void lower_union(coset_mu_lowerer *l, const coset_mu_type *t, coset_ir_type *to)
{
    const coset_ir_type **members = coset_arena_get(l->arena, t->n_parts, sizeof(const coset_ir_type *));
    to->n = 0;
    for (uint32_t i = 0; i < t->n_parts; i++) {
        members[i] = coset_mu_lower_type(l, t->parts[i]);
        to->n += members[i]->n;
    }
    to->members = members;
    to->n_members = t->n_parts;
}

static void lower_record(coset_mu_lowerer *l, const coset_mu_type *t, coset_ir_type *to)
{
    coset_ir_field *fields = coset_arena_get(l->arena, t->n_fields, sizeof *fields);
    uint32_t at = 0, i = 0;
    for (const coset_mu_decl *d = t->fields; d && i < t->n_fields; d = d->next, i++) {
        const coset_ir_type *type = coset_mu_lower_type(l, d->type);
        fields[i] =
            (coset_ir_field){.name = coset_mu_lower_name(l, d->name), .pos = d->pos, .type = type, .offset = at};
        at += type->width;
    }
    to->fields = fields;
    to->n_fields = t->n_fields;
}

const coset_ir_type *coset_mu_lower_type(coset_mu_lowerer *l, coset_mu_type *t)
{
    if (t->lowered)
        return t->lowered;
    coset_ir_type *to = coset_arena_get(l->arena, 1, sizeof *to);
    t->lowered = to;
    to->kind = kind_of(t->kind);
    to->name = coset_mu_lower_name(l, t->name);
    to->pos = t->pos;
    to->lo = t->lo;
    to->n = t->n;
    to->width = t->kind == COSET_MU_INT ? 2 : (uint32_t)t->width;
    if (t->kind < COSET_MU_ARRAY && t->kind != COSET_MU_INT)
        to->width = 1;
    if (t->index)
        to->index = coset_mu_lower_type(l, t->index);
    if (t->element)
        to->element = coset_mu_lower_type(l, t->element);
    if (t->kind == COSET_MU_ENUM)
        to->names = member_names(l, t);
    else if (t->kind == COSET_MU_SCALARSET)
        lower_scalarset(l, to);
    else if (t->kind == COSET_MU_UNION)
        lower_union(l, t, to);
    else if (t->kind == COSET_MU_RECORD)
        lower_record(l, t, to);
    return to;
}

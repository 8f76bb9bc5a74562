/* lang/promela/facts/element.c - which values are elements of scalarsets: the types of classes of values. */
#include "lang/promela/facts/classes.h"

#include "ir/element_map.h"

#define NOTHING COSET_PML_NO_CLASS

/* ---- which scalarset -------------------------------------------------------------------------------------------- */

/* The elements among these values, with their numbers there. */
static const coset_ir_type *elements_of(coset_pml_lowerer *l, coset_pml_shifted v)
{
    if (!l->symtypes.n || v.cell == NOTHING)
        return NULL;
    const coset_pml_shifted t = coset_pml_top_of(l, v);
    const coset_pml_cell *c = &l->cells.at[t.cell];
    if (c->group == NOTHING || c->broken)
        return NULL;
    const coset_ir_type *s = l->symtypes.at[c->group];
    const int64_t lo = c->lo + t.plus;
    if (lo == s->lo)
        return s;
    for (uint32_t i = 0; i < l->renumbered.n; i++)
        if (l->renumbered.at[i]->symtype == s->symtype && l->renumbered.at[i]->lo == lo)
            return l->renumbered.at[i];
    return *coset_vec_add(&l->renumbered) = coset_ir_renumbered(l->arena, s, lo);
}

static const coset_ir_type *scalarset_of(coset_pml_lowerer *l, const void *key, uint32_t part)
{
    if (!l->symtypes.n)
        return NULL;
    return elements_of(l, (coset_pml_shifted){.cell = coset_pml_cell_of(l, key, part)});
}

const coset_ir_type *coset_pml_class_of(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e)
{
    return elements_of(l, coset_pml_class_value(l, p, e));
}

const coset_ir_type *coset_pml_class_of_counter(coset_pml_lowerer *l, const coset_pml_counting *c)
{
    return scalarset_of(l, c->choice->stmt, COSET_PML_PART_VALUE);
}

const coset_ir_type *coset_pml_class_of_var(coset_pml_lowerer *l, const coset_pml_var *v)
{
    return scalarset_of(l, v, COSET_PML_PART_VALUE);
}

const coset_ir_type *coset_pml_class_of_index(coset_pml_lowerer *l, const coset_pml_var *v)
{
    return scalarset_of(l, v, COSET_PML_PART_INDEX);
}

const coset_ir_type *coset_pml_class_of_part(coset_pml_lowerer *l, const coset_pml_expr *chan, uint32_t i)
{
    return chan->chan && i < chan->chan->n_fields ? scalarset_of(l, chan->chan, COSET_PML_PART_FIELD + i) : NULL;
}

const coset_ir_type *coset_pml_class_of_pid(coset_pml_lowerer *l, const coset_pml_proc *p)
{
    return scalarset_of(l, p, COSET_PML_PART_PID);
}

/* ---- types ------------------------------------------------------------------------------------------------------ */

static const coset_ir_type *mixed(coset_pml_lowerer *l, const coset_ir_type *s, int64_t lo, int64_t hi)
{
    if (!s || lo > s->lo || hi < s->lo + (int64_t)s->n - 1)
        return NULL;
    const coset_ir_type **members = coset_arena_get(l->arena, 3, sizeof(const coset_ir_type *));
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    t->kind = COSET_T_UNION;
    t->lo = lo;
    t->width = 1;
    t->members = members;
    if (lo < s->lo)
        members[t->n_members++] = coset_pml_ir_range(l, lo, s->lo - 1);
    members[t->n_members++] = s;
    if (hi >= s->lo + (int64_t)s->n)
        members[t->n_members++] = coset_pml_ir_range(l, s->lo + (int64_t)s->n, hi);
    for (uint32_t i = 0; i < t->n_members; i++)
        t->n += members[i]->n;
    return t;
}

const coset_ir_type *coset_pml_value_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t lo, int64_t hi)
{
    return mixed(l, scalarset_of(l, v, COSET_PML_PART_VALUE), lo, hi);
}

bool coset_pml_has_elements(coset_pml_lowerer *l, const coset_pml_var *v)
{
    const coset_ir_type *s = v->type.kind == COSET_PML_STRUCT ? NULL : scalarset_of(l, v, COSET_PML_PART_VALUE);
    return s && coset_ir_rank(s, 0) >= 0;
}

const coset_ir_type *coset_pml_index_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t hi)
{
    return mixed(l, scalarset_of(l, v, COSET_PML_PART_INDEX), 0, hi);
}

const coset_ir_type *coset_pml_offered_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t hi)
{
    return mixed(l, scalarset_of(l, v, COSET_PML_PART_INDEX), -1, hi);
}

const coset_ir_type *coset_pml_part_type(coset_pml_lowerer *l, const coset_pml_chan *c, uint32_t i, int64_t lo,
                                         int64_t hi)
{
    return mixed(l, scalarset_of(l, c, COSET_PML_PART_FIELD + i), lo, hi);
}

const coset_ir_type *coset_pml_token_type(coset_pml_lowerer *l, const coset_pml_family *f)
{
    const coset_ir_type **members = coset_arena_get(l->arena, 2, sizeof(const coset_ir_type *));
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    members[0] = coset_pml_ir_range(l, -1, -1);
    members[1] = f->index;
    *t = (coset_ir_type){.kind = COSET_T_UNION, .lo = -1, .width = 1, .members = members, .n_members = 2};
    t->n = 1 + f->index->n;
    return t;
}

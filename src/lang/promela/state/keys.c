/* lang/promela/state/keys.c - the sort keys of the elements of each scalarset. */
#include "lang/promela/state/state.h"

#include "lang/promela/facts/classes.h"

/* Slots of the elements of s in an array at `offset`. */
static void list_slots(const coset_ir_type *s, const coset_ir_type *array, uint32_t offset, uint32_t *slots)
{
    for (uint32_t e = 0; e < s->n; e++)
        slots[e] = offset + (uint32_t)coset_ir_rank(array->index, s->lo + e) * array->element->width;
}

static const uint32_t *main_array(coset_pml_lowerer *l, const coset_ir_type *symtype)
{
    for (const coset_pml_var *v = l->model->globals; v; v = v->next) {
        const coset_ir_place *p = v->lowered;
        const coset_ir_type *s = coset_pml_class_of_index(l, v);
        if (!p || !v->is_array || v->chan || p->type->element->width != 1 || coset_ir_is_symmetric(p->type->element) ||
            !s || s->symtype != symtype->symtype || coset_ir_rank(p->type->index, s->lo) < 0 ||
            coset_ir_rank(p->type->index, s->lo + (int64_t)s->n - 1) < 0)
            continue;
        uint32_t *slots = coset_arena_get(l->arena, s->n, sizeof *slots);
        list_slots(s, p->type, p->offset, slots);
        return slots;
    }
    return NULL;
}

const coset_sort_keys *const *coset_pml_sort_keys(coset_pml_lowerer *l)
{
    const coset_sort_keys **all = coset_arena_get(l->arena, l->symtypes.n, sizeof *all);
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        const coset_ir_type *s = l->symtypes.at[i];
        coset_sort_keys *k = coset_arena_get(l->arena, 1, sizeof *k);
        uint32_t *controls = coset_arena_get(l->arena, s->n * l->n_families, sizeof *controls);
        k->main = main_array(l, s);
        k->controls = controls;
        for (uint32_t f = 0; f < l->n_families; f++) {
            const coset_pml_family *x = &l->families[f];
            if (x->n < 2 || x->index->kind != COSET_T_SCALARSET || x->index->symtype != s->symtype)
                continue;
            for (uint32_t e = 0; e < s->n; e++)
                controls[k->n_controls * s->n + e] = x->offset + e * x->record->width;
            k->n_controls++;
        }
        all[i] = k;
    }
    return all;
}

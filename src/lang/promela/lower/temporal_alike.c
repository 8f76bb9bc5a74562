/* lang/promela/lower/temporal_alike.c - conditions of a formula that differ in the processes that they name. */
#include "ir/lift_elements.h"
#include "lang/promela/lower/temporal.h"

typedef struct {
    coset_ir_prop of; /* the condition with parameters */
    uint32_t instance;
    bool is, several; /* it names elements; another one is an instance of the same condition */
} lifted;

/* The property that is this condition with parameters. */
static uint32_t property_of(coset_pml_lowerer *l, const coset_ir_prop *p)
{
    for (uint32_t i = 0; i < l->props.n; i++)
        if (coset_ir_same_condition(&l->props.at[i], p))
            return i;
    *coset_vec_add(&l->props) = *p;
    return l->props.n - 1;
}

static void pin_elements(coset_temporal_pin *pins, uint32_t *n, const lifted *c)
{
    uint64_t rest = c->instance;
    for (uint32_t i = c->of.n_params; i-- > 0;) {
        const coset_ir_type *t = c->of.params[i].type;
        const uint64_t radix = coset_ir_radix(t);
        pins[(*n)++] = (coset_temporal_pin){t->symtype, (uint32_t)(rest % radix)};
        rest /= radix;
    }
}

static bool find_several(const coset_pml_lowerer *l, const coset_temporal *x, lifted *all)
{
    bool any = false;
    for (uint32_t i = 0; i < x->n_atoms; i++)
        if (x->still[i])
            return false;
    for (uint32_t i = 0; i < x->n_atoms; i++) {
        all[i].is = coset_ir_lift_elements(l->arena, &l->props.at[x->props[i]], &all[i].of, &all[i].instance);
        for (uint32_t k = 0; k < i && all[i].is; k++)
            if (all[k].is && coset_ir_same_condition(&all[i].of, &all[k].of))
                all[i].several = all[k].several = any = true;
    }
    return any;
}

void coset_pml_find_alike(coset_pml_lowerer *l, coset_temporals *t, coset_temporal *x)
{
    lifted *all = coset_arena_get(l->tree, COSET_LTL_ATOMS, sizeof *all);
    if (!l->symtypes.n || !find_several(l, x, all))
        return;
    coset_temporal_alike *a = coset_arena_get(t->arena, 1, sizeof *a);
    coset_temporal_pin *pins = coset_arena_get(t->arena, (size_t)COSET_LTL_ATOMS * COSET_IR_MOST_LIFTED, sizeof *pins);
    a->n = x->n_atoms;
    a->pins = pins;
    for (uint32_t i = 0; i < x->n_atoms; i++) {
        a->props[i] = all[i].several ? property_of(l, &all[i].of) : x->props[i];
        a->instances[i] = all[i].several ? all[i].instance : x->instances[i];
        if (all[i].several)
            pin_elements(pins, &a->n_pins, &all[i]);
    }
    x->alike = a;
}

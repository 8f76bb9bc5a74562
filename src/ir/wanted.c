/* ir/wanted.c - predicates and formulas as properties of a program. */
#include "ir/wanted.h"

#include <string.h>

static const char not_evaluated[] = "the formula was not evaluated";

static const coset_ir_prop *find_invariant(const coset_ir *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->n_props; i++)
        if (ir->props[i].kind == COSET_PROP_INVARIANT && ir->props[i].expr && strcmp(ir->props[i].name, name) == 0)
            return &ir->props[i];
    return NULL;
}

static void complain(const coset_ir *ir, coset_text *text, const coset_predicate *p)
{
    const char **names = coset_new((size_t)ir->n_props + 1, sizeof *names);
    uint32_t n = 0;
    for (uint32_t i = 0; i < ir->n_props; i++)
        if (ir->props[i].kind == COSET_PROP_INVARIANT)
            names[n++] = ir->props[i].name;
    const char *near = coset_nearest(p->name, names, n);
    coset_message(text, COSET_SEVERITY_ERROR, "F020", p->pos, p->len, "the model has no invariant \"%.60s\"", p->name);
    if (near)
        coset_message_help(text, "did you mean \"%.60s\"?", near);
    else
        coset_message_help(text, "a text in quotation marks names an invariant of the model");
    coset_delete(names);
}

static bool add_named(coset_ir *ir, coset_text *text, coset_wanted *wanted, coset_ir_prop *props)
{
    bool ok = true;
    for (uint32_t i = 0; i < wanted->n_predicates; i++) {
        coset_predicate *p = wanted->predicates[i];
        if (p->op != COSET_PREDICATE_NAMED)
            continue;
        const coset_ir_prop *of = find_invariant(ir, p->name);
        if (!of) {
            complain(ir, text, p);
            ok = false;
            continue;
        }
        p->prop = ir->n_props;
        props[ir->n_props] = *of;
        props[ir->n_props].kind = COSET_PROP_PREDICATE;
        props[ir->n_props++].pos = p->pos;
    }
    return ok;
}

coset_status coset_ir_add_wanted(coset_ir *ir, coset_text *text, coset_wanted *wanted, coset_err *err)
{
    if (!wanted)
        return COSET_OK;
    size_t most = (size_t)ir->n_props + wanted->n_predicates + wanted->n_formulas;
    coset_ir_prop *props = coset_arena_get(ir->arena, most, sizeof *props);
    if (ir->n_props)
        memcpy(props, ir->props, ir->n_props * sizeof *props);
    ir->props = props;
    if (!add_named(ir, text, wanted, props))
        return coset_fail(err, COSET_INPUT, "a formula names an invariant that the model does not have");
    for (uint32_t i = 0; i < wanted->n_formulas; i++) {
        coset_wanted_formula *f = &wanted->formulas[i];
        f->prop = ir->n_props;
        props[ir->n_props++] = (coset_ir_prop){.name = coset_arena_text(ir->arena, f->name),
                                               .kind = COSET_PROP_FORMULA,
                                               .pos = f->pos,
                                               .unchecked = not_evaluated};
    }
    return COSET_OK;
}

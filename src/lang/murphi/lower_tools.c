/* lang/murphi/lower_tools.c - common tools of lowering: names, places of variables, properties. */
#include "lang/murphi/lower.h"

const char *coset_mu_lower_name(coset_mu_lowerer *l, const char *name)
{
    return name ? coset_arena_text(l->arena, name) : NULL;
}

void coset_mu_lower_fail(coset_mu_lowerer *l, coset_pos pos, const char *what)
{
    l->failed = true;
    coset_message(l->text, COSET_SEVERITY_ERROR, "E090", pos, 0, "%s", what);
}

uint32_t coset_mu_lower_slots(coset_mu_lowerer *l, uint64_t n)
{
    uint32_t at = l->frame;
    if (n > COSET_MU_MAX_SLOTS || l->frame > COSET_MU_MAX_SLOTS)
        coset_mu_lower_fail(l, (coset_pos){0}, "the local variables of a routine are too large");
    else
        l->frame += (uint32_t)n;
    return at;
}

coset_mu_home *coset_mu_lower_home(coset_mu_lowerer *l, coset_mu_decl *d, coset_ir_base base, uint32_t offset,
                                   const coset_ir_type *type)
{
    coset_mu_home *home = coset_arena_get(l->arena, 1, sizeof *home);
    *home = (coset_mu_home){base, offset, type};
    d->lowered = home;
    return home;
}

const char *coset_mu_lower_name_or_number(coset_mu_lowerer *l, const char *name, const char *word, uint32_t number)
{
    return name ? coset_mu_lower_name(l, name) : coset_arena_printf(l->arena, "%s %u", word, number);
}

uint32_t coset_mu_lower_prop(coset_mu_lowerer *l, coset_prop_kind kind, const char *name, coset_pos pos)
{
    static const char *const words[] = {
        [COSET_PROP_INVARIANT] = "invariant", [COSET_PROP_ASSERTION] = "assertion",
        [COSET_PROP_ASSUMPTION] = "assume",   [COSET_PROP_COVER] = "cover",
        [COSET_PROP_LIVENESS] = "liveness",   [COSET_PROP_PREDICATE] = "predicate",
    };
    coset_ir_prop *p = coset_vec_add(&l->props);
    *p = (coset_ir_prop){.kind = kind, .pos = pos};
    p->name = coset_mu_lower_name_or_number(l, name, words[kind], ++l->kinds[kind]);
    return l->props.n - 1;
}

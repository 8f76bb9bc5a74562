/* run/temporal_detected.c - a search for runs that violate a formula under a group that was detected. */
#include "run/temporal_int.h"
#include "wrap/detected_quotient.h"

/* The group keeps all predicates, but not the names of rules. */
static bool may_take(const coset__judging *j)
{
    const coset_auto *f = j->base->found;
    return f && f->used && f->quotient && !coset_temporal_names_rules(j->x) && !j->reduction.partial;
}

static uint32_t family_image(const void *families, uint32_t family, const uint32_t *perm, uint32_t index)
{
    return coset_index_action_image(families, family, perm, index);
}

/* What the group does to those who are treated fairly. NULL: that is not known, and the report says why. */
static coset_index_action *act_on_fair(const coset__judging *j)
{
    const coset_model *fair = j->fair[0];
    const uint32_t n_inner = j->bare->n_families;
    coset_index_set *sets = coset_arena_get(j->s->arena, fair->n_families, sizeof *sets);
    const char *why = "the model has acceptance of its own";
    coset_index_action *made = NULL;
    for (uint32_t i = 0; i < j->fairness->n && !n_inner; i++) {
        const coset_fairness *what = &j->fairness->what[i];
        sets[i] = (coset_index_set){what->who == COSET_FAIR_ACTORS ? COSET_INDEX_ACTORS : what->group,
                                    fair->families[i].n};
    }
    if (!n_inner)
        made = coset_index_action_new(j->bare, &j->base->found->detected, fair->n_families, sets, &why);
    j->base->found->words.not_fair = made ? NULL : why;
    return made;
}

void coset__judging_take_detected(coset__judging *j)
{
    const coset_product_how how = coset__judging_how(j->x);
    if (!may_take(j))
        return;
    const coset_auto *f = j->base->found;
    j->quotient = f->quotient;
    j->action = f->action;
    if (j->fairness->words) {
        j->on_fair = act_on_fair(j);
        if (!j->on_fair)
            return;
        j->own_quotient = coset_detect_quotient_with_families(j->fair[0], j->bare, f->minimal, j->on_fair);
        j->quotient = j->own_quotient;
        j->action.families = j->on_fair;
        j->action.family_image = family_image;
    }
    j->detected = coset_product_new(j->quotient, j->x->wrong, &how);
}

const char *coset__judging_refuted(const coset__judging *j)
{
    return j->detected ? coset_detect_quotient_refuted(j->quotient) : NULL;
}

void coset__judging_drop_detected(coset__judging *j)
{
    coset_model_free(j->detected);
    coset_model_free(j->own_quotient);
    coset_index_action_free(j->on_fair);
}

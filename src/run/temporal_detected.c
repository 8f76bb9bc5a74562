/* run/temporal_detected.c - a search for runs that violate a formula under a detected group. */
#include "run/temporal_int.h"
#include "wrap/detected_quotient.h"

/* The atoms of the formula, and nothing else. */
static const uint32_t *atoms_of(const coset__judging *j)
{
    const coset_model *m = j->s->model;
    uint32_t *keeps = coset_arena_get(j->s->arena, m->n_props, sizeof *keeps);
    for (uint32_t p = 0; p < m->n_props; p++)
        keeps[p] = COSET_KEEP_NONE;
    for (uint32_t i = 0; i < j->x->n_atoms; i++) {
        uint32_t *k = &keeps[j->x->props[i]];
        *k = *k == COSET_KEEP_NONE || *k == j->x->instances[i] ? j->x->instances[i] : COSET_KEEP_ALL;
    }
    return keeps;
}

/* If detection was asked for, a group for the formula alone; else that of the run, which preserves all predicates. */
coset_status coset__judging_find_detected(coset__judging *j, coset_err *err)
{
    coset_auto *f = j->base->found, *own = NULL;
    coset_status status = COSET_OK;
    if (!f || coset_temporal_asks_of_steps(j->x))
        return COSET_OK;
    if (!coset_auto_wanted(j->s->settings)) {
        j->found = f->used && f->quotient ? f : NULL;
    } else if (!f->detected.failed) {
        status = coset_auto_for(f, j->s, atoms_of(j), &own, err);
        j->found = status == COSET_OK && own->minimal && !own->detected.failed ? own : NULL;
    }
    j->reduction.detected = j->found ? &j->found->detected : NULL;
    return status;
}

static uint32_t family_image(const void *families, uint32_t family, const uint32_t *perm, uint32_t index)
{
    return coset_index_action_image(families, family, perm, index);
}

/* The group's action on the indices of fairness. NULL: not known, and the report says why. */
static coset_index_action *act_on_fair(const coset__judging *j, const coset_auto *f)
{
    const coset_model *fair = j->fair[0];
    const bool is_plain = j->bare->n_families == 0;
    coset_index_set *sets = coset_arena_get(j->s->arena, fair->n_families, sizeof *sets);
    const char *why = "the model has acceptance conditions of its own";
    coset_index_action *made = NULL;
    for (uint32_t i = 0; i < j->fairness->n && is_plain; i++) {
        const coset_fairness *what = &j->fairness->what[i];
        sets[i].group = what->who == COSET_FAIR_ACTORS ? COSET_INDEX_ACTORS : what->group;
        sets[i].n = fair->families[i].n;
    }
    if (is_plain)
        made = coset_index_action_new(j->bare, &f->detected, fair->n_families, sets, &why);
    j->base->found->words.not_fair = made ? NULL : why;
    return made;
}

void coset__judging_take_detected(coset__judging *j)
{
    const coset_product_how how = coset__judging_how(j->x);
    const coset_auto *f = j->found;
    if (!f)
        return;
    j->action = f->action;
    if (j->fairness->words) {
        j->on_fair = act_on_fair(j, f);
        if (!j->on_fair)
            return;
        j->quotient = coset_detect_quotient_with_families(j->fair[0], j->bare, f->minimal, j->on_fair);
        j->action.families = j->on_fair;
        j->action.family_image = family_image;
    } else {
        j->quotient = coset_detect_quotient_new(j->code, j->bare, f->minimal);
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
    coset_model_free(j->quotient);
    coset_index_action_free(j->on_fair);
}

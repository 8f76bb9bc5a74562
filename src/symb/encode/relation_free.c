/* symb/encode/relation_free.c - frees a relation and its rules. */
#include "symb/encode/merge_rule_orbits.h"
#include "symb/encode/transient_image.h"

void coset__rule_free(coset_bdds *b, coset__rule *rule)
{
    const coset_bdd all[] = {rule->fires, rule->enabled, rule->step, rule->moves, rule->cut};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        coset_bdd_drop(b, all[i]);
    coset__rule_forget_orbit(b, rule);
    for (uint32_t i = 0; i < rule->n_faults; i++)
        coset_bdd_drop(b, rule->faults[i].when);
    for (uint32_t i = 0; i < rule->n_covers; i++)
        coset_bdd_drop(b, rule->covers[i].when);
    coset__ways_drop(b, &rule->ways);
    coset__ways_drop(b, &rule->times);
    coset_delete(rule->slots);
    coset_delete(rule->faults);
    coset_delete(rule->covers);
}

void coset__relation_free(coset__relation *r)
{
    coset__transient_free(r);
    coset__relation_uncluster(r);
    for (uint32_t i = 0; i < r->rules.n; i++)
        coset__rule_free(r->bdd, &r->rules.at[i]);
    for (uint32_t i = 0; i < r->starts.n; i++)
        coset__rule_free(r->bdd, &r->starts.at[i]);
    for (uint32_t i = 0; i < r->judgements.n; i++) {
        coset_bdd_drop(r->bdd, r->judgements.at[i].holds);
        coset_bdd_drop(r->bdd, r->judgements.at[i].faults);
    }
    coset_vec_fini(&r->rules);
    coset_vec_fini(&r->starts);
    coset_vec_fini(&r->judgements);
    coset_bdd_drop(r->bdd, r->start);
    coset_bdd_drop(r->bdd, r->assumed);
    coset_bdd_drop(r->bdd, r->possible);
    coset_bdd_drop(r->bdd, r->inside);
    coset_bdd_drop(r->bdd, r->may_end);
    coset__vars_fini(&r->vars);
}

/* symm/legal_bag.c - entries of multisets.
 *
 * A state's bags are in normal form: sorted by the numbers inside, so a renaming reorders the entries of a bag whose
 * elements hold symmetric values. An entry number then names the same entry in both worlds only as long as it is used
 * with its own bag, is not compared by size, and the place has not been given to another element meanwhile. */
#include "symm/legal_int.h"

coset__types coset__bag_types(const coset__legal *l, const coset_ir_type *bag)
{
    return coset__types_in(l, bag->element) | l->bag_order;
}

/* The first n steps of the path lead to the bag that the entry was bound for. */
static bool own_bag(const coset__path *p, uint32_t n, const coset__slot *entry)
{
    coset__path bag = *p;
    bag.n_steps = n;
    return entry->place && coset__path_same(&bag, entry->place, false);
}

static void use_entry(coset__walk *w, const coset__frame *f, const coset__path *p, uint32_t n, const coset_ir_type *bag,
                      const coset_ir_expr *index, coset_pos pos)
{
    coset__types types = coset__bag_types(w->l, bag);
    const coset__slot *entry = index->op == COSET_E_LOAD ? coset__slot_of(f, index->place) : NULL;
    if (!types)
        return;
    if (index->type->kind != COSET_T_BAGINDEX || !entry || !p || !own_bag(p, n, entry))
        coset__refuse(w->l, types, pos,
                      "an entry of the multiset `%s` is picked by a number that was not chosen from it",
                      p && p->name ? p->name : "?");
    else if (w->refills > entry->opened)
        coset__refuse(w->l, types, pos,
                      "the entry of `%s` may have been removed and its place taken; use it before the removal",
                      p->name ? p->name : "?");
}

void coset__bag_use(coset__walk *w, const coset__frame *f, const coset_ir_place *p, uint32_t i)
{
    const coset__path *path = coset__path_of(w->l, f, p);
    uint32_t n = path ? path->n_steps - p->n_steps + i : 0;
    use_entry(w, f, path, n, p->steps[i].of, p->steps[i].index, p->steps[i].pos);
}

void coset__bag_alias_use(coset__walk *w, const coset__frame *f, const coset_ir_place *p)
{
    const coset__slot *alias = p->offset < f->size ? &f->slots[p->offset] : NULL;
    if (!w->l->has_bags || !alias || w->refills <= alias->opened)
        return;
    coset__types types = alias->place ? 0 : w->l->moving; /* a var parameter of which nothing is known */
    for (uint32_t i = 0; alias->place && i < alias->place->n_steps; i++)
        if (alias->place->steps[i].of->kind == COSET_T_BAG)
            types |= coset__bag_types(w->l, alias->place->steps[i].of);
    coset__refuse(w->l, types, p->pos,
                  "`%s` may name an entry of a multiset that has been removed and its place taken; use it before the "
                  "removal",
                  p->name ? p->name : "?");
}

void coset__bag_compare(coset__walk *w, const coset__frame *f, const coset_ir_expr *e)
{
    const coset__slot *a = e->a->op == COSET_E_LOAD ? coset__slot_of(f, e->a->place) : NULL;
    const coset__slot *b = e->b->op == COSET_E_LOAD ? coset__slot_of(f, e->b->place) : NULL;
    bool both =
        a && b && a->place && b->place && e->a->type->kind == COSET_T_BAGINDEX && e->b->type->kind == COSET_T_BAGINDEX;
    if (!both || !coset__path_same(a->place, b->place, false))
        coset__refuse(w->l, w->l->moving, e->pos, "entry numbers of different multisets are compared");
}

void coset__bag_remove(coset__walk *w, const coset__frame *f, const coset_ir_stmt *s)
{
    const coset__path *path = coset__path_of(w->l, f, s->place);
    use_entry(w, f, path, path ? path->n_steps : 0, s->place->type, s->expr, s->pos);
    coset__bag_note(w, true, false, false);
}

void coset__bag_note(coset__walk *w, bool removes, bool adds, bool repeated)
{
    if (removes)
        w->removals = repeated || w->removals > 0 ? 2 : 1;
    if (adds && (w->removals > 1 || (repeated && w->removals > 0)))
        w->refills++;
    w->l->removed = w->removals > 0;
}

void coset__bag_note_effects(coset__walk *w, const coset__effects *e)
{
    bool removes = false, adds = false;
    for (uint32_t i = 0; i < e->at.n; i++) {
        const coset__access *a = &e->at.at[i];
        adds |= a->use == COSET__BAG_ADD;
        removes |= a->structural && a->use != COSET__BAG_ADD;
    }
    coset__bag_note(w, removes || e->unknown, adds || e->unknown, true);
}

/* symm/legal/legal_bag.c - entries of multisets.
 *
 * A state's bags are in normal form: sorted by the numbers inside, so a renaming reorders the entries of a bag whose
 * elements hold symmetric values. An entry number then refers to corresponding entries in both runs only as long as it
 * is used with its own bag, is not compared by size, and its place has not been reused. */
#include "symm/legal/legal_int.h"

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
    else if (w->entries.at[entry->entry].reused)
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

/* The entry that a step of an alias picks: the one that its index was bound to. */
static uint32_t entry_of_step(const coset__walk *w, const coset__path_step *s)
{
    for (uint32_t i = 1; i < w->entries.n; i++)
        if (coset__sym_same(w->entries.at[i].sym, s->sym))
            return i;
    return 0;
}

static coset__types reused_types(const coset__walk *w, const coset__path *p)
{
    coset__types types = 0;
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (p->steps[i].of->kind == COSET_T_BAG && w->entries.at[entry_of_step(w, &p->steps[i])].reused)
            types |= coset__bag_types(w->l, p->steps[i].of);
    return types;
}

void coset__bag_alias_use(coset__walk *w, const coset__frame *f, const coset_ir_place *p)
{
    const coset__slot *alias = p->offset < f->size ? &f->slots[p->offset] : NULL;
    if (!w->l->has_bags || !alias)
        return;
    coset__types types = 0;
    if (alias->place)
        types = reused_types(w, alias->place);
    else if (w->entries.at[0].reused) /* a var parameter of which nothing is known */
        types = w->l->moving;
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
    coset__bag_remove_at(w, path, false);
}

/* ---- which places are given away -------------------------------------------------------------------------------- */

static bool may_meet(const coset__path *a, const coset__path *b) { return !a || !b || coset__path_meet(a, b); }

static uint8_t holes(const coset__walk *w, const coset__path *bag)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->removals.n; i++)
        if (may_meet(w->removals.at[i].bag, bag))
            n += w->removals.at[i].n;
    return n < 2 ? (uint8_t)n : 2;
}

bool coset__bag_has_holes(const coset__walk *w, const coset__path *bag) { return holes(w, bag) > 0; }

void coset__bag_bind(coset__walk *w, coset__slot *slot)
{
    if (!slot->place)
        return;
    slot->entry = w->entries.n;
    *coset_vec_add(&w->entries) = (coset__entry){.bag = slot->place, .sym = slot->sym};
}

static coset__removals *removals_of(coset__walk *w, const coset__path *path)
{
    for (uint32_t i = 0; i < w->removals.n; i++)
        if (path && w->removals.at[i].bag && coset__path_same(path, w->removals.at[i].bag, false))
            return &w->removals.at[i];
    coset__removals *r = coset_vec_add(&w->removals);
    *r = (coset__removals){.bag = path};
    return r;
}

void coset__bag_remove_at(coset__walk *w, const coset__path *path, bool many)
{
    coset__removals *r = removals_of(w, path);
    r->n = many || r->n > 0 ? 2 : 1;
    for (uint32_t i = 0; i < w->entries.n; i++)
        w->entries.at[i].gone |= may_meet(path, w->entries.at[i].bag);
}

/* With one hole in a bag, one addition fills it in all renamed runs. With two, or with additions in an order that
 * depends on elements, the entry in that place is not determined. */
void coset__bag_add_at(coset__walk *w, const coset__path *path, bool many)
{
    for (uint32_t i = 0; i < w->entries.n; i++) {
        coset__entry *e = &w->entries.at[i];
        e->reused |= e->gone && may_meet(path, e->bag) && (many || holes(w, e->bag) > 1);
    }
}

void coset__bag_note_effects(coset__walk *w, const coset__effects *e)
{
    if (e->unknown) {
        coset__bag_remove_at(w, NULL, true);
        coset__bag_add_at(w, NULL, true);
    }
    for (uint32_t i = 0; i < e->at.n; i++)
        if (e->at.at[i].structural && e->at.at[i].use != COSET__BAG_ADD)
            coset__bag_remove_at(w, e->at.at[i].path, true);
    for (uint32_t i = 0; i < e->at.n; i++) {
        const coset__access *a = &e->at.at[i];
        bool copied = a->structural && a->use == COSET__WRITE && !a->removes;
        if (a->use == COSET__BAG_ADD || copied)
            coset__bag_add_at(w, a->path, true);
    }
}

/* ---- a walk and its branches ------------------------------------------------------------------------------------ */

coset__walk coset__walk_new(coset__legal *l, bool unknown)
{
    coset__walk w = {.l = l};
    *coset_vec_add(&w.entries) = (coset__entry){.gone = unknown};
    if (unknown)
        *coset_vec_add(&w.removals) = (coset__removals){.n = 1};
    return w;
}

void coset__walk_fini(coset__walk *w)
{
    coset_vec_fini(&w->removals);
    coset_vec_fini(&w->entries);
}

coset__bags coset__bags_save(const coset__walk *w)
{
    coset__bags b = {coset_new((size_t)w->removals.n + 1, sizeof *b.removals),
                     coset_new((size_t)w->entries.n + 1, sizeof *b.entries), w->removals.n, w->entries.n};
    for (uint32_t i = 0; i < b.n_removals; i++)
        b.removals[i] = w->removals.at[i];
    for (uint32_t i = 0; i < b.n_entries; i++)
        b.entries[i] = w->entries.at[i];
    return b;
}

/* Later entries did not happen, but keep their numbers. */
void coset__bags_restore(coset__walk *w, const coset__bags *b)
{
    for (uint32_t i = 0; i < w->removals.n; i++)
        w->removals.at[i].n = i < b->n_removals ? b->removals[i].n : 0;
    for (uint32_t i = 0; i < w->entries.n; i++) {
        w->entries.at[i].gone = i < b->n_entries && b->entries[i].gone;
        w->entries.at[i].reused = i < b->n_entries && b->entries[i].reused;
    }
}

void coset__bags_join(coset__walk *w, coset__bags *b)
{
    for (uint32_t i = 0; i < b->n_removals; i++)
        if (w->removals.at[i].n < b->removals[i].n)
            w->removals.at[i].n = b->removals[i].n;
    for (uint32_t i = 0; i < b->n_entries; i++) {
        w->entries.at[i].gone |= b->entries[i].gone;
        w->entries.at[i].reused |= b->entries[i].reused;
    }
    coset__bags_drop(b);
}

void coset__bags_drop(coset__bags *b)
{
    coset_delete(b->removals);
    coset_delete(b->entries);
}

/* symb/reduce/preserved.c - checks on the diagrams that exchanges of elements preserve rules, start states and
 * properties, independently of the proof. */
#include "symb/reduce/symmetry.h"

typedef struct {
    const coset__symmetry *y;
    const coset__relation *r;
    coset_bdds *b;
    const coset__renaming *by;
    coset_bdd among;
    const coset__rule *rules; /* among which the image of a rule is searched */
} look;

static coset_bdd among(const look *l, coset_bdd set) { return coset_bdd_and(l->b, set, l->among); }

static bool kept(const look *l, coset_bdd set)
{
    set = among(l, set);
    return coset_bdd_same(coset__rename(l->by, set), set);
}

/* ---- rules ------------------------------------------------------------------------------------------------------ */

static bool has_slot(const coset__rule *rule, uint32_t slot)
{
    for (uint32_t i = 0; i < rule->n_slots; i++)
        if (rule->slots[i] == slot)
            return true;
    return false;
}

/* The image of a rule under the exchange. */
typedef struct {
    coset_bdd step, fires, moves, cut;
    coset__fault *faults, *covers;
} image;

static coset__fault *list_image(const look *l, const coset__fault *list, uint32_t n)
{
    coset__fault *out = coset_new(n, sizeof *out);
    for (uint32_t i = 0; i < n; i++)
        out[i] = (coset__fault){list[i].prop, coset__rename(l->by, among(l, list[i].when))};
    return out;
}

static bool same_list(const look *l, const coset__fault *x, const coset__fault *y, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (x[i].prop != y[i].prop || !coset_bdd_same(x[i].when, among(l, y[i].when)))
            return false;
    return true;
}

static bool same_set(const look *l, coset_bdd x, coset_bdd y) { return coset_bdd_same(x, among(l, y)); }

static bool is_image(const look *l, const coset__rule *rule, const image *x, const coset__rule *other)
{
    if (other->level != rule->level || other->n_slots != rule->n_slots || other->n_faults != rule->n_faults ||
        other->n_covers != rule->n_covers)
        return false;
    for (uint32_t i = 0; i < rule->n_slots; i++)
        if (!has_slot(other, coset__renamed_slot(l->by, rule->slots[i])))
            return false;
    return same_set(l, x->step, other->step) && same_set(l, x->fires, other->fires) &&
           same_set(l, x->moves, other->moves) && same_set(l, x->cut, other->cut) &&
           same_list(l, x->faults, other->faults, rule->n_faults) &&
           same_list(l, x->covers, other->covers, rule->n_covers);
}

static bool same_rule(const look *l, const coset__rule *rule, const image *x, const coset__rule *other)
{
    if (other->level != rule->level || other->n_slots != rule->n_slots || !coset_bdd_same(x->step, other->step) ||
        !coset_bdd_same(x->fires, other->fires) || !coset_bdd_same(x->moves, other->moves) ||
        !coset_bdd_same(x->cut, other->cut))
        return false;
    for (uint32_t i = 0; i < rule->n_slots; i++)
        if (!has_slot(other, coset__renamed_slot(l->by, rule->slots[i])))
            return false;
    return true;
}

/* Quick: a rule without faults and covers becomes one that is the same in all states, whether they matter or not. */
static bool becomes_same(const look *l, const coset__rule *rule, uint32_t from, uint32_t to)
{
    bool found = false;
    if (rule->n_faults || rule->n_covers)
        return false;
    coset_bdd_scope scope = coset_bdd_open(l->b);
    const image x = {
        .step = coset__rename(l->by, rule->step),
        .fires = coset__rename(l->by, rule->fires),
        .moves = coset__rename(l->by, rule->moves),
        .cut = coset__rename(l->by, rule->cut),
    };
    for (uint32_t k = from; k < to && !found; k++)
        found = l->rules[k].n_faults == 0 && l->rules[k].n_covers == 0 && same_rule(l, rule, &x, &l->rules[k]);
    coset_bdd_close(l->b, scope);
    return found;
}

static bool becomes_another(const look *l, const coset__rule *rule, uint32_t from, uint32_t to)
{
    if (becomes_same(l, rule, from, to))
        return true;
    bool found = false;
    coset_bdd_scope scope = coset_bdd_open(l->b);
    const image x = {
        .step = coset__rename(l->by, among(l, rule->step)),
        .fires = coset__rename(l->by, among(l, rule->fires)),
        .moves = coset__rename(l->by, among(l, rule->moves)),
        .cut = coset__rename(l->by, among(l, rule->cut)),
        .faults = list_image(l, rule->faults, rule->n_faults),
        .covers = list_image(l, rule->covers, rule->n_covers),
    };
    for (uint32_t k = from; k < to && !found; k++)
        found = is_image(l, rule, &x, &l->rules[k]);
    coset_delete(x.faults);
    coset_delete(x.covers);
    coset_bdd_close(l->b, scope);
    return found;
}

bool coset__becomes(const coset__symmetry *y, const coset__renaming *by, const coset__rule *rule,
                    const coset__rule *other)
{
    coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
    const look l = {y, y->r, y->r->bdd, by, coset__valid(&y->r->vars), other};
    bool found = becomes_another(&l, rule, 0, 1);
    coset_bdd_close(y->r->bdd, scope);
    return found;
}

/* The rules of one group are those numbered from `from` to `to`. Each must be mapped to one of them. For orbits with
 * one stored rule this was checked when they were merged (merge_rule_orbits.h). */
static bool rules_kept_one_by_one(const look *l, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (!l->r->rules.at[i].together && !l->r->rules.at[i].by && !becomes_another(l, &l->r->rules.at[i], from, to))
            return false;
    return true;
}

/* Rules may write the old values to slots; then only the steps of the whole group can be compared. */
static bool steps_kept(const look *l, uint32_t from, uint32_t to, uint32_t level)
{
    uint32_t n = l->r->m->n_slots;
    uint32_t *slots = coset_new(n, sizeof *slots);
    for (uint32_t s = 0; s < n; s++)
        slots[s] = s;
    const coset__cluster whole = {.n_slots = n, .slots = slots};
    coset_bdd_scope scope = coset_bdd_open(l->b);
    coset_bdd steps = coset_bdd_false;
    for (uint32_t i = from; i < to; i++) {
        const coset__rule *rule = &l->r->rules.at[i];
        const coset__cluster one = {.step = rule->step, .n_slots = rule->n_slots, .slots = rule->slots};
        if (rule->level != level)
            continue;
        steps = coset_bdd_or(l->b, steps, coset__framed(l->r, &one, &whole));
    }
    bool same = kept(l, steps);
    coset_bdd_close(l->b, scope);
    coset_delete(slots);
    return same;
}

static void join_list(coset_bdds *b, const coset__fault *list, uint32_t n, coset_bdd *all)
{
    for (uint32_t i = 0; i < n; i++)
        all[list[i].prop] = coset_bdd_or(b, all[list[i].prop], list[i].when);
}

/* The states in which rules of the group fire, fault, hit covers and are cut. */
static bool conditions_kept(const look *l, uint32_t from, uint32_t to, uint32_t level)
{
    uint32_t n = l->r->m->n_props;
    coset_bdd *faults = coset_new((size_t)n + 1, sizeof *faults), *covers = coset_new((size_t)n + 1, sizeof *covers);
    coset_bdd_scope scope = coset_bdd_open(l->b);
    coset_bdd fires = coset_bdd_false, moves = coset_bdd_false, cut = coset_bdd_false;
    for (uint32_t i = from; i < to; i++) {
        const coset__rule *rule = &l->r->rules.at[i];
        if (rule->level != level)
            continue;
        fires = coset_bdd_or(l->b, fires, rule->fires);
        moves = coset_bdd_or(l->b, moves, rule->moves);
        cut = coset_bdd_or(l->b, cut, rule->cut);
        join_list(l->b, rule->faults, rule->n_faults, faults);
        join_list(l->b, rule->covers, rule->n_covers, covers);
    }
    bool ok = kept(l, fires) && kept(l, moves) && kept(l, cut);
    for (uint32_t p = 0; p < n && ok; p++)
        ok = kept(l, faults[p]) && kept(l, covers[p]);
    coset_bdd_close(l->b, scope);
    coset_delete(faults);
    coset_delete(covers);
    return ok;
}

/* Rules of each priority by themselves. */
static bool rules_kept_together(const look *l, uint32_t from, uint32_t to)
{
    uint32_t most = 0;
    bool kept = true;
    for (uint32_t i = from; i < to; i++)
        most = l->r->rules.at[i].level > most ? l->r->rules.at[i].level : most;
    for (uint32_t level = 0; level <= most && kept; level++)
        kept = conditions_kept(l, from, to, level) && steps_kept(l, from, to, level);
    return kept;
}

/* A group that was found may take a rule to one of another name. */
static const char *lost_rule(const look *l)
{
    for (uint32_t from = 0, to = 0; from < l->r->rules.n; from = to) {
        uint32_t group = l->r->rules.at[from].group;
        while (to < l->r->rules.n && (l->y->o->found || l->r->rules.at[to].group == group))
            to++;
        if (!rules_kept_one_by_one(l, from, to) && !rules_kept_together(l, from, to))
            return l->y->o->found ? "the set of all steps" : l->r->m->groups[group].name;
    }
    return NULL;
}

/* ---- properties ------------------------------------------------------------------------------------------------- */

/* The exchange belongs to the property's own group. */
static bool concerns(const coset__symmetry *y, const coset__swap *swap, uint32_t prop)
{
    const coset_symgroup *g = y->o->props ? y->o->props[prop] : NULL;
    return !g || (g->n_moves[swap->type] && g->moves[swap->type][swap->a] && g->moves[swap->type][swap->b]);
}

static const char *lost_property(const look *l, const coset__swap *swap)
{
    for (uint32_t i = 0; i < l->r->judgements.n; i++) {
        const coset__judgement *j = &l->r->judgements.at[i];
        if (!concerns(l->y, swap, j->prop))
            continue;
        coset_bdd_scope scope = coset_bdd_open(l->b);
        coset_bdd holds = coset__rename(l->by, among(l, j->holds));
        coset_bdd faults = coset__rename(l->by, among(l, j->faults));
        bool found = false;
        for (uint32_t k = 0; k < l->r->judgements.n && !found; k++) {
            const coset__judgement *other = &l->r->judgements.at[k];
            found = other->prop == j->prop && coset_bdd_same(holds, among(l, other->holds)) &&
                    coset_bdd_same(faults, among(l, other->faults));
        }
        coset_bdd_close(l->b, scope);
        if (!found)
            return l->r->m->props[j->prop].name;
    }
    return NULL;
}

const char *coset__symmetry_refuted(const coset__symmetry *y, coset_bdd among)
{
    const char *lost = NULL;
    for (uint32_t i = 0; i < y->swaps.n && !lost && !coset_bdd_failed(y->r->bdd); i++) {
        coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
        const look l = {y, y->r, y->r->bdd, y->swaps.at[i].by, among, y->r->rules.at};
        lost = lost_rule(&l);
        if (!lost)
            lost = lost_property(&l, &y->swaps.at[i]);
        if (!lost && !kept(&l, y->r->start))
            lost = "the set of start states";
        if (!lost && !(kept(&l, y->r->inside) && kept(&l, y->r->may_end)))
            lost = "the set of states that are passed through or may end";
        coset_bdd_close(l.b, scope);
    }
    return coset_bdd_failed(y->r->bdd) ? NULL : lost;
}

const char *coset__symmetry_refuted_by(const coset__symmetry *y, coset_bdd reps)
{
    coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
    const char *lost = coset__symmetry_refuted(y, coset__spread(y, reps));
    coset_bdd_close(y->r->bdd, scope);
    return lost;
}

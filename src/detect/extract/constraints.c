/* detect/extract/constraints.c - the whole model as constraints, and the values that slots may have.
 *
 * The values are those of start states, then those that rules write, until a fixpoint is reached: so each reachable
 * state has them, and literals that no state has are not in the graph (Z, IV-D2). */
#include "detect/extract/constraints.h"

#include <string.h>

#include "detect/extract/instances.h"
#include "symm/legal/legal.h"

#define MOST_ROUNDS 300U /* in which a slot gets new values: a byte may count to its end */
#define MOST_STARTS 20000U

/* A rule and its data. */
typedef struct {
    coset_arena *arena;
    coset__instances instances;
    bool done, opaque;
} rule_view;

/* ---- start states ---------------------------------------------------------------------------------------------- */

typedef struct {
    coset__constraints *v;
    uint32_t room;
} starts;

static void add_start(starts *s, const coset_value *state)
{
    coset__constraints *v = s->v;
    uint32_t n = v->m->n_slots;
    if (v->n_starts == s->room) {
        s->room = s->room ? 2 * s->room : 16;
        v->starts = coset_resize(v->starts, (size_t)s->room * (n ? n : 1), sizeof *v->starts);
    }
    for (uint32_t i = 0; i < n; i++)
        v->starts[(size_t)v->n_starts * n + i] = state[i];
    v->n_starts++;
}

static coset_status on_start(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    starts *s = ctx;
    coset__constraints *v = s->v;
    (void)edge;
    if (coset_budget_spend(v->limit, 20 + v->m->n_slots))
        return COSET_STOPPED;
    if (!dst)
        return COSET_OK;
    if (v->n_starts == MOST_STARTS) {
        v->failed = "there are too many start states";
        return COSET_STOPPED;
    }
    add_start(s, dst);
    return COSET_OK;
}

/* The successors of the one start state are the starts now. */
static coset_status leave_start(coset__constraints *v, starts *s, coset_worker *w)
{
    v->origin = coset_arena_copy(v->arena, v->starts, v->m->n_slots, sizeof *v->starts);
    v->n_starts = 0;
    return v->m->ops->next(w, v->origin, on_start, s);
}

static void find_starts(coset__constraints *v, bool late)
{
    starts s = {.v = v};
    coset_worker *w = coset_worker_new(v->m);
    coset_status status = v->m->ops->starts(w, on_start, &s);
    if (status == COSET_OK && late && v->n_starts == 1)
        status = leave_start(v, &s, w);
    v->m->ops->worker_free(w);
    for (size_t i = 0; i < (size_t)v->n_starts * v->m->n_slots && !coset_budget_spend(v->limit, 4); i++)
        coset__detect_view_grow(v, (uint32_t)(i % v->m->n_slots), v->starts[i]);
    for (uint32_t i = 0; i < v->n_starts && !coset_budget_spend(v->limit, v->m->n_slots); i++)
        coset__control_values_start(v, v->starts + (size_t)i * v->m->n_slots);
    if (status != COSET_OK && !v->failed)
        v->failed = "the start states cannot be computed";
    if (!v->failed && v->n_starts == 0)
        v->failed = "there is no start state";
}

/* ---- fixed slots ---------------------------------------------------------------------------------------------- */

static uint32_t fix_set(coset__constraints *v, const uint64_t *set)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->m->n_slots; i++)
        if (!set || coset_slots_has(set, i)) {
            n += !v->fixed[i];
            v->blamed[i] = v->fixed[i] ? v->blamed[i] : v->losses.n + 1;
            v->fixed[i] = true;
        }
    return n;
}

static void add_loss(coset__constraints *v, coset_pos pos, const char *kind, const char *name, const char *why,
                     uint32_t n)
{
    *coset_vec_add(&v->losses) =
        (coset_detect_loss){pos, coset_arena_printf(v->arena, "%s \"%s\"", kind, name), why, n};
}

void coset__detect_view_open(coset__constraints *v, uint32_t slot)
{
    if (v->m->slots[slot].max >= COSET__MOST_VALUES)
        coset__detect_view_widen(v, slot);
    for (coset_value x = 0; x <= v->m->slots[slot].max && !v->wide[slot]; x++)
        coset__detect_view_grow(v, slot, x);
}

/* A rule that cannot be enumerated: nothing that it reads or writes moves, and it may write anything. */
static void give_up_rule(coset__constraints *v, uint32_t rule, rule_view *r, const char *why, coset_pos pos)
{
    const coset_access *access = v->m->access ? &v->m->access[rule] : NULL;
    uint32_t n = fix_set(v, access ? access->reads : NULL) + fix_set(v, access ? access->writes : NULL);
    r->opaque = v->opaque[rule] = true;
    for (uint32_t i = 0; i < v->m->n_slots; i++)
        if (!access || coset_slots_has(access->writes, i))
            coset__detect_view_open(v, i);
    add_loss(v, pos.line ? pos : v->m->groups[rule].pos, "rule", v->m->groups[rule].name, why, n);
}

/* NULL: everything. */
static bool touches_bags(const coset__constraints *v, const uint64_t *set)
{
    const coset_symmetry *y = &v->m->symmetry;
    for (uint32_t b = 0; b < y->n_bags; b++)
        for (uint32_t i = y->bags[b].base; i < y->bags[b].base + y->bags[b].n_entries * y->bags[b].width; i++)
            if (!set || coset_slots_has(set, i))
                return true;
    return false;
}

static bool rule_touches_bags(const coset__constraints *v, uint32_t rule)
{
    const coset_access *access = v->m->access ? &v->m->access[rule] : NULL;
    return touches_bags(v, access ? access->reads : NULL) || touches_bags(v, access ? access->writes : NULL);
}

static void fix_bags(coset__constraints *v)
{
    const coset_symmetry *y = &v->m->symmetry;
    for (uint32_t b = 0; b < y->n_bags; b++)
        for (uint32_t i = y->bags[b].base; i < y->bags[b].base + y->bags[b].n_entries * y->bags[b].width; i++)
            v->fixed[i] = true;
}

/* ---- rules ----------------------------------------------------------------------------------------------------- */

/* Nothing can move any more. */
static bool is_hopeless(const coset__constraints *v)
{
    uint32_t i = 0;
    while (i < v->m->n_slots && v->fixed[i])
        i++;
    return i == v->m->n_slots && i > 0;
}

static void look_at_rule(coset__constraints *v, uint32_t rule, rule_view *r)
{
    const char *why;
    coset_pos pos;
    coset__instances_forget(&r->instances);
    coset_arena_free(r->arena);
    r->arena = coset_arena_new();
    r->done = true;
    if (rule_touches_bags(v, rule))
        give_up_rule(v, rule, r, "it touches a multiset", (coset_pos){0});
    else if (!coset__rule_instances(v, rule, r->arena, &r->instances, &why, &pos) && v->budget > 0)
        give_up_rule(v, rule, r, why, pos);
    if (v->budget == 0 || coset_budget_is_spent(v->limit))
        v->failed = "the budget for detection is spent";
    else if (r->opaque && is_hopeless(v))
        v->failed = "all variables stay fixed because of what cannot be enumerated";
    v->hopeless = v->failed != NULL;
    if (r->opaque)
        coset__instances_forget(&r->instances);
}

/* The inputs from which the rule was made have grown. Writing the only value that a slot has does nothing, until it has
 * more. */
static bool reads_grown(const coset__constraints *v, const bool *grown, uint32_t rule)
{
    const coset_access *access = v->m->access ? &v->m->access[rule] : NULL;
    for (uint32_t i = 0; i < v->m->n_slots; i++) {
        bool written = !access || coset_slots_has(access->writes, i);
        if (grown[i] && (written || coset_slots_has(access->reads, i)))
            return true;
        if (v->inside && written && v->ir->controls[i] != UINT32_MAX && grown[v->ir->controls[i]])
            return true;
    }
    return false;
}

#define MOST_AGAIN 1024U

/* The slots that have grown in this round. A counter that the values of other slots do not bound grows in each: it
 * becomes wide long before it has COSET__MOST_VALUES, since a round processes all of its values. */
static void end_round(coset__constraints *v, bool *grown)
{
    for (uint32_t i = 0; i < v->m->n_slots; i++) {
        if (v->grown[i] && !v->wide[i] && ++v->rounds[i] > MOST_ROUNDS)
            coset__detect_view_widen(v, i);
        grown[i] = grown[i] || v->grown[i];
    }
}

/* Repeats until the rule adds nothing for itself: a counting rule would else cause a pass over all others per value. */
static void settle_rule(coset__constraints *v, uint32_t rule, rule_view *r)
{
    uint32_t n = v->m->n_slots;
    bool *grown = coset_arena_get(v->arena, n, sizeof *grown);
    for (uint32_t i = 0; i < n; i++)
        grown[i] = v->grown[i];
    for (uint32_t again = 0; again < MOST_AGAIN; again++) {
        for (uint32_t i = 0; i < n; i++)
            v->grown[i] = false;
        look_at_rule(v, rule, r);
        bool more = !v->failed && !r->opaque && reads_grown(v, v->grown, rule);
        end_round(v, grown);
        if (!more)
            break;
    }
    for (uint32_t i = 0; i < n; i++)
        v->grown[i] = grown[i];
}

/* The effect of a rule that cannot be enumerated on the variables of processes is unknown. */
static void stop_telling_apart(coset__constraints *v, rule_view *rules)
{
    coset__control_values_forget(v);
    for (uint32_t r = 0; r < v->m->n_groups; r++)
        rules[r].done = false;
}

/* One round: all rules that read a slot with new values. False if there was nothing to do. */
static bool look_again(coset__constraints *v, rule_view *rules)
{
    uint32_t n = v->m->n_slots;
    bool *grown = coset_new(n, sizeof *grown), any = false;
    if (n)
        memcpy(grown, v->grown, n * sizeof *grown);
    for (uint32_t i = 0; i < n; i++)
        v->grown[i] = false;
    for (uint32_t r = 0; r < v->m->n_groups && !v->failed; r++)
        if (!v->m->groups[r].is_start && !rules[r].opaque && (!rules[r].done || reads_grown(v, grown, r))) {
            settle_rule(v, r, &rules[r]);
            if (rules[r].opaque && v->inside)
                stop_telling_apart(v, rules);
            any = true;
        }
    coset_delete(grown);
    return any;
}

static void find_instances(coset__constraints *v)
{
    rule_view *rules = coset_new(v->m->n_groups, sizeof *rules);
    while (!v->failed && look_again(v, rules))
        ;
    for (uint32_t r = 0; r < v->m->n_groups; r++) {
        for (uint32_t i = 0; i < rules[r].instances.n; i++)
            *coset_vec_add(&v->instances) = rules[r].instances.at[i];
        if (rules[r].arena)
            *coset_vec_add(&v->arenas) = rules[r].arena;
        coset_vec_fini(&rules[r].instances);
    }
    coset_delete(rules);
}

/* ---- properties ------------------------------------------------------------------------------------------------ */

/* `only`: one instance that counts, or COSET_KEEP_ALL. */
static void add_prop(coset__constraints *v, const coset_ir_prop *p, const coset__instance proto, uint32_t only,
                     const uint64_t *reads)
{
    coset__instances made = {0};
    const char *why = "it touches a multiset";
    coset_pos pos = {0};
    if (!touches_bags(v, reads) && coset__prop_instances(v, p, proto, v->arena, &made, &why, &pos)) {
        for (uint32_t i = 0; i < made.n; i++)
            if (only >= COSET_KEEP_ALL || made.at[i].instance == only)
                *coset_vec_add(&v->instances) = made.at[i];
            else
                coset__instance_forget(&made.at[i]);
    } else {
        coset__instances_forget(&made);
        add_loss(v, p->pos, "property", p->name ? p->name : "?", why, fix_set(v, reads));
    }
    coset_vec_fini(&made);
}

static void add_props(coset__constraints *v, const coset_detect_options *o)
{
    for (uint32_t p = 0; p < v->ir->n_props && !v->failed; p++) {
        const coset_ir_prop *prop = &v->ir->props[p];
        if (!prop->expr && !prop->in_step && !prop->unchecked)
            v->failed = "there is a property of a kind that detection does not know";
        if (!prop->expr || prop->unchecked || !coset_detect_keeps(v->m, o->keeps, p))
            continue;
        bool one = o->keeps && prop->kind != COSET_PROP_ASSUMPTION && !coset__prop_is_joined(prop);
        add_prop(v, prop, (coset__instance){.owner = COSET__PROP, .number = p}, one ? o->keeps[p] : COSET_KEEP_ALL,
                 v->m->prop_reads ? v->m->prop_reads[p] : NULL);
    }
    if (v->ir->transient && !v->failed)
        add_prop(v, v->ir->transient, (coset__instance){.owner = COSET__TRANSIENT}, COSET_KEEP_ALL, NULL);
    if (v->ir->may_end && !v->failed)
        add_prop(v, v->ir->may_end, (coset__instance){.owner = COSET__MAY_END}, COSET_KEEP_ALL, NULL);
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

/* The origin has a value that no other state has, so it is never reached again. */
static bool is_left(const coset__constraints *v)
{
    for (uint32_t i = 0; i < v->m->n_slots; i++) {
        const coset_cell *c = &v->slots[i];
        uint32_t k = 0;
        while (k < c->n && c->at[k] != v->origin[i])
            k++;
        if (k == c->n && !v->wide[i])
            return true;
    }
    return false;
}

static const char may_return[] = "the start state may be reached again";

/* With `late` the one start state is omitted, and the group must preserve its successors: then the step out of it is
 * irrelevant, because it is fixed and so are its successors, as a set. */
static void make_view(coset__constraints *v, const coset_detect_options *o, uint64_t budget, bool late)
{
    static const uint32_t nothing[4] = {COSET_CASE_DONE, 0, 0, 0}, yes[1] = {UINT32_MAX};
    v->budget = budget;
    v->limit = o->limit;
    v->counts_rounds = o->budget != 0;
    (void)coset__intern_put(&v->effects, nothing, 4);
    (void)coset__intern_put(&v->effects, yes, 1);
    v->slots = coset_arena_get(v->arena, v->m->n_slots, sizeof *v->slots);
    v->grown = coset_arena_get(v->arena, v->m->n_slots, sizeof *v->grown);
    v->rounds = coset_arena_get(v->arena, v->m->n_slots, sizeof *v->rounds);
    v->fixed = coset_arena_get(v->arena, v->m->n_slots, sizeof *v->fixed);
    v->blamed = coset_arena_get(v->arena, v->m->n_slots, sizeof *v->blamed);
    v->opaque = coset_arena_get(v->arena, v->m->n_groups, sizeof *v->opaque);
    v->wide = coset_arena_get(v->arena, v->m->n_slots, sizeof *v->wide);
    v->partial = coset_enumeration_new(v->m);
    coset_enumeration_limit(v->partial, v->limit);
    fix_bags(v);
    coset__control_values_make(v);
    find_starts(v, late);
    find_instances(v);
    if (v->origin && !v->failed && !is_left(v)) {
        v->failed = may_return;
        return;
    }
    add_props(v, o);
    v->own = coset_arena_copy(v->arena, v->slots, v->m->n_slots, sizeof *v->own);
    if ((v->budget == 0 || coset_budget_is_spent(v->limit)) && !v->failed) {
        v->failed = "the budget for detection is spent";
        v->hopeless = true;
    }
}

/* If much is declared and proved, less is spent on searching for more. */
static uint64_t budget_of(const coset_model *m, const coset_detect_options *o, coset_arena *arena)
{
    if (o->budget || m->symmetry.n_types == 0)
        return o->budget ? o->budget : COSET_DETECT_BUDGET;
    const coset_symgroup *declared = coset_legal_check(m, NULL, arena)->starts;
    for (uint32_t i = 0; i < declared->n_types; i++)
        if (declared->n_moves[i] > 1)
            return COSET_DETECT_BUDGET / 4;
    return COSET_DETECT_BUDGET;
}

void coset__detect_view_make(coset__constraints *v, const coset_model *m, const coset_detect_options *o,
                             coset_arena *arena)
{
    const coset__constraints empty = {.m = m, .ir = coset_model_ir(m), .arena = arena};
    uint64_t budget = o->budget;
    *v = empty;
    if (!v->ir) {
        v->failed = "the model is not made of rules";
        return;
    }
    v->all = budget = budget_of(m, o, arena);
    make_view(v, o, budget, v->ir->begins_late);
    if (v->failed == may_return) {
        const uint64_t all = budget;
        budget = v->budget;
        coset__detect_view_fini(v);
        *v = empty;
        v->all = all;
        make_view(v, o, budget, false);
    }
}

void coset__detect_view_fini(coset__constraints *v)
{
    coset__instances_forget(&v->instances);
    coset_vec_fini(&v->instances);
    coset_vec_fini(&v->losses);
    for (uint32_t i = 0; i < v->arenas.n; i++)
        coset_arena_free(v->arenas.at[i]);
    coset_vec_fini(&v->arenas);
    coset__intern_fini(&v->effects);
    coset_enumeration_free(v->partial);
    coset__control_values_forget(v);
    coset_delete(v->starts);
}

/* symb/encode/system_rules.c - rules of supercombinators. */
#include "symb/encode/system.h"

#include "symb/encode/transient_image.h"

#define MOST_EDGES 4000000 /* of all components, each for every rule's part */

/* The steps of a component with one event. */
typedef struct {
    uint32_t event;
    coset_bdd steps, on;   /* kept: pairs; the states in which there is one */
    coset__ways_list ways; /* its states by the number of targets */
} local;

typedef COSET_VEC(local) locals;

typedef struct {
    coset__relation *r;
    const coset_symb_system *sys;
    coset_bdds *b;
    locals *components; /* [n_components] the events that occur */
    uint64_t edges;
    coset_bdd alive;    /* kept: the node allows successors */
    coset_bdd *offered; /* [n_events] kept: the states in which the event is possible */
} maker;

/* ---- components -------------------------------------------------------------------------------------------------- */

static coset_bdd is(const maker *k, uint32_t slot, coset_value v, bool next)
{
    return coset__slot_is(&k->r->vars, slot, v, next);
}

static void add_ways(maker *k, coset__ways_list *list, coset_count ways, coset_bdd states)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].ways == ways) {
            coset_bdd_set(k->b, &list->at[i].states, coset_bdd_or(k->b, list->at[i].states, states));
            return;
        }
    *coset_vec_add(list) = (coset__ways){ways, coset_bdd_keep(k->b, states)};
}

static void fill_local(maker *k, uint32_t component, local *out)
{
    const coset_lts *l = k->sys->super->components[component].lts;
    for (uint32_t s = 0; s < l->n_states; s++) {
        uint64_t from, to;
        if (!coset_lts_edges_with(l, s, out->event, &from, &to))
            continue;
        coset_bdd_scope scope = coset_bdd_open(k->b);
        coset_bdd next = coset_bdd_false, now = is(k, component, s + 1, false);
        for (uint64_t e = from; e < to; e++)
            next = coset_bdd_or(k->b, next, is(k, component, l->edges[e].dst + 1, true));
        coset_bdd_set(k->b, &out->steps, coset_bdd_or(k->b, out->steps, coset_bdd_and(k->b, now, next)));
        coset_bdd_set(k->b, &out->on, coset_bdd_or(k->b, out->on, now));
        add_ways(k, &out->ways, to - from, now);
        coset_bdd_close(k->b, scope);
        k->edges += to - from;
    }
}

static const local *local_of(maker *k, const coset_super_part *p)
{
    locals *all = &k->components[p->component];
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].event == p->event)
            return &all->at[i];
    local *one = coset_vec_add(all);
    *one = (local){
        .event = p->event, .steps = coset_bdd_keep(k->b, coset_bdd_false), .on = coset_bdd_keep(k->b, coset_bdd_false)};
    fill_local(k, p->component, one);
    return one;
}

static void free_locals(maker *k)
{
    for (uint32_t c = 0; c < k->sys->super->n_components; c++) {
        for (uint32_t i = 0; i < k->components[c].n; i++) {
            coset_bdd_drop(k->b, k->components[c].at[i].steps);
            coset_bdd_drop(k->b, k->components[c].at[i].on);
            coset__ways_drop(k->b, &k->components[c].at[i].ways);
        }
        coset_vec_fini(&k->components[c]);
    }
    coset_delete(k->components);
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

/* The fixed value that a rule writes to a slot: 0 stopped, 1 started, UINT32_MAX none. */
static uint32_t switched(const coset_super_rule *rule, uint32_t component)
{
    for (uint32_t i = 0; i < rule->n_starts; i++)
        if (rule->starts[i] == component)
            return 1;
    for (uint32_t i = 0; i < rule->n_stops; i++)
        if (rule->stops[i] == component)
            return 0;
    return UINT32_MAX;
}

static void add_slot(coset__rule *out, uint32_t slot)
{
    for (uint32_t i = 0; i < out->n_slots; i++)
        if (out->slots[i] == slot)
            return;
    out->slots[out->n_slots++] = slot;
}

/* The conjunction of the parts, and the switched components. */
static coset_bdd parts_step(maker *k, const coset_super_rule *rule, coset__rule *out)
{
    coset_bdd step = coset_bdd_true;
    for (uint32_t i = 0; i < rule->n_parts; i++) {
        const local *l = local_of(k, &rule->parts[i]);
        uint32_t c = rule->parts[i].component;
        step = coset_bdd_and(k->b, step, switched(rule, c) == UINT32_MAX ? l->steps : l->on);
        add_slot(out, c);
    }
    for (uint32_t half = 0; half < 2; half++) {
        const uint32_t *all = half ? rule->starts : rule->stops;
        for (uint32_t i = 0; i < (half ? rule->n_starts : rule->n_stops); i++) {
            step = coset_bdd_and(k->b, step, is(k, all[i], switched(rule, all[i]), true));
            add_slot(out, all[i]);
        }
    }
    return step;
}

static coset_bdd parts_on(maker *k, const coset_super_rule *rule)
{
    coset_bdd on = coset_bdd_true;
    for (uint32_t i = 0; i < rule->n_parts; i++)
        on = coset_bdd_and(k->b, on, local_of(k, &rule->parts[i])->on);
    return on;
}

/* The specification's moves with the event: pairs of nodes; the nodes that have it. */
static coset_bdd spec_step(maker *k, uint32_t event, coset_bdd *has, bool *moves)
{
    const coset_normal *n = k->sys->spec;
    uint32_t slot = k->sys->super->n_components;
    coset_bdd step = coset_bdd_false;
    *has = coset_bdd_false;
    *moves = false;
    for (uint32_t v = 0; v < n->n_nodes; v++) {
        uint32_t to = coset_normal_after(n, v, event);
        if (to == UINT32_MAX || n->diverges[v])
            continue;
        coset_bdd now = is(k, slot, v + 1, false);
        *moves = *moves || to != v;
        *has = coset_bdd_or(k->b, *has, now);
        step = coset_bdd_or(k->b, step, coset_bdd_and(k->b, now, is(k, slot, to + 1, true)));
    }
    return step;
}

/* The number of targets in each state: the product of those of the parts. */
static void count_ways(maker *k, const coset_super_rule *rule, coset__rule *out)
{
    coset__ways_list all = {0};
    add_ways(k, &all, 1, out->fires);
    for (uint32_t i = 0; i < rule->n_parts; i++) {
        const local *l = local_of(k, &rule->parts[i]);
        coset__ways_list finer = {0};
        for (uint32_t x = 0; x < all.n && l->ways.n > 1; x++)
            for (uint32_t y = 0; y < l->ways.n; y++) {
                coset_bdd both = coset_bdd_and(k->b, all.at[x].states, l->ways.at[y].states);
                if (!coset_bdd_is_false(both))
                    add_ways(k, &finer, all.at[x].ways * l->ways.at[y].ways, both);
            }
        for (uint32_t x = 0; x < all.n && l->ways.n == 1; x++)
            add_ways(k, &finer, all.at[x].ways * l->ways.at[0].ways, all.at[x].states);
        coset__ways_drop(k->b, &all);
        all = finer;
    }
    out->ways = all;
}

static void add_fault(maker *k, coset__rule *out, uint32_t prop, coset_bdd when)
{
    if (coset_bdd_is_false(when))
        return;
    out->faults = coset_new(1, sizeof *out->faults);
    out->faults[out->n_faults++] = (coset__fault){prop, coset_bdd_keep(k->b, when)};
}

static coset__rule *new_rule(maker *k, uint32_t group, uint64_t instance)
{
    coset__rule *out = coset_vec_add(&k->r->rules);
    *out = (coset__rule){.group = group, .instance = instance};
    coset_bdd *const sets[] = {&out->fires, &out->enabled, &out->step, &out->moves, &out->cut};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        *sets[i] = coset_bdd_keep(k->b, coset_bdd_false);
    return out;
}

static coset_super_group group_of(uint32_t event)
{
    return event == COSET_TAU ? COSET_SUPER_TAU : event == COSET_TICK ? COSET_SUPER_TICK : COSET_SUPER_EVENT;
}

static void make_rule(maker *k, const coset_super_rule *rule)
{
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset__rule *out = new_rule(k, group_of(rule->event), rule->event);
    out->slots = coset_new((size_t)rule->n_parts + rule->n_stops + rule->n_starts + 1, sizeof *out->slots);
    coset_bdd step = parts_step(k, rule, out), on = coset_bdd_and(k->b, parts_on(k, rule), k->alive), has = on;
    coset_bdd_set(k->b, &k->offered[rule->event], coset_bdd_or(k->b, k->offered[rule->event], on));
    step = coset_bdd_and(k->b, step, k->alive);
    if (rule->event != COSET_TAU) {
        bool moves;
        coset_bdd node = spec_step(k, rule->event, &has, &moves);
        step = coset_bdd_and(k->b, step, moves ? node : has);
        if (moves)
            add_slot(out, k->sys->super->n_components);
    }
    coset_bdd_set(k->b, &out->step, step);
    coset_bdd_set(k->b, &out->fires, coset_bdd_and(k->b, on, has));
    coset_bdd_set(k->b, &out->enabled, on);
    add_fault(k, out, k->sys->traces, coset_bdd_minus(k->b, on, has));
    count_ways(k, rule, out);
    coset_bdd_close(k->b, scope);
}

/* ---- refusals ---------------------------------------------------------------------------------------------------- */

/* The states in which all events of the set are offered; a state that can tick offers tick alone. */
static coset_bdd offers_all(const maker *k, const coset_event_set *a)
{
    coset_bdd stable = coset_bdd_true, ticking = coset_bdd_true;
    for (uint32_t i = 0; i < a->n; i++) {
        stable = coset_bdd_and(k->b, stable, k->offered[a->events[i]]);
        if (a->events[i] != COSET_TICK)
            ticking = coset_bdd_false;
    }
    return coset_bdd_ite(k->b, k->offered[COSET_TICK], ticking, stable);
}

static coset_bdd offers_enough(const maker *k, uint32_t node)
{
    const coset_normal *n = k->sys->spec;
    coset_bdd enough = coset_bdd_false;
    for (uint32_t e = COSET_TICK; e < n->n_events && n->accepts_any[node]; e++)
        enough = coset_bdd_or(k->b, enough, k->offered[e]);
    if (n->accepts_any[node])
        return enough;
    for (uint64_t i = n->acc_first[node]; i < n->acc_first[node + 1]; i++)
        enough = coset_bdd_or(k->b, enough, offers_all(k, &n->sets[n->acc[i]]));
    return enough;
}

/* A rule without steps, which faults in stable states that offer too little. */
static void make_refusals(maker *k)
{
    const coset_normal *n = k->sys->spec;
    if (k->sys->refusals == COSET_NO_PROP)
        return;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd settled = coset_bdd_or(k->b, coset_bdd_not(k->b, k->offered[COSET_TAU]), k->offered[COSET_TICK]);
    coset_bdd bad = coset_bdd_false;
    for (uint32_t v = 0; v < n->n_nodes; v++) {
        coset_bdd here = coset_bdd_and(k->b, settled, is(k, k->sys->super->n_components, v + 1, false));
        if (!n->diverges[v])
            bad = coset_bdd_or(k->b, bad, coset_bdd_minus(k->b, here, offers_enough(k, v)));
    }
    coset__rule *out = new_rule(k, k->sys->refusal_group, 0);
    add_fault(k, out, k->sys->refusals, bad);
    coset_bdd_close(k->b, scope);
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    maker *k = ctx;
    COSET_INVARIANT(!e->fault);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd_set(k->b, &k->r->start, coset_bdd_or(k->b, k->r->start, coset__state_set(&k->r->vars, dst)));
    coset_bdd_close(k->b, scope);
    return COSET_OK;
}

static coset_bdd alive_nodes(const maker *k)
{
    coset_bdd dead = coset_bdd_false;
    for (uint32_t v = 0; v < k->sys->spec->n_nodes; v++)
        if (k->sys->spec->diverges[v])
            dead = coset_bdd_or(k->b, dead, is(k, k->sys->super->n_components, v + 1, false));
    return coset_bdd_not(k->b, dead);
}

static void make_all(maker *k)
{
    const coset_super *super = k->sys->super;
    coset_worker *w = coset_worker_new(k->r->m);
    (void)k->r->m->ops->starts(w, on_start, k);
    k->r->m->ops->worker_free(w);
    for (uint32_t g = COSET_SUPER_TAU; g <= COSET_SUPER_EVENT; g++) /* rules of a group are consecutive */
        for (uint32_t i = 0; i < super->n_rules && k->edges <= MOST_EDGES && !coset_bdd_failed(k->b); i++)
            if (group_of(super->rules[i].event) == g)
                make_rule(k, &super->rules[i]);
    make_refusals(k);
}

coset_status coset__relation_make_system(const coset_model *m, const coset_symb_system *sys, coset_bdds *bdd,
                                         coset_symb_order order, coset__relation *r, coset_err *err)
{
    maker k = {.r = r, .sys = sys, .b = bdd};
    coset__relation_init(r, m, bdd, order, 0, 2);
    if (sys->super->n_chases)
        return coset_fail(err, COSET_UNSUPPORTED, "the symbolic engine does not support chase: use --engine=explore");
    coset_bdd_scope scope = coset_bdd_open(k.b);
    k.components = coset_new((size_t)sys->super->n_components + 1, sizeof *k.components);
    k.alive = coset_bdd_keep(k.b, alive_nodes(&k));
    k.offered = coset_new(sys->super->n_events, sizeof *k.offered);
    for (uint32_t e = 0; e < sys->super->n_events; e++)
        k.offered[e] = coset_bdd_keep(k.b, coset_bdd_false);
    make_all(&k);
    for (uint32_t e = 0; e < sys->super->n_events; e++)
        coset_bdd_drop(k.b, k.offered[e]);
    coset_bdd_drop(k.b, k.alive);
    coset_delete(k.offered);
    free_locals(&k);
    coset_bdd_close(k.b, scope);
    if (k.edges > MOST_EDGES)
        return coset_fail(err, COSET_UNSUPPORTED, "the symbolic engine does not support components with so many steps");
    if (order == COSET_ORDER_AUTO && !coset_bdd_failed(bdd))
        coset__relation_arrange(r);
    coset__relation_cluster(r, COSET__JOIN);
    if (coset_bdd_failed(bdd))
        return coset_fail(err, COSET_MEMORY, "out of memory for decision diagrams while rules were translated");
    return COSET_OK;
}

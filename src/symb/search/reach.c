/* symb/search/reach.c - the symbolic search, level by level. */
#include "symb/search/reach.h"

#include "symb/encode/merge_rule_orbits.h"
#include "symb/encode/transient_image.h"
#include "symb/search/actions.h"
#include "symb/search/formulas.h"
#include "symb/search/reach_state.h"

#include <string.h>

#define FIRST_REORDER 2000 /* nodes */

/* New states that the cluster makes out of `from`. */
static coset_bdd found_by(coset__reach *s, const coset__cluster *c, coset_bdd from)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd image = coset__image(&s->r, c, coset__gather(&s->symmetry, c, from));
    image = coset_bdd_minus(s->bdd, coset_bdd_and(s->bdd, image, s->r.assumed), s->reached);
    coset__reach_look_for_lost(s, image);
    image = coset_bdd_close_with(s->bdd, scope, image);
    image = coset_bdd_minus(s->bdd, coset__represent(&s->symmetry, image), s->reached);
    return coset_bdd_close_with(s->bdd, scope, image);
}

/* With chaining the result of a cluster is a separate level. A cluster that represents rules of many elements starts
 * again from its result, as these are other rules; all its results are one level (path.c finds its way within). */
static coset_bdd chain(coset__reach *s, const coset__cluster *c, coset_bdd from)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd found[] = {coset_bdd_false, from}; /* all; last */
    do {
        found[1] = coset_bdd_minus(s->bdd, found_by(s, c, found[1]), found[0]);
        found[0] = coset_bdd_or(s->bdd, found[0], found[1]);
        coset_bdd_close_with_all(s->bdd, scope, found, 2);
    } while (c->named && !coset_bdd_is_false(found[1]) && coset__reach_may_go_on(s));
    if (!coset_bdd_is_false(found[0]))
        coset__reach_add_level(s, found[0]);
    return coset_bdd_close_with(s->bdd, scope, found[0]);
}

/* New successors of the level. The images grow the set one after the other. With chaining each rule starts also from
 * the results of the rules before it. */
static coset_bdd step(coset__reach *s, coset_bdd level)
{
    coset_bdd_scope all = coset_bdd_open(s->bdd);
    coset_bdd next = coset_bdd_false;
    bool kept = s->kept && !s->how->chaining;
    for (uint32_t i = 0; i < s->r.clusters.n && coset__reach_may_go_on(s); i++) {
        const coset__cluster *c = &s->r.clusters.at[i];
        if (kept && c->follows)
            continue;
        coset_bdd_scope one = coset_bdd_open(s->bdd);
        if (s->how->chaining)
            coset__transient_settle(&s->r, next);
        coset_bdd found = s->how->chaining ? chain(s, c, coset_bdd_or(s->bdd, level, next)) : found_by(s, c, level);
        next = coset_bdd_close_with(s->bdd, one, coset_bdd_or(s->bdd, next, found));
    }
    if (kept) /* new states are preserved too, since the reached ones are */
        next = coset__close(&s->symmetry, next);
    return coset_bdd_close_with(s->bdd, all, next);
}

/* Whether the states of the level are to be expanded. */
static void check_bounds(coset__reach *s, uint32_t depth)
{
    if (!s->stopped && coset__reach_enough(s))
        s->stopped = s->o->max_errors == 1 ? "the search ended after the level of the first violation"
                                           : "the search ended after the level of a violation";
    coset__reach_bounds(s, depth);
}

/* Looks at the new states of a level and at their steps. False: they are not to be expanded. */
static bool judge_level(coset__reach *s, uint32_t depth, coset_bdd level)
{
    if (!s->how->chaining || depth == 0)
        coset__reach_add_level(s, level);
    s->rounds = depth;
    coset__reach_judge_states(s, depth, level);
    check_bounds(s, depth);
    if (!coset__reach_may_go_on(s))
        return false;
    coset__transient_settle(&s->r, level);
    coset__reach_judge_steps(s, depth, level);
    coset__reach_progress(s);
    return coset__reach_may_go_on(s);
}

/* A better order is searched whenever the reached states need twice as many nodes as after the last search. */
static void reorder(coset__reach *s)
{
    uint64_t size = s->how->reorder ? coset_bdd_size(s->bdd, s->reached) : 0;
    if (size < FIRST_REORDER || size < 2 * s->reordered_at)
        return;
    coset_bdd_sift(s->bdd);
    s->reordered_at = coset_bdd_size(s->bdd, s->reached);
}

/* All combinations of the values that slots can have, whether these states are reached or not. */
static void take_all(coset__reach *s)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd_set(s->bdd, &s->reached,
                  coset_bdd_minus(s->bdd, coset_bdd_and(s->bdd, s->r.possible, s->r.assumed), s->r.inside));
    coset_bdd_close(s->bdd, scope);
}

static void explore(coset__reach *s)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset__reach_look_for_lost(s, s->r.start);
    coset_bdd level = coset__represent(&s->symmetry, s->r.start);
    s->kept = coset__keeps(&s->symmetry, level);
    coset__reach_begin(s);
    for (uint32_t depth = 0; judge_level(s, depth, level); depth++) {
        level = coset_bdd_close_with(s->bdd, scope, level);
        reorder(s);
        level = coset_bdd_close_with(s->bdd, scope, step(s, level));
        if (!coset__reach_may_go_on(s) || coset_bdd_is_false(level))
            break;
    }
    coset_bdd_close(s->bdd, scope);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

/* The name of what is not symmetric in the reached states and the transient ones behind them; or NULL. */
static const char *look_for_asymmetry(const coset__reach *s)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd seen = s->r.passes ? coset_bdd_or(s->bdd, s->reached, s->r.through->known) : s->reached;
    const char *lost = coset__symmetry_refuted_by(&s->symmetry, seen);
    coset_bdd_close(s->bdd, scope);
    return lost;
}

coset_status coset__reach_run(coset__reach *s, coset_result **result, coset_err *err)
{
    if (s->o->deadlock != COSET_DEADLOCK_OFF)
        s->deadlock = coset_model_builtin(s->m, COSET_PROP_DEADLOCK);
    coset_status status = COSET_OK;
    bool ready = coset__reach_may_go_on(s);
    if (ready && s->how->backward)
        status = coset__reach_back(s, err);
    else if (ready && s->how->relating && s->how->relating->all)
        take_all(s);
    else if (ready)
        explore(s);
    if (!s->how->backward) {
        coset__reach_live(s);
        coset__reach_diverge(s);
        s->lost = s->symmetry.doubtful ? look_for_asymmetry(s) : NULL;
    }
    if (status == COSET_OK)
        *result = coset__reach_outcome(s);
    return status;
}

coset_status coset__reach_sound(const coset__reach *s, coset_err *err)
{
    if (s->how->chosen && s->how->chosen->lost)
        return coset_fail(err, COSET_UNSUPPORTED, "a %s state has no representative, so no verdict is given",
                          s->how->backward ? "possible" : "reached");
    if (!s->lost)
        return COSET_OK;
    if (s->how->found && s->how->refuted)
        *s->how->refuted = s->lost;
    return coset_fail(
        err, COSET_UNSUPPORTED,
        "internal error: %s is not symmetric, against its proof. This is a bug in coset and no verdict is "
        "given; please report it with the model",
        s->lost);
}

/* From now on states are counts. */
static coset_status count_processes(coset__reach *s, coset_err *err)
{
    coset__relation counted = {0};
    if (s->how->backward)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "counted processes are searched forward only: use --direction=forward");
    coset_status status = coset__counter_make(&s->symmetry, &s->r, &s->counter, &counted, err);
    if (!counted.m) /* not begun */
        return status;
    coset__symmetry_free(&s->symmetry);
    coset__relation_free(&s->r);
    s->r = counted;
    coset__symmetry_none(&s->symmetry, &s->r, s->how, s->arena);
    s->symmetry.counter = s->counter;
    s->symmetry.keepers_of = coset__counter_keepers;
    return status;
}

/* A search forward that sorts sets of states, and nothing but it. */
static bool sorts(const coset_symb_options *how)
{
    return coset__exchanges(how) && how->symmetry == COSET_SYMB_DYNAMIC && !how->backward && !how->formulas &&
           !how->relating;
}

/* Elements are moved past each other: fast and small if the variables of each one are adjacent. */
static bool folds(const coset_symb_options *how)
{
    return sorts(how) && !how->found && how->order == COSET_ORDER_CONCATENATED;
}

static uint32_t joined_nodes(const coset_symb_options *how)
{
    bool multiple = coset__exchanges(how) && how->symmetry == COSET_SYMB_MULTIPLE;
    if (multiple || (folds(how) && how->chaining)) /* each rule is better exhausted before others */
        return 0;
    return sorts(how) ? COSET__JOIN_SORTED : COSET__JOIN;
}

static coset_status make_relation(coset__reach *s, uint32_t first, uint32_t stride, coset_err *err)
{
    const coset_symb_options *how = s->how;
    bool exchanges = coset__exchanges(how);
    bool siblings = exchanges && !how->found && !s->m->symmetry.composite; /* of other groups nothing is known */
    coset_symb_order order = siblings && how->order == COSET_ORDER_AUTO ? COSET_ORDER_SIBLINGS : how->order;
    if (exchanges && how->symmetry == COSET_SYMB_COUNTER) /* of concrete states, of which sets are not made */
        order = COSET_ORDER_CONCATENATED;
    const coset__making making = {.order = order,
                                  .first = first,
                                  .stride = stride,
                                  .join = joined_nodes(how),
                                  .folds = folds(how) ? how->group : NULL,
                                  .conditions = s->o->deadlock != COSET_DEADLOCK_OFF ||
                                                (exchanges && how->symmetry == COSET_SYMB_COUNTER),
                                  .values = how->backward || (how->relating && how->relating->all)};
    coset_status status = how->system ? coset__relation_make_system(s->m, how->system, s->bdd, order, &s->r, err)
                                      : coset__relation_make(s->m, s->bdd, &making, &s->r, err);
    if (status == COSET_OK && s->r.passes && s->o->deadlock == COSET_DEADLOCK_STUTTERING)
        status = coset_fail(
            err, COSET_UNSUPPORTED,
            "the symbolic engine does not check whether a step of several statements ends in the state where it "
            "began: use --deadlock=stuck or --deadlock=off");
    return status;
}

/* Symmetry that fails in some state may hold in reached ones; this is checked with all rules. */
static void give_up_orbits(coset__reach *s)
{
    if (!coset__unfold(&s->r))
        return;
    coset__relation_uncluster(&s->r);
    coset__relation_cluster(&s->r, joined_nodes(s->how));
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    s->symmetry.doubtful = coset__symmetry_refuted(&s->symmetry, coset__valid(&s->r.vars)) != NULL;
    coset_bdd_close(s->bdd, scope);
}

coset_status coset__reach_open(coset__reach *s, uint32_t first, uint32_t stride, coset_err *err)
{
    const coset_symb_relating *relating = s->how->relating;
    s->deadlock = COSET_NO_PROP;
    s->findings = coset_new(s->m->n_props, sizeof *s->findings);
    s->undecided = coset_new(s->m->n_props, sizeof *s->undecided);
    s->reached = coset_bdd_keep(s->bdd, coset_bdd_false);
    coset_status status = make_relation(s, first, stride, err);
    if (relating && relating->apart && stride > 2)
        coset__relation_part(&s->r);
    if (status != COSET_OK && status != COSET_MEMORY)
        return status;
    if (s->how->backward || (relating && relating->all))
        coset__transient_settle_all(&s->r);
    bool exchanges = coset__exchanges(s->how);
    s->prepared = true;
    status = coset__symmetry_make(&s->symmetry, &s->r, s->how, s->arena, err);
    if (status == COSET_OK && s->symmetry.doubtful)
        give_up_orbits(s);
    coset__symmetry_orbit_image(&s->symmetry, &s->r);
    if (status == COSET_OK)
        coset__symmetry_rule_classes(&s->symmetry, &s->r);
    if (status == COSET_OK && exchanges && s->how->symmetry == COSET_SYMB_COUNTER)
        status = count_processes(s, err);
    return status;
}

void coset__reach_close(coset__reach *s)
{
    coset__reach_drop_levels(s);
    coset_vec_fini(&s->levels);
    coset_bdd_drop(s->bdd, s->reached);
    coset_delete(s->findings);
    coset_delete(s->undecided);
    if (s->prepared)
        coset__symmetry_free(&s->symmetry);
    coset__relation_free(&s->r);
    coset__counter_free(s->counter);
}

/* Asked in the middle of operations. */
static bool goes_on(void *ctx)
{
    const coset__clock *c = ctx;
    bool told = c->o->stop && !c->resumed && atomic_load(c->o->stop);
    return !told && (c->deadline == 0 || coset_engine_now() < c->deadline);
}

coset_status coset__reach_context(coset__clock *clock, const coset_symb_options *how, uint32_t n_vars, coset_bdds **out,
                                  coset_err *err)
{
    const coset_bdd_options o = {.n_vars = n_vars,
                                 .max_bytes = coset_engine_room(clock->o),
                                 .max_nodes = how->max_nodes,
                                 .goes_on = goes_on,
                                 .goes_on_ctx = clock};
    clock->began = coset_engine_now();
    clock->deadline = clock->o->max_seconds > 0 ? clock->began + clock->o->max_seconds - clock->o->spent_seconds : 0;
    return coset_bdd_new(&o, out, err);
}

const coset_strategy *coset_symb_strategy(coset_symb_symmetry how, bool exact)
{
    static const coset_strategy all[][2] = {
        [COSET_SYMB_DYNAMIC] = {{"dynamic", false, ""}, {"dynamic", true, ""}},
        [COSET_SYMB_ORBIT] = {{"orbit", false, ""}, {"orbit", true, ""}},
        [COSET_SYMB_MULTIPLE] = {{"multiple", false, ""}, {"multiple", true, ""}},
        [COSET_SYMB_COUNTER] = {{"counter", false, ""}, {"counter", true, ""}},
        [COSET_SYMB_RELATION] = {{"relation", false, ""}, {"relation", true, ""}},
    };
    return how == COSET_SYMB_NONE ? NULL : &all[how][exact];
}

coset_status coset_symb_reach(const coset_model *m, const coset_engine_options *options, const coset_symb_options *how,
                              coset_arena *arena, coset_result **result, coset_err *err)
{
    coset__clock clock = {.o = options};
    coset__reach s = {.m = m, .o = options, .how = how, .clock = &clock, .arena = arena};
    uint32_t stride = how->relating ? 4 : 2;
    coset_status status = coset__reach_context(&clock, how, coset__vars_needed(m) * (stride / 2), &s.bdd, err);
    if (status != COSET_OK)
        return status;
    status = coset__reach_open(&s, 0, stride, err);
    if (status == COSET_OK || status == COSET_MEMORY) /* then the search ends at once, as incomplete */
        status = coset__reach_run(&s, result, err);
    if (status == COSET_OK) {
        coset__reach_formulas(&s, *result);
        coset__reach_accepting(&s);
        coset__reach_classes(&s);
        status = coset__reach_sound(&s, err);
    }
    coset__reach_close(&s);
    coset_bdd_free(s.bdd);
    return status;
}

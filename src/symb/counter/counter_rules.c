/* symb/counter/counter_rules.c - steps, start states and properties of counted states.
 *
 * A step in a scene moves the processes that act from local states to others: counters change by amounts that do not
 * depend on the state. If it changes the others too, each local state is mapped to another one, and a counter becomes
 * the sum of those that are mapped to it.
 */
#include <string.h>

#include "base/mem.h"
#include "engine/engine.h"
#include "ir/interp.h"
#include "symb/counter/counting.h"

/* One rule whose steps are translated. */
typedef struct {
    const coset__rule *rule;
    coset_pos pos;
    bool *written; /* [n_slots] */
    bool changes_others;
    coset_bdd world;   /* all possible states, in the scene */
    uint32_t *becomes; /* [n_letters] new local states of the others */
    uint32_t after[COSET__MOST_ACTIVE];
    coset_value held[COSET__MOST_HOLDERS]; /* afterwards */
    uint32_t by[COSET__MOST_HOLDERS];
} step;

/* ---- the counters afterwards ----------------------------------------------------------------------------------------
 */

/* The change of the counter of l beyond the sum of the counters that are mapped to it. */
static int32_t difference(const step *x, const coset__scene *s, uint32_t l)
{
    int32_t d = 0;
    for (uint32_t i = 0; i < s->n; i++)
        d += (x->after[i] == l) - (x->becomes[s->letter[i]] == l);
    return d;
}

/* Whether all that go over into l are those that were there. */
static bool stays(const coset__counting *k, const step *x, uint32_t l)
{
    for (uint32_t from = 0; from < k->c->n_letters; from++)
        if ((x->becomes[from] == l) != (from == l))
            return false;
    return true;
}

static coset_bdd counter_after(const coset__counting *k, const step *x, const coset__scene *s, uint32_t l)
{
    const coset__counter *c = k->c;
    uint32_t slot = coset__counter_slot(c, l);
    int64_t d = difference(x, s, l);
    bool *member = coset_new((size_t)c->n_letters + 1, sizeof *member);
    coset_bdd *sums = coset_new((size_t)c->n + 1, sizeof *sums), all = coset_bdd_false;
    for (uint32_t from = 0; from < c->n_letters; from++)
        member[from] = x->becomes[from] == l;
    coset__sums(k, member, sums);
    for (int64_t v = 0; v <= c->n; v++)
        if (v + d >= 0 && v + d <= c->shell.slots[slot].max) {
            coset_bdd is = coset__slot_is(&k->to->vars, slot, (coset_value)(v + d), true);
            all = coset_bdd_or(k->b, all, coset_bdd_and(k->b, sums[v], is));
        }
    coset_delete(member);
    coset_delete(sums);
    return all;
}

/* Adds a relation of the group; it constrains steps only. */
static void add_steps(coset__counting *k, const step *x, const coset__scene *s, coset_bdd steps)
{
    const coset__counter *c = k->c;
    coset__rule out = {.group = x->rule->group, .instance = x->rule->instance};
    coset_bdd_scope scope = coset_bdd_open(k->b);
    out.slots = coset_new((size_t)c->shell.n_slots + 1, sizeof *out.slots);
    steps = coset_bdd_rename(k->b, coset__rule_orbits(k, s, steps), k->globals);
    steps = coset_bdd_and(k->b, steps, coset__scene_guard(k, s));
    for (uint32_t i = 0; i < c->n_global; i++)
        if (x->written[c->global[i]])
            out.slots[out.n_slots++] = i;
    for (uint32_t h = 0; h < c->n_holders; h++) {
        uint32_t slot = coset__holder_slot(c, h);
        if (!x->written[c->holder[h]])
            continue;
        coset_value code = coset__holder_code(c, h, x->held[h]);
        steps = coset_bdd_and(k->b, steps, coset__slot_is(&k->to->vars, slot, code, true));
        out.slots[out.n_slots++] = slot;
    }
    for (uint32_t l = 0; l < c->n_letters && !coset_bdd_is_false(steps); l++) {
        if (stays(k, x, l) && difference(x, s, l) == 0)
            continue;
        steps = coset_bdd_and(k->b, steps, counter_after(k, x, s, l));
        out.slots[out.n_slots++] = coset__counter_slot(c, l);
    }
    if (coset_bdd_is_false(steps)) {
        coset_delete(out.slots);
    } else {
        out.fires = out.enabled = out.moves = out.cut = coset_bdd_false;
        coset_bdd *all[] = {&out.fires, &out.enabled, &out.moves, &out.cut};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            (void)coset_bdd_keep(k->b, *all[i]);
        out.step = coset_bdd_keep(k->b, steps);
        *coset_vec_add(&k->to->rules) = out;
    }
    coset_bdd_close(k->b, scope);
}

/* ---- new local states of processes
 * ----------------------------------------------------------------------------------------------- */

/* The process's next local state is this one, of the slots that are written. */
static coset_bdd goes_to(const coset__counting *k, const step *x, uint32_t process, uint32_t letter, bool next)
{
    const coset__counter *c = k->c;
    coset_bdd all = coset_bdd_true;
    for (uint32_t j = c->n_local; j-- > 0;) {
        uint32_t slot = c->local[process * c->n_local + j];
        if (x->written[slot])
            all = coset_bdd_and(k->b, all, coset__slot_is(&k->from->vars, slot, coset__letter(c, letter)[j], next));
    }
    return all;
}

static coset_bdd next_of(const coset__counting *k, const step *x, uint32_t process)
{
    const coset__counter *c = k->c;
    uint32_t n = 0, *slots = coset_new((size_t)c->n_local + 1, sizeof *slots);
    for (uint32_t j = 0; j < c->n_local; j++)
        if (x->written[c->local[process * c->n_local + j]])
            slots[n++] = c->local[process * c->n_local + j];
    coset_bdd cube = coset__slots_cube(&k->from->vars, slots, n, true);
    coset_delete(slots);
    return cube;
}

/* Unwritten slots keep their values; holders agree with the local state of the process (number `who` in the scene). */
static bool may_go(const coset__counting *k, const step *x, uint32_t process, uint32_t who, uint32_t from, uint32_t to)
{
    const coset__counter *c = k->c;
    for (uint32_t j = 0; j < c->n_local; j++)
        if (!x->written[c->local[process * c->n_local + j]] && coset__letter(c, from)[j] != coset__letter(c, to)[j])
            return false;
    for (uint32_t h = 0; h < c->n_holders; h++) {
        bool held = x->by[h] == COSET__ANY ? coset__letter(c, from)[c->n_local + h] != 0 : x->by[h] == who;
        if ((coset__letter(c, to)[c->n_local + h] != 0) != held)
            return false;
    }
    return true;
}

/* For ignored holders: they hold the process if its local state says so. */
static coset_bdd unseen(const coset__counting *k, const coset__scene *s, uint32_t process, uint32_t letter)
{
    coset_bdd all = coset_bdd_true;
    for (uint32_t h = 0; h < k->c->n_holders; h++) {
        coset_bdd held = s->by[h] == COSET__ANY ? coset__holds(k, h, process) : coset_bdd_false;
        if (s->by[h] == COSET__ANY && coset__letter(k->c, letter)[k->c->n_local + h])
            all = coset_bdd_and(k->b, all, held);
        else
            all = coset_bdd_minus(k->b, all, held);
    }
    return all;
}

/* The new local state of the others from this one, in steps of `rest`; false if there are several. */
static bool others_go(const coset__counting *k, step *x, const coset__scene *s, coset_bdd rest, uint32_t process,
                      uint32_t from)
{
    coset_bdd here = coset_bdd_and(k->b, coset_bdd_and(k->b, rest, x->world), unseen(k, s, process, from));
    here = coset_bdd_relprod(k->b, here, k->is[(size_t)process * k->c->n_letters + from], k->now[process]);
    uint32_t n = 0;
    x->becomes[from] = from;
    for (uint32_t to = 0; to < k->c->n_letters && !coset_bdd_is_false(here); to++) {
        if (!may_go(k, x, process, COSET__NOBODY - 2, from, to))
            continue;
        coset_bdd goes = goes_to(k, x, process, to, true);
        if (coset_bdd_is_false(coset_bdd_and(k->b, here, goes)))
            continue;
        x->becomes[from] = to;
        here = coset_bdd_minus(k->b, here, goes);
        n++;
    }
    return n < 2 && coset_bdd_is_false(here);
}

/* All variables of the others after the step are forgotten: they follow. */
static coset_bdd forget_others(const coset__counting *k, const step *x, const uint32_t *process, uint32_t n,
                               coset_bdd steps)
{
    for (uint32_t i = 0; i < n; i++)
        steps = coset_bdd_exist(k->b, steps, next_of(k, x, process[i]));
    return steps;
}

/* The others change; if that depends on shared variables the step is split by their values. */
static void divide(coset__counting *k, step *x, const coset__scene *s, coset_bdd steps, const uint32_t *process,
                   uint32_t n, uint32_t global)
{
    const coset__counter *c = k->c;
    bool clear = true;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    for (uint32_t l = 0; l < c->n_letters && clear; l++)
        clear = !coset__is_free(c, s, l) || others_go(k, x, s, steps, process[0], l);
    coset_bdd_close(k->b, scope);
    if (clear)
        add_steps(k, x, s, forget_others(k, x, process, n, steps));
    else if (global == c->n_global)
        coset__counting_trouble(k, x->pos, "the step",
                                "changes processes in a way that depends on more than each one's own state");
    for (coset_value v = 0; !clear && global < c->n_global && v <= c->m->slots[c->global[global]].max; v++) {
        scope = coset_bdd_open(k->b);
        coset_bdd here = coset_bdd_and(k->b, steps, coset__slot_is(&k->from->vars, c->global[global], v, false));
        if (k->trouble == COSET_OK && !coset_bdd_is_false(here))
            divide(k, x, s, here, process, n, global + 1);
        coset_bdd_close(k->b, scope);
    }
}

static void move_others(coset__counting *k, step *x, const coset__scene *s, coset_bdd steps)
{
    uint32_t *process = coset_new(k->c->n, sizeof *process);
    uint32_t n = coset__others(k->c, s, process);
    for (uint32_t l = 0; l < k->c->n_letters; l++)
        x->becomes[l] = l;
    if (n && x->changes_others)
        divide(k, x, s, steps, process, n, 0);
    else
        add_steps(k, x, s, steps);
    coset_delete(process);
}

static void move_active(coset__counting *k, step *x, const coset__scene *s, coset_bdd steps, uint32_t who)
{
    if (coset_bdd_is_false(steps) || k->trouble != COSET_OK)
        return;
    if (who == s->n) {
        move_others(k, x, s, steps);
        return;
    }
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd left = coset_bdd_and(k->b, steps, x->world);
    for (uint32_t l = 0; l < k->c->n_letters; l++) {
        if (!may_go(k, x, s->process[who], who, s->letter[who], l))
            continue;
        coset_bdd_scope one = coset_bdd_open(k->b);
        coset_bdd goes = goes_to(k, x, s->process[who], l, true);
        x->after[who] = l;
        move_active(k, x, s, coset_bdd_relprod(k->b, steps, goes, next_of(k, x, s->process[who])), who + 1);
        left = coset_bdd_close_with(k->b, one, coset_bdd_minus(k->b, left, goes));
    }
    if (!coset_bdd_is_false(left))
        coset__counting_trouble(k, x->pos, "the step", "leads to a local state that was not foreseen");
    coset_bdd_close(k->b, scope);
}

static void move_held(coset__counting *k, step *x, const coset__scene *s, coset_bdd steps, uint32_t h)
{
    const coset__counter *c = k->c;
    if (coset_bdd_is_false(steps) || k->trouble != COSET_OK)
        return;
    if (h == c->n_holders) {
        move_active(k, x, s, steps, 0);
        return;
    }
    x->held[h] = s->held[h];
    x->by[h] = s->by[h];
    if (!x->written[c->holder[h]]) {
        move_held(k, x, s, steps, h + 1);
        return;
    }
    for (coset_value v = 0; v <= c->m->slots[c->holder[h]].max; v++) {
        coset_bdd_scope scope = coset_bdd_open(k->b);
        coset_bdd is = coset__slot_is(&k->from->vars, c->holder[h], v, true);
        coset_bdd here = coset_bdd_relprod(k->b, steps, is, coset__slots_cube(&k->from->vars, &c->holder[h], 1, true));
        int64_t p = coset__held(c, c->holder[h], v);
        x->held[h] = v;
        x->by[h] = COSET__NOBODY;
        for (uint32_t i = 0; i < s->n; i++)
            x->by[h] = s->process[i] == p ? i : x->by[h];
        if (p >= 0 && x->by[h] == COSET__NOBODY && !coset_bdd_is_false(coset_bdd_and(k->b, here, x->world)))
            coset__counting_trouble(k, x->pos, "the step",
                                    "makes a variable hold a process that is neither its parameter nor held already");
        else if (p < 0 || x->by[h] != COSET__NOBODY)
            move_held(k, x, s, here, h + 1);
        coset_bdd_close(k->b, scope);
    }
}

/* ---- conditions
 * -------------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset__counting *k;
    const coset__scene *s;
    coset_bdd guard;
} counting_of;

static coset_bdd counted(const counting_of *x, coset_bdd f)
{
    const coset__counting *k = x->k;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    f = coset_bdd_rename(k->b, coset__rule_orbits(k, x->s, coset__in_scene(k, x->s, f)), k->globals);
    return coset_bdd_close_with(k->b, scope, coset_bdd_and(k->b, f, x->guard));
}

static coset__fault *counted_list(const counting_of *x, const coset__fault *list, uint32_t n)
{
    coset__fault *out = coset_new(n, sizeof *out);
    for (uint32_t i = 0; i < n; i++)
        out[i] = (coset__fault){list[i].prop, coset_bdd_keep(x->k->b, counted(x, list[i].when))};
    return out;
}

/* A process in a local state of which there are c, then one of c - 1, ...: how many steps there are of which this is
 * one. */
static void count_instances(const counting_of *x, coset__ways_list *times)
{
    const coset__counter *c = x->k->c;
    coset_bdds *b = x->k->b;
    *coset_vec_add(times) = (coset__ways){1, coset_bdd_keep(b, coset_bdd_true)};
    for (uint32_t i = 0; i < x->s->n_params; i++) {
        uint32_t slot = coset__counter_slot(c, x->s->letter[i]), before = 0;
        coset__ways_list finer = {0};
        for (uint32_t j = 0; j < i; j++)
            before += x->s->letter[j] == x->s->letter[i];
        for (uint32_t t = 0; t < times->n; t++)
            for (coset_value v = before + 1; v <= c->shell.slots[slot].max; v++) {
                coset_bdd_scope scope = coset_bdd_open(b);
                coset_bdd is = coset_bdd_and(b, times->at[t].states, coset__slot_is(&x->k->to->vars, slot, v, false));
                coset__ways_add(b, &finer, times->at[t].ways * (v - before), is);
                coset_bdd_close(b, scope);
            }
        coset__ways_drop(b, times);
        *times = finer;
    }
}

static void add_conditions(coset__counting *k, const step *x, const coset__scene *s)
{
    coset_bdd_scope scope = coset_bdd_open(k->b);
    const counting_of of = {k, s, coset__scene_guard(k, s)};
    const coset__rule *rule = x->rule;
    coset__rule out = {.group = rule->group, .instance = rule->instance};
    out.fires = coset_bdd_keep(k->b, counted(&of, rule->fires));
    out.enabled = coset_bdd_keep(k->b, counted(&of, rule->enabled));
    out.moves = coset_bdd_keep(k->b, counted(&of, rule->moves));
    out.cut = coset_bdd_keep(k->b, counted(&of, rule->cut));
    out.step = coset_bdd_keep(k->b, coset_bdd_false);
    out.n_faults = rule->n_faults;
    out.faults = counted_list(&of, rule->faults, rule->n_faults);
    out.n_covers = rule->n_covers;
    out.covers = counted_list(&of, rule->covers, rule->n_covers);
    count_instances(&of, &out.times);
    *coset_vec_add(&k->to->rules) = out;
    coset_bdd_close(k->b, scope);
}

/* ---- rules
 * -------------------------------------------------------------------------------------------------------------- */

static void count_scene(coset__counting *k, const coset__scene *s, void *ctx)
{
    step *x = ctx;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    x->world = coset__in_scene(k, s, k->world);
    for (uint32_t i = 0; i < s->n; i++)
        x->world = coset_bdd_and(k->b, x->world, unseen(k, s, s->process[i], s->letter[i]));
    add_conditions(k, x, s);
    move_held(k, x, s, coset__in_scene(k, s, x->rule->step), 0);
    coset_bdd_close(k->b, scope);
}

static bool writes_one_of(const coset__counting *k, const step *x, uint32_t first)
{
    for (uint32_t p = first; p < k->c->n; p++)
        for (uint32_t j = 0; j < k->c->n_local; j++)
            if (x->written[k->c->local[p * k->c->n_local + j]])
                return true;
    return false;
}

/* So are holders that are written; and those that faults and covers depend on. */
static void look_at_writes(const coset__counting *k, const step *x, coset__scene *s)
{
    coset__scene of_lists = {0};
    for (uint32_t h = 0; h < k->c->n_holders; h++)
        s->by[h] = x->written[k->c->holder[h]] ? COSET__NOBODY : s->by[h];
    for (uint32_t i = 0; i < x->rule->n_faults + x->rule->n_covers; i++) {
        const coset__fault *f = i < x->rule->n_faults ? &x->rule->faults[i] : &x->rule->covers[i - x->rule->n_faults];
        coset__look_at(k, &of_lists, &f->when, 1);
        for (uint32_t h = 0; h < k->c->n_holders; h++)
            s->by[h] = of_lists.by[h] == COSET__ANY ? s->by[h] : COSET__NOBODY;
    }
}

static void count_rule(coset__counting *k, const coset__rule *rule, coset_pos pos, const uint32_t *process, uint32_t n)
{
    step x = {.rule = rule, .pos = pos, .written = coset_new(k->c->m->n_slots, sizeof *x.written)};
    coset__scene s = {.n = n, .n_params = n};
    memcpy(s.process, process, n * sizeof *process);
    for (uint32_t i = 0; i < rule->n_slots; i++)
        x.written[rule->slots[i]] = true;
    x.changes_others = writes_one_of(k, &x, n);
    x.becomes = coset_new((size_t)k->c->n_letters + 1, sizeof *x.becomes);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    const coset_bdd looked_at[] = {rule->enabled, rule->fires, rule->step, rule->moves, rule->cut};
    coset_bdd live = coset_bdd_and(k->b, rule->enabled, k->world);
    coset__look_at(k, &s, looked_at, sizeof looked_at / sizeof *looked_at);
    look_at_writes(k, &x, &s);
    coset__scenes(k, &s, live, count_scene, &x);
    coset_bdd_close(k->b, scope);
    coset_delete(x.becomes);
    coset_delete(x.written);
}

/* The exchange that takes the processes to the first ones. */
static coset__renaming *to_first(const coset__counting *k, const uint32_t *process, uint32_t n)
{
    const coset__counter *c = k->c;
    uint32_t offset = coset_symmetry_offset(&c->m->symmetry, c->type), next = n;
    coset_renaming *perm = coset__identity(c->m);
    for (uint32_t p = 0; p < c->n; p++) {
        uint32_t i = 0;
        while (i < n && process[i] != p)
            i++;
        perm[offset + c->element[p]] = c->element[i < n ? i : next++];
    }
    coset__renaming *by = coset__renaming_new(&k->from->vars, perm, COSET__BY_NOTHING);
    coset_delete(perm);
    return by;
}

/* The step does not distinguish the processes after the first n. */
static bool others_alike(const coset__counting *k, const coset__rule *rule, uint32_t n)
{
    for (uint32_t i = 0; i < k->y->swaps.n; i++) {
        const coset__swap *swap = &k->y->swaps.at[i];
        if (n < k->c->n && swap->a >= k->c->element[n] && !coset__becomes(k->y, swap->by, rule, rule))
            return false;
    }
    return true;
}

/* The step becomes the one of the same rule whose processes are the first ones when its own become these. */
static bool is_image(const coset__counting *k, const coset__rule *rule, const uint32_t *process, uint32_t n)
{
    uint64_t wanted = coset__first_instance(k->c, rule);
    for (uint32_t i = 0; i < k->rules.n; i++) {
        const coset__rule *first = &k->rules.at[i];
        if (first->group != rule->group || first->instance != wanted)
            continue;
        coset__renaming *by = to_first(k, process, n);
        bool same = coset__becomes(k->y, by, rule, first);
        coset__renaming_free(by);
        return same;
    }
    return false;
}

static void count_instance(coset__counting *k, const coset__rule *rule)
{
    coset_pos pos = k->c->m->groups[rule->group].pos;
    uint32_t process[COSET__MOST_ACTIVE];
    uint32_t n = coset__rule_processes(k->c, rule, process);
    if (coset_model_ir(k->c->m)->rules[rule->group].n_params > COSET__MOST_ACTIVE) {
        coset__counting_trouble(k, pos, "the step", "has more than eight parameters");
        return;
    }
    bool first = coset__is_first(process, n);
    if (first ? !others_alike(k, rule, n) : !is_image(k, rule, process, n))
        coset__counting_trouble(k, pos, "the step", "distinguishes processes in some states");
    else if (first)
        count_rule(k, rule, pos, process, n);
}

/* ---- start states and properties
 * ---------------------------------------------------------------------------------------- */

static void add_starts(coset__counting *k, const coset__scene *s, void *ctx)
{
    const coset__counter *c = k->c;
    const counting_of of = {k, s, coset__scene_guard(k, s)};
    bool *member = coset_new((size_t)c->n_letters + 1, sizeof *member);
    coset_bdd *sums = coset_new((size_t)c->n + 1, sizeof *sums);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd here = counted(&of, k->from->start);
    for (uint32_t l = 0; l < c->n_letters; l++) {
        bool in_scene = false;
        for (uint32_t i = 0; i < s->n; i++)
            in_scene = in_scene || s->letter[i] == l;
        member[l] = coset__is_free(c, s, l);
        if (!member[l])
            here = coset_bdd_and(k->b, here, coset__slot_is(&k->to->vars, coset__counter_slot(c, l), in_scene, false));
    }
    coset__sums(k, member, sums);
    here = coset_bdd_and(k->b, here, sums[c->n - s->n]);
    coset_bdd_set(k->b, ctx, coset_bdd_or(k->b, *(coset_bdd *)ctx, here));
    coset_bdd_close(k->b, scope);
    coset_delete(member);
    coset_delete(sums);
}

/* Start rules keep their faults, which depend on no state. */
static void count_starts(coset__counting *k)
{
    const coset__scene nobody = {0};
    coset__scenes(k, &nobody, k->from->start, add_starts, &k->to->start);
    for (uint32_t i = 0; i < k->from->starts.n; i++) {
        const coset__rule *rule = &k->from->starts.at[i];
        coset__rule out = {.group = rule->group, .instance = rule->instance};
        out.fires = coset_bdd_keep(k->b, rule->fires);
        out.enabled = coset_bdd_keep(k->b, rule->enabled);
        out.moves = coset_bdd_keep(k->b, coset_bdd_false);
        out.cut = coset_bdd_keep(k->b, rule->cut);
        out.step = coset_bdd_keep(k->b, coset_bdd_false);
        out.n_faults = rule->n_faults;
        out.faults = coset_new(rule->n_faults, sizeof *out.faults);
        for (uint32_t f = 0; f < rule->n_faults; f++)
            out.faults[f] = (coset__fault){rule->faults[f].prop, coset_bdd_keep(k->b, rule->faults[f].when)};
        out.n_covers = rule->n_covers;
        out.covers = coset_new(rule->n_covers, sizeof *out.covers);
        for (uint32_t f = 0; f < rule->n_covers; f++)
            out.covers[f] = (coset__fault){rule->covers[f].prop, coset_bdd_keep(k->b, rule->covers[f].when)};
        *coset_vec_add(&k->to->starts) = out;
    }
}

static bool is_symmetric(const coset__counting *k, coset_bdd set)
{
    for (uint32_t i = 0; i < k->y->swaps.n; i++)
        if (!coset_bdd_same(coset__rename(k->y->swaps.at[i].by, set), set))
            return false;
    return true;
}

/* A property that is less symmetric is violated in an orbit if some state of the orbit violates it. */
static void count_judgement(coset__counting *k, const coset__judgement *j)
{
    const coset_symb_options *o = k->y->o;
    bool same = !o->props || coset_symgroup_same(k->c->m, o->props[j->prop], o->group);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd holds = j->holds, faults = j->faults;
    if (!same && k->c->m->props[j->prop].kind == COSET_PROP_INVARIANT)
        holds = coset_bdd_not(k->b, coset__spread(k->y, coset_bdd_not(k->b, holds)));
    if (!same)
        faults = coset__spread(k->y, faults);
    coset_bdd valid = coset__valid(&k->from->vars);
    if (!is_symmetric(k, coset_bdd_and(k->b, holds, valid)) || !is_symmetric(k, coset_bdd_and(k->b, faults, valid)))
        coset__counting_trouble(k, k->c->m->props[j->prop].pos, k->c->m->props[j->prop].name,
                                "is about single processes");
    holds = coset__count_set(k, holds);
    faults = coset__count_set(k, faults);
    *coset_vec_add(&k->to->judgements) =
        (coset__judgement){j->prop, j->instance, coset_bdd_keep(k->b, holds), coset_bdd_keep(k->b, faults)};
    coset_bdd_close(k->b, scope);
}

void coset__count_rules(coset__counting *k)
{
    const coset__relation *r = k->from;
    coset__counting_join(k);
    for (uint32_t i = 0; i < k->rules.n && k->trouble == COSET_OK; i++)
        count_instance(k, &k->rules.at[i]);
    if (k->trouble != COSET_OK)
        return;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    count_starts(k);
    coset_bdd_set(k->b, &k->to->assumed, coset__count_set(k, r->assumed));
    coset_bdd_set(k->b, &k->to->may_end, coset__count_set(k, r->may_end));
    coset_bdd_close(k->b, scope);
    for (uint32_t i = 0; i < r->judgements.n && k->trouble == COSET_OK; i++)
        count_judgement(k, &r->judgements.at[i]);
}

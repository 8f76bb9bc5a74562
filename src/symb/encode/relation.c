/* symb/encode/relation.c - rules and properties to relations and sets. */
#include "symb/encode/merge_rule_orbits.h"
#include "symb/encode/transient_image.h"

#include <string.h>

#include "engine/engine.h"
#include "ir/interp.h"

#define MOST_VALUES 4096 /* of a slot */
#define MOST_RULES  1000000
#define LARGE       64 /* values of a slot: it is worth while to find those that it may have */
#define PATIENCE    20 /* rounds; slots that grow later may have all values */

typedef struct {
    coset__relation *r;
    coset__machine m;
    coset__cases *now;        /* [n_slots] any state, with the known values */
    coset__cases *empty;      /* [n_slots] before a start rule: all undefined */
    coset__rule_orbits *fold; /* or NULL */
    bool **may;               /* [n_slots][max + 1] values that are being found; NULL: rules are related */
    bool grown;
} maker;

/* ---- sources -------------------------------------------------------------------------------------------------- */

static coset_status check_sizes(const coset_model *m, coset_err *err)
{
    const coset_ir *ir = coset_model_ir(m);
    if (!ir)
        return coset_fail(err, COSET_UNSUPPORTED, "the symbolic engine needs guarded rules; %s has none", m->language);
    for (uint32_t i = 0; i < ir->n_props && ir->transient; i++)
        if (ir->props[i].kind == COSET_PROP_ASSUMPTION)
            return coset_fail(err, COSET_UNSUPPORTED,
                              "the symbolic engine does not support assumptions inside atomic steps");
    for (uint32_t s = 0; s < m->n_slots; s++)
        if (m->slots[s].max >= MOST_VALUES)
            return coset_fail(err, COSET_UNSUPPORTED,
                              "the symbolic engine does not support variables with more than %u values (%s)",
                              MOST_VALUES - 1, m->slots[s].name);
    if (m->symmetry.n_bags)
        return coset_fail(err, COSET_UNSUPPORTED, "the symbolic engine does not support multisets");
    return COSET_OK;
}

/* Kept until the end: the cases of a slot in any state. may: its values, or NULL: all. */
static coset__cases slot_cases(coset__relation *r, uint32_t slot, const bool *may)
{
    uint32_t n = 0, most = r->m->slots[slot].max + 1;
    coset__case *all = coset_new(most, sizeof *all);
    for (uint32_t v = 0; v < most; v++)
        if (!may || may[v])
            all[n++] = (coset__case){v, coset__slot_is(&r->vars, slot, v, false)};
    return (coset__cases){n, all};
}

static void make_sources(maker *k)
{
    const coset_model *m = k->r->m;
    static const coset__case undefined = {0, {1}};
    COSET_INVARIANT(coset_bdd_is_true(undefined.when));
    k->now = coset_new(m->n_slots, sizeof *k->now);
    k->empty = coset_new(m->n_slots, sizeof *k->empty);
    for (uint32_t s = 0; s < m->n_slots; s++) {
        k->now[s] = slot_cases(k->r, s, NULL);
        k->empty[s] = (coset__cases){1, &undefined};
    }
}

static void free_cases(coset__cases c)
{
    union {
        const coset__case *in;
        void *out;
    } u = {.in = c.at};
    coset_delete(u.out);
}

static void free_sources(maker *k)
{
    for (uint32_t s = 0; s < k->r->m->n_slots; s++)
        free_cases(k->now[s]);
    coset_delete(k->now);
    coset_delete(k->empty);
}

/* ---- rules ------------------------------------------------------------------------------------------------------ */

static coset__fault *keep_list(coset_bdds *b, const coset__fault *list, uint32_t n)
{
    coset__fault *out = coset_new(n, sizeof *out);
    for (uint32_t i = 0; i < n; i++)
        out[i] = (coset__fault){list[i].prop, coset_bdd_keep(b, list[i].when)};
    return out;
}

/* A faulting step hits the covers that it passed before; one that an assume statement removes does not. */
static void keep_covers(maker *k, coset__rule *rule, coset_bdd piece)
{
    COSET_VEC(coset__fault) hit = {0};
    coset_bdd ends = rule->fires;
    for (uint32_t i = 0; i < rule->n_faults; i++)
        ends = coset_bdd_or(k->m.bdd, ends, rule->faults[i].when);
    ends = coset_bdd_and(k->m.bdd, ends, piece);
    for (uint32_t p = 0; p < k->r->m->n_props; p++)
        if (!coset_bdd_is_false(k->m.covers[p]))
            *coset_vec_add(&hit) = (coset__fault){p, coset_bdd_and(k->m.bdd, k->m.covers[p], ends)};
    rule->covers = keep_list(k->m.bdd, hit.at, hit.n);
    rule->n_covers = hit.n;
    coset_vec_fini(&hit);
}

/* The states in which the step leaves each written slot unchanged. */
static coset_bdd *make_same(maker *k)
{
    coset_bdds *b = k->m.bdd;
    coset_bdd *same = coset_new((size_t)k->m.dirty.n + 1, sizeof *same);
    for (uint32_t i = 0; i < k->m.dirty.n; i++) {
        coset__cases cell = k->m.cells[k->m.dirty.at[i]];
        same[i] = coset_bdd_not(b, coset__slot_valid(&k->r->vars, k->m.dirty.at[i])); /* codes without a meaning */
        for (uint32_t c = 0; c < cell.n; c++) {
            coset_bdd is = coset__slot_is(&k->r->vars, k->m.dirty.at[i], (coset_value)cell.at[c].value, false);
            same[i] = coset_bdd_or(b, same[i], coset_bdd_and(b, cell.at[c].when, is));
        }
    }
    return same;
}

/* rule->fires and "the slot's next value is what its cell says", over the written slots; and where none of them
 * changes. In a piece of a step the slots that it never changes are omitted. */
static void relate(maker *k, coset__rule *rule, const coset_bdd *same, bool is_piece)
{
    coset_bdds *b = k->m.bdd;
    coset_bdd step = rule->fires, still = rule->fires;
    rule->slots = coset_new(k->m.dirty.n, sizeof *rule->slots);
    for (uint32_t i = 0; i < k->m.dirty.n; i++) {
        uint32_t slot = k->m.dirty.at[i];
        coset__cases cell = k->m.cells[slot];
        coset_bdd next = coset_bdd_false;
        if (is_piece && coset_bdd_is_false(coset_bdd_minus(b, rule->fires, same[i])))
            continue;
        for (uint32_t c = 0; c < cell.n; c++) {
            coset_bdd when = is_piece ? coset_bdd_and(b, rule->fires, cell.at[c].when) : cell.at[c].when;
            coset_bdd is = coset__slot_is(&k->r->vars, slot, (coset_value)cell.at[c].value, true);
            next = coset_bdd_or(b, next, coset_bdd_and(b, when, is));
        }
        step = coset_bdd_and(b, step, next);
        still = coset_bdd_and(b, still, same[i]);
        rule->slots[rule->n_slots++] = slot;
    }
    rule->step = coset_bdd_keep(b, step);
    rule->moves = coset_bdd_keep(b, coset_bdd_minus(b, rule->fires, still));
    rule->cut = coset_bdd_keep(b, coset_bdd_false);
}

/* Steps of `piece`, states that write the same places. */
static void add_piece(maker *k, coset__rule *out, coset_bdd fires, coset_bdd enabled, const coset_bdd *same,
                      coset_bdd piece)
{
    coset_bdds *b = k->m.bdd;
    out->fires = coset_bdd_keep(b, coset_bdd_and(b, fires, piece));
    out->enabled = coset_bdd_keep(b, coset_bdd_and(b, enabled, piece));
    relate(k, out, same, !coset_bdd_is_true(piece));
    out->faults = keep_list(b, k->m.faults.at, k->m.faults.n);
    out->n_faults = k->m.faults.n;
    for (uint32_t i = 0; i < out->n_faults; i++)
        coset_bdd_set(b, &out->faults[i].when, coset_bdd_and(b, out->faults[i].when, piece));
    keep_covers(k, out, piece);
    coset_bdd *conditions[] = {&out->fires, &out->enabled, &out->moves};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions && !k->r->conditions; i++)
        coset_bdd_set(b, conditions[i], coset_bdd_false);
}

/* One relation for each piece of the step. */
static void add_pieces(maker *k, const coset_ir_rule *rule, coset__rule like, coset_bdd fires, coset_bdd enabled)
{
    coset_bdds *b = k->m.bdd;
    coset_bdd *same = make_same(k);
    bool whole = rule->is_start || k->m.pieces.n < 2;
    for (uint32_t i = 0; i < (whole ? 1 : k->m.pieces.n); i++) {
        coset_bdd piece = whole ? coset_bdd_true : k->m.pieces.at[i];
        if (!whole && coset_bdd_is_false(coset_bdd_and(b, enabled, piece)))
            continue;
        coset__rule *out = rule->is_start ? coset_vec_add(&k->r->starts) : coset_vec_add(&k->r->rules);
        *out = like;
        add_piece(k, out, fires, enabled, same, piece);
    }
    coset_delete(same);
}

/* Values that a step leaves in the slots that it writes; after a start rule the others are undefined. */
static void note_values(maker *k, bool is_start, coset_bdd fires)
{
    coset_bdds *b = k->m.bdd;
    for (uint32_t s = 0; is_start && s < k->r->m->n_slots; s++)
        k->may[s][0] = k->may[s][0] || !k->m.is_dirty[s];
    for (uint32_t i = 0; i < k->m.dirty.n; i++) {
        coset__cases cell = k->m.cells[k->m.dirty.at[i]];
        bool *may = k->may[k->m.dirty.at[i]];
        for (uint32_t c = 0; c < cell.n; c++)
            if (!may[cell.at[c].value] && !coset_bdd_is_false(coset_bdd_and(b, fires, cell.at[c].when)))
                may[cell.at[c].value] = k->grown = true;
    }
}

/* All parameters are bound. `faulted`: the states in which binding them has faulted. */
static void finish_rule(maker *k, const coset_ir_rule *rule, uint32_t group, uint64_t instance, coset_bdd pc)
{
    coset_bdds *b = k->m.bdd;
    coset__activation here = {.returned = coset_bdd_false};
    k->m.running = &here;
    pc = coset__exec(&k->m, rule->prelude, pc);
    coset_bdd go = rule->guard ? coset__truth(&k->m, coset__eval(&k->m, rule->guard, pc)) : pc;
    coset__machine_restore(&k->m);
    coset_bdd enabled = go;
    for (uint32_t i = 0; i < k->m.faults.n; i++)
        enabled = coset_bdd_or(b, enabled, k->m.faults.at[i].when);
    coset_bdd through = coset__exec(&k->m, rule->body, go);
    coset_bdd fires = coset_bdd_or(b, through, here.returned);
    if (k->may)
        note_values(k, rule->is_start, fires);
    else if (!coset_bdd_is_false(enabled) || k->m.faults.n)
        add_pieces(k, rule, (coset__rule){.group = group, .instance = instance}, fires, enabled);
}

/* The values of the parameters bound so far, to bind them again for each instance: executing a rule leaves traces in
 * the frame. */
typedef struct {
    const coset_ir_rule *rule;
    uint32_t group;
    int64_t *cells; /* [n_params] */
} binding;

static void bind_again(maker *k, const binding *x, uint32_t depth)
{
    coset__machine_begin(&k->m, x->rule->is_start ? k->empty : k->now, x->rule->frame_size);
    for (uint32_t i = 0; i < depth; i++)
        coset__write_all(&k->m, k->m.fp + x->rule->params[i].frame, x->cells[i]);
}

/* A domain that faults is a step of its own. */
static void finish_fault(maker *k, const binding *x, uint64_t instance)
{
    coset_bdd none = coset_bdd_false;
    finish_rule(k, x->rule, x->group, instance, none);
}

static void bind(maker *k, binding *x, uint32_t depth, uint64_t instance, coset_bdd pc)
{
    if (coset_bdd_is_false(pc) || k->m.trouble != COSET_OK || coset_bdd_failed(k->m.bdd))
        return;
    if (k->r->rules.n > MOST_RULES) {
        coset__trouble(&k->m, COSET_UNSUPPORTED, x->rule->pos, "the symbolic engine does not support so many rules");
        return;
    }
    bind_again(k, x, depth);
    if (depth == x->rule->n_params) {
        uint32_t before = k->r->rules.n;
        coset_bdd_scope scope = coset_bdd_open(k->m.bdd);
        finish_rule(k, x->rule, x->group, instance, pc);
        coset_bdd_close(k->m.bdd, scope);
        coset__rule_orbits_add(k->fold, before);
        return;
    }
    const coset_ir_binder *b = &x->rule->params[depth];
    coset__rounds rounds = {0};
    coset__open(&k->m, b, pc, &rounds);
    if (k->m.faults.n) {
        uint64_t at = instance;
        for (uint32_t i = depth; i < x->rule->n_params; i++)
            at *= coset_ir_radix(x->rule->params[i].type);
        finish_fault(k, x, at);
    }
    uint64_t radix = coset_ir_radix(b->type);
    for (uint32_t i = 0; i < rounds.n; i++) {
        x->cells[depth] = rounds.at[i].cell;
        bind(k, x, depth + 1, instance * radix + rounds.at[i].digit, coset_bdd_and(k->m.bdd, pc, rounds.at[i].when));
    }
    coset_vec_fini(&rounds);
}

/* Start rules, others, or all. */
enum { STARTS = 1, STEPS = 2 };

static void make_rules(maker *k, int which)
{
    const coset_ir *ir = k->m.ir;
    for (uint32_t g = 0; g < ir->n_rules; g++) {
        if (!(which & (ir->rules[g].is_start ? STARTS : STEPS)))
            continue;
        coset_bdd_scope scope = coset_bdd_open(k->m.bdd);
        binding x = {.rule = &ir->rules[g], .group = g};
        x.cells = coset_new(ir->rules[g].n_params, sizeof *x.cells);
        bind(k, &x, 0, 0, coset_bdd_true);
        coset__rule_orbits_settle(k->fold);
        coset_delete(x.cells);
        coset_bdd_close(k->m.bdd, scope);
    }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* Arithmetic on bytes enumerates all pairs of values, most of which no run has. So if slots are large, the values
     * that each may have, independently of the others, are computed first: those of start states, and the results of
     * rules on values found so far. This is an invariant, and rules are executed on such values only. */
static bool has_large_slots(const coset_model *m)
{
    bool large = false;
    for (uint32_t s = 0; s < m->n_slots; s++)
        large = large || m->slots[s].max >= LARGE;
    return large;
}

static void set_sources(maker *k)
{
    for (uint32_t s = 0; s < k->r->m->n_slots; s++) {
        free_cases(k->now[s]);
        k->now[s] = slot_cases(k->r, s, k->may[s]);
    }
}

/* A counter without end would need a round for each value. */
static void lose_patience(maker *k)
{
    for (uint32_t s = 0; s < k->r->m->n_slots; s++) {
        uint32_t n = 0;
        for (uint32_t v = 0; v <= k->r->m->slots[s].max; v++)
            n += k->may[s][v];
        for (uint32_t v = 0; n > k->now[s].n && v <= k->r->m->slots[s].max; v++)
            k->may[s][v] = true;
    }
}

/* Rules do not constrain states with other values. */
static void keep_values(maker *k)
{
    coset_bdds *b = k->m.bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd all = coset_bdd_true;
    for (uint32_t s = k->r->m->n_slots; s-- > 0;) { /* codes without a meaning are no values */
        coset_bdd some = coset_bdd_false;
        for (uint32_t v = 0; v <= k->r->m->slots[s].max; v++)
            if (k->may[s][v])
                some = coset_bdd_or(b, some, coset__slot_is(&k->r->vars, s, v, false));
        all = coset_bdd_and(b, all, some);
    }
    coset_bdd_set(b, &k->r->possible, all);
    coset_bdd_close(b, scope);
}

static void find_values(maker *k)
{
    uint32_t n = k->r->m->n_slots;
    k->may = coset_new((size_t)n + 1, sizeof *k->may);
    for (uint32_t s = 0; s < n; s++)
        k->may[s] = coset_new((size_t)k->r->m->slots[s].max + 1, sizeof *k->may[s]);
    make_rules(k, STARTS);
    uint32_t round = 0;
    do {
        if (round++ >= PATIENCE)
            lose_patience(k);
        set_sources(k);
        k->grown = false;
        make_rules(k, STEPS);
    } while (k->grown && k->m.trouble == COSET_OK && !coset_bdd_failed(k->m.bdd));
    keep_values(k);
    for (uint32_t s = 0; s < n; s++)
        coset_delete(k->may[s]);
    coset_delete(k->may);
    k->may = NULL;
}

/* ---- priorities ------------------------------------------------------------------------------------------------- */

/* The rule fires in these states only. */
static void restrict_rule(coset_bdds *b, coset__rule *rule, coset_bdd to)
{
    coset_bdd *all[] = {&rule->fires, &rule->enabled, &rule->step, &rule->moves, &rule->cut};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        coset_bdd_set(b, all[i], coset_bdd_and(b, *all[i], to));
    for (uint32_t i = 0; i < rule->n_faults; i++)
        coset_bdd_set(b, &rule->faults[i].when, coset_bdd_and(b, rule->faults[i].when, to));
    for (uint32_t i = 0; i < rule->n_covers; i++)
        coset_bdd_set(b, &rule->covers[i].when, coset_bdd_and(b, rule->covers[i].when, to));
}

/* A rule fires only where no rule with a smaller number is enabled. */
static void apply_priorities(maker *k)
{
    coset__relation *r = k->r;
    coset_bdds *b = k->m.bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (uint32_t i = 0; i < r->rules.n; i++) {
        uint32_t mine = k->m.ir->rules[r->rules.at[i].group].priority;
        coset_bdd blocked = coset_bdd_false;
        for (uint32_t j = 0; j < r->rules.n; j++)
            if (k->m.ir->rules[r->rules.at[j].group].priority < mine)
                blocked = coset_bdd_or(b, blocked, r->rules.at[j].enabled);
        if (!coset_bdd_is_false(blocked))
            restrict_rule(b, &r->rules.at[i], coset_bdd_not(b, blocked));
    }
    coset_bdd_close(b, scope);
}

/* ---- properties ------------------------------------------------------------------------------------------------- */

/* The states in which the property holds below its first `depth` parameters, as a conjunction over the others; over
 * symmetric domains all are evaluated. Faults are in the machine's list. `proved`: states in which the value is known
 * or the evaluation faulted; the others were cut by an assume statement. */
static coset_bdd conjunction(maker *k, const coset_ir_prop *p, uint32_t depth, coset_bdd pc)
{
    coset__machine *m = &k->m;
    if (depth == p->n_params) {
        coset__activation here = {.returned = coset_bdd_false};
        m->running = &here;
        coset_bdd on = coset__exec(m, p->prelude, pc);
        coset__cases v = coset__eval(m, p->expr, on);
        coset_bdd holds = coset__truth(m, v);
        if (p->kind == COSET_PROP_ASSUMPTION) { /* cut: excludes nothing */
            coset_bdd stopped = coset_bdd_minus(m->bdd, pc, coset__domain_of(m, v));
            for (uint32_t i = 0; i < m->faults.n; i++)
                stopped = coset_bdd_minus(m->bdd, stopped, m->faults.at[i].when);
            holds = coset_bdd_or(m->bdd, holds, stopped);
        }
        coset__machine_restore(m);
        return holds;
    }
    const coset_ir_binder *b = &p->params[depth];
    bool all = coset_ir_is_symmetric(b->type);
    coset__rounds rounds = {0};
    coset_bdd holds = coset__open(m, b, pc, &rounds);
    for (uint32_t i = 0; i < rounds.n && coset__spend(m, b->pos); i++) {
        coset_bdd_scope scope = coset_bdd_open(m->bdd);
        coset_bdd here = coset_bdd_and(m->bdd, all ? pc : holds, rounds.at[i].when);
        coset__write_all(m, m->fp + b->frame, rounds.at[i].cell);
        coset_bdd one = conjunction(k, p, depth + 1, here);
        holds = coset_bdd_minus(m->bdd, holds, coset_bdd_minus(m->bdd, here, one));
        coset__machine_forget(m);
        coset__machine_close(m, scope, &holds, 1);
    }
    coset_vec_fini(&rounds);
    return holds;
}

static void add_judgement(maker *k, uint32_t prop, uint32_t instance, coset_bdd holds)
{
    coset_bdds *b = k->m.bdd;
    coset_bdd faults = coset_bdd_false;
    for (uint32_t i = 0; i < k->m.faults.n; i++) {
        if (k->m.faults.at[i].prop != k->m.fault_prop) /* a judgement does not store which one failed */
            coset__trouble(&k->m, COSET_UNSUPPORTED, k->m.ir->props[prop].pos,
                           "the symbolic engine does not support assertions in functions called by a property");
        faults = coset_bdd_or(b, faults, k->m.faults.at[i].when);
    }
    *coset_vec_add(&k->r->judgements) = (coset__judgement){
        .prop = prop,
        .instance = instance,
        .holds = coset_bdd_keep(b, coset_bdd_minus(b, holds, faults)),
        .faults = coset_bdd_keep(b, faults),
    };
}

static void begin_prop(maker *k, const coset_ir_prop *p, const int64_t *cells, uint32_t depth)
{
    coset__machine_begin(&k->m, k->now, p->frame_size);
    for (uint32_t i = 0; i < depth; i++)
        coset__write_all(&k->m, k->m.fp + p->params[i].frame, cells[i]);
}

/* One judgement for each value of the parameters. An instance outside of a computed domain is not there: a cover is not
 * hit, liveness not demanded. */
static void judge_instances(maker *k, uint32_t prop, int64_t *cells, uint32_t depth, uint32_t instance, coset_bdd pc)
{
    const coset_ir_prop *p = &k->m.ir->props[prop];
    begin_prop(k, p, cells, depth);
    if (depth == p->n_params) {
        coset_bdd holds = conjunction(k, p, depth, pc);
        if (p->kind != COSET_PROP_COVER)
            holds = coset_bdd_or(k->m.bdd, holds, coset_bdd_not(k->m.bdd, pc));
        add_judgement(k, prop, instance, holds);
        return;
    }
    coset__rounds rounds = {0};
    coset__open(&k->m, &p->params[depth], pc, &rounds);
    uint32_t radix = (uint32_t)coset_ir_radix(p->params[depth].type);
    for (uint32_t i = 0; i < rounds.n; i++) {
        cells[depth] = rounds.at[i].cell;
        judge_instances(k, prop, cells, depth + 1, instance * radix + (uint32_t)rounds.at[i].digit,
                        coset_bdd_and(k->m.bdd, pc, rounds.at[i].when));
    }
    coset_vec_fini(&rounds);
}

static void make_judgements(maker *k)
{
    for (uint32_t i = 0; i < k->m.ir->n_props && k->m.trouble == COSET_OK; i++) {
        const coset_ir_prop *p = &k->m.ir->props[i];
        if (!p->expr || !coset_prop_is_state(&k->r->m->props[i]))
            continue;
        coset_bdd_scope scope = coset_bdd_open(k->m.bdd);
        if (coset_ir_is_indexed(p)) {
            int64_t *cells = coset_new(p->n_params, sizeof *cells);
            judge_instances(k, i, cells, 0, 0, coset_bdd_true);
            coset_delete(cells);
        } else {
            begin_prop(k, p, NULL, 0);
            add_judgement(k, i, 0, conjunction(k, p, 0, coset_bdd_true));
        }
        coset_bdd_close(k->m.bdd, scope);
    }
}

/* The states that are passed through, and those that may be without steps. */
static void make_kinds(maker *k)
{
    const coset_ir *ir = k->m.ir;
    const struct {
        const coset_ir_prop *prop;
        coset_bdd *set;
    } all[] = {{ir->transient, &k->r->inside}, {ir->may_end, &k->r->may_end}};
    k->r->passes = ir->transient != NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        coset_bdd_scope scope = coset_bdd_open(k->m.bdd);
        if (all[i].prop) {
            begin_prop(k, all[i].prop, NULL, 0);
            coset_bdd_set(k->m.bdd, all[i].set, conjunction(k, all[i].prop, 0, coset_bdd_true));
        }
        coset_bdd_close(k->m.bdd, scope);
    }
}

/* ---- assumptions, start states ---------------------------------------------------------------------------------- */

static void apply_assumptions(maker *k)
{
    coset__relation *r = k->r;
    coset_bdds *b = k->m.bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd good = coset_bdd_true;
    for (uint32_t i = 0; i < r->judgements.n; i++) /* one that cannot be evaluated excludes nothing */
        if (r->m->props[r->judgements.at[i].prop].kind == COSET_PROP_ASSUMPTION)
            good = coset_bdd_and(b, good, coset_bdd_or(b, r->judgements.at[i].holds, r->judgements.at[i].faults));
    coset_bdd_set(b, &r->assumed, good);
    for (uint32_t i = 0; i < r->rules.n && !coset_bdd_is_true(good); i++) {
        coset__rule *rule = &r->rules.at[i];
        coset_bdd bad = coset_bdd_not(b, good);
        coset_bdd_set(b, &rule->cut, coset__rule_sources(r, rule, bad));
        for (uint32_t c = 0; c < rule->n_covers; c++)
            coset_bdd_set(b, &rule->covers[c].when, coset_bdd_minus(b, rule->covers[c].when, rule->cut));
    }
    coset_bdd_close(b, scope);
}

/* The one state that a start rule leads to; slots that it does not write are undefined. */
static coset_bdd start_state(maker *k, const coset__rule *rule)
{
    coset_bdds *b = k->m.bdd;
    bool *written = coset_new(k->r->m->n_slots, sizeof *written);
    for (uint32_t i = 0; i < rule->n_slots; i++)
        written[rule->slots[i]] = true;
    coset_bdd set = coset_bdd_rename(b, rule->step, k->r->vars.next_to_now);
    for (uint32_t s = k->r->m->n_slots; s-- > 0;)
        if (!written[s])
            set = coset_bdd_and(b, set, coset__slot_is(&k->r->vars, s, 0, false));
    coset_delete(written);
    return set;
}

static void make_starts(maker *k)
{
    coset_bdds *b = k->m.bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < k->r->starts.n; i++) {
        coset__rule *rule = &k->r->starts.at[i];
        coset_bdd state = start_state(k, rule);
        if (!coset_bdd_is_false(state) && coset_bdd_is_false(coset_bdd_and(b, state, k->r->assumed)))
            coset_bdd_set(b, &rule->cut, coset_bdd_true);
        all = coset_bdd_or(b, all, state);
    }
    coset_bdd_set(b, &k->r->start, coset_bdd_and(b, all, k->r->assumed));
    coset_bdd_close(b, scope);
}

void coset__relation_init(coset__relation *r, const coset_model *m, coset_bdds *bdd, coset_symb_order order,
                          uint32_t first, uint32_t stride)
{
    *r = (coset__relation){.m = m, .bdd = bdd, .conditions = true};
    coset__vars_init(&r->vars, bdd, m, coset__order_places(m, order), first, stride);
    r->start = coset_bdd_keep(bdd, coset_bdd_false);
    r->assumed = coset_bdd_keep(bdd, coset_bdd_true);
    r->possible = coset_bdd_keep(bdd, coset_bdd_true);
    r->inside = coset_bdd_keep(bdd, coset_bdd_false);
    r->may_end = coset_bdd_keep(bdd, coset_bdd_false);
}

/* Even if the caller does not need them: some rules depend on others' conditions. */
static bool need_conditions(const coset_ir *ir)
{
    bool need = ir->transient != NULL;
    for (uint32_t i = 1; i < ir->n_rules; i++)
        need = need || ir->rules[i].priority != ir->rules[0].priority;
    return need;
}

coset_status coset__relation_make(const coset_model *m, coset_bdds *bdd, const coset__making *how, coset__relation *r,
                                  coset_err *err)
{
    maker k = {.r = r};
    coset__relation_init(r, m, bdd, how->order, how->first, how->stride);
    coset_status status = check_sizes(m, err);
    if (status != COSET_OK)
        return status;
    r->conditions = how->conditions || need_conditions(coset_model_ir(m));
    coset_bdd_scope scope = coset_bdd_open(bdd);
    coset__machine_init(&k.m, bdd, m, &r->vars);
    make_sources(&k);
    if (how->values || has_large_slots(m))
        find_values(&k);
    k.fold = coset__rule_orbits_begin(r, how->folds);
    make_rules(&k, STARTS | STEPS);
    coset__rule_orbits_end(k.fold);
    r->folds = k.fold != NULL;
    make_kinds(&k);
    if (r->passes)
        coset__transient_levels(r);
    else
        apply_priorities(&k);
    make_judgements(&k);
    apply_assumptions(&k);
    make_starts(&k);
    free_sources(&k);
    coset_bdd_close(bdd, scope);
    if (how->order == COSET_ORDER_AUTO && k.m.trouble == COSET_OK && !coset_bdd_failed(bdd))
        coset__relation_arrange(r);
    coset__relation_cluster(r, how->join);
    if (r->passes)
        coset__transient_init(r);
    status = k.m.trouble;
    if (status != COSET_OK && err)
        *err = k.m.why;
    else if (coset_bdd_failed(bdd))
        status = coset_fail(err, COSET_MEMORY, "out of memory for decision diagrams while rules were translated");
    coset__machine_fini(&k.m);
    return status;
}

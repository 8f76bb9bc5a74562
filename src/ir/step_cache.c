/* ir/step_cache.c - see ir/step_cache.h.
 *
 * A tree consists of cells, addressed by number. A node on a slot of few values: the slot, then the successor for each
 * value. A node on any other slot: the slot + CHAIN, a value, the successor for that value, the successor for others
 * (the next node of the same slot). A successor is UNKNOWN, NEVER, a node, or LEAF + the number of a leaf. */
#include "ir/step_cache.h"

#include "ir/chain.h"
#include "ir/dispatch.h"
#include "ir/frame.h"

#define UNKNOWN 0U
#define LEAF    (UINT32_C(1) << 31)
#define NEVER   UINT32_MAX /* left to machine code and the interpreter */
#define CHAIN   (UINT32_C(1) << 30)

#ifdef COSET_TEST_SMALL
#define FEW_VALUES  4U
#define MOST_CELLS  3000U
#define MOST_LEAVES 12U /* of one trial */
#define MOST_CHAIN  3U
#define FIRST_RUNS  500U
#define LINE_BITS   3U /* of the number of a line */
#else
#define FEW_VALUES  32U
#define MOST_CELLS  (1U << 19)
#define MOST_LEAVES 64U
#define MOST_CHAIN  16U
#define FIRST_RUNS  20000U
#define LINE_BITS   11U
#endif
#define MOST_SLOTS  12U /* that one trial reads, ever */
#define MOST_WALK   24U /* parts of a step */
#define MOST_TRIALS 8U  /* candidates for one part */
#define RUNS_BY_USE 64U /* one learning run per this many uses of the cache */
#define NOT_OPEN    UINT32_MAX

/* A step: writes values[first .. first + n) to slots[first .. first + n). */
typedef struct {
    uint32_t group;
    uint64_t instance;
    uint32_t first, n;
    uint32_t first_part, n_parts; /* after group and instance, which are the first one */
} outcome;

typedef struct {
    uint32_t first, n; /* its outcomes */
    bool enables;
    bool unblocked; /* only if no blocking slot is undefined */
} leaf;

/* A slot in a key. */
typedef struct {
    uint16_t slot, shift;
} part;

/* The cache of a trial: its tree, and the slots in it, whose values together are a key of bounded size. */
typedef struct {
    uint32_t root; /* as the successors in a tree */
    uint16_t n_slots, bits, n_leaves;
    part slots[MOST_SLOTS];
} lore;

/* The result of a trial's tree for all states with that key. `tag`: of the trial and the slots of its keys. */
typedef struct {
    uint64_t key;
    uint32_t tag, to;
} line;

/* A partially known state: if open[i], slot i may have any value, and values[i] is 0. */
typedef struct {
    coset_value *values; /* [n_slots] */
    uint8_t *open;       /* [n_slots] */
} view;

struct coset_step_cache {
    coset_machine *m; /* the interpreter that learns */
    coset_machine_probe probe;
    uint32_t n_slots;
    lore *trials; /* [n_trials] */
    line *lines;  /* [1 << LINE_BITS] recent look-ups, by key */
    COSET_VEC(uint32_t) cells;
    COSET_VEC(leaf) leaves;
    COSET_VEC(outcome) outcomes;
    COSET_VEC(uint32_t) slots;
    COSET_VEC(coset_value) values;
    COSET_VEC(coset_part) parts;
    uint32_t n_blocking;
    uint32_t *blocking; /* slots that must be defined for a test of one slot to exclude a trial */
    uint64_t uses, runs;
    coset_value *next;             /* [n_slots] a copy of the source, if `copied` */
    bool copied, asked, unblocked; /* of the source; asked: unblocked is known */
    coset_edge edge;               /* the common fields of all edges */
    /* while learning */
    uint8_t *open;             /* [end] of the interpreter */
    view trail[MOST_WALK + 1]; /* states of the walk: the source, then transient ones; the last one is expanded next */
    uint32_t n_trail;
    view after;                 /* target of the last step */
    COSET_VEC(coset_part) walk; /* its parts so far */
    uint32_t n_unstable;        /* outcomes that are transient, or may be */
    bool odd;                   /* something is left to machine code and the interpreter */
};

/* ---- life ------------------------------------------------------------------------------------------------------- */

static bool can_be_treated(const coset_ir_machine_model *model)
{
    for (uint32_t i = 0; i < model->base.n_slots; i++)
        if (!model->slot_types[i] || model->slot_types[i]->kind == COSET_T_INT)
            return false;
    return model->ir->transient && model->base.symmetry.n_bags == 0 && model->base.n_slots <= UINT16_MAX &&
           model->n_trials <= UINT16_MAX;
}

static view new_view(uint32_t n) { return (view){coset_new(n, sizeof(coset_value)), coset_new(n, 1)}; }

static void free_view(view *v)
{
    coset_delete(v->values);
    coset_delete(v->open);
}

static bool blocks(const coset_ir_machine_model *m, uint32_t slot)
{
    for (uint32_t b = 0; b < m->n_bunches; b++)
        for (uint32_t i = 0; i < m->sieves[b].n; i++) {
            const coset_ir_sieve *s = &m->sieves[b].sieves[i];
            if (s->slot == slot && !(s->lets[0].words[COSET_IR_WORDS - 1] >> 63))
                return true;
        }
    return false;
}

/* Rules that follow that of the trial and fire with it as one. */
static uint32_t n_chained(const coset_ir_machine_model *m, uint32_t trial)
{
    return m->chains ? m->chains[m->trials[trial].rule].n : 0;
}

/* Such steps would not be cached completely; caching their first parts alone would make all others fire one by one. */
static void leave_long_chains(coset_step_cache *r, const coset_ir_machine_model *m)
{
    for (uint32_t i = 0; i < m->n_trials; i++)
        if (n_chained(m, i) > MOST_WALK)
            r->trials[i].root = NEVER;
}

coset_step_cache *coset_step_cache_new(const coset_ir_machine_model *model)
{
    if (!can_be_treated(model))
        return NULL;
    coset_step_cache *r = coset_new(1, sizeof *r);
    r->m = coset_machine_new(model);
    r->n_slots = model->base.n_slots;
    r->trials = coset_new(model->n_trials, sizeof *r->trials);
    r->lines = coset_new_apart((size_t)1 << LINE_BITS, sizeof *r->lines);
    r->next = coset_new(r->n_slots, sizeof *r->next);
    r->open = coset_new((size_t)r->m->end + 2, 1);
    for (uint32_t i = 0; i <= MOST_WALK; i++)
        r->trail[i] = new_view(r->n_slots);
    r->after = new_view(r->n_slots);
    r->blocking = coset_new(r->n_slots, sizeof *r->blocking);
    for (uint32_t i = 0; i < r->n_slots; i++)
        if (blocks(model, i))
            r->blocking[r->n_blocking++] = i;
    leave_long_chains(r, model);
    r->edge = (coset_edge){.orbit = 1, .told = true};
    *coset_vec_add(&r->cells) = UNKNOWN; /* no node has the number UNKNOWN */
    *coset_vec_add(&r->slots) = 0;       /* so there are arrays */
    *coset_vec_add(&r->values) = 0;
    *coset_vec_add(&r->parts) = (coset_part){0};
    return r;
}

void coset_step_cache_free(coset_step_cache *r)
{
    if (!r)
        return;
    coset_machine_free(r->m);
    coset_delete(r->trials);
    coset_delete(r->lines);
    coset_vec_fini(&r->cells);
    coset_vec_fini(&r->leaves);
    coset_vec_fini(&r->outcomes);
    coset_vec_fini(&r->slots);
    coset_vec_fini(&r->values);
    coset_vec_fini(&r->parts);
    coset_vec_fini(&r->walk);
    coset_delete(r->blocking);
    coset_delete(r->next);
    coset_delete(r->open);
    for (uint32_t i = 0; i <= MOST_WALK; i++)
        free_view(&r->trail[i]);
    free_view(&r->after);
    coset_delete(r);
}

/* ---- runs on partially known states ----------------------------------------------------------------------------- */

static const coset_ir_machine_model *model_of(const coset_step_cache *r) { return r->m->model; }

static void copy_view(const coset_step_cache *r, view *to, const view *from)
{
    memcpy(to->values, from->values, r->n_slots * sizeof *to->values);
    memcpy(to->open, from->open, r->n_slots);
}

/* Records the slots whose value differs from that of the source, whatever it is. */
static void note_writes(coset_step_cache *r)
{
    const view *source = &r->trail[0], *after = &r->after;
    for (uint32_t i = 0; i < r->n_slots; i++)
        if (after->values[i] != source->values[i] || after->open[i] != source->open[i]) {
            *coset_vec_add(&r->slots) = i;
            *coset_vec_add(&r->values) = after->values[i];
        }
}

/* Records the walk so far and one more part. */
static void note_parts(coset_step_cache *r, outcome *o, coset_part last)
{
    coset_part first = r->walk.n ? r->walk.at[0] : last;
    o->group = first.group;
    o->instance = first.instance;
    o->first_part = r->parts.n;
    o->n_parts = r->walk.n;
    for (uint32_t i = 1; i < r->walk.n; i++)
        *coset_vec_add(&r->parts) = r->walk.at[i];
    if (r->walk.n)
        *coset_vec_add(&r->parts) = last;
}

typedef enum { STABLE, TRANSIENT, OPEN } kind;

/* OPEN: it depends on *slot. */
static kind kind_of(const coset_step_cache *r, const view *v, uint32_t *slot)
{
    kind k = STABLE;
    for (uint32_t i = 0; i < model_of(r)->n_marks; i++) {
        const coset_ir_mark *mark = &model_of(r)->marks[i];
        if (v->open[mark->slot]) {
            *slot = mark->slot;
            k = OPEN;
        } else if (mark->makes[v->values[mark->slot]]) {
            return TRANSIENT;
        }
    }
    return k;
}

static coset_status on_outcome(void *ctx, const coset_edge *e, const coset_value *dst)
{
    coset_step_cache *r = ctx;
    uint32_t slot;
    outcome o = {.first = r->slots.n};
    if (r->probe.address != NOT_OPEN)
        return COSET_STOPPED;
    if (e->fault || e->n_covers) {
        r->odd = true;
        return COSET_STOPPED;
    }
    memcpy(r->after.values, dst, r->n_slots * sizeof *dst);
    memcpy(r->after.open, r->open, r->n_slots);
    for (uint32_t i = 0; i < r->n_slots; i++) /* written slots are known */
        r->after.open[i] = r->after.open[i] && dst[i] == 0;
    r->n_unstable += kind_of(r, &r->after, &slot) != STABLE;
    note_writes(r);
    COSET_INVARIANT(!e->chained);
    note_parts(r, &o, (coset_part){e->group, e->instance, false});
    o.n = r->slots.n - o.first;
    *coset_vec_add(&r->outcomes) = o;
    return COSET_OK;
}

/* Runs a trial on the last state of the trail. Returns the open slot that it reads; NOT_OPEN: it completed. */
static uint32_t run(coset_step_cache *r, uint32_t trial)
{
    coset_machine *m = r->m;
    const view *here = &r->trail[r->n_trail - 1];
    r->runs++;
    r->probe = (coset_machine_probe){.address = NOT_OPEN, .open = r->open, .first = here->open};
    m->probe = &r->probe;
    m->emit = on_outcome;
    m->emit_ctx = r;
    m->skip = 0;
    coset_machine_set_source(m, here->values);
    (void)coset_machine_interpret(m, m->model->trials[trial]);
    return r->probe.address;
}

/* ---- walks ------------------------------------------------------------------------------------------------------ */

static void forget_outcomes(coset_step_cache *r, uint32_t n)
{
    if (r->outcomes.n > n) {
        r->slots.n = r->values.n = r->outcomes.at[n].first;
        r->parts.n = r->outcomes.at[n].first_part;
    }
    r->outcomes.n = n;
    r->n_unstable = 0;
}

static bool surely_differ(const coset_step_cache *r, const view *a, const view *b)
{
    for (uint32_t i = 0; i < r->n_slots; i++)
        if (!a->open[i] && !b->open[i] && a->values[i] != b->values[i])
            return true;
    return false;
}

/* The state differs from all before it, and no blocking slot is undefined in it. */
static bool can_go_on(const coset_step_cache *r, const view *v)
{
    for (uint32_t i = 0; i < r->n_trail; i++)
        if (!surely_differ(r, &r->trail[i], v))
            return false;
    for (uint32_t i = 0; i < r->n_blocking; i++)
        if (!v->open[r->blocking[i]] && v->values[r->blocking[i]] == 0)
            return false;
    return r->n_trail <= MOST_WALK;
}

static uint32_t add_listed(uint32_t n, const uint32_t *more, uint32_t n_more, uint32_t all[MOST_TRIALS])
{
    for (uint32_t i = 0; i < n_more && n + i < MOST_TRIALS; i++) {
        uint32_t k = n + i;
        for (; k > 0 && all[k - 1] > more[i]; k--)
            all[k] = all[k - 1];
        all[k] = more[i];
    }
    return n + n_more;
}

static uint32_t listed_trials_of(const coset_ir_dispatch *d, const view *v, uint32_t all[MOST_TRIALS])
{
    uint32_t n = add_listed(0, d->rest, d->n_rest, all), n_more;
    for (uint32_t i = 0; i < d->n && n <= MOST_TRIALS; i++) {
        const coset_ir_switch *s = &d->switches[i];
        if (v->open[s->slot])
            return MOST_TRIALS + 1; /* it may have any value */
        const uint32_t *more = coset_machine_listed(s, v->values[s->slot], &n_more);
        n = add_listed(n, more, n_more, all);
    }
    return n;
}

/* The trials of a level that no known slot excludes: returns how many; the first ones are in `all`. */
static uint32_t trials_of(const coset_step_cache *r, const view *v, uint32_t level, uint32_t all[MOST_TRIALS])
{
    const coset_ir_machine_model *model = model_of(r);
    uint32_t n = 0;
    if (model->dispatch)
        return listed_trials_of(&model->dispatch[level], v, all);
    for (uint32_t b = 0; b < model->n_bunches; b++) {
        coset_ir_bunch set = model->levels[level][b];
        for (uint32_t i = 0; i < model->sieves[b].n; i++) {
            const coset_ir_sieve *s = &model->sieves[b].sieves[i];
            for (uint32_t w = 0; !v->open[s->slot] && w < COSET_IR_WORDS; w++)
                set.words[w] &= s->lets[v->values[s->slot]].words[w];
        }
        for (uint32_t i = 0; i < COSET_IR_BUNCH; i++)
            if (set.words[i / 64] >> i % 64 & 1) {
                if (n < MOST_TRIALS)
                    all[n] = COSET_IR_BUNCH * b + i;
                n++;
            }
    }
    return n;
}

/* Expands the last state of the trail: outcomes from number `first` on. Returns the open slot read, or NOT_OPEN. */
static uint32_t leave(coset_step_cache *r, uint32_t first)
{
    uint32_t all[MOST_TRIALS], missing = NOT_OPEN;
    for (uint32_t level = 0; level < model_of(r)->n_priorities && r->outcomes.n == first; level++) {
        uint32_t n = trials_of(r, &r->trail[r->n_trail - 1], level, all);
        r->odd = r->odd || n > MOST_TRIALS;
        for (uint32_t i = 0; !r->odd && missing == NOT_OPEN && i < n; i++)
            missing = run(r, all[i]);
        if (r->odd || missing != NOT_OPEN)
            break;
    }
    return missing;
}

/* Follows the only outcome as long as it is transient. If the walk branches into other transient states, or dies so
 * late that an earlier state may have another exit: odd. */
static uint32_t follow(coset_step_cache *r, uint32_t first)
{
    uint32_t missing = NOT_OPEN;
    while (r->outcomes.n == first + 1) {
        kind k = kind_of(r, &r->after, &missing);
        if (k != TRANSIENT)
            return k == OPEN ? missing : NOT_OPEN;
        const outcome *o = &r->outcomes.at[first];
        *coset_vec_add(&r->walk) =
            o->n_parts ? r->parts.at[o->first_part + o->n_parts - 1] : (coset_part){o->group, o->instance, false};
        forget_outcomes(r, first);
        if (!can_go_on(r, &r->after)) {
            r->odd = true;
            return NOT_OPEN;
        }
        copy_view(r, &r->trail[r->n_trail++], &r->after);
        missing = leave(r, first);
        if (r->odd || missing != NOT_OPEN)
            return missing;
        r->odd = r->outcomes.n > first ? r->outcomes.n > first + 1 && r->n_unstable > 0 : r->walk.n > 1;
    }
    return NOT_OPEN;
}

/* ---- learning --------------------------------------------------------------------------------------------------- */

static void reveal(view *v, uint32_t slot, coset_value value)
{
    v->values[slot] = value;
    v->open[slot] = 0;
}

/* Follows a state to the missing successor in the tree: returns that cell. Reveals the slots read on the path. */
static uint32_t *end_of(coset_step_cache *r, uint32_t trial, const coset_value *state, uint32_t *chain)
{
    uint32_t *at = &r->trials[trial].root;
    while (*at != UNKNOWN && *at < LEAF) {
        uint32_t *c = r->cells.at + *at;
        uint32_t slot = c[0] & ~CHAIN;
        bool found = !(c[0] & CHAIN) || c[1] == state[slot];
        *chain = found ? 0 : *chain + 1;
        if (found)
            reveal(&r->trail[0], slot, state[slot]);
        at = !(c[0] & CHAIN) ? &c[1 + state[slot]] : &c[found ? 2 : 3];
    }
    return at;
}

/* The slot becomes part of the trial's keys. False: there is no room. */
static bool add_slot(const coset_step_cache *r, lore *t, uint32_t slot)
{
    uint32_t bits = model_of(r)->base.slots[slot].bits;
    for (uint32_t i = 0; i < t->n_slots; i++)
        if (t->slots[i].slot == slot)
            return true;
    if (t->n_slots == MOST_SLOTS || t->bits + bits > 63)
        return false;
    t->slots[t->n_slots++] = (part){(uint16_t)slot, t->bits};
    t->bits = (uint16_t)(t->bits + bits);
    return true;
}

/* Adds a node on that slot, linked from `at`, which may move. Returns its successor cell for this value. */
static uint32_t *add_node(coset_step_cache *r, uint32_t *at, uint32_t slot, coset_value value)
{
    uint64_t n = model_of(r)->slot_types[slot]->n + 1;
    uint32_t here = r->cells.n, size = n <= FEW_VALUES ? 1 + (uint32_t)n : 4;
    bool inside = at >= r->cells.at && at < r->cells.at + r->cells.n;
    size_t place = inside ? (size_t)(at - r->cells.at) : 0;
    memset(coset_vec_add_n(&r->cells, size), 0, size * sizeof(uint32_t));
    *(inside ? &r->cells.at[place] : at) = here;
    uint32_t *c = &r->cells.at[here];
    c[0] = n <= FEW_VALUES ? slot : slot | CHAIN;
    if (n <= FEW_VALUES)
        return &c[1 + value];
    c[1] = value;
    return &c[2];
}

/* Computes all effects of the trial on the known slots. Returns the open slot read, or NOT_OPEN. */
static uint32_t try_trial(coset_step_cache *r, uint32_t trial, leaf *l)
{
    uint32_t missing;
    r->odd = false;
    r->walk.n = 0;
    r->n_trail = 1;
    r->m->enabled = false;
    forget_outcomes(r, l->first);
    missing = run(r, trial);
    l->enables = r->m->enabled;
    l->unblocked = false;
    if (missing != NOT_OPEN || r->odd || !model_of(r)->marks)
        return missing;
    missing = follow(r, l->first);
    if (missing != NOT_OPEN || !r->odd) {
        l->unblocked = r->walk.n > 0;
        return missing;
    }
    forget_outcomes(r, l->first);      /* its first part only */
    if (n_chained(model_of(r), trial)) /* fires faster with the others */
        return NOT_OPEN;
    r->odd = false;
    r->walk.n = 0;
    r->n_trail = 1;
    return run(r, trial);
}

static bool may_learn(const coset_step_cache *r)
{
    return r->cells.n + r->slots.n + r->parts.n < MOST_CELLS && r->runs < FIRST_RUNS + r->uses / RUNS_BY_USE;
}

/* Fills the missing successor at *at. A trial with too many cases is not cached from now on. */
static uint32_t settle(coset_step_cache *r, uint32_t trial, uint32_t *at, leaf l)
{
    lore *t = &r->trials[trial];
    l.n = r->outcomes.n - l.first;
    if (r->odd)
        return *at = NEVER;
    if (t->n_leaves == MOST_LEAVES)
        return t->root = NEVER;
    t->n_leaves++;
    *coset_vec_add(&r->leaves) = l;
    return *at = LEAF + (r->leaves.n - 1);
}

/* Extends the tree for this state and returns its result. */
static uint32_t learn(coset_step_cache *r, uint32_t trial, const coset_value *state)
{
    uint32_t chain = 0, missing;
    leaf l = {.first = r->outcomes.n};
    memset(r->trail[0].values, 0, r->n_slots * sizeof *state);
    memset(r->trail[0].open, 1, r->n_slots);
    uint32_t *at = end_of(r, trial, state, &chain);
    while ((missing = try_trial(r, trial, &l)) != NOT_OPEN) {
        if (missing >= r->n_slots || chain == MOST_CHAIN || !add_slot(r, &r->trials[trial], missing)) {
            forget_outcomes(r, l.first);
            return r->trials[trial].root = NEVER;
        }
        at = add_node(r, at, missing, state[missing]);
        reveal(&r->trail[0], missing, state[missing]);
        chain = 0;
    }
    if (r->odd)
        forget_outcomes(r, l.first);
    return settle(r, trial, at, l);
}

/* ---- use -------------------------------------------------------------------------------------------------------- */

void coset_step_cache_leave(coset_step_cache *r) { r->copied = r->asked = false; }

static uint32_t search(const coset_step_cache *r, uint32_t trial, const coset_value *state)
{
    uint32_t at = r->trials[trial].root;
    while (at - 1 < LEAF - 1) {
        const uint32_t *c = r->cells.at + at;
        if (c[0] < CHAIN)
            at = c[1 + state[c[0]]];
        else
            at = c[state[c[0] & ~CHAIN] == c[1] ? 2 : 3];
    }
    return at;
}

static uint64_t key_of(const lore *t, const coset_value *state)
{
    uint64_t key = 0;
    for (uint32_t i = 0; i < t->n_slots; i++)
        key |= (uint64_t)state[t->slots[i].slot] << t->slots[i].shift;
    return key;
}

static line *line_of(const coset_step_cache *r, uint64_t key, uint32_t tag)
{
    return &r->lines[(key ^ (uint64_t)tag << 40) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - LINE_BITS)];
}

static uint32_t tag_of(const lore *t, uint32_t trial) { return (uint32_t)(t->n_slots + 1) << 16 | trial; }

/* The result of the tree for a state; UNKNOWN or NEVER: none. */
static uint32_t find(coset_step_cache *r, uint32_t trial, const coset_value *state)
{
    const lore *t = &r->trials[trial];
    if (t->root == NEVER)
        return NEVER;
    uint64_t key = key_of(t, state);
    line *l = line_of(r, key, tag_of(t, trial));
    if (l->key == key && l->tag == tag_of(t, trial))
        return l->to;
    uint32_t to = search(r, trial, state);
    if (to == UNKNOWN && may_learn(r))
        to = learn(r, trial, state);
    if (to != UNKNOWN && t->root != NEVER) { /* the key may have changed */
        key = key_of(t, state);
        *line_of(r, key, tag_of(t, trial)) = (line){key, tag_of(t, trial), to};
    }
    return to;
}

static coset_status emit(coset_step_cache *r, coset_machine *m, const outcome *o)
{
    const uint32_t *slots = r->slots.at + o->first;
    const coset_value *values = r->values.at + o->first;
    r->edge.group = o->group;
    r->edge.instance = o->instance;
    r->edge.n_parts = o->n_parts;
    r->edge.parts = r->parts.at + o->first_part;
    r->edge.n_touched = o->n;
    r->edge.touched = slots;
    for (uint32_t i = 0; i < o->n; i++)
        r->next[slots[i]] = values[i];
    coset_status status = m->emit(m->emit_ctx, &r->edge, r->next);
    for (uint32_t i = 0; i < o->n; i++)
        r->next[slots[i]] = m->source[slots[i]];
    return status;
}

static bool is_unblocked(coset_step_cache *r, const coset_value *state)
{
    if (r->asked)
        return r->unblocked;
    r->asked = r->unblocked = true;
    for (uint32_t i = 0; i < r->n_blocking; i++)
        r->unblocked = r->unblocked && state[r->blocking[i]];
    return r->unblocked;
}

bool coset_step_cache_run(coset_step_cache *r, coset_machine *m, uint32_t trial, coset_status *status)
{
    uint32_t at = find(r, trial, m->source);
    if (at == UNKNOWN || at == NEVER)
        return false;
    const leaf *l = &r->leaves.at[at - LEAF];
    if (l->unblocked && !is_unblocked(r, m->source))
        return false;
    r->uses++;
    *status = COSET_OK;
    m->enabled = m->enabled || l->enables;
    if (l->n && !r->copied) {
        memcpy(r->next, m->source, r->n_slots * sizeof *r->next);
        r->copied = true;
    }
    for (uint32_t i = 0; *status == COSET_OK && i < l->n; i++)
        *status = emit(r, m, &r->outcomes.at[l->first + i]);
    return true;
}

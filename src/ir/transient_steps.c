/* ir/transient_steps.c - transitions of a program whose steps pass through transient states.
 *
 * For each rule that may begin a step, the analysis follows the course of the step with the slot values that are known
 * for certain: from conditions that held and from assignments. A rule may fire next if none of its conditions is false
 * for them, up to one that may fault. The step reads and writes the union of what all of these rules read and write.
 *
 * Some slots have one value in all states but transient ones: the tokens of events inside steps. This is first assumed
 * of all slots with one value in the start states, and then checked: each step must leave these slots with their values
 * if it starts with them. If a step violates this for a slot, its assumption is dropped, and the analysis restarts. The
 * rest holds by induction. Such slots count neither as read nor as written. */
#include "ir/instance.h"
#include "ir/transition.h"

#define MOST_NODES  300U    /* in the course of one step, if all slots are followed */
#define MORE_NODES  2000U   /* the same for some slots only */
#define MOST_FIRED  20000U  /* rules in the course of one step */
#define ALL_FIRED   400000U /* of all steps; above this the limit for one step is FEW_FIRED */
#define FEW_FIRED   100U
#define MOST_KNOWN  300U /* changes that are listed one by one */
#define MOST_SURE   100U /* rules that are followed to decide whether a step reaches its end */
#define MOST_PASSES 60U
#define UNKNOWN     UINT32_MAX

/* A partially known state in the course of a step. */
typedef struct {
    coset_value *at; /* [n_slots] values, or UNKNOWN */
    uint64_t hash;   /* of them, if it is one of the nodes */
} node;

typedef struct {
    coset_instances *x;
    uint32_t n_slots, n_words, n_sets; /* words of a set of slots, of a set of instances */
    coset_value *kept;                 /* [n_slots] the value in all states but transient ones, or UNKNOWN */
    bool dropped;                      /* one of them was, in this pass */
    uint64_t ***fits;                  /* [n_slots][value] instances without a condition that excludes it, or NULL */
    uint32_t *n_contents;              /* [n_slots] 0: no condition is about that slot alone */
    uint32_t *tested, n_tested;        /* slots with conditions, those with many values first */
    uint64_t *found;                   /* [n_sets] scratch */
    uint32_t *some;                    /* [n_sets] scratch */
    uint64_t *begins;                  /* [n_sets] instances that may begin a step, judging by `kept` */
    bool begins_stale;                 /* fewer slots have been kept since */
    uint64_t *steering;                /* [n_words] slots with a process's program counter, or the course of a step */
    uint64_t *written;                 /* [n_words] by some rule */
    uint64_t *too_long;                /* [n_sets] instances whose steps have too many courses */
    uint64_t all_fired;                /* rules in the courses of all steps */
    /* of the current step */
    bool coarse; /* only steering or kept slots are followed */
    bool lost;   /* the step has too many courses: it may read and write all slots */
    coset_arena *scratch;
    COSET_VEC(node) nodes;
    uint32_t n_first;                       /* of these, after the first rule */
    uint32_t n_fired;                       /* rules */
    uint64_t *reads, *writes;               /* [n_words] */
    uint64_t *any, *vague;                  /* [n_words] slots with unlisted values; slots unknown at some end */
    COSET_VEC(coset_change) made;           /* by rules during the step */
    COSET_VEC(coset_change) left;           /* at its ends */
    uint64_t *noted[2];                     /* [n_slots] of `made` and `left`: values, modulo 64 */
    COSET_VEC(const coset_instance *) next; /* rules that may follow the first */
} walk;

static void add_set(const walk *w, uint64_t *to, const uint64_t *from)
{
    for (uint32_t i = 0; i < w->n_words; i++)
        to[i] |= from[i];
}

static void add_slot(uint64_t *set, uint32_t slot) { set[slot / 64] |= UINT64_C(1) << slot % 64; }

static bool lets(const coset_condition *c, coset_value content)
{
    return content < c->n && (c->lets[content / 64] >> content % 64 & 1);
}

/* ---- which instances may follow --------------------------------------------------------------------------------- */

static void prepare(walk *w)
{
    const coset_instances *x = w->x;
    w->n_contents = coset_arena_get(x->arena, w->n_slots, sizeof *w->n_contents);
    w->fits = coset_arena_get(x->arena, w->n_slots, sizeof *w->fits);
    w->found = coset_arena_get(x->arena, w->n_sets, sizeof *w->found);
    w->begins = coset_arena_get(x->arena, w->n_sets, sizeof *w->begins);
    w->begins_stale = true;
    w->steering = coset_arena_get(x->arena, w->n_words, sizeof *w->steering);
    w->written = coset_arena_get(x->arena, w->n_words, sizeof *w->written);
    for (uint32_t i = 0; i < x->all.n; i++)
        add_set(w, w->written, x->all.at[i].of.writes);
    for (uint32_t i = 0; i < x->all.n; i++)
        for (uint32_t k = 0; k < x->all.at[i].of.n_conditions; k++) {
            const coset_condition *c = &x->all.at[i].of.conditions[k];
            if (c->slot != COSET_NO_SLOT)
                w->n_contents[c->slot] = c->n;
            if (c->slot != COSET_NO_SLOT && k == 0)
                add_slot(w->steering, c->slot);
        }
    for (uint32_t i = 0; i < x->m->n_marks; i++)
        add_slot(w->steering, x->m->marks[i].slot);
    for (uint32_t s = 0; s < w->n_slots; s++)
        if (x->contents[s].n > 0)
            add_slot(w->steering, s);
    w->tested = coset_arena_get(x->arena, w->n_slots, sizeof *w->tested);
    w->some = coset_arena_get(x->arena, w->n_sets, sizeof *w->some);
    for (uint32_t s = 0; s < w->n_slots; s++)
        if (w->n_contents[s]) {
            uint32_t k = w->n_tested++;
            for (; k > 0 && w->n_contents[w->tested[k - 1]] < w->n_contents[s]; k--)
                w->tested[k] = w->tested[k - 1];
            w->tested[k] = s;
            w->fits[s] = coset_arena_get(x->arena, w->n_contents[s], sizeof(uint64_t *));
        }
}

static const uint64_t *fitting(walk *w, uint32_t slot, coset_value content)
{
    uint64_t **set = &w->fits[slot][content];
    if (*set)
        return *set;
    *set = coset_arena_get(w->x->arena, w->n_sets, sizeof **set);
    for (uint32_t i = 0; i < w->x->all.n; i++) {
        const coset_transition *t = &w->x->all.at[i].of;
        const uint32_t n = coset_conditions_firm(t->n_conditions, t->conditions);
        bool fits = !w->x->all.at[i].impossible;
        for (uint32_t k = 0; k < n && fits; k++)
            fits = t->conditions[k].slot != slot || lets(&t->conditions[k], content);
        if (fits)
            (*set)[i / 64] |= UINT64_C(1) << i % 64;
    }
    return *set;
}

static void find_next(walk *w, const node *at, uint64_t *found)
{
    uint32_t n = w->n_sets; /* non-zero words */
    memset(found, 0xff, w->n_sets * sizeof *found);
    for (uint32_t i = 0; i < n; i++)
        w->some[i] = i;
    for (uint32_t k = 0; k < w->n_tested && n > 0; k++) {
        const uint32_t s = w->tested[k];
        if (at->at[s] == UNKNOWN || at->at[s] >= w->n_contents[s])
            continue;
        const uint64_t *set = fitting(w, s, at->at[s]);
        uint32_t left = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t word = w->some[i];
            found[word] &= set[word];
            w->some[left] = word;
            left += found[word] != 0;
        }
        n = left;
    }
}

static bool may_begin(walk *w, uint32_t number)
{
    if (w->begins_stale)
        find_next(w, &(node){.at = w->kept}, w->begins);
    w->begins_stale = false;
    return w->begins[number / 64] >> number % 64 & 1;
}

static void drop(walk *w, uint32_t slot)
{
    w->kept[slot] = UNKNOWN;
    w->dropped = w->begins_stale = true;
}

/* ---- the course of a step --------------------------------------------------------------------------------------- */

static bool may_be(const walk *w, const node *at, bool transient)
{
    const coset_ir_machine_model *m = w->x->m;
    for (uint32_t i = 0; i < m->n_marks; i++) {
        coset_value v = at->at[m->marks[i].slot];
        if (transient && (v == UNKNOWN || m->marks[i].makes[v]))
            return true;
        if (!transient && v != UNKNOWN && m->marks[i].makes[v])
            return false;
    }
    return !transient;
}

/* A condition that only one value satisfies determines it. */
static void learn(node *at, const coset_transition *t)
{
    for (uint32_t k = 0; k < t->n_conditions; k++) {
        const coset_condition *c = &t->conditions[k];
        uint32_t n = 0, last = 0;
        if (c->slot == COSET_NO_SLOT || at->at[c->slot] != UNKNOWN)
            continue;
        for (uint32_t v = 0; v < c->n && n < 2; v++)
            if (lets(c, v))
                n++, last = v;
        if (n == 1)
            at->at[c->slot] = last;
    }
}

/* No later change is of the same slot. */
static bool last_of(const coset_transition *t, uint32_t i)
{
    bool last = true;
    for (uint32_t k = i + 1; k < t->n_changes && last; k++)
        last = t->changes[k].slot != t->changes[i].slot;
    return last;
}

/* The slot gets no other value. */
static bool is_only(const coset_transition *t, uint32_t i)
{
    bool only = true;
    for (uint32_t k = 0; k < t->n_changes && only; k++)
        only = k == i || t->changes[k].slot != t->changes[i].slot;
    return only;
}

static void change(const walk *w, node *at, const coset_transition *t)
{
    for (uint32_t i = 0; i < w->n_words; i++)
        for (uint64_t some = t->writes[i]; some; some &= some - 1)
            at->at[64 * i + (uint32_t)__builtin_ctzll(some)] = UNKNOWN;
    for (uint32_t i = 0; i < t->n_changes; i++)
        if (t->changes[i].always && is_only(t, i))
            at->at[t->changes[i].slot] = t->changes[i].content;
}

static void note_change(walk *w, bool left, uint32_t slot, coset_value content)
{
    uint32_t n = left ? w->left.n : w->made.n;
    const coset_change *all = left ? w->left.at : w->made.at;
    uint64_t *noted = &w->noted[left][slot], bit = UINT64_C(1) << content % 64;
    for (uint32_t i = 0; i < n && (*noted & bit); i++)
        if (all[i].slot == slot && all[i].content == content)
            return;
    *noted |= bit;
    const coset_change c = {slot, content, false};
    if (left)
        *coset_vec_add(&w->left) = c;
    else
        *coset_vec_add(&w->made) = c;
}

/* Slots that are not followed are unknown. */
static void blur(const walk *w, node *at)
{
    for (uint32_t s = 0; w->coarse && s < w->n_slots; s++)
        if (!coset_slots_has(w->steering, s))
            at->at[s] = UNKNOWN;
}

/* Adds the node after a rule, once for each value that a mark may have. */
static void add_node(walk *w, node at, const coset_transition *t, uint32_t mark)
{
    const size_t bytes = w->n_slots * sizeof(coset_value);
    const coset_ir_machine_model *m = w->x->m;
    for (; mark < m->n_marks; mark++)
        for (uint32_t i = 0; i < t->n_changes; i++)
            if (t->changes[i].slot == m->marks[mark].slot && t->changes[i].always && !is_only(t, i)) {
                node to = {.at = coset_arena_copy(w->scratch, at.at, w->n_slots, sizeof *to.at)};
                to.at[t->changes[i].slot] = t->changes[i].content;
                add_node(w, to, t, mark + 1);
                if (last_of(t, i))
                    return;
            }
    at.hash = coset_machine_hash(w->n_slots, at.at);
    for (uint32_t k = 0; k < w->nodes.n; k++)
        if (w->nodes.at[k].hash == at.hash && memcmp(w->nodes.at[k].at, at.at, bytes) == 0)
            return;
    *coset_vec_add(&w->nodes) = at;
}

/* A rule fires. */
static void go(walk *w, const node *from, const coset_instance *i)
{
    const coset_transition *t = &i->of;
    w->n_fired++;
    w->all_fired++;
    node to = {.at = coset_arena_copy(w->scratch, from->at, w->n_slots, sizeof *to.at)};
    learn(&to, t);
    change(w, &to, t);
    blur(w, &to);
    add_set(w, w->reads, t->reads);
    add_set(w, w->writes, t->writes);
    add_set(w, w->any, t->any);
    for (uint32_t k = 0; k < t->n_changes; k++)
        note_change(w, false, t->changes[k].slot, t->changes[k].content);
    add_node(w, to, t, 0);
}

/* The step may end there. */
static void note_end(walk *w, const node *at)
{
    for (uint32_t i = 0; i < w->n_words; i++)
        for (uint64_t some = w->writes[i]; some; some &= some - 1) {
            const uint32_t s = 64 * i + (uint32_t)__builtin_ctzll(some);
            if (w->kept[s] != UNKNOWN && at->at[s] != w->kept[s])
                drop(w, s);
            if (at->at[s] == UNKNOWN)
                add_slot(w->vague, s);
            else
                note_change(w, true, s, at->at[s]);
        }
}

static void begin(walk *w)
{
    coset_arena_clear(w->scratch);
    w->nodes.n = w->made.n = w->left.n = w->next.n = w->n_first = w->n_fired = 0;
    w->reads = coset_arena_get(w->scratch, w->n_words, sizeof *w->reads);
    w->writes = coset_arena_get(w->scratch, w->n_words, sizeof *w->writes);
    w->any = coset_arena_get(w->scratch, w->n_words, sizeof *w->any);
    w->vague = coset_arena_get(w->scratch, w->n_words, sizeof *w->vague);
    for (uint32_t i = 0; i < 2; i++)
        w->noted[i] = coset_arena_get(w->scratch, w->n_slots, sizeof *w->noted[i]);
}

/* All of its conditions are known to hold. */
static bool is_sure(const coset_instance *i, const node *at)
{
    bool sure = !i->impossible;
    for (uint32_t k = 0; k < i->of.n_conditions && sure; k++) {
        const coset_condition *c = &i->of.conditions[k];
        sure = c->slot != COSET_NO_SLOT && at->at[c->slot] != UNKNOWN && lets(c, at->at[c->slot]) && !c->faults;
    }
    return sure;
}

/* The least priority of an instance that surely fires there and reaches the end of the step, after at most MOST_SURE
 * rules; UINT32_MAX: there is none. may: the instances that may fire there; w->found is overwritten. */
static uint32_t least_sure(walk *w, const node *at, const uint64_t *may, uint32_t depth)
{
    const coset_instance *next = NULL;
    for (uint32_t s = 0; s < w->n_sets; s++)
        for (uint64_t some = may[s]; some; some &= some - 1) {
            uint32_t i = 64 * s + (uint32_t)__builtin_ctzll(some);
            if (i < w->x->all.n && is_sure(&w->x->all.at[i], at) &&
                (!next || w->x->all.at[i].of.priority < next->of.priority))
                next = &w->x->all.at[i];
        }
    if (!next)
        return UINT32_MAX;
    node to = {.at = coset_arena_copy(w->scratch, at->at, w->n_slots, sizeof *to.at)};
    change(w, &to, &next->of);
    if (!may_be(w, &to, true))
        return next->of.priority;
    if (depth == 0)
        return UINT32_MAX;
    find_next(w, &to, w->found);
    return least_sure(w, &to, w->found, depth - 1) == UINT32_MAX ? UINT32_MAX : next->of.priority;
}

static bool is_too_long(const walk *w)
{
    const uint32_t most = w->all_fired > ALL_FIRED ? FEW_FIRED : MOST_FIRED;
    return w->nodes.n > (w->coarse ? MORE_NODES : MOST_NODES) || w->n_fired > most || w->made.n > MOST_KNOWN ||
           w->left.n > MOST_KNOWN;
}

/* Fires all instances that may fire there, as long as the step is not too long. Those of one priority may fire only if
 * none with a smaller number reaches an end. */
static void go_on(walk *w, uint32_t number)
{
    const node at = w->nodes.at[number];
    uint64_t *may = coset_arena_get(w->scratch, w->n_sets, sizeof *may);
    find_next(w, &at, may);
    const uint32_t most = least_sure(w, &at, may, MOST_SURE);
    for (uint32_t s = 0; s < w->n_sets; s++)
        for (uint64_t some = may[s]; some; some &= some - 1) {
            uint32_t i = 64 * s + (uint32_t)__builtin_ctzll(some);
            if (i >= w->x->all.n || w->x->all.at[i].impossible || w->x->all.at[i].of.priority > most || is_too_long(w))
                continue;
            if (number < w->n_first)
                *coset_vec_add(&w->next) = &w->x->all.at[i];
            go(w, &at, &w->x->all.at[i]);
        }
}

/* Follows the step to its ends; false: there are too many nodes. */
static bool follow_all(walk *w, const node *from, const coset_instance *i)
{
    begin(w);
    go(w, from, i);
    w->n_first = w->nodes.n;
    for (uint32_t k = 0; k < w->nodes.n; k++) {
        if (may_be(w, &w->nodes.at[k], true))
            go_on(w, k);
        if (is_too_long(w) || coset_budget_spend(w->x->limit, 200))
            return false;
    }
    return true;
}

/* All states but transient ones have the same value of the mark. */
static bool is_told_by_mark(const walk *w, uint32_t slot)
{
    const coset_ir_machine_model *m = w->x->m;
    for (uint32_t i = 0; i < m->n_marks; i++) {
        uint32_t n = 0;
        for (coset_value v = 0; m->marks[i].slot == slot && v <= m->base.slots[slot].max; v++)
            n += !m->marks[i].makes[v];
        if (n == 1)
            return true;
    }
    return false;
}

/* Nothing is known about the step, except that it leads to a non-transient state. */
static void lose(walk *w)
{
    begin(w);
    w->lost = true;
    for (uint32_t s = 0; s < w->n_slots; s++) {
        add_slot(w->reads, s);
        add_slot(w->writes, s);
        if (w->kept[s] != UNKNOWN && coset_slots_has(w->written, s) && !is_told_by_mark(w, s))
            drop(w, s);
    }
    add_set(w, w->any, w->writes);
    add_set(w, w->vague, w->writes);
}

/* Follows the step that the instance begins. False: it cannot begin one. */
static bool follow(walk *w, const coset_instance *i)
{
    const node from = {.at = w->kept};
    const uint32_t number = (uint32_t)(i - w->x->all.at);
    if (!may_begin(w, number) || i->impossible)
        return false;
    w->coarse = w->lost = false;
    if (coset_slots_has(w->too_long, number)) { /* with less knowledge it has at least as many courses */
        lose(w);
    } else if (!follow_all(w, &from, i)) {
        w->coarse = true;
        if (!follow_all(w, &from, i)) {
            add_slot(w->too_long, number);
            lose(w);
        }
    }
    for (uint32_t k = 0; k < w->nodes.n && !w->lost; k++) /* when all writes are known */
        if (may_be(w, &w->nodes.at[k], false))
            note_end(w, &w->nodes.at[k]);
    return true;
}

/* ---- transitions ------------------------------------------------------------------------------------------------ */

static bool is_kept(const walk *w, uint32_t slot) { return w->kept[slot] != UNKNOWN; }

static void drop_kept(const walk *w, uint64_t *set)
{
    for (uint32_t s = 0; s < w->n_slots; s++)
        if (is_kept(w, s))
            set[s / 64] &= ~(UINT64_C(1) << s % 64);
}

/* The conditions of the first rule, without those on slots that always satisfy them. */
static uint32_t take_conditions(const walk *w, const coset_transition *t, coset_condition *to)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < t->n_conditions; k++)
        if (t->conditions[k].slot == COSET_NO_SLOT || !is_kept(w, t->conditions[k].slot))
            to[n++] = t->conditions[k];
    return n;
}

/* The conditions of a rule that follows a rule which writes `written`, if they depend on the source alone; others count
 * only if they may fault. */
static uint32_t take_later(const walk *w, const coset_transition *t, const uint64_t *written, coset_condition *to)
{
    const coset_condition whole = {.slot = COSET_NO_SLOT, .reads = w->reads};
    uint32_t n = 0;
    for (uint32_t k = 0; k < t->n_conditions; k++) {
        const coset_condition *c = &t->conditions[k];
        bool later = c->slot != COSET_NO_SLOT && (is_kept(w, c->slot) || coset_slots_has(written, c->slot));
        if (!later)
            to[n++] = *c;
        else if (c->faults)
            to[n++] = whole;
    }
    to[n++] = whole;
    return n;
}

/* The step may end with a fault of the first rule. */
static bool take_risks(const walk *w, const coset_instance *i, coset_way *to)
{
    uint64_t *risks = coset_arena_copy(w->x->arena, i->risks, w->n_words, sizeof *risks), any = 0;
    drop_kept(w, risks);
    for (uint32_t k = 0; k < w->n_words; k++)
        any |= risks[k];
    coset_condition *c = coset_arena_get(w->x->arena, 1, sizeof *c);
    *c = (coset_condition){.slot = COSET_NO_SLOT, .reads = risks};
    *to = (coset_way){1, c};
    return any != 0;
}

/* One way for each rule that may follow the first, and one for a fault of the first; a condition that reads everything
 * represents other reasons why the step may not reach its end. If the step may end at once, or continue, only that. */
static void take_ways(walk *w, const coset_instance *i_first, coset_transition *t)
{
    const coset_transition *first = &i_first->of;
    bool leads = false, certain = w->next.n > 0;
    for (uint32_t k = 0; k < w->n_first; k++) {
        leads |= may_be(w, &w->nodes.at[k], true);
        certain &= !may_be(w, &w->nodes.at[k], false);
    }
    if (!leads && !w->lost)
        return;
    coset_way *ways = coset_arena_get(w->x->arena, w->next.n + (size_t)2, sizeof *ways);
    t->n_ways = certain ? w->next.n : 1;
    t->ways = ways;
    for (uint32_t i = 0; i < t->n_ways; i++) {
        const coset_transition *next = certain ? &w->next.at[i]->of : NULL;
        coset_condition *c = coset_arena_get(w->x->arena, (next ? next->n_conditions : 0) + (size_t)1, sizeof *c);
        uint32_t n = 1;
        if (next)
            n = take_later(w, next, first->writes, c);
        else
            c[0] = (coset_condition){.slot = COSET_NO_SLOT, .reads = w->reads};
        ways[i] = (coset_way){n, c};
    }
    t->n_ways += certain && take_risks(w, i_first, &ways[t->n_ways]);
}

static void take_changes(walk *w, coset_transition *t)
{
    coset_change *c = coset_arena_get(w->x->arena, w->left.n + w->made.n, sizeof *c);
    for (uint32_t i = 0; i < w->left.n; i++) {
        if (is_kept(w, w->left.at[i].slot))
            continue;
        bool always = !coset_slots_has(w->vague, w->left.at[i].slot);
        c[t->n_changes++] = (coset_change){w->left.at[i].slot, w->left.at[i].content, always};
    }
    for (uint32_t i = 0; i < w->made.n; i++)
        if (!is_kept(w, w->made.at[i].slot) && coset_slots_has(w->vague, w->made.at[i].slot))
            c[t->n_changes++] = w->made.at[i];
    for (uint32_t s = 0; s < w->n_words; s++)
        w->any[s] &= w->vague[s];
    t->changes = c;
}

static coset_transition make(walk *w, const coset_instance *i)
{
    const coset_transition *first = &i->of;
    coset_transition t = *first;
    coset_condition *c = coset_arena_get(w->x->arena, first->n_conditions, sizeof *c);
    t.n_conditions = take_conditions(w, first, c);
    t.conditions = c;
    t.n_changes = 0;
    for (uint32_t k = 0; k < w->x->m->n_marks; k++)
        add_slot(w->reads, w->x->m->marks[k].slot);
    take_changes(w, &t);
    drop_kept(w, w->reads);
    drop_kept(w, w->writes);
    w->reads = coset_arena_copy(w->x->arena, w->reads, w->n_words, sizeof *w->reads);
    take_ways(w, i, &t);
    t.reads = w->reads;
    t.writes = coset_arena_copy(w->x->arena, w->writes, w->n_words, sizeof *w->writes);
    t.any = coset_arena_copy(w->x->arena, w->any, w->n_words, sizeof *w->any);
    if (w->nodes.n > 1 || w->lost)
        t.queue = COSET_QUEUE_NONE;
    return t;
}

/* One pass; if it drops an assumption, its results are invalid. */
static uint32_t make_all(walk *w, coset_transition *at, uint32_t *number)
{
    uint32_t n = 0;
    w->dropped = false;
    for (uint32_t i = 0; i < w->x->all.n && !w->x->failed; i++) {
        const bool begins = follow(w, &w->x->all.at[i]);
        number[i] = begins ? n : COSET_NO_TRANSITION;
        if (begins && !w->dropped)
            at[n++] = make(w, &w->x->all.at[i]);
    }
    return n;
}

const coset_transition *coset_instances_walk(coset_instances *x, uint32_t *n, uint32_t *number)
{
    walk w = {.x = x,
              .n_slots = x->m->base.n_slots,
              .n_words = x->n_words,
              .n_sets = coset_slot_words(x->all.n),
              .scratch = x->scratch};
    coset_transition *at = coset_arena_get(x->arena, x->all.n, sizeof *at);
    w.kept = coset_arena_get(x->arena, w.n_slots, sizeof *w.kept);
    for (uint32_t s = 0; s < w.n_slots; s++)
        w.kept[s] = x->first[s].n == 1 ? (coset_value)x->first[s].at[0] : UNKNOWN;
    w.too_long = coset_arena_get(x->arena, w.n_sets, sizeof *w.too_long);
    prepare(&w);
    uint32_t passes = 0;
    do {
        *n = make_all(&w, at, number);
        if (++passes == MOST_PASSES && w.dropped)
            x->failed = "what happens inside of steps is not known well enough";
    } while (w.dropped && !x->failed);
    coset_vec_fini(&w.nodes);
    coset_vec_fini(&w.made);
    coset_vec_fini(&w.left);
    coset_vec_fini(&w.next);
    return at;
}

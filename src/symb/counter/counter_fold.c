/* symb/counter/counter_fold.c - functions of processes as functions of counters.
 *
 * A function that is symmetric in some processes depends on how many of them are in which local state. Local states
 * that the function does not distinguish for one process it does not distinguish for any, so they form classes; the
 * number of the last class follows from the others.
 */
#include <string.h>

#include "base/mem.h"
#include "symb/counter/counting.h"

/* ---- scenes -------------------------------------------------------------------------------------------------------
 */

typedef struct {
    coset__counting *k;
    coset__on_scene *on;
    void *ctx;
} teller;

static coset_bdd with_held(const coset__counting *k, coset_bdd f, uint32_t h, coset_value value)
{
    uint32_t slot = k->c->holder[h];
    coset_bdd is = coset__slot_is(&k->from->vars, slot, value, false);
    return coset_bdd_relprod(k->b, f, is, coset__slots_cube(&k->from->vars, &slot, 1, false));
}

static coset_bdd with_letter(const coset__counting *k, coset_bdd f, uint32_t process, uint32_t letter)
{
    return coset_bdd_relprod(k->b, f, k->is[(size_t)process * k->c->n_letters + letter], k->now[process]);
}

/* The values of the holders agree with the local state of the process. */
static bool fits(const coset__counting *k, const coset__scene *s, uint32_t who, uint32_t letter)
{
    for (uint32_t h = 0; h < k->c->n_holders; h++)
        if (s->by[h] != COSET__ANY && (coset__letter(k->c, letter)[k->c->n_local + h] != 0) != (s->by[h] == who))
            return false;
    return true;
}

static void choose_letters(const teller *t, const coset__scene *s, uint32_t who)
{
    coset__counting *k = t->k;
    if (who == s->n) {
        t->on(k, s, t->ctx);
        return;
    }
    for (uint32_t l = 0; l < k->c->n_letters && k->trouble == COSET_OK; l++) {
        if (!fits(k, s, who, l))
            continue;
        coset_bdd_scope scope = coset_bdd_open(k->b);
        coset__scene next = *s;
        next.letter[who] = l;
        next.live = with_letter(k, s->live, s->process[who], l);
        if (!coset_bdd_is_false(next.live))
            choose_letters(t, &next, who + 1);
        coset_bdd_close(k->b, scope);
    }
}

static bool is_active(const coset__scene *s, uint32_t process, uint32_t *who)
{
    for (*who = 0; *who < s->n; ++*who)
        if (s->process[*who] == process)
            return true;
    return false;
}

static uint32_t first_other(const coset__scene *s)
{
    uint32_t p = 0, who;
    while (is_active(s, p, &who))
        p++;
    return p;
}

/* Each value of a holder that is no process, a process that acts already, and one of the others. */
static void choose_held(const teller *t, const coset__scene *s, uint32_t h)
{
    coset__counting *k = t->k;
    if (h == k->c->n_holders) {
        choose_letters(t, s, 0);
        return;
    }
    if (s->by[h] == COSET__ANY) {
        choose_held(t, s, h + 1);
        return;
    }
    for (coset_value v = 0; v <= k->c->m->slots[k->c->holder[h]].max && k->trouble == COSET_OK; v++) {
        int64_t p = coset__held(k->c, k->c->holder[h], v);
        coset__scene next = *s;
        next.held[h] = v;
        next.by[h] = COSET__NOBODY;
        if (p >= 0 && !is_active(s, (uint32_t)p, &next.by[h])) {
            if (p != first_other(s))
                continue;
            if (s->n == COSET__MOST_ACTIVE) {
                coset__counting_trouble(k, (coset_pos){0}, "a step", "concerns too many processes");
                return;
            }
            next.by[h] = s->n;
            next.process[next.n++] = (uint32_t)p;
        }
        coset_bdd_scope scope = coset_bdd_open(k->b);
        next.live = with_held(k, s->live, h, v);
        if (!coset_bdd_is_false(next.live))
            choose_held(t, &next, h + 1);
        coset_bdd_close(k->b, scope);
    }
}

void coset__scenes(coset__counting *k, const coset__scene *begin, coset_bdd live, coset__on_scene *on, void *ctx)
{
    const teller t = {k, on, ctx};
    coset__scene s = *begin;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    s.live = live;
    choose_held(&t, &s, 0);
    coset_bdd_close(k->b, scope);
}

coset_bdd coset__holds(const coset__counting *k, uint32_t h, uint32_t process)
{
    coset_bdd held = coset_bdd_false;
    for (coset_value v = 0; v <= k->c->m->slots[k->c->holder[h]].max; v++)
        if (coset__held(k->c, k->c->holder[h], v) == process)
            held = coset_bdd_or(k->b, held, coset__slot_is(&k->from->vars, k->c->holder[h], v, false));
    return held;
}

void coset__look_at(const coset__counting *k, coset__scene *s, const coset_bdd *functions, uint32_t n)
{
    const coset__vars *v = &k->from->vars;
    bool *used = coset_new(coset_bdd_vars(k->b), sizeof *used);
    for (uint32_t i = 0; i < n; i++)
        coset_bdd_support(k->b, functions[i], used);
    for (uint32_t h = 0; h < k->c->n_holders; h++) {
        bool here = false;
        for (uint32_t bit = v->first[k->c->holder[h]]; bit < v->first[k->c->holder[h] + 1]; bit++)
            here = here || used[coset__var(v, bit, false)] || used[coset__var(v, bit, true)];
        s->by[h] = here ? COSET__NOBODY : COSET__ANY;
    }
    coset_delete(used);
}

coset_bdd coset__in_scene(const coset__counting *k, const coset__scene *s, coset_bdd f)
{
    coset_bdd_scope scope = coset_bdd_open(k->b);
    for (uint32_t h = 0; h < k->c->n_holders; h++)
        f = s->by[h] == COSET__ANY ? f : with_held(k, f, h, s->held[h]);
    for (uint32_t i = 0; i < s->n; i++)
        f = with_letter(k, f, s->process[i], s->letter[i]);
    return coset_bdd_close_with(k->b, scope, f);
}

uint32_t coset__others(const coset__counter *c, const coset__scene *s, uint32_t *process)
{
    uint32_t n = 0, who;
    for (uint32_t p = 0; p < c->n; p++)
        if (!is_active(s, p, &who))
            process[n++] = p;
    return n;
}

coset_value coset__holder_code(const coset__counter *c, uint32_t h, coset_value value)
{
    if (coset__held(c, c->holder[h], value) < 0)
        return value;
    for (coset_value v = 0; v < value; v++)
        if (coset__held(c, c->holder[h], v) >= 0)
            return v;
    return value;
}

coset_bdd coset__scene_guard(const coset__counting *k, const coset__scene *s)
{
    const coset__counter *c = k->c;
    coset_bdd guard = coset_bdd_true;
    for (uint32_t i = 0; i < s->n;
         i++) { /* the counter is more than the number of those before with this local state */
        coset_value before = 0;
        for (uint32_t j = 0; j < i; j++)
            before += s->letter[j] == s->letter[i];
        uint32_t slot = coset__counter_slot(c, s->letter[i]);
        if (before > c->shell.slots[slot].max)
            return coset_bdd_false;
        guard = coset_bdd_minus(k->b, guard, coset__slot_is(&k->to->vars, slot, before, false));
    }
    for (uint32_t h = 0; h < c->n_holders; h++) {
        coset_value code = coset__holder_code(c, h, s->held[h]);
        if (s->by[h] != COSET__ANY)
            guard = coset_bdd_and(k->b, guard, coset__slot_is(&k->to->vars, coset__holder_slot(c, h), code, false));
    }
    return guard;
}

/* ---- classes of local states ---------------------------------------------------------------------------------------
 */

typedef struct {
    coset_bdd f, result;
    uint32_t class, used;
} memo;

typedef struct {
    const coset__counting *k;
    const coset__scene *s;
    const uint32_t *process; /* the others */
    uint32_t n, n_classes;
    uint32_t *class_of; /* [n_letters] or UINT32_MAX: none of the others may be so */
    uint32_t *example;  /* [class] a local state */
    uint32_t *active;   /* [class] processes that act by themselves */
    coset_bdd *after;   /* [class] the function when the first of the others is so */
    coset_bdd *sums;    /* [class * (all processes + 1)] */
    COSET_VEC(memo) known;
} folding;

bool coset__is_free(const coset__counter *c, const coset__scene *s, uint32_t letter)
{
    for (uint32_t h = 0; h < c->n_holders; h++)
        if (s->by[h] != COSET__ANY && coset__letter(c, letter)[c->n_local + h])
            return false;
    return true;
}

/* From the last local state backward: its counter is added to the sums of the later ones. */
void coset__sums(const coset__counting *k, const bool *member, coset_bdd *sums)
{
    uint32_t n = k->c->n;
    coset_bdd *next = coset_new((size_t)n + 1, sizeof *next);
    for (uint32_t i = 0; i <= n; i++)
        sums[i] = i == 0 ? coset_bdd_true : coset_bdd_false;
    for (uint32_t l = k->c->n_letters; l-- > 0;) {
        uint32_t slot = coset__counter_slot(k->c, l);
        if (!member[l])
            continue;
        for (uint32_t i = 0; i <= n; i++)
            next[i] = coset_bdd_false;
        for (coset_value v = 0; v <= k->c->shell.slots[slot].max; v++) {
            coset_bdd is = coset__slot_is(&k->to->vars, slot, v, false);
            for (uint32_t i = v; i <= n; i++)
                next[i] = coset_bdd_or(k->b, next[i], coset_bdd_and(k->b, is, sums[i - v]));
        }
        memcpy(sums, next, ((size_t)n + 1) * sizeof *sums);
    }
    coset_delete(next);
}

/* Exchanges two classes, so that the last one has most local states. */
static void put_largest_last(folding *x, const uint32_t *sizes)
{
    uint32_t largest = 0, last = x->n_classes - 1;
    for (uint32_t i = 0; i < x->n_classes; i++)
        if (sizes[i] > sizes[largest])
            largest = i;
    for (uint32_t l = 0; l < x->k->c->n_letters; l++)
        if (x->class_of[l] == largest || x->class_of[l] == last)
            x->class_of[l] = largest + last - x->class_of[l];
    uint32_t example = x->example[largest];
    coset_bdd after = x->after[largest];
    x->example[largest] = x->example[last];
    x->after[largest] = x->after[last];
    x->example[last] = example;
    x->after[last] = after;
}

static void make_classes(folding *x, coset_bdd f)
{
    const coset__counter *c = x->k->c;
    uint32_t *sizes = coset_new((size_t)c->n_letters + 1, sizeof *sizes);
    x->n_classes = 0;
    for (uint32_t l = 0; l < c->n_letters; l++) {
        x->class_of[l] = UINT32_MAX;
        if (!coset__is_free(c, x->s, l))
            continue;
        coset_bdd after = with_letter(x->k, f, x->process[0], l);
        uint32_t i = 0;
        while (i < x->n_classes && !coset_bdd_same(x->after[i], after))
            i++;
        if (i == x->n_classes) {
            x->after[x->n_classes] = after;
            x->example[x->n_classes++] = l;
        }
        x->class_of[l] = i;
        sizes[i]++;
    }
    if (x->n_classes)
        put_largest_last(x, sizes);
    coset_delete(sizes);
}

static void make_sums(folding *x)
{
    const coset__counter *c = x->k->c;
    bool *member = coset_new((size_t)c->n_letters + 1, sizeof *member);
    x->sums = coset_new((size_t)x->n_classes * (c->n + 1), sizeof *x->sums);
    for (uint32_t i = 0; i + 1 < x->n_classes; i++) {
        for (uint32_t l = 0; l < c->n_letters; l++)
            member[l] = x->class_of[l] == i;
        coset__sums(x->k, member, x->sums + (size_t)i * (c->n + 1));
        x->active[i] = 0;
        for (uint32_t a = 0; a < x->s->n; a++)
            x->active[i] += x->class_of[x->s->letter[a]] == i;
    }
    coset_delete(member);
}

/* ---- folding --------------------------------------------------------------------------------------------------------
 */

static bool looks_at_others(const folding *x, coset_bdd f)
{
    const coset__vars *v = &x->k->from->vars;
    bool *used = coset_new(coset_bdd_vars(x->k->b), sizeof *used), found = false;
    coset_bdd_support(x->k->b, f, used);
    for (uint32_t i = 0; i < x->n && !found; i++)
        for (uint32_t j = 0; j < x->k->c->n_local && !found; j++) {
            uint32_t slot = x->k->c->local[x->process[i] * x->k->c->n_local + j];
            for (uint32_t bit = v->first[slot]; bit < v->first[slot + 1]; bit++)
                found = found || used[coset__var(v, bit, false)];
        }
    coset_delete(used);
    return found;
}

/* Classes from `class` on are to be given to the others from number `used` on. */
static coset_bdd distribute(folding *x, uint32_t class, uint32_t used, coset_bdd f)
{
    coset_bdds *b = x->k->b;
    if (coset_bdd_is_false(f))
        return f;
    if (class + 1 == x->n_classes) {
        for (uint32_t i = used; i < x->n; i++)
            f = with_letter(x->k, f, x->process[i], x->example[class]);
        return f;
    }
    for (uint32_t i = 0; i < x->known.n; i++)
        if (x->known.at[i].class == class && x->known.at[i].used == used && coset_bdd_same(x->known.at[i].f, f))
            return x->known.at[i].result;
    const coset_bdd *sums = x->sums + (size_t) class * (x->k->c->n + 1) + x->active[class];
    coset_bdd result = coset_bdd_false, rest = f;
    for (uint32_t i = 0; used + i <= x->n && !coset_bdd_is_false(rest); i++) {
        coset_bdd here = distribute(x, class + 1, used + i, rest);
        result = coset_bdd_or(b, result, coset_bdd_and(b, sums[i], here));
        if (used + i < x->n)
            rest = with_letter(x->k, rest, x->process[used + i], x->example[class]);
    }
    *coset_vec_add(&x->known) = (memo){f, result, class, used};
    return result;
}

static coset_bdd fold(folding *x, coset_bdd f)
{
    while (x->n && looks_at_others(x, f)) {
        make_classes(x, f);
        if (x->n_classes > 1) {
            make_sums(x);
            f = distribute(x, 0, 0, f);
            coset_delete(x->sums);
            break;
        }
        f = x->n_classes ? x->after[0] : coset_bdd_false; /* they are not distinguished */
        x->process++;
        x->n--;
    }
    return f;
}

coset_bdd coset__rule_orbits(const coset__counting *k, const coset__scene *s, coset_bdd f)
{
    uint32_t n = k->c->n_letters;
    uint32_t *process = coset_new(k->c->n, sizeof *process);
    folding x = {.k = k, .s = s, .process = process, .n = coset__others(k->c, s, process)};
    x.class_of = coset_new((size_t)n + 1, sizeof *x.class_of);
    x.example = coset_new((size_t)n + 1, sizeof *x.example);
    x.active = coset_new((size_t)n + 1, sizeof *x.active);
    x.after = coset_new((size_t)n + 1, sizeof *x.after);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    f = coset_bdd_close_with(k->b, scope, fold(&x, f));
    coset_delete(x.class_of);
    coset_delete(x.example);
    coset_delete(x.active);
    coset_delete(x.after);
    coset_vec_fini(&x.known);
    coset_delete(process);
    return f;
}

/* ---- sets -----------------------------------------------------------------------------------------------------------
 */

static void add_states(coset__counting *k, const coset__scene *s, void *ctx)
{
    coset_bdd *all = ctx;
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd here = coset_bdd_rename(k->b, coset__rule_orbits(k, s, s->live), k->globals);
    here = coset_bdd_and(k->b, here, coset__scene_guard(k, s));
    coset_bdd_set(k->b, all, coset_bdd_or(k->b, *all, here));
    coset_bdd_close(k->b, scope);
}

coset_bdd coset__count_set(coset__counting *k, coset_bdd set)
{
    coset__scene nobody = {0};
    coset__look_at(k, &nobody, &set, 1);
    coset_bdd all = coset_bdd_keep(k->b, coset_bdd_false);
    coset__scenes(k, &nobody, set, add_states, &all);
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd out = coset_bdd_close_with(k->b, scope, all);
    coset_bdd_drop(k->b, all);
    return out;
}

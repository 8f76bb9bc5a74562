/* logic/judge.c - verdicts of formulas. */
#include "logic/judge.h"

#include <string.h>

#include "logic/witness.h"

static const coset__method *method_of(coset_fixpoint how)
{
    static const coset__method *const all[] = {
        [COSET_FIXPOINT_LONG] = &coset__long,
        [COSET_FIXPOINT_EMERSON_LEI] = &coset__emerson_lei,
        [COSET_FIXPOINT_NAIVE] = &coset__naive,
    };
    return all[how];
}

/* A note about states without steps, if the formula depends on them. */
static bool speaks_of_paths(const coset_formula *f)
{
    if (f->op >= COSET_F_EX)
        return true;
    return (f->a && speaks_of_paths(f->a)) || (f->b && speaks_of_paths(f->b));
}

static const char *reason_of(const coset_judging *j, const coset_formula *f, const coset__witness_path *w,
                             coset_arena *arena)
{
    const char *words[3];
    uint32_t n = 0;
    if (j->dead_ends && speaks_of_paths(f))
        words[n++] = "a state without a step is treated as if it stayed for ever";
    if (w->ends)
        words[n++] = "the path ends in such a state";
    if (w->n && w->cut)
        words[n++] = w->cut;
    return n == 0   ? NULL
           : n == 1 ? words[0]
           : n == 2 ? coset_arena_printf(arena, "%s; %s", words[0], words[1])
                    : coset_arena_printf(arena, "%s; %s; %s", words[0], words[1], words[2]);
}

static const coset_path *path_of(const coset_judging *j, const coset__witness_path *w, coset_arena *arena)
{
    coset_path *p = coset_arena_get(arena, 1, sizeof *p);
    p->n_states = w->n;
    p->states = coset_arena_copy(arena, w->states.at, (size_t)w->n * j->m->n_slots, sizeof *w->states.at);
    p->has_loop = w->has_loop;
    p->loop = w->loop;
    return p;
}

typedef struct {
    const coset_judging *j;
    coset__cores cores;
    coset__eval eval;
    coset_arena *arena, *scratch;
} judge;

/* Of a formula that fails from one of the states that refute it; of one that holds, from any start state. */
static void show(judge *x, const coset_formula *f, bool holds, coset_set from, coset_prop_result *r)
{
    coset__witness_path w = {.sets = x->j->sets, .cores = &x->cores, .eval = &x->eval, .arena = x->scratch};
    coset__witness_make(&w, f, holds, from);
    if (x->j->sets->ops->goes_on(x->j->sets->ctx)) {
        r->path = !holds || w.n > 1 || w.has_loop ? path_of(x->j, &w, x->arena) : NULL;
        r->depth = w.n - 1;
        if (!r->path)
            w.cut = NULL;
        r->reason = reason_of(x->j, f, &w, x->arena);
    }
    coset__witness_fini(&w);
}

static void decide(judge *x, const coset_formula *f, coset_prop_result *r)
{
    const coset_sets *s = x->j->sets;
    uint64_t before = x->eval.n_rounds;
    const coset__core *core = coset__core_of(&x->cores, f, false);
    coset__fixpoint_room(&x->eval, x->cores.n_nodes);
    coset_set good = coset__evaluate(&x->eval, core), start = s->ops->start(s->ctx);
    coset_set bad = s->ops->minus(s->ctx, start, good);
    bool holds = s->ops->is_empty(s->ctx, bad);
    r->rounds = x->eval.n_rounds - before;
    if (s->ops->goes_on(s->ctx)) {
        r->verdict = holds ? COSET_VERDICT_HOLDS : COSET_VERDICT_FAILS;
        r->reason = NULL;
        if (!s->ops->is_empty(s->ctx, start))
            show(x, f, holds, holds ? start : bad, r);
    }
    if (!s->ops->goes_on(s->ctx)) {
        r->path = NULL;
        r->verdict = COSET_VERDICT_INCOMPLETE;
        r->reason = x->j->stopped(s->ctx);
    }
    s->ops->drop(s->ctx, good);
    s->ops->drop(s->ctx, start);
    s->ops->drop(s->ctx, bad);
}

static void add_reason(judge *x, coset_prop_result *r, const char *more)
{
    r->reason = r->reason ? coset_arena_printf(x->arena, "%s; %s", more, r->reason) : more;
}

/* Adds notes to formulas about paths for which no such path begins in a start state, or in some start state none. */
static void tell_of_fairness(judge *x, coset_result *r)
{
    const coset_sets *s = x->j->sets;
    const coset__core *core = coset__core_fair(&x->cores, false);
    coset__fixpoint_room(&x->eval, x->cores.n_nodes);
    coset_set fair = coset__evaluate(&x->eval, core), start = s->ops->start(s->ctx);
    coset_set begin = s->ops->meet(s->ctx, start, fair), unfair = s->ops->minus(s->ctx, start, fair);
    bool none = s->ops->is_empty(s->ctx, begin), some = !s->ops->is_empty(s->ctx, unfair);
    bool known = s->ops->goes_on(s->ctx);
    for (uint32_t i = 0; some && known && i < x->j->formulas->all.n; i++) {
        coset_prop_result *p = &r->props[x->j->formulas->wanted.formulas[i].prop];
        if (p->verdict == COSET_VERDICT_INCOMPLETE || !speaks_of_paths(x->j->formulas->all.at[i].root))
            continue;
        p->vacuous = none;
        add_reason(x, p,
                   none ? "vacuous: no path from a start state satisfies the fairness constraints"
                        : "from some start state no path satisfies the fairness constraints");
    }
    s->ops->drop(s->ctx, fair);
    s->ops->drop(s->ctx, start);
    s->ops->drop(s->ctx, begin);
    s->ops->drop(s->ctx, unfair);
}

void coset_logic_judge(const coset_judging *j, coset_arena *arena, coset_result *r)
{
    judge x = {.j = j, .arena = arena, .scratch = coset_arena_new()};
    coset__cores_init(&x.cores, j->formulas, x.scratch);
    coset__fixpoint_init(&x.eval, j->sets, method_of(j->how));
    for (uint32_t i = 0; i < j->formulas->all.n; i++) {
        coset_prop_result *p = &r->props[j->formulas->wanted.formulas[i].prop];
        if (j->unfounded) {
            p->verdict = COSET_VERDICT_INCOMPLETE;
            p->reason = j->why;
            continue;
        }
        decide(&x, j->formulas->all.at[i].root, p);
    }
    if (j->formulas->fair.n && !j->unfounded)
        tell_of_fairness(&x, r);
    coset__fixpoint_fini(&x.eval);
    coset__cores_fini(&x.cores);
    coset_arena_free(x.scratch);
}

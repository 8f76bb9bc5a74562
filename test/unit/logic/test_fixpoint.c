/* Evaluators of fixpoints on random graphs against brute force; and wrong variants, published ones or likely mistakes,
 * each of which the same comparison must detect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "logic/fixpoint.h"
#include "logic/formula.h"

/* ---- graphs of at most 16 states; a set is a word --------------------------------------------------------------- */

#define MOST 16

typedef struct {
    uint32_t n, atoms[3];   /* P0 P1 P2 */
    uint32_t next[2][MOST]; /* steps of rule 0 and 1 */
    const coset_formulas *f;
    uint32_t representatives; /* of a quotient; else all */
    const uint32_t *image;    /* [n] bits: the representatives of a state, or NULL */
    int64_t live;             /* handles */
} graph;

static uint64_t seed;
static uint32_t random_below(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static coset_set give(graph *g, uint32_t x)
{
    g->live++;
    return (coset_set){(intptr_t)x};
}

static uint32_t full(const graph *g) { return g->image ? g->representatives : (1u << g->n) - 1; }
static coset_set none(void *ctx) { return give(ctx, 0); }
static coset_set all(void *ctx) { return give(ctx, full(ctx)); }
static coset_set atom(void *ctx, uint32_t prop) { return give(ctx, ((graph *)ctx)->atoms[prop] & full(ctx)); }
static coset_set unite(void *ctx, coset_set a, coset_set b) { return give(ctx, (uint32_t)(a.id | b.id)); }
static coset_set meet(void *ctx, coset_set a, coset_set b) { return give(ctx, (uint32_t)(a.id & b.id)); }
static coset_set minus(void *ctx, coset_set a, coset_set b) { return give(ctx, (uint32_t)(a.id & ~b.id)); }
static bool same(void *ctx, coset_set a, coset_set b) { return (void)ctx, a.id == b.id; }
static bool is_empty(void *ctx, coset_set a) { return (void)ctx, a.id == 0; }
static coset_set share(void *ctx, coset_set a) { return give(ctx, (uint32_t)a.id); }
static void drop(void *ctx, coset_set a) { (void)a, ((graph *)ctx)->live--; }
static bool goes_on(void *ctx) { return (void)ctx, true; }

static uint32_t behind(const graph *g, uint32_t steps, uint32_t s)
{
    uint32_t both = g->next[0][s] | g->next[1][s];
    if (steps == COSET_STEPS_TOTAL && both == 0)
        return 1u << s;
    if (steps >= COSET_STEPS_TOTAL)
        return both;
    const bool *groups = g->f->actions.at[steps].groups;
    return (groups[0] ? g->next[0][s] : 0) | (groups[1] ? g->next[1][s] : 0);
}

/* In a quotient by several representatives: first the image backwards, then to representatives. */
static coset_set before(void *ctx, uint32_t steps, coset_set a)
{
    graph *g = ctx;
    uint32_t from = 0, reps = 0;
    for (uint32_t s = 0; s < g->n; s++)
        from |= behind(g, steps, s) & (uint32_t)a.id ? 1u << s : 0;
    for (uint32_t s = 0; g->image && s < g->n; s++)
        reps |= from >> s & 1 ? g->image[s] : 0;
    return give(g, g->image ? reps : from);
}

static const coset_set_ops ops = {.none = none,
                                  .all = all,
                                  .atom = atom,
                                  .unite = unite,
                                  .meet = meet,
                                  .minus = minus,
                                  .before = before,
                                  .same = same,
                                  .is_empty = is_empty,
                                  .share = share,
                                  .drop = drop,
                                  .goes_on = goes_on};

/* ---- brute force: straight from the tree of the formula, by the meaning of paths --------------------------------- */

typedef struct {
    const coset_formula *binder;
    uint32_t value;
} binding;

static uint32_t pre(const graph *g, uint32_t steps, uint32_t x)
{
    uint32_t r = 0;
    for (uint32_t s = 0; s < g->n; s++)
        r |= behind(g, steps, s) & x ? 1u << s : 0;
    return r;
}

static uint32_t way(const graph *g, uint32_t within, uint32_t goal)
{
    uint32_t r = goal;
    for (uint32_t i = 0; i < g->n; i++)
        r |= within & pre(g, COSET_STEPS_TOTAL, r);
    return r;
}

static uint32_t naive(const graph *g, const coset_formula *f, const binding *env, uint32_t n);

/* A state of a cycle inside `in` that satisfies all constraints: from it, inside, to each constraint and back. */
static uint32_t for_ever(const graph *g, uint32_t in)
{
    uint32_t good = 0;
    for (uint32_t s = 0; s < g->n; s++) {
        uint32_t one = 1u << s, back = way(g, in, in & one), forth = 0, last = ~0u;
        if (!(in & one))
            continue;
        for (forth = behind(g, COSET_STEPS_TOTAL, s) & in; forth != last;) {
            last = forth;
            for (uint32_t t = 0; t < g->n; t++)
                forth |= last >> t & 1 ? behind(g, COSET_STEPS_TOTAL, t) & in : 0;
        }
        bool ok = forth & one; /* in a cycle; `forth & back` is its strongly connected component */
        for (uint32_t i = 0; i < g->f->fair.n; i++)
            ok = ok && (forth & back & naive(g, g->f->fair.at[i], NULL, 0));
        good |= ok ? one : 0;
    }
    return way(g, in, good);
}

static uint32_t operator_of_ctl(const graph *g, coset_formula_op op, uint32_t a, uint32_t b)
{
    uint32_t u = (1u << g->n) - 1, fair = for_ever(g, u);
    switch (op) {
    case COSET_F_EX:
        return pre(g, COSET_STEPS_TOTAL, a & fair);
    case COSET_F_EF:
        return way(g, u, a & fair);
    case COSET_F_EG:
        return for_ever(g, a);
    case COSET_F_EU:
        return way(g, a, b & fair);
    case COSET_F_EV:
        return way(g, b, a & b & fair) | for_ever(g, b);
    case COSET_F_AX:
        return u & ~operator_of_ctl(g, COSET_F_EX, u & ~a, 0);
    case COSET_F_AF:
        return u & ~operator_of_ctl(g, COSET_F_EG, u & ~a, 0);
    case COSET_F_AG:
        return u & ~operator_of_ctl(g, COSET_F_EF, u & ~a, 0);
    case COSET_F_AU:
        return u & ~operator_of_ctl(g, COSET_F_EV, u & ~a, u & ~b);
    default:
        return u & ~operator_of_ctl(g, COSET_F_EU, u & ~a, u & ~b);
    }
}

static uint32_t fixpoint(const graph *g, const coset_formula *f, const binding *env, uint32_t n)
{
    binding inner[COSET_F_MOST_BINDERS + 1];
    if (n)
        memcpy(inner, env, n * sizeof *env);
    inner[n] = (binding){f, f->op == COSET_F_MU ? 0 : (1u << g->n) - 1};
    for (;;) {
        uint32_t x = naive(g, f->a, inner, n + 1);
        if (x == inner[n].value)
            return x;
        inner[n].value = x;
    }
}

static uint32_t naive(const graph *g, const coset_formula *f, const binding *env, uint32_t n)
{
    uint32_t u = (1u << g->n) - 1, steps;
    switch (f->op) {
    case COSET_F_TRUE:
        return u;
    case COSET_F_FALSE:
        return 0;
    case COSET_F_ATOM:
        return g->atoms[f->predicate->prop];
    case COSET_F_VAR:
        while (env[n - 1].binder != f->binder)
            n--;
        return env[n - 1].value;
    case COSET_F_NOT:
        return u & ~naive(g, f->a, env, n);
    case COSET_F_AND:
        return naive(g, f->a, env, n) & naive(g, f->b, env, n);
    case COSET_F_OR:
        return naive(g, f->a, env, n) | naive(g, f->b, env, n);
    case COSET_F_DIAMOND:
    case COSET_F_BOX:
        steps = g->f->actions.at[f->action].groups ? f->action : COSET_STEPS_ALL;
        return f->op == COSET_F_DIAMOND ? pre(g, steps, naive(g, f->a, env, n))
                                        : u & ~pre(g, steps, u & ~naive(g, f->a, env, n));
    case COSET_F_MU:
    case COSET_F_NU:
        return fixpoint(g, f, env, n);
    default:
        return operator_of_ctl(g, f->op, naive(g, f->a, env, n), f->b ? naive(g, f->b, env, n) : 0);
    }
}

/* ---- random formulas, as text -------------------------------------------------------------------------------------
 */

typedef struct {
    char text[60000];
    size_t n;
} writer;

static void put(writer *w, const char *text)
{
    size_t k = strlen(text);
    assert_true(w->n + k < sizeof w->text);
    memcpy(w->text + w->n, text, k + 1);
    w->n += k;
}

/* Variables alternate in kind; `bound` of them are known, X0 .. */
static void write_mu(writer *w, int depth, uint32_t bound)
{
    static const char *const names[] = {"X0", "X1", "X2", "X3", "X4", "X5"};
    static const char *const atoms[] = {"P0", "P1", "P2"};
    uint32_t kind = random_below(20);
    if (depth == 0 || kind == 0) {
        put(w,
            bound && random_below(3) ? names[bound - 1 - random_below(bound < 3 ? bound : 3)] : atoms[random_below(3)]);
    } else if (kind < 7 && bound < 6) {
        bool least = random_below(5) ? bound % 2 == (uint32_t)depth % 2 : random_below(2) == 0;
        put(w, least ? "(mu " : "(nu ");
        put(w, names[bound]);
        put(w, ". ");
        write_mu(w, depth - 1, bound + 1);
        put(w, ")");
    } else if (kind < 14) {
        static const char *const steps[] = {"<> ", "[] ", "<> ", "[] ", "<a> ", "[a] ", "<b> ", "[b] "};
        put(w, steps[random_below(8)]);
        put(w, "(");
        write_mu(w, depth - 1, bound);
        put(w, ")");
    } else {
        put(w, "((");
        write_mu(w, depth - 1, bound);
        put(w, random_below(2) ? ") & (" : ") | (");
        write_mu(w, depth - 1, bound);
        put(w, "))");
    }
}

static void write_step(writer *w)
{
    static const char *const steps[] = {" <> ", " [] ", " <> ", " [] ", " <a> ", " [b] "};
    put(w, steps[random_below(6)]);
}

/* Nested fixpoints that depend on each other: mu X0. (P & <> X0) | ((Q | [] X0) & nu X1. ...). */
static void write_nest(writer *w, uint32_t bound, uint32_t most, bool least)
{
    static const char *const names[] = {"X0", "X1", "X2", "X3", "X4", "X5"};
    static const char *const atoms[] = {"P0", "P1", "P2", "!P0", "!P1"};
    bool swap = random_below(2);
    put(w, least ? "mu " : "nu ");
    put(w, names[bound]);
    put(w, ". ((");
    put(w, atoms[random_below(5)]);
    put(w, swap ? " &" : " |");
    write_step(w);
    put(w, names[bound]);
    put(w, swap ? ") | ((" : ") & ((");
    put(w, atoms[random_below(5)]);
    put(w, swap ? " |" : " &");
    write_step(w);
    put(w, names[random_below(bound + 1)]);
    put(w, swap ? ") &" : ") |");
    if (random_below(3))
        write_step(w);
    put(w, " (");
    if (bound + 1 < most)
        write_nest(w, bound + 1, most, random_below(5) ? !least : least);
    else
        put(w, names[random_below(bound + 1)]);
    put(w, ")))");
}

static void write_ctl(writer *w, int depth)
{
    static const char *const atoms[] = {"P0", "P1", "P2"};
    static const char *const unary[] = {"EX", "EF", "EG", "AX", "AF", "AG", "!"};
    uint32_t kind = random_below(10);
    if (depth == 0 || kind == 0) {
        put(w, atoms[random_below(3)]);
    } else if (kind < 6) {
        put(w, unary[random_below(7)]);
        put(w, " (");
        write_ctl(w, depth - 1);
        put(w, ")");
    } else {
        bool until = kind < 8;
        put(w, !until ? "(" : random_below(2) ? "E[" : "A[");
        write_ctl(w, depth - 1);
        put(w, until ? random_below(2) ? " U " : " V " : random_below(2) ? " -> " : " & ");
        write_ctl(w, depth - 1);
        put(w, until ? "]" : ")");
    }
}

/* ---- one formula
 * ----------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_text *text;
    coset_formulas *f;
} formulas;

/* Predicates are P0 .. P2, so that all else stays on the formula's side. */
static void name_atoms(const coset_formulas *f)
{
    for (uint32_t i = 0; i < f->predicates.n; i++) {
        coset_predicate *p = f->predicates.at[i];
        assert_int_equal(p->op, COSET_PREDICATE_NAMED);
        p->prop = (uint32_t)(p->name[1] - '0');
    }
}

/* Texts have P0; the parser is given "P0". */
static void quoted(const writer *from, writer *to)
{
    to->n = 0;
    for (size_t i = 0; i < from->n; i++) {
        char one[8] = {from->text[i], 0};
        if (from->text[i] == 'P') {
            snprintf(one, sizeof one, "\"P%c\"", from->text[i + 1]);
            i++;
        }
        put(to, one);
    }
}

static formulas parse(coset_formula_kind kind, const writer *w, const char *fair)
{
    static writer q;
    coset_err err;
    formulas x = {coset_text_new(), coset_formulas_new()};
    quoted(w, &q);
    uint16_t file = coset_text_add(x.text, "formula", q.text, q.n);
    if (coset_formulas_read(x.f, x.text, file, kind, &err) != COSET_OK)
        coset_text_print(x.text, stderr, false, 0);
    assert_int_equal(coset_text_errors(x.text), 0);
    if (fair) {
        file = coset_text_add(x.text, "fair", fair, strlen(fair));
        assert_int_equal(coset_formulas_read(x.f, x.text, file, COSET_FORMULA_FAIR, &err), COSET_OK);
    }
    name_atoms(x.f);
    for (uint32_t i = 0; i < x.f->actions.n; i++)
        if (x.f->actions.at[i].n_names) {
            x.f->actions.at[i].groups = coset_new(2, sizeof(bool));
            x.f->actions.at[i].groups[x.f->actions.at[i].names[0][0] - 'a'] = true;
        }
    return x;
}

static void forget(formulas *x)
{
    coset_formulas_free(x->f);
    coset_text_free(x->text);
}

static uint32_t evaluate(graph *g, const coset__method *method, uint64_t *rounds)
{
    const coset_sets sets = {&ops, g, 0};
    coset__cores cores;
    coset__eval e;
    coset_arena *arena = coset_arena_new();
    coset__cores_init(&cores, g->f, arena);
    coset__fixpoint_init(&e, &sets, method);
    const coset__core *c = coset__core_of(&cores, g->f->all.at[0].root, false);
    coset__fixpoint_room(&e, cores.n_nodes);
    coset_set s = coset__evaluate(&e, c);
    *rounds += e.n_rounds;
    drop(g, s);
    coset__fixpoint_fini(&e);
    coset__cores_fini(&cores);
    coset_arena_free(arena);
    assert_int_equal(g->live, 0); /* every handle was released */
    return (uint32_t)s.id;
}

static void random_graph(graph *g, uint32_t least, uint32_t most)
{
    *g = (graph){.n = least + random_below(most - least + 1)};
    for (uint32_t s = 0; s < g->n; s++)
        for (uint32_t i = 0, k = random_below(4); i < k; i++)
            g->next[random_below(2)][s] |= 1u << random_below(g->n);
    for (int i = 0; i < 3; i++)
        g->atoms[i] = random_below(1u << g->n);
}

/* ---- right ones
 * ------------------------------------------------------------------------------------------------------- */

static const coset__method *const methods[] = {&coset__naive, &coset__emerson_lei, &coset__long};

static void test_random_mu(void **state)
{
    static writer w;
    uint64_t rounds[3] = {0};
    (void)state;
    seed = 1;
    for (int k = 0; k < 4000; k++) {
        graph g;
        random_graph(&g, 2, 6);
        w.n = 0;
        if (k % 2)
            write_mu(&w, 4 + (int)random_below(6), 0);
        else
            write_nest(&w, 0, 2 + random_below(4), random_below(2));
        formulas x = parse(COSET_FORMULA_MU, &w, NULL);
        g.f = x.f;
        uint32_t want = naive(&g, x.f->all.at[0].root, NULL, 0);
        for (int i = 0; i < 3; i++)
            assert_int_equal(evaluate(&g, methods[i], &rounds[i]), want);
        forget(&x);
    }
    print_message("rounds: naive %llu, Emerson-Lei %llu, Long %llu\n", (unsigned long long)rounds[0],
                  (unsigned long long)rounds[1], (unsigned long long)rounds[2]);
    assert_true(rounds[1] < rounds[0] && rounds[2] < rounds[0]);
}

static void test_random_ctl(void **state)
{
    static const char *const fair[] = {NULL, "\"P0\"", "\"P0\"; \"P1\"", "\"P1\" | !\"P2\""};
    static writer w;
    uint64_t rounds = 0;
    (void)state;
    seed = 2;
    for (int k = 0; k < 4000; k++) {
        graph g;
        random_graph(&g, 2, 6);
        w.n = 0;
        write_ctl(&w, 1 + (int)random_below(4));
        formulas x = parse(COSET_FORMULA_CTL, &w, fair[random_below(4)]);
        g.f = x.f;
        uint32_t want = naive(&g, x.f->all.at[0].root, NULL, 0);
        for (int i = 0; i < 3; i++)
            assert_int_equal(evaluate(&g, methods[i], &rounds), want);
        forget(&x);
    }
}

/* ---- wrong ones: each is caught
 * --------------------------------------------------------------------------------------- */

static uint32_t errors_of(const coset__method *method, const char *formula, int n, uint64_t from)
{
    static writer w;
    uint32_t wrong = 0;
    uint64_t rounds = 0;
    seed = from;
    for (int k = 0; k < n; k++) {
        graph g;
        random_graph(&g, 2, 6);
        w.n = 0;
        if (formula)
            put(&w, formula);
        else
            write_nest(&w, 0, 3 + random_below(3), random_below(2));
        formulas x = parse(COSET_FORMULA_MU, &w, NULL);
        g.f = x.f;
        wrong += naive(&g, x.f->all.at[0].root, NULL, 0) != evaluate(&g, method, &rounds);
        forget(&x);
    }
    return wrong;
}

static coset_set start_kept(coset__eval *e, const coset__core *c) { return coset__emerson_lei.start(e, c); }
static void keep(coset__eval *e, const coset__core *c, coset_set v) { coset__emerson_lei.end(e, c, v); }
static void no_round(coset__eval *e, const coset__core *c) { (void)e, (void)c; }

/* The algorithm of Emerson and Lei as printed in the thesis, figure 2.2: reset once, before the loop. */
static coset_set start_reset_once(coset__eval *e, const coset__core *c)
{
    coset__reset_below(e, c);
    return start_kept(e, c);
}

/* Without a reset at all. */
static const coset__method never_reset = {start_kept, no_round, keep};
static const coset__method reset_once = {start_reset_once, no_round, keep};

/* Only fixpoints of the other kind that are inside no other fixpoint at all are reset: "top-level", read literally. */
static void reset_top(coset__eval *e, const coset__core *at, coset__core_op kind)
{
    if (!at || !at->free)
        return;
    if (coset__is_fixpoint(at)) {
        if (at->op == kind && e->nodes[at->number].has_kept) {
            e->sets->ops->drop(e->sets->ctx, e->nodes[at->number].kept);
            e->nodes[at->number].has_kept = false;
        }
        return;
    }
    reset_top(e, at->a, kind);
    reset_top(e, at->b, kind);
}

static void round_top(coset__eval *e, const coset__core *c)
{
    reset_top(e, c->a, c->op == COSET__C_MU ? COSET__C_NU : COSET__C_MU);
}

static const coset__method reset_top_only = {start_kept, round_top, keep};

/* Tables that ignore rounds: one row for each fixpoint. */
static void long_round(coset__eval *e, const coset__core *c) { e->nodes[c->number].rounds = 0; }
static coset_set long_start(coset__eval *e, const coset__core *c) { return coset__long.start(e, c); }
static void long_end(coset__eval *e, const coset__core *c, coset_set v) { coset__long.end(e, c, v); }
static const coset__method no_counters = {long_start, long_round, long_end};

static void test_wrong_resets_are_caught(void **state)
{
    static const char eg[] = "nu Y. (P0 & <> mu X. ((P0 & <> X) | (P1 & Y)))";
    (void)state;
    uint32_t once = errors_of(&reset_once, eg, 3000, 3), never = errors_of(&never_reset, NULL, 3000, 4);
    uint32_t top = errors_of(&reset_top_only, NULL, 3000, 5), blind = errors_of(&no_counters, NULL, 3000, 6);
    print_message("wrong of 3000: reset once %u, never %u, top-level only %u, tables without rounds %u\n", once, never,
                  top, blind);
    assert_true(once > 0 && never > 0 && top > 0 && blind > 0);
}

/* The smallest example against the reset outside of the loop: two states, no state is right. */
static void test_smallest_example(void **state)
{
    static writer w;
    uint64_t rounds = 0;
    (void)state;
    w.n = 0;
    put(&w, "nu Y. (P0 & <> mu X. ((P0 & <> X) | (P1 & Y)))");
    formulas x = parse(COSET_FORMULA_MU, &w, NULL);
    graph g = {.n = 2, .atoms = {1, 2, 0}, .next = {{3, 1}}, .f = x.f};
    for (int i = 0; i < 3; i++)
        assert_int_equal(evaluate(&g, methods[i], &rounds), 0);
    assert_int_equal(evaluate(&g, &reset_once, &rounds), 1);
    forget(&x);
}

/* K' = before(K), without the union with its start: EF P0 as a loop that starts with P0. */
static coset_set start_with_goal(coset__eval *e, const coset__core *c)
{
    (void)c;
    return e->sets->ops->atom(e->sets->ctx, 0);
}

static void test_images_without_union_are_caught(void **state)
{
    static writer w, right;
    static const coset__method lost_union = {start_with_goal, no_round, keep};
    uint64_t rounds = 0;
    uint32_t wrong = 0;
    (void)state;
    seed = 7;
    w.n = right.n = 0;
    put(&w, "mu Y. <> Y");
    put(&right, "mu Y. P0 | <> Y");
    for (int k = 0; k < 300; k++) {
        graph g;
        random_graph(&g, 2, 5);
        for (uint32_t s = 0; s < g.n; s++) /* downwards only: the sequence ends */
            g.next[0][s] &= (1u << s) - 1, g.next[1][s] &= (1u << s) - 1;
        formulas x = parse(COSET_FORMULA_MU, &w, NULL), y = parse(COSET_FORMULA_MU, &right, NULL);
        g.f = x.f;
        uint32_t got = evaluate(&g, &lost_union, &rounds);
        g.f = y.f;
        wrong += got != naive(&g, y.f->all.at[0].root, NULL, 0);
        assert_int_equal(evaluate(&g, &coset__long, &rounds), naive(&g, y.f->all.at[0].root, NULL, 0));
        forget(&x);
        forget(&y);
    }
    print_message("wrong of 300: images without union %u\n", wrong);
    assert_true(wrong > 0);
}

/* ---- representatives
 * --------------------------------------------------------------------------------------------------- */

/* Systems of three components with a bit each and a shared bit, all permutations of the components are symmetries. A
 * state is 8 * shared + bits. */
static uint32_t permuted(uint32_t s, const uint32_t *perm)
{
    uint32_t r = s & 8;
    for (uint32_t i = 0; i < 3; i++)
        r |= (s >> i & 1) << perm[i];
    return r;
}

static const uint32_t perms[6][3] = {{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}};

static void symmetric_graph(graph *g, bool symmetric_atoms)
{
    *g = (graph){.n = 16};
    for (int e = 0; e < 6; e++) {
        uint32_t from = random_below(16), to = random_below(16), rule = random_below(2);
        for (int p = 0; p < 6; p++)
            g->next[rule][permuted(from, perms[p])] |= 1u << permuted(to, perms[p]);
    }
    for (int i = 0; i < 3; i++) {
        uint32_t some = random_below(1u << 16) & random_below(1u << 16);
        for (uint32_t s = 0; s < 16; s++)
            for (int p = 0; p < 6; p++)
                if (some >> s & 1)
                    g->atoms[i] |= 1u << (symmetric_atoms ? permuted(s, perms[p]) : s);
    }
}

/* Representatives: component 0 has its bit set ("is the master"), reached by exchanging 0 with another, C = {e, (01),
 * (02)}. States without a set bit have none unless `total`: then all of them are representatives as well. */
static void master_quotient(graph *g, uint32_t *image, bool total)
{
    g->representatives = 0;
    for (uint32_t s = 0; s < 16; s++)
        if (s & 1 || (total && !(s & 7)))
            g->representatives |= 1u << s;
    for (uint32_t s = 0; s < 16; s++) {
        image[s] = 0;
        for (int p = 0; p < 3; p++)
            image[s] |= g->representatives & 1u << permuted(s, perms[p]);
    }
    g->image = image;
}

static uint32_t wrong_quotients(bool total, bool symmetric_atoms, int n)
{
    static writer w;
    uint32_t wrong = 0;
    for (int k = 0; k < n; k++) {
        graph g;
        uint32_t image[16];
        uint64_t rounds = 0;
        symmetric_graph(&g, symmetric_atoms);
        w.n = 0;
        if (k % 2)
            write_ctl(&w, 1 + (int)random_below(4));
        else
            write_mu(&w, 3 + (int)random_below(5), 0);
        formulas x = parse(k % 2 ? COSET_FORMULA_CTL : COSET_FORMULA_MU, &w, k % 4 == 1 ? "\"P0\"" : NULL);
        g.f = x.f;
        uint32_t want = naive(&g, x.f->all.at[0].root, NULL, 0);
        master_quotient(&g, image, total);
        wrong += evaluate(&g, methods[k % 3], &rounds) != (want & g.representatives);
        forget(&x);
    }
    return wrong;
}

static void test_representatives(void **state)
{
    (void)state;
    seed = 8;
    assert_int_equal(wrong_quotients(true, true, 2000), 0);
    uint32_t partial = wrong_quotients(false, true, 300), atoms = wrong_quotients(true, false, 300);
    print_message("wrong of 300: a relation that is not total %u, atoms that are not symmetric %u\n", partial, atoms);
    assert_true(partial > 0 && atoms > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_mu),
        cmocka_unit_test(test_random_ctl),
        cmocka_unit_test(test_smallest_example),
        cmocka_unit_test(test_wrong_resets_are_caught),
        cmocka_unit_test(test_images_without_union_are_caught),
        cmocka_unit_test(test_representatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

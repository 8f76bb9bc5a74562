/* omega/simplify.c - simpler formulas.
 *
 * From the leaves up, each node is rebuilt by rules that use its kids, the kids of these, and implications that follow
 * from structure (imply.c). A rule's result is built by the same functions; each rule leaves fewer temporal operators,
 * or the same with X further out or eventual and universal parts further out, so this ends. Sources: Somenzi and Bloem
 * (2000) for implications; Etessami and Holzmann (2000) for eventual and universal formulas; parts that are both
 * ("suspendable": true now if and only if true at any time) are moved out of temporal operators as in Babiak,
 * Křetínský, Řehák and Strejček, "LTL to Büchi automata translation: fast and more deterministic" (2012).
 * Rules are written for U and AND; those for R and OR are their duals, by `dual`.
 */
#include "omega/omega_int.h"

#define MOST_KIDS   100 /* each pair of which is checked */
#define MOST_PASSES 4   /* a rule can make room for another one */

typedef struct {
    coset_ltls *p;
    coset__implications *implications;
    coset__ltl_list known; /* by number */
} simplifier;

static const coset_ltl *temporal(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b);
static const coset_ltl *join(simplifier *s, coset_ltl_op op, uint32_t n, const coset_ltl *const *kids);

static coset_ltl_op dual(coset_ltl_op op)
{
    switch (op) {
    case COSET_LTL_AND:
        return COSET_LTL_OR;
    case COSET_LTL_OR:
        return COSET_LTL_AND;
    case COSET_LTL_UNTIL:
        return COSET_LTL_RELEASE;
    default:
        return COSET_LTL_UNTIL;
    }
}

static const coset_ltl *join2(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    const coset_ltl *kids[] = {a, b};
    return join(s, op, 2, kids);
}

/* `a` implies `b`; with `flip`, `b` implies `a`. */
static bool below(simplifier *s, bool flip, const coset_ltl *a, const coset_ltl *b)
{
    return flip ? coset__ltl_implies(s->implications, b, a) : coset__ltl_implies(s->implications, a, b);
}

static bool is_suspendable(const coset_ltl *f) { return f->eventual && f->universal; }

/* Can it be found, from structure, that `a` or `b` is always true (with `flip`, that both are never true)? */
static bool covers(simplifier *s, bool flip, const coset_ltl *a, const coset_ltl *b)
{
    return below(s, flip, coset_ltl_normal(s->p, a, true), b);
}

/* ---- X ---- */

static const coset_ltl *next(simplifier *s, const coset_ltl *a)
{
    if (is_suspendable(a))
        return a;
    if (a->op != COSET_LTL_AND && a->op != COSET_LTL_OR)
        return coset_ltl_next(s->p, a);
    coset__ltl_list in = {0}, out = {0};
    for (uint32_t i = 0; i < a->n; i++)
        if (is_suspendable(a->kid[i]))
            *coset_vec_add(&out) = a->kid[i];
        else
            *coset_vec_add(&in) = a->kid[i];
    const coset_ltl *f;
    if (out.n == 0) {
        f = coset_ltl_next(s->p, a);
    } else {
        *coset_vec_add(&out) = next(s, coset_ltl_join_all(s->p, a->op, in.n, in.at));
        f = join(s, a->op, out.n, out.at);
    }
    coset_vec_fini(&in);
    coset_vec_fini(&out);
    return f;
}

/* ---- U and R ---- */

/* With `op` G, `b` a conjunction (the dual: F, a disjunction): (G of some kids) and G or, with `again`, G F of the
 * others. Those that leave are eventual (universal). NULL: there are none. */
static const coset_ltl *split(simplifier *s, coset_ltl_op op, const coset_ltl *b, bool again)
{
    bool flip = op == COSET_LTL_RELEASE;
    const coset_ltl *top = coset_ltl_bool(s->p, !flip), *f = NULL;
    coset__ltl_list in = {0}, out = {0};
    for (uint32_t i = 0; i < b->n; i++)
        if (flip ? b->kid[i]->eventual : b->kid[i]->universal)
            *coset_vec_add(&out) = temporal(s, op, top, b->kid[i]);
        else
            *coset_vec_add(&in) = b->kid[i];
    if (out.n > 0) {
        f = coset_ltl_join_all(s->p, b->op, in.n, in.at);
        f = again ? temporal(s, dual(op), coset_ltl_bool(s->p, flip), f) : f;
        *coset_vec_add(&out) = temporal(s, op, top, f);
        f = join(s, b->op, out.n, out.at);
    }
    coset_vec_fini(&in);
    coset_vec_fini(&out);
    return f;
}

/* Suspendable s leave: a U (b and s) is (a U b) and s; F (b or s) is F b or s. NULL: there are none. */
static const coset_ltl *take_out(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    coset__ltl_list in = {0}, out = {0};
    for (uint32_t i = 0; i < b->n; i++)
        if (is_suspendable(b->kid[i]))
            *coset_vec_add(&out) = b->kid[i];
        else
            *coset_vec_add(&in) = b->kid[i];
    const coset_ltl *f = NULL;
    if (out.n > 0) { /* not all of them: then b were suspendable */
        *coset_vec_add(&out) = temporal(s, op, a, coset_ltl_join_all(s->p, b->op, in.n, in.at));
        f = join(s, b->op, out.n, out.at);
    }
    coset_vec_fini(&in);
    coset_vec_fini(&out);
    return f;
}

/* Moves parts of `b` out; NULL: none. G (a and e) is G a and G e, which is suspendable if e is eventual; G F (a and e)
 * is G F a and G e. F (a or u) is not split: one F is less than two. */
static const coset_ltl *divide(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    bool flip = op == COSET_LTL_RELEASE, alone = a == coset_ltl_bool(s->p, !flip);
    coset_ltl_op whole = flip ? COSET_LTL_OR : COSET_LTL_AND; /* from this one the second operand is a part */
    const coset_ltl *f = NULL;
    if (b->op == whole || (alone && b->op == dual(whole)))
        f = take_out(s, op, a, b);
    if (!f && alone && flip && b->op == COSET_LTL_AND)
        f = split(s, op, b, false);
    if (!f && alone && b->op == dual(op) && b->kid[0] == coset_ltl_bool(s->p, flip) && b->kid[1]->op == dual(whole))
        f = split(s, op, b->kid[1], true);
    return f;
}

/* (a or c) U b is a U b if c implies b. */
static const coset_ltl *thin_left(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    bool flip = op == COSET_LTL_RELEASE;
    if (a->op != (flip ? COSET_LTL_AND : COSET_LTL_OR))
        return a;
    coset__ltl_list kept = {0};
    for (uint32_t i = 0; i < a->n; i++)
        if (!below(s, flip, a->kid[i], b))
            *coset_vec_add(&kept) = a->kid[i];
    const coset_ltl *f = coset_ltl_join_all(s->p, a->op, kept.n, kept.at);
    coset_vec_fini(&kept);
    return f;
}

static const coset_ltl *temporal(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    bool flip = op == COSET_LTL_RELEASE;
    const coset_ltl *top = coset_ltl_bool(s->p, !flip);
    if (b->op == COSET_LTL_TRUE || b->op == COSET_LTL_FALSE || (flip ? b->universal : b->eventual))
        return b;
    if (below(s, flip, a, b))
        return b;
    if (a != top && covers(s, flip, a, b))
        return temporal(s, op, top, b);
    a = thin_left(s, op, a, b);
    if (b->op == op && a == top) /* F (a U b) is F b */
        return temporal(s, op, top, b->kid[1]);
    if (b->op == op && below(s, flip, a, b->kid[0])) /* a U (c U b) is c U b if a implies c */
        return b;
    if (b->op == COSET_LTL_NEXT && (a == top || a->op == COSET_LTL_NEXT)) /* X a U X b is X (a U b) */
        return next(s, temporal(s, op, a == top ? top : a->kid[0], b->kid[0]));
    const coset_ltl *f = divide(s, op, a, b);
    return f ? f : coset_ltl_temporal(s->p, op, a, b);
}

/* ---- AND and OR ---- */

/* One formula for the conjunction (disjunction) of both, or NULL.
 *   G a and G b: G (a and b).     (a U c) and (b U c): (a and b) U c.     (a R b) and (a R c): a R (b and c).
 *   (a R b) and F a: b U (a and b). */
static const coset_ltl *pair(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    coset_ltl_op same = op == COSET_LTL_AND ? COSET_LTL_RELEASE : COSET_LTL_UNTIL, other = dual(same);
    const coset_ltl *top = coset_ltl_bool(s->p, op == COSET_LTL_AND);
    if (a->op == COSET_LTL_NEXT && b->op == COSET_LTL_NEXT)
        return next(s, join2(s, op, a->kid[0], b->kid[0]));
    bool apart = op == COSET_LTL_AND ? is_suspendable(a) || is_suspendable(b) : is_suspendable(a) != is_suspendable(b);
    if (a->op == same && b->op == same && a->kid[0] == b->kid[0] && !apart)
        return temporal(s, same, a->kid[0], join2(s, op, a->kid[1], b->kid[1]));
    if (a->op == other && b->op == other && a->kid[1] == b->kid[1])
        return temporal(s, other, join2(s, op, a->kid[0], b->kid[0]), a->kid[1]);
    if (a->op == same && b->op == other && b->kid[0] == top && b->kid[1] == a->kid[0])
        return temporal(s, other, a->kid[1], join2(s, op, a->kid[0], a->kid[1]));
    return NULL;
}

/* The simplification of the pair by one of the two, or NULL. */
static const coset_ltl *absorb(simplifier *s, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    bool flip = op == COSET_LTL_OR;
    if (below(s, flip, a, b))
        return a;
    if (below(s, flip, b, a))
        return b;
    if (covers(s, !flip, a, b))
        return coset_ltl_bool(s->p, flip);
    const coset_ltl *f = pair(s, op, a, b);
    return f ? f : pair(s, op, b, a);
}

static const coset_ltl *join(simplifier *s, coset_ltl_op op, uint32_t n, const coset_ltl *const *kids)
{
    const coset_ltl *f = coset_ltl_join_all(s->p, op, n, kids);
    if (f->op != op || f->n > MOST_KIDS)
        return f;
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t k = i + 1; k < f->n; k++) {
            const coset_ltl *both = absorb(s, op, f->kid[i], f->kid[k]);
            if (!both)
                continue;
            coset__ltl_list rest = {0};
            for (uint32_t j = 0; j < f->n; j++)
                if (j != i && j != k)
                    *coset_vec_add(&rest) = f->kid[j];
            *coset_vec_add(&rest) = both;
            const coset_ltl *out = join(s, op, rest.n, rest.at);
            coset_vec_fini(&rest);
            return out;
        }
    return f;
}

/* ---- the walk ---- */

static const coset_ltl *simplify(simplifier *s, const coset_ltl *f)
{
    if (f->n == 0 || f->op == COSET_LTL_NOT)
        return f;
    if (f->id < s->known.n && s->known.at[f->id])
        return s->known.at[f->id];
    const coset_ltl **kids = coset_new(f->n, sizeof *kids), *out;
    for (uint32_t i = 0; i < f->n; i++)
        kids[i] = simplify(s, f->kid[i]);
    if (f->op == COSET_LTL_NEXT)
        out = next(s, kids[0]);
    else if (f->op == COSET_LTL_AND || f->op == COSET_LTL_OR)
        out = join(s, f->op, f->n, kids);
    else
        out = temporal(s, f->op, kids[0], kids[1]);
    coset_delete((void *)kids);
    while (s->known.n <= f->id)
        *coset_vec_add(&s->known) = NULL;
    s->known.at[f->id] = out;
    return out;
}

const coset_ltl *coset_ltl_simplify(coset_ltls *p, const coset_ltl *f)
{
    for (uint32_t pass = 0; pass < MOST_PASSES; pass++) {
        simplifier s = {.p = p, .implications = coset__implications_new()};
        const coset_ltl *out = simplify(&s, f);
        coset__implications_free(s.implications);
        coset_vec_fini(&s.known);
        if (out == f)
            break;
        f = out;
    }
    return f;
}

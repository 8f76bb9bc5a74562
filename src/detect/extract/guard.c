/* detect/extract/guard.c - tests: conditions split at their conjunctions into clauses, each a disjunction of small
 * pieces.
 *
 * `forall` and `exists` are unrolled, and a disjunction followed by a conjunction is distributed over it. If no piece
 * may fault, clauses and pieces are evaluated in any order, each by itself. Otherwise the interpreter stops at the
 * first clause that is false or faults, and in a clause at the first piece that is true or faults: then a clause is
 * enumerated as a whole, in its order, and clauses have a number. Two of them have the same number only if their order
 * does not matter: in no state one is false and the other faults, and if both fault they do so alike. */
#include "detect/extract/constraints.h"

#define MOST_TESTS 20000U
#define LARGE      3U /* conditions on more than a constant */

/* The result for one clause. */
typedef struct {
    coset__pieces *k;
    coset__cubes cubes, refused; /* of an ordered clause also the cases where it is false */
    bool positive;
    coset_pos pos;
} clause;

static bool on_case(void *ctx, const coset_case *c)
{
    clause *d = ctx;
    coset__pieces *k = d->k;
    uint32_t effect = COSET__NOTHING;
    if (coset__reads_wide(k, c))
        return false;
    if (c->end == COSET_CASE_CUT && k->to->owner != COSET__RULE)
        return false;  /* its meaning depends on the property */
    if (c->n_writes) { /* later conditions would have to see that */
        coset__pieces_fail(k, d->pos, "a function that its condition calls changes the state");
        return false;
    }
    k->faulty = k->faulty || c->end != COSET_CASE_DONE;
    if (c->end == COSET_CASE_FAULT)
        effect = coset__effect_of_case(k->v, c);
    else if (c->end == COSET_CASE_DONE && (c->value != 0) == d->positive)
        effect = COSET__YES;
    if (effect != COSET__NOTHING || k->ordered)
        *coset_vec_add(effect == COSET__NOTHING ? &d->refused : &d->cubes) =
            (coset__cube){effect, c->n_reads, coset__sorted_reads(k->arena, c->reads, c->n_reads)};
    return k->ordered || !k->faulty;
}

static void add_piece(clause *d, const coset_ir_expr *e, bool positive)
{
    coset__pieces *k = d->k;
    coset_piece piece = {.prelude = k->prelude, .expr = e};
    d->positive = positive;
    bool ran = coset__pieces_equality(k, e, on_case, d) || coset__pieces_run(k, &piece, on_case, d);
    if (!ran && (k->ordered || !k->faulty))
        coset__pieces_fail(k, e->pos, coset__too_many);
}

/* ---- quantifiers ------------------------------------------------------------------------------------------------ */

static bool goes_on(const coset__pieces *k) { return !k->failed && !k->dead && (k->ordered || !k->faulty); }

typedef void each_value(void *ctx, const coset_ir_expr *body, bool positive, const coset_ir_expr *before);

/* Calls `each` with the variable bound to each of its values; false if the domain is not known. */
static bool unroll(coset__pieces *k, const coset_ir_expr *e, bool positive, const coset_ir_expr *before,
                   each_value *each, void *ctx)
{
    const coset_ir_binder *b = e->binder;
    const coset_value(*values)[2];
    uint32_t n, cell = k->v->m->n_slots + b->frame;
    if ((k->ordered && coset_ir_is_symmetric(b->type)) || /* there the order of faults is another one */
        !coset_enumeration_domain(k->v->partial, b, k->cells, k->frame_size, k->arena, &n, &values))
        return false;
    coset_cell old[2] = {k->cells[cell], {0}};
    bool two = b->type->kind == COSET_T_INT;
    if (two)
        old[1] = k->cells[cell + 1];
    for (uint32_t i = 0; i < n && goes_on(k); i++) {
        coset__pieces_set(k, cell, values[i][0]);
        if (two)
            coset__pieces_set(k, cell + 1, values[i][1]);
        each(ctx, e->a, positive, before);
    }
    k->cells[cell] = old[0];
    if (two)
        k->cells[cell + 1] = old[1];
    return true;
}

static void add_alternatives(void *ctx, const coset_ir_expr *e, bool positive, const coset_ir_expr *none)
{
    clause *d = ctx;
    if (!goes_on(d->k))
        return;
    switch (e->op) {
    case COSET_E_NOT:
        add_alternatives(d, e->a, !positive, none);
        return;
    case COSET_E_OR:
    case COSET_E_AND:
    case COSET_E_IMPLIES:
        if (positive == (e->op != COSET_E_AND)) {
            add_alternatives(d, e->a, e->op == COSET_E_IMPLIES ? !positive : positive, none);
            add_alternatives(d, e->b, positive, none);
            return;
        }
        break;
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        if (positive == (e->op == COSET_E_EXISTS) && unroll(d->k, e, positive, none, add_alternatives, d))
            return;
        break;
    default:
        break;
    }
    add_piece(d, e, positive);
}

/* ---- the order of clauses --------------------------------------------------------------------------------------- */

/* Some state has all readings of both. */
static bool agree(const coset__cube *a, const coset__cube *b)
{
    for (uint32_t i = 0, k = 0; i < a->n_reads && k < b->n_reads;) {
        const coset_literal x = a->reads[i], y = b->reads[k];
        if (x.cell == y.cell && x.value != y.value)
            return false;
        i += x.cell <= y.cell;
        k += y.cell <= x.cell;
    }
    return true;
}

/* In some state a cube of the one has an effect that is not "yes", and one of the other has another such effect. */
static bool differ(const coset__part *a, const coset__part *b)
{
    for (uint32_t i = 0; i < a->n_refused; i++)
        for (uint32_t k = 0; k < b->n_refused; k++)
            if (a->refused[i].effect != b->refused[k].effect && agree(&a->refused[i], &b->refused[k]))
                return true;
    return false;
}

static uint32_t number_of(const coset__pieces *k, const coset__part *t)
{
    const coset__parts *tests = &k->to->tests;
    uint32_t number = 1;
    for (uint32_t i = 0; i < tests->n && !coset_budget_spend(k->v->limit, 1 + t->n_refused); i++)
        if (tests->at[i].order >= number && differ(&tests->at[i], t))
            number = tests->at[i].order + 1;
    return number;
}

/* False cases and faults together. */
static void keep_refused(coset__pieces *k, clause *d, coset__part *t)
{
    for (uint32_t i = 0; i < d->cubes.n; i++)
        if (d->cubes.at[i].effect != COSET__YES)
            *coset_vec_add(&d->refused) = d->cubes.at[i];
    t->n_refused = d->refused.n;
    t->refused = coset_arena_copy(k->arena, d->refused.at, d->refused.n, sizeof *d->refused.at);
}

/* ---- clauses ---------------------------------------------------------------------------------------------------- */

/* A test of one cell restricts its possible values from now on. */
static void narrow(coset__pieces *k, const coset__part *t)
{
    uint32_t cell = t->cubes[0].reads[0].cell, n = 0;
    for (uint32_t i = 0; i < t->n_cubes; i++)
        if (t->cubes[i].n_reads != 1 || t->cubes[i].reads[0].cell != cell || t->cubes[i].effect != COSET__YES)
            return;
    const coset_cell *old = &k->cells[cell];
    coset_value *values = coset_arena_get(k->arena, old->n, sizeof *values);
    for (uint32_t i = 0; i < old->n; i++) {
        bool named = false;
        for (uint32_t c = 0; c < t->n_cubes; c++)
            named = named || t->cubes[c].reads[0].value == old->at[i];
        if (named != t->negative)
            values[n++] = old->at[i];
    }
    COSET_INVARIANT(n > 0);
    k->cells[cell] = (coset_cell){n, values};
    coset__control_values_narrow(k, cell);
}

/* If the clause is always true or never, this is recorded and it needs no test. */
static bool is_constant(coset__pieces *k, const clause *d, bool negative)
{
    bool all = d->cubes.n == 1 && d->cubes.at[0].n_reads == 0 && d->cubes.at[0].effect == COSET__YES;
    if (d->cubes.n && !all)
        return false;
    if ((d->cubes.n == 0) != negative)
        k->dead = true;
    return true;
}

static void close_clause(clause *d)
{
    coset__pieces *k = d->k;
    coset__part t = {0};
    if (k->failed || (k->faulty && !k->ordered))
        return;
    if (k->ordered)
        keep_refused(k, d, &t);
    t.negative = coset__cubes_normalise(k, &d->cubes, !k->ordered);
    if (is_constant(k, d, t.negative))
        return;
    if (k->to->tests.n == MOST_TESTS) {
        coset__pieces_fail(k, d->pos, "there are too many conditions");
        return;
    }
    t.n_cubes = d->cubes.n;
    t.cubes = coset_arena_copy(k->arena, d->cubes.at, d->cubes.n, sizeof *d->cubes.at);
    t.order = k->ordered ? number_of(k, &t) : 0;
    *coset_vec_add(&k->to->tests) = t;
    if (t.cubes[0].n_reads == 1)
        narrow(k, &t);
}

/* `before or e`, where before is NULL or a condition. */
static const coset_ir_expr *either(coset__pieces *k, const coset_ir_expr *before, const coset_ir_expr *e, bool positive)
{
    coset_ir_expr *x = coset_arena_get(k->arena, 2, sizeof *x);
    if (!positive) {
        x[0] = (coset_ir_expr){.op = COSET_E_NOT, .type = e->type, .pos = e->pos, .a = e};
        e = &x[0];
    }
    if (!before)
        return e;
    x[1] = (coset_ir_expr){.op = COSET_E_OR, .type = e->type, .pos = e->pos, .a = before, .b = e};
    return &x[1];
}

static void add_clause(coset__pieces *k, const coset_ir_expr *e, bool positive, const coset_ir_expr *before)
{
    clause d = {.k = k, .pos = e->pos};
    const coset_ir_expr *all = either(k, before, e, positive);
    if (k->ordered)
        add_piece(&d, all, true);
    else
        add_alternatives(&d, all, true, NULL);
    close_clause(&d);
    coset_vec_fini(&d.cubes);
    coset_vec_fini(&d.refused);
}

/* It is a conjunction, or would be one after distribution. */
static bool is_conjunction(const coset_ir_expr *e, bool positive)
{
    switch (e->op) {
    case COSET_E_NOT:
        return is_conjunction(e->a, !positive);
    case COSET_E_AND:
        return positive || is_conjunction(e->b, positive);
    case COSET_E_OR:
    case COSET_E_IMPLIES:
        return !positive || is_conjunction(e->b, positive);
    case COSET_E_FORALL:
        return positive;
    case COSET_E_EXISTS:
        return !positive;
    default:
        return false;
    }
}

/* How much there is to enumerate in a condition that is tried as one piece. */
static uint32_t weight_of(const coset_ir_expr *e)
{
    switch (e->op) {
    case COSET_E_NOT:
        return weight_of(e->a);
    case COSET_E_AND:
    case COSET_E_OR:
    case COSET_E_IMPLIES:
        return weight_of(e->a) + weight_of(e->b);
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        return LARGE;
    default:
        return !(e->b && (e->a->op == COSET_E_CONST || e->b->op == COSET_E_CONST));
    }
}

/* The alternatives of a disjunction that are conjunctions; *large: one of them is too much for one piece. */
static uint32_t count_conjunctions(const coset_ir_expr *e, bool positive, bool *large)
{
    if (e->op == COSET_E_NOT)
        return count_conjunctions(e->a, !positive, large);
    if ((e->op == COSET_E_OR || e->op == COSET_E_IMPLIES || e->op == COSET_E_AND) && positive == (e->op != COSET_E_AND))
        return count_conjunctions(e->a, e->op == COSET_E_IMPLIES ? !positive : positive, large) +
               count_conjunctions(e->b, positive, large);
    bool is = is_conjunction(e, positive);
    *large = *large || (is && weight_of(e) >= LARGE);
    return is;
}

/* If several alternatives are small conjunctions they are tried as pieces: their order determines over which of them
 * the disjunction would be distributed. */
static bool is_to_be_cut(const coset__pieces *k, const coset_ir_expr *e, bool positive, const coset_ir_expr *before)
{
    bool large = false;
    uint32_t n = count_conjunctions(e, positive, &large) + (before ? count_conjunctions(before, true, &large) : 0);
    return k->ordered || large || n < 2;
}

/* All clauses of `before or e`. */
static void add_conjunction(void *ctx, const coset_ir_expr *e, bool positive, const coset_ir_expr *before)
{
    coset__pieces *k = ctx;
    if (!goes_on(k))
        return;
    bool first = e->op == COSET_E_IMPLIES ? !positive : positive; /* the required value of `a` */
    switch (e->op) {
    case COSET_E_NOT:
        add_conjunction(k, e->a, !positive, before);
        return;
    case COSET_E_OR:
    case COSET_E_AND:
    case COSET_E_IMPLIES:
        if (positive == (e->op == COSET_E_AND)) {
            add_conjunction(k, e->a, first, before);
            add_conjunction(k, e->b, positive, before);
            return;
        }
        if (!is_to_be_cut(k, e, positive, before))
            break;
        if (is_conjunction(e->b, positive)) {
            add_conjunction(k, e->b, positive, either(k, before, e->a, first));
            return;
        }
        if (!k->ordered && is_conjunction(e->a, first)) {
            add_conjunction(k, e->a, first, either(k, before, e->b, positive));
            return;
        }
        break;
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        if (positive == (e->op == COSET_E_FORALL) && unroll(k, e, positive, before, add_conjunction, k))
            return;
        break;
    default:
        break;
    }
    add_clause(k, e, positive, before);
}

void coset__make_tests(coset__pieces *k, const coset_ir_expr *condition)
{
    k->faulty = false;
    if (condition && k->prelude && !k->ordered)
        k->faulty = true;
    else if (condition && k->prelude)
        add_clause(k, condition, true, NULL);
    else if (condition)
        add_conjunction(k, condition, true, NULL);
}

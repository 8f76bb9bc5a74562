/* detect/guard.c - tests: conditions cut at their conjunctions, each a disjunction of small pieces.
 *
 * First without order: `forall` and `exists` are unrolled, and every piece is enumerated by itself. If some piece may
 * fault that is not what the interpreter means, which stops at the first part that decides: then the condition is cut
 * at its outermost conjunctions only, and the tests are ordered. */
#include "detect/view.h"

#define MOST_TESTS 20000U

void coset__maker_fail(coset__maker *k, coset_pos pos, const char *why)
{
    if (k->failed)
        return;
    k->failed = why;
    k->failed_at = pos;
}

void coset__maker_set(coset__maker *k, uint32_t cell, coset_value value)
{
    k->cells[cell] = (coset_cell){1, coset_arena_copy(k->arena, &value, 1, sizeof value)};
}

const char coset__too_many[] = "there are too many combinations of values to try";

#define MOST_RUNS 20000U /* of one piece */

bool coset__maker_run(coset__maker *k, const coset_piece *piece, coset_on_case *on_case, void *ctx)
{
    uint64_t room = k->v->budget < MOST_RUNS ? k->v->budget : MOST_RUNS, left = room;
    bool ran = coset_partial_run(k->v->partial, piece, k->cells, k->frame_size, &left, on_case, ctx);
    k->v->budget -= room - left;
    return ran;
}

/* What is made of one disjunction. */
typedef struct {
    coset__maker *k;
    coset__cubes cubes;
    bool positive, ordered;
    coset_pos pos;
} disjunction;

bool coset__reads_wide(const coset__maker *k, const coset_case *c)
{
    for (uint32_t i = 0; i < c->n_reads; i++)
        if (c->reads[i].cell < k->v->m->n_slots && k->v->wide[c->reads[i].cell])
            return true;
    return false;
}

static bool on_case(void *ctx, const coset_case *c)
{
    disjunction *d = ctx;
    coset__maker *k = d->k;
    uint32_t effect = COSET__NOTHING;
    if (coset__reads_wide(k, c))
        return false;
    k->faulty = k->faulty || c->end != COSET_CASE_DONE;
    if (c->end == COSET_CASE_FAULT) {
        effect = coset__effect_of_case(k->v, c);
    } else if (c->end == COSET_CASE_DONE && (c->value != 0) == d->positive) {
        effect = COSET__YES;
    }
    if (effect != COSET__NOTHING)
        *coset_vec_add(&d->cubes) =
            (coset__cube){effect, c->n_reads, coset__sorted_reads(k->arena, c->reads, c->n_reads)};
    return d->ordered || !k->faulty;
}

static void add_piece(disjunction *d, const coset_ir_expr *e, bool positive)
{
    coset__maker *k = d->k;
    coset_piece piece = {.prelude = k->prelude, .expr = e};
    d->positive = positive;
    bool ran = coset__maker_run(k, &piece, on_case, d);
    if (!ran && (d->ordered || !k->faulty))
        coset__maker_fail(k, e->pos, coset__too_many);
}

/* ---- quantifiers ------------------------------------------------------------------------------------------------ */

typedef void each_value(void *ctx, const coset_ir_expr *body, bool positive);

/* Calls `each` with the variable bound to each of its values; false where the domain is not known. */
static bool unroll(coset__maker *k, const coset_ir_expr *e, bool positive, each_value *each, void *ctx)
{
    const coset_ir_binder *b = e->binder;
    const coset_value(*values)[2];
    uint32_t n, cell = k->v->m->n_slots + b->frame;
    if (!coset_partial_domain(k->v->partial, b, k->cells, k->frame_size, k->arena, &n, &values))
        return false;
    coset_cell old[2] = {k->cells[cell], {0}};
    bool two = b->type->kind == COSET_T_INT;
    if (two)
        old[1] = k->cells[cell + 1];
    for (uint32_t i = 0; i < n && !k->failed && !k->faulty && !k->dead; i++) {
        coset__maker_set(k, cell, values[i][0]);
        if (two)
            coset__maker_set(k, cell + 1, values[i][1]);
        each(ctx, e->a, positive);
    }
    k->cells[cell] = old[0];
    if (two)
        k->cells[cell + 1] = old[1];
    return true;
}

static void add_alternatives(void *ctx, const coset_ir_expr *e, bool positive)
{
    disjunction *d = ctx;
    if (d->k->failed || d->k->faulty)
        return;
    switch (e->op) {
    case COSET_E_NOT:
        add_alternatives(d, e->a, !positive);
        return;
    case COSET_E_OR:
    case COSET_E_AND:
    case COSET_E_IMPLIES:
        if (positive == (e->op != COSET_E_AND)) {
            add_alternatives(d, e->a, e->op == COSET_E_IMPLIES ? !positive : positive);
            add_alternatives(d, e->b, positive);
            return;
        }
        break;
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        if (positive == (e->op == COSET_E_EXISTS) && unroll(d->k, e, positive, add_alternatives, d))
            return;
        break;
    default:
        break;
    }
    add_piece(d, e, positive);
}

/* ---- tests ------------------------------------------------------------------------------------------------------ */

/* A test of one cell tells what that may hold from now on. */
static void narrow(coset__maker *k, const coset__part *t)
{
    uint32_t cell = t->cubes[0].reads[0].cell, n = 0;
    for (uint32_t i = 0; i < t->n_cubes; i++)
        if (t->cubes[i].n_reads != 1 || t->cubes[i].reads[0].cell != cell)
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
}

static void close_test(disjunction *d)
{
    coset__maker *k = d->k;
    if (k->failed || (k->faulty && !d->ordered))
        return;
    bool negative = coset__cubes_normalise(k, &d->cubes, !d->ordered);
    bool constant = d->cubes.n && d->cubes.at[0].n_reads == 0;
    if (d->cubes.n == 0 && !negative) {
        k->dead = true;
        return;
    }
    if (!d->ordered && (d->cubes.n == 0 || constant)) { /* always or never */
        k->dead = k->dead || (constant && negative);
        return;
    }
    if (k->to->tests.n == MOST_TESTS) {
        coset__maker_fail(k, d->pos, "too many conditions");
        return;
    }
    coset__part *t = coset_vec_add(&k->to->tests);
    *t = (coset__part){.n_cubes = d->cubes.n,
                       .cubes = coset_arena_copy(k->arena, d->cubes.at, d->cubes.n, sizeof *d->cubes.at),
                       .order = d->ordered ? k->to->tests.n : 0,
                       .negative = negative};
    if (!d->ordered && t->cubes[0].n_reads == 1)
        narrow(k, t);
}

static void add_test(coset__maker *k, const coset_ir_expr *e, bool positive)
{
    disjunction d = {.k = k, .pos = e->pos};
    add_alternatives(&d, e, positive);
    close_test(&d);
    coset_vec_fini(&d.cubes);
}

/* Without order. */
static void add_conjunction(void *ctx, const coset_ir_expr *e, bool positive)
{
    coset__maker *k = ctx;
    if (k->failed || k->faulty || k->dead)
        return;
    switch (e->op) {
    case COSET_E_NOT:
        add_conjunction(k, e->a, !positive);
        return;
    case COSET_E_OR:
    case COSET_E_AND:
    case COSET_E_IMPLIES:
        if (positive == (e->op == COSET_E_AND)) {
            add_conjunction(k, e->a, e->op == COSET_E_IMPLIES ? !positive : positive);
            add_conjunction(k, e->b, positive);
            return;
        }
        break;
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        if (positive == (e->op == COSET_E_FORALL) && unroll(k, e, positive, add_conjunction, k))
            return;
        break;
    default:
        break;
    }
    add_test(k, e, positive);
}

static void add_ordered(coset__maker *k, const coset_ir_expr *e)
{
    if (k->failed || k->dead)
        return;
    if (e->op == COSET_E_AND) {
        add_ordered(k, e->a);
        add_ordered(k, e->b);
        return;
    }
    disjunction d = {.k = k, .ordered = true, .pos = e->pos};
    add_piece(&d, e, true);
    close_test(&d);
    coset_vec_fini(&d.cubes);
}

void coset__make_tests(coset__maker *k, const coset_ir_expr *guard)
{
    uint32_t n = k->to->tests.n;
    coset_cell *cells = coset_new(k->n_cells, sizeof *cells);
    for (uint32_t c = 0; c < k->n_cells; c++)
        cells[c] = k->cells[c];
    k->faulty = false;
    if (guard && !k->prelude)
        add_conjunction(k, guard, true);
    if (guard && (k->faulty || k->prelude)) {
        for (uint32_t c = 0; c < k->n_cells; c++)
            k->cells[c] = cells[c];
        k->to->tests.n = n;
        k->dead = false;
        add_ordered(k, guard);
    }
    coset_delete(cells);
}

#include "detect/use/sample.h"

#include <stdlib.h>
#include <string.h>

#include "ir/interp.h"

#define HEAD     4U /* words of a row before the state */
#define RUN_LONG 60U

typedef COSET_VEC(uint32_t) words;

typedef struct {
    const coset_model *m;
    const coset_detected *d;
    coset_budget *limit;
    coset_worker *step, *eval;
    const coset_point *perm; /* rows get images; NULL: states as they are */
    words *to;
    coset_value *image, *state;
    words own, mirrored; /* rows of steps */
    uint64_t dice;
} sampler;

static uint32_t width_of(const sampler *s) { return HEAD + s->m->n_slots; }

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    sampler *s = ctx;
    if (coset_budget_spend(s->limit, 40 + 4 * s->m->n_slots))
        return COSET_STOPPED;
    uint32_t covers = 0;
    bool faults = e->fault != NULL, any = faults && s->d->any_fault;
    for (uint32_t i = 0; !any && i < e->n_covers; i++) /* a set: no order */
        covers += (e->covers[i] + 1) * UINT32_C(2654435761);
    *coset_vec_add(s->to) = coset_ir_role(coset_model_ir(s->m), e->group);
    *coset_vec_add(s->to) = any ? 1 : faults ? (uint32_t)e->fault->kind + 1 : 0;
    *coset_vec_add(s->to) = faults && !any ? e->fault->prop : 0;
    *coset_vec_add(s->to) = covers;
    if (dst && s->perm) {
        coset_literals_permute(&s->d->literals, s->perm, dst, s->image);
        dst = s->image;
    }
    for (uint32_t i = 0; i < s->m->n_slots; i++)
        *coset_vec_add(s->to) = dst ? dst[i] : 0;
    return COSET_OK;
}

/* Rows have no comparison of their own width: they are sorted by numbers. */
static int compare(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i == n ? 0 : a[i] < b[i] ? -1 : 1;
}

static void sort_rows(const words *rows, uint32_t width, uint32_t *order, uint32_t n)
{
    for (uint32_t gap = n / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < n; i++)
            for (uint32_t k = i; k >= gap; k -= gap) {
                uint32_t x = order[k - gap], y = order[k];
                if (compare(rows->at + (size_t)x * width, rows->at + (size_t)y * width, width) <= 0)
                    break;
                order[k - gap] = y;
                order[k] = x;
            }
}

static bool same_rows(const words *a, const words *b, uint32_t width)
{
    uint32_t n = a->n / width;
    if (a->n != b->n)
        return false;
    uint32_t *x = coset_new((size_t)n * 2, sizeof *x), *y = x + n;
    for (uint32_t i = 0; i < n; i++)
        x[i] = y[i] = i;
    sort_rows(a, width, x, n);
    sort_rows(b, width, y, n);
    bool same = true;
    for (uint32_t i = 0; same && i < n; i++)
        same = compare(a->at + (size_t)x[i] * width, b->at + (size_t)y[i] * width, width) == 0;
    coset_delete(x);
    return same;
}

static coset_status expand(sampler *s, const coset_value *src, const coset_point *perm, words *to)
{
    to->n = 0;
    s->to = to;
    s->perm = perm;
    return src ? s->m->ops->next(s->step, src, on_edge, s) : s->m->ops->starts(s->step, on_edge, s);
}

static bool is_eval(const coset_prop *p)
{
    return !p->in_step && !p->unchecked &&
           (p->kind == COSET_PROP_INVARIANT || p->kind == COSET_PROP_ASSUMPTION || p->kind == COSET_PROP_COVER ||
            p->kind == COSET_PROP_LIVENESS || p->kind == COSET_PROP_PREDICATE);
}

/* Of an invariant perhaps only whether it holds. */
static coset_eval value_of(sampler *s, uint32_t p, uint32_t i, const coset_value *state)
{
    coset_fault f;
    coset_eval e = s->m->ops->eval(s->eval, p, i, state, &f);
    return e == COSET_EVAL_FAULT && s->d->truth && s->m->props[p].kind == COSET_PROP_INVARIANT ? COSET_EVAL_FALSE : e;
}

/* The name of a property that differs between the two states, or NULL. */
static const char *props_differ(sampler *s, const coset_value *a, const coset_value *b)
{
    if (coset_model_may_end(s->m, s->eval, a) != coset_model_may_end(s->m, s->eval, b))
        return "what may end";
    for (uint32_t p = 0; p < s->m->n_props; p++)
        for (uint32_t i = 0; is_eval(&s->m->props[p]) && i < s->m->props[p].n_instances; i++)
            if (coset_detect_keeps_instance(s->m, s->d->keeps, p, i) && value_of(s, p, i, a) != value_of(s, p, i, b))
                return s->m->props[p].name;
    return NULL;
}

static uint32_t roll(sampler *s, uint32_t n)
{
    s->dice = s->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((s->dice >> 33) % n);
}

/* One of the states that the rows lead to becomes the state; false if there is none. */
static bool choose(sampler *s, const words *rows)
{
    uint32_t width = width_of(s), n = rows->n / width, from = n ? roll(s, n) : 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *row = rows->at + (size_t)((from + i) % n) * width;
        if (row[1] == 0) {
            memcpy(s->state, row + HEAD, s->m->n_slots * sizeof *s->state);
            return true;
        }
    }
    return false;
}

/* A start state may be given twice, once for each image that is another one: sets are compared. */
static bool is_among(const uint32_t *row, const words *rows, uint32_t width)
{
    for (uint32_t i = 0; i < rows->n / width; i++) {
        const uint32_t *other = rows->at + (size_t)i * width;
        if (other[1] == row[1] && (row[1] || compare(other + HEAD, row + HEAD, width - HEAD) == 0))
            return true;
    }
    return false;
}

static bool goes_on_with(const sampler *s, coset_status status)
{
    return status == COSET_OK && !coset_budget_is_spent(s->limit);
}

static coset_status check_starts(sampler *s, coset_sample_result *r)
{
    uint32_t width = width_of(s);
    coset_status status = expand(s, NULL, NULL, &s->own);
    for (uint32_t g = 0; g < s->d->n_generators && goes_on_with(s, status) && r->agrees; g++) {
        status = expand(s, NULL, s->d->generators[g].perm, &s->mirrored);
        if (!goes_on_with(s, status))
            break;
        for (uint32_t i = 0; i < s->mirrored.n / width && i < 200 && r->agrees; i++)
            if (!is_among(s->mirrored.at + (size_t)i * width, &s->own, width))
                *r = (coset_sample_result){false, g, "start states", r->states, r->comparisons};
        r->comparisons++;
    }
    return status;
}

/* What differs between the state and its image under a generator, or NULL. */
static coset_status check_image(sampler *s, uint32_t generator, bool props, const char **what)
{
    words steps = {0};
    const coset_point *perm = s->d->generators[generator].perm;
    coset_value *image = coset_new(s->m->n_slots, sizeof *image);
    coset_literals_permute(&s->d->literals, perm, s->state, image);
    coset_status status = expand(s, s->state, perm, &s->mirrored);
    *what = NULL;
    if (status == COSET_OK)
        status = expand(s, image, NULL, &steps);
    if (!goes_on_with(s, status)) /* steps may be missing */
        *what = NULL;
    else if (!same_rows(&s->mirrored, &steps, width_of(s)))
        *what = "steps";
    else if (props)
        *what = props_differ(s, s->state, image);
    coset_delete(image);
    coset_vec_fini(&steps);
    return status;
}

static coset_status check_state(sampler *s, bool props, coset_sample_result *r)
{
    coset_status status = COSET_OK;
    for (uint32_t g = 0; g < s->d->n_generators && goes_on_with(s, status) && r->agrees; g++) {
        const char *what;
        status = check_image(s, g, props, &what);
        r->comparisons++;
        if (what)
            *r = (coset_sample_result){false, g, what, r->states, r->comparisons};
    }
    r->states += goes_on_with(s, status);
    return status;
}

static bool is_listed(const sampler *s)
{
    uint32_t *literals = coset_new(s->m->n_slots, sizeof *literals);
    bool listed = coset_literals_of(&s->d->literals, s->state, literals);
    coset_delete(literals);
    return listed;
}

static bool goes_on(const sampler *s, const coset_sample_options *o, const coset_sample_result *r, coset_status status)
{
    return r->states < o->states && r->agrees && goes_on_with(s, status);
}

static coset_status run_once(sampler *s, const coset_sample_options *o, bool props, coset_sample_result *r)
{
    coset_status status = expand(s, NULL, NULL, &s->own);
    for (uint32_t i = 0; i < RUN_LONG && goes_on(s, o, r, status); i++) {
        if (!choose(s, &s->own))
            break;
        bool is_origin = coset_literals_is_origin(&s->d->literals, s->state);
        if (!is_origin && !is_listed(s)) {
            *r = (coset_sample_result){false, 0, "the values of a slot", r->states, r->comparisons};
            break;
        }
        if (o->kept)
            memcpy(o->kept + r->states * s->m->n_slots, s->state, s->m->n_slots * sizeof *s->state);
        status = check_state(s, props, r);
        if (status == COSET_OK)
            status = expand(s, s->state, NULL, &s->own);
    }
    return status;
}

static void open(sampler *s, const coset_model *m, const coset_detected *d)
{
    s->m = m;
    s->d = d;
    s->step = coset_worker_new(m);
    s->eval = coset_worker_new(m);
    s->image = coset_new(m->n_slots, sizeof *s->image);
    s->state = coset_new(m->n_slots, sizeof *s->state);
}

static void close(sampler *s)
{
    s->m->ops->worker_free(s->step);
    s->m->ops->worker_free(s->eval);
    coset_delete(s->image);
    coset_delete(s->state);
    coset_vec_fini(&s->own);
    coset_vec_fini(&s->mirrored);
}

coset_status coset_detect_sample(const coset_model *m, const coset_detected *d, const coset_sample_options *o,
                                 bool props, coset_sample_result *result)
{
    sampler s = {.limit = d->limit, .dice = o->seed};
    open(&s, m, d);
    *result = (coset_sample_result){.agrees = true};
    coset_status status = check_starts(&s, result);
    for (uint32_t run = 0; run < o->states && goes_on(&s, o, result, status); run++)
        status = run_once(&s, o, props, result);
    close(&s);
    return status == COSET_STOPPED && coset_budget_is_spent(d->limit) ? COSET_OK : status;
}

const char *coset_sample_refusal(const coset_sample_result *r, coset_arena *arena)
{
    return coset_arena_printf(arena,
                              "the detected group is refused: a reached state and its image differ in %s. This is a "
                              "bug in coset; please report it with the model",
                              r->what);
}

/* ---- during a search ----------------------------------------------------------------------------------------------
 */

#define FIRST  4096U /* states, of which one of ... */
#define OFTEN  8U
#define SELDOM 1024U /* and of the later ones */

struct coset_sampler {
    sampler s;
    coset_budget limit; /* of this thread */
    uint64_t n_seen, n_checked;
};

coset_sampler *coset_sampler_new(const coset_model *m, const coset_detected *d)
{
    coset_sampler *s = coset_new(1, sizeof *s);
    s->limit.stop = d->limit ? d->limit->stop : NULL;
    s->s.limit = &s->limit;
    open(&s->s, m, d);
    return s;
}

void coset_sampler_free(coset_sampler *s)
{
    if (s)
        close(&s->s);
    coset_delete(s);
}

const char *coset_sampler_look(coset_sampler *s, const coset_value *state)
{
    const coset_detected *d = s->s.d;
    uint64_t n = ++s->n_seen;
    const char *what = NULL;
    if (n % (n <= FIRST ? OFTEN : SELDOM) != 0 || coset_literals_is_origin(&d->literals, state))
        return NULL;
    memcpy(s->s.state, state, s->s.m->n_slots * sizeof *state);
    if (!is_listed(&s->s))
        return "the values of a slot";
    (void)check_image(&s->s, (uint32_t)(s->n_checked++ % d->n_generators), true, &what);
    return what;
}

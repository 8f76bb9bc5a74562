/* symm/legal/legal_defined.c - which slots of the state are never undefined once a start state is complete.
 *
 * An abstract run of the program in which a slot is either certainly defined or not. Loops over small domains are run
 * round by round, so that start states that fill arrays are handled; other loops to a fixed point. From the slots that
 * all start states define, under all renamings, those are removed that some statement of a rule may make undefined,
 * even temporarily, until nothing changes: an inductive invariant. A program that is too large or too deep ends the
 * analysis without result. Entries of bags never count as defined. */
#include <string.h>

#include "symm/legal/legal_int.h"

#define MOST_SLOTS  (1U << 16) /* of state and frames */
#define MOST_SPOTS  4096U      /* places that one designator may mean */
#define MOST_ROUNDS 64U        /* of a loop that is run round by round */
#define MOST_DEEP   40U
#define BUDGET      UINT64_C(4000000) /* of steps, each of which may cost some memory */

/* The addresses where a place may start. */
typedef struct {
    uint32_t n;
    const uint32_t *at;
} spots;

typedef struct {
    coset__legal *l;
    uint32_t n_state, end, fp, sp;
    uint8_t *defined; /* [end] */
    uint8_t *killed;  /* [n_state] made undefined somewhere */
    uint8_t *known;   /* [end] this binder's number is in value[] */
    int64_t *value;
    spots *ref;                        /* [end] of aliases and var parameters */
    const coset_ir_function *function; /* that runs; of a rule: one without a name */
    uint8_t *exits;                    /* meet over the returns of the function that runs */
    bool returned, dead, failed;
    uint32_t depth;
    uint64_t budget;
} run;

static void run_list(run *r, const coset_ir_stmt *s);
static void run_expr(run *r, const coset_ir_expr *e);

static bool spend(run *r, uint64_t cost)
{
    if (r->budget < cost)
        r->failed = true;
    r->budget -= r->failed ? 0 : cost;
    return !r->failed;
}

/* ---- memories ------------------------------------------------------------------------------------------------- */

static uint8_t *copy_memory(run *r)
{
    uint8_t *copy = coset_new((size_t)r->end + 1, 1);
    memcpy(copy, r->defined, r->sp);
    (void)spend(r, r->sp / 64 + 1);
    return copy;
}

static void meet_memory(run *r, uint8_t *into, const uint8_t *other)
{
    for (uint32_t i = 0; i < r->sp; i++)
        into[i] &= other[i];
}

static void undefine(run *r, uint32_t at)
{
    if (r->dead || at >= r->end)
        return;
    r->defined[at] = 0;
    if (at < r->n_state)
        r->killed[at] = 1;
}

static void set(run *r, uint32_t at, bool defined)
{
    if (!defined)
        undefine(r, at);
    else if (at < r->end)
        r->defined[at] = 1;
}

/* ---- places --------------------------------------------------------------------------------------------------- */

static bool number_of(const run *r, const coset_ir_expr *e, int64_t *v)
{
    if (e->op == COSET_E_CONST) {
        *v = e->value;
        return true;
    }
    if (e->op != COSET_E_LOAD || e->place->base != COSET_P_LOCAL || e->place->n_steps > 0)
        return false;
    uint32_t at = r->fp + e->place->offset;
    if (at >= r->end || !r->known[at])
        return false;
    *v = r->value[at];
    return true;
}

static spots shifted(run *r, spots s, uint32_t by, uint64_t times, uint32_t stride)
{
    if (times * s.n > MOST_SPOTS || !spend(r, times * s.n)) {
        r->failed = true;
        return s;
    }
    uint32_t *at = coset_arena_get(r->l->arena, (size_t)(times * s.n) + 1, sizeof *at), n = 0;
    for (uint32_t i = 0; i < s.n; i++)
        for (uint64_t k = 0; k < times; k++)
            at[n++] = s.at[i] + by + (uint32_t)k * stride;
    return (spots){n, at};
}

static spots one_spot(run *r, uint32_t at) { return (spots){1, coset_arena_copy(r->l->arena, &at, 1, sizeof at)}; }

static void run_call(run *r, const coset_ir_expr *e, uint32_t result_to);

static spots base_of(run *r, const coset_ir_place *p)
{
    switch (p->base) {
    case COSET_P_STATE:
        return one_spot(r, p->offset);
    case COSET_P_LOCAL:
        return one_spot(r, r->fp + p->offset);
    case COSET_P_REF:
        return r->ref[r->fp + p->offset];
    case COSET_P_CALL:
        break;
    }
    run_call(r, p->call, r->fp + p->offset);
    return one_spot(r, r->fp + p->offset);
}

static spots spots_of(run *r, const coset_ir_place *p)
{
    spots s = base_of(r, p);
    for (uint32_t i = 0; i < p->n_steps && !r->failed; i++) {
        const coset_ir_step *x = &p->steps[i];
        int64_t v, rank;
        if (!x->index) {
            s = shifted(r, s, x->offset, 1, 0);
            continue;
        }
        run_expr(r, x->index);
        if (x->of->kind == COSET_T_BAG) /* never a single place: entries are added and removed */
            s = shifted(r, s, 1, x->of->n < 2 ? 2 : x->of->n, x->stride);
        else if (number_of(r, x->index, &v) && (rank = coset_ir_rank(x->of->index, v)) >= 0)
            s = shifted(r, s, (uint32_t)rank * x->stride, 1, 0);
        else
            s = shifted(r, s, 0, x->of->index->n, x->stride);
    }
    return s;
}

static bool all_defined(const run *r, spots s, uint32_t k)
{
    for (uint32_t i = 0; i < s.n; i++)
        if (s.at[i] + k >= r->end || !r->defined[s.at[i] + k])
            return false;
    return s.n > 0;
}

static void set_all(run *r, spots s, uint32_t k, bool defined)
{
    if (defined && s.n != 1)
        return; /* one of several: the others stay as they are */
    for (uint32_t i = 0; i < s.n; i++)
        set(r, s.at[i] + k, defined);
}

/* ---- expressions: only calls have effects ---------------------------------------------------------------------- */

/* A part that may run any number of times. */
static void run_perhaps(run *r, const coset_ir_expr *e, const coset_ir_stmt *body)
{
    for (bool changed = true; changed && !r->failed;) {
        uint8_t *before = copy_memory(r);
        bool dead = r->dead;
        if (e)
            run_expr(r, e);
        run_list(r, body);
        if (r->dead)
            memcpy(r->defined, before, r->sp);
        r->dead = dead;
        meet_memory(r, r->defined, before);
        changed = memcmp(r->defined, before, r->sp) != 0;
        coset_delete(before);
    }
}

static void enter_binder(run *r, const coset_ir_binder *b)
{
    const coset_ir_expr *parts[] = {b->from, b->to, b->step};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            run_expr(r, parts[i]);
    if (b->bag)
        (void)spots_of(r, b->bag);
    r->defined[r->fp + b->frame] = 1;
    r->known[r->fp + b->frame] = 0;
}

static void run_expr(run *r, const coset_ir_expr *e)
{
    if (!coset_ir_has_call(e) || !spend(r, 1))
        return;
    if (e->op == COSET_E_CALL) {
        uint8_t *before = copy_memory(r);
        run_call(r, e, UINT32_MAX);
        meet_memory(r, r->defined, before); /* it may have been passed over */
        coset_delete(before);
        return;
    }
    if (e->place)
        (void)spots_of(r, e->place);
    if (e->other)
        (void)spots_of(r, e->other);
    if (e->binder) {
        enter_binder(r, e->binder);
        run_perhaps(r, e->a, NULL);
        return;
    }
    const coset_ir_expr *parts[] = {e->a, e->b, e->c};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            run_expr(r, parts[i]);
}

static bool value_defined(run *r, const coset_ir_expr *e)
{
    return e->op != COSET_E_LOAD || all_defined(r, spots_of(r, e->place), 0);
}

static void pass(run *r, const coset_ir_param *p, const coset_ir_arg *a, uint32_t to)
{
    int64_t v;
    if (a->undefined)
        return;
    if (p->by_ref) {
        r->ref[to] = spots_of(r, a->place);
    } else if (a->place) {
        spots from = spots_of(r, a->place);
        for (uint32_t k = 0; k < p->type->width; k++)
            r->defined[to + k] = all_defined(r, from, k);
    } else {
        run_expr(r, a->expr);
        r->defined[to] = value_defined(r, a->expr);
        if (number_of(r, a->expr, &v)) {
            r->known[to] = 1;
            r->value[to] = v;
        }
    }
}

/* Parameters that the function assigns are not known for long. */
static void forget_assigned(run *r, const coset_ir_function *f, uint32_t base)
{
    const uint8_t *assigned = coset__function_of(r->l, f)->assigned;
    for (uint32_t i = 0; i < f->frame_size; i++)
        if (assigned[i])
            r->known[base + i] = 0;
}

/* Runs the body at `base`; afterwards `defined` is the meet over all exits. */
static void run_function(run *r, const coset_ir_function *f, uint32_t base)
{
    uint32_t fp = r->fp;
    uint8_t *exits = r->exits;
    bool returned = r->returned;
    const coset_ir_function *caller = r->function;
    r->function = f;
    r->fp = base;
    r->exits = coset_new((size_t)r->end + 1, 1);
    r->returned = false;
    run_list(r, f->body);
    if (r->dead && r->returned)
        memcpy(r->defined, r->exits, r->sp);
    else if (r->returned)
        meet_memory(r, r->defined, r->exits);
    r->dead = false;
    coset_delete(r->exits);
    r->exits = exits;
    r->returned = returned;
    r->function = caller;
    r->fp = fp;
}

static void run_call(run *r, const coset_ir_expr *e, uint32_t result_to)
{
    const coset_ir_function *f = e->function;
    uint32_t base = r->sp;
    if (r->dead)
        return;
    if (r->failed || r->depth >= MOST_DEEP || f->frame_size > r->end - base || !spend(r, f->frame_size)) {
        r->failed = true;
        return;
    }
    r->sp += f->frame_size;
    memset(&r->defined[base], 0, f->frame_size);
    memset(&r->known[base], 0, f->frame_size);
    for (uint32_t i = 0; i < f->n_params; i++)
        pass(r, &f->params[i], &e->args[i], base + f->params[i].frame);
    forget_assigned(r, f, base);
    r->depth++;
    run_function(r, f, base);
    r->depth--;
    if (result_to != UINT32_MAX)
        memmove(&r->defined[result_to], &r->defined[base + f->result_frame], f->result->width);
    r->sp = base;
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static void run_assign(run *r, const coset_ir_stmt *s)
{
    run_expr(r, s->expr);
    bool defined = !s->copies_undefined || value_defined(r, s->expr);
    set_all(r, spots_of(r, s->place), 0, defined);
}

static void copy_slots(run *r, spots from, spots to, uint32_t width)
{
    uint8_t *value = coset_new((size_t)width + 1, 1);
    for (uint32_t k = 0; k < width && spend(r, (uint64_t)from.n + to.n); k++)
        value[k] = all_defined(r, from, k);
    for (uint32_t k = 0; k < width; k++)
        set_all(r, to, k, value[k]);
    coset_delete(value);
}

static void run_copy(run *r, const coset_ir_stmt *s)
{
    spots from = spots_of(r, s->source);
    copy_slots(r, from, spots_of(r, s->place), s->place->type->width);
}

static void clear_one(run *r, const coset_ir_type *t, spots s, uint32_t k)
{
    if (coset_ir_is_simple(t))
        set_all(r, s, k, t->n > 0);
    for (uint32_t i = 0; t->kind == COSET_T_BAG && i < t->width; i++)
        set_all(r, s, k + i, false);
    for (uint64_t i = 0; t->kind == COSET_T_ARRAY && i < t->index->n && spend(r, 1); i++)
        clear_one(r, t->element, s, k + (uint32_t)i * t->element->width);
    for (uint32_t i = 0; t->kind == COSET_T_RECORD && i < t->n_fields; i++)
        clear_one(r, t->fields[i].type, s, k + t->fields[i].offset);
}

static void run_reset(run *r, const coset_ir_stmt *s)
{
    spots to = spots_of(r, s->place);
    if (s->op == COSET_S_CLEAR)
        clear_one(r, s->place->type, to, 0);
    for (uint32_t k = 0; s->op == COSET_S_UNDEFINE && k < s->place->type->width && spend(r, to.n); k++)
        set_all(r, to, k, false);
}

static void run_if(run *r, const coset_ir_stmt *s)
{
    run_expr(r, s->expr);
    bool dead = r->dead;
    uint8_t *before = copy_memory(r);
    run_list(r, s->body);
    uint8_t *then = copy_memory(r);
    bool then_dead = r->dead;
    memcpy(r->defined, before, r->sp);
    r->dead = dead;
    run_list(r, s->other);
    if (r->dead)
        memcpy(r->defined, then, r->sp);
    else if (!then_dead)
        meet_memory(r, r->defined, then);
    r->dead = r->dead && then_dead;
    coset_delete(before);
    coset_delete(then);
}

/* The numbers that the loop runs through, if they are known and few. */
static bool few_rounds(const run *r, const coset_ir_binder *b, int64_t *from, uint64_t *n)
{
    int64_t to;
    if (b->bag || b->step)
        return false;
    if (!b->from) {
        *n = b->type->n;
        return *n <= MOST_ROUNDS;
    }
    if (!number_of(r, b->from, from) || !number_of(r, b->to, &to))
        return false;
    *n = to < *from ? 0 : (uint64_t)to - (uint64_t)*from + 1;
    return *n <= MOST_ROUNDS;
}

static void run_for(run *r, const coset_ir_stmt *s)
{
    const coset_ir_binder *b = s->binder;
    int64_t from = 0;
    uint64_t n;
    uint32_t at = r->fp + b->frame;
    enter_binder(r, b);
    if (!few_rounds(r, b, &from, &n)) {
        run_perhaps(r, NULL, s->body);
        return;
    }
    for (uint64_t i = 0; i < n && !r->dead && !r->failed; i++) {
        r->known[at] = 1;
        r->value[at] = b->from ? from + (int64_t)i : coset_ir_unrank(b->type, i);
        run_list(r, s->body);
    }
    r->known[at] = 0;
}

static void run_return(run *r, const coset_ir_stmt *s)
{
    if (s->expr)
        run_expr(r, s->expr);
    if (s->source && r->function && r->function->result)
        copy_slots(r, spots_of(r, s->source), one_spot(r, r->fp + r->function->result_frame),
                   r->function->result->width);
    if (r->dead || !r->exits)
        return;
    if (r->returned)
        meet_memory(r, r->exits, r->defined);
    else
        memcpy(r->exits, r->defined, r->sp);
    r->returned = r->dead = true;
}

static void run_stmt(run *r, const coset_ir_stmt *s)
{
    switch (s->op) {
    case COSET_S_ASSIGN:
        run_assign(r, s);
        return;
    case COSET_S_COPY:
        run_copy(r, s);
        return;
    case COSET_S_IF:
        run_if(r, s);
        return;
    case COSET_S_FOR:
        run_for(r, s);
        return;
    case COSET_S_WHILE:
        run_perhaps(r, s->expr, s->body);
        return;
    case COSET_S_RETURN:
        run_return(r, s);
        return;
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        run_reset(r, s);
        return;
    case COSET_S_CALL:
        run_call(r, s->expr, UINT32_MAX);
        return;
    case COSET_S_BIND:
        r->ref[r->fp + s->frame] = spots_of(r, s->source);
        return;
    case COSET_S_BAGREMOVE_IF:
        enter_binder(r, s->binder);
        run_perhaps(r, s->expr, NULL);
        return;
    default:
        break;
    }
    if (s->expr)
        run_expr(r, s->expr);
    if (s->place)
        (void)spots_of(r, s->place);
    if (s->source)
        (void)spots_of(r, s->source);
}

static void run_list(run *r, const coset_ir_stmt *s)
{
    for (; s && !r->dead && spend(r, 1); s = s->next)
        run_stmt(r, s);
}

/* ---- the invariant -------------------------------------------------------------------------------------------- */

/* One rule from a state in which `assumed` is defined. Afterwards the state's part of `defined` holds for every exit.
 */
static void run_rule(run *r, const coset_ir_rule *x, const uint8_t *assumed)
{
    memset(r->defined, 0, r->end);
    memset(r->known, 0, r->end);
    if (assumed)
        memcpy(r->defined, assumed, r->n_state);
    r->fp = r->n_state;
    r->dead = false;
    if (x->frame_size > r->end - r->fp) {
        r->failed = true;
        return;
    }
    r->sp = r->fp + x->frame_size;
    for (uint32_t i = 0; i < x->n_params; i++)
        enter_binder(r, &x->params[i]);
    run_list(r, x->prelude);
    if (x->guard)
        run_expr(r, x->guard);
    /* a rule is left like a function */
    const coset_ir_function body = {.body = x->body};
    run_function(r, &body, r->fp);
}

static void run_starts(run *r, uint8_t *all)
{
    memset(all, 1, r->n_state);
    for (uint32_t i = 0; i < r->l->ir->n_rules && !r->failed; i++) {
        if (!r->l->ir->rules[i].is_start)
            continue;
        run_rule(r, &r->l->ir->rules[i], NULL);
        for (uint32_t k = 0; k < r->n_state; k++)
            all[k] &= r->defined[k];
    }
}

static bool shrink(run *r, uint8_t *all)
{
    bool changed = false;
    memset(r->killed, 0, r->n_state);
    for (uint32_t i = 0; i < r->l->ir->n_rules && !r->failed; i++)
        if (!r->l->ir->rules[i].is_start)
            run_rule(r, &r->l->ir->rules[i], all);
    for (uint32_t k = 0; k < r->n_state; k++) {
        changed |= all[k] && r->killed[k];
        all[k] &= !r->killed[k];
    }
    return changed;
}

/* Start states may be renamed: a slot counts as defined if all its images under renamings do. */
static void close_under_renaming(const coset_model *m, uint8_t *all)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < m->n_slots; i++)
            for (uint32_t k = 0; all[i] && k < m->slots[i].n_index; k++) {
                const coset_index *x = &m->slots[i].index[k];
                for (uint32_t e = 0; e < m->symmetry.types[x->type].n; e++)
                    all[i] &= all[i + x->stride * (e - x->element)];
                changed |= !all[i];
            }
    }
}

const uint8_t *coset__defined(coset__legal *l)
{
    const uint32_t n = l->ir->n_slots;
    if (n > MOST_SLOTS / 2)
        return NULL;
    run r = {.l = l, .n_state = n, .end = MOST_SLOTS, .budget = BUDGET};
    r.defined = coset_new(r.end, 1);
    r.killed = coset_new((size_t)n + 1, 1);
    r.known = coset_new(r.end, 1);
    r.value = coset_new(r.end, sizeof *r.value);
    r.ref = coset_new(r.end, sizeof *r.ref);
    uint8_t *all = coset_arena_get(l->arena, (size_t)n + 1, 1);
    run_starts(&r, all);
    do
        close_under_renaming(l->model, all);
    while (!r.failed && shrink(&r, all));
    coset_delete(r.defined);
    coset_delete(r.killed);
    coset_delete(r.known);
    coset_delete(r.value);
    coset_delete(r.ref);
    return r.failed ? NULL : all;
}

/* From process values to terms. This is mutually recursive with proc_builtin.c and proc_machine.c, because built-in
 * and compressed processes have processes as arguments. */
#include "lang/cspm/proc/proc_int.h"

#define DEEPEST 20000 /* nested operators before the first event of a process */

/* ---- terms word by word --------------------------------------------------------------------------------------- */

typedef struct {
    COSET_VEC(uint64_t) words;
    bool failed;
} builder;

static void begin(builder *b, cspm_term_kind kind) { *coset_vec_add(&b->words) = kind; }

static void add(builder *b, uint32_t word)
{
    *coset_vec_add(&b->words) = word;
    b->failed |= word == NONE;
}

static uint32_t finish(cspm_procs *ps, builder *b)
{
    uint32_t term = b->failed ? NONE : coset__term_put(ps, b->words.at, b->words.n);
    coset_vec_fini(&b->words);
    return term;
}

/* ---- parts ---------------------------------------------------------------------------------------------------- */

/* The node of a built-in process: behind names. */
static const cspm_node *place_of(const cspm_node *node)
{
    for (uint32_t i = 0; i < 100 && node->kind == CSPM_NAME && node->symbol->kind == SYMBOL_VALUE; i++) {
        const cspm_decl *d = node->symbol->decl;
        if (!d || d->node->kind == CSPM_FUNCTION || d->node->n < 2 || d->node->kid[0]->kind != CSPM_BINDER)
            return node;
        node = d->node->kid[1];
    }
    return node;
}

static uint32_t of_node(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *v = coset__eval_node(ps->m, node, frame);
    if (v && v->kind == VALUE_PROCESS && v->sub == 1)
        ps->m->here = place_of(node);
    return v ? coset__proc_of(ps, v) : NONE;
}

/* A part of a parallel composition: its name is stored. */
static uint32_t named(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    uint32_t term = of_node(ps, node, frame);
    if (term != NONE)
        coset__term_name(ps, term, node, frame);
    return term;
}

/* tock inside a Timed section, else 0; NONE on failure. */
static uint32_t extra_of(cspm_procs *ps, const cspm_node *node)
{
    return node->timed ? coset__proc_tock(ps, node->timed) : 0;
}

static uint32_t timed_stop(cspm_procs *ps, const cspm_node *node)
{
    if (!node->timed)
        return coset__term_1(ps, TERM_STOP);
    uint32_t tock = coset__proc_tock(ps, node->timed);
    return tock == NONE ? NONE : coset__term_put(ps, (uint64_t[]){TERM_TSTOP, tock}, 2);
}

static uint32_t timed_skip(cspm_procs *ps, const cspm_node *node)
{
    if (!node->timed)
        return coset__term_1(ps, TERM_SKIP);
    uint32_t tock = coset__proc_tock(ps, node->timed);
    return tock == NONE ? NONE : coset__term_put(ps, (uint64_t[]){TERM_TSKIP, tock}, 2);
}

/* A set of events, with tock inside a Timed section. `set` may be NULL: only tock. */
static uint32_t set_of(cspm_procs *ps, const cspm_node *node, const cspm_node *set, cspm_frame *frame)
{
    uint32_t tock = extra_of(ps, node);
    if (tock == NONE)
        return NONE;
    if (set)
        return coset__proc_set(ps, set, frame, tock);
    cspm_numbers events = {0};
    if (tock)
        *coset_vec_add(&events) = tock;
    uint32_t number = coset__proc_set_put(ps, &events);
    coset_vec_fini(&events);
    return number;
}

/* ---- binary operators ----------------------------------------------------------------------------------------- */

static uint32_t two(cspm_procs *ps, cspm_term_kind kind, const cspm_node *node, cspm_frame *frame)
{
    builder b = {0};
    begin(&b, kind);
    add(&b, of_node(ps, node->kid[0], frame));
    if (!b.failed)
        add(&b, of_node(ps, node->kid[1], frame));
    return finish(ps, &b);
}

static uint32_t set_and_two(cspm_procs *ps, cspm_term_kind kind, const cspm_node *node, const cspm_node *set,
                            cspm_frame *frame)
{
    builder b = {0};
    begin(&b, kind);
    add(&b, set_of(ps, node, set, frame));
    for (uint32_t i = 0; i < 2 && !b.failed; i++)
        add(&b, named(ps, node->kid[i], frame));
    return finish(ps, &b);
}

static uint32_t alphabetised(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    builder b = {0};
    begin(&b, TERM_ALPHABETISED);
    for (uint32_t i = 0; i < 2 && !b.failed; i++) {
        add(&b, set_of(ps, node, node->kid[2 + i], frame));
        if (!b.failed)
            add(&b, named(ps, node->kid[i], frame));
    }
    return finish(ps, &b);
}

/* The second process starts later. */
static uint32_t then(cspm_procs *ps, cspm_term_kind kind, const cspm_node *node, cspm_frame *frame)
{
    builder b = {0};
    begin(&b, kind);
    add(&b, of_node(ps, node->kid[0], frame));
    if (!b.failed)
        add(&b, coset__proc_code(ps, node->kid[1], frame, 1));
    return finish(ps, &b);
}

static uint32_t exception(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    builder b = {0};
    begin(&b, TERM_EXCEPTION);
    add(&b, coset__proc_set(ps, node->kid[2], frame, 0));
    if (!b.failed)
        add(&b, of_node(ps, node->kid[0], frame));
    if (!b.failed)
        add(&b, coset__proc_code(ps, node->kid[1], frame, 1));
    return finish(ps, &b);
}

static uint32_t linked(cspm_procs *ps, uint32_t map, uint32_t left, uint32_t right)
{
    if (map == NONE || left == NONE || right == NONE)
        return NONE;
    return coset__term_put(ps, (uint64_t[]){TERM_LINKED, map, left, right}, 4);
}

static uint32_t external(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    if (node->timed)
        return set_and_two(ps, TERM_SYNC_EXTERNAL, node, NULL, frame);
    uint32_t both[2] = {of_node(ps, node->kid[0], frame), NONE};
    if (both[0] != NONE)
        both[1] = of_node(ps, node->kid[1], frame);
    return both[1] == NONE ? NONE : coset__term_choice(ps, both, 2);
}

static uint32_t operator(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    switch (node->op) {
    case CSPM_EXTERNAL_CHOICE:
        return external(ps, node, frame);
    case CSPM_INTERNAL_CHOICE: {
        uint32_t code = coset__proc_code(ps, node, frame, 1);
        return code == NONE ? NONE : coset__term_put(ps, (uint64_t[]){TERM_INTERNAL, code}, 2);
    }
    case CSPM_INTERLEAVE:
        return set_and_two(ps, TERM_PARALLEL, node, NULL, frame);
    case CSPM_PARALLEL:
        return set_and_two(ps, TERM_PARALLEL, node, node->kid[2], frame);
    case CSPM_ALPHABETISED:
        return alphabetised(ps, node, frame);
    case CSPM_SEQUENCE:
        return then(ps, TERM_SEQUENCE, node, frame);
    case CSPM_SLIDING:
        return then(ps, TERM_SLIDING, node, frame);
    case CSPM_INTERRUPT:
        return node->timed ? set_and_two(ps, TERM_SYNC_INTERRUPT, node, NULL, frame)
                           : two(ps, TERM_INTERRUPT, node, frame);
    case CSPM_EXCEPTION:
        return exception(ps, node, frame);
    case CSPM_SYNC_EXTERNAL:
        return set_and_two(ps, TERM_SYNC_EXTERNAL, node, node->kid[2], frame);
    case CSPM_SYNC_INTERRUPT:
        return set_and_two(ps, TERM_SYNC_INTERRUPT, node, node->kid[2], frame);
    default: {
        uint32_t map = coset__proc_map(ps, node->kid[2], frame, true);
        uint32_t left = map == NONE ? NONE : named(ps, node->kid[0], frame);
        return linked(ps, map, left, left == NONE ? NONE : named(ps, node->kid[1], frame));
    }
    }
}

static uint32_t over_set(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    cspm_term_kind kind = node->kind == CSPM_HIDE ? TERM_HIDE : TERM_PROJECT;
    uint32_t set = coset__proc_set(ps, node->kid[1], frame, 0);
    uint32_t term = set == NONE ? NONE : of_node(ps, node->kid[0], frame);
    if (term == NONE)
        return NONE;
    if (kind == TERM_HIDE && coset__table_len(&ps->sets, set) == 0)
        return term;
    return coset__term_put(ps, (uint64_t[]){kind, set, term}, 3);
}

static uint32_t renaming(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    uint32_t map = coset__proc_map(ps, node->kid[1], frame, false);
    uint32_t term = map == NONE ? NONE : of_node(ps, node->kid[0], frame);
    if (term == NONE || coset__table_len(&ps->maps, map) == 0)
        return term;
    return coset__term_put(ps, (uint64_t[]){TERM_RENAME, map, term}, 3);
}

/* ---- replicated operators ------------------------------------------------------------------------------------- */

typedef struct {
    cspm_procs *ps;
    const cspm_node *node;
    cspm_numbers terms, codes, sets; /* one for each assignment that satisfies the statements, if needed */
} replication;

static bool one_instance(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    replication *r = ctx;
    const cspm_node *node = r->node, *body = node->kid[node->split];
    (void)m;
    if (node->op == CSPM_SEQUENCE) {
        *coset_vec_add(&r->codes) = coset__proc_code(r->ps, body, frame, 1);
        return r->codes.at[r->codes.n - 1] != NONE;
    }
    if (node->op == CSPM_ALPHABETISED)
        *coset_vec_add(&r->sets) = set_of(r->ps, node, node->kid[node->split + 1], frame);
    if (node->op == CSPM_LINKED)
        *coset_vec_add(&r->sets) = coset__proc_map(r->ps, node->kid[node->split + 1], frame, true);
    if (r->sets.n && r->sets.at[r->sets.n - 1] == NONE)
        return false;
    bool choice = node->op == CSPM_EXTERNAL_CHOICE || node->op == CSPM_SYNC_EXTERNAL;
    *coset_vec_add(&r->terms) = (choice ? of_node : named)(r->ps, body, frame);
    return r->terms.at[r->terms.n - 1] != NONE;
}

static uint32_t no_instance(cspm_procs *ps, const cspm_node *node)
{
    switch (node->op) {
    case CSPM_EXTERNAL_CHOICE:
    case CSPM_SYNC_EXTERNAL:
        return timed_stop(ps, node);
    case CSPM_LINKED:
        ps->m->here = node;
        (void)coset__eval_wrong(ps->m, "a replicated linked parallel of no processes has no meaning");
        return NONE;
    default: /* in a Timed section, FDR's front end creates a process that lets time pass */
        return node->timed ? timed_stop(ps, node) : coset__term_1(ps, TERM_SKIP);
    }
}

static uint32_t linked_all(cspm_procs *ps, const replication *r)
{
    uint32_t n = r->terms.n, term = r->terms.at[n - 1];
    for (uint32_t i = n - 1; i > 0 && term != NONE; i--)
        term = linked(ps, r->sets.at[i - 1], r->terms.at[i - 1], term);
    return term;
}

static uint32_t alphabetised_all(cspm_procs *ps, const replication *r)
{
    builder b = {0};
    begin(&b, TERM_ALPHABETISED);
    for (uint32_t i = 0; i < r->terms.n; i++) {
        add(&b, r->sets.at[i]);
        add(&b, r->terms.at[i]);
    }
    return finish(ps, &b);
}

static uint32_t over_all(cspm_procs *ps, const replication *r, cspm_frame *frame)
{
    const cspm_node *node = r->node, *set = node->split + 1 < node->n ? node->kid[node->split + 1] : NULL;
    bool choice = node->op == CSPM_EXTERNAL_CHOICE || node->op == CSPM_SYNC_EXTERNAL;
    if (r->terms.n == 1)
        return r->terms.at[0];
    builder b = {0};
    begin(&b, choice ? TERM_SYNC_EXTERNAL : TERM_PARALLEL);
    add(&b, set_of(ps, node, set, frame));
    for (uint32_t i = 0; i < r->terms.n; i++)
        add(&b, r->terms.at[i]);
    return finish(ps, &b);
}

static uint32_t combine(cspm_procs *ps, const replication *r, cspm_frame *frame)
{
    if (r->terms.n == 0)
        return no_instance(ps, r->node);
    switch (r->node->op) {
    case CSPM_EXTERNAL_CHOICE:
        return r->node->timed ? over_all(ps, r, frame) : coset__term_choice(ps, r->terms.at, r->terms.n);
    case CSPM_LINKED:
        return linked_all(ps, r);
    case CSPM_ALPHABETISED:
        return alphabetised_all(ps, r);
    default:
        return over_all(ps, r, frame);
    }
}

/* P1 ; (P2 ; (.. Pn)): nothing after P1 is evaluated before P1 has terminated. */
static uint32_t chain(cspm_procs *ps, const replication *r)
{
    uint32_t n = r->codes.n;
    if (n == 0)
        return timed_skip(ps, r->node);
    uint32_t last = r->codes.at[n - 1];
    for (uint32_t i = n - 1; i > 0; i--) {
        /* The rest as code: a sequence whose first process is also code. */
        const uint64_t words[] = {DATUM_TUPLE, r->codes.at[i - 1], last};
        last = coset__table_put(&ps->values, words, 3, NULL);
    }
    return coset__term_of_code(ps, last);
}

static uint32_t replicated(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    if (node->op == CSPM_INTERNAL_CHOICE) {
        uint32_t code = coset__proc_code(ps, node, frame, 1);
        return code == NONE ? NONE : coset__term_put(ps, (uint64_t[]){TERM_INTERNAL, code}, 2);
    }
    replication r = {.ps = ps, .node = node};
    cspm_frame *inner = coset__eval_frame(ps->m, frame, node->slots);
    bool ok = inner && coset__set_statements(ps->m, node, 0, node->split, inner, one_instance, &r);
    uint32_t term = !ok ? NONE : node->op == CSPM_SEQUENCE ? chain(ps, &r) : combine(ps, &r, frame);
    coset_vec_fini(&r.terms);
    coset_vec_fini(&r.codes);
    coset_vec_fini(&r.sets);
    return term;
}

/* ---- all processes -------------------------------------------------------------------------------------------- */

static uint32_t of_place(cspm_procs *ps, const cspm_node *node, cspm_frame *frame)
{
    uint32_t code;
    switch (node->kind) {
    case CSPM_PREFIX:
        code = coset__proc_code(ps, node, frame, 1);
        return code == NONE ? NONE : coset__term_put(ps, (uint64_t[]){TERM_PREFIX, code}, 2);
    case CSPM_GUARD: {
        int yes = coset__eval_condition(ps->m, node->kid[0], frame);
        return yes < 0 ? NONE : yes ? of_node(ps, node->kid[1], frame) : timed_stop(ps, node);
    }
    case CSPM_HIDE:
    case CSPM_PROJECT:
        return over_set(ps, node, frame);
    case CSPM_RENAME:
        return renaming(ps, node, frame);
    case CSPM_REPLICATED:
        return replicated(ps, node, frame);
    case CSPM_PROCESS:
        return operator(ps, node, frame);
    default: /* STOP or SKIP inside a Timed section */
        return coset__term_builtin(ps, coset__builtin_value(ps->m, node->symbol->builtin), node->timed);
    }
}

/* False for unguarded recursion: P = P [] Q. */
static bool may_begin(cspm_procs *ps, const cspm_node *node, const cspm_frame *frame)
{
    uint32_t depth = ps->making ? ps->making->depth + 1 : 0;
    bool again = false;
    for (const cspm_opening *o = ps->making; o && !again; o = o->outer)
        again = o->node == node && o->frame == frame;
    if (!again && depth < DEEPEST && coset__eval_room(ps->m))
        return true;
    ps->m->here = node;
    (void)coset__eval_wrong(ps->m, "this process calls itself again and again before it can perform an event "
                                   "(unguarded recursion)");
    return false;
}

uint32_t coset__proc_of(cspm_procs *ps, cspm_value *v)
{
    v = coset__eval_force(ps->m, v);
    if (!v)
        return NONE;
    if (v->sub == 1)
        return coset__term_builtin(ps, v, NULL);
    const cspm_node *node = v->at[0].node;
    cspm_frame *frame = v->at[1].frame;
    if (!may_begin(ps, node, frame))
        return NONE;
    const cspm_opening *outer = ps->making;
    cspm_opening opening = {node, frame, outer, outer ? outer->depth + 1 : 0};
    ps->making = &opening;
    const cspm_node *here = ps->m->here;
    ps->m->here = node;
    uint32_t term = of_place(ps, node, frame);
    ps->m->here = ps->m->failed ? ps->m->here : here;
    ps->making = outer;
    return term;
}

uint32_t coset__proc_expr(cspm_procs *ps, const cspm_node *node) { return of_node(ps, node, ps->m->globals); }

static uint32_t make_of_code(cspm_procs *ps, uint32_t code)
{
    const uint64_t *words = coset__table_at(&ps->values, code);
    if (words[0] == DATUM_TUPLE) { /* two pieces of a replicated sequence */
        uint32_t second = (uint32_t)words[2], first = coset__term_of_code(ps, (uint32_t)words[1]);
        return first == NONE ? NONE : coset__term_put(ps, (uint64_t[]){TERM_SEQUENCE, first, second}, 3);
    }
    cspm_value *v = coset__proc_code_value(ps, code);
    if (v->sub == 0)
        v = coset__eval_node(ps->m, v->at[0].node, v->at[1].frame);
    return v ? coset__proc_of(ps, v) : NONE;
}

uint32_t coset__term_of_code(cspm_procs *ps, uint32_t code)
{
    uint32_t known = *coset__proc_by_value(&ps->code_term, code);
    if (known)
        return known - 1;
    uint32_t term = make_of_code(ps, code);
    if (term != NONE)
        *coset__proc_by_value(&ps->code_term, code) = term + 1;
    return term;
}

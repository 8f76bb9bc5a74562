/* lang/promela/facts/count.c - loops that iterate over the numbers of a scalarset.
 *
 * `i = 0; do :: i < 3 -> ...; i++ :: else -> break od`, and the expansion of `for`, inside an atomic sequence or a
 * d_step. If no statement in it can block, and for each number exactly one option is enabled, it becomes one loop over
 * the elements: the counter is the element inside the loop, and has its last value after it. The legality proof, or the
 * check at run time (ir/order.h), decides whether the order of the iterations matters.
 *
 * The channel of each message must have room, else others would move between the iterations. This is proved, or with
 * assume_room asserted before each message: if the assertions hold in all reachable states, the loop never blocks, and
 * the model is the same as without the assumption. If one fails, this implies nothing about the model.
 *
 * The enabled option is found by trying all numbers: the conditions depend on the counter, `_pid` and constants. */
#include <string.h>

#include "lang/promela/facts/loops.h"

#define MOST_ROUNDS 255

/* ---- conditions on the counter ---------------------------------------------------------------------------------- */

typedef struct {
    const coset_pml_var *counter;
    int64_t value, pid;
    bool unknown;
} trial;

static int64_t eval(trial *t, const coset_pml_expr *e)
{
    if (e->is_constant)
        return e->value;
    if (e->op == COSET_PML_E_PID)
        return t->pid;
    if (e->op == COSET_PML_E_NAME && e->var == t->counter)
        return t->value;
    int64_t a = e->a ? eval(t, e->a) : 0, b = e->b ? eval(t, e->b) : 0;
    switch (e->op) {
    case COSET_PML_E_NOT:
        return !a;
    case COSET_PML_E_ADD:
        return a + b;
    case COSET_PML_E_SUB:
        return a - b;
    case COSET_PML_E_LT:
        return a < b;
    case COSET_PML_E_LE:
        return a <= b;
    case COSET_PML_E_GT:
        return a > b;
    case COSET_PML_E_GE:
        return a >= b;
    case COSET_PML_E_EQ:
        return a == b;
    case COSET_PML_E_NE:
        return a != b;
    case COSET_PML_E_AND:
        return a && b;
    case COSET_PML_E_OR:
        return a || b;
    default:
        t->unknown = true;
        return 0;
    }
}

static bool is_else(const coset_pml_seq *o) { return o->first->kind == COSET_PML_N_ELSE; }

const coset_pml_expr *coset_pml_guard_of(const coset_pml_seq *o)
{
    const coset_pml_node *n = o->first;
    bool is = n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_EXPR && !n->stmt->e->has_effect;
    return is ? n->stmt->e : NULL;
}

/* The kind of the only enabled option with this value of the counter, which must be the same for all processes; -1:
 * leaves the loop, 1: continues, 0: neither. */
static int way_for(const coset_pml_counting *c, const coset_pml_family *f, int64_t value)
{
    int all = 0;
    for (uint32_t p = 0; p < f->n; p++) {
        trial t = {.counter = c->counter, .value = value, .pid = (int64_t)f->lo + (int64_t)p * f->stride};
        const coset_pml_seq *taken = NULL, *other = NULL;
        for (const coset_pml_seq *o = c->choice->sub; o; o = o->next) {
            if (is_else(o))
                other = o;
            else if (eval(&t, coset_pml_guard_of(o)) && taken)
                return 0;
            else if (eval(&t, coset_pml_guard_of(o)))
                taken = o;
        }
        taken = taken ? taken : other;
        int way = !taken || t.unknown ? 0 : taken == c->exit ? -1 : 1;
        if (!way || (all && way != all))
            return 0;
        all = way;
    }
    return all;
}

/* ---- the loop --------------------------------------------------------------------------------------------------- */

static bool is_counter(const coset_pml_expr *e, const coset_pml_var *v)
{
    return e->op == COSET_PML_E_NAME && e->var == v;
}

static const coset_pml_stmt *assignment(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_ASSIGN ? n->stmt : NULL;
}

bool coset_pml_is_increment(const coset_pml_node *n, const coset_pml_var *v)
{
    const coset_pml_stmt *s = assignment(n);
    return s && is_counter(s->target, v) && s->e->op == COSET_PML_E_ADD && is_counter(s->e->a, v) &&
           s->e->b->is_constant && s->e->b->value == 1;
}

static bool writes(const coset_pml_seq *o, const coset_pml_var *v);

static bool node_writes(const coset_pml_node *n, const coset_pml_var *v)
{
    const coset_pml_stmt *s = assignment(n);
    if (s)
        return is_counter(s->target, v);
    for (const coset_pml_seq *o = n->sub; o; o = o->next)
        if (writes(o, v))
            return true;
    return false;
}

static bool writes(const coset_pml_seq *o, const coset_pml_var *v)
{
    for (const coset_pml_node *n = o->first; n; n = coset_pml_behind(n)) {
        if (node_writes(n, v))
            return true;
        if (n == o->extent)
            return false;
    }
    return false;
}

static bool is_send(const coset_pml_node *n) { return n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_SEND; }

/* A message to the channel of the element: `q[counter]!...`; the array, or NULL. */
static const coset_pml_var *sends_to(const coset_pml_node *n, const coset_pml_var *v)
{
    const coset_pml_expr *e = is_send(n) && !n->escapes && !n->dead ? n->stmt->target : NULL;
    bool is = e && e->op == COSET_PML_E_INDEX && e->a->op == COSET_PML_E_NAME && is_counter(e->b, v) &&
              e->a->var->chan && e->a->var->chan->capacity > 0 && !e->a->var->is_written && !n->stmt->is_sorted &&
              !n->stmt->is_short;
    for (const coset_pml_expr *a = is ? n->stmt->args : NULL; a; a = a->next)
        is = is && !a->has_effect;
    return is ? e->a->var : NULL;
}

/* It cannot block, and advances by one step. */
static bool is_sure(const coset_pml_node *n)
{
    bool asserts = n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_ASSERT && !n->stmt->e->has_effect;
    return coset_pml_is_certain(n) || (asserts && !n->escapes && !n->dead);
}

static bool is_round_part(const coset_pml_node *n, const coset_pml_var *v, const coset_pml_var **to);

/* The statements after the condition or else of an option. */
static bool is_option(const coset_pml_seq *o, const coset_pml_var *v, const coset_pml_var **to)
{
    for (const coset_pml_node *n = o->first; n != o->extent;) {
        n = coset_pml_behind(n);
        if (!n || !is_round_part(n, v, to))
            return false;
    }
    return !o->first->labels && !o->first->escapes;
}

/* `if :: condition -> ... :: else -> ... fi` with a send in it. */
static bool is_sending_choice(const coset_pml_node *n, const coset_pml_var *v, const coset_pml_var **to)
{
    const coset_pml_var *a = *to, *b = *to;
    const coset_pml_seq *yes = n->sub, *no = yes ? yes->next : NULL;
    if (n->kind != COSET_PML_N_SELECT || n->is_loop || n->escapes || !no || no->next || !coset_pml_guard_of(yes) ||
        !is_else(no) || !is_option(yes, v, &a) || !is_option(no, v, &b) || (a && b && a != b))
        return false;
    *to = a ? a : b;
    return true;
}

/* A statement of an iteration. *to: the array of channels to which it has sent, or NULL; one send is allowed. */
static bool is_round_part(const coset_pml_node *n, const coset_pml_var *v, const coset_pml_var **to)
{
    if (n->labels)
        return false;
    if (is_send(n))
        return !*to && (*to = sends_to(n, v)) != NULL;
    return !node_writes(n, v) && (is_sure(n) || is_sending_choice(n, v, to));
}

/* `condition -> ...; counter++` */
static bool is_round(const coset_pml_seq *o, const coset_pml_var *v, const coset_pml_var **to)
{
    *to = NULL;
    for (const coset_pml_node *n = o->first; n != o->extent;) {
        n = coset_pml_behind(n);
        if (n == o->extent)
            return !n->labels && coset_pml_is_increment(n, v);
        if (!n || !is_round_part(n, v, to))
            return false;
    }
    return false;
}

/* `condition -> break` */
static bool is_exit(const coset_pml_seq *o, const coset_pml_node *choice)
{
    const coset_pml_node *n = o->extent;
    return n != o->first && coset_pml_behind(o->first) == n && n->kind == COSET_PML_N_GOTO && !n->label && !n->labels &&
           coset_pml_graph_target(n) == choice->loop_end;
}

/* The next loop after n, if the statements up to it do not change the counter; or NULL. */
static const coset_pml_node *next_loop(const coset_pml_node *n, const coset_pml_var *v)
{
    for (n = coset_pml_behind(n); n && !n->labels; n = coset_pml_behind(n)) {
        if (n->kind == COSET_PML_N_SELECT && n->is_loop)
            return n;
        if (n->kind != COSET_PML_N_STMT || n->escapes || node_writes(n, v))
            return NULL;
        for (const coset_pml_expr *a = n->stmt->args; a; a = a->next)
            if (is_counter(a, v))
                return NULL;
    }
    return NULL;
}

/* The condition implies that there is room in element k of the channels. */
static bool tells_room(const coset_pml_expr *e, const coset_pml_var *q, int64_t k)
{
    const coset_pml_expr *c = e->op == COSET_PML_E_LT || e->op == COSET_PML_E_EQ ? e->a : e;
    if (e->op == COSET_PML_E_AND)
        return tells_room(e->a, q, k) || tells_room(e->b, q, k);
    bool is_question = e->op == COSET_PML_E_NFULL || e->op == COSET_PML_E_EMPTY ||
                       (c != e && c->op == COSET_PML_E_LEN && e->b->is_constant &&
                        e->b->value < (int64_t)q->chan->capacity + (e->op == COSET_PML_E_LT));
    const coset_pml_expr *place = is_question ? c->a : NULL;
    return place && place->op == COSET_PML_E_INDEX && place->a->op == COSET_PML_E_NAME && place->a->var == q &&
           place->b->is_constant && place->b->value == k;
}

/* No statement from n up to `end` can block, so no other process moves in between. */
static bool is_sure_up_to(const coset_pml_node *n, const coset_pml_node *end)
{
    for (n = coset_pml_behind(n); n && n != end; n = coset_pml_behind(n))
        if (n->labels || n->kind != COSET_PML_N_STMT || !is_sure(n))
            return false;
    return n == end;
}

/* The condition before the counter's assignment that guarantees room in all channels to which the loop sends. */
static const coset_pml_node *room_for(const coset_pml_counting *c, const coset_pml_graph *g, const coset_pml_var *q)
{
    for (uint32_t i = 1; i < g->n_nodes; i++) {
        const coset_pml_node *n = g->nodes[i];
        bool is =
            n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_EXPR && !n->stmt->e->has_effect && !n->escapes;
        for (int64_t k = c->from; is && k < c->to; k++)
            is = tells_room(n->stmt->e, q, k);
        if (is && is_sure_up_to(n, c->choice) && is_sure_up_to(n, c->start))
            return n;
    }
    return NULL;
}

static bool is_inside(const coset_pml_node *n, const coset_pml_node *choice)
{
    for (const coset_pml_seq *o = choice->sub; o; o = o->next)
        for (const coset_pml_node *x = o->first; x; x = x == o->extent ? NULL : x->next)
            if (x == n || (x->sub && is_inside(n, x)))
                return true;
    return false;
}

/* Upper bound on the messages that the family sends to one channel of the array; more than its capacity: no bound. */
static uint64_t most_sent(const coset_pml_counting *c, const coset_pml_family *f, const coset_pml_var *q)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < f->graph->n_nodes; i++)
        for (const coset_pml_edge *e = f->graph->nodes[i]->out; e; e = e->next) {
            const coset_pml_node *n = e->node;
            if (n && n->kind == COSET_PML_N_D_STEP)
                return UINT32_MAX;
            if (!n || !is_send(n) || (n->stmt->target->chan && n->stmt->target->chan != q->chan))
                continue;
            uint32_t most = coset_pml_most_rounds(f->graph, i, e);
            sum += !most ? UINT32_MAX : is_inside(n, c->choice) ? 1 : most; /* one in each round, with its own number */
        }
    return sum * f->n;
}

/* There is always room because the total number of messages is small enough. */
static bool has_room(const coset_pml_lowerer *l, const coset_pml_counting *c, const coset_pml_var *q)
{
    uint64_t sum = 0;
    if (l->model->uses.run && !l->opening.runner && !l->arriving.runner)
        return false;
    for (uint32_t i = 0; i < l->n_families; i++)
        sum += most_sent(c, &l->families[i], q);
    return sum <= q->chan->capacity;
}

/* n is `counter = number`, and a loop follows. */
static bool look_at(const coset_pml_lowerer *l, coset_pml_counting *c, const coset_pml_family *f,
                    const coset_pml_node *n)
{
    const coset_pml_stmt *s = assignment(n);
    bool is_start = s && s->e->is_constant && s->target->op == COSET_PML_E_NAME && !s->target->var->is_array &&
                    s->target->type.kind != COSET_PML_CHAN && !n->escapes;
    const coset_pml_node *choice = is_start ? next_loop(n, s->target->var) : NULL;
    if (!choice || choice->escapes || !(choice->status & (COSET_PML_ATOM | COSET_PML_LAST | COSET_PML_D_ATOM)))
        return false;
    *c = (coset_pml_counting){.start = n, .choice = choice, .counter = s->target->var, .from = s->e->value};
    const coset_pml_var *q = NULL, *to;
    for (const coset_pml_seq *o = choice->sub; o; o = o->next) {
        if (o->first->labels || o->first->escapes || (!is_else(o) && !coset_pml_guard_of(o)))
            return false;
        if (!c->exit && is_exit(o, choice))
            c->exit = o;
        else if (!is_round(o, c->counter, &to) || (to && q && to != q))
            return false;
        else
            q = to ? to : q;
    }
    int64_t lo, hi;
    coset_pml_bounds(s->target, &lo, &hi);
    int way = c->exit ? 1 : 0;
    for (c->to = c->from; way == 1 && c->to <= hi && c->to - c->from <= MOST_ROUNDS; c->to++)
        if ((way = way_for(c, f, c->to)) == -1)
            break;
    if (way != -1 || c->to - c->from < 2 || c->from < lo || c->to > hi)
        return false;
    c->first = q ? room_for(c, f->graph, q) : n;
    if (c->first || has_room(l, c, q)) {
        c->first = c->first ? c->first : n;
        return true;
    }
    if (l->how.lacks_room)
        *l->how.lacks_room = true;
    c->first = n;
    c->assumes = true;
    return l->how.assume_room;
}

void coset_pml_find_countings(coset_pml_lowerer *l)
{
    if (l->model->uses.priority || l->model->uses.remote)
        return;
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_pml_family *f = &l->families[i];
        if (!f->n || f->proc->provided || f->proc->is_deterministic)
            continue;
        for (uint32_t k = 1; k < f->graph->n_nodes; k++) {
            const coset_pml_node *n = f->graph->nodes[k];
            coset_pml_counting c;
            if (look_at(l, &c, f, n))
                *coset_vec_add(&l->countings) = c;
        }
    }
}

const coset_pml_counting *coset_pml_counting_at(const coset_pml_lowerer *l, const coset_pml_stmt *loop)
{
    for (uint32_t i = 0; i < l->countings.n; i++)
        if (l->countings.at[i].choice->stmt == loop)
            return &l->countings.at[i];
    return NULL;
}

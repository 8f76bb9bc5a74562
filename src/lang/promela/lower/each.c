/* lang/promela/lower/each.c - what is written once for each element of a scalarset.
 *
 * Promela has no quantifiers, so models repeat themselves: `a[0] && a[1] && a[2]`, or `a[0] = 1; a[1] = 1; a[2] = 1`.
 * Two such texts are alike where they differ in numbers only, by as much as the elements do; the numbers that differ
 * are the holes of the first text, which stands for all. A hole must stand where an element of just that scalarset is
 * expected. What comes of it is a quantifier or a loop: whether it treats all elements alike is for the legality proof
 * to say. */
#include <string.h>

#include "lang/promela/lower/each.h"

/* ---- expressions that are alike --------------------------------------------------------------------------------- */

/* x, y and z are the same but for some numbers; each of these is `a` in x, a + 1 in y and a + k in z. */
bool coset_pml_alike(const coset_pml_expr *x, const coset_pml_expr *y, const coset_pml_expr *z, int64_t a, int64_t k)
{
    if (!x || !y || !z)
        return !x && !y && !z;
    if (x->is_constant != y->is_constant || x->is_constant != z->is_constant)
        return false;
    if (x->is_constant)
        return x->value == y->value ? z->value == x->value : x->value == a && y->value == a + 1 && z->value == a + k;
    if (x->op != y->op || x->op != z->op)
        return false;
    if (x->var != y->var || x->proc != y->proc || x->label != y->label || x->is_random != y->is_random ||
        x->var != z->var || x->proc != z->proc || x->label != z->label || x->is_random != z->is_random ||
        x->op == COSET_PML_E_RUN)
        return false;
    const coset_pml_expr *p = x->args, *q = y->args, *r = z->args;
    for (; p && q && r; p = p->next, q = q->next, r = r->next)
        if (!coset_pml_alike(p, q, r, a, k))
            return false;
    return !p && !q && !r && coset_pml_alike(x->a, y->a, z->a, a, k) && coset_pml_alike(x->b, y->b, z->b, a, k) &&
           coset_pml_alike(x->c, y->c, z->c, a, k);
}

/* ---- holes ------------------------------------------------------------------------------------------------------ */

/* Notes the numbers of x that differ in y. `expected`: the class of x by what stands around it, or NULL. False where a
 * number differs and is no element by its place. */
bool coset_pml_note_holes(coset_pml_each *s, const coset_pml_expr *x, const coset_pml_expr *y,
                          const coset_ir_type *expected)
{
    coset_pml_lowerer *l = s->l;
    if (!x)
        return true;
    if (x->is_constant) {
        if (x->value == y->value)
            return true;
        s->n++;
        *coset_vec_add(&l->holes) = x;
        return expected == s->type;
    }
    const coset_ir_type *a = NULL, *b = NULL;
    if (x->op == COSET_PML_E_INDEX)
        b = coset_pml_class_of_index(l, x->a->var);
    else if (x->op == COSET_PML_E_EQ || x->op == COSET_PML_E_NE) {
        a = coset_pml_class_of(l, s->proc, x->b);
        b = coset_pml_class_of(l, s->proc, x->a);
    } else if (x->op == COSET_PML_E_AT || x->op == COSET_PML_E_REMOTE) {
        a = coset_pml_class_of_pid(l, x->proc);
    } else if (x->op == COSET_PML_E_EVAL) {
        a = expected;
    }
    for (const coset_pml_expr *p = x->args, *q = y->args; p; p = p->next, q = q->next)
        if (!coset_pml_note_holes(s, p, q, NULL))
            return false;
    return coset_pml_note_holes(s, x->a, y->a, a) && coset_pml_note_holes(s, x->b, y->b, b) &&
           coset_pml_note_holes(s, x->c, y->c, NULL);
}

bool coset_pml_is_hole(const coset_pml_lowerer *l, const coset_pml_expr *e)
{
    for (uint32_t i = 0; i < l->holes.n; i++)
        if (l->holes.at[i] == e)
            return true;
    return false;
}

const coset_ir_binder *coset_pml_fill(coset_pml_lowerer *l, const coset_ir_type *s, coset_pos pos)
{
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "each", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = s};
    l->filling = coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, s, "each", pos));
    return b;
}

/* ---- conditions ------------------------------------------------------------------------------------------------- */

/* The holes are then noted. */
static bool is_for_each(coset_pml_each *s, const coset_pml_expr *const *parts, uint32_t n)
{
    s->n = s->l->holes.n = 0;
    if (s->type->n < 2 || n < s->type->n)
        return false;
    for (uint32_t k = 1; k < s->type->n; k++)
        if (!coset_pml_alike(parts[0], parts[1], parts[k], s->type->lo, k))
            return false;
    return coset_pml_note_holes(s, parts[0], parts[1], NULL) && s->n > 0;
}

const coset_ir_expr *coset_pml_for_each(coset_pml_lowerer *l, const coset_pml_who *who, bool all,
                                        const coset_pml_expr *const *parts, uint32_t n, uint32_t *used)
{
    if (l->holes.n)
        return NULL;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        coset_pml_each s = {.l = l, .proc = who->family ? who->family->proc : NULL, .type = l->symtypes.at[i]};
        if (!is_for_each(&s, parts, n)) {
            l->holes.n = 0;
            continue;
        }
        coset_ir_expr *x = coset_pml_ir_make(l, all ? COSET_E_FORALL : COSET_E_EXISTS, parts[0]->pos);
        x->type = l->boolean;
        x->binder = coset_pml_fill(l, s.type, parts[0]->pos);
        x->a = coset_pml_truth(l, who, parts[0]);
        l->holes.n = 0;
        *used = (uint32_t)s.type->n;
        return x;
    }
    return NULL;
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static bool is_global(const coset_pml_expr *e)
{
    if (!e)
        return true;
    if (e->op == COSET_PML_E_NAME && e->var->storage != COSET_PML_GLOBAL)
        return false;
    bool plain = e->is_constant || e->op == COSET_PML_E_NAME || e->op == COSET_PML_E_INDEX ||
                 e->op == COSET_PML_E_FIELD || e->op == COSET_PML_E_LEN || e->op == COSET_PML_E_EQ ||
                 e->op == COSET_PML_E_NE;
    return plain && is_global(e->a) && (e->op == COSET_PML_E_FIELD || is_global(e->b)) && !e->c && !e->args;
}

/* `sum = 0; for each element: sum = sum + part; return sum` */
static const coset_ir_function *summing(coset_pml_lowerer *l, const coset_pml_who *who, const coset_ir_type *s,
                                        const coset_pml_expr *part, const coset_ir_type *result)
{
    const uint32_t outer = l->frame;
    coset_ir_list body = {0}, round = {0};
    l->frame = 0;
    const coset_ir_place *sum = coset_pml_ir_local(l, result, "sum", part->pos);
    coset_pml_ir_assign(l, &body, sum, coset_pml_ir_number(l, 0, part->pos));
    coset_ir_stmt *loop = coset_ir_add_loop(l->arena, &body, coset_pml_fill(l, s, part->pos), part->pos);
    coset_pml_ir_assign(
        l, &round, sum,
        coset_pml_ir_binary(l, COSET_E_ADD, coset_pml_ir_load(l, sum), coset_pml_lower_expr(l, who, part)));
    loop->body = round.first;
    coset_ir_add(l->arena, &body, COSET_S_RETURN, part->pos)->expr = coset_pml_ir_load(l, sum);
    coset_ir_function *fn = coset_arena_get(l->arena, 1, sizeof *fn);
    *fn = (coset_ir_function){
        .name = "sum", .pos = part->pos, .result = result, .frame_size = l->frame, .body = body.first};
    fn->number = l->functions.n;
    *coset_vec_add(&l->functions) = fn;
    l->frame = outer;
    return fn;
}

const coset_ir_expr *coset_pml_sum_each(coset_pml_lowerer *l, const coset_pml_who *who,
                                        const coset_pml_expr *const *parts, uint32_t n)
{
    int64_t lo, hi;
    if (l->holes.n || l->counting || !is_global(parts[0]))
        return NULL;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        const coset_ir_type *s = l->symtypes.at[i];
        coset_pml_each x = {.l = l, .proc = who->family ? who->family->proc : NULL, .type = s};
        coset_pml_bounds(parts[0], &lo, &hi);
        if (n != s->n || lo < -COSET_PML_MOST_ADDEND || hi > COSET_PML_MOST_ADDEND || !is_for_each(&x, parts, n)) {
            l->holes.n = 0;
            continue;
        }
        const coset_ir_type *result = coset_pml_ir_range(l, lo < 0 ? lo * (int64_t)n : 0, hi > 0 ? hi * (int64_t)n : 0);
        coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_CALL, parts[0]->pos);
        e->type = result;
        e->function = summing(l, who, s, parts[0], result);
        l->holes.n = 0;
        return e;
    }
    return NULL;
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

static bool is_else(const coset_pml_node *n) { return n->kind == COSET_PML_N_ELSE; }

static const coset_pml_stmt *basic(const coset_pml_node *n, coset_pml_stmt_op op)
{
    return n->kind == COSET_PML_N_STMT && n->stmt->op == op ? n->stmt : NULL;
}

/* An option by a condition. */
static bool is_condition(const coset_pml_node *n)
{
    const coset_pml_stmt *st = basic(n, COSET_PML_S_EXPR);
    return st && !st->e->has_effect && !coset_pml_mentions(st->e, COSET_PML_E_TIMEOUT);
}

const coset_pml_node *coset_pml_behind(const coset_pml_node *n)
{
    n = n->next;
    while (n && n->kind == COSET_PML_N_JOIN && !n->labels)
        n = n->next;
    return n;
}

/* The statements of an option behind its first one. */
static bool rest_is_certain(const coset_pml_seq *o)
{
    for (const coset_pml_node *n = o->first; n != o->extent;) {
        n = coset_pml_behind(n);
        if (!n || n->labels || !coset_pml_is_certain(n))
            return false;
    }
    return true;
}

/* `if :: condition -> ... :: else ... fi` */
static bool is_certain_choice(const coset_pml_node *n)
{
    if (n->is_loop || !n->sub || !n->sub->next || n->sub->next->next)
        return false;
    const coset_pml_seq *yes = n->sub, *no = n->sub->next;
    return !n->sub->first->labels && !no->first->labels && is_condition(yes->first) && is_else(no->first) &&
           rest_is_certain(yes) && rest_is_certain(no);
}

/* It never blocks, has one effect, and control ends behind it. */
bool coset_pml_is_certain(const coset_pml_node *n)
{
    if (n->escapes || n->dead)
        return false;
    if (n->kind == COSET_PML_N_SELECT)
        return is_certain_choice(n);
    const coset_pml_stmt *st = basic(n, COSET_PML_S_EXPR);
    if (st)
        return st->e->is_constant && st->e->value != 0;
    st = basic(n, COSET_PML_S_ASSIGN);
    return st && !st->e->has_effect && st->target->op != COSET_PML_E_HOLE && st->target->op != COSET_PML_E_PRIORITY;
}

static bool seqs_alike(const coset_pml_seq *x, const coset_pml_seq *y, const coset_pml_seq *z, int64_t a, int64_t k)
{
    const coset_pml_node *p = x->first, *q = y->first, *r = z->first;
    for (;; p = coset_pml_behind(p), q = coset_pml_behind(q), r = coset_pml_behind(r)) {
        if (!coset_pml_nodes_alike(p, q, r, a, k))
            return false;
        if (p == x->extent || q == y->extent || r == z->extent)
            return p == x->extent && q == y->extent && r == z->extent;
    }
}

/* All are certain. */
bool coset_pml_nodes_alike(const coset_pml_node *x, const coset_pml_node *y, const coset_pml_node *z, int64_t a,
                           int64_t k)
{
    if (x->kind != y->kind || x->kind != z->kind)
        return false;
    if (x->kind == COSET_PML_N_ELSE)
        return true;
    if (x->kind == COSET_PML_N_SELECT)
        return seqs_alike(x->sub, y->sub, z->sub, a, k) && seqs_alike(x->sub->next, y->sub->next, z->sub->next, a, k);
    return x->stmt->op == y->stmt->op && x->stmt->op == z->stmt->op &&
           coset_pml_alike(x->stmt->target, y->stmt->target, z->stmt->target, a, k) &&
           coset_pml_alike(x->stmt->e, y->stmt->e, z->stmt->e, a, k);
}

/* All elements can be assigned without being cut. */
static bool has_room(const coset_pml_expr *target, const coset_ir_type *s)
{
    int64_t lo, hi;
    coset_pml_bounds(target, &lo, &hi);
    return lo <= s->lo && hi >= s->lo + (int64_t)s->n - 1;
}

static bool note_in_seq(coset_pml_each *s, const coset_pml_seq *x, const coset_pml_seq *y)
{
    for (const coset_pml_node *p = x->first, *q = y->first;; p = coset_pml_behind(p), q = coset_pml_behind(q)) {
        if (!coset_pml_note_in_node(s, p, q))
            return false;
        if (p == x->extent)
            return true;
    }
}

bool coset_pml_note_in_node(coset_pml_each *s, const coset_pml_node *x, const coset_pml_node *y)
{
    if (x->kind == COSET_PML_N_ELSE)
        return true;
    if (x->kind == COSET_PML_N_SELECT)
        return note_in_seq(s, x->sub, y->sub) && note_in_seq(s, x->sub->next, y->sub->next);
    const coset_pml_expr *target = x->stmt->target;
    if (!target)
        return coset_pml_note_holes(s, x->stmt->e, y->stmt->e, NULL);
    const coset_ir_type *own = has_room(target, s->type) ? coset_pml_class_of(s->l, s->proc, target) : NULL;
    return coset_pml_note_holes(s, target, y->stmt->target, NULL) &&
           coset_pml_note_holes(s, x->stmt->e, y->stmt->e, own);
}

/* n and the nodes behind it are one statement for each element; the last one of them, or NULL. They end at `extent`,
 * if not NULL. The holes are noted. */
static const coset_pml_node *last_of_run(coset_pml_each *s, const coset_pml_node *n, const coset_pml_node *extent)
{
    s->n = s->l->holes.n = 0;
    if (s->type->n < 2) /* what is alike is told by two of them at least */
        return NULL;
    const coset_pml_node *second = coset_pml_behind(n), *last = n;
    for (uint32_t k = 1; k < s->type->n; k++) {
        last = last == extent ? NULL : coset_pml_behind(last);
        if (!last || last->labels || !coset_pml_is_certain(last) ||
            !coset_pml_nodes_alike(n, second, last, s->type->lo, k))
            return NULL;
    }
    return coset_pml_note_in_node(s, n, second) && s->n > 0 ? last : NULL;
}

/* ---- in the automaton ------------------------------------------------------------------------------------------- */

const coset_pml_edge *coset_pml_edge_of(const coset_pml_edge *list, const coset_pml_node *n)
{
    while (list && list->node != n)
        list = list->next;
    return list;
}

/* Likewise of an option of `at`. */
const coset_pml_edge *coset_pml_last_of_option(const coset_pml_graph *g, uint32_t at, const coset_pml_seq *o)
{
    const coset_pml_edge *e = coset_pml_edge_of(g->nodes[at]->out, o->first);
    for (const coset_pml_node *n = o->first; e && n != o->extent;) {
        n = coset_pml_behind(n);
        e = e->atomic && e->to == n->number ? coset_pml_last_edge(g, n->number, n) : NULL;
    }
    return e;
}

/* The last transition of a certain statement, which is all that can be done in `at`; NULL where it may be interrupted
 * or is not the same on all ways. */
const coset_pml_edge *coset_pml_last_edge(const coset_pml_graph *g, uint32_t at, const coset_pml_node *n)
{
    const coset_pml_edge *list = g->nodes[at]->out;
    uint32_t n_edges = 0, n_ways = n->kind == COSET_PML_N_SELECT ? 2 : 1;
    for (const coset_pml_edge *e = list; e; e = e->next, n_edges++)
        if (!e->node || e->escape || e->n_escapes || e->n_merged || e->node->dead)
            return NULL;
    if (n_edges != n_ways)
        return NULL;
    if (n_ways == 1)
        return coset_pml_edge_of(list, n);
    const coset_pml_edge *x = coset_pml_last_of_option(g, at, n->sub),
                         *y = coset_pml_last_of_option(g, at, n->sub->next);
    return x && y && x->to == y->to && x->atomic == y->atomic ? x : NULL;
}

/* The last transition of a run, or NULL. */
static const coset_pml_edge *end_of_run(const coset_pml_graph *g, const coset_pml_node *n, const coset_pml_node *last)
{
    for (;; n = coset_pml_behind(n)) {
        const coset_pml_edge *e = coset_pml_last_edge(g, n->number, n);
        if (!e || n == last)
            return e;
        if (!e->atomic || e->to != coset_pml_behind(n)->number)
            return NULL;
    }
}

bool coset_pml_find_unrolled(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_unrolled *out)
{
    const coset_pml_node *n = f->graph->nodes[at];
    if (!l->symtypes.n || l->holes.n || f->proc->provided || f->proc->is_deterministic || l->model->uses.priority ||
        !coset_pml_is_certain(n))
        return false;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        coset_pml_each s = {.l = l, .proc = f->proc, .type = l->symtypes.at[i]};
        const coset_pml_node *last = last_of_run(&s, n, NULL);
        l->holes.n = 0;
        const coset_pml_edge *e = last ? end_of_run(f->graph, n, last) : NULL;
        if (!e)
            continue;
        *out = (coset_pml_unrolled){.first = n, .last = last, .type = s.type, .step = *e};
        out->step.from = at;
        out->step.node = (coset_pml_node *)(uintptr_t)n;
        out->step.next = NULL;
        return true;
    }
    return false;
}

bool coset_pml_find_unrolled_in(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_node *n,
                                const coset_pml_node *extent, coset_pml_unrolled *out)
{
    if (l->holes.n || !coset_pml_is_certain(n))
        return false;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        coset_pml_each s = {.l = l, .proc = p, .type = l->symtypes.at[i]};
        const coset_pml_node *last = last_of_run(&s, n, extent);
        l->holes.n = 0;
        if (!last)
            continue;
        *out = (coset_pml_unrolled){.first = n, .last = last, .type = s.type};
        return true;
    }
    return false;
}

void coset_pml_say_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n)
{
    coset_pml_lowerer *l = r->l;
    if (!r->spacing) {
        coset_pml_say_deed(l, list, coset_pml_ir_number(l, n->id, n->pos), n->pos);
        return;
    }
    const coset_ir_expr *k = coset_pml_ir_binary(l, COSET_E_SUB, l->filling, coset_pml_ir_number(l, r->lo, n->pos));
    k = coset_pml_ir_binary(l, COSET_E_MUL, k, coset_pml_ir_number(l, r->spacing, n->pos));
    coset_pml_say_deed(l, list, coset_pml_ir_binary(l, COSET_E_ADD, k, coset_pml_ir_number(l, n->id, n->pos)), n->pos);
}

static const coset_ir_stmt *put_option(const coset_pml_rolling *r, const coset_pml_seq *o)
{
    coset_ir_list body = {0};
    coset_pml_say_each(r, &body, o->first);
    for (const coset_pml_node *n = o->first; n != o->extent;) {
        n = coset_pml_behind(n);
        coset_pml_put_each(r, &body, n);
    }
    return body.first;
}

/* The loop is one step only if it never blocks. */
static void assert_room(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_stmt *st, uint32_t shape)
{
    coset_ir_list body = {0};
    coset_ir_stmt *s = coset_ir_add(r->l->arena, list, COSET_S_IF, st->pos);
    s->expr = coset_pml_ir_negated(r->l, coset_pml_can_send(r->l, r->who, st, shape));
    coset_pml_ir_fail(r->l, &body, "room for the messages of this loop", r->l->counting->start->pos);
    r->l->props.at[body.last->prop].assumed = COSET_ASSUMED_STEP;
    s->body = body.first;
}

/* There is room for the message, in a channel whose shape is known. */
static void put_send(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_stmt *st)
{
    uint32_t *shapes = coset_arena_get(r->l->tree, r->l->shapes.n, sizeof *shapes);
    uint32_t n = coset_pml_shapes_of(r->l, st->target, UINT32_MAX, shapes);
    COSET_INVARIANT(n == 1);
    if (r->l->counting && r->l->counting->assumes)
        assert_room(r, list, st, shapes[0]);
    coset_pml_send(r->l, r->who, list, st, shapes[0]);
}

void coset_pml_put_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n)
{
    if (n->kind != COSET_PML_N_SELECT) {
        coset_pml_say_each(r, list, n);
        if (n->stmt->op == COSET_PML_S_SEND)
            put_send(r, list, n->stmt);
        else
            coset_pml_effect(r->l, r->who, list, n->stmt);
        return;
    }
    const coset_ir_expr *when = coset_pml_truth(r->l, r->who, n->sub->first->stmt->e);
    coset_ir_stmt *s = coset_ir_add(r->l->arena, list, COSET_S_IF, n->pos);
    s->expr = when;
    s->body = put_option(r, n->sub);
    s->other = put_option(r, n->sub->next);
}

void coset_pml_roll(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_unrolled *u)
{
    coset_pml_each s = {.l = l, .proc = who->family->proc, .type = u->type};
    (void)last_of_run(&s, u->first, u->last);
    coset_ir_list body = {0};
    const coset_ir_binder *b = coset_pml_fill(l, u->type, u->first->pos);
    coset_ir_stmt *loop = coset_ir_add_loop(l->arena, list, b, u->first->pos);
    const coset_pml_rolling r = {l, who, u->type->lo, coset_pml_behind(u->first)->id - u->first->id};
    coset_pml_put_each(&r, &body, u->first);
    loop->body = body.first;
    l->holes.n = 0;
}

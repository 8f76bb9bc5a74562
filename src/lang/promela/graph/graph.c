/* lang/promela/graph/graph.c - elements of the automaton, in the order in which Spin numbers them. */
#include "lang/promela/graph/graph.h"

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_pml_graph *g;
    uint32_t *next_id;
    coset_pml_node *made, **made_end;
} builder;

/* The parts of a statement. Spin creates them while parsing, and the statement's own elements when it is inserted:
 * immediately, except for the two sides of an unless. */
typedef struct {
    coset_pml_seq *first, *second; /* options; the statements of a block; body and escape */
    coset_pml_node *behind;        /* DO: see build_select */
} parts;

static coset_pml_seq *build_list(builder *b, const coset_pml_stmt *s);
static parts read_parts(builder *b, const coset_pml_stmt *s);
static void put_stmt(builder *b, coset_pml_seq *into, const coset_pml_stmt *s, const parts *in);

static coset_pml_node *new_node(builder *b, coset_pml_node_kind kind, const coset_pml_stmt *s, coset_pos pos)
{
    coset_pml_node *n = coset_arena_get(b->arena, 1, sizeof *n);
    n->kind = kind;
    n->stmt = s;
    n->pos = pos;
    n->number = b->g->n_nodes++;
    n->id = (*b->next_id)++;
    *b->made_end = n;
    b->made_end = &n->next_made;
    return n;
}

static bool is_special(const coset_pml_label *l)
{
    for (; l; l = l->next)
        if (l->is_end || l->is_accept || l->is_progress)
            return true;
    return false;
}

static void put_labels(coset_pml_node *n, const coset_pml_label *labels)
{
    n->labels = labels;
    for (const coset_pml_label *l = labels; l; l = l->next) {
        ((coset_pml_label *)(uintptr_t)l)->lowered = n;
        n->marks |= (l->is_end ? COSET_PML_ENDS : 0U) | (l->is_accept ? COSET_PML_ACCEPTS : 0U) |
                    (l->is_progress ? COSET_PML_PROGRESSES : 0U);
    }
}

static void append(coset_pml_seq *seq, coset_pml_node *n)
{
    if (seq->first)
        seq->last->next = n;
    else
        seq->first = n;
    seq->last = n;
}

/* A jump with a meaningful label needs a separate control state. */
static void add(builder *b, coset_pml_seq *seq, coset_pml_node *n)
{
    if (n->kind == COSET_PML_N_GOTO && is_special(n->labels)) {
        coset_pml_node *skip = new_node(b, COSET_PML_N_SKIP, NULL, n->pos);
        put_labels(skip, n->labels);
        n->labels = NULL;
        n->marks = 0;
        append(seq, skip);
    }
    append(seq, n);
}

static coset_pml_seq *new_seq(builder *b) { return coset_arena_get(b->arena, 1, sizeof(coset_pml_seq)); }

static coset_pml_seq *close(coset_pml_seq *seq)
{
    seq->extent = seq->last;
    return seq;
}

/* ---- selections ------------------------------------------------------------------------------------------------- */

static bool is_print(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_STMT && (n->stmt->op == COSET_PML_S_PRINTF || n->stmt->op == COSET_PML_S_PRINTM);
}

static bool is_skip(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_SKIP || is_print(n) ||
           (n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_EXPR && n->stmt->e->op == COSET_PML_E_NUMBER &&
            n->stmt->e->value == 1);
}

/* Drops some of several consecutive skips in an option. */
static void drop_skips(coset_pml_seq *seq)
{
    uint32_t n = 0;
    coset_pml_node *before = NULL;
    for (coset_pml_node *e = seq->first; e; before = e, e = e->next) {
        if (!is_skip(e) || e->labels) {
            n = 0;
            continue;
        }
        if (++n > 1 && !is_print(e) && e != seq->first && e != seq->last && e != seq->extent) {
            e->status |= COSET_PML_DONE;
            before->next = e->next;
            e = before;
        }
    }
}

/* The loop of a `select` has its exit option first, but this is created last. */
static bool leaves_first(const coset_pml_stmt *s)
{
    return s->op == COSET_PML_S_DO && s->made_of && s->options->body->op == COSET_PML_S_BREAK;
}

static parts read_select(builder *b, const coset_pml_stmt *s)
{
    parts in = {0};
    coset_pml_seq **end = &in.first;
    /* breaks inside refer to the place after the loop before it has a number */
    in.behind = coset_arena_get(b->arena, 1, sizeof *in.behind);
    ((coset_pml_stmt *)(uintptr_t)s)->lowered = in.behind;
    for (const coset_pml_option *o = leaves_first(s) ? s->options->next : s->options; o; o = o->next) {
        coset_pml_seq *seq = build_list(b, o->body);
        *end = seq;
        end = &seq->next;
    }
    if (leaves_first(s)) {
        coset_pml_seq *way_out = build_list(b, s->options->body);
        way_out->next = in.first;
        in.first = way_out;
    }
    for (coset_pml_seq *o = s->made_of ? NULL : in.first; o; o = o->next) /* not of the loop of a `for` */
        drop_skips(o);
    return in;
}

static coset_pml_node *build_select(builder *b, coset_pml_seq *into, const coset_pml_stmt *s, const parts *in)
{
    coset_pml_seq *options = in->first;
    coset_pml_node *behind = in->behind;
    coset_pml_node *n = new_node(b, COSET_PML_N_SELECT, s, s->pos);
    coset_pml_node *join = new_node(b, COSET_PML_N_JOIN, NULL, s->pos);
    n->is_loop = s->op == COSET_PML_S_DO;
    n->sub = options;
    for (coset_pml_seq *o = options; o; o = o->next)
        append(o, join);
    if (!n->is_loop) {
        append(into, n);
        append(into, join);
        return n;
    }
    append(into, join);
    coset_pml_node *exit = new_node(b, COSET_PML_N_BREAK, NULL, s->pos);
    behind->next = exit; /* an indirection: see coset_pml_graph_target */
    n->loop_end = exit;
    append(into, n);
    append(into, exit);
    return n;
}

/* ---- atomic sequences ------------------------------------------------------------------------------------------- */

static void mark_atomic(coset_pml_node *from, const coset_pml_node *to, uint32_t added)
{
    for (coset_pml_node *n = from;; n = n->next) {
        n->status |= COSET_PML_ATOM | added;
        if (n->kind == COSET_PML_N_ATOMIC || (n->kind == COSET_PML_N_D_STEP && added))
            n->kind = COSET_PML_N_BLOCK; /* it adds nothing to the enclosing sequence */
        if (n->kind == COSET_PML_N_BLOCK)
            mark_atomic(n->inner->first, n->inner->last, added);
        for (const coset_pml_seq *o = n->sub; o; o = o->next)
            mark_atomic(o->first, o->last, added);
        if (n == to)
            return;
    }
}

static void make_atomic(coset_pml_seq *seq, uint32_t added)
{
    mark_atomic(seq->first, seq->last, added);
    coset_pml_node *last = seq->last;
    switch (last->kind) {
    case COSET_PML_N_ATOMIC:
    case COSET_PML_N_BLOCK:
        make_atomic(last->inner, added);
        return;
    case COSET_PML_N_UNLESS:
        make_atomic(last->sub, added);
        return;
    default:
        last->status &= ~COSET_PML_ATOM;
        last->status |= COSET_PML_LAST;
        return;
    }
}

static coset_pml_node_kind block_kind(const coset_pml_stmt *s)
{
    return s->op == COSET_PML_S_ATOMIC   ? COSET_PML_N_ATOMIC
           : s->op == COSET_PML_S_D_STEP ? COSET_PML_N_D_STEP
                                         : COSET_PML_N_BLOCK;
}

static coset_pml_seq *read_block(builder *b, const coset_pml_stmt *s)
{
    coset_pml_seq *inner = build_list(b, s->body);
    if (s->op != COSET_PML_S_BLOCK)
        make_atomic(inner, s->op == COSET_PML_S_D_STEP ? COSET_PML_D_ATOM : 0);
    return inner;
}

static coset_pml_node *build_block(builder *b, coset_pml_seq *into, const coset_pml_stmt *s, coset_pml_seq *inner)
{
    coset_pml_node *n = new_node(b, block_kind(s), s, s->pos);
    n->inner = inner;
    add(b, into, n);
    return n;
}

/* ---- unless ----------------------------------------------------------------------------------------------------- */

static void attach(builder *b, coset_pml_seq *body, coset_pml_seq *escape);

static void attach_to(builder *b, coset_pml_node *n, coset_pml_seq *escape)
{
    for (const coset_pml_escape *e = n->escapes; e; e = e->next)
        if (e->seq == escape)
            return;
    for (const coset_pml_escape *e = n->escapes; e; e = e->next)
        attach(b, e->seq, escape);
    coset_pml_escape *e = coset_arena_get(b->arena, 1, sizeof *e);
    e->seq = escape;
    e->next = n->escapes;
    n->escapes = e;
    switch (n->kind) {
    case COSET_PML_N_UNLESS:
        attach(b, n->sub, escape);
        break;
    case COSET_PML_N_SELECT:
        for (coset_pml_seq *o = n->sub; o; o = o->next)
            attach(b, o, escape);
        break;
    case COSET_PML_N_D_STEP:
        attach_to(b, n->inner->first, escape);
        break;
    case COSET_PML_N_ATOMIC:
    case COSET_PML_N_BLOCK:
        attach(b, n->inner, escape);
        break;
    default:
        break;
    }
}

static void attach(builder *b, coset_pml_seq *body, coset_pml_seq *escape)
{
    for (coset_pml_node *n = body->first; n; n = n->next) {
        attach_to(b, n, escape);
        if (n == body->extent)
            break;
    }
}

static coset_pml_node *join_unless(builder *b, coset_pml_seq *into, const coset_pml_stmt *s, coset_pml_seq *body,
                                   coset_pml_seq *escape)
{
    coset_pml_node *n = new_node(b, COSET_PML_N_UNLESS, s, s->pos);
    body->next = escape;
    coset_pml_node *join = new_node(b, COSET_PML_N_JOIN, NULL, s->pos);
    n->sub = body;
    append(body, join);
    append(body->next, join);
    attach(b, body, body->next);
    append(into, n);
    append(into, join);
    return n;
}

static bool is_block(const coset_pml_stmt *s)
{
    return s->op == COSET_PML_S_BLOCK || s->op == COSET_PML_S_ATOMIC || s->op == COSET_PML_S_D_STEP;
}

/* A side of an unless. A block is replaced by its statements, without its own element. */
typedef struct {
    const coset_pml_stmt *stmt;
    coset_pml_seq *seq; /* if it is built already */
    parts in;
} side;

static side read_side(builder *b, const coset_pml_stmt *s)
{
    side x = {.stmt = s};
    if (s && !s->next && (s->op != COSET_PML_S_BLOCK || s->labels))
        x.in = read_parts(b, s);
    else
        x.seq = build_list(b, s && !s->next ? s->body : s);
    return x;
}

static coset_pml_seq *put_side(builder *b, const side *x)
{
    if (x->seq)
        return x->seq;
    coset_pml_seq *seq = new_seq(b);
    put_stmt(b, seq, x->stmt, &x->in);
    return close(seq);
}

/* A label before a block with an unless belongs to the whole: the parser has moved it there. */
static bool has_label_of_all(const coset_pml_stmt *unless)
{
    return is_block(unless->body) && (unless->labels || unless->body->labels);
}

/* The escape is inserted before the body. */
static parts read_unless(builder *b, const coset_pml_stmt *s)
{
    parts in = {0};
    side body = {0};
    if (has_label_of_all(s))
        in.first = read_block(b, s->body);
    else
        body = read_side(b, s->body);
    const side escape = read_side(b, s->escape);
    in.second = put_side(b, &escape);
    if (!in.first)
        in.first = put_side(b, &body);
    return in;
}

static coset_pml_node *build_unless(builder *b, coset_pml_seq *into, const coset_pml_stmt *s, const parts *in)
{
    const coset_pml_stmt *body = s->body;
    if (!has_label_of_all(s))
        return join_unless(b, into, s, in->first, in->second);
    coset_pml_seq *whole = new_seq(b);
    (void)join_unless(b, whole, s, in->first, in->second);
    coset_pml_node *n = new_node(b, block_kind(body), body, body->pos);
    n->inner = close(whole);
    put_labels(n, s->labels ? s->labels : body->labels);
    add(b, into, n);
    return n;
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

static coset_pml_node *build_goto(builder *b, const coset_pml_stmt *s)
{
    coset_pml_node *n = new_node(b, COSET_PML_N_GOTO, s, s->pos);
    n->label = s->label;
    if (s->op == COSET_PML_S_BREAK)
        n->loop_end = s->loop->lowered;
    return n;
}

static parts read_parts(builder *b, const coset_pml_stmt *s)
{
    switch (s->op) {
    case COSET_PML_S_IF:
    case COSET_PML_S_DO:
        return read_select(b, s);
    case COSET_PML_S_UNLESS:
        return read_unless(b, s);
    case COSET_PML_S_ATOMIC:
    case COSET_PML_S_D_STEP:
    case COSET_PML_S_BLOCK:
        return (parts){.first = read_block(b, s)};
    default:
        return (parts){0};
    }
}

static void put_stmt(builder *b, coset_pml_seq *into, const coset_pml_stmt *s, const parts *in)
{
    coset_pml_node *n;
    switch (s->op) {
    case COSET_PML_S_DECL:
    case COSET_PML_S_XR:
    case COSET_PML_S_XS:
        return;
    case COSET_PML_S_IF:
    case COSET_PML_S_DO:
        put_labels(build_select(b, into, s, in), s->labels);
        return;
    case COSET_PML_S_UNLESS:
        n = build_unless(b, into, s, in);
        if (!n->labels)
            put_labels(n, s->labels);
        return;
    case COSET_PML_S_ATOMIC:
    case COSET_PML_S_D_STEP:
    case COSET_PML_S_BLOCK:
        put_labels(build_block(b, into, s, in->first), s->labels);
        return;
    case COSET_PML_S_GOTO:
    case COSET_PML_S_BREAK:
        n = build_goto(b, s);
        break;
    case COSET_PML_S_ELSE:
        n = new_node(b, COSET_PML_N_ELSE, s, s->pos);
        break;
    default:
        n = new_node(b, COSET_PML_N_STMT, s, s->pos);
        break;
    }
    put_labels(n, s->labels);
    add(b, into, n);
}

static void build(builder *b, coset_pml_seq *into, const coset_pml_stmt *s)
{
    const parts in = read_parts(b, s);
    put_stmt(b, into, s, &in);
}

static coset_pml_seq *build_list(builder *b, const coset_pml_stmt *s)
{
    coset_pml_seq *seq = new_seq(b);
    for (; s; s = s->next)
        build(b, seq, s);
    if (!seq->first)
        append(seq, new_node(b, COSET_PML_N_SKIP, NULL, b->g->proc->pos));
    return close(seq);
}

/* Links the ends of sub-sequences to their successors. */
static void tie_ends(builder *b)
{
    for (coset_pml_node *n = b->made; n; n = n->next_made) {
        if (!n->inner || !n->next)
            continue;
        coset_pml_node *f = n->next;
        while (f && f->kind == COSET_PML_N_JOIN)
            f = f->next;
        if (!n->inner->last->next)
            n->inner->last->next = f;
    }
}

static bool is_remote(const coset_pml_label *l)
{
    for (; l; l = l->next)
        if (l->is_remote)
            return true;
    return false;
}

/* A jump whose label others read gets a visible control state before it. */
static void split_watched_jumps(builder *b)
{
    for (coset_pml_node *n = b->made; n; n = n->next_made) {
        if (n->kind != COSET_PML_N_GOTO || !is_remote(n->labels))
            continue;
        coset_pml_node *jump = new_node(b, COSET_PML_N_GOTO, n->stmt, n->pos);
        jump->id = n->id; /* Spin creates it after all processes are parsed: it shifts no numbers */
        (*b->next_id)--;
        jump->label = n->label;
        jump->loop_end = n->loop_end;
        jump->status = n->status;
        jump->next = n->next;
        n->kind = COSET_PML_N_SKIP;
        n->next = jump;
    }
}

coset_pml_graph *coset_pml_graph_new(coset_text *text, coset_arena *arena, const coset_pml_proc *proc,
                                     uint32_t *next_id)
{
    coset_pml_graph *g = coset_arena_get(arena, 1, sizeof *g);
    builder b = {.text = text, .arena = arena, .g = g, .next_id = next_id};
    b.made_end = &b.made;
    g->proc = proc;
    g->n_nodes = 1;
    g->body = new_seq(&b);
    for (const coset_pml_stmt *s = proc->body; s; s = s->next)
        build(&b, g->body, s);
    coset_pml_node *end = new_node(&b, COSET_PML_N_END, NULL, proc->end);
    end->marks |= COSET_PML_ENDS;
    append(g->body, end);
    close(g->body);
    g->end = end->number;
    split_watched_jumps(&b);
    g->nodes = coset_arena_get(arena, g->n_nodes, sizeof *g->nodes);
    for (coset_pml_node *n = b.made; n; n = n->next_made)
        g->nodes[n->number] = n;
    tie_ends(&b);
    return g;
}

/* lang/promela/lower/request.c - what is checked on request: receptions that are not specified, channels that one
 * process has for itself. */
#include "lang/promela/lower/lower.h"

/* ---- receptions ------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_pml_lowerer *l;
    coset_pml_who who;
    const coset_pml_edge *list;
} reception;

static uint32_t count(const coset_pml_expr *args)
{
    uint32_t n = 0;
    for (; args; args = args->next)
        n++;
    return n;
}

/* Shapes with places that the channel of a receive may have; whether it may be of more than one shape. */
static uint32_t shapes_of(coset_pml_lowerer *l, const coset_pml_stmt *st, uint32_t **shapes, bool *several)
{
    *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof **shapes);
    uint32_t all = coset_pml_shapes_of(l, st->target, count(st->args), *shapes), n = 0;
    *several = all > 1;
    for (uint32_t i = 0; i < all; i++)
        if (l->shapes.at[(*shapes)[i]].capacity > 0)
            (*shapes)[n++] = (*shapes)[i];
    return n;
}

/* A receive of the state takes a message from the channel with this number and shape. */
static const coset_ir_expr *any_takes(const reception *r, const coset_ir_expr *number, uint32_t s)
{
    coset_pml_lowerer *l = r->l;
    const coset_ir_expr *any = coset_pml_ir_number(l, 0, number->pos);
    for (const coset_pml_edge *e = r->list; e; e = e->next) {
        const coset_pml_stmt *st = coset_pml_first_receive(e->node);
        if (!st || !coset_pml_can_have_shape(l, st, s))
            continue;
        const coset_ir_expr *mine = coset_pml_number_of(l, &r->who, st->target);
        const coset_ir_expr *one = coset_pml_can_receive(l, &r->who, st, s);
        if (mine->op != COSET_E_CONST || number->op != COSET_E_CONST || mine->value != number->value)
            one = coset_pml_ir_both(l, coset_pml_ir_binary(l, COSET_E_EQ, mine, number), one);
        any = any->op == COSET_E_CONST ? one : coset_pml_ir_binary(l, COSET_E_OR, any, one);
    }
    return any;
}

/* There is a message for this receive, and none of the state takes it. */
static const coset_ir_expr *is_unspecified(const reception *r, const coset_pml_stmt *st)
{
    coset_pml_lowerer *l = r->l;
    uint32_t *shapes;
    bool several;
    const coset_ir_expr *any = NULL, *number = coset_pml_number_of(l, &r->who, st->target);
    uint32_t n = shapes_of(l, st, &shapes, &several);
    for (uint32_t i = 0; i < n; i++) {
        const coset_ir_place *channel = coset_pml_channel(l, number, shapes[i], st->target);
        const coset_ir_expr *one =
            coset_pml_ir_binary(l, COSET_E_GT, coset_pml_length(l, channel), coset_pml_ir_number(l, 0, st->pos));
        one = coset_pml_ir_both(l, one, coset_pml_ir_negated(l, any_takes(r, number, shapes[i])));
        if (several)
            one = coset_pml_ir_both(l, coset_pml_is_shape(l, &r->who, st->target, shapes[i]), one);
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any;
}

static bool has_else(const coset_pml_edge *list)
{
    for (const coset_pml_edge *e = list; e; e = e->next)
        if (e->node && e->node->kind == COSET_PML_N_ELSE)
            return true;
    return false;
}

/* The control state k of the family; an `else` is for all messages that are not named. */
static void lower_reception(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t k)
{
    reception r = {.l = l, .who = {.family = f}, .list = f->graph->nodes[k]->out};
    const coset_pml_stmt *first = NULL;
    const coset_ir_expr *any = NULL;
    coset_pos pos = f->graph->nodes[k]->pos;
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    l->frame = 0;
    *b = (coset_ir_binder){.name = "pid", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = f->index};
    r.who.pid = f->n == 1 ? coset_pml_ir_number(l, f->lo, pos)
                          : coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, f->index, "pid", pos));
    for (const coset_pml_edge *e = has_else(r.list) ? NULL : r.list; e; e = e->next) {
        const coset_pml_stmt *st = coset_pml_first_receive(e->node);
        const coset_ir_expr *one = st ? is_unspecified(&r, st) : NULL;
        if (!one)
            continue;
        first = first ? first : st;
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    if (!any)
        return;
    any = coset_pml_ir_both(l, coset_pml_ir_equal(l, coset_pml_control(l, &r.who, pos), k), any);
    *coset_vec_add(&l->props) =
        (coset_ir_prop){.name = coset_arena_printf(l->arena, "%s receives what comes in state %u",
                                                   coset_pml_family_name(f), (unsigned)k),
                        .kind = COSET_PROP_INVARIANT,
                        .pos = first->pos,
                        .n_params = f->n > 1 ? 1 : 0,
                        .params = b,
                        .expr = coset_pml_ir_negated(l, any),
                        .frame_size = l->frame};
}

void coset_pml_lower_receptions(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; l->how.receptions && i < l->n_families; i++)
        for (uint32_t k = 1; l->families[i].n && k < l->families[i].graph->n_nodes; k++)
            lower_reception(l, &l->families[i], k);
}

/* ---- claims ----------------------------------------------------------------------------------------------------- */

/* The process claims the channel with this number, by `claim`: a channel or an array of them. */
static const coset_ir_expr *claims_it(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *claim,
                                      const coset_ir_expr *number)
{
    const coset_ir_expr *any = NULL;
    if (claim->op == COSET_PML_E_INDEX || !claim->var->is_array)
        return coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_lower_expr(l, who, claim), number);
    const coset_ir_place *all = coset_pml_lower_place(l, who, claim);
    for (uint32_t k = 0; k < claim->var->n; k++) {
        const coset_ir_place *p = coset_pml_ir_element(l, all, coset_pml_ir_number(l, k, claim->pos));
        const coset_ir_expr *one = coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_ir_load(l, p), number);
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any;
}

/* A process of the family, but not `who`, claims the channel. */
static const coset_ir_expr *other_claims(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_family *f,
                                         const coset_pml_expr *claim, const coset_ir_expr *number)
{
    coset_pos pos = claim->pos;
    if (!f->n || (f == who->family && f->n == 1))
        return NULL;
    const coset_pml_some some = coset_pml_ir_some(l, f, false, pos);
    const coset_pml_who other = some.who;
    const coset_ir_expr *all = coset_pml_ir_negated(l, coset_pml_ir_equal(l, coset_pml_control(l, &other, pos), 0));
    if (f == who->family)
        all = coset_pml_ir_both(l, all, coset_pml_ir_binary(l, COSET_E_NE, other.pid, who->pid));
    all = coset_pml_ir_both(l, all, claims_it(l, &other, claim, number));
    return coset_pml_ir_exists(l, &some, all);
}

typedef struct {
    coset_pml_lowerer *l;
    const coset_pml_who *who;
    coset_ir_list *list;
    const coset_pml_expr *chan; /* that is used */
    coset_pml_stmt_op kind;     /* XR or XS */
} use_of_channel;

static void check_claim(const use_of_channel *u, const coset_pml_family *f, const coset_pml_expr *claim)
{
    coset_pml_lowerer *l = u->l;
    if (claim->type.kind != COSET_PML_CHAN)
        return;
    const coset_ir_expr *any = other_claims(l, u->who, f, claim, coset_pml_number_of(l, u->who, u->chan));
    if (!any)
        return;
    const char *text = coset_arena_printf(l->arena, "%s %s of %s", u->kind == COSET_PML_S_XR ? "xr" : "xs",
                                          coset_pml_expr_text(l->tree, claim), coset_pml_family_name(f));
    coset_ir_stmt *s = coset_ir_add(l->arena, u->list, COSET_S_ASSERT, u->chan->pos);
    s->expr = coset_pml_ir_negated(l, any);
    s->text = text;
    s->prop = coset_pml_ir_assertion(l, text, u->chan->pos);
}

static void check_stmts(const use_of_channel *u, const coset_pml_family *f, const coset_pml_stmt *s)
{
    for (; s; s = s->next) {
        for (const coset_pml_expr *e = s->op == u->kind ? s->args : NULL; e; e = e->next)
            check_claim(u, f, e);
        for (const coset_pml_option *o = s->options; o; o = o->next)
            check_stmts(u, f, o->body);
        check_stmts(u, f, s->body);
        check_stmts(u, f, s->escape);
    }
}

void coset_pml_check_claims(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_expr *chan, coset_pml_stmt_op kind)
{
    const use_of_channel u = {l, who, list, chan, kind};
    for (uint32_t i = 0; l->how.claims && i < l->n_families; i++)
        check_stmts(&u, &l->families[i], l->families[i].proc->body);
}

void coset_pml_check_questions(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                               const coset_pml_expr *e)
{
    if (!e || !l->how.claims)
        return;
    switch (e->op) {
    case COSET_PML_E_LEN:
    case COSET_PML_E_FULL:
    case COSET_PML_E_EMPTY:
    case COSET_PML_E_NEMPTY:
    case COSET_PML_E_POLL:
        coset_pml_check_claims(l, who, list, e->a, COSET_PML_S_XR);
        return;
    case COSET_PML_E_NFULL:
        coset_pml_check_claims(l, who, list, e->a, COSET_PML_S_XS);
        return;
    default:
        coset_pml_check_questions(l, who, list, e->a);
        coset_pml_check_questions(l, who, list, e->b);
        coset_pml_check_questions(l, who, list, e->c);
    }
}

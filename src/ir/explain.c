/* ir/explain.c - which part of a violated invariant is false, and for which values of its bound names.
 *
 * A false conjunction has a false conjunct; a false `forall` has a value for which its body is false. The search
 * descends in this way to a part that is neither: the first one in the order of the source text. */
#include <stdio.h>

#include "ir/fast_paths.h"
#include "ir/frame.h"

typedef struct {
    coset_machine *m;
    coset_pos pos;
    char *out;
    size_t len, used;
    uint32_t depth; /* parts entered */
} account;

static bool truth(account *x, const coset_ir_expr *e, bool *out)
{
    int64_t v = 0;
    bool ok = coset_machine_value(x->m, e, &v);
    coset_machine_take_back(x->m);
    *out = v != 0;
    return ok;
}

static void note(account *x, const coset_ir_binder *b)
{
    char value[64];
    uint32_t at = x->m->fp + b->frame;
    int64_t v =
        b->type->kind == COSET_T_INT ? coset_machine_get_int(x->m, at) : coset_machine_decode(b->type, x->m->mem[at]);
    coset_ir_value_text(b->type, v, value, sizeof value);
    int n = snprintf(x->out + x->used, x->len - x->used, "%s%s = %s", x->used ? ", " : "", b->name, value);
    x->used = n < 0 || (size_t)n >= x->len - x->used ? x->len - 1 : x->used + (size_t)n;
}

static bool explain(account *x, const coset_ir_expr *e, bool value);

/* Descends into the body of a quantifier for a value of its variable that decides. */
static bool explain_bound(account *x, const coset_ir_expr *e, bool value)
{
    coset_domain d;
    bool one;
    if (!coset_machine_begin(x->m, e->binder, &d))
        return false;
    while (coset_machine_advance(x->m, &d)) {
        if (!truth(x, e->a, &one))
            return false;
        if (one == value) {
            note(x, e->binder);
            return explain(x, e->a, value);
        }
    }
    return false;
}

/* Descends into the operand with the value that decides. */
static bool explain_either(account *x, const coset_ir_expr *e, bool value)
{
    bool first;
    return truth(x, e->a, &first) && explain(x, first == value ? e->a : e->b, value);
}

/* e has the value: descends to the part that causes it. */
static bool explain(account *x, const coset_ir_expr *e, bool value)
{
    bool chosen;
    if (!value) /* else it is below a negation, which is the false part */
        x->pos = e->pos;
    x->depth++;
    switch (e->op) {
    case COSET_E_NOT:
        return explain(x, e->a, !value);
    case COSET_E_AND:
        return value || explain_either(x, e, false);
    case COSET_E_OR:
        return !value || explain_either(x, e, true);
    case COSET_E_IMPLIES:
        return value || explain(x, e->b, false);
    case COSET_E_COND:
        return truth(x, e->a, &chosen) && explain(x, chosen ? e->b : e->c, value);
    case COSET_E_FORALL:
        return value || explain_bound(x, e, false);
    case COSET_E_EXISTS:
        return !value || explain_bound(x, e, true);
    default:
        return true;
    }
}

/* Binds the parameters from `depth` on so that the property is false. */
static bool explain_params(account *x, const coset_ir_prop *p, uint32_t depth)
{
    coset_domain d;
    bool holds;
    if (depth == p->n_params) {
        if (coset_machine_exec(x->m, p->prelude) == COSET_FLOW_STOP || !truth(x, p->expr, &holds) || holds)
            return false;
        for (uint32_t i = 0; i < p->n_params; i++)
            note(x, &p->params[i]);
        return explain(x, p->expr, false);
    }
    if (!coset_machine_begin(x->m, &p->params[depth], &d))
        return false;
    while (coset_machine_advance(x->m, &d))
        if (explain_params(x, p, depth + 1))
            return true;
    return false;
}

bool coset_machine_explain(coset_worker *w, uint32_t prop, const coset_value *state, coset_pos *pos, char *out,
                           size_t len)
{
    coset_machine *m = (coset_machine *)w;
    const coset_ir_prop *p = &m->model->ir->props[prop];
    account x = {.m = m, .out = out, .len = len};
    if (prop >= m->model->ir->n_props || !p->expr || len == 0)
        return false;
    out[0] = '\0';
    coset_machine_open_prop(m, p, state);
    bool found = explain_params(&x, p, 0) && (x.depth > 1 || x.used);
    *pos = x.pos;
    return found;
}

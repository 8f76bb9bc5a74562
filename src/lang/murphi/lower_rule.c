/* lang/murphi/lower_rule.c - rules, start states and properties below their rulesets, choices and aliases. */
#include "lang/murphi/lower.h"

/* Parameters and prelude from the enclosing sections; the frame starts with them. */
static const coset_ir_binder *enter(coset_mu_lowerer *l, uint32_t *n_params, const coset_ir_stmt **prelude,
                                    coset_pos pos)
{
    coset_ir_binder *params = coset_arena_get(l->arena, l->scopes.n, sizeof *params);
    coset_ir_list list = {0};
    uint64_t instances = 1;
    *n_params = 0;
    l->frame = 0;
    l->inline_aliases = true;
    for (uint32_t i = 0; i < l->scopes.n; i++) {
        coset_mu_decl *d = l->scopes.at[i];
        if (d->kind == COSET_MU_ALIAS)
            continue;
        coset_ir_binder *b = &params[(*n_params)++];
        *b = coset_mu_lower_binder(l, d);
        if (__builtin_mul_overflow(instances, coset_ir_radix(b->type), &instances))
            coset_mu_lower_fail(l, pos, "the parameters of this rule have more than 2^64 values");
    }
    l->inline_aliases = false;
    for (uint32_t i = 0; i < l->scopes.n; i++)
        if (l->scopes.at[i]->kind == COSET_MU_ALIAS)
            coset_mu_lower_alias(l, l->scopes.at[i], &list);
    *prelude = list.first;
    return params;
}

/* Locals start undefined; constants and types need no code. */
static void lower_locals(coset_mu_lowerer *l, coset_mu_decl *d)
{
    for (; d; d = d->next)
        if (d->kind == COSET_MU_VAR) {
            const coset_ir_type *t = coset_mu_lower_type(l, d->type);
            coset_mu_lower_home(l, d, COSET_P_LOCAL, coset_mu_lower_slots(l, t->width), t);
        }
}

static void lower_rule(coset_mu_lowerer *l, const coset_mu_rule *r)
{
    coset_ir_rule to = {.pos = r->pos, .is_start = r->kind == COSET_MU_R_START, .priority = r->priority};
    to.name = coset_mu_lower_name_or_number(l, r->name, to.is_start ? "startstate" : "rule",
                                            to.is_start ? l->starts.n + 1 : l->rules.n + 1);
    to.params = enter(l, &to.n_params, &to.prelude, r->pos);
    to.guard = r->guard ? coset_mu_lower_expr(l, r->guard) : NULL;
    lower_locals(l, r->decls);
    coset_ir_list body = {0};
    for (uint32_t i = 0; i < l->scopes.n; i++)
        coset_mu_lower_own(l, l->scopes.at[i], &body);
    coset_mu_lower_append(l, &body, r->body);
    to.body = body.first;
    to.frame_size = l->frame;
    if (to.is_start)
        *coset_vec_add(&l->starts) = to;
    else
        *coset_vec_add(&l->rules) = to;
}

static void check_instances(coset_mu_lowerer *l, const coset_ir_prop *p)
{
    uint64_t n = 1;
    for (uint32_t i = 0; i < p->n_params; i++)
        if (__builtin_mul_overflow(n, coset_ir_radix(p->params[i].type), &n))
            n = UINT64_MAX;
    if (n >= UINT32_MAX && (p->kind == COSET_PROP_COVER || p->kind == COSET_PROP_LIVENESS))
        coset_mu_lower_fail(l, p->pos, "the parameters of this property have more than 2^32 values");
}

static void lower_property(coset_mu_lowerer *l, const coset_mu_rule *r)
{
    coset_prop_kind kind = r->kind == COSET_MU_R_INVARIANT  ? COSET_PROP_INVARIANT
                           : r->kind == COSET_MU_R_ASSUME   ? COSET_PROP_ASSUMPTION
                           : r->kind == COSET_MU_R_COVER    ? COSET_PROP_COVER
                           : r->kind == COSET_MU_R_LIVENESS ? COSET_PROP_LIVENESS
                                                            : COSET_PROP_PREDICATE;
    uint32_t number = coset_mu_lower_prop(l, kind, r->name, r->pos);
    coset_ir_prop to = l->props.at[number];
    to.params = enter(l, &to.n_params, &to.prelude, r->pos);
    to.expr = coset_mu_lower_expr(l, r->guard);
    to.frame_size = l->frame;
    check_instances(l, &to);
    l->props.at[number] = to;
    if (r->predicate)
        r->predicate->prop = number;
}

void coset_mu_lower_rules(coset_mu_lowerer *l, coset_mu_rule *r)
{
    uint32_t outer = l->scopes.n;
    switch (r->kind) {
    case COSET_MU_R_RULE:
    case COSET_MU_R_START:
        lower_rule(l, r);
        return;
    case COSET_MU_R_RULESET:
    case COSET_MU_R_ALIAS:
    case COSET_MU_R_CHOOSE:
        for (coset_mu_decl *d = r->binders; d; d = d->next)
            *coset_vec_add(&l->scopes) = d;
        for (coset_mu_rule *inner = r->rules; inner; inner = inner->next)
            coset_mu_lower_rules(l, inner);
        l->scopes.n = outer;
        return;
    default:
        lower_property(l, r);
        return;
    }
}

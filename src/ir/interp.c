/* ir/interp.c - a program as a model. */
#include "ir/interp.h"

#include <stdio.h>

#include "ir/chain.h"
#include "ir/effect.h"
#include "ir/machine.h"

#define MOST_STACK (UINT64_C(1) << 22) /* slots, for recursion */

/* ---- texts -------------------------------------------------------------------------------------------------- */

static const coset_ir_machine_model *inside(const coset_model *m) { return (const coset_ir_machine_model *)m; }

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_ir_type *t = inside(m)->slot_types[slot];
    if (!t)
        snprintf(out, len, "%s", v ? "present" : "absent");
    else if (v == 0)
        snprintf(out, len, "undefined");
    else
        coset_ir_value_text(t, coset_machine_decode(t, v), out, len);
}

/* Appends "name: value" for each parameter. */
static void params_text(const coset_ir_binder *params, uint32_t n, uint64_t instance, size_t used, char *out,
                        size_t len)
{
    uint64_t weight = 1;
    for (uint32_t i = 0; i < n; i++)
        weight *= coset_ir_radix(params[i].type);
    for (uint32_t i = 0; i < n && used < len; i++) {
        const coset_ir_type *t = params[i].type;
        weight /= coset_ir_radix(t);
        uint64_t digit = instance / weight;
        instance %= weight;
        used += (size_t)snprintf(out + used, len - used, "%s%s: ", used ? ", " : "", params[i].name);
        if (used >= len)
            return;
        coset_ir_value_text(t, t->kind == COSET_T_INT ? (int32_t)digit : coset_ir_unrank(t, digit), out + used,
                            len - used);
        used += strlen(out + used);
    }
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_ir_rule *r = &inside(m)->ir->rules[group];
    size_t used = len ? (size_t)snprintf(out, len, "%s", r->name) : 0;
    params_text(r->params, r->n_params, instance, used, out, len);
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    const coset_ir *ir = inside(m)->ir;
    if (len)
        out[0] = '\0';
    if (prop < ir->n_props && m->props[prop].n_instances > 1)
        params_text(ir->props[prop].params, ir->props[prop].n_params, instance, 0, out, len);
}

/* ---- model -------------------------------------------------------------------------------------------------- */

static void model_free(coset_model *m) { inside(m)->release(m); }

static void free_program(coset_model *m) { coset_arena_free(inside(m)->ir->arena); } /* the model itself lives in it */

static const coset_model_ops ops = {
    .worker_new = coset_machine_worker,
    .worker_free = coset_machine_worker_free,
    .starts = coset_machine_starts,
    .next = coset_machine_step,
    .eval = coset_machine_prop,
    .may_end = coset_machine_may_end,
    .value_text = value_text,
    .edge_text = edge_text,
    .instance_text = instance_text,
    .free = model_free,
    .listen = coset_machine_listen,
    .remember = coset_machine_remember,
    .tell_cuts = coset_machine_tell_cuts,
    .explain = coset_machine_explain,
};

/* The digits of instance numbers; none if there are too many instances, or if a digit is a position in a multiset,
 * which a renaming moves in its own way. */
static void tell_instances(const coset_ir *ir, const coset_ir_rule *r, coset_group *g)
{
    coset_digit *digits = coset_arena_get(ir->arena, r->n_params, sizeof *digits);
    uint64_t n = 1;
    for (uint32_t i = 0; i < r->n_params; i++) {
        uint64_t radix = coset_ir_radix(r->params[i].type);
        if (r->params[i].type->kind == COSET_T_BAGINDEX || radix > UINT32_MAX || __builtin_mul_overflow(n, radix, &n))
            return;
        digits[i] = coset_machine_parameter(ir->arena, r->params[i].type, (uint32_t)radix);
    }
    g->n_instances = n;
    g->n_digits = r->n_params;
    g->digits = digits;
}

static const coset_group *groups(const coset_ir *ir)
{
    coset_group *g = coset_arena_get(ir->arena, ir->n_rules, sizeof *g);
    for (uint32_t i = 0; i < ir->n_rules; i++) {
        g[i] = (coset_group){.name = ir->rules[i].name,
                             .pos = ir->rules[i].pos,
                             .is_start = ir->rules[i].is_start,
                             .actor = ir->rules[i].actor};
        tell_instances(ir, &ir->rules[i], &g[i]);
    }
    return g;
}

static uint32_t n_instances(const coset_ir_prop *p)
{
    uint64_t n = 1;
    if (!coset_ir_is_indexed(p))
        return 1;
    for (uint32_t i = 0; i < p->n_params; i++)
        if (__builtin_mul_overflow(n, coset_ir_radix(p->params[i].type), &n))
            n = UINT64_MAX;
    COSET_INVARIANT(n < UINT32_MAX);
    return (uint32_t)n;
}

/* The program's own properties, then the two that every model has. */
static const coset_prop *props(const coset_ir *ir)
{
    coset_prop *p = coset_arena_get(ir->arena, ir->n_props + 2, sizeof *p);
    for (uint32_t i = 0; i < ir->n_props; i++) {
        const coset_ir_prop *q = &ir->props[i];
        p[i] = (coset_prop){.name = q->name,
                            .kind = q->kind,
                            .pos = q->pos,
                            .in_step = q->in_step,
                            .unchecked = q->unchecked,
                            .assumed = q->assumed,
                            .n_instances = n_instances(q)};
    }
    p[ir->n_props] = (coset_prop){.name = "no deadlock", .kind = COSET_PROP_DEADLOCK, .n_instances = 1};
    p[ir->n_props + 1] = (coset_prop){.name = "no fault", .kind = COSET_PROP_FAULT, .n_instances = 1};
    return p;
}

static void plan(coset_ir_machine_model *m)
{
    const coset_ir *ir = m->ir;
    const bool *effects = coset_ir_effects(ir, ir->arena);
    coset_ir_plan *plans = coset_arena_get(ir->arena, ir->n_rules, sizeof *plans);
    for (uint32_t i = 0; i < ir->n_rules; i++) {
        coset_machine_plan(ir->arena, &ir->rules[i], effects, &plans[i]);
        if (ir->rules[i].frame_size > m->rule_frame)
            m->rule_frame = ir->rules[i].frame_size;
    }
    for (uint32_t i = 0; i < ir->n_props; i++)
        if (ir->props[i].frame_size > m->rule_frame)
            m->rule_frame = ir->props[i].frame_size;
    if (ir->transient && ir->transient->frame_size > m->rule_frame)
        m->rule_frame = ir->transient->frame_size;
    if (ir->may_end && ir->may_end->frame_size > m->rule_frame)
        m->rule_frame = ir->may_end->frame_size;
    m->plans = plans;
}

static void sort_priorities(coset_ir_machine_model *m)
{
    const coset_ir *ir = m->ir;
    uint32_t *p = coset_arena_get(ir->arena, ir->n_rules, sizeof *p), n = 0;
    for (uint32_t i = 0; i < ir->n_rules; i++) {
        uint32_t at = 0, value = ir->rules[i].priority;
        while (at < n && p[at] < value)
            at++;
        if (ir->rules[i].is_start || (at < n && p[at] == value))
            continue;
        memmove(&p[at + 1], &p[at], (n++ - at) * sizeof *p);
        p[at] = value;
    }
    m->priorities = p;
    m->n_priorities = n;
}

/* Room for a rule's frame and for calls: every function at least four times, and recursion up to MOST_STACK. */
static uint32_t stack_size(const coset_ir_machine_model *m)
{
    const coset_ir *ir = m->ir;
    uint64_t sum = 0, largest = 0;
    for (uint32_t i = 0; i < ir->n_functions; i++) {
        uint64_t size = ir->functions[i]->frame_size;
        sum += size;
        largest = size > largest ? size : largest;
    }
    uint64_t deep = largest * (COSET_IR_RECURSION + 1);
    deep = deep < MOST_STACK ? deep : MOST_STACK;
    uint64_t n = m->rule_frame + (4 * sum > deep ? 4 * sum : deep);
    COSET_INVARIANT(n + ir->n_slots < UINT32_MAX);
    return (uint32_t)n;
}

static const coset_chain *groups_of_chains(const coset_ir_machine_model *m)
{
    coset_chain *chains = coset_arena_get(m->ir->arena, m->ir->n_rules, sizeof *chains);
    for (uint32_t i = 0; i < m->ir->n_rules; i++)
        chains[i] = (coset_chain){m->chains[i].n, m->chains[i].behind};
    return chains;
}

coset_model *coset_ir_model(coset_ir *ir)
{
    coset_ir_machine_model *m = coset_arena_get(ir->arena, 1, sizeof *m);
    m->ir = ir;
    m->base.ops = &ops;
    m->release = free_program;
    m->base.name = ir->name;
    m->base.language = ir->language;
    m->base.dialect = ir->dialect;
    m->base.variant = ir->variant;
    m->base.n_groups = ir->n_rules;
    m->base.groups = groups(ir);
    m->base.teller = ir->teller;
    m->base.n_props = ir->n_props + 2;
    m->base.props = props(ir);
    coset_ir_find_sets(ir);
    coset_machine_layout(m);
    plan(m);
    m->chains = ir->transient ? coset_ir_chains(ir) : NULL;
    m->base.chains = m->chains ? groups_of_chains(m) : NULL;
    sort_priorities(m);
    coset_machine_access(m);
    m->stack = stack_size(m);
    coset_machine_filter(m);
    return &m->base;
}

const coset_ir *coset_model_ir(const coset_model *m) { return m->ops == &ops ? inside(m)->ir : NULL; }

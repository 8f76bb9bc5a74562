/* Operators that disappear: the components of their operands are switched on and off. */
#include "lang/cspm/compile/decompose_int.h"

static uint32_t word(const cspm_maker *x, uint32_t term, uint32_t i) { return (uint32_t)coset__maker_word(x, term, i); }

/* The rule starts a process. */
static bool enter_code(cspm_maker *x, cspm_scope *s, cspm_rule *r, uint32_t code)
{
    uint32_t term = coset__term_of_code(x->ps, code);
    return term != NONE && coset__rule_enter(x, s, r, term);
}

static void begin_with(cspm_draft *out, const cspm_draft *inner)
{
    out->from = inner->from;
    out->to = inner->to;
    coset__numbers_add(&out->begins, &inner->begins);
}

/* ---- one operand, then something else --------------------------------------------------------------------------- */

static bool sequence(cspm_maker *x, cspm_scope *s, uint32_t term, const cspm_draft *in, cspm_draft *out)
{
    bool ok = true;
    for (uint32_t i = 0; i < in->rules.n && ok && !x->m->failed; i++) {
        bool ends = in->rules.at[i].event == COSET_TICK;
        cspm_rule *r = coset__rule_copy(x, out, &in->rules.at[i], ends ? COSET_TAU : in->rules.at[i].event);
        if (ends) {
            coset__rule_stop(r, in->from, in->to);
            ok = enter_code(x, s, r, word(x, term, 2));
        }
    }
    return ok;
}

static bool exception(cspm_maker *x, cspm_scope *s, uint32_t term, const cspm_draft *in, cspm_draft *out)
{
    bool ok = true;
    for (uint32_t i = 0; i < in->rules.n && ok && !x->m->failed; i++) {
        uint32_t event = in->rules.at[i].event;
        bool thrown = event > COSET_TICK && coset__proc_in_set(x->ps, word(x, term, 1), event);
        cspm_rule *r = coset__rule_copy(x, out, &in->rules.at[i], event);
        out->can_end |= event == COSET_TICK;
        if (thrown || event == COSET_TICK)
            coset__rule_stop(r, in->from, in->to);
        if (thrown)
            ok = enter_code(x, s, r, word(x, term, 3));
    }
    return ok;
}

static bool sliding(cspm_maker *x, cspm_scope *s, uint32_t term, const cspm_draft *in, cspm_draft *out)
{
    coset_super_part timer;
    coset__control_timer(x, out, &timer);
    for (uint32_t i = 0; i < in->rules.n && !x->m->failed; i++) {
        uint32_t event = in->rules.at[i].event;
        cspm_rule *r = coset__rule_copy(x, out, &in->rules.at[i], event);
        out->can_end |= event == COSET_TICK;
        if (event == COSET_TICK)
            coset__rule_stop(r, out->from, out->to);
        else if (event != COSET_TAU)
            coset__rule_stop(r, timer.component, timer.component + 1);
    }
    cspm_rule *r = coset__rule_add(x, out, COSET_TAU);
    *coset_vec_add(&r->parts) = timer;
    coset__rule_stop(r, out->from, out->to);
    return enter_code(x, s, r, word(x, term, 2));
}

static bool then(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out)
{
    uint32_t kind = word(x, term, 0);
    cspm_draft in = {0};
    bool ok = coset__draft_of(x, word(x, term, kind == TERM_EXCEPTION ? 2 : 1), &in);
    begin_with(out, &in);
    if (ok)
        ok = (kind == TERM_SEQUENCE ? sequence : kind == TERM_SLIDING ? sliding : exception)(x, s, term, &in, out);
    coset__draft_free(&in);
    return ok;
}

/* ---- several operands that exist initially ---------------------------------------------------------------------- */

/* Whether a visible event of operand i decides the choice: then the others stop (for an interrupt, the first). */
static bool decides(uint32_t kind, uint32_t i) { return i > 0 || kind == TERM_EXTERNAL || kind == TERM_SYNC_EXTERNAL; }

typedef struct {
    cspm_maker *x;
    uint32_t kind, set; /* NONE: no synchronised events */
    uint32_t n;
    cspm_draft *sub;
    cspm_choice_control control; /* if there is a set: its events are synchronised until the choice is decided */
} choice;

static void add_part(const choice *c, cspm_rule *r, uint32_t which)
{
    *coset_vec_add(&r->parts) = (coset_super_part){c->control.component, c->control.open + which};
}

static void operand_rules(const choice *c, uint32_t i, cspm_draft *out)
{
    const cspm_draft *s = &c->sub[i];
    for (uint32_t k = 0; k < s->rules.n && !c->x->m->failed; k++) {
        uint32_t event = s->rules.at[k].event;
        bool visible = event > COSET_TICK, shared = visible && c->set != NONE;
        shared = shared && coset__proc_in_set(c->x->ps, c->set, event);
        cspm_rule *r = coset__rule_copy(c->x, out, &s->rules.at[k], event);
        out->can_end |= event == COSET_TICK;
        if (event == COSET_TICK) {
            coset__rule_stop(r, out->from, out->to);
        } else if (shared) {
            add_part(c, r, 2 + 2 * i);
        } else if (visible && decides(c->kind, i)) {
            coset__rule_stop(r, out->from, s->from);
            coset__rule_stop(r, s->to, c->sub[c->n - 1].to);
            if (s->rules.at[k].leave != NONE) { /* no operand remains */
                coset__rule_stop(r, out->from, out->to);
                r->enter = s->rules.at[k].leave;
            }
            if (c->set != NONE)
                add_part(c, r, 1 + 2 * i);
        }
    }
}

/* Rules from `first` on are those of synchronised events. */
static void while_open(const choice *c, cspm_draft *out, uint32_t first)
{
    for (uint32_t i = first; i < out->rules.n; i++)
        add_part(c, &out->rules.at[i], 0);
}

static void choice_rules(choice *c, cspm_draft *out)
{
    if (c->set != NONE)
        coset__control_choice(c->x, out, c->n, &c->control);
    for (uint32_t i = 0; i < c->n; i++)
        operand_rules(c, i, out);
    uint32_t together = out->rules.n;
    for (uint32_t e = 0; c->set != NONE && e < coset__table_len(&c->x->ps->sets, c->set); e++)
        coset__drafts_join(c->x, c->sub, c->n, NULL, (uint32_t)coset__table_at(&c->x->ps->sets, c->set)[e], out);
    while_open(c, out, together);
}

static bool operand(choice *c, cspm_scope *s, uint32_t term)
{
    cspm_draft *sub = &c->sub[c->n];
    bool ok = decides(c->kind, c->n) ? coset__draft_that_decides(c->x, s, c->set, term, sub)
                                     : coset__draft_of(c->x, term, sub);
    coset__draft_sort(sub);
    c->n++;
    return ok;
}

static bool choose(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out)
{
    choice c = {.x = x, .kind = word(x, term, 0), .set = NONE};
    uint32_t first, end, stride;
    coset__term_operands(c.kind, coset__table_len(&x->ps->terms, term), &first, &end, &stride);
    if (c.kind == TERM_SYNC_EXTERNAL || c.kind == TERM_SYNC_INTERRUPT)
        c.set = word(x, term, 1);
    c.sub = coset_new(end, sizeof *c.sub);
    bool ok = true;
    out->from = x->components.n;
    for (uint32_t i = first; ok && i < end; i += stride) {
        ok = operand(&c, s, word(x, term, i));
        coset__numbers_add(&out->begins, &c.sub[c.n - 1].begins);
    }
    out->to = x->components.n;
    if (ok)
        choice_rules(&c, out);
    for (uint32_t i = 0; i < c.n; i++)
        coset__draft_free(&c.sub[i]);
    coset_delete(c.sub);
    return ok;
}

bool coset__draft_switch(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out)
{
    bool ok;
    switch (word(x, term, 0)) {
    case TERM_SEQUENCE:
    case TERM_SLIDING:
    case TERM_EXCEPTION:
        ok = then(x, s, term, out);
        break;
    default:
        ok = choose(x, s, term, out);
        break;
    }
    return ok && !x->m->failed;
}

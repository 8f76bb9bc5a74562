/* Parallel compositions, hiding, renaming and chase: static operators, which do not disappear. */
#include "lang/cspm/compile/decompose_int.h"

static uint32_t n_words(const cspm_maker *x, uint32_t term) { return coset__table_len(&x->ps->terms, term); }
static uint32_t word(const cspm_maker *x, uint32_t term, uint32_t i) { return (uint32_t)coset__maker_word(x, term, i); }

/* ---- parallel compositions -------------------------------------------------------------------------------------- */

/* A step of one part alone. A tick becomes a tau; joint termination of the part is no step. */
static void alone(cspm_maker *x, const cspm_rule *r, cspm_draft *out)
{
    if (!r->ends)
        (void)coset__rule_copy(x, out, r, r->event == COSET_TICK ? COSET_TAU : r->event);
}

static void end_together(cspm_maker *x, const cspm_draft *sub, uint32_t n, cspm_draft *out)
{
    out->plain = out->can_end = true;
    for (uint32_t i = 0; i < n; i++)
        out->can_end &= sub[i].can_end;
    for (uint32_t i = 0; i < n && out->can_end; i++)
        coset__parts_add(&out->end, &sub[i].end);
    if (!out->can_end)
        return;
    cspm_rule *r = coset__rule_add(x, out, COSET_TICK);
    r->ends = true;
    coset__parts_add(&r->parts, &out->end);
}

static void parallel(cspm_maker *x, uint32_t term, const cspm_draft *sub, uint32_t n, cspm_draft *out)
{
    uint32_t set = word(x, term, 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t r = 0; r < sub[i].rules.n; r++) {
            uint32_t event = sub[i].rules.at[r].event;
            if (event <= COSET_TICK || !coset__proc_in_set(x->ps, set, event))
                alone(x, &sub[i].rules.at[r], out);
        }
    for (uint32_t e = 0; e < coset__table_len(&x->ps->sets, set); e++)
        coset__drafts_join(x, sub, n, NULL, (uint32_t)coset__table_at(&x->ps->sets, set)[e], out);
}

static void alphabetised(cspm_maker *x, uint32_t term, const cspm_draft *sub, uint32_t n, cspm_draft *out)
{
    bool *joins = coset_new(n, sizeof *joins);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t set = word(x, term, 1 + 2 * i);
        for (uint32_t r = 0; r < sub[i].rules.n && sub[i].rules.at[r].event <= COSET_TICK; r++)
            alone(x, &sub[i].rules.at[r], out);
        for (uint32_t e = 0; e < coset__table_len(&x->ps->sets, set) && !x->m->failed; e++) {
            uint32_t event = (uint32_t)coset__table_at(&x->ps->sets, set)[e];
            bool first = true;
            for (uint32_t k = 0; k < n; k++) {
                joins[k] = coset__proc_in_set(x->ps, word(x, term, 1 + 2 * k), event);
                first &= k >= i || !joins[k];
            }
            if (first)
                coset__drafts_join(x, sub, n, joins, event, out);
        }
    }
    coset_delete(joins);
}

static bool is_tied(const cspm_maker *x, uint32_t map, uint32_t event, bool right)
{
    const uint64_t *pairs = coset__table_at(&x->ps->maps, map);
    for (uint32_t i = 0; i < coset__table_len(&x->ps->maps, map); i++)
        if ((right ? (uint32_t)pairs[i] : (uint32_t)(pairs[i] >> 32)) == event)
            return true;
    return false;
}

static void linked(cspm_maker *x, uint32_t term, const cspm_draft *sub, cspm_draft *out)
{
    uint32_t map = word(x, term, 1);
    const uint64_t *pairs = coset__table_at(&x->ps->maps, map);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t r = 0; r < sub[i].rules.n; r++)
            if (sub[i].rules.at[r].event <= COSET_TICK || !is_tied(x, map, sub[i].rules.at[r].event, i))
                alone(x, &sub[i].rules.at[r], out);
    for (uint32_t p = 0; p < coset__table_len(&x->ps->maps, map); p++) {
        uint32_t l, l_end, r, r_end;
        coset__draft_with(&sub[0], (uint32_t)(pairs[p] >> 32), &l, &l_end);
        for (; l < l_end; l++)
            for (coset__draft_with(&sub[1], (uint32_t)pairs[p], &r, &r_end); r < r_end; r++) {
                cspm_rule *both = coset__rule_copy(x, out, &sub[0].rules.at[l], COSET_TAU);
                coset__rule_take(both, &sub[1].rules.at[r]);
            }
    }
}

static bool composed(cspm_maker *x, uint32_t term, cspm_draft *out)
{
    uint32_t kind = word(x, term, 0), first, end, stride, n = 0;
    coset__term_operands(kind, n_words(x, term), &first, &end, &stride);
    cspm_draft *sub = coset_new(end, sizeof *sub);
    bool ok = true;
    out->from = x->components.n;
    for (uint32_t i = first; ok && i < end; i += stride) {
        ok = coset__draft_of(x, word(x, term, i), &sub[n]);
        if (ok)
            coset__control_end(x, &sub[n]);
        coset__draft_sort(&sub[n]);
        coset__numbers_add(&out->begins, &sub[n].begins);
        n++;
    }
    out->to = x->components.n;
    if (ok) {
        if (kind == TERM_ALPHABETISED)
            alphabetised(x, term, sub, n, out);
        else if (kind == TERM_LINKED)
            linked(x, term, sub, out);
        else
            parallel(x, term, sub, n, out);
        end_together(x, sub, n, out);
    }
    for (uint32_t i = 0; i < n; i++)
        coset__draft_free(&sub[i]);
    coset_delete(sub);
    return ok && !x->m->failed;
}

/* ---- hiding and renaming ---------------------------------------------------------------------------------------- */

static void relabel(cspm_maker *x, uint32_t term, const cspm_rule *r, cspm_draft *out)
{
    uint32_t set = word(x, term, 1), event = r->event;
    bool visible = event > COSET_TICK;
    if (word(x, term, 0) != TERM_RENAME) {
        bool hidden = visible && coset__proc_in_set(x->ps, set, event) == (word(x, term, 0) == TERM_HIDE);
        coset__rule_copy(x, out, r, hidden ? COSET_TAU : event)->ends = r->ends;
        return;
    }
    uint32_t from = 0, to = 0;
    if (visible)
        coset__proc_pairs(x->ps, set, event, &from, &to);
    if (from == to)
        coset__rule_copy(x, out, r, event)->ends = r->ends;
    for (uint32_t p = from; p < to; p++)
        (void)coset__rule_copy(x, out, r, (uint32_t)coset__table_at(&x->ps->maps, set)[p]);
}

/* All but the rules. */
static void same_parts(const cspm_draft *inner, cspm_draft *out)
{
    out->from = inner->from;
    out->to = inner->to;
    out->can_end = inner->can_end;
    out->plain = inner->plain;
    coset__parts_add(&out->end, &inner->end);
    coset__numbers_add(&out->begins, &inner->begins);
}

static bool relabelled(cspm_maker *x, uint32_t term, cspm_draft *out)
{
    cspm_draft inner = {0};
    bool ok = coset__draft_of(x, word(x, term, 2), &inner);
    same_parts(&inner, out);
    for (uint32_t i = 0; ok && i < inner.rules.n && !x->m->failed; i++)
        relabel(x, term, &inner.rules.at[i], out);
    coset__draft_free(&inner);
    return ok && !x->m->failed;
}

/* ---- chase --------------------------------------------------------------------------------------------------------
 */

/* Internal steps become the chase's own. The chased process has none initially, because it is the end of a chain of
 * internal steps. */
static bool chased(cspm_maker *x, uint32_t term, cspm_draft *out)
{
    cspm_draft inner = {0}, taus = {0};
    bool ok = coset__draft_of(x, word(x, term, 1), &inner);
    same_parts(&inner, out);
    for (uint32_t i = 0; ok && i < inner.rules.n && !x->m->failed; i++) {
        const cspm_rule *r = &inner.rules.at[i];
        coset__rule_copy(x, r->event == COSET_TAU ? &taus : out, r, r->event)->ends = r->ends;
    }
    coset__draft_free(&inner);
    if (ok)
        coset__control_loop(x, out);
    taus.from = out->from;
    taus.to = out->to;
    *coset_vec_add(&x->chases) = taus;
    return ok && !x->m->failed;
}

bool coset__draft_static(cspm_maker *x, uint32_t term, cspm_draft *out)
{
    switch (word(x, term, 0)) {
    case TERM_HIDE:
    case TERM_PROJECT:
    case TERM_RENAME:
        return relabelled(x, term, out);
    case TERM_CHASE:
        return chased(x, term, out);
    case TERM_PRIORITISE:
        return coset__leaf_prioritised(x, term, out);
    default:
        return composed(x, term, out);
    }
}

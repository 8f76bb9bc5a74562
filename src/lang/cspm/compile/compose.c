/* Processes made explicit from their components. */
#include "lang/cspm/compile/compose.h"

#include "lang/cspm/proc/proc_int.h"
#include "lts/compress.h"

/* ---- numbers of events ----------------------------------------------------------------------------------------- */

static uint32_t numbered(uint32_t event, uint32_t n)
{
    return event == COSET__OMEGA_EVENT ? n : event >= COSET__LOCAL_EVENT ? n + 1 + (event - COSET__LOCAL_EVENT) : event;
}

static void number_parts(const coset_super_rule *rules, uint32_t n_rules, uint32_t n)
{
    for (uint32_t i = 0; i < n_rules; i++)
        for (uint32_t p = 0; p < rules[i].n_parts; p++)
            ((coset_super_part *)(uintptr_t)rules[i].parts)[p].event = numbered(rules[i].parts[p].event, n);
}

void coset__system_number(cspm_system *y, uint32_t n)
{
    coset_super *s = &y->super;
    for (uint32_t i = 0; i < y->n_leaves; i++)
        for (uint64_t e = 0; e < y->leaves[i].lts.first[y->leaves[i].lts.n_states]; e++)
            y->leaves[i].lts.edges[e].event = numbered(y->leaves[i].lts.edges[e].event, n);
    number_parts(s->rules, s->n_rules, n);
    for (uint32_t i = 0; i < s->n_chases; i++)
        number_parts(s->chases[i].rules, s->chases[i].n_rules, n);
    s->n_events = n;
    s->n_local_events = n + 1 + y->n_locals;
}

/* ---- leaves ----------------------------------------------------------------------------------------------------- */

coset_status coset__system_leaves(const coset_cspm_script *c, cspm_system *y, coset_err *err)
{
    const coset_super *s = &y->super;
    const coset_normal_limits limits = {.budget = c->options.budget};
    const coset_compress_options options = {.n_events = s->n_local_events, .limits = &limits};
    const coset_compression *sbisim = coset_compression_named("sbisim");
    coset_super_component *components = (coset_super_component *)(uintptr_t)s->components;
    for (uint32_t i = 0; i < s->n_components; i++)
        components[i].lts = &y->leaves[y->component_leaves[i]].lts;
    if (c->options.compile == COSET_CSPM_EXPLICIT)
        return COSET_OK;
    y->reduced = coset_new(y->n_leaves, sizeof(coset_lts *));
    for (uint32_t i = 0; i < y->n_leaves; i++) {
        coset_status status = coset_compress(sbisim, &y->leaves[i].lts, &options, &y->reduced[i], err);
        if (status != COSET_OK)
            return status;
    }
    for (uint32_t i = 0; i < s->n_components; i++)
        components[i].lts = y->reduced[y->component_leaves[i]];
    return COSET_OK;
}

/* ---- all states -------------------------------------------------------------------------------------------------- */

typedef struct {
    const cspm_procs *ps;
    uint32_t order;
} ranking;

static bool is_above(const void *ctx, uint32_t above, uint32_t event)
{
    const ranking *r = ctx;
    return coset__proc_is_above(r->ps, r->order, above, event);
}

coset_status coset__system_explicate(const coset_cspm_script *c, cspm_system *y, uint32_t order, coset_lts **out,
                                     coset_err *err)
{
    const ranking by = {c->procs, order};
    const coset_super_priority priority = {is_above, &by};
    coset_model *m = NULL;
    *out = NULL;
    coset_status status = coset__system_leaves(c, y, err);
    if (status == COSET_OK)
        status = coset_super_model(&y->super, "a process", &m, err);
    if (status == COSET_OK)
        status = coset_super_explicate(m, y->super.n_events, c->options.most_composed, order == NONE ? NULL : &priority,
                                       c->options.budget, out, NULL, err);
    coset_model_free(m);
    return status;
}

static bool compose(coset_cspm_script *c, uint32_t term, bool collect, coset_lts **out)
{
    cspm_system y;
    coset_err err = {0};
    coset_status status = COSET_OK;
    coset_arena *arena = coset_arena_new();
    const cspm_decomposing how = {arena, .collect = collect};
    const uint64_t *words = coset__table_at(&c->procs->terms, term);
    uint32_t order = words[0] == TERM_PRIORITISE ? (uint32_t)words[1] : NONE;
    *out = NULL;
    bool ok = coset__decompose(c, order == NONE ? term : (uint32_t)words[2], &how, &y);
    if (ok) {
        coset__system_number(&y, coset__proc_n_events(c->procs));
        status = coset__system_explicate(c, &y, order, out, &err);
    }
    coset__system_free(&y);
    coset_arena_free(arena);
    if (status != COSET_OK)
        (void)coset__eval_limit(c->machine, "%s", err.text);
    return ok && status == COSET_OK;
}

bool coset__compose(void *ctx, uint32_t term, bool collect, coset_lts **out)
{
    coset_cspm_script *c = ctx;
    *out = NULL;
    return !coset__is_parallel(c, term) || compose(c, term, collect, out);
}

/* Components: processes that are made explicit, and controls. */
#include <string.h>

#include "base/numbers.h"
#include "lang/cspm/compile/decompose_int.h"

#define SMALL 900 /* a process with at most so many states is one component, whatever it contains */

/* ---- composed terms --------------------------------------------------------------------------------------------- */

bool coset__is_parallel(const coset_cspm_script *c, uint32_t term)
{
    if (c->options.compile == COSET_CSPM_EXPLICIT)
        return false;
    const uint64_t *words = coset__table_at(&c->procs->terms, term);
    switch (words[0]) {
    case TERM_PARALLEL:
    case TERM_ALPHABETISED:
    case TERM_LINKED:
        return true;
    case TERM_HIDE:
    case TERM_PROJECT:
    case TERM_RENAME:
    case TERM_PRIORITISE:
        return coset__is_parallel(c, (uint32_t)words[2]);
    case TERM_CHASE:
        return coset__is_parallel(c, (uint32_t)words[1]);
    default:
        return false;
    }
}

static bool look_inside(cspm_maker *x, uint32_t term)
{
    uint32_t first, end, stride, kind = (uint32_t)coset__maker_word(x, term, 0);
    if (coset__is_parallel(x->c, term))
        return true;
    if (!x->switches || kind == TERM_PRIORITISE || kind == TERM_CHASE)
        return false;
    coset__term_operands(kind, coset__table_len(&x->ps->terms, term), &first, &end, &stride);
    for (uint32_t i = first; i < end; i += stride)
        if (coset__is_composed(x, (uint32_t)coset__maker_word(x, term, i)))
            return true;
    return false;
}

bool coset__is_composed(cspm_maker *x, uint32_t term)
{
    uint32_t *known = coset__proc_by_value(&x->composed, term);
    if (!*known) {
        uint32_t answer = look_inside(x, term) ? 2 : 1;
        known = coset__proc_by_value(&x->composed, term); /* it may have moved */
        *known = answer;
    }
    return *known == 2;
}

/* ---- explicit processes ----------------------------------------------------------------------------------------- */

/* Adds the event of termination to the terminated state s. */
static void add_end(coset_lts *l, uint32_t s)
{
    uint64_t n = l->first[l->n_states];
    l->edges = coset_resize(l->edges, n + 1, sizeof *l->edges);
    memmove(l->edges + l->first[s] + 1, l->edges + l->first[s], (n - l->first[s]) * sizeof *l->edges);
    l->edges[l->first[s]] = (coset_lts_edge){COSET__OMEGA_EVENT, s};
    for (uint32_t t = s + 1; t <= l->n_states; t++)
        l->first[t]++;
}

/* At most one state is OMEGA. */
static void mark_end(cspm_procs *ps, cspm_explored *leaf)
{
    uint32_t s = 0;
    while (s < leaf->lts.n_states && coset__table_at(&ps->terms, leaf->terms[s])[0] != TERM_OMEGA)
        s++;
    if (s < leaf->lts.n_states)
        add_end(&leaf->lts, s);
}

static bool known_leaf(const cspm_maker *x, uint32_t term, uint32_t *number)
{
    for (*number = 0; *number < x->leaf_terms.n; (*number)++)
        if (x->leaf_terms.at[*number] == term)
            return true;
    return false;
}

static uint32_t keep_leaf(cspm_maker *x, uint32_t term, const cspm_explored *leaf)
{
    *coset_vec_add(&x->leaves) = *leaf;
    *coset_vec_add(&x->leaf_terms) = term;
    return x->leaves.n - 1;
}

static uint32_t new_local(cspm_maker *x, uint32_t meaning)
{
    *coset_vec_add(&x->locals) = meaning;
    return COSET__LOCAL_EVENT + x->locals.n - 1;
}

static const cspm_exit *exit_of(const cspm_maker *x, uint32_t leaf, uint32_t local)
{
    for (uint32_t i = 0; i < x->exits.n; i++)
        if (x->exits.at[i].leaf == leaf && x->exits.at[i].local == local)
            return &x->exits.at[i];
    return NULL;
}

/* ---- components ------------------------------------------------------------------------------------------------- */

static uint32_t add_component(cspm_maker *x, uint32_t leaf, uint32_t term)
{
    *coset_vec_add(&x->components) = leaf;
    *coset_vec_add(&x->terms) = term;
    return x->components.n - 1;
}

/* All events except that of OMEGA, sorted and without duplicates. */
static void list_events(const coset_lts *l, cspm_numbers *events)
{
    uint64_t n = l->first[l->n_states];
    uint32_t kept = 0;
    for (uint64_t i = 0; i < n; i++)
        if ((i == 0 || l->edges[i].event != l->edges[i - 1].event) && l->edges[i].event != COSET__OMEGA_EVENT)
            *coset_vec_add(events) = l->edges[i].event;
    if (events->n > 1)
        coset_numbers_sort(events->at, events->n);
    for (uint32_t i = 0; i < events->n; i++)
        if (i == 0 || events->at[i] != events->at[i - 1])
            events->at[kept++] = events->at[i];
    events->n = kept;
}

static void can_end(cspm_draft *out)
{
    out->can_end = true;
    *coset_vec_add(&out->end) = (coset_super_part){out->from, COSET__OMEGA_EVENT};
}

/* `s` may be NULL if the leaf has no exits. */
static bool leaf_rules(cspm_maker *x, cspm_scope *s, uint32_t leaf, cspm_draft *out)
{
    cspm_numbers events = {0};
    bool ok = true;
    list_events(&x->leaves.at[leaf].lts, &events);
    for (uint32_t i = 0; ok && i < events.n; i++) {
        const cspm_exit *e = events.at[i] >= COSET__LOCAL_EVENT ? exit_of(x, leaf, events.at[i]) : NULL;
        cspm_rule *r = coset__rule_add(x, out, e ? e->event : events.at[i]);
        *coset_vec_add(&r->parts) = (coset_super_part){out->from, events.at[i]};
        if (e)
            coset__rule_stop(r, out->from, out->to);
        ok = !e || coset__rule_enter(x, s, r, e->to);
        if (events.at[i] == COSET_TICK)
            can_end(out);
    }
    coset_vec_fini(&events);
    return ok && !x->m->failed;
}

static bool leaf_system(cspm_maker *x, cspm_scope *s, uint32_t leaf, uint32_t term, cspm_draft *out)
{
    out->from = add_component(x, leaf, term);
    out->to = out->from + 1;
    out->plain = true;
    *coset_vec_add(&out->begins) = out->from;
    if (term != NONE && coset__maker_word(x, term, 0) == TERM_OMEGA) /* a chase may begin there */
        can_end(out);
    return leaf_rules(x, s, leaf, out);
}

static bool has_exits(const cspm_maker *x, uint32_t leaf)
{
    for (uint32_t i = 0; i < x->exits.n; i++)
        if (x->exits.at[i].leaf == leaf)
            return true;
    return false;
}

static bool leaf_up_to(cspm_maker *x, uint32_t term, uint64_t most, cspm_draft *out)
{
    uint32_t number;
    if (!known_leaf(x, term, &number) || has_exits(x, number)) {
        cspm_explored leaf;
        if (!coset__proc_explore(x->ps, term, most, x->collect, &leaf))
            return false;
        mark_end(x->ps, &leaf);
        number = keep_leaf(x, term, &leaf);
    }
    return leaf_system(x, NULL, number, term, out);
}

bool coset__leaf_whole(cspm_maker *x, uint32_t term, cspm_draft *out)
{
    return leaf_up_to(x, term, x->c->options.most_states, out);
}

bool coset__leaf_small(cspm_maker *x, uint32_t term, cspm_draft *out, bool *fits)
{
    uint64_t most = x->c->options.most_states;
    *fits = x->c->options.compile == COSET_CSPM_AUTO && leaf_up_to(x, term, most < SMALL ? most : SMALL, out);
    if (!*fits && x->m->failed && x->ps->too_many) {
        x->ps->too_many = false;
        coset__eval_recover(x->m);
    }
    return *fits;
}

/* A composition that has terminated is in a separate state. */
static void mark_composed_end(coset_lts *l)
{
    uint64_t n = l->first[l->n_states], e = 0;
    while (e < n && l->edges[e].event != COSET_TICK)
        e++;
    if (e < n)
        add_end(l, l->edges[e].dst);
}

bool coset__leaf_prioritised(cspm_maker *x, uint32_t term, cspm_draft *out)
{
    uint32_t number;
    bool fits;
    coset_lts *l;
    if (x->labelled)
        return coset__leaf_whole(x, term, out);
    if (known_leaf(x, term, &number))
        return leaf_system(x, NULL, number, term, out);
    if (coset__leaf_small(x, term, out, &fits) || x->m->failed)
        return fits;
    if (!x->ps->composer.compose(x->ps->composer.ctx, term, x->collect, &l))
        return false;
    cspm_explored leaf = {.lts = *l};
    coset_delete(l);
    mark_composed_end(&leaf.lts);
    return leaf_system(x, NULL, keep_leaf(x, term, &leaf), term, out);
}

/* ---- leaves with exits ------------------------------------------------------------------------------------------ */

/* Steps to composed terms become local events: one for each event and term. */
static uint32_t at_border(void *ctx, uint32_t event, uint32_t to)
{
    cspm_maker *x = ctx;
    uint32_t leaf = x->leaves.n; /* the one being built */
    if (event == COSET_TICK || !coset__is_composed(x, to))
        return NONE;
    for (uint32_t i = x->exits.n; i > 0 && x->exits.at[i - 1].leaf == leaf; i--)
        if (x->exits.at[i - 1].event == event && x->exits.at[i - 1].to == to)
            return x->exits.at[i - 1].local;
    uint32_t local = new_local(x, event);
    *coset_vec_add(&x->exits) = (cspm_exit){leaf, local, event, to};
    return local;
}

bool coset__leaf_until(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out)
{
    uint32_t number;
    if (!known_leaf(x, term, &number)) {
        cspm_border border = {x->collect, at_border, x};
        cspm_explored leaf;
        if (!coset__proc_explore_to(x->ps, term, x->c->options.most_states, &border, &leaf))
            return false;
        mark_end(x->ps, &leaf);
        number = keep_leaf(x, term, &leaf);
    }
    if (!leaf_system(x, s, number, term, out))
        return false;
    return true;
}

/* ---- controls --------------------------------------------------------------------------------------------------- */

/* Edges are sorted by source, `n_of` for each state. */
static uint32_t make_control(cspm_maker *x, uint32_t n_states, const uint32_t *n_of, const coset_lts_edge *edges)
{
    cspm_explored leaf = {{.n_states = n_states}, NULL};
    leaf.lts.first = coset_new((size_t)n_states + 1, sizeof *leaf.lts.first);
    for (uint32_t s = 0; s < n_states; s++)
        leaf.lts.first[s + 1] = leaf.lts.first[s] + n_of[s];
    leaf.lts.edges = coset_new(leaf.lts.first[n_states], sizeof *leaf.lts.edges);
    memcpy(leaf.lts.edges, edges, leaf.lts.first[n_states] * sizeof *edges);
    return keep_leaf(x, NONE, &leaf) + 1;
}

static uint32_t add_control(cspm_maker *x, uint32_t leaf, cspm_draft *s)
{
    uint32_t c = add_component(x, leaf, NONE);
    *coset_vec_add(&s->begins) = c;
    s->to = c + 1;
    return c;
}

void coset__control_timer(cspm_maker *x, cspm_draft *s, coset_super_part *part)
{
    if (!x->timer_leaf) {
        coset_lts_edge go = {new_local(x, NONE), 0};
        x->timer_leaf = make_control(x, 1, (uint32_t[]){1}, &go);
    }
    part->component = add_control(x, x->timer_leaf - 1, s);
    part->event = x->leaves.at[x->timer_leaf - 1].lts.edges[0].event;
}

void coset__control_loop(cspm_maker *x, cspm_draft *s)
{
    if (!x->loop_leaf)
        x->loop_leaf = make_control(x, 1, (uint32_t[]){1}, (coset_lts_edge[]){{new_local(x, NONE), 0}});
    s->to = add_component(x, x->loop_leaf - 1, NONE) + 1;
    cspm_rule *r = coset__rule_add(x, s, COSET_TAU);
    *coset_vec_add(&r->parts) = (coset_super_part){s->to - 1, x->leaves.at[x->loop_leaf - 1].lts.edges[0].event};
}

void coset__control_choice(cspm_maker *x, cspm_draft *s, uint32_t n, cspm_choice_control *control)
{
    coset_lts_edge *edges = coset_new(3 * (size_t)n + 1, sizeof *edges);
    uint32_t *n_of = coset_new((size_t)n + 1, sizeof *n_of), at = n + 1;
    control->open = new_local(x, NONE);
    edges[0] = (coset_lts_edge){control->open, 0};
    n_of[0] = n + 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t decides = new_local(x, NONE), alone = new_local(x, NONE);
        edges[1 + i] = (coset_lts_edge){decides, i + 1};
        edges[at++] = (coset_lts_edge){decides, i + 1};
        edges[at++] = (coset_lts_edge){alone, i + 1};
        n_of[i + 1] = 2;
    }
    control->component = add_control(x, make_control(x, n + 1, n_of, edges) - 1, s);
    coset_delete(edges);
    coset_delete(n_of);
}

/* Turns its ticks into taus, after which all components except the control are off. */
void coset__control_end(cspm_maker *x, cspm_draft *s)
{
    uint32_t from = s->from, to = s->to;
    if (s->plain)
        return;
    s->plain = true;
    if (!s->can_end)
        return;
    if (!x->end_leaf)
        x->end_leaf = make_control(x, 2, (uint32_t[]){1, 1},
                                   (coset_lts_edge[]){{new_local(x, NONE), 1}, {COSET__OMEGA_EVENT, 1}});
    coset_super_part end = {add_control(x, x->end_leaf - 1, s), x->leaves.at[x->end_leaf - 1].lts.edges[0].event};
    for (uint32_t i = 0; i < s->rules.n; i++) {
        cspm_rule *r = &s->rules.at[i];
        if (r->event != COSET_TICK)
            continue;
        r->event = COSET_TAU;
        coset__rule_stop(r, from, to);
        *coset_vec_add(&r->parts) = end;
    }
    s->end.n = 0;
    *coset_vec_add(&s->end) = (coset_super_part){end.component, COSET__OMEGA_EVENT};
}

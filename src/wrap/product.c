/* wrap/product.c */
#include "wrap/product.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/forward.h"

typedef struct {
    coset_model model; /* first: a pointer to it is a pointer to this */
    const coset_model *inner;
    const coset_omega *a;
    const uint32_t *predicates, *instances;
    bool stutters;    /* a model without steps stutters */
    uint32_t n_first; /* start states of the automaton, if they have a move; 0: its initial state */
    const uint32_t *first;
    uint64_t *of_rules; /* [groups of the model] atoms that are true after a step of the group; NULL: none is */
    uint64_t steps;     /* atoms about the last step */
    const uint32_t *still_predicates; /* as requested, or NULL */
    uint32_t n_indexed;               /* families that are acceptance sets of the automaton */
    uint32_t *plain;                  /* [sets] which plain set it is; NOT_PLAIN: an index of a family, */
    uint32_t *bit;                    /* [sets] whose bit in the marks this is */
    coset_family *all;                /* those of the model, then these; or NULL */
    uint64_t *still;                  /* marks of a stuttering step in the families of the model */
    uint64_t *asked;                  /* [a.n_states] atoms on the edges of a state */
    bool *certain;                    /* [a.n_states] every continuation is accepted; NULL: it is not terminal */
    uint32_t n_assumed;
    const uint32_t *assumed; /* assumptions about states */
} product;

#define NOT_PLAIN UINT32_MAX

typedef struct {
    const product *p;
    coset_worker *inner;
    coset_worker *judge;    /* for successors, while `inner` is in use; NULL: nothing to evaluate there */
    coset_value *src, *dst; /* [inner.n_slots + 1] */
    COSET_VEC(const coset_omega_edge *) now; /* the automaton's moves */
    coset_parts parts;
    COSET_VEC(uint32_t) from; /* states of the automaton that have read everything before the next state */
    bool moves;               /* the model has a step */
    bool annotates;
    uint64_t *marks; /* of an edge, in all families; NULL: the automaton has none */
    coset_fault fault;
    coset_on_edge *emit;
    void *ctx;
} worker;

static const product *product_of(const coset_model *m) { return (const product *)(const void *)m; }

static uint32_t width(const worker *w) { return w->p->inner->n_slots; }

/* ---- workers ---- */

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->p = product_of(m);
    w->inner = coset_worker_new(w->p->inner);
    w->judge = w->p->n_assumed || w->p->of_rules || w->p->n_first ? coset_worker_new(w->p->inner) : NULL;
    w->src = coset_new(m->n_slots, sizeof *w->src);
    w->dst = coset_new(m->n_slots, sizeof *w->dst);
    w->marks = w->p->n_indexed ? coset_new(coset_families_words(m), sizeof *w->marks) : NULL;
    return (coset_worker *)w;
}

static void worker_free(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (!w)
        return;
    w->p->inner->ops->worker_free(w->inner);
    if (w->judge)
        w->p->inner->ops->worker_free(w->judge);
    coset_vec_fini(&w->now);
    coset_vec_fini(&w->parts);
    coset_vec_fini(&w->from);
    coset_delete(w->src);
    coset_delete(w->dst);
    coset_delete(w->marks);
    coset_delete(w);
}

static void listen(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (w->p->inner->ops->listen)
        w->p->inner->ops->listen(w->inner);
}

static void remember(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    if (w->p->inner->ops->remember)
        w->p->inner->ops->remember(w->inner);
}

static bool annotate(coset_worker *opaque)
{
    worker *w = (worker *)opaque;
    const coset_model *m = w->p->inner;
    if (m->ops->annotate ? !m->ops->annotate(w->inner) : m->n_families > 0)
        return false;
    w->annotates = w->p->model.n_families > 0;
    return true;
}

/* ---- steps ---- */

static uint32_t predicate_of(const product *p, uint32_t atom, bool still)
{
    const uint32_t instead = still && p->still_predicates ? p->still_predicates[atom] : 0;
    return instead ? instead - 1 : p->predicates[atom];
}

/* The predicates in `asked` that hold in the state; `still`: the run stutters. False: one cannot be evaluated. */
static bool read_letter(worker *w, coset_worker *judge, uint64_t asked, bool still, const coset_value *state,
                        uint64_t *letter)
{
    *letter = 0;
    for (uint64_t rest = asked & ~w->p->steps; rest; rest &= rest - 1) {
        const uint32_t atom = (uint32_t)__builtin_ctzll(rest), prop = predicate_of(w->p, atom, still);
        coset_eval is = w->p->inner->ops->eval(judge, prop, w->p->instances[atom], state, &w->fault);
        if (is == COSET_EVAL_FAULT)
            return false;
        if (is == COSET_EVAL_TRUE)
            *letter |= UINT64_C(1) << atom;
    }
    return true;
}

static void list_moves(worker *w, uint32_t q, uint64_t letter)
{
    const coset_omega *a = w->p->a;
    w->now.n = 0;
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if ((e->label.yes & ~letter) == 0 && (e->label.no & letter) == 0)
            *coset_vec_add(&w->now) = e;
    }
}

static bool is_assumed(worker *w, const coset_value *state)
{
    const coset_model *m = w->p->inner;
    coset_fault fault;
    for (uint32_t i = 0; i < w->p->n_assumed; i++)
        for (uint32_t k = 0; k < m->props[w->p->assumed[i]].n_instances; k++)
            if (m->ops->eval(w->judge, w->p->assumed[i], k, state, &fault) == COSET_EVAL_FALSE)
                return false;
    return true;
}

/* Combines the marks of the automaton's move with those of the model's step, some of them in families. */
static void mark_indexed(worker *w, const coset_edge *step, uint64_t marks, coset_edge *e)
{
    const product *p = w->p;
    const uint32_t n = coset_families_words(p->inner), all = coset_families_words(&p->model);
    memset(w->marks, 0, all * sizeof *w->marks);
    if (step->fair && n)
        memcpy(w->marks, step->fair, n * sizeof *w->marks);
    e->accepts = 0;
    for (; marks; marks &= marks - 1) {
        const uint32_t set = (uint32_t)__builtin_ctzll(marks);
        COSET_INVARIANT(set < p->a->n_sets);
        if (p->plain[set] == NOT_PLAIN)
            w->marks[p->bit[set] / 64] |= UINT64_C(1) << p->bit[set] % 64;
        else
            e->accepts |= UINT64_C(1) << p->plain[set];
    }
    e->fair = w->annotates ? w->marks : NULL;
}

/* Emits the step of the model with each move of the automaton. */
static coset_status emit_pairs(worker *w, const coset_edge *step, const coset_value *to)
{
    coset_status status = COSET_OK;
    coset_edge e = *step;
    e.told = false;
    for (uint32_t i = 0; i < w->now.n && status == COSET_OK; i++) {
        memcpy(w->dst, to, width(w) * sizeof *to);
        COSET_INVARIANT(w->now.at[i]->to < w->p->a->n_states);
        w->dst[width(w)] = w->now.at[i]->to;
        e.accepts = w->now.at[i]->marks;
        if (w->marks)
            mark_indexed(w, step, w->now.at[i]->marks, &e);
        status = w->emit(w->ctx, &e, w->dst);
    }
    return status;
}

/* ---- states that are read when they are entered ---- */

static uint64_t rules_of(worker *w, const coset_edge *e)
{
    uint64_t letter = w->p->of_rules[e->group];
    w->parts.n = 0;
    coset_edge_parts(w->p->inner, e, &w->parts);
    for (uint32_t i = 0; i < w->parts.n; i++)
        letter |= w->p->of_rules[w->parts.at[i].group];
    return letter;
}

static coset_status emit_fault(worker *w, const coset_edge *step)
{
    coset_edge e = *step;
    e.fault = &w->fault;
    return w->emit(w->ctx, &e, NULL);
}

/* Emits the step with each move of the automaton that reads its target; `letter` has the atoms about the step. */
static coset_status enter(worker *w, const coset_edge *e, bool still, const coset_value *dst, uint64_t letter)
{
    coset_status status = COSET_OK;
    for (uint32_t i = 0; i < w->from.n && status == COSET_OK; i++) {
        uint64_t here;
        if (!read_letter(w, w->judge, w->p->asked[w->from.at[i]], still, dst, &here))
            return emit_fault(w, e);
        list_moves(w, w->from.at[i], here | letter);
        status = emit_pairs(w, e, dst);
    }
    return status;
}

/* At a start the automaton has not read the state yet. False: a predicate cannot be evaluated. */
static bool find_from(worker *w, const coset_value *src)
{
    const coset_omega *a = w->p->a;
    const uint32_t q = src[width(w)];
    uint64_t letter;
    w->from.n = 0;
    COSET_INVARIANT(q <= a->n_states);
    if (q < a->n_states) {
        *coset_vec_add(&w->from) = q;
        return true;
    }
    if (!read_letter(w, w->inner, w->p->asked[a->initial], false, src, &letter))
        return false;
    list_moves(w, a->initial, letter);
    for (uint32_t i = 0; i < w->now.n; i++)
        *coset_vec_add(&w->from) = w->now.at[i]->to;
    return true;
}

/* What the automaton reads in `src` itself. */
static bool find_moves(worker *w, const coset_value *src)
{
    const uint32_t q = src[width(w)];
    uint64_t letter;
    COSET_INVARIANT(q < w->p->a->n_states);
    if (!read_letter(w, w->inner, w->p->asked[q], false, src, &letter))
        return false;
    list_moves(w, q, letter);
    return true;
}

static coset_status stand_still(worker *w, const coset_edge *still, const coset_value *src)
{
    return w->p->of_rules ? enter(w, still, true, src, 0) : emit_pairs(w, still, src);
}

/* ---- all steps ---- */

static coset_status on_step(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    w->moves = true; /* even if an assumption removes the step: such a run does not count as finite */
    if (dst && !is_assumed(w, dst))
        return COSET_OK;
    if (dst && w->p->of_rules)
        return enter(w, e, false, dst, rules_of(w, e));
    return dst ? emit_pairs(w, e, dst) : w->emit(w->ctx, e, NULL);
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    const product *p = w->p;
    const coset_edge still = {.group = p->inner->n_groups,
                              .orbit = 0, /* not known over a quotient */
                              .fair = w->annotates ? p->still : NULL};
    w->emit = emit;
    w->ctx = ctx;
    w->moves = false;
    if (p->of_rules ? !find_from(w, src) : !find_moves(w, src))
        return emit_fault(w, &still);
    if ((p->of_rules ? w->from.n : w->now.n) == 0)
        return COSET_OK;
    coset_status status = p->inner->ops->next(w->inner, src, on_step, w);
    return status == COSET_OK && !w->moves && p->stutters ? stand_still(w, &still, src) : status;
}

/* Starts in those given states of the automaton that have a move. The atoms of its initial state are evaluated
 * everywhere, as if the automaton had waited there. */
static coset_status begin(worker *w, const coset_edge *e, const coset_value *start)
{
    const product *p = w->p;
    coset_status status = COSET_OK;
    for (uint32_t i = 0; i < p->n_first && status == COSET_OK; i++) {
        const uint32_t q = p->first[i];
        uint64_t letter;
        if (!read_letter(w, w->judge, p->asked[p->a->initial] | p->asked[q], false, start, &letter))
            return emit_fault(w, e);
        list_moves(w, q, letter);
        if (w->now.n == 0)
            continue;
        memcpy(w->dst, start, width(w) * sizeof *start);
        w->dst[width(w)] = q;
        status = w->emit(w->ctx, e, w->dst);
    }
    return status;
}

static coset_status on_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    worker *w = ctx;
    if (!dst)
        return w->emit(w->ctx, e, NULL);
    if (!is_assumed(w, dst))
        return COSET_OK;
    if (w->p->n_first)
        return begin(w, e, dst);
    memcpy(w->dst, dst, width(w) * sizeof *dst);
    w->dst[width(w)] = w->p->of_rules ? w->p->a->n_states : w->p->a->initial;
    return w->emit(w->ctx, e, w->dst);
}

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    w->emit = emit;
    w->ctx = ctx;
    return w->p->inner->ops->starts(w->inner, on_start, w);
}

static coset_eval eval(coset_worker *opaque, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    worker *w = (worker *)opaque;
    if (prop < w->p->inner->n_props)
        return w->p->inner->ops->eval(w->inner, prop, instance, state, fault);
    const uint32_t q = state[width(w)];
    return w->p->certain && q < w->p->a->n_states && w->p->certain[q] ? COSET_EVAL_FALSE : COSET_EVAL_TRUE;
}

/* ---- texts ---- */

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_model *inner = product_of(m)->inner;
    if (slot < inner->n_slots)
        inner->ops->value_text(inner, slot, v, out, len);
    else
        snprintf(out, len, "%u", (unsigned)v);
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_model *inner = product_of(m)->inner;
    if (group < inner->n_groups)
        inner->ops->edge_text(inner, group, instance, out, len);
    else
        snprintf(out, len, "%s", m->groups[group].name);
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    const coset_model *inner = product_of(m)->inner;
    if (prop < inner->n_props)
        inner->ops->instance_text(inner, prop, instance, out, len);
    else
        snprintf(out, len, "%s", "");
}

/* ---- making one ---- */

static void free_product(coset_model *m)
{
    product *p = (product *)(void *)m;
    coset_delete((void *)(uintptr_t)m->slots);
    coset_delete((void *)(uintptr_t)m->groups);
    coset_delete((void *)(uintptr_t)m->props);
    coset_delete((void *)(uintptr_t)p->assumed);
    coset_delete(p->asked);
    coset_delete(p->of_rules);
    coset_delete(p->still);
    coset_delete(p->plain);
    coset_delete(p->bit);
    coset_delete(p->all);
    coset_delete(p->certain);
    coset_delete(p);
}

static void find_assumed(product *p)
{
    const coset_model *m = p->inner;
    uint32_t *assumed = coset_new((size_t)m->n_props + 1, sizeof *assumed);
    for (uint32_t i = 0; i < m->n_props; i++)
        if (m->props[i].kind == COSET_PROP_ASSUMPTION && !m->props[i].in_step)
            assumed[p->n_assumed++] = i;
    p->assumed = assumed;
}

static void make_props(product *p)
{
    const coset_model *m = p->inner;
    coset_prop *props = coset_new((size_t)m->n_props + 1, sizeof *props);
    for (uint32_t i = 0; i < m->n_props; i++) {
        props[i] = m->props[i];
        if (props[i].kind != COSET_PROP_FAULT && (props[i].kind != COSET_PROP_ASSERTION || !props[i].in_step))
            props[i] = (coset_prop){.name = props[i].name, .kind = COSET_PROP_PREDICATE, .pos = props[i].pos};
    }
    props[m->n_props] = (coset_prop){
        .name = "acceptance", .kind = p->certain ? COSET_PROP_INVARIANT : COSET_PROP_ACCEPTANCE, .n_instances = 1};
    p->model.props = props;
    p->model.n_props = m->n_props + 1;
}

static void read_automaton(product *p)
{
    const coset_omega *a = p->a;
    p->asked = coset_new(a->n_states, sizeof *p->asked);
    for (uint32_t i = 0; i < a->edges.n; i++)
        p->asked[a->edges.at[i].from] |= a->edges.at[i].label.yes | a->edges.at[i].label.no;
    /* If an assumption excludes states, some runs have no continuation, or no fair one; else all have. */
    if (p->n_assumed || !coset_omega_classify(a).terminal)
        return;
    p->certain = coset_new(a->n_states, sizeof *p->certain);
    coset_omega_accepting(a, p->certain);
}

static bool asks_of_steps(const product *p, const coset_product_how *how)
{
    bool asks = false;
    for (uint32_t i = 0; i < p->a->n_atoms; i++)
        asks = asks || (how->rules && how->rules[i]) || (how->still && how->still[i]);
    return asks;
}

/* Groups with the same name are one rule. */
static void read_rules(product *p, const char *const *rules)
{
    p->of_rules = coset_new((size_t)p->inner->n_groups + 1, sizeof *p->of_rules);
    for (uint32_t i = 0; rules && i < p->a->n_atoms; i++) {
        if (!rules[i])
            continue;
        p->steps |= UINT64_C(1) << i;
        for (uint32_t g = 0; g < p->inner->n_groups; g++)
            if (!p->inner->groups[g].is_start && strcmp(p->inner->groups[g].name, rules[i]) == 0)
                p->of_rules[g] |= UINT64_C(1) << i;
    }
}

/* If nothing is enabled, nobody is treated unfairly: each index of a Büchi family is marked, and none is requested. */
static void mark_still(product *p)
{
    const coset_model *m = p->inner;
    p->still = coset_new(coset_families_words(m), sizeof *p->still);
    for (uint32_t f = 0; f < m->n_families; f++)
        for (uint32_t i = 0; m->families[f].kind == COSET_FAMILY_BUCHI && i < m->families[f].n; i++)
            p->still[coset_families_offset(m, f) + i / 64] |= UINT64_C(1) << i % 64;
}

coset_model *coset_product_new(const coset_model *m, const coset_omega *a, const coset_product_how *how)
{
    static const coset_model_ops ops = {.worker_new = worker_new,
                                        .worker_free = worker_free,
                                        .starts = starts,
                                        .next = next,
                                        .eval = eval,
                                        .value_text = value_text,
                                        .edge_text = edge_text,
                                        .instance_text = instance_text,
                                        .free = free_product,
                                        .listen = listen,
                                        .remember = remember,
                                        .annotate = annotate};
    product *p = coset_new(1, sizeof *p);
    p->model = (coset_model){
        .ops = &ops, .name = m->name, .language = m->language, .dialect = m->dialect, .symmetry = m->symmetry};
    COSET_INVARIANT(m->n_accepts == 0 && a->n_sets <= COSET_ACCEPTS);
    p->model.n_accepts = a->n_sets;
    p->model.n_families = m->n_families;
    p->model.families = m->families;
    p->inner = m;
    p->a = a;
    p->predicates = how->predicates;
    p->instances = how->instances;
    p->still_predicates = how->still;
    p->stutters = how->stutters;
    p->n_first = how->n_first;
    p->first = how->first;
    if (asks_of_steps(p, how))
        read_rules(p, how->rules);
    COSET_INVARIANT(!p->n_first || !p->of_rules);
    coset_forward_extend(&p->model, p->inner, "automaton", p->a->n_states - (p->of_rules ? 0 : 1),
                         "no step is possible");
    p->model.chains = p->inner->chains;
    find_assumed(p);
    read_automaton(p);
    make_props(p);
    mark_still(p);
    return &p->model;
}

uint32_t coset_product_prop(const coset_model *m) { return m->n_props - 1; }

bool coset_product_is_terminal(const coset_model *m) { return product_of(m)->certain != NULL; }

bool coset_product_reads_last(const coset_model *m) { return product_of(m)->of_rules != NULL; }

static void index_sets(product *p, uint32_t n, const coset_product_family *families)
{
    const uint32_t n_inner = p->inner->n_families, n_sets = p->a->n_sets;
    p->plain = coset_new((size_t)n_sets + 1, sizeof *p->plain);
    p->bit = coset_new((size_t)n_sets + 1, sizeof *p->bit);
    p->all = coset_new((size_t)n_inner + n, sizeof *p->all);
    if (n_inner)
        memcpy(p->all, p->inner->families, n_inner * sizeof *p->all);
    p->model.families = p->all;
    p->model.n_families = n_inner + n;
    for (uint32_t f = 0; f < n; f++)
        p->all[n_inner + f] = families[f].family;
    for (uint32_t f = 0; f < n; f++)
        for (uint32_t i = 0; i < families[f].family.n; i++) {
            p->plain[families[f].sets[i]] = NOT_PLAIN;
            p->bit[families[f].sets[i]] = 64 * coset_families_offset(&p->model, n_inner + f) + i;
        }
    p->model.n_accepts = 0;
    for (uint32_t i = 0; i < n_sets; i++)
        if (p->plain[i] != NOT_PLAIN)
            p->plain[i] = p->model.n_accepts++;
}

void coset_product_index(coset_model *m, uint32_t n, const coset_product_family *families)
{
    product *p = (product *)(void *)m;
    coset_delete(p->plain);
    coset_delete(p->bit);
    coset_delete(p->all);
    p->plain = p->bit = NULL;
    p->all = NULL;
    p->n_indexed = n;
    p->model.n_accepts = p->a->n_sets;
    p->model.n_families = p->inner->n_families;
    p->model.families = p->inner->families;
    if (n)
        index_sets(p, n, families);
}

/* lang/promela/lower/temporal.c - properties of infinite runs: ltl formulas, never claims, labels.
 *
 * The maximal parts of a formula without temporal operators become predicates of the model, one for each text: so a
 * part that is symmetric as a whole remains symmetric. A never claim is already an automaton: its control states are
 * the states, the executable conditions of a state the letters. It moves once for each step of the model, in the state
 * before the step; a run that reaches its end, or fails an assertion in it, violates the property.
 */
#include "lang/promela/lower/temporal.h"

#include <string.h>

#include "lang/promela/expr/kinds.h"
#include "lang/promela/facts/text.h"

static const coset_pml_who nobody = {0};

typedef struct {
    coset_pml_lowerer *l;
    coset_temporals *to;
    coset_temporal *x;
    const char *texts[COSET_LTL_ATOMS];
    const char *why; /* it cannot be checked, or NULL */
} maker;

/* ---- predicates ------------------------------------------------------------------------------------------------- */

static uint32_t add_predicate(coset_pml_lowerer *l, const coset_ir_expr *e, const char *name, coset_pos pos)
{
    *coset_vec_add(&l->props) = (coset_ir_prop){.name = coset_arena_text(l->arena, name),
                                                .kind = COSET_PROP_PREDICATE,
                                                .pos = pos,
                                                .expr = e,
                                                .frame_size = l->frame};
    return l->props.n - 1;
}

/* The number of the atom with that text; COSET_LTL_ATOMS: it is new, and there is room. */
static uint32_t find_atom(maker *m, const char *text)
{
    for (uint32_t i = 0; i < m->x->n_atoms; i++)
        if (strcmp(m->texts[i], text) == 0)
            return i;
    if (m->x->n_atoms < COSET_LTL_ATOMS)
        return COSET_LTL_ATOMS;
    m->why = "it has more than 64 different conditions";
    return 0;
}

static uint32_t add_atom(maker *m, const char *text, uint32_t prop)
{
    m->texts[m->x->n_atoms] = text;
    m->x->props[m->x->n_atoms] = prop;
    return m->x->n_atoms++;
}

static const char *not_of_a_state(const coset_pml_expr *e)
{
    if (!e)
        return NULL;
    if (e->op == COSET_PML_E_TIMEOUT)
        return "it uses `timeout`, which is not a property of a state";
    if (e->op == COSET_PML_E_NAME && e->var && e->var->proc && e->var->proc->kind == COSET_PML_NEVER)
        return "variables of claims are not supported";
    for (const coset_pml_expr *a = e->args; a; a = a->next) {
        const char *why = not_of_a_state(a);
        if (why)
            return why;
    }
    const coset_pml_expr *parts[] = {e->a, e->op == COSET_PML_E_REMOTE ? NULL : e->b, e->c};
    for (int i = 0; i < 3; i++) {
        const char *why = not_of_a_state(parts[i]);
        if (why)
            return why;
    }
    return NULL;
}

/* np_ is false while a run stutters, except the first time that its last state is read, as in Spin's verifier. */
static uint32_t add_still(coset_pml_lowerer *l, const coset_pml_expr *e, const char *text)
{
    l->frame = 0;
    l->stands_still = true;
    const coset_ir_expr *truth = coset_pml_truth(l, &nobody, e);
    l->stands_still = false;
    return add_predicate(l, truth, text, e->pos);
}

static uint32_t atom_of(maker *m, const coset_pml_expr *e)
{
    coset_pml_lowerer *l = m->l;
    const char *text = coset_pml_expr_text(l->tree, e);
    uint32_t atom = find_atom(m, text);
    if (!m->why)
        m->why = not_of_a_state(e);
    if (m->why || atom < COSET_LTL_ATOMS)
        return atom % COSET_LTL_ATOMS;
    l->frame = 0;
    const coset_ir_expr *truth = coset_pml_truth(l, &nobody, e);
    atom = add_atom(m, text, add_predicate(l, truth, text, e->pos));
    if (coset_pml_mentions(e, COSET_PML_E_NP))
        m->x->still[atom] = 1 + add_still(l, e, text);
    return atom;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void add_row(maker *m)
{
    coset_temporal *x = m->x;
    if (!m->why)
        coset_pml_find_alike(m->l, m->to, x);
    x->prop = m->l->props.n;
    if (m->why) {
        coset_omega_free(x->wrong);
        x->wrong = NULL;
        x->must = NULL;
        x->why = coset_arena_text(m->to->arena, m->why);
    }
    if (!coset_temporal_has_row(x))
        return;
    const char *name = x->part ? m->to->automaton_name : x->name;
    *coset_vec_add(&m->l->props) = (coset_ir_prop){.name = coset_arena_text(m->l->arena, name),
                                                   .kind = COSET_PROP_ACCEPTANCE,
                                                   .pos = x->pos,
                                                   .unchecked = "it was not judged"};
}

static maker open_row(coset_pml_lowerer *l, const char *name, const char *text, coset_pos pos)
{
    coset_temporals *to = l->how.temporals;
    return (maker){.l = l, .to = to, .x = coset_temporals_add(to, name, text, pos)};
}

/* ---- ltl -------------------------------------------------------------------------------------------------------- */

static const coset_ltl *formula(maker *m, const coset_pml_expr *e);

static const coset_ltl *condition(maker *m, const coset_pml_expr *e)
{
    coset_ltls *p = m->to->pool;
    if (e->is_constant)
        return coset_ltl_bool(p, e->value != 0);
    if (e->op == COSET_PML_E_NOT)
        return coset_ltl_not(p, condition(m, e->a));
    return coset_ltl_atom(p, atom_of(m, e));
}

static const coset_ltl *both_or_none(coset_ltls *p, const coset_ltl *a, const coset_ltl *b)
{
    const coset_ltl *both = coset_ltl_join(p, COSET_LTL_AND, a, b);
    const coset_ltl *none = coset_ltl_join(p, COSET_LTL_AND, coset_ltl_not(p, a), coset_ltl_not(p, b));
    return coset_ltl_join(p, COSET_LTL_OR, both, none);
}

static const coset_ltl *temporal(maker *m, const coset_pml_expr *e)
{
    coset_ltls *p = m->to->pool;
    const coset_ltl *a = formula(m, e->a), *b = e->b ? formula(m, e->b) : NULL;
    switch (e->op) {
    case COSET_PML_E_NOT:
        return coset_ltl_not(p, a);
    case COSET_PML_E_AND:
        return coset_ltl_join(p, COSET_LTL_AND, a, b);
    case COSET_PML_E_OR:
        return coset_ltl_join(p, COSET_LTL_OR, a, b);
    case COSET_PML_E_IMPLIES:
        return coset_ltl_join(p, COSET_LTL_OR, coset_ltl_not(p, a), b);
    case COSET_PML_E_EQUIV:
        return both_or_none(p, a, b);
    case COSET_PML_E_ALWAYS:
        return coset_ltl_always(p, a);
    case COSET_PML_E_EVENTUALLY:
        return coset_ltl_eventually(p, a);
    case COSET_PML_E_NEXT:
        return coset_ltl_next(p, a);
    case COSET_PML_E_UNTIL:
        return coset_ltl_temporal(p, COSET_LTL_UNTIL, a, b);
    case COSET_PML_E_WEAK_UNTIL:
        return coset_ltl_weak_until(p, a, b);
    case COSET_PML_E_RELEASE:
        return coset_ltl_temporal(p, COSET_LTL_RELEASE, a, b);
    default:
        m->why =
            "a temporal operator is inside arithmetic or a comparison; put the comparison in parentheses: <> (x == 1)";
        return coset_ltl_bool(p, false);
    }
}

static const coset_ltl *formula(maker *m, const coset_pml_expr *e)
{
    return e->is_temporal ? temporal(m, e) : condition(m, e);
}

static void lower_formula(coset_pml_lowerer *l, const coset_pml_ltl *f)
{
    const char *text = coset_pml_expr_text(l->tree, f->formula);
    maker m = open_row(l, f->is_given ? text : f->name, text, f->pos);
    if (f->is_given)
        m.x->part = coset_temporals_part(m.to, f->given);
    m.x->must = formula(&m, f->formula);
    add_row(&m);
}

/* ---- labels as properties --------------------------------------------------------------------------------------- */

static void lower_label_row(coset_pml_lowerer *l, coset_pml_mark mark, const char *name)
{
    const coset_pos pos = {.line = 1, .column = 1, .file = l->model->file};
    maker m = open_row(l, name, NULL, pos);
    coset_ltls *p = m.to->pool;
    l->frame = 0;
    const coset_ir_expr *e = coset_pml_some_at(l, mark, pos);
    const coset_ltl *at = coset_ltl_atom(p, add_atom(&m, name, add_predicate(l, e, name, pos)));
    /* no accepting label is passed infinitely often; or progress labels are */
    m.x->must = mark == COSET_PML_ACCEPTS ? coset_ltl_eventually(p, coset_ltl_always(p, coset_ltl_not(p, at)))
                                          : coset_ltl_always(p, coset_ltl_eventually(p, at));
    m.x->no_claim = mark == COSET_PML_ACCEPTS;
    m.x->only_endless = mark == COSET_PML_PROGRESSES; /* as pan -l */
    add_row(&m);
}

static bool has_accept_labels(const coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        for (uint32_t k = 1; l->families[i].n && k < l->families[i].graph->n_nodes; k++)
            if (l->families[i].graph->nodes[k]->marks & COSET_PML_ACCEPTS)
                return true;
    return false;
}

/* ---- never claims ----------------------------------------------------------------------------------------------- */

#define MOST_IN_ONE_MOVE 50 /* statements of an atomic sequence */

typedef struct {
    maker *m;
    const coset_pml_graph *g;
    coset_omega *a; /* state 0: violated (a sink) */
    uint64_t marks; /* of the new edges */
    uint32_t from;
} claim;

static uint32_t automaton_state(const claim *c, uint32_t control)
{
    return control && c->g->nodes[control]->kind == COSET_PML_N_END ? 0 : control;
}

/* The condition of a statement as a literal; false: it never holds. Other statements are always executable. */
static bool literal(claim *c, const coset_pml_expr *e, bool positive, coset_cube *out)
{
    *out = (coset_cube){0, 0};
    if (e->is_constant)
        return (e->value != 0) == positive;
    if (e->op == COSET_PML_E_NOT)
        return literal(c, e->a, !positive, out);
    const uint64_t bit = UINT64_C(1) << atom_of(c->m, e);
    *(positive ? &out->yes : &out->no) = bit;
    return true;
}

static const coset_pml_expr *condition_of(const coset_pml_node *n)
{
    return n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_EXPR ? n->stmt->e : NULL;
}

/* No other transition of the control state can be executed. */
static bool else_literal(claim *c, const coset_pml_edge *all, coset_cube *out)
{
    *out = (coset_cube){0, 0};
    for (const coset_pml_edge *e = all; e; e = e->next) {
        coset_cube one;
        if (!e->node || e->node->kind == COSET_PML_N_ELSE)
            continue;
        const coset_pml_expr *x = condition_of(e->node);
        if (!x || !literal(c, x, false, &one) || !coset_cube_meet(*out, one, out))
            return false;
    }
    return true;
}

static void put_moves(claim *c, uint32_t at, coset_cube label, uint32_t depth);

/* The claim continues in the same state of the model, or has completed its move. */
static void arrive(claim *c, const coset_pml_edge *e, coset_cube label, uint32_t depth)
{
    const uint32_t to = automaton_state(c, e->to);
    if (e->atomic && to && depth < MOST_IN_ONE_MOVE)
        put_moves(c, to, label, depth + 1);
    else if (e->atomic && to)
        c->m->why = "an atomic sequence in it is too long";
    else
        coset_omega_add(c->a, c->from, label, c->marks, to);
}

static void put_assertion(claim *c, const coset_pml_edge *e, coset_cube label, uint32_t depth)
{
    coset_cube is, both;
    if (literal(c, e->node->stmt->e, true, &is) && coset_cube_meet(label, is, &both))
        arrive(c, e, both, depth);
    if (literal(c, e->node->stmt->e, false, &is) && coset_cube_meet(label, is, &both))
        coset_omega_add(c->a, c->from, both, c->marks, 0);
}

static void put_move(claim *c, const coset_pml_edge *all, const coset_pml_edge *e, coset_cube label, uint32_t depth)
{
    const coset_pml_node *n = e->node;
    coset_cube is = {0, 0};
    if (n->kind == COSET_PML_N_STMT && n->stmt->op == COSET_PML_S_ASSERT) {
        put_assertion(c, e, label, depth);
        return;
    }
    const coset_pml_expr *x = condition_of(n);
    if (!x && n->kind == COSET_PML_N_STMT && n->stmt->op != COSET_PML_S_PRINTF && n->stmt->op != COSET_PML_S_PRINTM &&
        n->stmt->op != COSET_PML_S_DECL)
        c->m->why = "a statement in it changes something";
    if (n->kind == COSET_PML_N_D_STEP)
        c->m->why = "it has a d_step";
    bool may = n->kind == COSET_PML_N_ELSE ? else_literal(c, all, &is) : !x || literal(c, x, true, &is);
    if (may && coset_cube_meet(label, is, &is))
        arrive(c, e, is, depth);
}

static void put_moves(claim *c, uint32_t at, coset_cube label, uint32_t depth)
{
    const coset_pml_edge *all = c->g->nodes[at]->out;
    for (const coset_pml_edge *e = all; e && !c->m->why; e = e->next)
        if (e->node)
            put_move(c, all, e, label, depth);
}

static void lower_claim(coset_pml_lowerer *l, const coset_pml_family *f)
{
    const char *names[COSET_LTL_ATOMS];
    maker m = open_row(l, f->proc->name ? f->proc->name : "never", NULL, f->proc->pos);
    claim c = {.m = &m, .g = f->graph, .a = coset_omega_new(f->graph->n_nodes, 1, 0, NULL)};
    coset_omega_add(c.a, 0, (coset_cube){0, 0}, 1, 0);
    c.a->initial = automaton_state(&c, f->graph->start);
    for (uint32_t k = 1; k < f->graph->n_nodes && !m.why; k++) {
        if (automaton_state(&c, k) == 0)
            continue;
        c.from = k;
        c.marks = f->graph->nodes[k]->marks & COSET_PML_ACCEPTS ? 1 : 0;
        put_moves(&c, k, (coset_cube){0, 0}, 0);
    }
    for (uint32_t i = 0; i < m.x->n_atoms; i++)
        names[i] = m.texts[i];
    m.x->wrong = coset_omega_new(c.a->n_states, 1, m.x->n_atoms, names);
    m.x->wrong->initial = c.a->initial;
    for (uint32_t i = 0; i < c.a->edges.n; i++) {
        const coset_omega_edge *e = &c.a->edges.at[i];
        coset_omega_add(m.x->wrong, e->from, e->label, e->marks, e->to);
    }
    coset_omega_free(c.a);
    coset_omega_index(m.x->wrong);
    coset_omega_reduce(m.x->wrong);
    add_row(&m);
}

/* ---- which ones ------------------------------------------------------------------------------------------------- */

static bool wants(coset_temporals *t, const char *name, bool is_given)
{
    if (is_given)
        return true;
    if (!t->claim)
        return !coset_temporals_are_given(t) && !t->nonprogress;
    const bool is = strcmp(t->claim, name) == 0;
    t->claim_found = t->claim_found || is;
    return is;
}

void coset_pml_lower_temporal(coset_pml_lowerer *l)
{
    coset_temporals *t = l->how.temporals;
    if (!t)
        return;
    for (const coset_pml_ltl *f = l->model->ltls; f; f = f->next)
        if (wants(t, f->name, f->is_given))
            lower_formula(l, f);
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_pml_proc *p = l->families[i].proc;
        if (p->kind == COSET_PML_NEVER && wants(t, p->name ? p->name : "never", false))
            lower_claim(l, &l->families[i]);
    }
    if (!t->claim && !coset_temporals_are_given(t) && !t->nonprogress && has_accept_labels(l))
        lower_label_row(l, COSET_PML_ACCEPTS, "no acceptance cycle");
    if (t->nonprogress)
        lower_label_row(l, COSET_PML_PROGRESSES, "no non-progress cycle");
}

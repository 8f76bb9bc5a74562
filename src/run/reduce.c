/* run/reduce.c - the group of a run, its canonicaliser and the quotient. */
#include "run/reduce.h"

#include <string.h>

#include "base/budget.h"
#include "detect/use/fired.h"
#include "detect/use/slotwise.h"
#include "ir/interp.h"
#include "ir/native.h"
#include "model/access.h"
#include "run/por.h"
#include "symb/search/reach.h"
#include "symm/audit.h"
#include "wrap/quotient.h"
#include "wrap/relations_audit.h"

/* The strategy of --symmetry=auto: exact, and never far from the best on the models of bench/run.py. */
#define AUTO "search"

/* Maximal number of images on which a property with a smaller group is evaluated. */
#define MOST_IMAGES 5040

/* A group that is being narrowed for a property. */
typedef struct {
    coset_reduction *r;
    const coset_symgroup *g;
    const coset_model *m;
    uint32_t prop;
    coset_arena *arena;
} narrowing;

static const char why_fixed[] = "each instance of this liveness property is judged by itself, so the elements that it "
                                "ranges over stay fixed; without parameters it would cost nothing";

/* Fixes every element of `type` and says why. */
static void fix_type(narrowing *n, uint32_t type)
{
    uint32_t size = n->m->symmetry.types[type].n;
    if (n->g->n_moves[type] == 0)
        return;
    for (uint32_t e = 0; e < size; e++)
        if (n->g->moves[type][e])
            n->g = coset_symgroup_fix(n->m, n->g, type, e, n->arena);
    *coset_vec_add(&n->r->losses) = (coset_refusal){type, n->prop, n->m->props[n->prop].pos, size, why_fixed};
}

static void fix_domain(narrowing *n, const coset_ir_type *type)
{
    if (type->kind == COSET_T_SCALARSET)
        fix_type(n, type->symtype);
    for (uint32_t i = 0; type->kind == COSET_T_UNION && i < type->n_members; i++)
        fix_domain(n, type->members[i]);
}

/* The subgroup of `g` that preserves property p. */
static const coset_symgroup *meet(const coset_symgroup *g, const coset_legal *legal, const coset_model *m, uint32_t p,
                                  coset_arena *a)
{
    return legal->props[p] ? coset_symgroup_meet(m, g, legal->props[p], a) : g;
}

static const char why_one[] =
    "one instance of this liveness property is judged for all those that renamings make of it, "
    "so its element stays fixed; without a parameter it would cost nothing";

/* The scalarset over which alone the instances of the property range, or NULL. */
static const coset_ir_type *only_parameter(const coset_model *m, uint32_t prop)
{
    const coset_ir *ir = coset_model_ir(m);
    const coset_ir_prop *p = ir && prop < ir->n_props ? &ir->props[prop] : NULL;
    bool plain = p && p->n_params == 1 && !p->params[0].from && p->params[0].type->kind == COSET_T_SCALARSET;
    return plain ? p->params[0].type : NULL;
}

/* Instances in one orbit under the symmetries of transitions and property hold or fail together. One of them is
 * checked, and its element stays fixed; an instance of an element that no symmetry moves is checked by itself. `g` is
 * symmetric for the property. */
static const coset_symgroup *fix_one(coset_reduction *r, const coset_symgroup *g, const coset_model *m, uint32_t prop,
                                     const coset_ir_type *type, coset_arena *a)
{
    const coset_symgroup *all = meet(r->legal->starts, r->legal, m, prop, a);
    const bool *moves = all->moves[type->symtype];
    bool *judged = coset_arena_get(a, type->n, sizeof *judged);
    uint32_t first = 0;
    while (first < type->n && !moves[first])
        first++;
    for (uint32_t e = 0; e < type->n; e++)
        judged[e] = !moves[e] || e == first;
    r->judged[prop] = judged;
    if (first == type->n || !g->moves[type->symtype][first])
        return g;
    *coset_vec_add(&r->losses) = (coset_refusal){type->symtype, prop, m->props[prop].pos, 1, why_one};
    return coset_symgroup_fix(m, g, type->symtype, first, a);
}

/* The other instances of an indexed liveness property are checked one by one, so each must be fixed: no element of a
 * parameter's type moves. Entries of bags have no lasting identity: then nothing moves. */
static const coset_symgroup *fix_instances(coset_reduction *r, const coset_symgroup *g, const coset_model *m,
                                           uint32_t prop, coset_arena *a)
{
    narrowing n = {r, g, m, prop, a};
    const coset_ir *ir = coset_model_ir(m);
    bool known = ir && prop < ir->n_props;
    for (uint32_t i = 0; known && i < ir->props[prop].n_params; i++)
        known = ir->props[prop].params[i].type->kind != COSET_T_BAGINDEX;
    for (uint32_t i = 0; known && i < ir->props[prop].n_params; i++)
        fix_domain(&n, ir->props[prop].params[i].type);
    for (uint32_t t = 0; !known && t < m->symmetry.n_types; t++)
        fix_type(&n, t);
    return n.g;
}

/* The condition of --representatives, which need not be symmetric. */
static bool chooses(const coset_session *s, uint32_t prop)
{
    const coset_formula *f = s->formulas ? s->formulas->representatives : NULL;
    return f && f->op == COSET_F_ATOM && f->predicate->prop == prop;
}

/* The run evaluates the property: a search for runs that violate a formula evaluates its predicates, any other search
 * the other properties. */
static bool is_concerned(const coset_session *s, uint32_t prop)
{
    const coset_prop *p = &s->model->props[prop];
    if (s->judged)
        return p->in_step || p->kind == COSET_PROP_ASSUMPTION || coset_temporal_asks(s->judged, prop);
    for (uint32_t i = 0; s->temporals && i < s->temporals->all.n; i++)
        if (coset_temporal_speaks_of(&s->temporals->all.at[i], prop))
            return false;
    return true;
}

static bool is_plain(const coset_prop *p) { return !p->in_step && p->kind == COSET_PROP_INVARIANT; }

/* The property must be symmetric under the whole group of the run. */
static bool binds_the_run(const coset_session *s, uint32_t prop)
{
    return is_concerned(s, prop) && !is_plain(&s->model->props[prop]);
}

/* A property that is less symmetric is evaluated on several images of a state. */
static bool is_imaged(const coset_session *s, uint32_t prop)
{
    return is_concerned(s, prop) && is_plain(&s->model->props[prop]);
}

/* The number of images of a representative that the property's group would need; 0 = more than 128 bits can hold. */
static coset_count n_images(const coset_symgroup *group, const coset_symgroup *prop)
{
    coset_count order, part;
    if (!coset_symgroup_order(group, &order) || !coset_symgroup_order(prop, &part))
        return 0;
    return order / part;
}

/* `all`: every property must be symmetric under it. */
static const coset_symgroup *run_group(coset_reduction *r, const coset_session *s, bool all, coset_arena *a)
{
    const coset_model *m = s->model;
    const coset_legal *legal = r->legal;
    const coset_symgroup *g = legal->steps;
    for (uint32_t p = 0; p < m->n_props; p++) {
        if (!binds_the_run(s, p) || chooses(s, p))
            continue;
        g = meet(g, legal, m, p, a);
        const coset_ir_type *type = only_parameter(m, p);
        if (m->props[p].kind != COSET_PROP_LIVENESS || m->props[p].n_instances <= 1)
            continue;
        g = type ? fix_one(r, g, m, p, type, a) : fix_instances(r, g, m, p, a);
    }
    for (uint32_t p = 0; p < m->n_props; p++) {
        const coset_symgroup *narrow = meet(g, legal, m, p, a);
        coset_count images = n_images(g, narrow);
        if (is_imaged(s, p) && (all || images == 0 || images > MOST_IMAGES))
            g = narrow;
    }
    return g;
}

/* The symbolic engine neither checks loops nor starts from renamed start states. */
static bool is_provisional(const coset_session *s)
{
    return s->settings->provisional && s->settings->search != COSET_BY_DIAGRAMS;
}

/* Renamings need not hold before all processes exist. This includes a search for runs that violate a formula: it
 * follows edges from the start, and its runs are renamed to begin there. */
static bool may_grow(const coset_session *s)
{
    return is_provisional(s) || (s->judged && s->settings->search != COSET_BY_DIAGRAMS);
}

/* ---- start states that are not symmetric ---- */

static bool same_part(const coset_model *m, const coset_symgroup *g, const coset_symgroup *h, uint32_t t)
{
    return memcmp(g->moves[t], h->moves[t], m->symmetry.types[t].n * sizeof(bool)) == 0;
}

static bool speaks_of(const coset_ir_type *domain, uint32_t t)
{
    bool speaks = domain->kind == COSET_T_BAGINDEX || (domain->kind == COSET_T_SCALARSET && domain->symtype == t);
    for (uint32_t i = 0; domain->kind == COSET_T_UNION && i < domain->n_members; i++)
        speaks |= speaks_of(domain->members[i], t);
    return speaks;
}

/* Renamings of type t preserve the verdict of the property, and it is not indexed by elements of t. */
static bool ignores_names(const coset_reduction *r, const coset_model *m, uint32_t p, uint32_t t, coset_arena *a)
{
    const coset_ir *ir = coset_model_ir(m);
    bool ignores = same_part(m, meet(r->group, r->legal, m, p, a), r->group, t);
    for (uint32_t i = 0; ignores && ir && p < ir->n_props && m->props[p].n_instances > 1 && i < ir->props[p].n_params;
         i++)
        ignores = !speaks_of(ir->props[p].params[i].type, t);
    return ignores;
}

static void note_losses(coset_reduction *r, uint32_t t)
{
    for (uint32_t i = 0; i < r->legal->starts->n_refusals; i++) {
        const coset_refusal *why = &r->legal->starts->refusals[i];
        bool known = why->type != t;
        for (uint32_t k = 0; k < r->legal->steps->n_refusals && !known; k++)
            known = coset_refusal_same(why, &r->legal->steps->refusals[k]);
        if (!known)
            *coset_vec_add(&r->losses) = *why;
    }
}

/* The subgroup that preserves the start states and holds in every state: elements that do not exist yet are
 * distinguished by the time of their creation. */
static const coset_symgroup *kept_by_starts(const coset_reduction *r, const coset_session *s)
{
    const coset_symgroup *kept = coset_symgroup_meet(s->model, r->group, r->legal->starts, s->arena);
    return coset_symgroup_always(s->model, kept, s->arena);
}

/* A search for properties of states with requested partial order reduction, which needs symmetric start states. */
static bool reduces_partially(const coset_session *s)
{
    return !s->judged && s->settings->por != COSET_POR_OFF && s->settings->por != COSET_POR_AUTO;
}

/* If the start states distinguish elements of a type, some images of a representative are reachable only from other
 * renamings of the start states. So unless all properties ignore the names of that type, the group must preserve the
 * start states. */
static const coset_symgroup *keep_starts(coset_reduction *r, const coset_session *s)
{
    const coset_model *m = s->model;
    const coset_symgroup *kept = kept_by_starts(r, s), *g = r->group;
    for (uint32_t t = 0; t < m->symmetry.n_types; t++) {
        bool ignored = is_provisional(s) || (may_grow(s) && same_part(m, r->legal->starts, r->group, t));
        if (same_part(m, kept, r->group, t))
            continue;
        ignored = ignored && !reduces_partially(s);
        for (uint32_t p = 0; p < m->n_props && ignored; p++)
            ignored = !is_concerned(s, p) || ignores_names(r, m, p, t, s->arena);
        for (uint32_t e = 0; !ignored && e < m->symmetry.types[t].n; e++)
            if (g->moves[t][e] && !kept->moves[t][e])
                g = coset_symgroup_fix(m, g, t, e, s->arena);
        if (!ignored)
            note_losses(r, t);
    }
    return g;
}

/* ---- types that the user chooses ---- */

/* Whether the list, separated by commas, has the name. */
static bool lists(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list;; at += strcspn(at, ",") + 1) {
        if (strcspn(at, ",") == n && strncmp(at, name, n) == 0)
            return true;
        if (at[strcspn(at, ",")] == '\0')
            return false;
    }
}

/* Each name of --exchange is one of the model's types. */
static coset_status check_exchanged(const coset_session *s, coset_err *err)
{
    const coset_symmetry *y = &s->model->symmetry;
    const char *list = s->settings->exchanged, *at = list;
    for (size_t n; list; at += n + 1) {
        bool known = false;
        n = strcspn(at, ",");
        for (uint32_t t = 0; t < y->n_types && !known; t++)
            known = strlen(y->types[t].name) == n && strncmp(at, y->types[t].name, n) == 0;
        if (!known)
            return coset_fail(
                err, COSET_USAGE,
                "--exchange: the model has no scalarset \"%.*s\"; coset symmetry MODEL names those it has", (int)n, at);
        if (at[n] == '\0')
            break;
    }
    return COSET_OK;
}

/* The subgroup that moves only elements of chosen types. */
static const coset_symgroup *exchanged(const coset_session *s, const coset_symgroup *g)
{
    const coset_symmetry *y = &s->model->symmetry;
    for (uint32_t t = 0; s->settings->exchanged && t < y->n_types; t++)
        for (uint32_t e = 0; !lists(s->settings->exchanged, y->types[t].name) && e < y->types[t].n; e++)
            if (g->moves[t][e])
                g = coset_symgroup_fix(s->model, g, t, e, s->arena);
    return g;
}

/* ---- loops that are checked ---- */

/* NULL: there is none. */
static coset_model *checked_model(const coset_legal *l, const coset_session *s, coset_ir_order **order)
{
    *order = NULL;
    if (l->n_obliged == 0)
        return NULL;
    coset_ir *ir = coset_ir_checked(coset_model_ir(s->model), l->n_obliged, l->obliged, l->n_marks, l->marks);
    *order = ir->order;
    return coset_ir_model(ir);
}

static void free_checked(coset_model *checked, coset_ir_order *order)
{
    if (order)
        coset_delete(order->first.state);
    coset_model_free(checked);
}

static void check_nothing(coset_reduction *r)
{
    free_checked(r->checked, r->order);
    r->checked = NULL;
    r->order = NULL;
}

void coset_reduction_groups(coset_reduction *r, coset_session *s)
{
    const coset_model *m = s->model;
    const coset_legal_options how = {
        .arrives = may_grow(s), .obliges = is_provisional(s), .n_broken = s->broken.n, .broken = s->broken.at};
    r->legal = s->declared ? s->declared : coset_legal_check(m, &how, s->arena);
    r->judged = coset_arena_get(s->arena, (size_t)m->n_props + 1, sizeof *r->judged);
    r->group = exchanged(s, run_group(r, s, s->settings->order == COSET_IN_DEPTH, s->arena));
    r->group = keep_starts(r, s);
    r->starts = kept_by_starts(r, s);
    const coset_symgroup **props = coset_arena_get(s->arena, (size_t)m->n_props + 1, sizeof *props);
    for (uint32_t p = 0; p < m->n_props; p++)
        props[p] = !is_imaged(s, p) && !chooses(s, p) ? r->group : meet(r->group, r->legal, m, p, s->arena);
    r->props = props;
    r->checked = checked_model(r->legal, s, &r->order);
}

coset_status coset_reduction_of_product(coset_reduction *r, const coset_model *m, const coset_symgroup *group,
                                        const char *strategy, coset_err *err)
{
    r->group = group;
    coset_status status =
        coset_canon_new(m, group, strcmp(strategy, "auto") == 0 ? "search" : strategy, &r->canon, err);
    if (status == COSET_OK)
        r->searched = r->quotient = coset_quotient_new(m, group, r->canon, NULL);
    return status;
}

bool coset_reduction_broken(const coset_reduction *r) { return r->order && atomic_load(&r->order->failed); }

/* The model's declared reads and writes of its rules and properties. */
static int audit_access(const coset_session *s)
{
    const coset_model *m = s->model;
    coset_access_audit_result result;
    if (coset_access_audit(m, 1, (uint32_t)s->settings->audit, s->limit, &result))
        return COSET_EXIT_HOLDS;
    return coset_complain(COSET_EXIT_INTERNAL,
                          "internal error: the audit refutes what is known about \"%s\": %s. This is a bug in coset; "
                          "please report it with the model",
                          result.group < m->n_groups ? m->groups[result.group].name : m->props[result.prop].name,
                          result.what);
}

/* The relations between transitions. */
static int audit_relations(const coset_reduction *r, const coset_session *s)
{
    coset_relations_audit_result result;
    if (!r->relations ||
        coset_relations_audit(s->model, r->relations, 1, (uint32_t)s->settings->audit, s->limit, &result)) {
        if (r->relations && !s->settings->quiet)
            fprintf(stderr, "audit: %llu comparisons of transitions agree\n", (unsigned long long)result.comparisons);
        return COSET_EXIT_HOLDS;
    }
    const coset_transition *at = r->relations->transitions->at;
    return coset_complain(COSET_EXIT_INTERNAL,
                          "internal error: the audit refutes what partial order reduction relies on, of \"%s\" and "
                          "\"%s\": %s. This is a bug in coset; please report it with the model",
                          s->model->groups[at[result.a].group].name, s->model->groups[at[result.b].group].name,
                          result.what);
}

/* The maker of the model declared the symmetry. */
static int refute_declared(const coset_session *s, const coset_audit_result *result)
{
    const coset_symtype *type = &s->model->symmetry.types[result->type];
    const bool in_prop = result->prop < s->model->n_props, in_rule = result->group < s->model->n_groups;
    return coset_session_fail(s, COSET_EXIT_MODEL,
                              "the model is not symmetric in %s as it declares: %s%s%s is not the same after %s and %s "
                              "are exchanged%s",
                              type->name,
                              in_prop   ? "property "
                              : in_rule ? "rule "
                                        : "a step",
                              in_prop ? s->model->props[result->prop].name : "",
                              in_rule && !in_prop ? s->model->groups[result->group].name : "",
                              type->elements[result->a], type->elements[result->b],
                              result->a == result->b ? " (all elements rotated)" : "");
}

int coset_reduction_audit(const coset_reduction *r, const coset_session *s)
{
    int code = s->settings->audit ? audit_access(s) : COSET_EXIT_HOLDS;
    if (code == COSET_EXIT_HOLDS && s->settings->audit)
        code = audit_relations(r, s);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_audit_options options = {.seed = 1, .states = (uint32_t)s->settings->audit, .limit = s->limit};
    coset_audit_result result = {0};
    if (!s->settings->audit || !r->legal)
        return COSET_EXIT_HOLDS;
    coset_ir_order *order; /* the proof rests on checked loops, whether or not the search needs them */
    coset_model *checked = checked_model(r->legal, s, &order);
    coset_status status = coset_audit(checked ? checked : s->model, r->legal, &options, s->arena, &result);
    free_checked(checked, order);
    if (status != COSET_OK)
        return coset_complain(coset_exit_of(status), "the audit could not be made");
    if (!result.agrees && s->declared)
        return refute_declared(s, &result);
    if (!result.agrees)
        return coset_complain(COSET_EXIT_INTERNAL,
                              "internal error: the audit refutes the proof that %s is symmetric (%s). This is a bug in "
                              "coset and no verdict is given; please report it with the model",
                              s->model->symmetry.types[result.type].name,
                              result.prop < s->model->n_props ? s->model->props[result.prop].name : "steps");
    if (!s->settings->quiet)
        fprintf(stderr, "audit: %llu comparisons on %llu states agree with the proof\n",
                (unsigned long long)result.comparisons, (unsigned long long)result.states);
    return COSET_EXIT_HOLDS;
}

#define CODE_BYTES (UINT64_C(128) << 20) /* twice what LLVM and its code held for sci of the corpus */

/* Translation takes memory from the states, at an unpredictable time: without a request it runs only if the limit
 * leaves enough. */
static bool has_room_for_code(uint64_t limit) { return !limit || coset_memory_held() + CODE_BYTES <= limit; }

const coset_model *coset_reduction_code(coset_reduction *r, const coset_session *s)
{
    const coset_model *model = r->checked ? r->checked : s->model;
    coset_code_mode mode = s->settings->code;
    coset_err err;
    if (mode == COSET_CODE_INTERP || s->declared)
        return model;
    if (mode == COSET_CODE_AUTO && !has_room_for_code(s->settings->engine.max_bytes)) {
        (void)coset_complain(COSET_EXIT_HOLDS,
                             "less than %u MiB of memory are left for machine code; the model is interpreted",
                             (unsigned)(CODE_BYTES >> 20));
        return model;
    }
    coset_native_when when = mode == COSET_CODE_NATIVE ? COSET_NATIVE_NOW : COSET_NATIVE_LATER;
    if (coset_native_new(model, when, &r->native, &err) == COSET_OK)
        return r->native;
    (void)coset_complain(COSET_EXIT_HOLDS, "%s; the model is interpreted", err.text);
    return model;
}

/* The declared group is used alone if it is larger than the detected one, or if the latter has no exact
 * representatives. */
static bool prefers_declared(const coset_auto *f, const coset_symgroup *declared)
{
    coset_count found, told;
    if (coset_symgroup_is_trivial(declared))
        return false;
    if (f->detected.failed || (f->minimal && !coset_minimal_exact(f->minimal)))
        return true;
    if (!coset_order_count(coset_permgroup_order(f->detected.group, f->arena), &found)) /* declared is no more */
        return false;
    return !coset_symgroup_order(declared, &told) || told > found;
}

static void forget_groups(coset_reduction *r)
{
    r->legal = NULL;
    r->group = r->starts = NULL;
    r->props = NULL;
    r->judged = NULL;
    r->losses.n = 0;
    check_nothing(r);
}

/* A formula mentions steps of rules, and the group maps rules to others. */
static bool blurs_actions(const coset_session *s, const coset_auto *f)
{
    for (uint32_t i = 0; s->formulas && i < s->formulas->actions.n; i++)
        if (s->formulas->actions.at[i].n_names && coset_detect_exchanges_rules(&f->detected))
            return true;
    return false;
}

static coset_status names_rules(const coset_session *s, coset_err *err)
{
    return coset_fail(err, COSET_UNSUPPORTED,
                      "a formula names rules, and what was detected takes rules to others: leave out --symmetry=%s",
                      s->settings->strategy);
}

/* A linear-time formula is checked under a group of its own, which preserves the atoms. Other formulas may have the
 * same atoms. NULL: everything is preserved. */
static const uint32_t *all_but_atoms(const coset_session *s)
{
    const coset_model *m = s->model;
    uint32_t *keeps = coset_arena_get(s->arena, m->n_props, sizeof *keeps);
    if (!s->temporals || !s->temporals->all.n || (s->formulas && s->formulas->all.n))
        return NULL;
    for (uint32_t p = 0; p < m->n_props; p++)
        keeps[p] = m->props[p].kind == COSET_PROP_PREDICATE ? COSET_KEEP_NONE : COSET_KEEP_ALL;
    return keeps;
}

static coset_status make_found(coset_reduction *r, coset_session *s, coset_err *err)
{
    coset_status status = coset_auto_make(r->unreduced, s, 0, all_but_atoms(s), &r->found, err);
    if (status != COSET_OK)
        return status;
    if (blurs_actions(s, r->found))
        return names_rules(s, err);
    coset_reduction_groups(r, s);
    if (strcmp(s->settings->strategy, "detect") == 0 && prefers_declared(r->found, r->group)) {
        const char *why = r->found->detected.failed;
        if (!s->settings->quiet)
            (void)coset_complain(COSET_EXIT_HOLDS, "declared symmetry is used alone: %s",
                                 why ? why : "the group that is detected is no larger, or could not be used exactly");
        coset_auto_free(r->found);
        r->found = NULL;
    }
    forget_groups(r);
    return COSET_OK;
}

static coset_status reduce_partially(coset_reduction *r, coset_session *s, coset_err *err)
{
    coset_status status = coset_por_model(r, s, r->unreduced, &r->searched, err);
    if (r->partial && r->native) /* then most of the work is computing sets */
        coset_native_put_off(r->native);
    return status;
}

/* The quotient by the detected group, of the model or of its partial order reduction. */
static coset_status reduce_found(coset_reduction *r, coset_session *s, coset_err *err)
{
    r->detected = r->found->minimal ? &r->found->detected : NULL;
    coset_status status = reduce_partially(r, s, err);
    if (status != COSET_OK || !r->found->quotient)
        return status;
    if (r->partial)
        coset_model_free(
            coset_auto_exchange(r->found, coset_detect_quotient_new(r->partial, r->unreduced, r->found->minimal)));
    if (s->settings->order != COSET_IN_DEPTH)
        r->searched = r->found->quotient;
    return COSET_OK;
}

/* A detected group for the symbolic engine: symmetric for all properties. Its paths are lifted by representatives that
 * are unique. */
static coset_status make_found_symbolic(coset_reduction *r, coset_session *s, coset_err *err)
{
    coset_slotwise_group *g = coset_arena_get(s->arena, 1, sizeof *g);
    coset_status status = coset_auto_make(s->model, s, 0, NULL, &r->found, err);
    if (status == COSET_OK && blurs_actions(s, r->found))
        status = names_rules(s, err);
    if (status != COSET_OK || !r->found->minimal)
        return status;
    if (!coset_minimal_exact(r->found->minimal))
        return coset_fail(err, COSET_UNSUPPORTED,
                          "representatives of the detected group are not unique, so the symbolic engine could not show "
                          "its traces: use --engine=explore");
    status = coset_detect_slotwise(&r->found->detected, s->model, COSET_SYMB_MOST_RENAMINGS, s->arena, g, err);
    r->found_slotwise = g;
    return status;
}

/* The symbolic engine gets the group. Its paths are lifted by means of a canonicaliser. */
static coset_status make_symbolic(coset_reduction *r, coset_session *s, coset_err *err)
{
    const char *strategy = s->settings->strategy;
    r->searched = s->model;
    if (strcmp(strategy, "off") != 0 && strcmp(strategy, "auto") != 0 && strcmp(strategy, "detect") != 0)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "the symbolic engine finds representatives in its own ways: leave "
                          "--symmetry out or say detect, and see --symbolic-symmetry");
    if (s->settings->symb.symmetry == COSET_SYMB_NONE)
        return COSET_OK;
    r->by_diagrams = true;
    if (strcmp(strategy, "detect") == 0)
        return make_found_symbolic(r, s, err);
    coset_reduction_groups(r, s);
    return coset_symgroup_is_trivial(r->group) ? COSET_OK : coset_canon_new(s->model, r->group, AUTO, &r->canon, err);
}

coset_status coset_reduction_make(coset_reduction *r, coset_session *s, coset_err *err)
{
    *r = (coset_reduction){0};
    coset_status checked = check_exchanged(s, err);
    if (checked != COSET_OK)
        return checked;
    if (s->settings->search == COSET_BY_DIAGRAMS)
        return make_symbolic(r, s, err);
    coset_status status;
    if (strcmp(s->settings->strategy, "off") == 0) {
        r->unreduced = coset_reduction_code(r, s);
        return reduce_partially(r, s, err);
    }
    if (coset_auto_wanted(s->settings)) {
        r->unreduced = coset_reduction_code(r, s);
        status = make_found(r, s, err);
        if (status == COSET_OK && r->found)
            return reduce_found(r, s, err);
        if (status != COSET_OK)
            return status;
        coset_model_free(r->native);
        r->native = NULL;
    }
    coset_reduction_groups(r, s);
    if (coset_symgroup_is_trivial(r->group))
        check_nothing(r);
    r->unreduced = coset_reduction_code(r, s);
    status = reduce_partially(r, s, err);
    const coset_model *model = r->searched;
    if (status != COSET_OK || coset_symgroup_is_trivial(r->group))
        return status;
    bool chosen = strcmp(s->settings->strategy, "auto") != 0 && !coset_auto_wanted(s->settings);
    const char *strategy = chosen ? s->settings->strategy : AUTO;
    status = coset_canon_new(s->model, r->group, strategy, &r->canon, err);
    if (status != COSET_OK || s->settings->order == COSET_IN_DEPTH)
        return status;
    if (r->native)
        coset_canon_use_native(r->canon, 0);
    r->quotient = coset_quotient_new(model, r->group, r->canon, r->props);
    r->searched = r->quotient;
    return COSET_OK;
}

const coset_model *coset_reduction_quotient(const coset_reduction *r)
{
    return r->found && r->found->used ? r->found->quotient : r->quotient;
}

bool coset_reduction_reduces(const coset_reduction *r) { return r->quotient || (r->found && r->found->used); }

void coset_reduction_switch_off(coset_reduction *r, const coset_session *s)
{
    coset_model_free(r->quotient);
    coset_canon_free(r->canon);
    r->quotient = NULL;
    r->canon = NULL;
    r->group = r->starts = NULL;
    r->props = NULL;
    r->losses.n = 0;
    if (r->order)
        r->order->off = true;
    r->searched = r->partial ? r->partial : r->native ? r->native : s->model;
}

bool coset_reduction_leave(const coset_reduction *r)
{
#ifdef __SANITIZE_ADDRESS__ /* detects leaks only if everything is freed */
    (void)r;
    return false;
#else
    bool rules = coset_native_leave(r->native), renaming = coset_canon_leave(r->canon);
    return rules || renaming;
#endif
}

void coset_reduction_free(coset_reduction *r)
{
    coset_model_free(r->quotient);
    coset_model_free(r->partial);
    coset_model_free(r->native);
    coset_canon_free(r->canon);
    coset_auto_free(r->found);
    check_nothing(r);
    coset_vec_fini(&r->losses);
    *r = (coset_reduction){0};
}

/* lang/kit/temporal.c */
#include "lang/kit/temporal.h"

#include <stdio.h>
#include <string.h>

void coset_temporals_init(coset_temporals *t)
{
    t->arena = coset_arena_new();
    t->pool = coset_ltls_new();
}

void coset_temporals_forget(coset_temporals *t)
{
    for (uint32_t i = 0; i < t->all.n; i++)
        coset_omega_free(t->all.at[i].wrong);
    t->all.n = 0;
    t->claim_found = false;
}

void coset_temporals_fini(coset_temporals *t)
{
    coset_temporals_forget(t);
    coset_vec_fini(&t->all);
    coset_omega_free(t->automaton);
    coset_ltls_free(t->pool);
    coset_arena_free(t->arena);
    *t = (coset_temporals){0};
}

coset_temporal *coset_temporals_add(coset_temporals *t, const char *name, const char *text, coset_pos pos)
{
    coset_temporal *x = coset_vec_add(&t->all);
    *x = (coset_temporal){
        .name = coset_arena_text(t->arena, name), .text = text ? coset_arena_text(t->arena, text) : NULL, .pos = pos};
    return x;
}

/* ---- a given automaton ------------------------------------------------------------------------------------------ */

uint32_t coset_temporals_part(const coset_temporals *t, uint32_t formula)
{
    const uint32_t first = t->n_formulas - t->n_parts;
    return formula >= first ? formula - first + 1 : formula >= first - t->n_fair ? COSET_TEMPORAL_FAIR : 0;
}

/* A condition over the atoms of the property: constant, or an atom or its negation. */
typedef struct {
    bool constant, value;
    uint32_t atom;
} meaning;

static bool same_atom(const coset_temporal *x, uint32_t i, const coset_temporal *y, uint32_t k)
{
    if (x->rules[i] || y->rules[k])
        return x->rules[i] && y->rules[k] && strcmp(x->rules[i], y->rules[k]) == 0;
    return x->props[i] == y->props[k] && x->instances[i] == y->instances[k] && x->still[i] == y->still[k];
}

/* Adds atom `k` of `from` to x. False: x would have more than 64 atoms. */
static bool take_atom(coset_temporal *x, const coset_temporal *from, uint32_t k, uint32_t *atom)
{
    for (*atom = 0; *atom < x->n_atoms; (*atom)++)
        if (same_atom(x, *atom, from, k))
            return true;
    if (x->n_atoms == COSET_LTL_ATOMS)
        return false;
    x->props[x->n_atoms] = from->props[k];
    x->rules[x->n_atoms] = from->rules[k];
    x->still[x->n_atoms] = from->still[k];
    x->instances[x->n_atoms++] = from->instances[k];
    return true;
}

static bool take_condition(coset_temporal *x, const coset_temporal *from, meaning *out)
{
    const coset_ltl *f = from->must;
    *out =
        (meaning){.constant = f->op == COSET_LTL_TRUE || f->op == COSET_LTL_FALSE, .value = f->op != COSET_LTL_FALSE};
    if (f->op == COSET_LTL_NOT) {
        out->value = false;
        f = f->kid[0];
    }
    if (!out->constant && f->op != COSET_LTL_ATOM)
        return false;
    return out->constant || take_atom(x, from, 0, &out->atom);
}

/* The label over the atoms; false: no state satisfies it. */
static bool meant(const meaning *all, uint32_t n, coset_cube label, coset_cube *out)
{
    *out = (coset_cube){0, 0};
    for (uint32_t i = 0; i < n; i++) {
        const bool yes = label.yes >> i & 1, no = label.no >> i & 1;
        if (!yes && !no)
            continue;
        const uint64_t bit = UINT64_C(1) << all[i].atom;
        const coset_cube one = {yes == all[i].value ? bit : 0, yes == all[i].value ? 0 : bit};
        if (all[i].constant ? yes != all[i].value : !coset_cube_meet(*out, one, out))
            return false;
    }
    return true;
}

static void copy_automaton(const coset_omega *a, coset_temporal *x, const meaning *all)
{
    const char *names[COSET_LTL_ATOMS];
    coset_cube label;
    for (uint32_t i = 0; i < x->n_atoms; i++)
        names[i] = "condition";
    x->wrong = coset_omega_new(a->n_states, a->n_sets, x->n_atoms, names);
    x->wrong->initial = a->initial;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (meant(all, a->n_atoms, e->label, &label))
            coset_omega_add(x->wrong, e->from, label, e->marks, e->to);
    }
    coset_omega_index(x->wrong);
    coset_omega_reduce(x->wrong);
}

static void join_parts(coset_temporals *t)
{
    meaning all[COSET_LTL_ATOMS];
    coset_temporal *x = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->all.n; i++) {
        const coset_temporal part = t->all.at[i];
        coset_temporal *kept = &t->all.at[n];
        const bool is_kept = part.part < 2 || part.part == COSET_TEMPORAL_FAIR;
        n += is_kept;
        if (is_kept)
            *kept = part;
        if (!part.part || part.part == COSET_TEMPORAL_FAIR)
            continue;
        if (part.part == 1) {
            x = kept;
            *x = (coset_temporal){.name = t->automaton_name, .pos = part.pos, .prop = part.prop};
        }
        if (part.why || !part.must || !take_condition(x, &part, &all[part.part - 1]))
            x->why = part.why ? part.why : "a condition of the automaton is not a condition on states";
    }
    t->all.n = n;
    if (x && !x->why)
        copy_automaton(t->automaton, x, all);
}

/* ---- fairness --------------------------------------------------------------------------------------------------- */

/* The formula with its atoms renumbered. */
static const coset_ltl *renumbered(coset_ltls *p, const coset_ltl *f, const uint32_t *atoms)
{
    const coset_ltl *a = f->n ? renumbered(p, f->kid[0], atoms) : NULL;
    switch (f->op) {
    case COSET_LTL_ATOM:
        return coset_ltl_atom(p, atoms[f->atom]);
    case COSET_LTL_NOT:
        return coset_ltl_not(p, a);
    case COSET_LTL_NEXT:
        return coset_ltl_next(p, a);
    case COSET_LTL_UNTIL:
    case COSET_LTL_RELEASE:
        return coset_ltl_temporal(p, f->op, a, renumbered(p, f->kid[1], atoms));
    case COSET_LTL_AND:
    case COSET_LTL_OR:
        for (uint32_t i = 1; i < f->n; i++)
            a = coset_ltl_join(p, f->op, a, renumbered(p, f->kid[i], atoms));
        return a;
    default:
        return f;
    }
}

static bool is_timed(const coset_ltl *f)
{
    bool timed = f->op == COSET_LTL_NEXT || f->op == COSET_LTL_UNTIL || f->op == COSET_LTL_RELEASE;
    for (uint32_t i = 0; i < f->n && !timed; i++)
        timed = is_timed(f->kid[i]);
    return timed;
}

static void take_pins(coset_temporals *t, coset_temporal *x, const coset_temporal *from)
{
    coset_temporal_pin *pins = coset_arena_get(t->arena, (size_t)x->n_pins + from->n_pins + 1, sizeof *pins);
    if (x->n_pins)
        memcpy(pins, x->pins, x->n_pins * sizeof *pins);
    if (from->n_pins)
        memcpy(pins + x->n_pins, from->pins, from->n_pins * sizeof *pins);
    x->pins = pins;
    x->n_pins += from->n_pins;
}

static void add_fairness(coset_temporals *t, coset_temporal *x, const coset_temporal *from)
{
    uint32_t atoms[COSET_LTL_ATOMS];
    if (!x->why && !from->why && is_timed(from->must))
        x->why = "--fair takes a condition on states, without operators of time";
    if (x->why || from->why) {
        x->why = x->why ? x->why : from->why;
        return;
    }
    for (uint32_t i = 0; i < from->n_atoms; i++)
        if (!take_atom(x, from, i, &atoms[i])) {
            x->why = "it has more than 64 different conditions, with those of --fair";
            return;
        }
    const coset_ltl *again =
        coset_ltl_always(t->pool, coset_ltl_eventually(t->pool, renumbered(t->pool, from->must, atoms)));
    take_pins(t, x, from);
    x->fair = x->fair ? coset_ltl_join(t->pool, COSET_LTL_AND, x->fair, again) : again;
}

static void join_fairness(coset_temporals *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->all.n; i++)
        for (uint32_t k = 0; t->all.at[i].part != COSET_TEMPORAL_FAIR && k < t->all.n; k++)
            if (t->all.at[k].part == COSET_TEMPORAL_FAIR)
                add_fairness(t, &t->all.at[i], &t->all.at[k]);
    for (uint32_t i = 0; i < t->all.n; i++)
        if (t->all.at[i].part != COSET_TEMPORAL_FAIR)
            t->all.at[n++] = t->all.at[i];
    t->all.n = n;
}

void coset_temporals_join(coset_temporals *t)
{
    join_parts(t);
    join_fairness(t);
}

/* ---- translation ------------------------------------------------------------------------------------------------- */

/* Atoms of one property have these names in all its automata. */
static void name_atom(uint32_t i, char name[16]) { (void)snprintf(name, 16, "a%u", (unsigned)i); }

static coset_status translate(coset_temporals *t, const coset_temporal *x, const coset_ltl *f, coset_omega **out,
                              coset_err *err)
{
    char names[COSET_LTL_ATOMS][16];
    const char *list[COSET_LTL_ATOMS];
    for (uint32_t i = 0; i < x->n_atoms; i++) {
        name_atom(i, names[i]);
        list[i] = names[i];
    }
    const coset_omega_options how = {.n_atoms = x->n_atoms, .names = list};
    const coset_ltl *simple = coset_ltl_simplify(t->pool, coset_ltl_normal(t->pool, f, false));
    return coset_omega_translate(t->pool, simple, &how, out, err);
}

coset_omega *coset_temporal_fair_runs(coset_temporals *t, const coset_temporal *x)
{
    coset_omega *a;
    coset_err err;
    const coset_ltl *f = x->fair ? x->fair : coset_ltl_bool(t->pool, true);
    return translate(t, x, f, &a, &err) == COSET_OK ? a : NULL;
}

/* Restricts a property that is already an automaton to its fair runs. */
static void restrict_to_fair(coset_temporals *t, coset_temporal *x)
{
    char name[16];
    coset_omega *fair = coset_temporal_fair_runs(t, x), *both = NULL;
    for (uint32_t i = 0; i < x->wrong->n_atoms; i++) {
        name_atom(i, name);
        coset_delete(x->wrong->names[i]);
        x->wrong->names[i] = coset_copy_text(name);
    }
    if (fair)
        both = coset_omega_meet(x->wrong, fair);
    coset_omega_free(fair);
    coset_omega_free(x->wrong);
    x->wrong = both;
    if (both)
        coset_omega_reduce(both);
    else
        x->why = "the automaton with --fair is too large";
}

void coset_temporal_translate(coset_temporals *t, coset_temporal *x)
{
    coset_err err;
    if (x->why || x->translated)
        return;
    x->translated = true;
    if (x->wrong && x->fair)
        restrict_to_fair(t, x);
    if (x->wrong || x->why)
        return;
    const coset_ltl *wrong = coset_ltl_not(t->pool, x->must);
    if (x->fair)
        wrong = coset_ltl_join(t->pool, COSET_LTL_AND, wrong, x->fair);
    if (translate(t, x, wrong, &x->wrong, &err) == COSET_OK)
        return;
    x->wrong = NULL;
    x->why = coset_arena_printf(t->arena, "%s", err.text);
}

bool coset_temporal_asks_of_steps(const coset_temporal *x)
{
    for (uint32_t i = 0; i < x->n_atoms; i++)
        if (x->rules[i] || x->still[i])
            return true;
    return false;
}

bool coset_temporal_asks(const coset_temporal *x, uint32_t prop)
{
    for (uint32_t i = 0; i < x->n_atoms; i++)
        if (!x->rules[i] && (x->props[i] == prop || x->still[i] == prop + 1))
            return true;
    return false;
}

bool coset_temporal_speaks_of(const coset_temporal *x, uint32_t prop)
{
    bool speaks = coset_temporal_asks(x, prop);
    for (uint32_t i = 0; !speaks && x->alike && i < x->alike->n; i++)
        speaks = !x->rules[i] && x->alike->props[i] == prop;
    return speaks;
}

coset_temporal coset_temporal_with_alike(const coset_temporals *t, const coset_temporal *x)
{
    coset_temporal out = *x;
    const coset_temporal_alike *a = x->alike;
    for (uint32_t i = 0; i < a->n; i++) {
        out.props[i] = a->props[i];
        out.instances[i] = a->instances[i];
    }
    out.pins = coset_arena_get(t->arena, (size_t)x->n_pins + a->n_pins + 1, sizeof *out.pins);
    if (x->n_pins)
        memcpy(out.pins, x->pins, x->n_pins * sizeof *out.pins);
    if (a->n_pins)
        memcpy(out.pins + x->n_pins, a->pins, a->n_pins * sizeof *out.pins);
    out.n_pins += a->n_pins;
    out.alike = NULL;
    return out;
}

/* symb/encode/merge_rule_orbits.c */
#include "symb/encode/merge_rule_orbits.h"

#include <string.h>

#include "base/mem.h"
#include "ir/interp.h"
#include "symb/encode/renaming.h"

/* The parameters of a rule: elements that move, and the rest. */
typedef struct {
    uint32_t n_params, n_points;
    uint64_t *shape;  /* [n_params] which of the points it is, or the value */
    uint32_t *points; /* [n_points] elements of all types, numbered through; each once */
} tuple;

/* An orbit that is being made. */
typedef struct {
    uint32_t rule; /* its first member */
    uint32_t n_members;
    uint64_t last; /* instance of the last one */
    bool twice;    /* two rules of one instance are the same image: no orbit */
    tuple t;
} orbit;

struct coset__rule_orbits {
    coset__relation *r;
    const coset_symgroup *g;
    coset_bdd valid; /* kept: the membership of other codes has no meaning */
    COSET_VEC(orbit) orbits;
};

/* ---- parameters -------------------------------------------------------------------------------------------------- */

/* The global number of the element that the digit of a parameter denotes; UINT32_MAX: none that moves. */
static uint32_t point_of(const coset__rule_orbits *f, const coset_ir_type *t, uint64_t digit)
{
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++) {
        if (digit < t->members[i]->n)
            return point_of(f, t->members[i], digit);
        digit -= t->members[i]->n;
    }
    if (t->kind != COSET_T_SCALARSET || !f->g->n_moves[t->symtype] || !f->g->moves[t->symtype][digit])
        return UINT32_MAX;
    return coset_symmetry_offset(&f->r->m->symmetry, t->symtype) + (uint32_t)digit;
}

static uint32_t place_of(tuple *t, uint32_t point)
{
    for (uint32_t i = 0; i < t->n_points; i++)
        if (t->points[i] == point)
            return i;
    t->points[t->n_points] = point;
    return t->n_points++;
}

static tuple tuple_of(const coset__rule_orbits *f, const coset__rule *rule)
{
    const coset_ir_rule *ir = &coset_model_ir(f->r->m)->rules[rule->group];
    tuple t = {.n_params = ir->n_params};
    t.shape = coset_new((size_t)ir->n_params + 1, sizeof *t.shape);
    t.points = coset_new((size_t)ir->n_params + 1, sizeof *t.points);
    uint64_t *digits = coset_new((size_t)ir->n_params + 1, sizeof *digits), rest = rule->instance;
    for (uint32_t i = ir->n_params; i-- > 0;) {
        uint64_t radix = coset_ir_radix(ir->params[i].type);
        digits[i] = rest % radix;
        rest /= radix;
    }
    for (uint32_t i = 0; i < ir->n_params; i++) {
        uint32_t point = point_of(f, ir->params[i].type, digits[i]);
        t.shape[i] = point == UINT32_MAX ? 2 * digits[i] : 2 * (uint64_t)place_of(&t, point) + 1;
    }
    coset_delete(digits);
    return t;
}

static void drop_tuple(tuple *t)
{
    coset_delete(t->shape);
    coset_delete(t->points);
}

static uint32_t type_at(const coset_symmetry *s, uint32_t point)
{
    uint32_t t = 0;
    while (t + 1 < s->n_types && point >= coset_symmetry_offset(s, t + 1))
        t++;
    return t;
}

/* The same but for the elements, and these of the same types. */
static bool same_shape(const coset__rule_orbits *f, const tuple *x, const tuple *y)
{
    const coset_symmetry *s = &f->r->m->symmetry;
    bool same = x->n_params == y->n_params && x->n_points == y->n_points &&
                (!x->n_params || memcmp(x->shape, y->shape, x->n_params * sizeof *x->shape) == 0);
    for (uint32_t i = 0; same && i < x->n_points; i++)
        same = type_at(s, x->points[i]) == type_at(s, y->points[i]);
    return same;
}

static bool has_point(const tuple *t, uint32_t point)
{
    for (uint32_t i = 0; i < t->n_points; i++)
        if (t->points[i] == point)
            return true;
    return false;
}

/* How many elements of each type it names, if these are the first that move; else NULL. */
static uint32_t *named_by(const coset__rule_orbits *f, const tuple *t)
{
    const coset_symmetry *s = &f->r->m->symmetry;
    uint32_t *named = coset_new((size_t)s->n_types + 1, sizeof *named);
    bool first = true;
    for (uint32_t i = 0; i < t->n_points; i++)
        named[type_at(s, t->points[i])]++;
    for (uint32_t k = 0; k < s->n_types; k++)
        for (uint32_t e = 0, n = 0; f->g->n_moves[k] && e < s->types[k].n && n < named[k]; e++) {
            n += f->g->moves[k][e];
            first = first && (!f->g->moves[k][e] || has_point(t, coset_symmetry_offset(s, k) + e));
        }
    if (first)
        return named;
    coset_delete(named);
    return NULL;
}

/* How many choices of elements there are; 0: too many to have a rule each. */
static uint32_t choices(const coset__rule_orbits *f, const uint32_t *named)
{
    uint64_t n = 1;
    for (uint32_t t = 0; t < f->r->m->symmetry.n_types; t++)
        for (uint32_t i = 0; i < named[t] && n <= UINT32_MAX; i++)
            n *= f->g->n_moves[t] - i;
    return n <= UINT32_MAX ? (uint32_t)n : 0;
}

/* Takes the elements of one to those of the other, and the others that move in their order. */
static coset_renaming *renaming_to(const coset__rule_orbits *f, const tuple *from, const tuple *to)
{
    const coset_symmetry *s = &f->r->m->symmetry;
    coset_renaming *perm = coset_new((size_t)coset_symmetry_points(s) + 1, sizeof *perm);
    for (uint32_t t = 0; t < s->n_types; t++) {
        uint32_t first = coset_symmetry_offset(s, t), image = 0;
        for (uint32_t e = 0; e < s->types[t].n; e++) {
            perm[first + e] = e;
            if (!f->g->n_moves[t] || !f->g->moves[t][e] || has_point(from, first + e))
                continue;
            while (!f->g->moves[t][image] || has_point(to, first + image))
                image++;
            perm[first + e] = image++;
        }
    }
    for (uint32_t i = 0; i < from->n_points; i++)
        perm[from->points[i]] = to->points[i] - coset_symmetry_offset(s, type_at(s, to->points[i]));
    return perm;
}

/* ---- images of rules --------------------------------------------------------------------------------------------- */

static bool writes(const coset__rule *rule, uint32_t slot)
{
    for (uint32_t i = 0; i < rule->n_slots; i++)
        if (rule->slots[i] == slot)
            return true;
    return false;
}

static bool is_same(const coset__rule_orbits *f, const coset__renaming *by, coset_bdd x, coset_bdd image)
{
    coset_bdds *b = f->r->bdd;
    return coset_bdd_same(coset__rename(by, x), image) ||
           coset_bdd_same(coset__rename(by, coset_bdd_and(b, x, f->valid)), coset_bdd_and(b, image, f->valid));
}

/* In all respects. */
static bool is_image(const coset__rule_orbits *f, const coset__rule *of, const coset__renaming *by,
                     const coset__rule *rule)
{
    bool same = of->n_slots == rule->n_slots && of->n_faults == rule->n_faults && !of->n_covers && !rule->n_covers;
    for (uint32_t i = 0; same && i < of->n_slots; i++)
        same = writes(rule, coset__renamed_slot(by, of->slots[i]));
    for (uint32_t i = 0; same && i < of->n_faults; i++)
        same = of->faults[i].prop == rule->faults[i].prop && is_same(f, by, of->faults[i].when, rule->faults[i].when);
    return same && is_same(f, by, of->step, rule->step) && is_same(f, by, of->fires, rule->fires) &&
           is_same(f, by, of->enabled, rule->enabled) && is_same(f, by, of->moves, rule->moves);
}

static bool becomes(const coset__rule_orbits *f, const coset__rule *of, const coset_renaming *perm,
                    const coset__rule *rule)
{
    coset__renaming *by = coset__renaming_new(&f->r->vars, perm, COSET__BY_NOTHING);
    coset_bdd_scope scope = coset_bdd_open(f->r->bdd);
    bool same = is_image(f, of, by, rule) && !coset_bdd_failed(f->r->bdd);
    coset_bdd_close(f->r->bdd, scope);
    coset__renaming_free(by);
    return same;
}

/* Exchanges of elements that the rule does not name preserve it. */
static bool kept_by_others(const coset__rule_orbits *f, const orbit *o)
{
    const coset_symmetry *s = &f->r->m->symmetry;
    const coset__rule *rule = &f->r->rules.at[o->rule];
    bool kept = true;
    for (uint32_t t = 0; t < s->n_types; t++) {
        uint32_t first = coset_symmetry_offset(s, t), last = UINT32_MAX;
        for (uint32_t e = 0; f->g->n_moves[t] && kept && e < s->types[t].n; e++) {
            if (!f->g->moves[t][e] || has_point(&o->t, first + e))
                continue;
            if (last != UINT32_MAX) {
                coset_renaming *perm = renaming_to(f, &(tuple){0}, &(tuple){0});
                perm[first + last] = e;
                perm[first + e] = last;
                kept = becomes(f, rule, perm, rule);
                coset_delete(perm);
            }
            last = e;
        }
    }
    return kept;
}

/* ---- to forget and to restore ---- */

static void drop_together(coset_bdds *b, coset__rule *rule)
{
    coset_bdd_drop(b, rule->together->fires);
    coset_bdd_drop(b, rule->together->moves);
    coset_delete(rule->together->named);
    coset_delete(rule->together);
    rule->together = NULL;
}

void coset__rule_forget_orbit(coset_bdds *b, coset__rule *rule)
{
    if (rule->together)
        drop_together(b, rule);
    coset_delete(rule->by);
    rule->by = NULL;
}

static void begin_together(coset_bdds *b, coset__rule *rule, uint32_t *named)
{
    coset__together *x = coset_new(1, sizeof *x);
    *x = (coset__together){
        .named = named, .fires = coset_bdd_keep(b, rule->fires), .moves = coset_bdd_keep(b, rule->moves)};
    rule->together = x;
}

static void add_to(coset_bdds *b, coset_bdd *all, coset_bdd one)
{
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd_set(b, all, coset_bdd_or(b, *all, one));
    coset_bdd_close(b, scope);
}

/* The rule is the image of another one: its data are added to those of the orbit, and dropped. */
static void fold(coset__rule_orbits *f, const orbit *o, coset__rule *rule, coset_renaming *perm)
{
    coset_bdds *b = f->r->bdd;
    coset__together *x = f->r->rules.at[o->rule].together;
    add_to(b, &x->fires, rule->fires);
    add_to(b, &x->moves, rule->moves);
    coset__rule nothing = {
        .group = rule->group, .level = rule->level, .instance = rule->instance, .of = o->rule, .by = perm};
    coset_bdd *all[] = {&nothing.fires, &nothing.enabled, &nothing.step, &nothing.moves, &nothing.cut};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = coset_bdd_keep(b, coset_bdd_false);
    coset__rule_free(b, rule);
    *rule = nothing;
}

static void rename_kept(coset_bdds *b, const coset__renaming *by, coset_bdd from, coset_bdd *to)
{
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd_set(b, to, coset__rename(by, from));
    coset_bdd_close(b, scope);
}

static void restore(const coset__relation *r, coset__rule *rule)
{
    coset_bdds *b = r->bdd;
    const coset__rule *of = &r->rules.at[rule->of];
    coset__renaming *by = coset__renaming_new(&r->vars, rule->by, COSET__BY_NOTHING);
    rename_kept(b, by, of->fires, &rule->fires);
    rename_kept(b, by, of->enabled, &rule->enabled);
    rename_kept(b, by, of->step, &rule->step);
    rename_kept(b, by, of->moves, &rule->moves);
    rule->n_slots = of->n_slots;
    rule->slots = coset_new((size_t)of->n_slots + 1, sizeof *rule->slots);
    for (uint32_t i = 0; i < of->n_slots; i++)
        rule->slots[i] = coset__renamed_slot(by, of->slots[i]);
    rule->n_faults = of->n_faults;
    rule->faults = coset_new((size_t)of->n_faults + 1, sizeof *rule->faults);
    for (uint32_t i = 0; i < of->n_faults; i++) {
        rule->faults[i] = (coset__fault){of->faults[i].prop, coset_bdd_keep(b, coset_bdd_false)};
        rename_kept(b, by, of->faults[i].when, &rule->faults[i].when);
    }
    coset__renaming_free(by);
    coset__rule_forget_orbit(b, rule);
}

/* Of rules numbered from `from` on. */
static void restore_members(coset__relation *r, uint32_t from, uint32_t of)
{
    for (uint32_t i = from; i < r->rules.n; i++)
        if (r->rules.at[i].by && r->rules.at[i].of == of)
            restore(r, &r->rules.at[i]);
    drop_together(r->bdd, &r->rules.at[of]);
}

bool coset__unfold(coset__relation *r)
{
    bool any = false;
    for (uint32_t i = 0; i < r->rules.n; i++)
        if (r->rules.at[i].together) {
            restore_members(r, i, i);
            any = true;
        }
    return any;
}

/* ---- while rules are made ---- */

/* Whether the rule fires and counts depends only on the rule: no step is cut by an assumption. */
static bool stand_alone(const coset_model *m)
{
    const coset_ir *ir = coset_model_ir(m);
    bool alone = ir->transient == NULL;
    for (uint32_t i = 1; i < ir->n_rules; i++)
        alone = alone && ir->rules[i].priority == ir->rules[0].priority;
    for (uint32_t i = 0; i < ir->n_props; i++)
        alone = alone && ir->props[i].kind != COSET_PROP_ASSUMPTION;
    return alone;
}

coset__rule_orbits *coset__rule_orbits_begin(coset__relation *r, const coset_symgroup *g)
{
    if (!g || coset_symgroup_is_trivial(g) || !stand_alone(r->m))
        return NULL;
    coset__rule_orbits *f = coset_new(1, sizeof *f);
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    *f = (coset__rule_orbits){.r = r, .g = g, .valid = coset_bdd_keep(r->bdd, coset__valid(&r->vars))};
    coset_bdd_close(r->bdd, scope);
    return f;
}

static bool join_orbit(coset__rule_orbits *f, coset__rule *rule, const tuple *t)
{
    for (uint32_t i = 0; i < f->orbits.n; i++) {
        orbit *o = &f->orbits.at[i];
        if (!same_shape(f, &o->t, t))
            continue;
        coset_renaming *perm = renaming_to(f, &o->t, t);
        if (!becomes(f, &f->r->rules.at[o->rule], perm, rule)) {
            coset_delete(perm);
            continue;
        }
        o->twice = o->twice || o->last == rule->instance;
        o->last = rule->instance;
        o->n_members++;
        fold(f, o, rule, perm);
        return true;
    }
    return false;
}

static void begin_orbit(coset__rule_orbits *f, uint32_t number, tuple *t)
{
    coset__rule *rule = &f->r->rules.at[number];
    uint32_t *named = rule->n_covers || t->n_points == 0 ? NULL : named_by(f, t);
    if (!named) {
        drop_tuple(t);
        return;
    }
    begin_together(f->r->bdd, rule, named);
    *coset_vec_add(&f->orbits) = (orbit){.rule = number, .n_members = 1, .last = rule->instance, .t = *t};
}

void coset__rule_orbits_add(coset__rule_orbits *f, uint32_t from)
{
    for (uint32_t i = from; f && i < f->r->rules.n; i++) {
        tuple t = tuple_of(f, &f->r->rules.at[i]);
        if (join_orbit(f, &f->r->rules.at[i], &t))
            drop_tuple(&t);
        else
            begin_orbit(f, i, &t);
    }
}

void coset__rule_orbits_settle(coset__rule_orbits *f)
{
    for (uint32_t i = 0; f && i < f->orbits.n; i++) {
        orbit *o = &f->orbits.at[i];
        const coset__rule *rule = &f->r->rules.at[o->rule];
        bool whole = !o->twice && o->n_members > 1 && o->n_members == choices(f, rule->together->named);
        if (!whole || !kept_by_others(f, o))
            restore_members(f->r, o->rule, o->rule);
        drop_tuple(&o->t);
    }
    if (f)
        f->orbits.n = 0;
}

void coset__rule_orbits_end(coset__rule_orbits *f)
{
    if (!f)
        return;
    coset_bdd_drop(f->r->bdd, f->valid);
    coset_vec_fini(&f->orbits);
    coset_delete(f);
}

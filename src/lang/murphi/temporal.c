/* lang/murphi/temporal.c */
#include "lang/murphi/temporal.h"

#include <string.h>

#include "ir/build.h"
#include "ir/lift_elements.h"
#include "ir/visit.h"
#include "lang/murphi/parse.h"
#include "lang/murphi/parse_temporal.h"

#define MOST_INSTANCES 4096   /* of a formula, and values of a quantifier inside one */
#define MOST_READ      200000 /* bound on how often bodies of quantifiers inside a formula are parsed */

/* A quantifier with temporal operators inside, identified by the position of its names in the source. */
typedef struct {
    const char *key;
    uint32_t n_names, first;          /* first: number of names that are bound outside of it */
    const coset_predicate *predicate; /* of a condition inside; NULL: there is none */
    const coset_ir_binder *names;     /* once the model is lowered: [n_names], or NULL */
} quantifier;

typedef struct {
    const char *key;
    coset_predicate *predicate;
    const bool *uses; /* once the model is lowered: [names around it] it uses the name */
} condition;

/* A name that a quantifier binds, with its current value. */
typedef struct {
    const coset_ir_binder *binder;
    int64_t value;
} named;

typedef struct {
    const char *name;
    coset_text_piece piece;
    uint32_t part; /* as in coset_temporal */
} source;

typedef struct coset_mu_temporals {
    COSET_VEC(source) sources;
    COSET_VEC(quantifier) quantifiers;
    COSET_VEC(condition) conditions;
} found;

/* The enclosing quantifiers, with their current values. */
typedef struct scope {
    const struct scope *outer;
    uint32_t quantifier; /* number */
    coset_text_piece binders;
    uint64_t value, n;
} scope;

typedef struct {
    coset_text *text;
    coset_mu_model *model;
    const coset_ir *ir; /* NULL: the pass that finds conditions */
    found *f;
    coset_temporals *t;
    coset_temporal *x; /* the property being built */
    const scope *around;
    COSET_VEC(const coset_ltl *) parts; /* of atoms from COSET_LTL_ATOMS on */
    const char *why;                    /* it cannot be checked */
    uint32_t n_made;                    /* instances of the current formula, */
    uint32_t n_read;                    /* and bodies of quantifiers inside them */
    uint32_t row;
    const source *source;
} reading;

/* ---- conditions, before the model is checked -------------------------------------------------------------------- */

static uint32_t n_names_around(const reading *r, const scope *s)
{
    uint32_t n = 0;
    for (; s; s = s->outer)
        n += r->f->quantifiers.at[s->quantifier].n_names;
    return n;
}

/* The rule below its quantifiers. */
static coset_mu_rule *under_quantifiers(reading *r, const scope *s, coset_mu_rule *inner)
{
    for (; s; s = s->outer) {
        coset_mu_rule *set = coset_arena_get(r->model->arena, 1, sizeof *set);
        set->kind = COSET_MU_R_RULESET;
        set->pos = inner->pos;
        set->len = inner->len;
        set->binders = coset_mu_read_binders(r->text, s->binders, r->model->arena, r->model->dialect);
        set->rules = inner;
        inner = set;
    }
    return inner;
}

static void append_rule(coset_mu_model *m, coset_mu_rule *rule)
{
    coset_mu_item **last = &m->items;
    while (*last)
        last = &(*last)->next;
    *last = coset_arena_get(m->arena, 1, sizeof **last);
    (*last)->rule = rule;
}

static bool declare_condition(reading *r, coset_text_piece piece)
{
    coset_mu_expr *e = coset_mu_parse_expr(r->text, piece, r->model->arena, r->model->dialect);
    if (!e)
        return false;
    coset_predicate *p = coset_arena_get(r->model->arena, 1, sizeof *p);
    *p = (coset_predicate){.op = COSET_PREDICATE_TEXT, .pos = piece.pos, .len = (uint32_t)piece.len, .text = piece};
    coset_mu_rule *rule = coset_arena_get(r->model->arena, 1, sizeof *rule);
    rule->kind = COSET_MU_R_PREDICATE;
    rule->pos = piece.pos;
    rule->len = (uint32_t)piece.len;
    rule->predicate = p;
    rule->guard = e;
    append_rule(r->model, under_quantifiers(r, r->around, rule));
    *coset_vec_add(&r->f->conditions) = (condition){.key = piece.bytes, .predicate = p};
    for (const scope *s = r->around; s; s = s->outer)
        r->f->quantifiers.at[s->quantifier].predicate = p;
    return true;
}

/* The quantifier with those names; it is new before the model is checked. UINT32_MAX after messages. */
static uint32_t quantifier_of(reading *r, coset_text_piece binders)
{
    for (uint32_t i = 0; i < r->f->quantifiers.n; i++)
        if (r->f->quantifiers.at[i].key == binders.bytes)
            return i;
    quantifier q = {.key = binders.bytes, .first = n_names_around(r, r->around)};
    const coset_mu_decl *d = coset_mu_read_binders(r->text, binders, r->model->arena, r->model->dialect);
    if (!d)
        return UINT32_MAX;
    for (; d; d = d->next)
        q.n_names++;
    *coset_vec_add(&r->f->quantifiers) = q;
    return r->f->quantifiers.n - 1;
}

static const char too_many[] = "it has more than 64 different conditions";

/* ---- atoms, once the model is lowered --------------------------------------------------------------------------- */

static uint64_t n_values(const reading *r, const quantifier *q)
{
    uint64_t n = 1;
    for (uint32_t i = 0; r->ir && q->names && i < q->n_names; i++)
        if (__builtin_mul_overflow(n, coset_ir_radix(q->names[i].type), &n))
            return UINT64_MAX;
    return n;
}

/* The enclosing names, the outermost first; returns their number. */
static uint32_t list_names(const reading *r, const scope *s, named *out)
{
    if (!s)
        return 0;
    uint32_t n = list_names(r, s->outer, out);
    const quantifier *q = &r->f->quantifiers.at[s->quantifier];
    uint64_t rest = s->value, weight = s->n;
    for (uint32_t i = 0; q->names && i < q->n_names; i++) {
        const coset_ir_type *t = q->names[i].type;
        weight /= coset_ir_radix(t);
        out[n++] = (named){&q->names[i], coset_ir_unrank(t, rest / weight)};
        rest %= weight;
    }
    return n;
}

static named *names_around(reading *r, uint32_t *n)
{
    named *all = coset_new((size_t)n_names_around(r, r->around) + 1, sizeof *all);
    *n = list_names(r, r->around, all);
    return all;
}

static void pin(reading *r, const coset_ir_type *t, int64_t v, bool chosen)
{
    coset_temporal *x = r->x;
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (coset_ir_rank(t->members[i], v) >= 0) {
            t = t->members[i];
            break;
        }
    if (t->kind != COSET_T_SCALARSET)
        return;
    const coset_temporal_pin now = {t->symtype, (uint32_t)(v - t->lo)};
    for (uint32_t i = 0; !chosen && i < x->n_pins; i++)
        if (x->pins[i].type == now.type && x->pins[i].element == now.element)
            return;
    coset_temporal_pin *pins = coset_arena_get(r->t->arena, (size_t)x->n_pins + 1, sizeof *pins);
    if (x->n_pins)
        memcpy(pins, x->pins, x->n_pins * sizeof *pins);
    pins[x->n_pins++] = now;
    x->pins = pins;
    x->n_chosen += chosen;
}

/* Pins the elements that are values of the names around the whole formula. */
static void pin_chosen(reading *r)
{
    uint32_t n;
    named *all = names_around(r, &n);
    for (uint32_t i = 0; i < n; i++)
        pin(r, all[i].binder->type, all[i].value, true);
    coset_delete(all);
}

/* The instance of the condition, over the names that it uses; UINT32_MAX: there are too many. If `pins`, their elements
 * are pinned. */
static uint32_t instance_of(reading *r, const condition *c, bool pins)
{
    uint32_t n;
    uint64_t instance = 0;
    named *all = names_around(r, &n);
    for (uint32_t i = 0; i < n; i++) {
        const coset_ir_type *t = all[i].binder->type;
        const int64_t rank = coset_ir_rank(t, all[i].value);
        if (!c->uses[i])
            continue;
        if (__builtin_mul_overflow(instance, coset_ir_radix(t), &instance) || instance >= UINT32_MAX) {
            instance = UINT32_MAX;
            break;
        }
        instance += rank > 0 ? (uint64_t)rank : 0;
        if (pins)
            pin(r, t, all[i].value, false);
    }
    coset_delete(all);
    return instance < UINT32_MAX ? (uint32_t)instance : UINT32_MAX;
}

static uint32_t atom_of(reading *r, const condition *c)
{
    coset_temporal *x = r->x;
    const uint32_t prop = c->predicate->prop, instance = instance_of(r, c, false);
    if (instance == UINT32_MAX)
        r->why = "its quantifiers have too many values";
    for (uint32_t i = 0; i < x->n_atoms; i++)
        if (!x->rules[i] && x->props[i] == prop && x->instances[i] == instance)
            return i;
    if (x->n_atoms == COSET_LTL_ATOMS) {
        r->why = too_many;
        return 0;
    }
    (void)instance_of(r, c, true);
    x->props[x->n_atoms] = prop;
    x->instances[x->n_atoms] = instance;
    return x->n_atoms++;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static const coset_ltl *read_piece(reading *r, coset_text_piece piece);

/* The condition as an atom; false after messages. */
static bool read_condition(reading *r, coset_text_piece piece, uint32_t *atom)
{
    for (uint32_t i = 0; i < r->f->conditions.n; i++)
        if (r->f->conditions.at[i].key == piece.bytes) {
            *atom = r->ir ? atom_of(r, &r->f->conditions.at[i]) : 0;
            return true;
        }
    *atom = 0;
    return declare_condition(r, piece);
}

static bool is_rule(const coset_ir *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->n_rules; i++)
        if (!ir->rules[i].is_start && strcmp(ir->rules[i].name, name) == 0)
            return true;
    return false;
}

/* The last step executed the rule of this name. */
static bool read_rule(reading *r, coset_text_piece piece, uint32_t *atom)
{
    coset_temporal *x = r->x;
    *atom = 0;
    if (!r->ir)
        return true;
    const char *name = coset_arena_text_n(r->t->arena, piece.bytes, piece.len);
    if (!is_rule(r->ir, name)) {
        coset_message(r->text, COSET_SEVERITY_ERROR, "L013", piece.pos, (uint32_t)piece.len,
                      "the model has no rule of this name");
        coset_message_help(r->text, "names of rules are those that traces show");
        return false;
    }
    for (uint32_t i = 0; i < x->n_atoms; i++)
        if (x->rules[i] && strcmp(x->rules[i], name) == 0)
            return *atom = i, true;
    if (x->n_atoms == COSET_LTL_ATOMS) {
        r->why = too_many;
        return true;
    }
    x->rules[x->n_atoms] = name;
    *atom = x->n_atoms++;
    return true;
}

/* A quantifier inside the formula: combines the parts for all its values. */
static bool read_quantified(reading *r, const coset_mu_quantified *q, uint32_t *atom)
{
    scope s = {.outer = r->around, .quantifier = quantifier_of(r, q->binders), .binders = q->binders};
    if (s.quantifier == UINT32_MAX)
        return false;
    s.n = n_values(r, &r->f->quantifiers.at[s.quantifier]);
    const coset_ltl *all = coset_ltl_bool(r->t->pool, q->all);
    if (s.n > MOST_INSTANCES)
        r->why = "its quantifiers have too many values";
    r->around = &s;
    for (; s.value < s.n && !r->why; s.value++) {
        if (r->n_read++ >= MOST_READ)
            r->why = "its quantifiers have too many values";
        const coset_ltl *one = read_piece(r, q->body);
        if (!one)
            break;
        all = coset_ltl_join(r->t->pool, q->all ? COSET_LTL_AND : COSET_LTL_OR, all, one);
    }
    r->around = s.outer;
    *atom = COSET_LTL_ATOMS + r->parts.n;
    *coset_vec_add(&r->parts) = all;
    return r->why || s.value == s.n;
}

static size_t read_atom(void *ctx, const coset_text_piece *piece, size_t at, bool tight, uint32_t *atom)
{
    reading *r = ctx;
    size_t end;
    coset_mu_quantified q;
    coset_text_piece name;
    bool ok = true;
    if (coset_mu_find_rule(piece, at, &name, &end))
        return read_rule(r, name, atom) ? end : COSET_LTL_REFUSED;
    switch (coset_mu_find_part(piece, at, tight, &end)) {
    case COSET_MU_PART_NONE:
        return at;
    case COSET_MU_PART_CONDITION:
        ok = read_condition(r, coset_mu_subpiece(piece, at, end), atom);
        break;
    case COSET_MU_PART_BRACED:
        ok = read_condition(r, coset_mu_subpiece(piece, at + 1, end - 1), atom);
        break;
    case COSET_MU_PART_QUANTIFIED:
        ok = coset_mu_split_quantifier(r->text, piece, at, end, &q) && read_quantified(r, &q, atom);
        break;
    }
    return ok ? end : COSET_LTL_REFUSED;
}

/* The formula with the parts of quantifiers inserted. */
static const coset_ltl *with_parts(const reading *r, const coset_ltl *f)
{
    coset_ltls *p = r->t->pool;
    const coset_ltl *a, *b;
    switch (f->op) {
    case COSET_LTL_ATOM:
        return f->atom >= COSET_LTL_ATOMS ? r->parts.at[f->atom - COSET_LTL_ATOMS] : f;
    case COSET_LTL_NOT:
        return coset_ltl_not(p, with_parts(r, f->kid[0]));
    case COSET_LTL_NEXT:
        return coset_ltl_next(p, with_parts(r, f->kid[0]));
    case COSET_LTL_UNTIL:
    case COSET_LTL_RELEASE:
        a = with_parts(r, f->kid[0]);
        b = with_parts(r, f->kid[1]);
        return coset_ltl_temporal(p, f->op, a, b);
    case COSET_LTL_AND:
    case COSET_LTL_OR:
        a = with_parts(r, f->kid[0]);
        for (uint32_t i = 1; i < f->n; i++)
            a = coset_ltl_join(p, f->op, a, with_parts(r, f->kid[i]));
        return a;
    default:
        return f;
    }
}

static const coset_ltl *read_piece(reading *r, coset_text_piece piece)
{
    const coset_ltl_reader reader = {r, read_atom};
    const coset_ltl *f;
    coset_err err;
    return coset_ltl_read(r->t->pool, r->text, piece, &reader, &f, &err) == COSET_OK ? with_parts(r, f) : NULL;
}

/* ---- whole formulas --------------------------------------------------------------------------------------------- */

/* "p: node_1, q: node_2" */
static const char *say_names(reading *r)
{
    char value[200];
    uint32_t n;
    named *all = names_around(r, &n);
    const char *text = "";
    for (uint32_t i = 0; i < n; i++) {
        coset_ir_value_text(all[i].binder->type, all[i].value, value, sizeof value);
        text = coset_arena_printf(r->t->arena, "%s%s%s: %s", text, *text ? ", " : "", all[i].binder->name, value);
    }
    coset_delete(all);
    return text;
}

static bool make_one(reading *r, coset_text_piece piece)
{
    const char *text = coset_arena_text_n(r->t->arena, r->source->piece.bytes, r->source->piece.len);
    r->why = NULL;
    r->parts.n = 0;
    if (!r->ir)
        return read_piece(r, piece) != NULL;
    if (r->n_made++ >= MOST_INSTANCES)
        return true;
    r->x = coset_temporals_add(r->t, r->source->name ? r->source->name : text, text, r->source->piece.pos);
    r->x->prop = r->row;
    r->x->part = r->source->part;
    if (r->around) {
        r->x->index = say_names(r);
        pin_chosen(r);
    }
    const coset_ltl *must = read_piece(r, piece);
    r->x->must = r->why ? NULL : must;
    r->x->why = r->n_made == MOST_INSTANCES ? "its quantifiers have too many values" : r->why;
    return must != NULL;
}

/* The formula for each value of the quantifiers around it. */
static bool make_all(reading *r, coset_text_piece piece)
{
    size_t end, at = 0, len = piece.len;
    coset_mu_quantified q;
    while (at < len && strchr(" \t\r\n", piece.bytes[at]))
        at++;
    while (len > at && strchr(" \t\r\n", piece.bytes[len - 1]))
        len--;
    piece = coset_mu_subpiece(&piece, at, len);
    if (piece.len == 0 || coset_mu_find_part(&piece, 0, false, &end) != COSET_MU_PART_QUANTIFIED || end != piece.len)
        return make_one(r, piece);
    if (!coset_mu_split_quantifier(r->text, &piece, 0, end, &q))
        return false;
    if (!q.all)
        return make_one(r, piece);
    scope s = {.outer = r->around, .quantifier = quantifier_of(r, q.binders), .binders = q.binders};
    bool ok = s.quantifier != UINT32_MAX;
    s.n = ok ? n_values(r, &r->f->quantifiers.at[s.quantifier]) : 0;
    r->around = &s;
    for (; ok && s.value < s.n && r->n_made < MOST_INSTANCES; s.value++)
        ok = make_all(r, q.body);
    r->around = s.outer;
    return ok;
}

/* ---- all formulas ----------------------------------------------------------------------------------------------- */

static bool wants(coset_temporals *t, const char *name)
{
    if (!t->claim)
        return !coset_temporals_are_given(t);
    const bool is = name && strcmp(t->claim, name) == 0;
    t->claim_found = t->claim_found || is;
    return is;
}

static void list_sources(coset_text *text, const coset_mu_model *model, coset_temporals *t, found *f)
{
    const coset_text_piece all = coset_text_whole(text, model->file);
    coset_mu_comment c;
    for (size_t at = 0; coset_mu_next_comment(&all, &at, &c, model->arena);)
        if (wants(t, c.name))
            *coset_vec_add(&f->sources) = (source){c.name, c.formula, 0};
    for (uint32_t i = 0; i < t->n_formulas; i++)
        *coset_vec_add(&f->sources) =
            (source){NULL, coset_text_whole(text, t->formulas[i]), coset_temporals_part(t, i)};
}

coset_status coset_mu_find_temporals(coset_text *text, coset_mu_model *model, coset_temporals *t, coset_err *err)
{
    found *f = coset_arena_get(model->arena, 1, sizeof *f);
    reading r = {.text = text, .model = model, .f = f, .t = t};
    bool ok = true;
    model->temporals = f;
    list_sources(text, model, t, f);
    for (uint32_t i = 0; i < f->sources.n; i++) {
        r.source = &f->sources.at[i];
        ok = make_all(&r, r.source->piece) && ok;
    }
    coset_vec_fini(&r.parts);
    return ok ? COSET_OK : coset_fail(err, COSET_INPUT, "a formula has errors");
}

static void add_rows(coset_ir *ir, const found *f, const coset_temporals *t)
{
    coset_ir_prop *props = coset_arena_get(ir->arena, (size_t)ir->n_props + f->sources.n + 1, sizeof *props);
    if (ir->n_props)
        memcpy(props, ir->props, ir->n_props * sizeof *props);
    ir->props = props;
    for (uint32_t i = 0; i < f->sources.n; i++) {
        const source *s = &f->sources.at[i];
        if (s->part > 1)
            continue;
        const char *name = s->part   ? t->automaton_name
                           : s->name ? s->name
                                     : coset_arena_text_n(t->arena, s->piece.bytes, s->piece.len);
        props[ir->n_props++] = (coset_ir_prop){.name = coset_arena_text(ir->arena, name),
                                               .kind = COSET_PROP_ACCEPTANCE,
                                               .pos = s->piece.pos,
                                               .unchecked = "it was not judged"};
    }
}

/* ---- names that conditions ask for ------------------------------------------------------------------------------ */

typedef struct {
    const coset_ir_prop *p;
    bool *uses;
} asking;

static bool note_use(const coset_ir_visit *v, const coset_ir_place *p)
{
    const asking *a = v->ctx;
    for (uint32_t i = 0; i < a->p->n_params; i++)
        if ((p->base == COSET_P_LOCAL || p->base == COSET_P_REF) && p->offset == a->p->params[i].frame)
            a->uses[i] = true;
    return coset_ir_visit_place_parts(v, p);
}

/* Restricts the instances of the condition to the names that it uses: others would give several atoms, one for each
 * value. */
static void drop_unused_names(coset_ir *ir, condition *c)
{
    coset_ir_prop *p = (coset_ir_prop *)(uintptr_t)&ir->props[c->predicate->prop];
    bool *uses = coset_arena_get(ir->arena, (size_t)p->n_params + 1, sizeof *uses);
    coset_ir_binder *kept = coset_arena_get(ir->arena, (size_t)p->n_params + 1, sizeof *kept);
    const asking a = {p, uses};
    const coset_ir_visit v = {.place = note_use, .ctx = (void *)(uintptr_t)&a};
    uint32_t n = 0;
    (void)coset_ir_visit_prop(&v, p);
    for (uint32_t i = 0; i < p->n_params; i++)
        if (uses[i])
            kept[n++] = p->params[i];
    p->params = kept;
    p->n_params = n;
    c->uses = uses;
}

/* Merges duplicate conditions; the property of the second one is not used any more. */
static void merge_condition(coset_ir *ir, const found *f, condition *c)
{
    coset_ir_prop *p = (coset_ir_prop *)(uintptr_t)&ir->props[c->predicate->prop];
    for (const condition *d = f->conditions.at; d < c; d++) {
        if (!coset_ir_same_condition(&ir->props[d->predicate->prop], p))
            continue;
        coset_ir_expr *yes = coset_ir_make(ir->arena, COSET_E_CONST, p->expr->type, p->pos);
        yes->value = 1;
        p->expr = yes;
        p->n_params = 0;
        c->predicate = d->predicate;
        return;
    }
}

static void find_names(coset_ir *ir, found *f)
{
    for (uint32_t i = 0; i < f->quantifiers.n; i++) {
        quantifier *q = &f->quantifiers.at[i];
        q->names = q->predicate ? ir->props[q->predicate->prop].params + q->first : NULL;
    }
    for (uint32_t i = 0; i < f->conditions.n; i++)
        drop_unused_names(ir, &f->conditions.at[i]);
    for (uint32_t i = 0; i < f->conditions.n; i++)
        merge_condition(ir, f, &f->conditions.at[i]);
}

coset_status coset_mu_make_temporals(coset_text *text, const coset_mu_model *model, coset_ir *ir, coset_temporals *t,
                                     coset_err *err)
{
    found *f = model->temporals;
    reading r = {.text = text, .ir = ir, .f = f, .t = t, .row = ir->n_props};
    bool ok = true;
    find_names(ir, f);
    for (uint32_t i = 0; i < f->sources.n && ok; i++) {
        r.source = &f->sources.at[i];
        r.n_made = r.n_read = 0;
        ok = make_all(&r, r.source->piece);
        r.row += r.source->part < 2;
    }
    add_rows(ir, f, t);
    coset_vec_fini(&r.parts);
    return ok ? COSET_OK : coset_fail(err, COSET_INPUT, "a formula has errors");
}

void coset_mu_forget_temporals(coset_mu_model *model)
{
    found *f = model ? model->temporals : NULL;
    if (!f)
        return;
    coset_vec_fini(&f->sources);
    coset_vec_fini(&f->quantifiers);
    coset_vec_fini(&f->conditions);
    model->temporals = NULL;
}

#include "lang/cspm/compile/choose.h"

#include <string.h>

#include "lang/cspm/compile/choose_int.h"

/* ---- types ------------------------------------------------------------------------------------------------------ */

static const cspm_symbol *constructor_at(const cspm_symbol *type, uint32_t i)
{
    return type->decl->node->kid[i]->symbol;
}

static bool is_element(const cspm_symbol *s) { return s->kind == SYMBOL_CONSTRUCTOR && s->fields == 0; }

static uint32_t number_of(const cspm_symbol *type, const cspm_symbol *constant)
{
    uint32_t e = 0;
    for (uint32_t i = 0; i < type->decl->node->n; i++) {
        if (constructor_at(type, i) == constant)
            return is_element(constant) ? e : UINT32_MAX;
        e += is_element(constructor_at(type, i));
    }
    return UINT32_MAX;
}

static void add_type(cspm_chooser *k, const cspm_symbol *type)
{
    coset_arena *a = k->c->arena;
    uint32_t n = type->decl->node->n;
    const char **elements = coset_arena_get(a, n, sizeof *elements);
    coset_cspm_choice t = {.name = type->name, .pos = type->pos, .elements = elements, .symbol = type};
    for (uint32_t i = 0; i < n; i++)
        if (is_element(constructor_at(type, i)))
            elements[t.n++] = constructor_at(type, i)->name;
    if (t.n >= 2)
        *coset_vec_add(&k->types) = t;
}

static void add_types(cspm_chooser *k)
{
    const cspm_groups *g = k->c->program.groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        for (uint32_t s = 0; s < g->decls[i]->n_symbols; s++)
            if (g->decls[i]->symbols[s]->kind == SYMBOL_DATATYPE)
                add_type(k, g->decls[i]->symbols[s]);
}

/* In source order; groups are in the order of use. */
static void sort_types(cspm_chooser *k)
{
    for (uint32_t i = 1; i < k->types.n; i++)
        for (uint32_t j = i; j > 0; j--) {
            coset_cspm_choice *x = &k->types.at[j - 1], t = *x;
            if (x->pos.file < x[1].pos.file || (x->pos.file == x[1].pos.file && x->pos.line <= x[1].pos.line))
                break;
            x[0] = x[1];
            x[1] = t;
        }
}

/* ---- lists ------------------------------------------------------------------------------------------------------ */

/* The list's entry for a type, or NULL. */
static const cspm_node *listed(const cspm_chooser *k, const cspm_symbol *type)
{
    for (uint32_t i = 0; k->list && i < k->list->n; i++)
        if (k->list->kid[i]->kid[0]->symbol == type)
            return k->list->kid[i];
    return NULL;
}

static bool is_fixed_by(const cspm_node *specification, const cspm_symbol *constant)
{
    for (uint32_t i = 1; i < specification->n; i++)
        if (specification->kid[i]->symbol == constant)
            return true;
    return false;
}

static const char *reason_of(const cspm_chooser *k, const cspm_symbol *type, const cspm_obstacle *o)
{
    if (o->constant)
        return coset_arena_printf(k->c->arena, "%s is named here", o->constant->name);
    const char *what = o->node->symbol ? o->node->symbol->name : "this";
    return coset_arena_printf(k->c->arena, "%s distinguishes the constants of %s", what, type->name);
}

/* "A, B": the constants that the list has to fix. */
static const char *to_fix(const cspm_chooser *k, const cspm_node *specification, const cspm_symmetry *found)
{
    const char *all = "";
    const cspm_symbol *type = specification->kid[0]->symbol;
    for (uint32_t i = 0; i < type->decl->node->n; i++) {
        const cspm_symbol *s = constructor_at(type, i);
        bool fixed = is_fixed_by(specification, s);
        for (uint32_t o = 0; o < found->n_obstacles; o++)
            fixed |= found->obstacles[o].constant == s;
        if (fixed)
            all = coset_arena_printf(k->c->arena, "%s%s%s", all, *all ? ", " : "", s->name);
    }
    return all;
}

static void refuse(cspm_chooser *k, const cspm_node *specification, const cspm_symmetry *found, const cspm_obstacle *o)
{
    const char *type = specification->kid[0]->symbol->name;
    k->n_wrong++;
    coset_message(k->c->text, COSET_SEVERITY_ERROR, "C310", o->node->pos, 0,
                  "the assertion is not symmetric in %s as line %u asks: %s", type, (unsigned)specification->pos.line,
                  reason_of(k, specification->kid[0]->symbol, o));
    if (o->constant)
        coset_message_help(k->c->text,
                           "write diff(%s, {| %s |}) there, so that %s stays what it is, or :[symmetry reduce] without "
                           "a list",
                           type, to_fix(k, specification, found), o->constant->name);
    else
        coset_message_help(k->c->text, "take %s out of the list, or write :[symmetry reduce] without a list", type);
}

/* ---- choosing --------------------------------------------------------------------------------------------------- */

/* Applies the constants that the list of the assertion fixes. */
static void heed_list(cspm_chooser *k, const coset_cspm_choice *t, bool *moves, cspm_reason_list *reasons)
{
    const cspm_node *specification = listed(k, t->symbol);
    if (k->list && k->list->n && !specification) {
        *coset_vec_add(reasons) =
            (coset_cspm_reason){UINT32_MAX, k->list->pos,
                                coset_arena_printf(k->c->arena, "the list of the assertion leaves %s out", t->name)};
        return;
    }
    for (uint32_t i = 0; i < t->symbol->decl->node->n; i++) {
        const cspm_symbol *s = constructor_at(t->symbol, i);
        if (!is_element(s))
            continue;
        uint32_t e = number_of(t->symbol, s);
        moves[e] = !specification || !is_fixed_by(specification, s);
        if (!moves[e])
            *coset_vec_add(reasons) = (coset_cspm_reason){e, specification->pos, "the list of the assertion fixes it"};
    }
}

/* Fixes the elements that the script distinguishes. Returns whether to try them nevertheless. */
static bool heed_text(cspm_chooser *k, const coset_cspm_choice *t, bool *moves, cspm_reason_list *reasons)
{
    const cspm_node *specification = listed(k, t->symbol);
    cspm_symmetry found =
        coset__cspm_symmetry_of_assertion(&k->c->program, k->assertion, &(cspm_subject){.datatype = t->symbol});
    if (!found.reached) {
        memset(moves, 0, t->n * sizeof *moves);
        *coset_vec_add(reasons) = (coset_cspm_reason){
            UINT32_MAX, t->pos,
            coset_arena_printf(k->c->arena, "nothing that the assertion reaches holds a %s", t->name)};
    }
    for (uint32_t i = 0; i < found.n_obstacles; i++) {
        const cspm_obstacle *o = &found.obstacles[i];
        uint32_t e = o->constant ? number_of(t->symbol, o->constant) : UINT32_MAX;
        if (o->constant && (e == UINT32_MAX || !moves[e]))
            continue; /* has fields, or is fixed anyway */
        if (specification)
            refuse(k, specification, &found, o);
        *coset_vec_add(reasons) = (coset_cspm_reason){e, o->node->pos, reason_of(k, t->symbol, o)};
        for (uint32_t x = 0; x < t->n; x++)
            moves[x] = moves[x] && o->constant && x != e;
    }
    return found.reached && coset__choose_tries(k, t->n, &found);
}

/* A single element cannot move; if it is tried with others, the compiled system gives the reason. */
static void heed_number(coset_cspm_choice *t, bool *moves, cspm_reason_list *reasons, bool try_all)
{
    uint32_t last = 0;
    for (uint32_t e = 0; e < t->n; e++) {
        t->n_moves += moves[e];
        last = moves[e] ? e : last;
    }
    if (t->n_moves != 1)
        return;
    moves[last] = false;
    t->n_moves = 0;
    if (!try_all)
        *coset_vec_add(reasons) =
            (coset_cspm_reason){last, t->pos, "there is nothing left that it could be exchanged with"};
}

#define MOST_TRIED  8 /* each pair of elements may have to be compared */
#define LEAST_NAMED 3 /* a list or a table: fewer are special constants */

bool coset__choose_tries(const cspm_chooser *k, uint32_t n, const cspm_symmetry *found)
{
    uint32_t n_named = 0;
    if (!found->n_obstacles || !found->is_shown || n > MOST_TRIED || (k->list && k->list->n))
        return false;
    for (uint32_t i = 0; i < found->n_obstacles; i++) {
        const cspm_obstacle *o = &found->obstacles[i];
        if (!k->asked && o->constant && !o->in_set)
            return false; /* most constants of datatypes have a specific meaning */
        n_named += o->constant || o->is_number;
    }
    return k->asked || (!found->computes && (n_named == 0 || n_named >= LEAST_NAMED));
}

static void try_elements(const cspm_chooser *k, coset_cspm_choice *t, bool all)
{
    bool *tried = coset_arena_copy(k->c->arena, t->moves, t->n, sizeof *tried);
    t->n_tried = 0;
    for (uint32_t e = 0; e < t->n; e++) {
        tried[e] = tried[e] || all;
        t->n_tried += tried[e];
    }
    t->tried = tried;
}

void coset__choose_finish(cspm_chooser *k, coset_cspm_choice *t, bool *moves, cspm_reason_list *reasons, bool try_all)
{
    heed_number(t, moves, reasons, try_all);
    t->moves = moves;
    try_elements(k, t, try_all);
    t->n_reasons = reasons->n;
    t->reasons = coset_arena_copy(k->c->arena, reasons->at, reasons->n, sizeof *reasons->at);
    coset_vec_fini(reasons);
}

static void choose(cspm_chooser *k, coset_cspm_choice *t)
{
    bool *moves = coset_arena_get(k->c->arena, t->n, sizeof *moves);
    cspm_reason_list reasons = {0};
    heed_list(k, t, moves, &reasons);
    bool heeds = !k->list || k->list->n == 0 || listed(k, t->symbol);
    bool try_all = heeds && heed_text(k, t, moves, &reasons);
    coset__choose_finish(k, t, moves, &reasons, try_all);
}

coset_status coset_cspm_choose(coset_cspm_script *c, uint32_t i, bool asked, const coset_cspm_choices **out,
                               coset_err *err)
{
    cspm_chooser k = {.c = c, .assertion = c->program.asserts[i], .asked = asked};
    k.list = coset__script_option(k.assertion, CSPM_SYMMETRY);
    add_types(&k);
    sort_types(&k);
    for (uint32_t t = 0; t < k.types.n; t++)
        choose(&k, &k.types.at[t]);
    if (!k.list || k.list->n == 0) /* a list has datatypes only */
        coset__choose_numbers(&k);
    coset_cspm_choices *all = coset_arena_get(c->arena, 1, sizeof *all);
    *all = (coset_cspm_choices){k.types.n, coset_arena_copy(c->arena, k.types.at, k.types.n, sizeof *k.types.at)};
    coset_vec_fini(&k.types);
    *out = all;
    if (k.n_wrong)
        return coset_fail(err, COSET_INPUT, "the assertion asks for more symmetry than there is");
    return COSET_OK;
}

#include "run/csp_symm.h"

#include <string.h>

#include "wrap/refine_symm.h"

/* ---- candidates ------------------------------------------------------------------------------------------------- */

static const coset_cspm_choice *choice_of(const coset_cspm_choices *choices, const coset_symtype *type)
{
    for (uint32_t i = 0; i < choices->n; i++) {
        const coset_cspm_choice *c = &choices->types[i];
        if (c->n == type->n && c->pos.line == type->pos.line && c->pos.column == type->pos.column &&
            c->pos.file == type->pos.file && strcmp(c->name, type->name) == 0)
            return c;
    }
    return NULL;
}

uint64_t coset_csp_n_states(const coset_super *s)
{
    uint64_t n = 0;
    for (uint32_t c = 0; c < s->n_components; c++)
        n += s->components[c].lts->n_states;
    return n;
}

/* Elements that the script allows are compared with one of them, others with each. */
uint32_t coset_csp_n_compared(const coset_cspm_choice *c, uint64_t n_states)
{
    uint32_t others = c->n_tried - c->n_moves, pairs = others * (others + 1) / 2;
    return n_states * pairs <= COSET_CSP_MOST_VERIFIED ? c->n_moves + pairs : c->n_moves;
}

/* The types of the system with the names of the script; elements of other types do not move. */
static const bool *const *candidates(const coset_super *s, const coset_cspm_choices *choices, coset_arena *a)
{
    const bool **all = coset_arena_get(a, s->n_types, sizeof *all);
    uint64_t n_states = coset_csp_n_states(s);
    for (uint32_t t = 0; t < s->n_types; t++) {
        const coset_cspm_choice *c = choice_of(choices, &s->types[t]);
        bool tries = c && coset_csp_n_compared(c, n_states) > c->n_moves;
        all[t] = tries ? c->tried : c ? c->moves : coset_arena_get(a, s->types[t].n, sizeof(bool));
    }
    return all;
}

/* ---- making one ------------------------------------------------------------------------------------------------- */

/* The same for `n` fixed nodes. */
static const coset_super_symmetry *with_fixed_nodes(const coset_super_symmetry *y, uint32_t n, coset_arena *a)
{
    coset_super_symmetry *out = coset_arena_copy(a, y, 1, sizeof *out);
    uint32_t *same = coset_arena_get(a, n, sizeof *same);
    const uint32_t **images = coset_arena_get(a, y->values.chains.n_generators, sizeof *images);
    for (uint32_t i = 0; i < n; i++)
        same[i] = i;
    for (uint32_t g = 0; g < y->values.chains.n_generators; g++)
        images[g] = same;
    out->nodes = (coset_gset){y->values.chains, n, images};
    return out;
}

coset_status coset_csp_symmetry_new(coset_model *product, const coset_super *s, const coset_normal *spec,
                                    uint32_t n_fixed, const coset_cspm_choices *choices, const char *strategy,
                                    coset_arena *a, coset_csp_symmetry *out, coset_err *err)
{
    const bool *const *moves;
    *out = (coset_csp_symmetry){.choices = choices};
    out->verified = coset_super_symmetry_find(s, spec, candidates(s, choices, a), a);
    if (n_fixed)
        out->verified = with_fixed_nodes(out->verified, n_fixed, a);
    coset_refine_symmetry(product, s, out->verified, &moves, a);
    const coset_symgroup *group = out->reduction.group = coset_symgroup_moving(product, moves, a);
    return coset_symgroup_is_trivial(group)
               ? COSET_OK
               : coset_reduction_of_product(&out->reduction, product, group, strategy, err);
}

/* ---- telling ---------------------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_csp_reason) reasons;

static bool any(const bool *of, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (of[i])
            return true;
    return false;
}

/* The script's reasons for the fixed elements; some elements may move although the script does not allow it. */
static void text_reasons(const coset_cspm_choice *c, const bool *moves, reasons *out)
{
    for (uint32_t i = 0; i < c->n_reasons; i++) {
        const coset_cspm_reason *r = &c->reasons[i];
        bool all = r->element == UINT32_MAX, splits = all && any(moves, c->n);
        if (!splits && (all || !moves[r->element]))
            *coset_vec_add(out) = (coset_csp_reason){r->element, r->pos, r->text};
        for (uint32_t e = 0; splits && e < c->n; e++)
            if (!moves[e])
                *coset_vec_add(out) = (coset_csp_reason){e, r->pos, r->text};
    }
}

static bool is_beyond_text(const coset_cspm_choice *c, const bool *moves)
{
    for (uint32_t e = 0; e < c->n; e++)
        if (moves[e] && !c->moves[e])
            return true;
    return false;
}

static bool has_reason(const reasons *all, uint32_t element)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].element == element || all->at[i].element == UINT32_MAX)
            return true;
    return false;
}

/* Elements that the verification fixed, if the script has no better reason, and elements that are fixed because labels
 * would be too large. */
static void system_reasons(const coset_csp_symmetry *y, const coset_super *s, uint32_t type, coset_arena *a,
                           reasons *out)
{
    for (uint32_t i = 0; i < y->verified->n_refusals; i++) {
        const coset_super_refusal *r = &y->verified->refusals[i];
        if (r->type == type && !has_reason(out, r->a))
            *coset_vec_add(out) = (coset_csp_reason){
                .element = r->a,
                .text = coset_arena_printf(a, "it cannot be exchanged with %s in the compiled system: %s",
                                           s->types[type].elements[r->b], r->reason)};
    }
    for (uint32_t e = 0; e < s->types[type].n; e++)
        if (y->verified->moves[type][e] && !y->reduction.group->moves[type][e])
            *coset_vec_add(out) =
                (coset_csp_reason){.element = e, .text = "values of the system contain too many of them at once"};
}

/* The element is the only one left, or similar elements were not tried. */
static void other_reasons(const coset_cspm_choice *c, const bool *moves, reasons *out)
{
    for (uint32_t e = 0; e < c->n; e++)
        if (!moves[e] && !has_reason(out, e))
            *coset_vec_add(out) =
                (coset_csp_reason){e, c->pos, "there is nothing left that it could be exchanged with"};
}

static uint32_t type_of(const coset_super *s, const coset_cspm_choices *choices, const coset_cspm_choice *c)
{
    uint32_t t = 0;
    while (t < s->n_types && choice_of(choices, &s->types[t]) != c)
        t++;
    return t < s->n_types ? t : UINT32_MAX;
}

static coset_csp_type tell_type(const coset_csp_symmetry *y, const coset_super *s, const coset_cspm_choice *c,
                                coset_arena *a)
{
    uint32_t t = type_of(s, y->choices, c); /* the system lacks the types without moving elements */
    reasons all = {0};
    const bool *moves = t != UINT32_MAX ? y->reduction.group->moves[t] : c->moves;
    text_reasons(c, moves, &all);
    if (t != UINT32_MAX)
        system_reasons(y, s, t, a, &all);
    other_reasons(c, moves, &all);
    coset_csp_type type = {.name = c->name,
                           .pos = c->pos,
                           .n = c->n,
                           .elements = c->elements,
                           .moves = coset_arena_copy(a, moves, c->n, sizeof(bool)),
                           .is_beyond_text = is_beyond_text(c, moves),
                           .n_reasons = all.n,
                           .reasons = coset_arena_copy(a, all.at, all.n, sizeof *all.at)};
    coset_vec_fini(&all);
    return type;
}

const coset_csp_group *coset_csp_symmetry_tell(const coset_csp_symmetry *y, const coset_super *s, coset_arena *a)
{
    coset_csp_type *types = coset_arena_get(a, y->choices->n, sizeof *types);
    const coset_strategy *strategy = y->reduction.canon ? coset_canon_strategy(y->reduction.canon) : NULL;
    for (uint32_t i = 0; i < y->choices->n; i++)
        types[i] = tell_type(y, s, &y->choices->types[i], a);
    const coset_csp_group group = {.n_types = y->choices->n,
                                   .types = types,
                                   .order = coset_symgroup_order_text(y->reduction.group, a),
                                   .strategy = strategy ? strategy->name : NULL,
                                   .exact = strategy && strategy->exact};
    return coset_arena_copy(a, &group, 1, sizeof group);
}

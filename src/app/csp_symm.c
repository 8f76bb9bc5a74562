#include "app/csp_symm.h"

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

/* The types of the system in the words of the script; those that the script does not know have nothing that moves. */
static const bool *const *candidates(const coset_super *s, const coset_cspm_choices *choices, coset_arena *a)
{
    const bool **all = coset_arena_get(a, s->n_types, sizeof *all);
    for (uint32_t t = 0; t < s->n_types; t++) {
        const coset_cspm_choice *c = choice_of(choices, &s->types[t]);
        all[t] = c ? c->moves : coset_arena_get(a, s->types[t].n, sizeof(bool));
    }
    return all;
}

/* ---- making one ------------------------------------------------------------------------------------------------- */

static coset_status make_quotient(coset_csp_symmetry *y, coset_model *product, const char *strategy, coset_err *err)
{
    bool is_default = !strategy || strcmp(strategy, "auto") == 0;
    coset_status status = coset_canon_new(product, y->group, is_default ? "search" : strategy, &y->canon, err);
    if (status != COSET_OK)
        return status;
    y->quotient = coset_quotient_new(product, y->group, y->canon, NULL);
    y->reduction = (coset_trace_reduction){.canon = y->canon, .group = y->group};
    return COSET_OK;
}

coset_status coset_csp_symmetry_new(coset_model *product, const coset_super *s, const coset_normal *spec,
                                    const coset_cspm_choices *choices, const char *strategy, coset_arena *a,
                                    coset_csp_symmetry *out, coset_err *err)
{
    const bool *const *moves;
    *out = (coset_csp_symmetry){.choices = choices};
    out->verified = coset_super_symmetry_find(s, spec, candidates(s, choices, a), a);
    coset_refine_symmetry(product, s, out->verified, &moves, &out->n_given_up, a);
    out->group = coset_symgroup_moving(product, moves, a);
    return coset_symgroup_is_trivial(out->group) ? COSET_OK : make_quotient(out, product, strategy, err);
}

void coset_csp_symmetry_free(coset_csp_symmetry *y)
{
    coset_model_free(y->quotient);
    coset_canon_free(y->canon);
    y->quotient = NULL;
    y->canon = NULL;
}

/* ---- telling ---------------------------------------------------------------------------------------------------- */

static void print_moving(const coset_cspm_choice *c, const bool *moves, FILE *out)
{
    uint32_t n = 0;
    for (uint32_t e = 0; e < c->n; e++)
        n += moves[e];
    fprintf(out, "  %s: ", c->name);
    if (n == c->n)
        fprintf(out, "all %u constants move\n", (unsigned)n);
    else
        fprintf(out, "%u of %u constants move%s", (unsigned)n, (unsigned)c->n, n ? ":" : "\n");
    for (uint32_t e = 0; n && n < c->n && e < c->n; e++)
        if (moves[e])
            fprintf(out, " %s", c->elements[e]);
    if (n && n < c->n)
        fputc('\n', out);
}

static void print_reasons(const coset_cspm_choice *c, const coset_text *text, FILE *out)
{
    for (uint32_t i = 0; i < c->n_reasons; i++) {
        const coset_cspm_reason *r = &c->reasons[i];
        fprintf(out, "    %s stay%s: %s:%u:%u: %s\n", r->element == UINT32_MAX ? "all" : c->elements[r->element],
                r->element == UINT32_MAX ? "" : "s", coset_text_name(text, r->pos.file), (unsigned)r->pos.line,
                (unsigned)r->pos.column, r->text);
    }
}

/* What the verification took away from what the text allows. */
static void print_refusals(const coset_csp_symmetry *y, const coset_super *s, uint32_t type, FILE *out)
{
    for (uint32_t i = 0; y->verified && i < y->verified->n_refusals; i++) {
        const coset_super_refusal *r = &y->verified->refusals[i];
        if (r->type == type)
            fprintf(out, "    %s stays: it cannot be exchanged with %s in the compiled system: %s\n",
                    s->types[type].elements[r->a], s->types[type].elements[r->b], r->reason);
    }
}

static uint32_t type_of(const coset_super *s, const coset_cspm_choices *choices, const coset_cspm_choice *c)
{
    uint32_t t = 0;
    while (s && t < s->n_types && choice_of(choices, &s->types[t]) != c)
        t++;
    return s && t < s->n_types ? t : UINT32_MAX;
}

void coset_csp_symmetry_print(const coset_csp_symmetry *y, const coset_super *s, const coset_text *text, FILE *out)
{
    for (uint32_t i = 0; i < y->choices->n; i++) {
        const coset_cspm_choice *c = &y->choices->types[i];
        uint32_t t = type_of(s, y->choices, c);
        print_moving(c, t != UINT32_MAX && y->group ? y->group->moves[t] : c->moves, out);
        print_reasons(c, text, out);
        if (t != UINT32_MAX)
            print_refusals(y, s, t, out);
    }
    if (y->n_given_up)
        fprintf(out, "  %u constants stay because values of the system hold too many of them at once\n",
                (unsigned)y->n_given_up);
}

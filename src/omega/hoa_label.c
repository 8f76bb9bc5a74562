/* omega/hoa_label.c - labels and acceptance conditions of HOA. */
#include <string.h>

#include "omega/hoa_int.h"

#define MOST_CUBES 4096u
#define MOST_NEST  200u

static const coset_ltl *read_or(coset__hoa *h);

static const coset_ltl *nothing(const coset__hoa *h) { return coset_ltl_bool(h->labels, false); }

static bool enter(coset__hoa *h)
{
    if (++h->nest > MOST_NEST)
        coset__hoa_blame(h, "H005", "parentheses and negations are nested too deeply",
                         "write the expression in another way");
    return !h->failed;
}

static const coset_ltl *read_alias(coset__hoa *h)
{
    for (uint32_t i = h->aliases.n; i-- > 0;)
        if (strcmp(h->aliases.at[i].name, h->now.text) == 0) {
            coset__hoa_step(h);
            return h->aliases.at[i].label;
        }
    coset__hoa_blame(h, "H003", "this alias is not defined",
                     "define it in the header, before it is used: Alias: @name 0&1");
    return nothing(h);
}

static const coset_ltl *read_operand(coset__hoa *h)
{
    const coset_ltl *f = nothing(h);
    if (!enter(h))
        return f;
    if (h->now.kind == COSET__HOA_INT) {
        f = coset_ltl_atom(h->labels, coset__hoa_number(h, h->n_atoms, "the number of an atomic proposition") % 64);
    } else if (h->now.kind == COSET__HOA_ALIAS) {
        f = read_alias(h);
    } else if (coset__hoa_is_word(h, "t") || coset__hoa_is_word(h, "f")) {
        f = coset_ltl_bool(h->labels, coset__hoa_is_word(h, "t"));
        coset__hoa_step(h);
    } else if (coset__hoa_is_mark(h, "!")) {
        coset__hoa_step(h);
        f = coset_ltl_not(h->labels, read_operand(h));
    } else if (coset__hoa_is_mark(h, "(")) {
        coset__hoa_step(h);
        f = read_or(h);
        coset__hoa_want(h, ")");
    } else {
        coset__hoa_blame(h, "H001", "expected a label here", "a label is made of numbers, t, f, @aliases, !, & and |");
    }
    h->nest--;
    return f;
}

static const coset_ltl *read_list(coset__hoa *h, coset_ltl_op op)
{
    bool is_and = op == COSET_LTL_AND;
    const coset_ltl *f = is_and ? read_operand(h) : read_list(h, COSET_LTL_AND);
    while (!h->failed && coset__hoa_is_mark(h, is_and ? "&" : "|")) {
        coset__hoa_step(h);
        f = coset_ltl_join(h->labels, op, f, is_and ? read_operand(h) : read_list(h, COSET_LTL_AND));
        if (f->depth > COSET_LTL_DEPTH || f->n > MOST_CUBES)
            coset__hoa_blame(h, "H005", "this label is too large", "write it with fewer operators");
    }
    return f;
}

static const coset_ltl *read_or(coset__hoa *h) { return read_list(h, COSET_LTL_OR); }

const coset_ltl *coset__hoa_label(coset__hoa *h)
{
    if (!h->has_atoms && !h->failed)
        coset__hoa_blame(h, "H003", "a label is before the line AP:, which gives the number of atoms",
                         "write AP: before Alias: and the body");
    h->nest = 0;
    return h->failed ? nothing(h) : read_or(h);
}

/* ---- cubes ---- */

static void cubes_of(coset__hoa *h, const coset_ltl *f, coset__hoa_cubes *out);

static void multiply(coset__hoa *h, const coset_ltl *f, coset__hoa_cubes *out)
{
    *coset_vec_add(out) = (coset_cube){0};
    for (uint32_t i = 0; i < f->n && !h->failed; i++) {
        coset__hoa_cubes one = {0}, product = {0};
        cubes_of(h, f->kid[i], &one);
        for (uint32_t k = 0; k < out->n && product.n <= MOST_CUBES; k++)
            for (uint32_t j = 0; j < one.n && product.n <= MOST_CUBES; j++) {
                coset_cube both;
                if (coset_cube_meet(out->at[k], one.at[j], &both))
                    *coset_vec_add(&product) = both;
            }
        coset_vec_fini(&one);
        coset_vec_fini(out);
        *out = product;
        if (out->n > MOST_CUBES)
            coset__hoa_blame(h, "H005", "this label is too large", "write it as a disjunction of conjunctions");
        else if (out->n <= 64)
            out->n = coset_cubes_simplify(out->n, out->at);
    }
}

/* Of a formula in negation normal form. */
static void cubes_of(coset__hoa *h, const coset_ltl *f, coset__hoa_cubes *out)
{
    switch (f->op) {
    case COSET_LTL_FALSE:
        break;
    case COSET_LTL_ATOM:
        *coset_vec_add(out) = (coset_cube){(uint64_t)1 << f->atom, 0};
        break;
    case COSET_LTL_NOT:
        *coset_vec_add(out) = (coset_cube){0, (uint64_t)1 << f->kid[0]->atom};
        break;
    case COSET_LTL_OR:
        for (uint32_t i = 0; i < f->n; i++) {
            coset__hoa_cubes one = {0};
            cubes_of(h, f->kid[i], &one);
            for (uint32_t k = 0; k < one.n; k++)
                *coset_vec_add(out) = one.at[k];
            coset_vec_fini(&one);
        }
        if (out->n > MOST_CUBES)
            coset__hoa_blame(h, "H005", "this label is too large", "write it with fewer operators");
        break;
    default: /* AND, and TRUE, which has no kids */
        multiply(h, f, out);
        break;
    }
}

void coset__hoa_label_cubes(coset__hoa *h, const coset_ltl *label, coset__hoa_cubes *out)
{
    cubes_of(h, coset_ltl_normal(h->labels, label, false), out);
}

/* ---- acceptance ---- */

static void refuse_acceptance(coset__hoa *h)
{
    coset__hoa_blame(h, "H004", "only Büchi and generalised Büchi acceptance are supported: t, or Inf(0)&Inf(1)&...",
                     "translate the automaton to one with such an acceptance, with autfilt --gba of Spot for instance");
}

static uint64_t read_inf(coset__hoa *h, uint32_t n)
{
    uint64_t sets = 0;
    if (!enter(h))
        return 0;
    if (coset__hoa_is_mark(h, "(")) {
        coset__hoa_step(h);
        sets = coset__hoa_acceptance(h, n);
        coset__hoa_want(h, ")");
    } else if (coset__hoa_is_word(h, "t")) {
        coset__hoa_step(h);
    } else if (coset__hoa_is_word(h, "Inf")) {
        coset__hoa_step(h);
        coset__hoa_want(h, "(");
        if (coset__hoa_is_mark(h, "!"))
            refuse_acceptance(h);
        sets = (uint64_t)1 << coset__hoa_number(h, n, "the number of an acceptance set") % 64;
        coset__hoa_want(h, ")");
    } else if (coset__hoa_is_word(h, "Fin") || coset__hoa_is_word(h, "f")) {
        refuse_acceptance(h);
    } else {
        coset__hoa_blame(h, "H001", "expected an acceptance condition here", "write t, or Inf(0), Inf(0)&Inf(1), ...");
    }
    h->nest--;
    return sets;
}

uint64_t coset__hoa_acceptance(coset__hoa *h, uint32_t n)
{
    uint64_t sets = read_inf(h, n);
    while (!h->failed && coset__hoa_is_mark(h, "&")) {
        coset__hoa_step(h);
        sets |= read_inf(h, n);
    }
    if (coset__hoa_is_mark(h, "|"))
        refuse_acceptance(h);
    return sets;
}

#include "wrap/detected_quotient.h"

#include <stdatomic.h>

#include "base/mem.h"
#include "detect/use/sample.h"
#include "model/representative_wrapper.h"

typedef struct {
    const coset_model *m, *sampled;
    const coset_minimal *c;
    const coset_index_action *families; /* or NULL */
    coset_arena *arena;
    _Atomic(const char *) refuted; /* why, or NULL */
} quotient;

typedef struct {
    const coset_model *m;
    coset_minimal_scratch *minimal;
    coset_sampler *sampler; /* created with the first step */
    coset_point *literals;  /* [literals] of a renaming; with families */
    quotient *q;
} scratch;

static void *scratch_new(void *by)
{
    quotient *q = by;
    scratch *s = coset_new(1, sizeof *s);
    *s = (scratch){q->m, coset_minimal_scratch_new(q->c), NULL, NULL, q};
    if (q->families)
        s->literals = coset_new(coset_minimal_detected(q->c)->literals.n, sizeof *s->literals);
    return s;
}

static void scratch_free(void *by)
{
    scratch *s = by;
    if (s) {
        coset_minimal_scratch_free(s->minimal);
        coset_sampler_free(s->sampler);
        coset_delete(s->literals);
    }
    coset_delete(s);
}

static void look_at(void *by, const coset_value *src)
{
    scratch *s = by;
    if (!src)
        return;
    if (!s->sampler)
        s->sampler = coset_sampler_new(s->q->sampled, coset_minimal_detected(s->q->c));
    const char *what = coset_sampler_look(s->sampler, src);
    if (what)
        atomic_store(&s->q->refuted, what);
}

const char *coset_detect_quotient_refuted(const coset_model *m)
{
    const quotient *q = coset_represented_by(m);
    return atomic_load(&q->refuted);
}

static void rename_families(const scratch *s, coset_renaming *perm)
{
    const coset_symmetry *y = &s->m->symmetry;
    for (uint32_t t = 0; t < y->n_types; t++)
        for (uint32_t e = 0; e < y->types[t].n; e++)
            *perm++ = e;
    for (uint32_t f = 0; f < s->m->n_families; perm += s->m->families[f].n, f++)
        for (uint32_t i = 0; i < s->m->families[f].n; i++)
            perm[i] = coset_index_action_image(s->q->families, f, s->literals, i);
}

/* Its permutations are renamings of indices only. */
static void represent(void *by, const coset_value *state, coset_value *dst, coset_renaming *perm, coset_count *orbit)
{
    scratch *s = by;
    coset_minimal_apply(s->minimal, state, dst, perm ? s->literals : NULL, orbit);
    if (perm)
        rename_families(s, perm);
    if (coset_minimal_lost(s->minimal))
        atomic_store(&s->q->refuted, "the values of a slot");
}

/* An invariant that is false in one state of an orbit may fault in another: report it as false in all of them. */
static coset_eval eval(void *by, coset_worker *inner, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    const scratch *s = by;
    coset_eval e = s->m->ops->eval(inner, prop, instance, state, fault);
    return e == COSET_EVAL_FAULT && s->m->props[prop].kind == COSET_PROP_INVARIANT ? COSET_EVAL_FALSE : e;
}

static void quotient_free(void *by)
{
    quotient *q = by;
    coset_arena_free(q->arena);
}

static coset_model *make(quotient q)
{
    static const coset_representing ways[2][2] = {
        {{scratch_new, scratch_free, look_at, represent, NULL, quotient_free, false},
         {scratch_new, scratch_free, look_at, represent, eval, quotient_free, false}},
        {{scratch_new, scratch_free, look_at, represent, NULL, quotient_free, true},
         {scratch_new, scratch_free, look_at, represent, eval, quotient_free, true}}};
    coset_arena *arena = coset_arena_new();
    quotient *kept = coset_arena_get(arena, 1, sizeof *kept);
    *kept = q;
    kept->arena = arena;
    return coset_represented_new(q.m, &ways[q.families != NULL][coset_minimal_truth(q.c)], kept);
}

coset_model *coset_detect_quotient_new(const coset_model *m, const coset_model *sampled, const coset_minimal *c)
{
    return make((quotient){.m = m, .sampled = sampled, .c = c});
}

/* The indices of a family are the elements of a type. */
static coset_family with_type(const coset_family *f, uint32_t type, coset_arena *arena)
{
    coset_digit *digit = coset_arena_get(arena, 1, sizeof *digit);
    coset_segment *all = coset_arena_get(arena, 1, sizeof *all);
    *all = (coset_segment){.lo = 0, .n = f->n, .type = type, .first = 0};
    *digit = (coset_digit){.n = f->n, .n_segments = 1, .segments = all};
    coset_family out = *f;
    out.n_digits = 1;
    out.digits = digit;
    return out;
}

coset_model *coset_detect_quotient_with_families(const coset_model *m, const coset_model *sampled,
                                                 const coset_minimal *c, const coset_index_action *families)
{
    coset_model *made = make((quotient){.m = m, .sampled = sampled, .c = c, .families = families});
    const quotient *q = coset_represented_by(made);
    const uint32_t n_types = m->symmetry.n_types;
    coset_symtype *types = coset_arena_get(q->arena, (size_t)n_types + m->n_families, sizeof *types);
    coset_family *all = coset_arena_get(q->arena, m->n_families, sizeof *all);
    for (uint32_t t = 0; t < n_types; t++)
        types[t] = m->symmetry.types[t];
    for (uint32_t f = 0; f < m->n_families; f++) {
        types[n_types + f] = (coset_symtype){.name = m->families[f].name, .n = m->families[f].n};
        all[f] = with_type(&m->families[f], n_types + f, q->arena);
    }
    made->symmetry.types = types;
    made->symmetry.n_types = n_types + m->n_families;
    made->families = all;
    return made;
}

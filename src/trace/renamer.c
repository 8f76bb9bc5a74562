#include "trace/renamer.h"

#include <string.h>

void coset__renamer_init(coset__renamer *r, const coset_model *m, const coset_trace_reduction *how)
{
    *r = (coset__renamer){.m = m, .action = how ? how->action : NULL};
    r->canon = how && how->canon && !how->action ? coset_canon_scratch_new(how->canon) : NULL;
    r->scratch = r->action ? r->action->scratch_new(r->action->of) : NULL;
    r->n_points = r->action ? r->action->n_points : coset_symmetry_points(&m->symmetry);
}

void coset__renamer_fini(coset__renamer *r)
{
    coset_canon_scratch_free(r->canon);
    if (r->action)
        r->action->scratch_free(r->scratch);
}

void coset__renamer_identity(const coset__renamer *r, coset_renaming *perm)
{
    const coset_symmetry *y = &r->m->symmetry;
    for (uint32_t i = 0; r->action && i < r->n_points; i++)
        perm[i] = i;
    for (uint32_t t = 0, first = 0; !r->action && t < y->n_types; first += y->types[t].n, t++)
        for (uint32_t e = 0; e < y->types[t].n; e++)
            perm[first + e] = e;
}

static void copy(const coset__renamer *r, const coset_value *src, coset_value *dst)
{
    if (r->m->n_slots)
        memcpy(dst, src, r->m->n_slots * sizeof *dst);
}

void coset__renamer_represent(const coset__renamer *r, const coset_value *src, coset_value *dst, coset_renaming *perm)
{
    copy(r, src, dst);
    if (r->action)
        r->action->represent(r->scratch, src, dst, perm);
    else if (r->canon)
        coset_canon_apply(r->canon, src, dst, perm, NULL);
    else
        coset__renamer_identity(r, perm);
}

void coset__renamer_apply(const coset__renamer *r, const coset_renaming *perm, const coset_value *src, coset_value *dst)
{
    copy(r, src, dst);
    if (r->action)
        r->action->permute(r->action->of, perm, src, dst);
    else if (r->canon)
        coset_model_permute(r->m, perm, src, dst);
}

void coset__renamer_compose(const coset__renamer *r, const coset_renaming *a, const coset_renaming *b,
                            coset_renaming *out)
{
    const coset_symmetry *y = &r->m->symmetry;
    for (uint32_t i = 0; r->action && i < r->n_points; i++)
        out[i] = a[b[i]];
    for (uint32_t t = 0, first = 0; !r->action && t < y->n_types; first += y->types[t].n, t++)
        for (uint32_t e = 0; e < y->types[t].n; e++) /* images are elements of the type, not points */
            out[first + e] = a[first + b[first + e]];
}

void coset__renamer_invert(const coset__renamer *r, const coset_renaming *perm, coset_renaming *out)
{
    const coset_symmetry *y = &r->m->symmetry;
    for (uint32_t i = 0; r->action && i < r->n_points; i++)
        out[perm[i]] = i;
    for (uint32_t t = 0, first = 0; !r->action && t < y->n_types; first += y->types[t].n, t++)
        for (uint32_t e = 0; e < y->types[t].n; e++)
            out[first + perm[first + e]] = e;
}

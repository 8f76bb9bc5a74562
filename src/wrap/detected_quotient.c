#include "wrap/detected_quotient.h"

#include <stdatomic.h>

#include "base/mem.h"
#include "detect/use/sample.h"
#include "model/representative_wrapper.h"

typedef struct {
    const coset_model *m;
    const coset_minimal *c;
    _Atomic(const char *) refuted; /* by what, or NULL */
} quotient;

typedef struct {
    const coset_model *m;
    coset_minimal_scratch *minimal;
    coset_sampler *sampler; /* once there are steps */
    quotient *q;
} scratch;

static void *scratch_new(void *by)
{
    quotient *q = by;
    scratch *s = coset_new(1, sizeof *s);
    *s = (scratch){q->m, coset_minimal_scratch_new(q->c), NULL, q};
    return s;
}

static void scratch_free(void *by)
{
    scratch *s = by;
    if (s) {
        coset_minimal_scratch_free(s->minimal);
        coset_sampler_free(s->sampler);
    }
    coset_delete(s);
}

static void look_at(void *by, const coset_value *src)
{
    scratch *s = by;
    if (!src)
        return;
    if (!s->sampler)
        s->sampler = coset_sampler_new(s->m, coset_minimal_detected(s->q->c));
    const char *what = coset_sampler_look(s->sampler, src);
    if (what)
        atomic_store(&s->q->refuted, what);
}

const char *coset_detect_quotient_refuted(const coset_model *m)
{
    const quotient *q = coset_represented_by(m);
    return atomic_load(&q->refuted);
}

/* Its permutations are not renamings of elements. */
static void represent(void *by, const coset_value *state, coset_value *dst, coset_renaming *perm, coset_count *orbit)
{
    (void)perm;
    scratch *s = by;
    coset_minimal_apply(s->minimal, state, dst, NULL, orbit);
    if (coset_minimal_lost(s->minimal))
        atomic_store(&s->q->refuted, "the values of a slot");
}

/* An invariant that is false in one state of an orbit may fault in another: it does not hold in any. */
static coset_eval eval(void *by, coset_worker *inner, uint32_t prop, uint32_t instance, const coset_value *state,
                       coset_fault *fault)
{
    const scratch *s = by;
    coset_eval e = s->m->ops->eval(inner, prop, instance, state, fault);
    return e == COSET_EVAL_FAULT && s->m->props[prop].kind == COSET_PROP_INVARIANT ? COSET_EVAL_FALSE : e;
}

coset_model *coset_detect_quotient_new(const coset_model *m, const coset_minimal *c)
{
    static const coset_representing all = {scratch_new, scratch_free, look_at, represent, NULL, coset_delete, false},
                                    truth = {scratch_new, scratch_free, look_at, represent, eval, coset_delete, false};
    quotient *q = coset_new(1, sizeof *q);
    *q = (quotient){m, c, NULL};
    return coset_represented_new(m, coset_minimal_truth(c) ? &truth : &all, q);
}

#include "detect/quotient.h"

#include "base/mem.h"
#include "model/represented.h"

typedef struct {
    const coset_model *m;
    const coset_minimal *c;
} quotient;

typedef struct {
    const coset_model *m;
    coset_minimal_scratch *minimal;
} scratch;

static void *scratch_new(void *by)
{
    const quotient *q = by;
    scratch *s = coset_new(1, sizeof *s);
    *s = (scratch){q->m, coset_minimal_scratch_new(q->c)};
    return s;
}

static void scratch_free(void *by)
{
    scratch *s = by;
    if (s)
        coset_minimal_scratch_free(s->minimal);
    coset_delete(s);
}

static void represent(void *by, const coset_value *state, coset_value *dst, coset_count *orbit)
{
    scratch *s = by;
    coset_minimal_apply(s->minimal, state, dst, NULL, orbit);
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
    static const coset_representing all = {scratch_new, scratch_free, NULL, represent, NULL, coset_delete},
                                    truth = {scratch_new, scratch_free, NULL, represent, eval, coset_delete};
    quotient *q = coset_new(1, sizeof *q);
    *q = (quotient){m, c};
    return coset_represented_new(m, coset_minimal_truth(c) ? &truth : &all, q);
}

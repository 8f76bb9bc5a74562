/* support/mutex.h - a toy with symmetry: n processes and a lock, with properties of all kinds.
 *
 * Slots    p[i]: 0 idle, 1 waiting, 2 inside, 3 done; owner: 0 none, i + 1 process i.
 */
#ifndef COSET_TEST_MUTEX_H
#define COSET_TEST_MUTEX_H

#include "toy.h"

#define MUTEX_MOST 8

enum { MUTEX_TRY = 1, MUTEX_ENTER, MUTEX_LEAVE, MUTEX_N_GROUPS };
enum {
    MUTEX_P_DEADLOCK,
    MUTEX_P_FAULT,
    MUTEX_P_ASSERT,
    MUTEX_P_SYMMETRIC,
    MUTEX_P_SKEW,
    MUTEX_P_COVER,
    MUTEX_P_STEP,
    MUTEX_P_BROKEN,
    MUTEX_N_PROPS
};

typedef struct {
    toy t; /* first */
    uint32_t n;
    coset_index index[MUTEX_MOST];
    coset_symtype type;
    coset_segment segment;
    coset_valclass classes[2];
} mutex;

static inline uint32_t mutex_count(const mutex *x, const coset_value *s, coset_value v)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n; i++)
        n += s[i] == v;
    return n;
}

/* A process that leaves when all others have left fails an assertion; one that enters when all others wait is a range
 * fault if another is done. */
static inline toy_outcome mutex_step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src,
                                     coset_value *dst, coset_edge *e, coset_fault *fault)
{
    static const uint32_t covers[] = {MUTEX_P_STEP};
    const mutex *x = (const mutex *)t;
    uint32_t i = (uint32_t)instance;
    switch (group) {
    case 0:
        return TOY_STEP;
    case MUTEX_TRY:
        dst[i] = 1;
        return src[i] == 0 ? TOY_STEP : TOY_DISABLED;
    case MUTEX_ENTER:
        if (src[i] != 1 || src[x->n])
            return TOY_DISABLED;
        if (mutex_count(x, src, 1) == x->n - 1 && mutex_count(x, src, 3) == 1) {
            *fault = (coset_fault){.kind = COSET_FAULT_RANGE, .prop = COSET_NO_PROP, .pos = {.line = 7}};
            (void)snprintf(fault->text, sizeof fault->text, "process %u out of range", i);
            return TOY_FAULT;
        }
        dst[i] = 2;
        dst[x->n] = i + 1;
        if (mutex_count(x, src, 1) == 2) {
            e->n_covers = 1;
            e->covers = covers;
        }
        return TOY_STEP;
    default:
        if (src[i] != 2)
            return TOY_DISABLED;
        if (mutex_count(x, src, 3) == x->n - 1) {
            *fault = (coset_fault){.kind = COSET_FAULT_ASSERTION, .prop = MUTEX_P_ASSERT, .pos = {.line = 9}};
            (void)snprintf(fault->text, sizeof fault->text, "process %u is the last", i);
            return TOY_FAULT;
        }
        dst[i] = 3;
        dst[x->n] = 0;
        return TOY_STEP;
    }
}

static inline coset_eval mutex_truth(bool b) { return b ? COSET_EVAL_TRUE : COSET_EVAL_FALSE; }

static inline coset_eval mutex_eval(const toy *t, uint32_t prop, uint32_t instance, const coset_value *s,
                                    coset_fault *fault)
{
    const mutex *x = (const mutex *)t;
    switch (prop) {
    case MUTEX_P_SYMMETRIC:
        return mutex_truth(mutex_count(x, s, 3) < x->n - 1);
    case MUTEX_P_SKEW: /* about the last process alone */
        return mutex_truth(s[x->n - 1] != 3 || s[0] != 2);
    case MUTEX_P_COVER: /* for each process */
        return mutex_truth(s[x->n] == instance + 1 && mutex_count(x, s, 3) == 1);
    case MUTEX_P_BROKEN: /* cannot be evaluated if process 1 is inside and process 0 waits */
        if (s[x->n] == 2 && s[0] == 1) {
            *fault = (coset_fault){.kind = COSET_FAULT_UNDEFINED, .prop = COSET_NO_PROP, .text = "undefined"};
            return COSET_EVAL_FAULT;
        }
        return COSET_EVAL_TRUE;
    default:
        abort();
    }
}

static inline coset_model *mutex_model(uint32_t n)
{
    static const char *const names[MUTEX_MOST] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    mutex *x = coset_new(1, sizeof *x);
    toy *blank = toy_new("mutex");
    x->t = *blank;
    coset_delete(blank);
    toy *t = &x->t;
    t->model.slots = t->slots;
    t->model.groups = t->groups;
    t->model.props = t->props;
    x->n = n;
    x->type = (coset_symtype){.name = "process", .n = n, .elements = names};
    x->segment = (coset_segment){.lo = 1, .n = n};
    x->classes[1] = (coset_valclass){1, &x->segment};
    t->model.symmetry = (coset_symmetry){.n_types = 1, .types = &x->type, .n_valclasses = 2, .valclasses = x->classes};
    for (uint32_t i = 0; i < n; i++) {
        x->index[i] = (coset_index){.type = 0, .element = i, .stride = 1};
        t->slots[toy_slot(t, "p", 3)] =
            (coset_slot){.name = "p", .max = 3, .bits = 2, .n_index = 1, .index = &x->index[i]};
    }
    t->slots[toy_slot(t, "owner", n)].valclass = 1;
    (void)toy_group(t, "start", true, 1);
    (void)toy_group(t, "try", false, n);
    (void)toy_group(t, "enter", false, n);
    (void)toy_group(t, "leave", false, n);
    (void)toy_prop(t, "deadlock", COSET_PROP_DEADLOCK, 1, false);
    (void)toy_prop(t, "fault", COSET_PROP_FAULT, 1, false);
    (void)toy_prop(t, "assert", COSET_PROP_ASSERTION, 1, true);
    (void)toy_prop(t, "symmetric", COSET_PROP_INVARIANT, 1, false);
    (void)toy_prop(t, "skew", COSET_PROP_INVARIANT, 1, false);
    (void)toy_prop(t, "cover", COSET_PROP_COVER, n, false);
    (void)toy_prop(t, "statement", COSET_PROP_COVER, 1, true);
    (void)toy_prop(t, "broken", COSET_PROP_INVARIANT, 1, false);
    t->step = mutex_step;
    t->eval = mutex_eval;
    return &t->model;
}

#endif

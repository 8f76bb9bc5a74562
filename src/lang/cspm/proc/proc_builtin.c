/* Built-in processes, and operators that are written as functions, as terms. */
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

/* ---- arguments ------------------------------------------------------------------------------------------------ */

static uint32_t process_arg(cspm_procs *ps, const cspm_value *v, uint32_t i)
{
    cspm_value *p = coset__eval_force(ps->m, v->at[i].value);
    return p ? coset__proc_of(ps, p) : NONE;
}

static uint32_t set_arg(cspm_procs *ps, const cspm_value *v, uint32_t i)
{
    cspm_value *set = coset__eval_force(ps->m, v->at[i].value);
    return set ? coset__proc_set_of(ps, set, 0) : NONE;
}

static uint32_t put_2(cspm_procs *ps, cspm_term_kind kind, uint32_t a)
{
    return a == NONE ? NONE : coset__term_put(ps, (uint64_t[]){kind, a}, 2);
}

static uint32_t put_3(cspm_procs *ps, cspm_term_kind kind, uint32_t a, uint32_t b)
{
    return a == NONE || b == NONE ? NONE : coset__term_put(ps, (uint64_t[]){kind, a, b}, 3);
}

/* ---- constants ------------------------------------------------------------------------------------------------ */

static uint32_t stop(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)v;
    return timed ? put_2(ps, TERM_TSTOP, coset__proc_tock(ps, timed)) : coset__term_1(ps, TERM_STOP);
}

static uint32_t skip(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)v;
    return timed ? put_2(ps, TERM_TSKIP, coset__proc_tock(ps, timed)) : coset__term_1(ps, TERM_SKIP);
}

static uint32_t divergence(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)v;
    (void)timed;
    return coset__term_1(ps, TERM_DIV);
}

static uint32_t run(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return put_2(ps, TERM_RUN, set_arg(ps, v, 1));
}

static uint32_t chaos(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return put_2(ps, TERM_CHAOS, set_arg(ps, v, 1));
}

static uint32_t wait(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    uint32_t tock = coset__proc_tock(ps, timed);
    const cspm_value *units = tock == NONE ? NULL : coset__eval_force(ps->m, v->at[1].value);
    if (!units)
        return NONE;
    int64_t n = units->at[0].integer;
    if (n < 0 || n >= UINT32_MAX) {
        (void)coset__eval_wrong(ps->m, "WAIT needs a number of time units that is not negative");
        return NONE;
    }
    if (n == 0)
        return put_2(ps, TERM_TSKIP, tock);
    return coset__term_put(ps, (uint64_t[]){TERM_DELAY, tock, (uint64_t)n, NONE}, 4);
}

static uint32_t loop(cspm_procs *ps, cspm_value *v)
{
    uint32_t code = coset__proc_code_of_value(ps, v);
    return code == NONE ? NONE : put_3(ps, TERM_SEQUENCE, process_arg(ps, v, 1), code);
}

static uint32_t buffer(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return coset__term_buffer(ps, v);
}

/* ---- operators ------------------------------------------------------------------------------------------------ */

static uint32_t prioritised(cspm_procs *ps, const cspm_value *v, uint32_t order)
{
    return order == NONE ? NONE : put_3(ps, TERM_PRIORITISE, order, process_arg(ps, v, 1));
}

static uint32_t prioritise(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return prioritised(ps, v, coset__order_levels(ps, v->at[2].value));
}

static uint32_t timed_priority(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    uint32_t tock = coset__proc_tock(ps, timed);
    return tock == NONE ? NONE : prioritised(ps, v, coset__order_tock(ps, tock));
}

static uint32_t prioritisepo(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    uint32_t all = set_arg(ps, v, 2), greatest = all == NONE ? NONE : set_arg(ps, v, 4);
    return greatest == NONE ? NONE : prioritised(ps, v, coset__order_pairs(ps, v->at[3].value, all, greatest));
}

static uint32_t chase(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    uint32_t term = process_arg(ps, v, 1);
    return term == NONE ? NONE : coset__term_chased(ps, term);
}

/* ---- the table ------------------------------------------------------------------------------------------------ */

static uint32_t same(cspm_procs *ps, const cspm_value *v, const cspm_node *timed)
{
    (void)timed;
    return process_arg(ps, v, 1);
}

static const struct {
    const char *name;
    uint32_t (*make)(cspm_procs *ps, const cspm_value *v, const cspm_node *timed);
} rows[] = {
    {"STOP", stop},
    {"SKIP", skip},
    {"DIV", divergence},
    {"RUN", run},
    {"CHAOS", chaos},
    {"BUFFER", buffer},
    {"WAIT", wait},
    {"timed_priority", timed_priority},
    {"prioritise", prioritise},
    {"prioritise_nocache", prioritise},
    {"prioritisepo", prioritisepo},
    {"chase", chase},
    {"chase_nocache", chase},
    {"explicate", same},
    {"lazyenumerate", same},
};

static const struct {
    const char *name, *instead;
} not_there[] = {{"WEAK_BUFFER", ""}, {"SIGNAL_BUFFER", ""}, {"failure_watchdog", "; ask SPEC [F= IMPL instead"}};

static uint32_t made(cspm_procs *ps, cspm_value *v, const cspm_node *timed)
{
    const char *name = coset__cspm_builtins[v->at[0].integer].name;
    if (strcmp(name, "loop") == 0)
        return loop(ps, v);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].make(ps, v, timed);
    for (size_t i = 0; i < sizeof not_there / sizeof *not_there; i++)
        if (strcmp(not_there[i].name, name) == 0) {
            (void)coset__eval_wrong(ps->m, "%s is not supported: what exactly it does is not published%s", name,
                                    not_there[i].instead);
            return NONE;
        }
    return coset__term_compressed(ps, v);
}

uint32_t coset__term_builtin(cspm_procs *ps, cspm_value *v, const cspm_node *timed)
{
    if (!v || !coset__proc_nest(ps, v))
        return NONE;
    uint32_t term = made(ps, v, timed);
    coset__proc_unnest(ps);
    return term;
}

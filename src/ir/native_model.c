/* ir/native_model.c - the model that runs machine code, compiled at once or during the search.
 *
 * Rules are compiled twice: first quickly, and again with optimisation. The second time comes soon if a processor is
 * idle, else for a rule whose code has run for so long that it is likely to run for longer than the compilation takes.
 * Only frequent rules are compiled: much of a search is served by the cache (step_cache.h), and translating the rest
 * would take more time than running it. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "base/budget.h"
#include "ir/interp.h"
#include "ir/native.h"
#include "ir/native_maker.h"

#ifdef COSET_TEST_SMALL
#define LOAD_AFTER_MS  0L
#define QUICK_AFTER_MS 1L
#define LEARNING_MS    1L
#define FIRST_LOOK_MS  1L
#define LATE_MS        1L
#define QUICK_LEAST    1U
#define QUICK_PAYS     1U
#define QUICK_EACH     1U
#define GOOD_FIRST     1U
#define GOOD_LEAST     1U
#define LOOK_AFTER_MS  1L
#define GOOD_PAYS      0.0
#else
#define LOAD_AFTER_MS  2L   /* the system starts no thread while a library is loaded: by then the search threads run */
#define QUICK_AFTER_MS 8L   /* after that frequent rules are known; LLVM is loaded meanwhile */
#define LEARNING_MS    12L  /* this much later if steps are cached, */
#define FIRST_LOOK_MS  4L   /* and then runs are counted for this long */
#define LATE_MS        150L /* if postponed: code takes some 35 to make, and saves a sixth */
#define QUICK_LEAST    8U   /* a rule is translated if it has this many trials and bodies between two checks */
/* And since the search began: translating a statement takes as long as some hundred of its runs, translating a rule as
 * long as many more. */
#define QUICK_PAYS     100U
#define QUICK_EACH     1000U /* divided by the statements of the body */
#define GOOD_FIRST     500U  /* between two checks, for better code of a rule that has none, */
#define GOOD_LEAST     2000U /* and of any other */
#define LOOK_AFTER_MS  50L   /* interval of checks for rules to translate, and whether it is time for better code */
/* If better code would take time from the search: a rule gets it once its code has run for this many times the cost. It
 * saves about two fifths of the time. */
#define GOOD_PAYS      2.5
#endif
/* Better code takes this many times as long as the quick translation (estimate before there is any). If a processor is
 * idle it waits for this long: two processors are often one core, and many short searches are over by then. */
#define GOOD_TIMES 3.0
/* No processor is idle if the searching (or leading) thread waited for one for this part of the time. */
#define MOST_WAITED 0.1
#define MOST_BEFORE 0.4 /* most seconds of processor time spent before a search with machine code from the start */

typedef struct {
    coset_ir_machine_model model; /* first: a copy of the original, whose `code` is that of this */
    coset_native_code code;
    atomic_bool complete; /* the first tier */
    atomic_bool quit;     /* set under mutex */
    atomic_bool at_work;  /* a translation is running */
    atomic_bool put_off;  /* see native.h */
    bool has_thread;
    coset_native_when when;
    double begun, quick; /* processor seconds of the thread at the start of the first tier, and its cost */
    double used, now;    /* of the program and by the clock, at the last check for an idle processor */
    double waited;       /* for a processor, until then */
    double complete_at;  /* by the clock */
    bool idle;           /* a processor is idle, so better code may take any time */
    bool settled;        /* the first tier has ended, with `status`; under mutex */
    coset_status status;
    coset_err err;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
} twin_model;

/* NULL: the model is not of this kind. */
static const twin_model *twin_of(const coset_model *m)
{
    return m && coset_model_ir(m) && ((const coset_ir_machine_model *)m)->code ? (const twin_model *)m : NULL;
}

void coset_native_put_off(coset_model *m) { atomic_store(&((twin_model *)(void *)m)->put_off, true); }

bool coset_native_in_use(const coset_model *m)
{
    const twin_model *twin = twin_of(m);
    return twin && atomic_load_explicit(&twin->complete, memory_order_acquire);
}

bool coset_native_leave(const coset_model *m)
{
    const twin_model *twin = twin_of(m);
    return twin && twin->has_thread && atomic_load(&twin->at_work) && pthread_detach(twin->thread) == 0;
}

static struct timespec in_a_moment(long ms)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000L;
    t.tv_nsec %= 1000000000L;
    return t;
}

/* False if the model is freed before this time has passed. */
static bool wait_a_moment(twin_model *twin, long ms)
{
    struct timespec until = in_a_moment(ms);
    pthread_mutex_lock(&twin->mutex);
    int timed_out = 0;
    while (!atomic_load(&twin->quit) && !timed_out)
        timed_out = pthread_cond_timedwait(&twin->wake, &twin->mutex, &until);
    pthread_mutex_unlock(&twin->mutex);
    return !atomic_load(&twin->quit);
}

static void note_wanted(twin_model *twin)
{
    for (uint32_t i = 0; i < twin->model.ir->n_rules; i++)
        twin->code.before[i] = coset_native_runs(&twin->code, i);
}

static bool has_code(const twin_model *twin, uint32_t rule)
{
    return atomic_load_explicit(&twin->code.rules[rule], memory_order_relaxed) != NULL;
}

/* The first tier has translated everything that pays. */
static void note_complete(twin_model *twin)
{
    if (atomic_load(&twin->complete) || atomic_load(&twin->quit))
        return;
    twin->quick = coset_clock_thread() - twin->begun;
    twin->used = coset_clock_processor();
    twin->waited = coset_clock_waited();
    twin->complete_at = twin->now = coset_clock_now();
    atomic_store_explicit(&twin->complete, true, memory_order_release);
}

static double mean(const coset_native_cost *cost) { return cost->pieces ? cost->seconds / cost->pieces : 0; }

/* Its code has run for so long that better code would already have saved its cost. */
static bool has_run_long(const twin_model *twin, uint32_t rule)
{
    const coset_native_cost *costs = twin->code.costs;
    double takes = costs[COSET_NATIVE_GOOD].pieces ? mean(&costs[COSET_NATIVE_GOOD])
                                                   : GOOD_TIMES * mean(&costs[COSET_NATIVE_QUICK]);
    return coset_native_spent(&twin->code, rule) >= GOOD_PAYS * takes;
}

/* Interpreted rules have been counted for long enough. */
static bool better_pays(void *ctx, uint32_t rule)
{
    const twin_model *twin = ctx;
    const bool often = coset_native_runs(&twin->code, rule) - twin->code.before[rule] >= GOOD_LEAST;
    return !has_code(twin, rule) || (often && (twin->idle || has_run_long(twin, rule)));
}

/* Trials and bodies after which a rule is worth its code. */
static unsigned quick_least(const twin_model *twin, uint32_t rule)
{
    unsigned n = 1;
    for (const coset_ir_stmt *s = coset_machine_body(&twin->model, rule); s && s->next && n < QUICK_EACH; s = s->next)
        n++;
    return QUICK_PAYS + QUICK_EACH / n;
}

static bool quick_pays(void *ctx, uint32_t rule)
{
    const twin_model *twin = ctx;
    return twin->when == COSET_NATIVE_NOW || coset_native_runs(&twin->code, rule) >= quick_least(twin, rule);
}

static void ask_whether_idle(twin_model *twin)
{
    double processors = (double)sysconf(_SC_NPROCESSORS_ONLN), used_before = twin->used, before = twin->now,
           waited_before = twin->waited;
    twin->used = coset_clock_processor();
    twin->waited = coset_clock_waited();
    twin->now = coset_clock_now();
    double passed = twin->now - before;
    twin->idle = twin->used - used_before < (processors - 0.5) * passed &&
                 twin->waited - waited_before < MOST_WAITED * passed &&
                 twin->now - twin->complete_at > GOOD_TIMES * twin->quick;
}

/* It is time for better code. */
static bool wants_better(twin_model *twin)
{
    bool wants = twin->idle && twin->code.costs[COSET_NATIVE_QUICK].pieces > 0;
    for (uint32_t i = 0; i < twin->model.ir->n_rules; i++)
        wants = wants || (has_code(twin, i) && has_run_long(twin, i));
    return wants;
}

/* False if the model is freed meanwhile. */
static bool rest(void *ctx)
{
    twin_model *twin = ctx;
    note_wanted(twin);
    atomic_store(&twin->at_work, false);
    bool stays = wait_a_moment(twin, LOOK_AFTER_MS);
    atomic_store(&twin->at_work, stays);
    if (stays)
        ask_whether_idle(twin);
    return stays;
}

/* Also false if it is time for better code. */
static bool rest_first_tier(void *ctx)
{
    note_complete(ctx);
    return rest(ctx) && !wants_better(ctx);
}

static coset_status translate(twin_model *twin, coset_native_tier tier, unsigned least, coset_err *err)
{
    const bool quick = tier == COSET_NATIVE_QUICK;
    coset_native_pace pace = {&twin->quit, least, quick ? quick_pays : better_pays, quick ? rest_first_tier : rest,
                              twin};
    atomic_store(&twin->at_work, true);
    coset_status status = coset_native_translate(&twin->model, tier, &twin->code, &pace, err);
    atomic_store(&twin->at_work, false);
    if (status == COSET_OK)
        note_complete(twin);
    return status;
}

static void settle(twin_model *twin, coset_status status)
{
    pthread_mutex_lock(&twin->mutex);
    twin->settled = true;
    twin->status = status;
    pthread_cond_signal(&twin->wake);
    pthread_mutex_unlock(&twin->mutex);
}

/* Whether code can be generated. */
static bool load(twin_model *twin)
{
    const coset_native_maker *maker;
    atomic_store(&twin->at_work, true);
    coset_status status = coset_native_load(&maker, &twin->err);
    atomic_store(&twin->at_work, false);
    return status == COSET_OK;
}

/* Meanwhile rules run. Also false if the model is freed. */
static bool load_early(twin_model *twin)
{
    double begun = coset_clock_now();
    if (!wait_a_moment(twin, LOAD_AFTER_MS) || !load(twin))
        return false;
    long left = QUICK_AFTER_MS - (long)(1e3 * (coset_clock_now() - begun));
    return left <= 0 || wait_a_moment(twin, left);
}

/* A rule has run often enough to be translated; properties always are. */
static bool wants_code(twin_model *twin)
{
    bool wants = twin->model.ir->n_props > 0;
    for (uint32_t i = 0; !wants && i < twin->model.ir->n_rules; i++)
        wants = coset_native_runs(&twin->code, i) - twin->code.before[i] >= QUICK_LEAST && quick_pays(twin, i);
    return wants;
}

/* At first all steps run that are cached later, which may be all steps: then LLVM is never loaded. Also false if the
 * model is freed. */
static bool learn_and_load(twin_model *twin)
{
    bool stays = wait_a_moment(twin, QUICK_AFTER_MS + LEARNING_MS);
    if (stays && atomic_load(&twin->put_off))
        stays = wait_a_moment(twin, LATE_MS);
    note_wanted(twin);
    stays = stays && wait_a_moment(twin, FIRST_LOOK_MS);
    while (stays && !wants_code(twin)) {
        note_wanted(twin);
        stays = wait_a_moment(twin, LOOK_AFTER_MS);
    }
    return stays && load(twin);
}

static void *translate_all(void *arg)
{
    twin_model *twin = arg;
    const bool later = twin->when == COSET_NATIVE_LATER;
    if (later && !(twin->model.ir->transient ? learn_and_load(twin) : load_early(twin)))
        return NULL;
    twin->begun = coset_clock_thread();
    coset_status status = translate(twin, COSET_NATIVE_QUICK, later ? QUICK_LEAST : 0, &twin->err);
    settle(twin, status);
    while (status == COSET_OK && !wants_better(twin) && rest_first_tier(twin))
        ;
    if (status == COSET_OK && !atomic_load(&twin->quit))
        (void)translate(twin, COSET_NATIVE_GOOD, GOOD_FIRST, NULL);
    return NULL;
}

static double seconds_of(pthread_t thread)
{
    clockid_t clock;
    struct timespec t = {0};
    if (pthread_getcpuclockid(thread, &clock) == 0)
        (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits until the first tier is complete, or MOST_BEFORE has passed. */
static coset_status wait_for_code(twin_model *twin, coset_err *err)
{
    pthread_mutex_lock(&twin->mutex);
    while (!twin->settled && seconds_of(twin->thread) < MOST_BEFORE) {
        struct timespec until = in_a_moment(LOOK_AFTER_MS);
        (void)pthread_cond_timedwait(&twin->wake, &twin->mutex, &until);
    }
    coset_status status = twin->settled ? twin->status : COSET_OK;
    if (status != COSET_OK && err)
        *err = twin->err;
    pthread_mutex_unlock(&twin->mutex);
    return status;
}

static void twin_free(coset_model *m)
{
    twin_model *twin = (twin_model *)m;
    if (twin->has_thread) {
        pthread_mutex_lock(&twin->mutex);
        atomic_store(&twin->quit, true);
        pthread_cond_signal(&twin->wake);
        pthread_mutex_unlock(&twin->mutex);
        pthread_join(twin->thread, NULL);
    }
    coset_native_code_fini(&twin->code);
    pthread_cond_destroy(&twin->wake);
    pthread_mutex_destroy(&twin->mutex);
    coset_delete(twin);
}

coset_status coset_native_new(const coset_model *m, coset_native_when when, coset_model **out, coset_err *err)
{
    *out = NULL;
    if (!coset_model_ir(m))
        return coset_fail(err, COSET_UNSUPPORTED, "no machine code: the model is not a guarded-rule program");
    twin_model *twin = coset_new(1, sizeof *twin);
    twin->model = *(const coset_ir_machine_model *)m;
    twin->model.code = &twin->code;
    twin->model.release = twin_free;
    twin->when = when;
    coset_native_code_init(&twin->code, twin->model.ir);
    pthread_mutex_init(&twin->mutex, NULL);
    pthread_cond_init(&twin->wake, NULL);
    coset_status status = COSET_OK;
    twin->has_thread = pthread_create(&twin->thread, NULL, translate_all, twin) == 0;
    if (when == COSET_NATIVE_NOW)
        status = twin->has_thread ? wait_for_code(twin, err) : translate(twin, COSET_NATIVE_QUICK, 0, err);
    else if (!twin->has_thread) /* the translator waits for frequent rules */
        status = coset_fail(err, COSET_MEMORY, "no thread can be had that makes machine code");
    if (status == COSET_OK)
        *out = &twin->model.base;
    else
        twin_free(&twin->model.base);
    return status;
}

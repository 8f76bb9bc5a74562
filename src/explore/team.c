#include "explore/team.h"

#include <pthread.h>

#include "base/mem.h"

typedef struct {
    coset__team *team;
    pthread_t thread;
    uint32_t number;
} member;

struct coset__team {
    pthread_mutex_t lock; /* protects all below, except `pausing` for readers */
    pthread_cond_t start; /* a phase begins, or the end of the team */
    pthread_cond_t done;  /* nobody is running any more */
    pthread_cond_t resume;
    member *members; /* [n]; members[0] is the caller and has no thread */
    uint32_t n, started;
    uint64_t phase;   /* number of the current or last phase */
    uint32_t phase_n; /* members that take part in it */
    uint32_t running; /* members that have not finished their part */
    coset__job *job;
    void *job_ctx;
    bool ending;
    uint64_t pauses; /* number of pauses that are over */
    uint32_t paused; /* members that wait for the others to pause */
    const coset__errand *errand;
    void *errand_ctx;
    uint64_t calls;   /* number of requests for help */
    uint32_t helping; /* members that have not finished helping */
    atomic_bool pausing;
};

/* With the lock. */
static void end_pause(coset__team *t)
{
    t->errand = NULL;
    t->paused = 0;
    t->pauses++;
    atomic_store_explicit(&t->pausing, false, memory_order_relaxed);
    (void)pthread_cond_broadcast(&t->resume);
}

/* With the lock, when all running members are paused. */
static void begin_errand(coset__team *t)
{
    if (!t->errand || !t->errand->begin(t->errand_ctx)) {
        end_pause(t);
        return;
    }
    t->helping = t->paused;
    t->calls++;
    (void)pthread_cond_broadcast(&t->resume);
}

/* With the lock, which is released meanwhile. */
static void help(coset__team *t)
{
    const coset__errand *errand = t->errand;
    void *ctx = t->errand_ctx;
    (void)pthread_mutex_unlock(&t->lock);
    errand->help(ctx);
    (void)pthread_mutex_lock(&t->lock);
    if (--t->helping)
        return;
    errand->end(ctx);
    end_pause(t);
}

static void take_part(coset__team *t, uint32_t number, coset__job *job, void *ctx)
{
    job(ctx, number);
    (void)pthread_mutex_lock(&t->lock);
    t->running--;
    if (t->running && t->paused == t->running)
        begin_errand(t);
    if (!t->running)
        (void)pthread_cond_signal(&t->done);
    (void)pthread_mutex_unlock(&t->lock);
}

static void *helper(void *arg)
{
    member *m = arg;
    coset__team *t = m->team;
    uint64_t seen = 0;
    (void)pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->ending && (t->phase == seen || m->number >= t->phase_n)) {
            seen = t->phase;
            (void)pthread_cond_wait(&t->start, &t->lock);
        }
        if (t->ending)
            break;
        seen = t->phase;
        coset__job *job = t->job;
        void *ctx = t->job_ctx;
        (void)pthread_mutex_unlock(&t->lock);
        take_part(t, m->number, job, ctx);
        (void)pthread_mutex_lock(&t->lock);
    }
    (void)pthread_mutex_unlock(&t->lock);
    return NULL;
}

coset_status coset__team_new(uint32_t n, coset__team **out, coset_err *err)
{
    coset__team *t = coset_new(1, sizeof *t);
    (void)pthread_mutex_init(&t->lock, NULL);
    (void)pthread_cond_init(&t->start, NULL);
    (void)pthread_cond_init(&t->done, NULL);
    (void)pthread_cond_init(&t->resume, NULL);
    t->n = n;
    t->members = coset_new(n, sizeof *t->members);
    atomic_init(&t->pausing, false);
    *out = t;
    for (t->started = 1; t->started < n; t->started++) {
        member *m = &t->members[t->started];
        *m = (member){.team = t, .number = t->started};
        int os = pthread_create(&m->thread, NULL, helper, m);
        if (os) {
            uint32_t got = t->started;
            coset__team_free(t);
            *out = NULL;
            coset_status st = coset_fail(err, COSET_MEMORY, "only %u of %u threads can be started", got, n);
            if (err)
                err->os = os;
            return st;
        }
    }
    return COSET_OK;
}

void coset__team_free(coset__team *t)
{
    if (!t)
        return;
    (void)pthread_mutex_lock(&t->lock);
    t->ending = true;
    (void)pthread_cond_broadcast(&t->start);
    (void)pthread_mutex_unlock(&t->lock);
    for (uint32_t i = 1; i < t->started; i++)
        (void)pthread_join(t->members[i].thread, NULL);
    (void)pthread_cond_destroy(&t->resume);
    (void)pthread_cond_destroy(&t->done);
    (void)pthread_cond_destroy(&t->start);
    (void)pthread_mutex_destroy(&t->lock);
    coset_delete(t->members);
    coset_delete(t);
}

void coset__team_run(coset__team *t, uint32_t n, coset__job *job, void *ctx)
{
    COSET_INVARIANT(n >= 1 && n <= t->n);
    (void)pthread_mutex_lock(&t->lock);
    t->job = job;
    t->job_ctx = ctx;
    t->phase_n = t->running = n;
    t->phase++;
    if (n > 1)
        (void)pthread_cond_broadcast(&t->start);
    (void)pthread_mutex_unlock(&t->lock);
    take_part(t, 0, job, ctx);
    (void)pthread_mutex_lock(&t->lock);
    while (t->running)
        (void)pthread_cond_wait(&t->done, &t->lock);
    (void)pthread_mutex_unlock(&t->lock);
}

void coset__team_pause(coset__team *t, const coset__errand *errand, void *ctx)
{
    (void)pthread_mutex_lock(&t->lock);
    if (errand) {
        t->errand = errand;
        t->errand_ctx = ctx;
        atomic_store_explicit(&t->pausing, true, memory_order_relaxed);
    }
    if (atomic_load_explicit(&t->pausing, memory_order_relaxed)) {
        uint64_t pauses = t->pauses, calls = t->calls;
        t->paused++;
        if (t->paused == t->running)
            begin_errand(t);
        while (t->pauses == pauses)
            if (t->calls == calls)
                (void)pthread_cond_wait(&t->resume, &t->lock);
            else {
                calls = t->calls;
                help(t);
            }
    }
    (void)pthread_mutex_unlock(&t->lock);
}

const atomic_bool *coset__team_pausing(const coset__team *t) { return &t->pausing; }

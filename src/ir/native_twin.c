/* ir/native_twin.c - the model that runs machine code, compiled at once or beside the search. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "ir/interp.h"
#include "ir/native.h"
#include "ir/native_run.h"

#define DELAY_NS 100000000L /* searches that end before need no code */

struct coset_native_twin {
    coset_ir_machine_model model;      /* a copy of the original, whose `twin` is this */
    _Atomic(coset_native_code *) code; /* release by the compiling thread, acquire by workers */
    bool has_thread;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool quit; /* under mutex */
};

const coset_native_code *coset_native_code_of(const coset_native_twin *twin)
{
    return twin ? atomic_load_explicit(&twin->code, memory_order_acquire) : NULL;
}

bool coset_native_in_use(const coset_model *m)
{
    return coset_model_ir(m) && coset_native_code_of(((const coset_ir_machine_model *)m)->twin);
}

/* False if the model is freed before the delay is over. */
static bool wait_a_moment(coset_native_twin *twin)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += DELAY_NS;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&twin->mutex);
    int timed_out = 0;
    while (!twin->quit && !timed_out)
        timed_out = pthread_cond_timedwait(&twin->wake, &twin->mutex, &until);
    bool quit = twin->quit;
    pthread_mutex_unlock(&twin->mutex);
    return !quit;
}

static coset_status translate(coset_native_twin *twin, coset_err *err)
{
    coset_native_code *code;
    coset_status status = coset_native_translate(&twin->model, &code, err);
    if (status == COSET_OK)
        atomic_store_explicit(&twin->code, code, memory_order_release);
    return status;
}

static void *translate_later(void *arg)
{
    coset_native_twin *twin = arg;
    if (wait_a_moment(twin))
        (void)translate(twin, NULL);
    return NULL;
}

void coset_native_twin_free(coset_native_twin *twin)
{
    if (twin->has_thread) {
        pthread_mutex_lock(&twin->mutex);
        twin->quit = true;
        pthread_cond_signal(&twin->wake);
        pthread_mutex_unlock(&twin->mutex);
        pthread_join(twin->thread, NULL);
    }
    coset_native_code *code = atomic_load_explicit(&twin->code, memory_order_acquire);
    if (code)
        code->release(code);
    pthread_cond_destroy(&twin->wake);
    pthread_mutex_destroy(&twin->mutex);
    coset_delete(twin);
}

coset_status coset_native_new(const coset_model *m, coset_native_when when, coset_model **out, coset_err *err)
{
    *out = NULL;
    if (!coset_model_ir(m))
        return coset_fail(err, COSET_UNSUPPORTED, "no machine code: the model is not a guarded-rule program");
    if (!coset_native_version())
        return coset_native_translate((const coset_ir_machine_model *)m, &(coset_native_code *){0}, err);
    coset_native_twin *twin = coset_new(1, sizeof *twin);
    twin->model = *(const coset_ir_machine_model *)m;
    twin->model.twin = twin;
    pthread_mutex_init(&twin->mutex, NULL);
    pthread_cond_init(&twin->wake, NULL);
    coset_status status = COSET_OK;
    if (when == COSET_NATIVE_NOW)
        status = translate(twin, err);
    else
        twin->has_thread = pthread_create(&twin->thread, NULL, translate_later, twin) == 0;
    if (status == COSET_OK)
        *out = &twin->model.base;
    else
        coset_native_twin_free(twin);
    return status;
}

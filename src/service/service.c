/* service/service.c - one task of the library, in a child process that was made for it. */
#include "service/service.h"

#include <jansson.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "options/options.h"
#include "run/check.h"
#include "run/limits.h"
#include "run/machine.h"
#include "run/session.h"
#include "service/given.h"

/* Ends the process if memory runs out: the JSON would be incomplete. */
static void *allocate_json(size_t bytes) { return coset_new(bytes, 1); }

/* ---- progress ---------------------------------------------------------------------------------------------------- */

/* A record is dropped if the caller is too slow to read it. */
static void tell(void *ctx, const coset_progress *now)
{
    const coset_library_task *task = ctx;
    const coset_report_now record = {.depth = now->depth,
                                     .representatives = now->representatives,
                                     .transitions = now->edges,
                                     .queue = now->queue,
                                     .states = (double)now->states,
                                     .seconds = now->seconds,
                                     .memory = now->memory,
                                     .memory_limit = now->memory_limit};
    const ssize_t written = task->progress >= 0 ? write(task->progress, &record, sizeof record) : 0;
    (void)written;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* Options that control where and how the program writes; the library does that itself. */
static coset_status refuse(const coset_settings *s, coset_err *err)
{
    const struct {
        const char *name;
        bool given;
    } all[] = {{"help", s->help},
               {"version", s->version},
               {"typecheck", s->typecheck_only},
               {"exit-code", s->simple_exit},
               {"json without a file", s->json_on_stdout},
               {"color", s->colour != COSET_COLOUR_AUTO},
               {"progress", s->progress != COSET_PROGRESS_AUTO}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given)
            return coset_fail(err, COSET_USAGE, "the library has no option --%s", all[i].name);
    for (uint32_t i = 0; i < s->outputs.n; i++)
        if (strcmp(s->outputs.at[i].path, "-") == 0)
            return coset_fail(err, COSET_USAGE, "the library writes nothing to standard output: name a file");
    return COSET_OK;
}

static coset_status take_options(const coset_library_task *task, coset_settings *s, coset_err *err)
{
    COSET_VEC(coset_option_pair) pairs = {0};
    for (const coset_setting *one = task->settings; one && one->key; one++)
        *coset_vec_add(&pairs) = (coset_option_pair){one->key, one->value};
    coset_status status = coset_options_take(pairs.at, pairs.n, task->path, s, err);
    coset_vec_fini(&pairs);
    return status == COSET_OK ? refuse(s, err) : status;
}

/* ---- the task ---------------------------------------------------------------------------------------------------- */

static int serve(const coset_library_task *task, coset_settings *s, double began)
{
    const coset_listener listener = {tell, (void *)(uintptr_t)task};
    const coset_source source = {.bytes = task->given ? "" : task->text,
                                 .len = task->length,
                                 .make = task->given ? coset_given_make : NULL,
                                 .ctx = (void *)(uintptr_t)task->given};
    s->listener = &listener;
    s->source = task->text || task->given ? &source : NULL;
    s->progress = COSET_PROGRESS_NONE;
    s->colour = COSET_COLOUR_NEVER;
    s->json_on_stdout = true;
    const int code = coset_limits_around(task->list ? coset_list : coset_check, s, began);
    s->listener = NULL;
    s->source = NULL;
    return code;
}

int coset_service(const coset_library_task *task)
{
    json_set_alloc_funcs(allocate_json, coset_delete);
    (void)setlocale(LC_ALL, "C"); /* numbers have a decimal point, whatever the caller's locale is */
    coset_machine_catch_signals();
    coset_settings s = coset_settings_new();
    coset_err err = {0};
    const double began = coset_clock_now();
    coset_status status = take_options(task, &s, &err);
    if (status == COSET_OK && task->given)
        status = coset_given_adapt(task->given, &s, &err);
    int code;
    if (status == COSET_OK) {
        code = serve(task, &s, began);
    } else {
        const coset_session nothing = {.settings = &s, .path = task->path};
        s.json_on_stdout = true;
        code = coset_session_fail(&nothing, coset_exit_of(status), "%s", err.text);
    }
    return code; /* the process ends, which frees its memory */
}

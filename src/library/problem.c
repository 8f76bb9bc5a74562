/* library/problem.c - opening models. */
#include <stdlib.h>
#include <string.h>

#include "library/problem.h"

const char *coset_version(void) { return COSET_VERSION; }

/* ---- copies of the caller's data --------------------------------------------------------------------------------- */

static char *copy(const char *text, size_t length)
{
    char *to = malloc(length + 1);
    if (!to)
        return NULL;
    if (length)
        memcpy(to, text, length);
    to[length] = '\0';
    return to;
}

static void free_settings(const coset_setting *settings)
{
    for (const coset_setting *s = settings; s && s->key; s++) {
        free((void *)(uintptr_t)s->key);
        free((void *)(uintptr_t)s->value);
    }
    free((void *)(uintptr_t)settings);
}

static const coset_setting *copy_settings(const coset_setting *from)
{
    size_t n = 0;
    while (from && from[n].key)
        n++;
    coset_setting *to = calloc(n + 1, sizeof *to);
    for (size_t i = 0; to && i < n; i++) {
        to[i].key = copy(from[i].key, strlen(from[i].key));
        to[i].value = from[i].value ? copy(from[i].value, strlen(from[i].value)) : NULL;
        if (!to[i].key || (from[i].value && !to[i].value)) {
            free((void *)(uintptr_t)to[i].value);
            if (to[i].key)
                free((void *)(uintptr_t)to[i].key);
            to[i] = (coset_setting){0};
            free_settings(to);
            return NULL;
        }
    }
    return to;
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

void coset_close(coset_problem *problem)
{
    if (!problem)
        return;
    json_decref(problem->root);
    coset_library_outcome_free(&problem->outcome);
    free((void *)(uintptr_t)problem->task.path);
    free((void *)(uintptr_t)problem->task.text);
    free_settings(problem->task.settings);
    (void)pthread_mutex_destroy(&problem->process.lock);
    free(problem);
}

/* Owns the data of `task`; its settings are still the caller's. */
static coset_problem *problem_new(const coset_library_task *task)
{
    coset_problem *p = calloc(1, sizeof *p);
    const coset_setting *settings = copy_settings(task->settings);
    if (!p || !settings || !task->path || pthread_mutex_init(&p->process.lock, NULL) != 0) {
        free(p);
        free_settings(settings);
        free((void *)(uintptr_t)task->path);
        free((void *)(uintptr_t)task->text);
        return NULL;
    }
    p->task = *task;
    p->task.settings = settings;
    return p;
}

static int open_task(const coset_library_task *task, coset_problem **out)
{
    coset_problem *p = problem_new(task);
    *out = NULL;
    if (!p)
        return COSET_END_RESOURCES;
    coset_library_task list = p->task;
    list.list = 1;
    if (!coset_library_call(&list, &p->process, NULL, NULL, &p->outcome)) {
        coset_close(p);
        return COSET_END_RESOURCES;
    }
    p->root = coset_library_settle(&p->outcome);
    *out = p;
    return p->outcome.code;
}

int coset_open(const char *path, const coset_setting *settings, coset_problem **out)
{
    const coset_library_task task = {.path = copy(path, strlen(path)), .settings = settings};
    return open_task(&task, out);
}

int coset_open_text(const char *name, const char *text, size_t length, const coset_setting *settings,
                    coset_problem **out)
{
    const coset_library_task task = {
        .path = copy(name, strlen(name)), .text = copy(text, length), .length = length, .settings = settings};
    if (task.text)
        return open_task(&task, out);
    free((void *)(uintptr_t)task.path);
    *out = NULL;
    return COSET_END_RESOURCES;
}

int coset_open_given(const coset_given *model, const coset_setting *settings, coset_problem **out)
{
    const char *name = model->name ? model->name : "model";
    const coset_library_task task = {.path = copy(name, strlen(name)), .settings = settings, .given = model};
    return open_task(&task, out);
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

int coset_problem_code(const coset_problem *problem) { return problem ? problem->outcome.code : COSET_END_RESOURCES; }

const char *coset_problem_reason(const coset_problem *problem)
{
    return problem ? coset_library_reason(problem->root, &problem->outcome) : NULL;
}

const char *coset_problem_language(const coset_problem *problem)
{
    return problem ? coset_library_text(problem->root, "language") : NULL;
}

size_t coset_problem_properties(const coset_problem *problem)
{
    return problem ? json_array_size(json_object_get(problem->root, "properties")) : 0;
}

int coset_problem_property(const coset_problem *problem, size_t i, coset_property *out)
{
    return problem && coset_library_property(json_array_get(json_object_get(problem->root, "properties"), i), out);
}

void coset_problem_notes(const coset_problem *problem, coset_on_note *call, void *ctx)
{
    if (problem)
        coset_library_notes(problem->root, call, ctx);
}

void coset_cancel(coset_problem *problem)
{
    if (problem)
        coset_library_stop(&problem->process);
}

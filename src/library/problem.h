/* library/problem.h - the objects behind the handles of coset.h.
 *
 * Layer    library.
 * Errors   allocations that fail are reported to the caller: nothing here ends the process.
 */
#ifndef COSET_LIBRARY_PROBLEM_H
#define COSET_LIBRARY_PROBLEM_H

#include <jansson.h>
#include <pthread.h>
#include <sys/types.h>

#include "library/task.h"

/* The results of a child process: an exit status and two texts, never NULL; last: the last line of the log. */
typedef struct {
    int code;
    char *json, *log;
    char last[500];
} coset_library_outcome;

/* A child process that the caller may end. */
typedef struct {
    pthread_mutex_t lock;
    pid_t child;   /* 0: none */
    int busy;      /* a run is in progress */
    int cancelled; /* it was asked to end */
} coset_library_process;

/* Runs the task in a child process; `progress` may be NULL. Returns 0 if memory or processes run out; then there is no
 * outcome. */
int coset_library_call(const coset_library_task *task, coset_library_process *process, coset_on_progress *progress,
                       void *ctx, coset_library_outcome *out);
/* Asks the child process to end with its result so far. */
void coset_library_stop(coset_library_process *process);
void coset_library_outcome_free(coset_library_outcome *outcome);

struct coset_problem {
    coset_library_task task; /* owns path, text and settings */
    coset_library_process process;
    coset_library_outcome outcome;
    json_t *root; /* of its JSON; NULL: there is none */
};

struct coset_answer {
    coset_library_outcome outcome;
    json_t *root;
};

/* Reading JSON that the engine has written: NULL or 0 if something is missing. */
const char *coset_library_text(const json_t *object, const char *key);
coset_place coset_library_place(const json_t *object, const char *key);
void coset_library_notes(const json_t *root, coset_on_note *call, void *ctx);
int coset_library_property(const json_t *one, coset_property *out);
/* Reads the JSON of the outcome; NULL: there is none. A verdict that the JSON does not confirm is discarded: a callback
 * or a library may have ended the process. */
json_t *coset_library_settle(coset_library_outcome *outcome);
/* The reason of a failure: as the JSON says, else the last line of the log. NULL: there is none. */
const char *coset_library_reason(const json_t *root, const coset_library_outcome *outcome);

#endif

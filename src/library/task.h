/* library/task.h - a task of the engine in a child process of the library.
 *
 * Layer    library: both sides see this file. The library side uses nothing else of coset, because the layers end the
 *          process if memory runs out; the engine (service) is a module that the child process loads.
 * Use      results are JSON on descriptor 1, messages text on descriptor 2, progress records on a pipe.
 */
#ifndef COSET_LIBRARY_TASK_H
#define COSET_LIBRARY_TASK_H

#include <coset/coset.h>

typedef struct {
    int list;         /* list properties and messages; else check */
    const char *path; /* of the file, or the name of the text */
    const char *text; /* in memory; NULL: read the file */
    size_t length;
    const coset_setting *settings;
    const coset_given *given; /* the model given by callbacks, or NULL */
    int progress;             /* non-blocking descriptor for coset_report_now records; -1: none */
} coset_library_task;

/* The function of the engine; returns an exit status. It may also end the process with one. */
typedef int coset_library_serve(const coset_library_task *task);
#define COSET_LIBRARY_SERVE "coset_service"

#endif

/* service/service.h - the engine side of the library.
 *
 * Layer    service: above run and options. Linked into the module that the child process of library/child.c loads.
 */
#ifndef COSET_SERVICE_SERVICE_H
#define COSET_SERVICE_SERVICE_H

#include "library/task.h"

/* To be called once per process. Results go to descriptors 1 and 2; returns an exit status, or ends the process with
 * one. */
coset_library_serve coset_service;

#endif

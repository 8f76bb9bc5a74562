/* service/module.c - what makes the engine a module: its one function, by which all layers are linked. */
#include "service/service.h"

extern coset_library_serve *const coset_engine_serve;
coset_library_serve *const coset_engine_serve = coset_service;

/* service/module.c - makes the engine a module: its one exported function, which pulls in all layers. */
#include "service/service.h"

extern coset_library_serve *const coset_engine_serve;
coset_library_serve *const coset_engine_serve = coset_service;

/* toy/toy.h - a language and an engine that only the tests have: each is a file and a row of a table. */
#ifndef COSET_TEST_TOY_TOY_H
#define COSET_TEST_TOY_TOY_H

#include "run/engines.h"
#include "run/search.h"

extern const coset_language toy_lamps;
extern const coset_engine_row toy_list; /* runs with one thread: states in a list */

#endif

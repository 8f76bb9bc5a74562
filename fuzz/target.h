/* fuzz/target.h - what each fuzz target offers. */
#ifndef COSET_FUZZ_TARGET_H
#define COSET_FUZZ_TARGET_H

#include <stddef.h>
#include <stdio.h>

/* Runs the front end on a text; `bytes` ends with a NUL that `size` does not count. Messages go to `out` unless it is
 * NULL. */
void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out);

#endif

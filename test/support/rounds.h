/* How often a test repeats random or large cases: a quarter (addresses) or a twentieth (threads) under a sanitizer,
 * because a round takes three to ten times as long, and its errors occur in a few rounds. */
#ifndef COSET_TEST_ROUNDS_H
#define COSET_TEST_ROUNDS_H

#include <stdint.h>

#if defined(__SANITIZE_THREAD__)
#define ROUNDS_SLOWER 20
#elif defined(__SANITIZE_ADDRESS__)
#define ROUNDS_SLOWER 4
#else
#define ROUNDS_SLOWER 1
#endif

static inline uint32_t rounds(uint32_t n) { return (n + ROUNDS_SLOWER - 1) / ROUNDS_SLOWER; }
/* The size of large cases: a quarter with threads. */
static inline uint32_t large(uint32_t n) { return ROUNDS_SLOWER > 4 ? n / 4 : n; }

#endif

/* store/spill.h - a temporary file, for what is written once and seldom read.
 *
 * Layer    store.
 * Place    the folder of TMPDIR, or /var/tmp; never a file system in memory. The file has no name, or loses it at once:
 *          it goes when the program ends in whatever way.
 * Limits   a twentieth of the file system stays free; with a limit on the size of files (ulimit -f) there is no file.
 * Threads  write, read: any number.
 * Errors   write returns false. What cannot be read back ends the program as memory that is exhausted does: there is
 *          nothing to go on with.
 */
#ifndef COSET_STORE_SPILL_H
#define COSET_STORE_SPILL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int file;                /* < 0: there is none */
    _Atomic uint64_t bytes;  /* written; after an error, at most */
    _Atomic uint64_t looked; /* at the free space, when so many bytes were written; in steps */
} coset__spill;

void coset__spill_open(coset__spill *s);
void coset__spill_close(coset__spill *s);
static inline bool coset__spill_is_open(const coset__spill *s) { return s->file >= 0; }
/* *at: where they are. */
bool coset__spill_write(coset__spill *s, const void *bytes, uint64_t n, uint64_t *at);
void coset__spill_read(const coset__spill *s, uint64_t at, void *bytes, uint64_t n);

#endif

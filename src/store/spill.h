/* store/spill.h - a temporary file, for data that is written once and seldom read.
 *
 * Layer    store.
 * Place    The folder of TMPDIR, or /var/tmp; never a file system in memory. The file has no name, or loses it at once:
 *          it disappears whenever and however the program ends.
 * Limits   a twentieth of the file system stays free; with a limit on the size of files (ulimit -f) there is no file.
 * Threads  write, read: any number.
 * Errors   write returns false. A failed read ends the program as exhausted memory does, because it cannot continue.
 */
#ifndef COSET_STORE_SPILL_H
#define COSET_STORE_SPILL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int file;                /* < 0: there is none */
    _Atomic uint64_t bytes;  /* written; after an error, at most */
    _Atomic uint64_t looked; /* bytes written when the free space was last checked; in steps */
} coset__spill;

void coset__spill_open(coset__spill *s);
void coset__spill_close(coset__spill *s);
static inline bool coset__spill_is_open(const coset__spill *s) { return s->file >= 0; }
/* *at: their position in the file. */
bool coset__spill_write(coset__spill *s, const void *bytes, uint64_t n, uint64_t *at);
void coset__spill_read(const coset__spill *s, uint64_t at, void *bytes, uint64_t n);

#endif

/* base/text.h - source files, positions, and messages about them.
 *
 * Layer    base.
 * Shapes   a position is (file, line, column), lines and columns from 1, columns in bytes; line 0 = no position.
 * Owner    the coset_text owns the file contents and all messages.
 * Threads  one.
 */
#ifndef COSET_BASE_TEXT_H
#define COSET_BASE_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

typedef struct {
    uint32_t line;   /* from 1; 0 = nowhere */
    uint16_t column; /* from 1, bytes; saturates */
    uint16_t file;   /* index into the coset_text */
} coset_pos;

/* A piece of a file: its bytes, terminated by NUL, and their position. */
typedef struct {
    const char *bytes;
    size_t len;
    coset_pos pos;
} coset_text_piece;

typedef enum { COSET_SEVERITY_NOTE, COSET_SEVERITY_WARNING, COSET_SEVERITY_ERROR } coset_severity;

typedef struct coset_text coset_text;

coset_text *coset_text_new(void);
void coset_text_free(coset_text *t);

/* Reads a file ("-" is standard input). Errors: COSET_NOINPUT. */
coset_status coset_text_read(coset_text *t, const char *path, uint16_t *file, coset_err *err) COSET_NODISCARD;
/* Adds text that is already in memory under a name to show. `bytes` is copied; it may hold any bytes. */
uint16_t coset_text_add(coset_text *t, const char *name, const char *bytes, size_t len);

/* The file of that name: the copy that was read before, else it is read now. Refused, with COSET_NOINPUT, beyond a
 * thousand files. */
coset_status coset_text_read_once(coset_text *t, const char *path, uint16_t *file, coset_err *err) COSET_NODISCARD;
const char *coset_text_name(const coset_text *t, uint16_t file);
/* NUL-terminated contents; `len` may be NULL. */
const char *coset_text_bytes(const coset_text *t, uint16_t file, size_t *len);
/* All of it. Valid until a file is added. */
coset_text_piece coset_text_whole(const coset_text *t, uint16_t file);
/* The column `offset` bytes after `first`, the column where a line, or its piece, begins. */
uint16_t coset_text_column(uint16_t first, size_t offset);

/* Adds a message. `code` is stable, like "E012" or "W003"; `len` is the number of bytes to underline (0 = 1). */
void coset_message(coset_text *t, coset_severity severity, const char *code, coset_pos pos, uint32_t len,
                   const char *fmt, ...) COSET_PRINTF(6, 7);
/* Adds a "help:" line to the newest message. */
void coset_message_help(coset_text *t, const char *fmt, ...) COSET_PRINTF(2, 3);

uint32_t coset_text_errors(const coset_text *t);
uint32_t coset_text_warnings(const coset_text *t);

/* A message, for other renderings than coset_text_print. Valid as long as no message is added. */
typedef struct {
    coset_severity severity;
    const char *code, *text, *help; /* help may be NULL */
    coset_pos pos;
} coset_text_note;

/* The number of stored messages, and number i of them. */
uint32_t coset_text_notes(const coset_text *t);
coset_text_note coset_text_note_at(const coset_text *t, uint32_t i);

/* Prints all messages not yet printed, in order of position within their file:
 *   file:line:col: error: text [E012]
 *      12 | source line
 *         |     ^~~~
 *   help: how to mend it
 * At most `most` errors are shown (0 = all); then a line says how many more there are. */
void coset_text_print(coset_text *t, FILE *out, bool colour, uint32_t most);

/* The word of `words` (n of them) nearest to `word` by edit distance, or NULL if none is near. Case is ignored. */
const char *coset_nearest(const char *word, const char *const *words, uint32_t n);

#endif

/* lang/promela/syntax/source.h - a preprocessed source, and the position of each byte in the user's files.
 *
 * Layer    lang/promela/syntax.
 * Owner    the arena given to coset_pml_preprocess; the files named are in the coset_text.
 * Threads  one.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_SOURCE_H
#define COSET_LANG_PROMELA_SYNTAX_SOURCE_H

#include "base/mem.h"
#include "base/text.h"

/* A line of the preprocessed source: its start, and its file and line. */
typedef struct {
    uint32_t start, line;
    uint16_t file;
} coset_pml_line;

typedef struct {
    coset_text *text;
    coset_arena *arena;
    const char *bytes; /* ends with NUL */
    size_t len;
    uint16_t plain_column; /* where the user's text begins; 0: this is the output of a preprocessor */
    uint32_t n_lines;      /* at least 1 */
    const coset_pml_line *lines;
    /* the last queried line, and the columns of its words in the user's line */
    uint32_t at, n_words;
    uint32_t *words, *columns, *lengths;
    /* the user's line that was read last */
    const char *user_at;
    uint32_t user_line;
    uint16_t user_file;
} coset_pml_source;

/* The user's text, not preprocessed. */
void coset_pml_source_plain(coset_pml_source *s, coset_text *text, coset_text_piece piece, coset_arena *arena);
/* The input of a preprocessor: `file` is the one it calls `name`; the lines after a line `given` followed by the number
 * of a formula belong to that formula's file. */
typedef struct {
    uint16_t file;
    const char *name, *given;
    const uint16_t *formulas;
    uint32_t n_formulas;
} coset_pml_origin;
/* The output; its `#line` lines are blanked. Files that they name are read into the text for messages. */
void coset_pml_source_mapped(coset_pml_source *s, coset_text *text, const coset_pml_origin *from, char *bytes,
                             size_t len, coset_arena *arena);
/* Position of a byte in the user's files; `len` is adjusted to the user's word there. Fast if queried in ascending
 * order. */
coset_pos coset_pml_source_place(coset_pml_source *s, size_t offset, uint32_t *len);

#endif

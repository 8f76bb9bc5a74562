/* lang/promela/syntax/source.h - a preprocessed text, and where each byte of it stands in the user's files.
 *
 * Layer    lang/promela/syntax.
 * Owner    the arena given to coset_pml_preprocess; the files named are in the coset_text.
 * Threads  one.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_SOURCE_H
#define COSET_LANG_PROMELA_SYNTAX_SOURCE_H

#include "base/mem.h"
#include "base/text.h"

/* A line of the preprocessed text: where it starts and which line of which file it was. */
typedef struct {
    uint32_t start, line;
    uint16_t file;
} coset_pml_line;

typedef struct {
    coset_text *text;
    coset_arena *arena;
    const char *bytes; /* ends with NUL */
    size_t len;
    uint16_t plain_column; /* where the user's text begins; 0: a preprocessor made this text of it */
    uint32_t n_lines;      /* at least 1 */
    const coset_pml_line *lines;
    /* the line last asked for, and the columns of its words in the user's line */
    uint32_t at, n_words;
    uint32_t *words, *columns, *lengths;
    /* the user's line last looked at */
    const char *user_at;
    uint32_t user_line;
    uint16_t user_file;
} coset_pml_source;

/* The user's text as it is. */
void coset_pml_source_plain(coset_pml_source *s, coset_text *text, coset_text_piece piece, coset_arena *arena);
/* What the output of a preprocessor was made from: `file` is the one it calls `name`; what is behind the line `given`
 * with the number of a formula behind it stands in that formula's file. */
typedef struct {
    uint16_t file;
    const char *name, *given;
    const uint16_t *formulas;
    uint32_t n_formulas;
} coset_pml_origin;
/* The output, with its `#line` lines, which are blanked. Files it names are read into the text for messages. */
void coset_pml_source_mapped(coset_pml_source *s, coset_text *text, const coset_pml_origin *from, char *bytes,
                             size_t len, coset_arena *arena);
/* Place of a byte in the user's files; `len` is shortened or lengthened to the user's word there. Fast if asked in
 * rising order. */
coset_pos coset_pml_source_place(coset_pml_source *s, size_t offset, uint32_t *len);

#endif

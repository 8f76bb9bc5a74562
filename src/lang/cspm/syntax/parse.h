/* lang/cspm/syntax/parse.h - from tokens to a tree.
 *
 * Layer    lang/cspm, internal.
 * Idea     Recursive descent with a precedence table. A declaration with a mistake gives one message; the parser
 *          continues at the next line that can begin a declaration. During this recovery the token stream appears
 *          ended, so every loop terminates by itself.
 * `>`      is greater-than or the end of a sequence. Each kind of bracket opens a counter of unfinished sequences;
 *          with the counter above zero `>` ends the innermost one, so a comparison inside a sequence needs parentheses.
 */
#ifndef COSET_LANG_CSPM_SYNTAX_PARSE_H
#define COSET_LANG_CSPM_SYNTAX_PARSE_H

#include "lang/cspm/syntax/token.h"

typedef struct {
    cspm_node **decls;
    uint32_t n_decls;
} cspm_script;

/* Parses `file` and its includes. Problems are messages of `text`: the caller compares coset_text_errors. */
cspm_script coset__cspm_parse(coset_text *text, uint16_t file, coset_arena *arena, cspm_names *names);

/* Parses a type scheme, such as "(Set a) => ({a}, {a}) -> {a}", from text that is known to be correct. */
cspm_node *coset__cspm_parse_scheme(coset_arena *arena, cspm_names *names, const char *scheme);

#endif

/* lang/cspm/cspm.h - the CSPM front end: the language of FDR4. See doc/languages/cspm.md. */
#ifndef COSET_LANG_CSPM_CSPM_H
#define COSET_LANG_CSPM_CSPM_H

#include "lang/kit/language.h"

extern const coset_language coset_cspm;

/* Parses and type-checks a script and all its includes. Errors in it become messages in `text` and COSET_INPUT. */
coset_status coset_cspm_typecheck(coset_text *text, uint16_t file, const coset_load_options *options, coset_err *err);

#endif

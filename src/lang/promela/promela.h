/* lang/promela/promela.h - the Promela front end: the language of Spin 6.5.2. See doc/languages/promela.md. */
#ifndef COSET_LANG_PROMELA_PROMELA_H
#define COSET_LANG_PROMELA_PROMELA_H

#include "lang/kit/language.h"

extern const coset_language coset_promela;

#endif

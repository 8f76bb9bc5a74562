/* lang/murphi/murphi.h - the Murphi front end: CMurphi 5.4.9 and Rumur 2022.08.20. See doc/languages/murphi.md. */
#ifndef COSET_LANG_MURPHI_MURPHI_H
#define COSET_LANG_MURPHI_MURPHI_H

#include "lang/kit/language.h"

extern const coset_language coset_murphi;

#endif

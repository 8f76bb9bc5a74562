/* certcheck/options.h - the command line of coset-certcheck.
 *
 * Layer    certcheck.
 * Owner    texts are borrowed from argv.
 */
#ifndef COSET_CERTCHECK_OPTIONS_H
#define COSET_CERTCHECK_OPTIONS_H

#include <stdbool.h>

#include "base/mem.h"
#include "lang/kit/language.h"

/* Exit statuses, as the program coset has them; see the manual. */
typedef enum {
    COSET_CERT_PROVED = 0,
    COSET_CERT_INCOMPLETE = 20,
    COSET_CERT_USAGE = 64,
    COSET_CERT_WRONG = 65,
    COSET_CERT_NO_INPUT = 66,
    COSET_CERT_RESOURCES = 71
} coset_cert_exit;

typedef struct {
    const char *model, *certificate;
    coset_load_options load;
    COSET_VEC(coset_define) defines;
    COSET_VEC(const char *) folders;
    bool help, version;     /* is asked for: the other fields are not set */
    uint32_t most, samples; /* samples = 0: prove */
    uint64_t seed;
    bool json, quiet;
} coset_cert_options;

extern const char coset_cert_usage[];

/* Complains and returns false if the command line is wrong. */
bool coset_cert_options_read(coset_cert_options *o, int argc, char **argv);
void coset_cert_options_fini(coset_cert_options *o);

/* "coset-certcheck: <text>" on stderr. Returns `exit`. */
int coset_cert_complain(coset_cert_exit exit, const char *fmt, ...) COSET_PRINTF(2, 3);

#endif

/* certcheck/options.c - the command line. */
#include "certcheck/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STATES 1000000U

const char coset_cert_usage[] =
    "usage: coset-certcheck [OPTION...] MODEL CERTIFICATE\n"
    "verify a certificate that coset symmetry MODEL --certificate=FILE wrote\n"
    "\n"
    "  -D, --define=NAME=VALUE  as for coset: constants and macros of the model\n"
    "  -U, --undefine=NAME      as for coset (Promela)\n"
    "  -I, --include=FOLDER     as for coset (Promela)\n"
    "      --dialect=NAME       as for coset\n"
    "      --merge=on           as for coset (Promela)\n"
    "      --dead=reset         as for coset (Promela)\n"
    "      --assertions=off     as for coset (Promela)\n"
    "      --max-states=N       give up beyond N reachable states (1000000)\n"
    "      --samples=N          check N states of random runs only: evidence, not a proof\n"
    "      --seed=N             of random runs (1)\n"
    "      --json               the result as a JSON object on standard output\n"
    "  -q, --quiet              one line\n"
    "  -h, --help               this text\n"
    "      --version\n"
    "\n"
    "exit status: 0 proved; 20 nothing wrong found, but not proved (sampled, or too many states); 64 usage;\n"
    "65 the certificate is wrong, or the model cannot be read; 66 no such file; 71 resources\n";

int coset_cert_complain(coset_cert_exit exit, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fputs("coset-certcheck: ", stderr);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    return (int)exit;
}

/* Between 1 and UINT32_MAX - 2. */
static bool read_number(const char *text, uint32_t *out)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    bool good = *text >= '0' && *text <= '9' && !*end && errno == 0 && n > 0 && n < UINT32_MAX - 1;
    if (good)
        *out = (uint32_t)n;
    else
        coset_cert_complain(COSET_CERT_USAGE, "\"%s\" is not a number between 1 and %u", text,
                            (unsigned)(UINT32_MAX - 2));
    return good;
}

static bool is_word(const char *option, const char *text, const char *word)
{
    bool good = strcmp(text, word) == 0;
    if (!good)
        coset_cert_complain(COSET_CERT_USAGE, "--%s takes \"%s\" only, which is not \"%s\"", option, word, text);
    return good;
}

static bool add_define(coset_cert_options *o, char *text, bool removed)
{
    char *is = removed ? NULL : strchr(text, '=');
    if (is)
        *is = '\0';
    if (!*text) {
        coset_cert_complain(COSET_CERT_USAGE, "a constant or macro needs a name: -D NAME=VALUE");
        return false;
    }
    *coset_vec_add(&o->defines) = (coset_define){.name = text, .value = is ? is + 1 : NULL, .removed = removed};
    return true;
}

enum { DIALECT = 256, MERGE, DEAD, ASSERTIONS, MAX_STATES, SAMPLES, SEED, JSON, VERSION };

static bool take(coset_cert_options *o, int option, char *value)
{
    uint32_t seed;
    switch (option) {
    case 'D':
    case 'U':
        return add_define(o, value, option == 'U');
    case 'I':
        *coset_vec_add(&o->folders) = value;
        return true;
    case 'h':
        return o->help = true;
    case VERSION:
        return o->version = true;
    case 'q':
        return o->quiet = true;
    case DIALECT:
        o->load.dialect = value;
        return true;
    case MERGE:
        return o->load.merge = is_word("merge", value, "on");
    case DEAD:
        return o->load.reset = is_word("dead", value, "reset");
    case ASSERTIONS:
        return o->load.no_assertions = is_word("assertions", value, "off");
    case MAX_STATES:
        return read_number(value, &o->most);
    case SAMPLES:
        return read_number(value, &o->samples);
    case SEED:
        if (!read_number(value, &seed))
            return false;
        o->seed = seed;
        return true;
    case JSON:
        return o->json = true;
    default:
        coset_cert_complain(COSET_CERT_USAGE, "coset-certcheck --help lists the options");
        return false;
    }
}

bool coset_cert_options_read(coset_cert_options *o, int argc, char **argv)
{
    static const struct option options[] = {{"define", required_argument, NULL, 'D'},
                                            {"undefine", required_argument, NULL, 'U'},
                                            {"include", required_argument, NULL, 'I'},
                                            {"dialect", required_argument, NULL, DIALECT},
                                            {"merge", required_argument, NULL, MERGE},
                                            {"dead", required_argument, NULL, DEAD},
                                            {"assertions", required_argument, NULL, ASSERTIONS},
                                            {"max-states", required_argument, NULL, MAX_STATES},
                                            {"samples", required_argument, NULL, SAMPLES},
                                            {"seed", required_argument, NULL, SEED},
                                            {"json", no_argument, NULL, JSON},
                                            {"quiet", no_argument, NULL, 'q'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"version", no_argument, NULL, VERSION},
                                            {0}};
    *o = (coset_cert_options){.most = MOST_STATES, .seed = 1};
    for (int option; (option = getopt_long(argc, argv, "D:U:I:qh", options, NULL)) != -1;)
        if (!take(o, option, optarg))
            return false;
    if (o->help || o->version)
        return true;
    if (argc - optind != 2) {
        coset_cert_complain(COSET_CERT_USAGE,
                            "a model and a certificate are needed: coset-certcheck MODEL CERTIFICATE");
        return false;
    }
    o->load.n_defines = o->defines.n;
    o->load.defines = o->defines.at;
    o->load.n_folders = o->folders.n;
    o->load.folders = o->folders.at;
    o->model = argv[optind];
    o->certificate = argv[optind + 1];
    return true;
}

void coset_cert_options_fini(coset_cert_options *o)
{
    coset_vec_fini(&o->defines);
    coset_vec_fini(&o->folders);
}

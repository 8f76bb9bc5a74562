/* app/refines.c - the program under the name "refines", with the options of FDR's command line.
 *
 * Options with a meaning here are implemented; others are accepted with a note (scripts that call FDR continue to
 * work); options that would give a wrong impression are refused with the reason. */
#include <string.h>
#include <unistd.h>

#include "app/verbs.h"
#include "options/options.h"
#include "run/csp.h"

typedef struct {
    coset_settings settings;
    coset_fdr_style style;
    bool has_format, version, help;
    COSET_VEC(const char *) files;
    COSET_VEC(const char *) idle; /* options that have no effect */
} request;

/* ---- options -------------------------------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    coset_fdr_format format;
} formats[] = {
    {"plain", COSET_FDR_PLAIN}, {"colour", COSET_FDR_COLOUR},
    {"json", COSET_FDR_JSON},   {"framed_json", COSET_FDR_FRAMED_JSON},
    {"xml", COSET_FDR_XML},     {"framed_xml", COSET_FDR_FRAMED_XML},
    {"yaml", COSET_FDR_YAML},   {"framed_yaml", COSET_FDR_FRAMED_YAML},
};

static int usage(const char *what, const char *arg)
{
    return coset_complain(COSET_EXIT_USAGE, "refines: %s: %s; see refines --help", arg, what);
}

static int set_format(request *r, const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0) {
            r->style.format = formats[i].format;
            r->has_format = true;
            return COSET_EXIT_HOLDS;
        }
    return coset_complain(COSET_EXIT_USAGE,
                          "refines: there is no format \"%s\"; there is: plain, colour, json, framed_json, xml, "
                          "framed_xml, yaml, framed_yaml",
                          name);
}

/* A number given to one of FDR's settings. */
static int read_number(const char *arg, const char *value, uint64_t most, uint64_t *out)
{
    coset_err err = {0};
    if (coset_number_read(value, 1000, out, &err) != COSET_OK)
        return usage(err.text, arg);
    if (*out == 0 || *out > most)
        return coset_complain(COSET_EXIT_USAGE, "refines: %s: between 1 and %llu", arg, (unsigned long long)most);
    return COSET_EXIT_HOLDS;
}

static bool is(const char *arg, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(arg, word, len) == 0;
}

/* --family-name=value; only two have a meaning here. */
static int set_setting(request *r, const char *whole, const char *arg, size_t len, const char *value)
{
    static const char *const families[] = {"compiler-", "refinement-", "cspm-", "gui-", "functional-"};
    uint64_t n;
    bool known = false;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        known |= strncmp(arg, families[i], strlen(families[i])) == 0;
    if (!known)
        return usage("there is no such option", whole);
    if (!value)
        return usage("a setting needs a value: --NAME=VALUE", whole);
    int code = COSET_EXIT_HOLDS;
    if (is(arg, len, "refinement-bfs-workers")) {
        code = read_number(whole, value, 1024, &n);
        if (code == COSET_EXIT_HOLDS)
            r->settings.engine.threads = (uint32_t)n;
    } else if (is(arg, len, "refinement-desired-counterexample-count")) {
        code = read_number(whole, value, 10000, &n);
        if (code == COSET_EXIT_HOLDS)
            r->settings.counterexamples = n;
    } else {
        *coset_vec_add(&r->idle) = whole;
    }
    return code;
}

/* Options without an argument, which may be abbreviated; false if it is none. */
static bool set_switch(request *r, const char *arg, size_t len)
{
    const struct {
        const char *name;
        bool *where;
    } switches[] = {{"quiet", &r->style.quiet},
                    {"brief", &r->style.brief},
                    {"typecheck", &r->settings.typecheck_only},
                    {"reveal-taus", &r->settings.reveal_taus},
                    {"version", &r->version},
                    {"help", &r->help}};
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (len <= strlen(switches[i].name) && memcmp(arg, switches[i].name, len) == 0) {
            *switches[i].where = true;
            return true;
        }
    return false;
}

/* Options whose argument may follow after a blank: their names, and whether they have an effect. */
static bool takes_argument(const char *arg, size_t len)
{
    return is(arg, len, "format") || is(arg, len, "f") || is(arg, len, "divide") || is(arg, len, "max-processes") ||
           is(arg, len, "archive") || is(arg, len, "assertion");
}

/* One option; *used counts the arguments that it takes. */
static int option(request *r, char **argv, int left, int *used)
{
    const char *arg = argv[0] + (argv[0][1] == '-' ? 2 : 1), *value = strchr(arg, '=');
    size_t len = value ? (size_t)(value - arg) : strlen(arg);
    value = value ? value + 1 : NULL;
    if (takes_argument(arg, len)) {
        if (!value && left < 2)
            return usage("an argument is missing", argv[0]);
        *used = value ? 1 : 2;
        value = value ? value : argv[1];
    }
    if (is(arg, len, "format") || is(arg, len, "f"))
        return set_format(r, value);
    if (is(arg, len, "archive"))
        return coset_complain(COSET_EXIT_USAGE, "refines: --archive: archives are FDR's own format; coset reads the "
                                                "script itself, with all that it includes");
    if (is(arg, len, "assertion"))
        return read_number(argv[0], value, UINT32_MAX, &r->settings.assertion);
    if (is(arg, len, "divide") || is(arg, len, "max-processes")) {
        *coset_vec_add(&r->idle) = argv[0];
        return COSET_EXIT_HOLDS;
    }
    if (!value && len && set_switch(r, arg, len))
        return COSET_EXIT_HOLDS;
    return set_setting(r, argv[0], arg, len, value);
}

static int read_options(request *r, int argc, char **argv)
{
    bool only_files = false;
    for (int i = 1, used = 1; i < argc; i += used) {
        used = 1;
        if (!only_files && strcmp(argv[i], "--") == 0) {
            only_files = true;
        } else if (!only_files && strcmp(argv[i], "+RTS") == 0) {
            return usage("coset has no Haskell run-time system, so +RTS options have no effect", argv[i]);
        } else if (only_files || argv[i][0] != '-' || strcmp(argv[i], "-") == 0) {
            *coset_vec_add(&r->files) = argv[i];
        } else {
            int code = option(r, argv + i, argc - i, &used);
            if (code != COSET_EXIT_HOLDS)
                return code;
        }
    }
    for (uint32_t i = 0; i < r->idle.n && !r->style.quiet; i++)
        fprintf(stderr, "refines: %s has no effect in coset\n", r->idle.at[i]);
    return COSET_EXIT_HOLDS;
}

void coset_refines_help(FILE *out)
{
    fputs(
        "usage: refines [OPTION...] FILE...\n\n"
        "Check all assertions of CSPM scripts (- is standard input), with the output of FDR's refines.\n\n"
        "  --format NAME   plain, colour, json, framed_json, xml, framed_xml, yaml, framed_yaml\n"
        "  --quiet         print no counts, and no remarks on stderr\n"
        "  --brief         print only the result of each assertion\n"
        "  --typecheck     read and type-check the scripts only\n"
        "  --reveal-taus   name the hidden event of each internal step in counterexamples\n"
        "  --assertion N   check only the Nth assertion (not an option of FDR)\n"
        "  --version       print the version\n"
        "  --refinement-bfs-workers=N                    number of threads\n"
        "  --refinement-desired-counterexample-count=N   up to N counterexamples for each assertion\n\n"
        "FDR's other settings (--compiler-leaf-compression=sbisim, ...), --divide N and --max-processes N are\n"
        "accepted without effect; a line on stderr says so. --archive is not supported.\n"
        "Exit status: 0 all assertions hold, 1 one does not hold or is not decided, 64 wrong options, 65 errors in a\n"
        "script, 66 a file cannot be read. With json, xml and yaml: 0 if there is a result.\n"
        "See coset(1) for everything else.\n",
        out);
}

/* ---- scripts -------------------------------------------------------------------------------------------------------
 */

/* FDR reports its progress on stderr while standard output gets the document. */
static void log_result(const request *r, const coset_csp_result *one)
{
    if (r->style.format <= COSET_FDR_COLOUR || r->style.quiet)
        return;
    fprintf(stderr, "Checking %s\n", one->assertion);
    if (one->counts.representatives)
        fprintf(stderr, "    visited %llu states and %llu transitions in ply %u\n",
                (unsigned long long)one->counts.representatives, (unsigned long long)one->counts.edges,
                (unsigned)one->counts.depth + 1);
}

/* Callbacks that report the check of a script. */
typedef struct {
    const request *r;
    coset_fdr *out;
} telling;

static void begun(void *ctx, const coset_report *report)
{
    const telling *t = ctx;
    (void)fflush(stderr);
    coset_fdr_begin(t->out, report);
}

static void ended(void *ctx, const coset_report *report, uint32_t i)
{
    const telling *t = ctx;
    (void)fflush(stderr);
    log_result(t->r, &report->script->results[i]);
    coset_fdr_result(t->out, report, i);
}

static int check(request *r, coset_fdr *out, coset_session *session)
{
    telling t = {r, out};
    const coset_csp_listener listener = {begun, ended, &t};
    coset_csp_run run = {.listener = &listener};
    int code = coset_csp_check(&run, session);
    if (code == COSET_EXIT_HOLDS) {
        coset_fdr_close(out, &run.report);
        bool failed = r->style.format <= COSET_FDR_COLOUR && run.report.exit_code != COSET_EXIT_HOLDS &&
                      !coset_csp_is_empty(&run.report);
        code = failed ? 1 : COSET_EXIT_HOLDS;
    } else {
        coset_fdr_add_failure(out, session->text, "the script cannot be checked");
    }
    coset_csp_check_free(&run);
    return code;
}

static int one_file(request *r, coset_fdr *out, const char *file)
{
    coset_session session;
    r->settings.files[0] = file;
    r->settings.n_files = 1;
    r->settings.language = "cspm";
    int code = coset_session_read(&session, &r->settings);
    if (code != COSET_EXIT_HOLDS) {
        char why[512];
        (void)snprintf(why, sizeof why, "%s cannot be read", file);
        if (out)
            coset_fdr_add_failure(out, NULL, why);
        return code;
    }
    code = r->settings.typecheck_only ? coset_session_load(&session) : check(r, out, &session);
    coset_session_close(&session);
    return code;
}

static int all_files(request *r)
{
    coset_err err = {0};
    int worst = COSET_EXIT_HOLDS;
    if (r->files.n == 0)
        return coset_complain(COSET_EXIT_USAGE, "refines: no file; see refines --help");
    coset_fdr *out = r->settings.typecheck_only ? NULL : coset_fdr_new(&r->style, stdout);
    for (uint32_t i = 0; i < r->files.n; i++) {
        int one = one_file(r, out, r->files.at[i]);
        worst = one > worst ? one : worst;
    }
    if (out && coset_fdr_end(out, &err) != COSET_OK)
        return coset_complain(COSET_EXIT_RESOURCES, "%s", err.text);
    return worst;
}

int coset_refines(int argc, char **argv, const coset_settings *defaults)
{
    request r = {.settings = *defaults};
    r.settings.progress = COSET_PROGRESS_NONE;
    int code = read_options(&r, argc, argv);
    if (!r.has_format)
        r.style.format = isatty(fileno(stdout)) ? COSET_FDR_COLOUR : COSET_FDR_PLAIN;
    if (code == COSET_EXIT_HOLDS && r.version)
        code = coset_verb_version(&r.settings);
    else if (code == COSET_EXIT_HOLDS && r.help)
        coset_refines_help(stdout);
    else if (code == COSET_EXIT_HOLDS)
        code = all_files(&r);
    coset_vec_fini(&r.files);
    coset_vec_fini(&r.idle);
    return code;
}

/* app/refines.c - the program under the name "refines", with the options of FDR's command line. */
#include <string.h>
#include <unistd.h>

#include "app/csp.h"
#include "app/verbs.h"

typedef struct {
    coset_settings settings;
    coset_fdr_format format;
    bool has_format, version, help;
    COSET_VEC(const char *) files;
} request;

static const struct {
    const char *name;
    coset_fdr_format format;
} formats[] = {
    {"plain", COSET_FDR_PLAIN}, {"colour", COSET_FDR_COLOUR},
    {"json", COSET_FDR_JSON},   {"framed_json", COSET_FDR_FRAMED_JSON},
    {"xml", COSET_FDR_XML},     {"yaml", COSET_FDR_YAML},
};

static int set_format(request *r, const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0) {
            r->format = formats[i].format;
            r->has_format = true;
            return COSET_EXIT_HOLDS;
        }
    return coset_complain(COSET_EXIT_USAGE,
                          "refines: there is no format \"%s\"; there is: plain, colour, json, framed_json, xml, yaml",
                          name);
}

static bool is_word(const char *arg, const char *word, size_t least)
{
    size_t n = strlen(arg);
    return n >= least && n <= strlen(word) && strncmp(arg, word, n) == 0;
}

/* FDR's settings of its compiler and search, which have no meaning here: --compiler-reuse-machines=off. */
static bool is_setting(const char *arg)
{
    static const char *const begins[] = {"compiler-", "refinement-", "cspm-", "gui-", "functional-"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(arg, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

/* One option; *used counts the arguments that it takes. */
static int option(request *r, char **argv, int left, int *used)
{
    const char *arg = argv[0] + (argv[0][1] == '-' ? 2 : 1), *value = strchr(arg, '=');
    size_t len = value ? (size_t)(value - arg) : strlen(arg);
    *used = 1;
    if ((len == 6 && strncmp(arg, "format", 6) == 0) || (len == 1 && *arg == 'f')) {
        if (!value && left < 2)
            return coset_complain(COSET_EXIT_USAGE, "refines: --format needs a name");
        *used = value ? 1 : 2;
        return set_format(r, value ? value + 1 : argv[1]);
    }
    if (len == 6 && strncmp(arg, "divide", 6) == 0) {
        *used = value ? 1 : 2;
        return COSET_EXIT_HOLDS;
    }
    if (is_word(arg, "quiet", 1) || is_word(arg, "brief", 1))
        r->settings.quiet = true;
    else if (is_word(arg, "typecheck", 1))
        r->settings.typecheck_only = true;
    else if (is_word(arg, "reveal-taus", 1))
        r->settings.reveal_taus = true;
    else if (is_word(arg, "version", 1))
        r->version = true;
    else if (is_word(arg, "help", 1))
        r->help = true;
    else if (!is_setting(arg))
        return coset_complain(COSET_EXIT_USAGE, "refines: there is no option %s; see refines --help", argv[0]);
    return COSET_EXIT_HOLDS;
}

static int read_options(request *r, int argc, char **argv)
{
    bool only_files = false;
    for (int i = 1, used = 1; i < argc; i += used) {
        used = 1;
        if (!only_files && strcmp(argv[i], "--") == 0) {
            only_files = true;
        } else if (only_files || argv[i][0] != '-' || strcmp(argv[i], "-") == 0) {
            *coset_vec_add(&r->files) = argv[i];
        } else {
            int code = option(r, argv + i, argc - i, &used);
            if (code != COSET_EXIT_HOLDS)
                return code;
        }
    }
    return COSET_EXIT_HOLDS;
}

static void print_help(void)
{
    fputs("usage: refines [OPTION...] FILE...\n\n"
          "Checks all assertions of CSPM scripts (- is standard input) and prints as FDR's refines does.\n\n"
          "  --format NAME   plain, colour, json, framed_json, xml, yaml\n"
          "  --quiet         results only\n"
          "  --typecheck     read and type-check only\n"
          "  --reveal-taus   show internal events\n"
          "  --version       tell the version\n\n"
          "Settings such as --compiler-leaf-compression=sbisim, and --divide N, are accepted and have no effect.\n"
          "Ends with 0 where all assertions hold, 1 where one does not hold or is not decided, 65 for wrong scripts;\n"
          "formats for programs give 0 whenever there is a result. See coset(1) for everything else.\n",
          stdout);
}

static int print_report(request *r, coset_csp_run *run)
{
    coset_err err = {0};
    fflush(stderr);
    if (coset_csp_fdr(&run->report, r->format, r->settings.quiet, stdout, &err) != COSET_OK)
        return coset_complain(COSET_EXIT_RESOURCES, "%s", err.text);
    return r->format > COSET_FDR_COLOUR || run->report.exit_code == COSET_EXIT_HOLDS ? COSET_EXIT_HOLDS : 1;
}

static int one_file(request *r, const char *file)
{
    coset_session session;
    r->settings.files[0] = file;
    r->settings.n_files = 1;
    r->settings.language = "cspm";
    int code = coset_session_read(&session, &r->settings);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (r->settings.typecheck_only) {
        code = coset_session_load(&session);
        if (code != COSET_EXIT_HOLDS)
            return code;
    } else {
        coset_csp_run run = {0};
        code = coset_csp_check(&run, &session);
        if (code == COSET_EXIT_HOLDS)
            code = print_report(r, &run);
        coset_csp_check_free(&run);
    }
    coset_session_close(&session);
    return code;
}

int coset_refines(int argc, char **argv, const coset_settings *defaults)
{
    request r = {.settings = *defaults};
    r.settings.progress = COSET_PROGRESS_NONE;
    int code = read_options(&r, argc, argv), worst = COSET_EXIT_HOLDS;
    if (!r.has_format)
        r.format = isatty(fileno(stdout)) ? COSET_FDR_COLOUR : COSET_FDR_PLAIN;
    if (code == COSET_EXIT_HOLDS && r.version) {
        code = coset_verb_version(&r.settings);
    } else if (code == COSET_EXIT_HOLDS && r.help) {
        print_help();
    } else if (code == COSET_EXIT_HOLDS && r.files.n == 0) {
        code = coset_complain(COSET_EXIT_USAGE, "refines: no file; see refines --help");
    } else {
        for (uint32_t i = 0; code == COSET_EXIT_HOLDS && i < r.files.n; i++) {
            int one = one_file(&r, r.files.at[i]);
            worst = one > worst ? one : worst;
        }
    }
    coset_vec_fini(&r.files);
    return code == COSET_EXIT_HOLDS ? worst : code;
}

/* app/main.c - the program: a table of verbs. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/verbs.h"
#include "run/check.h"
#include "run/limits.h"
#include "run/machine.h"
#include "run/session.h"

static const coset_verb verbs[] = {
    {"check", COSET_VERB_CHECK, "MODEL", "check all properties of a model (the default)", 1, 1, coset_check},
    {"symmetry", COSET_VERB_SYMMETRY, "MODEL", "print the symmetries of a model, and the lines that break them", 1, 1,
     coset_symmetry_of},
    {"simulate", COSET_VERB_SIMULATE, "MODEL", "run a model at random or step by step", 1, 1, coset_verb_simulate},
    {"replay", COSET_VERB_REPLAY, "MODEL TRACE", "run a saved trace (ITF) again", 2, 2, coset_verb_replay},
    {"compare", COSET_VERB_COMPARE, "MODEL [MODEL]", "decide whether models are bisimilar, or one simulates the other",
     1, 2, coset_verb_compare},
    {"group", COSET_VERB_GROUP, "FILE", "answer questions about a group of permutations, given by generators", 1, 1,
     coset_verb_group},
    {"automaton", COSET_VERB_AUTOMATON, "FORMULA", "print the Büchi automaton of an LTL formula", 1, 1,
     coset_verb_automaton},
    {"version", COSET_VERB_VERSION, "", "print the version; with -v libraries and strategies", 0, 0,
     coset_verb_version},
    {"help", COSET_VERB_HELP, "[COMMAND]", "explain the program", 0, 1, coset_verb_help},
    {0},
};

const coset_verb *coset_verbs(void) { return verbs; }

static int run(const coset_verb *verb, coset_settings *s, double began)
{
    if (s->version)
        return coset_verb_version(s);
    if (s->help) {
        coset_help_print(verb, s->help_all, stdout);
        return COSET_EXIT_HOLDS;
    }
    return coset_limits_around(verb->run, s, began);
}

/* Called as "refines", or with that as the verb. */
static bool is_refines(const char *word)
{
    const char *slash = strrchr(word, '/');
    return strcmp(slash ? slash + 1 : word, "refines") == 0;
}

/* Ends the program if memory runs out: the JSON would be incomplete. */
static void *allocate_json(size_t bytes) { return coset_new(bytes, 1); }

int main(int argc, char **argv)
{
    coset_machine_catch_signals();
    coset_machine_deepen_stack();
    json_set_alloc_funcs(allocate_json, coset_delete);
    coset_settings s = coset_settings_new();
    const coset_verb *verb = NULL;
    double began = coset_clock_now();
    coset_err err = {0};
    int code;
    if (argc > 0 && is_refines(argv[0])) {
        code = coset_refines(argc, argv, &s);
    } else if (argc > 1 && strcmp(argv[1], "refines") == 0) {
        code = coset_refines(argc - 1, argv + 1, &s);
    } else if (argc < 2) {
        coset_help_print(&verbs[0], false, stderr);
        code = COSET_EXIT_USAGE;
    } else if (coset_options_parse(argc, argv, verbs, &s, &verb, &err) != COSET_OK) {
        const coset_session nothing = {.settings = &s, .path = s.files[0] ? s.files[0] : ""};
        code = coset_session_fail(&nothing, COSET_EXIT_USAGE, "%s", err.text);
    } else {
        code = run(verb, &s, began);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        code = coset_complain(COSET_EXIT_RESOURCES, "standard output cannot be written");
    code = coset_settings_exit(&s, code);
    if (s.leaves)
        _exit(code);
    coset_settings_fini(&s);
    return code;
}

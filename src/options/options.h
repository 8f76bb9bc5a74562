/* options/options.h - the table of verbs and the table of options: parser, --help, man page and completions are derived
 * from them.
 *
 * Layer    options: above run, below the programs.
 */
#ifndef COSET_OPTIONS_OPTIONS_H
#define COSET_OPTIONS_OPTIONS_H

#include "run/settings.h"

typedef enum {
    COSET_OPTIONS_INPUT,
    COSET_OPTIONS_SYMMETRY,
    COSET_OPTIONS_CHECKS,
    COSET_OPTIONS_LIMITS,
    COSET_OPTIONS_OUTPUT,
    COSET_OPTIONS_SIMULATION,
    COSET_OPTIONS_GENERAL,
    COSET_OPTIONS_N
} coset_option_group;

/* The effect of an option: most set one field of the settings. */
typedef struct {
    enum {
        COSET_SETS_BY_CALL,
        COSET_SETS_FLAG,   /* a bool: true */
        COSET_SETS_SWITCH, /* a bool: the second of two choices was taken */
        COSET_SETS_CHOICE, /* an unsigned or an enumeration: the number of the choice */
        COSET_SETS_TEXT    /* a text: the argument */
    } how;
    size_t field; /* offset */
    coset_status (*call)(coset_settings *s, const char *value, coset_err *err);
} coset_option_does;

typedef struct {
    const char *name;
    char letter;        /* 0: no short form */
    bool optional;      /* the argument may be omitted; if given, it must be --name=argument */
    const char *arg;    /* NULL: takes no argument */
    const char *preset; /* the default, as text, or NULL */
    coset_option_group group;
    unsigned verbs;      /* bits of the verbs that accept it, see coset_verb.bit */
    bool common;         /* shown in the short help */
    const char *choices; /* words to complete, separated by blanks, or NULL */
    const char *help;    /* one line */
    coset_option_does does;
} coset_option;

typedef struct {
    const char *name;
    unsigned bit;
    const char *args;    /* for the usage line */
    const char *summary; /* one line */
    uint32_t min_files, max_files;
    int (*run)(coset_settings *s); /* exit status */
} coset_verb;

const coset_option *coset_options(uint32_t *n);
/* `value`: the argument, NULL if the option has none.
 * Errors   COSET_USAGE. */
coset_status coset_option_set(const coset_option *o, coset_settings *s, const char *value, coset_err *err);
const char *coset_option_group_name(coset_option_group group);

enum {
    COSET_VERB_CHECK = 1,
    COSET_VERB_SYMMETRY = 2,
    COSET_VERB_SIMULATE = 4,
    COSET_VERB_REPLAY = 8,
    COSET_VERB_VERSION = 16,
    COSET_VERB_HELP = 32,
    COSET_VERB_COMPARE = 64,
    COSET_VERB_GROUP = 128,
    COSET_VERB_AUTOMATON = 256
};

/* Reads the command line. `verbs` ends with a name NULL; the first of them is the default.
 * Errors   COSET_USAGE, with a hint if a similar name exists. */
coset_status coset_options_parse(int argc, char **argv, const coset_verb *verbs, coset_settings *s,
                                 const coset_verb **verb, coset_err *err) COSET_NODISCARD;

/* An option by its long name or its letter, with its argument. An option without argument has NULL, "" or "on"; with
 * "off" it is not set. */
typedef struct {
    const char *key, *value;
} coset_option_pair;

/* The same for names and values, with the model to check.
 * Errors   COSET_USAGE. */
coset_status coset_options_take(const coset_option_pair *pairs, uint32_t n, const char *model, coset_settings *s,
                                coset_err *err) COSET_NODISCARD;

/* A whole number with an optional k, M, G, T (of `unit`: 1000 or 1024; "iB" and "B" are allowed for 1024). */
coset_status coset_number_read(const char *text, uint64_t unit, uint64_t *out, coset_err *err) COSET_NODISCARD;
/* Seconds: "90", "1.5s", "500ms", "5m", "2h", "1d". */
coset_status coset_seconds_read(const char *text, double *out, coset_err *err) COSET_NODISCARD;

#endif

/* app/help.c - help and shell completions, printed from the tables of verbs and options. */
#include <string.h>

#include "app/verbs.h"
#include "run/auto_symmetry.h"
#include "run/session.h"

#define COLUMN 27

/* ---- options ------------------------------------------------------------------------------------------------ */

/* The description mentions each value of the option, or they are listed below. */
static bool mentions_values(const coset_option *o)
{
    if (o->choices && (strcmp(o->choices, "off on") == 0 || strcmp(o->name, "symmetry") == 0))
        return true;
    for (const char *at = o->choices; at && *at; at += strspn(at, " ")) {
        char value[40];
        const size_t n = strcspn(at, " ");
        snprintf(value, sizeof value, "%.*s", (int)n, at);
        if (!strstr(o->help, value))
            return false;
        at += n;
    }
    return true;
}

static void print_values(const coset_option *o, FILE *out)
{
    fputs(" [", out);
    for (const char *at = o->choices; *at; at++)
        fputs(*at == ' ' ? ", " : (char[]){*at, 0}, out);
    fputc(']', out);
}

static void option_line(const coset_option *o, bool with_values, FILE *out)
{
    char left[80], letter[8] = "    ";
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    if (!o->arg)
        snprintf(left, sizeof left, "%s--%s", letter, o->name);
    else
        snprintf(left, sizeof left, "%s--%s%s%s%s", letter, o->name, o->optional ? "[=" : "=", o->arg,
                 o->optional ? "]" : "");
    fprintf(out, "  %-*s %s", COLUMN, left, o->help);
    if (with_values && !mentions_values(o))
        print_values(o, out);
    if (o->preset)
        fprintf(out, " (%s)", o->preset);
    fputc('\n', out);
}

/* Of `check` only the common options, unless all are requested. */
static void option_lines(const coset_verb *verb, bool all, FILE *out)
{
    const bool common = !all && verb->bit == COSET_VERB_CHECK;
    uint32_t n;
    const coset_option *options = coset_options(&n);
    for (coset_option_group g = 0; g < COSET_OPTIONS_N; g++) {
        bool any = false;
        for (uint32_t i = 0; i < n; i++) {
            const coset_option *o = &options[i];
            if (o->group != g || (!all && !(o->verbs & verb->bit)) || (common && !o->common))
                continue;
            if (!any)
                fprintf(out, "%s:\n", coset_option_group_name(g));
            any = true;
            option_line(o, !common, out);
        }
    }
}

static void strategy_lines(FILE *out)
{
    uint32_t n, n_found;
    const coset_strategy *all = coset_strategies(&n), *found = coset_auto_strategies(&n_found);
    fprintf(out, "\nStrategies for --symmetry:\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(out, "  %-15s %s%s\n", all[i].name, all[i].summary, all[i].exact ? "" : " (approximate)");
    for (uint32_t i = 0; i < n_found; i++)
        fprintf(out, "  %-15s %s%s\n", found[i].name, found[i].summary, found[i].exact ? "" : " (approximate)");
}

static void exit_lines(FILE *out)
{
    static const char *const lines[] = {
        "0   every property as expected, and the search was complete",
        "10  assumption: no start state satisfies the assumptions",
        "11  deadlock",
        "12  an invariant is violated, or a step faults (undefined value, range, ...)",
        "13  a liveness property or temporal formula is violated, a process diverges, a comparison fails",
        "14  an assertion is violated or an error statement is reached",
        "15  CSPM: a refinement, determinism or trace assertion is violated",
        "16  a cover is not reached",
        "20  no violation found, but the search was cut short: no verdict",
        "64  wrong options      65  error in the model      66  a file cannot be read",
        "70  internal error     71  resources (memory, output)",
    };
    fprintf(out, "\nExit status:\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        fprintf(out, "  %s\n", lines[i]);
}

/* ---- one verb, or all --------------------------------------------------------------------------------------- */

static void verb_lines(FILE *out)
{
    fprintf(out, "Commands:\n");
    for (const coset_verb *v = coset_verbs(); v->name; v++)
        fprintf(out, "  %-9s %-12s %s\n", v->name, v->args, v->summary);
    fprintf(out, "  %-9s %-12s %s\n", "refines", "SCRIPT...", "check CSPM scripts with the options and output of FDR");
}

void coset_help_print(const coset_verb *verb, bool all, FILE *out)
{
    if (verb->bit == COSET_VERB_CHECK || all) {
        fprintf(out, "coset: a model checker that proves symmetry and uses it\n");
        fprintf(out, "usage: coset [COMMAND] [OPTION...] MODEL\n");
        verb_lines(out);
    } else {
        fprintf(out, "usage: coset %s [OPTION...] %s\n%s\n", verb->name, verb->args, verb->summary);
    }
    option_lines(verb, all, out);
    if (all) {
        strategy_lines(out);
        exit_lines(out);
    } else if (verb->bit == COSET_VERB_CHECK) {
        fprintf(out,
                "Examples: coset german.m; coset -D NODES=3 --symmetry=off german.m; coset simulate -i german.m\n");
    }
    if (!all)
        fprintf(out, "coset --help=all lists every option, strategy and exit status; man coset explains them.\n");
}

/* ---- completions -------------------------------------------------------------------------------------------- */

static void print_bash(FILE *out)
{
    uint32_t n;
    const coset_option *o = coset_options(&n);
    fprintf(out, "# Completion of coset for bash; made by: coset help bash\n_coset()\n{\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                 "    [[ $word == = ]] && word=\n"
                 "    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n    case $before in\n");
    for (uint32_t i = 0; i < n; i++)
        if (o[i].choices && !o[i].optional)
            fprintf(out, "    --%s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", o[i].name, o[i].choices);
    fprintf(out, "    esac\n    if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W '");
    for (uint32_t i = 0; i < n; i++)
        if (o[i].letter)
            fprintf(out, "%s-%c --%s", i ? " " : "", o[i].letter, o[i].name);
        else
            fprintf(out, "%s--%s", i ? " " : "", o[i].name);
    fprintf(out, "' -- \"$word\"))\n    else\n        COMPREPLY=($(compgen -f -- \"$word\"))\n"
                 "        ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W '");
    for (const coset_verb *v = coset_verbs(); v->name; v++)
        fprintf(out, "%s%s", v == coset_verbs() ? "" : " ", v->name);
    fprintf(out, "' -- \"$word\"))\n    fi\n}\ncomplete -o filenames -F _coset coset\n");
}

static void print_zsh(FILE *out)
{
    uint32_t n;
    const coset_option *o = coset_options(&n);
    fprintf(out, "#compdef coset\n# Completion of coset for zsh; made by: coset help zsh\n_arguments -s \\\n");
    for (uint32_t i = 0; i < n; i++) {
        if (o[i].letter) /* both forms, one of them at most */
            fprintf(out, "  '(-%c --%s)'{-%c%s,--%s%s}'[", o[i].letter, o[i].name, o[i].letter,
                    !o[i].arg       ? ""
                    : o[i].optional ? "-"
                                    : "+",
                    o[i].name,
                    !o[i].arg       ? ""
                    : o[i].optional ? "=-"
                                    : "=");
        else
            fprintf(out, "  '--%s%s[", o[i].name, !o[i].arg ? "" : o[i].optional ? "=-" : "=");
        for (const char *c = o[i].help; *c; c++)
            if (*c == ':' || *c == '[' || *c == ']' || *c == '\'')
                fputs(*c == '\'' ? "" : *c == ':' ? "\\:" : "", out);
            else
                fputc(*c, out);
        fprintf(out, "]%s%s", o[i].arg ? (o[i].optional ? "::" : ":") : "", o[i].arg ? o[i].name : "");
        if (o[i].arg && o[i].choices)
            fprintf(out, ":(%s)", o[i].choices);
        else if (o[i].arg)
            fprintf(out, ":%s", strstr(o[i].arg, "FILE") ? "_files" : "");
        fprintf(out, "' \\\n");
    }
    fprintf(out, "  '1:command or model: _alternative \"commands:command:(");
    for (const coset_verb *v = coset_verbs(); v->name; v++)
        fprintf(out, "%s%s", v == coset_verbs() ? "" : " ", v->name);
    fprintf(out, ")\" \"files:model:_files\"' \\\n  '*:file:_files'\n");
}

static void print_fish(FILE *out)
{
    uint32_t n;
    const coset_option *o = coset_options(&n);
    fprintf(out, "# Completion of coset for fish; made by: coset help fish\n");
    for (const coset_verb *v = coset_verbs(); v->name; v++)
        fprintf(out, "complete -c coset -n __fish_is_first_arg -a %s -d '%s'\n", v->name, v->summary);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(out, "complete -c coset -l %s", o[i].name);
        if (o[i].letter)
            fprintf(out, " -s %c", o[i].letter);
        if (o[i].arg && o[i].choices)
            fprintf(out, " %s -a '%s'", o[i].optional ? "-f" : "-x", o[i].choices);
        else if (o[i].arg && !o[i].optional)
            fprintf(out, " -r");
        fprintf(out, " -d '");
        for (const char *c = o[i].help; *c; c++)
            fputs(*c == '\'' ? "\\'" : (char[]){*c, 0}, out);
        fprintf(out, "'\n");
    }
}

int coset_verb_help(coset_settings *s)
{
    static const struct {
        const char *name;
        void (*print)(FILE *out);
    } topics[] = {{"refines", coset_refines_help}, {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    if (s->n_files == 0) {
        coset_help_print(coset_verbs(), false, stdout);
        return COSET_EXIT_HOLDS;
    }
    for (const coset_verb *v = coset_verbs(); v->name; v++)
        if (strcmp(v->name, s->files[0]) == 0) {
            coset_help_print(v, false, stdout);
            return COSET_EXIT_HOLDS;
        }
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (strcmp(topics[i].name, s->files[0]) == 0) {
            topics[i].print(stdout);
            return COSET_EXIT_HOLDS;
        }
    return coset_complain(COSET_EXIT_USAGE,
                          "there is no help about \"%s\": name a command, or refines, bash, zsh, fish", s->files[0]);
}

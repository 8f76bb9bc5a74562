/* run/formulas.c - the sources of formulas. */
#include "run/formulas.h"

#include <string.h>
#include <unistd.h>

#include "run/problems.h"

/* The formula file of "thermostat.m" is "thermostat.ctl". NULL: there is none. */
static const char *file_beside(const coset_session *s)
{
    const char *slash = strrchr(s->path, '/'), *dot = strrchr(s->path, '.');
    size_t n = dot && (!slash || dot > slash) ? (size_t)(dot - s->path) : strlen(s->path);
    const char *path = coset_arena_printf(s->arena, "%.*s.ctl", (int)n, s->path);
    return strcmp(s->path, "-") != 0 && strcmp(path, s->path) != 0 && access(path, R_OK) == 0 ? path : NULL;
}

static coset_status read_file(coset_session *s, const char *path, coset_formula_kind kind, coset_err *err)
{
    uint16_t file;
    coset_status status = coset_text_read(s->text, path, &file, err);
    return status == COSET_OK ? coset_formulas_read(s->formulas, s->text, file, kind, err) : status;
}

static coset_status read_given(coset_session *s, const coset_formula_given *given, coset_err *err)
{
    if (given->text[0] == '@')
        return read_file(s, given->text + 1, given->kind, err);
    uint16_t file = coset_text_add(s->text, given->option, given->text, strlen(given->text));
    return coset_formulas_read(s->formulas, s->text, file, given->kind, err);
}

/* Errors in all texts are reported together. */
static coset_status worse(coset_status a, coset_status b)
{
    return a == COSET_OK || a == COSET_INPUT ? b == COSET_OK ? a : b : a;
}

static int report(const coset_session *s, coset_status status, const coset_err *err)
{
    bool colour = coset_settings_colour(s->settings, stderr);
    uint32_t errors = coset_text_errors(s->text);
    coset_text_print(s->text, stderr, colour, 20);
    if (status == COSET_INPUT && errors)
        return coset_session_fail(s, COSET_EXIT_MODEL, "%s: %u error%s in formulas", s->path, (unsigned)errors,
                                  errors == 1 ? "" : "s");
    return coset_session_fail(s, coset_exit_of(status), "%s", err->text);
}

static int refuse(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    if (s->problems->no_formulas)
        return coset_session_fail(s, COSET_EXIT_USAGE, "%s", s->problems->no_formulas);
    if (settings->merge || settings->reset)
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "--merge=on and --dead=reset change what formulas see: leave "
                                  "them out");
    if (settings->order == COSET_IN_DEPTH)
        return coset_session_fail(s, COSET_EXIT_USAGE, "formulas need all states: leave out --search=dfs");
    return COSET_EXIT_HOLDS;
}

static bool has_kind_beside_fair(const coset_settings *settings)
{
    for (uint32_t i = 0; i < settings->formulas.n; i++)
        if (settings->formulas.at[i].kind != COSET_FORMULA_FAIR)
            return true;
    return false;
}

bool coset_formulas_leave_fair(const coset_session *s)
{
    return !s->problems->no_formulas && !has_kind_beside_fair(s->settings) &&
           !(s->settings->wants_formulas && file_beside(s));
}

int coset_formulas_open(coset_session *s)
{
    coset_settings *settings = s->settings;
    coset_err err = {0}, one = {0};
    coset_status status = COSET_OK;
    bool check = settings->wants_formulas;
    const char *beside = check && !s->problems->no_formulas ? file_beside(s) : NULL;
    if ((!settings->formulas.n || coset_formulas_leave_fair(s)) && !beside)
        return COSET_EXIT_HOLDS;
    int code = refuse(s);
    if (code != COSET_EXIT_HOLDS)
        return code;
    s->formulas = coset_formulas_new();
    if (beside)
        status = read_file(s, beside, COSET_FORMULA_CTL, &err);
    for (uint32_t i = 0; i < settings->formulas.n; i++) {
        coset_status now = read_given(s, &settings->formulas.at[i], &one);
        if (now != COSET_OK && worse(status, now) == now)
            err = one;
        status = worse(status, now);
    }
    if (status == COSET_OK && s->formulas->all.n == 0 && s->formulas->fair.n)
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "--fair restricts the paths of CTL formulas, and there is no formula: "
                                  "give one with --ctl");
    if (status != COSET_OK)
        return report(s, status, &err);
    if (s->formulas->all.n && settings->symb.backward)
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "formulas need all reachable states: leave out --direction=backward");
    (void)coset_formulas_want(s->formulas);
    if (s->formulas->all.n) /* a violation would leave states unexplored that formulas need */
        settings->engine.max_errors = 0;
    return COSET_EXIT_HOLDS;
}

int coset_formulas_close(coset_session *s)
{
    coset_err err = {0};
    if (!s->formulas || !s->model)
        return COSET_EXIT_HOLDS;
    coset_status status = coset_formulas_bind(s->formulas, s->model, s->text, &err);
    return status == COSET_OK ? COSET_EXIT_HOLDS : report(s, status, &err);
}

/* app/automaton.c - coset automaton: the automaton of a formula of linear time. */
#include <string.h>

#include "app/verbs.h"
#include "omega/automaton.h"
#include "run/limits.h"
#include "run/session.h"

typedef struct {
    const coset_omega *automaton;
    const char *name;
    unsigned format; /* of the option's choices */
} output;

static coset_status write(void *ctx, FILE *out, coset_err *err)
{
    static void (*const how[])(const coset_omega *, const char *,
                               FILE *) = {coset_omega_write_hoa, coset_omega_write_dot, coset_omega_write_never};
    const output *o = ctx;
    how[o->format](o->automaton, o->name, out);
    if (ferror(out))
        return coset_fail(err, COSET_IO, "the automaton cannot be written");
    return COSET_OK;
}

/* The formula, as it is or negated, as text. */
static const char *say(coset_session *s, const coset_ltl *f, const coset_ltl_names *names)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = coset_text_open(&text, &size);
    coset_ltl_print(f, (const char *const *)names->name, out);
    coset_text_close(out, &text);
    const char *copy = coset_arena_text(s->arena, text);
    coset_delete(text);
    return copy;
}

static int translate(coset_session *s, coset_ltls *p, const coset_ltl *f, const coset_ltl_names *names)
{
    coset_omega_options options = {.n_atoms = names->n, .names = (const char *const *)names->name};
    coset_omega *a = NULL;
    coset_err err = {0};
    if (s->settings->negate)
        f = coset_ltl_not(p, f);
    coset_limits_doing(s->settings, "the automaton was made");
    coset_status status = coset_omega_translate(p, f, &options, &a, &err);
    if (status != COSET_OK)
        return coset_session_fail(s, status == COSET_LIMIT ? COSET_EXIT_INCOMPLETE : coset_exit_of(status), "%s",
                                  err.text);
    coset_limits_claim(s->settings);
    output o = {a, say(s, f, names), s->settings->automaton_format};
    int code = coset_write_file(s->settings->automaton_file, write, &o);
    coset_omega_free(a);
    return code;
}

int coset_verb_automaton(coset_settings *settings)
{
    coset_session s = {.settings = settings, .path = "formula"};
    const char *formula = settings->files[0];
    s.text = coset_text_new();
    s.arena = coset_arena_new();
    s.file = coset_text_add(s.text, s.path, formula, strlen(formula));
    coset_ltl_names names = {.text = s.text};
    coset_ltl_reader reader = {&names, coset_ltl_names_read};
    coset_ltls *p = coset_ltls_new();
    const coset_ltl *f = NULL;
    int code = COSET_EXIT_MODEL;
    if (coset_ltl_read(p, s.text, coset_text_whole(s.text, s.file), &reader, &f, NULL) == COSET_OK)
        code = translate(&s, p, f, &names);
    else
        coset_text_print(s.text, stderr, coset_settings_colour(settings, stderr), 20);
    coset_ltls_free(p);
    coset_ltl_names_fini(&names);
    coset_session_close(&s);
    return code;
}

/* certcheck/main.c - the program coset-certcheck: verifies a certificate of symmetry for a model. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "certcheck/check.h"
#include "certcheck/options.h"
#include "certcheck/order.h"
#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"

typedef struct {
    const coset_cert_options *o;
    coset_text *text;
    coset_arena *arena;
    coset_model *model;
    coset_certificate c;
    coset_check_counts counts;
} job;

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static int exit_of(coset_status status)
{
    return status == COSET_INPUT || status == COSET_UNSUPPORTED ? COSET_CERT_WRONG
           : status == COSET_NOINPUT                            ? COSET_CERT_NO_INPUT
           : status == COSET_USAGE                              ? COSET_CERT_USAGE
                                                                : COSET_CERT_RESOURCES;
}

/* Prints the messages. */
static int trouble(const job *j, coset_status status, const char *path, const char *what)
{
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    bool colour = isatty(fileno(stderr)) && term && strcmp(term, "dumb") != 0 && !(no_colour && *no_colour);
    bool told = coset_text_errors(j->text) > 0;
    coset_text_print(j->text, stderr, colour, 20);
    return told ? exit_of(status) : coset_cert_complain(exit_of(status), "%s: %s", path, what);
}

static const coset_language *language_of(const char *name)
{
    static const coset_language *const all[] = {&coset_murphi, &coset_promela};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

static int load_model(job *j)
{
    coset_err err = {0};
    uint16_t file;
    const coset_language *language = language_of(j->c.language);
    coset_load_options load = j->o->load;
    if (!language)
        return trouble(j,
                       coset_certificate_blame(&j->c, "C04", "language",
                                               "no model of \"%s\" can be read; "
                                               "there is: murphi, promela",
                                               j->c.language),
                       "", "");
    if (!language->has_macros && (load.merge || load.reset || load.no_assertions || load.n_folders))
        return coset_cert_complain(COSET_CERT_USAGE, "-I, --merge, --dead and --assertions are for Promela models");
    for (uint32_t i = 0; !language->has_macros && i < load.n_defines; i++)
        if (load.defines[i].removed || !load.defines[i].value)
            return coset_cert_complain(COSET_CERT_USAGE, "%s: only Promela models have macros; write -D NAME=VALUE",
                                       load.defines[i].name);
    coset_status status = coset_text_read(j->text, j->o->model, &file, &err);
    if (status == COSET_OK)
        status = language->load(j->text, file, &load, &j->model, &err);
    return status == COSET_OK ? -1 : trouble(j, status, j->o->model, err.text);
}

static int read_certificate(job *j)
{
    coset_err err = {0};
    uint16_t file;
    coset_status status = coset_text_read(j->text, j->o->certificate, &file, &err);
    if (status == COSET_OK)
        status = coset_certificate_read(j->text, file, j->arena, &j->c);
    return status == COSET_OK ? -1 : trouble(j, status, j->o->certificate, err.text);
}

/* ---- verdict ---------------------------------------------------------------------------------------------------- */

static coset_status check_order(const job *j)
{
    const coset_certificate *c = &j->c;
    const uint32_t **perms = coset_arena_get(j->arena, c->n_generators, sizeof *perms);
    for (uint32_t i = 0; i < c->n_generators; i++)
        perms[i] = c->generators[i].literal_to;
    const char *order = coset_order_text(c->n_literals, c->n_generators, perms, j->arena);
    return strcmp(order, c->order) == 0
               ? COSET_OK
               : coset_certificate_blame(c, "C06", "order", "the generators make a group of order %s, not %s", order,
                                         c->order);
}

static const char *verdict_of(const job *j, int code)
{
    return code == COSET_CERT_PROVED       ? "proved"
           : code != COSET_CERT_INCOMPLETE ? "error"
           : j->counts.cut                 ? "incomplete"
                                           : "sampled";
}

static void print_json(const job *j, int code)
{
    const char *reason = coset_text_errors(j->text) ? coset_text_note_at(j->text, 0).text : NULL;
    json_t *root =
        json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:I, s:I, s:i, s:i, s:s?, s:s?}", "schema", "coset-certcheck/1",
                  "model", j->o->model, "certificate", j->o->certificate, "verdict", verdict_of(j, code), "exit_code",
                  code, "states", (int)j->counts.states, "starts", (int)j->counts.n_starts, "steps",
                  (json_int_t)j->counts.steps, "comparisons", (json_int_t)j->counts.comparisons, "generators",
                  (int)j->c.n_generators, "properties", (int)j->counts.n_props, "order", j->c.order, "reason", reason);
    if (root)
        json_dumpf(root, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(root);
}

static void print_text(const job *j, int code)
{
    const coset_check_counts *n = &j->counts;
    if (n->cut)
        printf("not proved: more than %u states are reachable; say --max-states=N, or --samples=N for evidence\n",
               (unsigned)j->o->most);
    else if (code == COSET_CERT_INCOMPLETE)
        printf("sampled, not proved: nothing wrong in %u states of random runs\n", (unsigned)n->states);
    else
        printf("proved: %u generator%s of a group of order %s\n", (unsigned)j->c.n_generators,
               j->c.n_generators == 1 ? "" : "s", j->c.order);
    if (j->o->quiet)
        return;
    printf("  %u states, %u of them start states; %llu steps; %llu comparisons; %u of %u properties of states\n",
           (unsigned)n->states, (unsigned)n->n_starts, (unsigned long long)n->steps, (unsigned long long)n->comparisons,
           (unsigned)n->n_props, (unsigned)n->of_props);
    if (n->unknown)
        printf("  %llu images have values that no visited state has: they were not checked\n",
               (unsigned long long)n->unknown);
    if (strcmp(j->c.model, j->model->name) != 0)
        printf("  the certificate was written for a file \"%s\"\n", j->c.model);
}

static int verify(job *j)
{
    coset_status status = check_order(j);
    if (status == COSET_OK)
        status = j->o->samples ? coset_check_some(j->model, &j->c, j->o->samples, j->o->seed, &j->counts)
                               : coset_check_all(j->model, &j->c, j->o->most, &j->counts);
    if (status != COSET_OK)
        return trouble(j, status, j->o->model, "a step of the model could not be computed");
    return j->o->samples || j->counts.cut ? COSET_CERT_INCOMPLETE : COSET_CERT_PROVED;
}

static int run(const coset_cert_options *o)
{
    if (o->help || o->version) {
        if (o->help)
            fputs(coset_cert_usage, stdout);
        else
            printf("coset-certcheck %s\n", COSET_VERSION);
        return COSET_CERT_PROVED;
    }
    job j = {.o = o, .text = coset_text_new(), .arena = coset_arena_new()};
    int code = read_certificate(&j);
    if (code < 0)
        code = load_model(&j);
    if (code < 0) {
        code = verify(&j);
        if (!o->json && (code == COSET_CERT_PROVED || code == COSET_CERT_INCOMPLETE))
            print_text(&j, code);
    }
    if (o->json)
        print_json(&j, code);
    coset_model_free(j.model);
    coset_arena_free(j.arena);
    coset_text_free(j.text);
    return code;
}

int main(int argc, char **argv)
{
    coset_cert_options o;
    int code = coset_cert_options_read(&o, argc, argv) ? run(&o) : COSET_CERT_USAGE;
    if (fflush(stdout) != 0 || ferror(stdout))
        code = coset_cert_complain(COSET_CERT_RESOURCES, "standard output cannot be written");
    coset_cert_options_fini(&o);
    return code;
}

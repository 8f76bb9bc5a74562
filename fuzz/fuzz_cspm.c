/* fuzz_cspm - the CSPM front end on any bytes: messages or a typed script, never a crash, hang or leak. What parses is
 * printed and must parse to an equal tree; what is well typed is evaluated, and the processes of its assertions are
 * explored, within small limits.
 *
 * Prints "ok FILE" or "no FILE" and the messages. See entry.c. */
#include <stdio.h>
#include <stdlib.h>

#include "lang/cspm/check/check.h"
#include "lang/cspm/cspm.h"
#include "lang/cspm/eval/eval.h"
#include "lang/cspm/proc/proc.h"
#include "target.h"

static bool one_file(cspm_script s)
{
    for (uint32_t i = 1; i < s.n_decls; i++)
        if (s.decls[i]->pos.file != s.decls[0]->pos.file)
            return false;
    return true;
}

static void round_trip(const char *bytes, size_t size)
{
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    cspm_names *names = coset__cspm_names_new(arena);
    cspm_script script = coset__cspm_parse(text, coset_text_add(text, "input", bytes, size), arena, names);
    if (!coset_text_errors(text) && one_file(script)) {
        char *copy = NULL;
        size_t len = 0;
        FILE *out = open_memstream(&copy, &len);
        coset__cspm_print(out, script.decls, script.n_decls);
        (void)fclose(out);
        cspm_script again = coset__cspm_parse(text, coset_text_add(text, "printed", copy, len), arena, names);
        COSET_INVARIANT(again.n_decls == script.n_decls);
        for (uint32_t i = 0; i < again.n_decls; i++)
            COSET_INVARIANT(coset__cspm_equal(again.decls[i], script.decls[i]));
        free(copy);
    }
    coset_arena_free(arena);
    coset_text_free(text);
}

/* Shows all values of the script, before and after a collection. */
static void show_values(cspm_machine *m, void *ctx)
{
    (void)ctx;
    const cspm_groups *g = coset__eval_program(m)->groups;
    for (uint32_t i = 0; g->n && i < 2 * g->start[g->n]; i++) {
        const cspm_decl *d = g->decls[i % g->start[g->n]];
        for (uint32_t k = 0; k < d->n_symbols; k++) {
            cspm_value *v = d->symbols[k]->kind == SYMBOL_INSTANCE ? NULL : coset__eval_global(m, d->symbols[k]);
            coset_delete(v ? coset__eval_show(m, v) : NULL);
            coset__eval_recover(m);
        }
        coset__eval_collect(m);
    }
}

/* The states of all processes that assertions speak of, few of them. */
static void explore(cspm_machine *m, void *ctx)
{
    (void)ctx;
    const cspm_program *program = coset__eval_program(m);
    cspm_procs *ps = coset__procs_new(m);
    coset__procs_limit(ps, 200);
    for (uint32_t i = 0; i < program->n_asserts; i++) {
        const cspm_node *a = program->asserts[i];
        uint32_t n = a->op == CSPM_REFINES ? 2 : a->op == CSPM_IS_SYMMETRIC ? 0 : 1;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t term = coset__proc_expr(ps, a->kid[k]);
            cspm_explored x;
            if (term != COSET__PROC_NONE && coset__proc_explore(ps, term, 200, true, &x))
                coset__proc_explored_free(&x);
            coset__eval_recover(m);
        }
    }
    coset__procs_free(ps);
}

static void evaluate(const char *bytes, size_t size)
{
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    cspm_names *names = coset__cspm_names_new(arena);
    cspm_reports reports = {.text = text};
    cspm_program program = {.reports = &reports};
    cspm_script script = coset__cspm_parse(text, coset_text_add(text, "input", bytes, size), arena, names);
    if (!coset_text_errors(text)) {
        coset__cspm_resolve(&reports, arena, names, script, &program);
        coset__cspm_check(&program);
        coset__cspm_check_forms(&program);
    }
    if (!coset_text_errors(text)) {
        coset_budget budget = {.seconds = 2};
        cspm_eval_limits limits = {.most_bytes = 8 << 20,
                                   .most_stack = 4 << 20,
                                   .most_elements = 1000,
                                   .budget = &budget,
                                   .always_collect = true};
        coset_budget_start(&budget);
        cspm_machine *m = coset__eval_new(&program, &limits);
        coset_err err;
        (void)!coset__eval_run(m, show_values, NULL, &err);
        (void)!coset__eval_run(m, explore, NULL, &err);
        coset__eval_free(m);
    }
    coset_vec_fini(&reports.places);
    coset_arena_free(arena);
    coset_text_free(text);
}

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    round_trip(bytes, size);
    evaluate(bytes, size);
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, name, bytes, size);
    coset_err err;
    coset_status status = coset_cspm_typecheck(text, file, NULL, &err);
    COSET_INVARIANT((status == COSET_INPUT) == (coset_text_errors(text) != 0));
    if (out) {
        (void)fprintf(out, "%s %s\n", status == COSET_OK ? "ok" : "no", name);
        coset_text_print(text, out, false, 0);
    }
    coset_text_free(text);
}

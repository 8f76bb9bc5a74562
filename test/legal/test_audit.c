/* The proof of symmetry against the models themselves: over the corpus and over random loops. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lang/murphi/murphi.h"
#include "model/access.h"
#include "symm/audit.h"

typedef struct {
    coset_text *text;
    coset_model *model;
    coset_arena *arena;
    const coset_legal *legal;
} proof;

static bool open_proof(proof *p, uint16_t file)
{
    coset_err err = {0};
    coset_load_options options = {0};
    p->arena = coset_arena_new();
    if (coset_murphi.load(p->text, file, &options, &p->model, &err) != COSET_OK)
        return false;
    p->legal = coset_legal_check(p->model, NULL, p->arena);
    return true;
}

static void close_proof(proof *p)
{
    if (p->model)
        coset_model_free(p->model);
    coset_arena_free(p->arena);
    coset_text_free(p->text);
}

static bool agrees(const proof *p, const coset_legal *legal, uint32_t states)
{
    coset_audit_result result;
    const coset_audit_options options = {.seed = 7, .states = states};
    assert_int_equal(coset_audit(p->model, legal, &options, p->arena, &result), COSET_OK);
    if (!result.agrees && legal == p->legal)
        print_message("type %s, elements %u and %u, property %d, rule %s\n", p->model->symmetry.types[result.type].name,
                      result.a, result.b, (int)result.prop,
                      result.group < p->model->n_groups ? p->model->groups[result.group].name : "?");
    return result.agrees;
}

/* Everything moves, whether proved or not. */
static coset_legal unproved(const proof *p)
{
    coset_symgroup *all = coset_symgroup_full(p->model, p->arena);
    const coset_symgroup **props = coset_arena_get(p->arena, p->model->n_props, sizeof *props);
    for (uint32_t i = 0; i < p->model->n_props; i++)
        props[i] = all;
    return (coset_legal){.steps = all, .starts = all, .props = props};
}

/* ---- the corpus ------------------------------------------------------------------------------------------------ */

static const char *const folders[] = {"murphi/bench",       "murphi/cmurphi/sym",  "murphi/cmurphi/multiset+sym",
                                      "murphi/cmurphi/mux", "murphi/cmurphi/dash", "murphi/cmurphi/others",
                                      "murphi/cmurphi/sci", "murphi/cubicle",      "traps"};

static uint32_t audit_file(const char *path)
{
    proof p = {.text = coset_text_new()};
    coset_err err = {0};
    uint16_t file;
    uint32_t audited = 0;
    assert_int_equal(coset_text_read(p.text, path, &file, &err), COSET_OK);
    bool opened = open_proof(&p, file);
    coset_access_audit_result access;
    if (opened && !coset_access_audit(p.model, 7, 40, NULL, &access))
        fail_msg("%s: %s (%s)", path, access.what,
                 access.group < p.model->n_groups ? p.model->groups[access.group].name : "a property");
    if (opened && !coset_symgroup_is_trivial(p.legal->steps)) {
        audited = 1;
        if (!agrees(&p, p.legal, 40))
            fail_msg("%s: the proved group is wrong", path);
    }
    close_proof(&p);
    return audited;
}

static uint32_t audit_folder(const char *shared, const char *folder)
{
    char path[4096];
    uint32_t n = 0;
    snprintf(path, sizeof path, "%s/corpus/%s", shared, folder);
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t len = strlen(e->d_name);
        if (len < 2 || strcmp(e->d_name + len - 2, ".m") != 0)
            continue;
        snprintf(path, sizeof path, "%s/corpus/%s/%s", shared, folder, e->d_name);
        n += audit_file(path);
    }
    if (d)
        closedir(d);
    return n;
}

static void corpus_agrees(void **state)
{
    (void)state;
    const char *shared = getenv("COSET_SHARED");
    uint32_t n = 0;
    if (!shared || !*shared)
        shared = COSET_SHARED_DEFAULT;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        n += audit_folder(shared, folders[i]);
    if (n == 0) {
        print_message("no corpus at %s: skipped\n", shared);
        skip();
    }
    assert_true(n > 30);
}

/* ---- random loops ----------------------------------------------------------------------------------------------- */

/* Statements of an iteration over `w`; `x` is a parameter of the rule. Good and bad ones. */
static const char *const statements[] = {
    "a[w] := !a[w];",
    "a[w] := a[p];",
    "a[p] := a[w];",
    "n[w] := 0;",
    "if n[w] < 2 then n[w] := n[w] + 1; end;",
    "n[w] := c;",
    "c := n[w];",
    "c := c + 1;",
    "c := c - 1;",
    "c := 1;",
    "t := n[w]; n[w] := t;",
    "t := t + 1; c := t;",
    "tp := w;",
    "d[w] := w;",
    "d[w] := p;",
    "d[w] := d[x];",
    "d[d[w]] := x;",
    "undefine d[w];",
    "p := w;",
    "p := x;",
    "p := d[w];",
    "f := true;",
    "f := a[w];",
    "f := f | a[w];",
    "f := a[w] | f;",
    "f := f & n[w] = 0;",
    "m[w][x] := true;",
    "m[x][w] := a[w];",
    "m[w][p] := m[p][w];",
    "m[w][w] := f;",
    "bump (n[w]);",
    "bump (n[p]);",
    "bump (c);",
    "move (a[w], a[x]);",
    "move (a[w], m[w][x]);",
    "clear_row (m[w]);",
    "clear_row (a);",
    "f := any (m[w]);",
    "a[w] := any (m[w]);",
    "a[w] := any (a);",
    "p := first (w);",
    "set (w);",
    "assert n[w] < 3;",
    "assert a[w] | c = 0;",
    "assume n[w] < 2;",
    "alias q: n[w] do q := 1; end;",
    "alias q: d[w] do n[q] := 1; end;",
    "alias q: p do a[w] := q = w; q := x; end;",
    "for j: pid do m[w][j] := a[j]; end;",
    "for j: pid do if j != w then a[j] := false; end; end;",
    "for j: small do n[w] := j; end;",
    "multisetadd (w, b);",
    "multisetadd (n[w], g);",
    "multisetremovepred (k: b, b[k] = w);",
    "c := multisetcount (k: b, b[k] = w);",
};

static const char *const conditions[] = {"a[w]",     "n[w] = 1",
                                         "w = p",    "w != x",
                                         "f",        "isundefined (d[w])",
                                         "d[w] = w", "m[w][x]",
                                         "c = 0",    "exists j: pid do m[w][j] end",
                                         "note (w)"};

static const char header[] =
    "const N: 3;\n"
    "type pid: scalarset (N); small: 0..3; node: union {enum {home}, pid};\n"
    "var a: array [pid] of boolean; n: array [pid] of small; d: array [pid] of pid; p: pid; c: small; f: boolean;\n"
    "  m: array [pid] of array [pid] of boolean; b: multiset [4] of pid; g: multiset [4] of small;\n"
    "procedure bump (var v: small); begin v := v + 1; end;\n"
    "procedure move (var v: boolean; var w: boolean); begin v := w; end;\n"
    "procedure clear_row (var v: array [pid] of boolean); begin for k: pid do v[k] := false; end; end;\n"
    "procedure set (y: pid); begin p := y; end;\n"
    "function note (y: pid): boolean; begin p := y; return a[y]; end;\n"
    "function any (var v: array [pid] of boolean): boolean;\n"
    "begin for k: pid do if v[k] then return true; end; end; return false; end;\n"
    "function first (y: pid): pid; begin for k: pid do if a[k] then return k; end; end; return y; end;\n"
    "ruleset x: pid do startstate\n"
    "  for i: pid do a[i] := i = x; n[i] := 0; d[i] := i; for j: pid do m[i][j] := false; end; end;\n"
    "  p := x; c := 0; f := false; undefine b; undefine g;\n"
    "end; end;\n"
    "ruleset x: pid; y: pid do rule \"around\" true ==> a[x] := !a[x]; d[x] := y; m[x][y] := !m[x][y]; end; end;\n"
    "ruleset x: pid; v: small do rule \"value\" true ==> n[x] := v; if v = 3 then undefine d[x]; end; end; end;\n"
    "ruleset x: pid do rule \"loop\" true ==> var t: small; tp: pid; begin ";

static uint64_t draw(uint64_t *seed, uint64_t n)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*seed >> 33) % n;
}

static int write_loop(char *out, size_t room, uint64_t seed)
{
    const size_t n_s = sizeof statements / sizeof *statements, n_c = sizeof conditions / sizeof *conditions;
    size_t at = (size_t)snprintf(out, room, "%s%sfor w: pid do ", header, draw(&seed, 3) ? "" : "t := 0; c := 0; ");
    for (uint64_t i = 1 + draw(&seed, 3); i > 0; i--) {
        const char *s = statements[draw(&seed, n_s)];
        if (draw(&seed, 3))
            at += (size_t)snprintf(out + at, room - at, "%s ", s);
        else
            at += (size_t)snprintf(out + at, room - at, "if %s then %s end; ", conditions[draw(&seed, n_c)], s);
    }
    at += (size_t)snprintf(out + at, room - at, "end;%s end; end;\n",
                           draw(&seed, 3)   ? ""
                           : draw(&seed, 2) ? " c := t;"
                                            : " p := tp;");
    return (int)at;
}

/* 0: refused in part, 1: everything moves. */
static int audit_loop(uint64_t seed, uint32_t *wrong_if_unproved)
{
    char text[8192];
    proof p = {.text = coset_text_new()};
    int len = write_loop(text, sizeof text, seed);
    if (!open_proof(&p, coset_text_add(p.text, "random.m", text, (size_t)len))) {
        coset_text_print(p.text, stderr, false, 3);
        fail_msg("%s", text);
    }
    if (!agrees(&p, p.legal, 60))
        fail_msg("the proved group is wrong:\n%s", text);
    bool whole = p.legal->steps->n_refusals == 0;
    const coset_legal all = unproved(&p);
    if (!whole && !agrees(&p, &all, 60))
        ++*wrong_if_unproved;
    close_proof(&p);
    return whole;
}

static void loops_agree(void **state)
{
    (void)state;
    const char *n = getenv("COSET_AUDIT_LOOPS");
    uint32_t loops = n ? (uint32_t)strtoul(n, NULL, 10) : 600, whole = 0, wrong = 0;
    for (uint32_t i = 0; i < loops; i++)
        whole += (uint32_t)audit_loop(i * 2654435761U, &wrong);
    print_message("%u loops: %u proved, %u refused and wrong indeed\n", loops, whole, wrong);
    assert_true(whole > loops / 10); /* else the test would show nothing */
    assert_true(wrong > loops / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(corpus_agrees), cmocka_unit_test(loops_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What rules and properties read and write: sets of slots, stated exactly for a small program; and the audit of such
 * sets finds one that is too small. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "lang/murphi/murphi.h"
#include "model/access.h"

static const char source[] =
    "type pid: 0..1;\n"
    "var a: array [pid] of boolean; b: array [pid] of boolean; i: pid; c: 0..3; u: boolean; m: multiset [2] of pid;\n"
    "procedure set (var x: boolean; v: boolean); begin x := v; end;\n"
    "function deep (n: pid): boolean; begin if n = 0 then return u; end; return deep (n - 1); end;\n"
    "function mark (): boolean; begin u := true; return true; end;\n"
    "startstate begin clear a; clear b; i := 0; c := 0; u := false; undefine m; end;\n"
    "rule \"constant index\" a[0] ==> a[1] := b[0]; end;\n"
    "rule \"index read\" c < 3 ==> a[i] := true; end;\n"
    "rule \"through a reference\" true ==> set (b[1], u); end;\n"
    "rule \"through two references\" true ==> set (b[1], u); set (a[0], u); set (b[1], a[1]); end;\n"
    "rule \"called twice\" mark () ==> c := 0; if mark () then c := 1; end; end;\n"
    "rule \"alias\" true ==> alias x: b[0] do x := a[0]; end; end;\n"
    "rule \"assumed\" c = 0 ==> assume u; c := 1; end;\n"
    "rule \"bag\" c = 1 ==> multisetadd (i, m); end;\n"
    "rule \"recursive\" deep (1) ==> c := 2; end;\n"
    "rule \"guard only\" forall p: pid do a[p] end ==> i := 1 - i; end;\n"
    "rule \"flip\" true ==> u := !u; b[0] := !b[0]; end;\n"
    "rule \"turn\" true ==> i := 1 - i; a[i] := !a[i]; end;\n"
    "rule \"count\" true ==> c := (c + 1) % 4; end;\n"
    "rule \"empty\" true ==> multisetremovepred (k: m, true); end;\n"
    "invariant \"small\" c < 3 | u;\n";

typedef struct {
    coset_text *text;
    coset_model *model;
} fixture;

static void open_model(fixture *f)
{
    coset_load_options options = {0};
    coset_err err = {0};
    f->text = coset_text_new();
    f->model = NULL;
    uint16_t file = coset_text_add(f->text, "access.m", source, sizeof source - 1);
    assert_int_equal(coset_murphi.load(f->text, file, &options, &f->model, &err), COSET_OK);
}

static void close_model(fixture *f)
{
    coset_model_free(f->model);
    coset_text_free(f->text);
}

/* "a[0] c": names of the slots in a set; "all" for all of them. Slots of a multiset count as one: its name. */
static const char *words(const coset_model *m, const uint64_t *set)
{
    static char out[1000];
    uint32_t n = 0;
    out[0] = 0;
    for (uint32_t i = 0; i < m->n_slots; i++) {
        char name[100];
        if (!coset_slots_has(set, i))
            continue;
        n++;
        (void)snprintf(name, sizeof name, "%s%s", *out ? " " : "", m->slots[i].name[0] == 'm' ? "m" : m->slots[i].name);
        if (!(name[strlen(name) - 1] == 'm' && strlen(out) && out[strlen(out) - 1] == 'm'))
            (void)strcat(out, name);
    }
    return n == m->n_slots ? "all" : out;
}

static void sets_are_as_the_text_says(void **state)
{
    static const char *const expected[][4] = {
        {"constant index", "a[0]", "a[0] b[0]", "a[1]"},
        {"index read", "c", "i c", "a[0] a[1]"},
        {"through a reference", "", "u", "b[1]"},
        {"through two references", "", "a[1] u", "a[0] b[1]"},
        {"called twice", "", "", "c u"},
        {"alias", "", "a[0]", "b[0]"},
        {"assumed", "c u", "c u", "c"},
        {"bag", "c", "i c m", "m"},
        {"recursive", "all", "all", "all"},
        {"guard only", "a[0] a[1]", "a[0] a[1] i", "i"},
    };
    fixture f;
    (void)state;
    open_model(&f);
    const coset_model *m = f.model;
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        uint32_t g = 0;
        while (strcmp(m->groups[g].name, expected[k][0]) != 0)
            assert_true(++g < m->n_groups);
        assert_string_equal(words(m, m->access[g].guard), expected[k][1]);
        assert_string_equal(words(m, m->access[g].reads), expected[k][2]);
        assert_string_equal(words(m, m->access[g].writes), expected[k][3]);
    }
    assert_string_equal(words(m, m->access[0].reads), "");
    assert_string_equal(words(m, m->access[0].writes), "all");
    for (uint32_t p = 0; p < m->n_props; p++)
        if (strcmp(m->props[p].name, "small") == 0)
            assert_string_equal(words(m, m->prop_reads[p]), "c u");
        else
            assert_null(m->prop_reads[p]);
    close_model(&f);
}

/* Takes each slot in turn out of each set. Some are over-approximation only; but for most the audit must detect it. */
static void the_audit_finds_sets_that_are_too_small(void **state)
{
    fixture f;
    coset_access_audit_result r;
    uint32_t n = 0, found = 0;
    (void)state;
    open_model(&f);
    assert_true(coset_access_audit(f.model, 1, 500, NULL, &r));
    assert_true(r.comparisons > 1000);
    coset_access *access = coset_new(f.model->n_groups, sizeof *access);
    const coset_access *right = f.model->access;
    f.model->access = access;
    for (uint32_t k = 0; k < f.model->n_groups * f.model->n_slots; k++) {
        uint32_t g = k / f.model->n_slots, slot = k % f.model->n_slots;
        memcpy(access, right, f.model->n_groups * sizeof *access);
        uint64_t reads = *right[g].reads & ~(UINT64_C(1) << slot), writes = *right[g].writes & ~(UINT64_C(1) << slot);
        if (f.model->groups[g].is_start || strcmp(f.model->groups[g].name, "recursive") == 0)
            continue;
        access[g].reads = &reads;
        if (reads != *right[g].reads) {
            n++;
            found += !coset_access_audit(f.model, k, 500, NULL, &r) && r.group == g;
        }
        access[g] = right[g];
        access[g].writes = &writes;
        if (writes != *right[g].writes) {
            n++;
            found += !coset_access_audit(f.model, k, 500, NULL, &r) && r.group == g;
        }
    }
    assert_true(4 * found > 3 * n);
    f.model->access = right;
    coset_delete(access);
    close_model(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_as_the_text_says),
        cmocka_unit_test(the_audit_finds_sets_that_are_too_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

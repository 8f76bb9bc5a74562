/* Operators of CSP: each process as its transition system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "lang/cspm/compile/script.h"

static const char declarations[] = "channel a, b, c, d\n"
                                   "channel e, f : {0..2}\n"
                                   "channel g : {0..1}.Bool\n"
                                   "channel tock\n"
                                   "datatype T = A | B.{0..1}\n"
                                   "channel t : T\n"
                                   "external chase, prioritise, prioritisepo, loop\n"
                                   "transparent explicate\n"
                                   "Half(X) = a -> X\n"
                                   "Count(n) = n < 2 & a -> Count(n + 1) [] n > 0 & b -> Count(n - 1)\n"
                                   "Twice = let P = a -> Q\n Q = b -> P within P\n"
                                   "Knot = Half(Knot)\n"
                                   "Named(n) = Half(Named(n))\n"
                                   "Timed { TP = a -> b -> TSKIP2\n TSKIP2 = SKIP\n TC = a -> STOP [] b -> STOP }\n"
                                   "Two(x) = 2\n"
                                   "Timed(Two) { TQ = a -> STOP }\n";

typedef struct {
    const char *process, *lts;
} row;

static const row rows[] = {
    {"STOP", ""},
    {"SKIP", "0 tick 1"},
    {"DIV", "0 tau 0"},
    {"a -> STOP", "0 a 1"},
    {"a -> b -> SKIP", "0 a 1, 1 b 2, 2 tick 3"},
    {"a -> STOP [] b -> STOP", "0 a 1, 0 b 1"},
    {"SKIP [] a -> STOP", "0 tick 1, 0 a 2"},
    {"(a -> STOP |~| b -> STOP) [] c -> STOP", "0 tau 1, 0 tau 2, 0 c 3, 1 a 3, 1 c 3, 2 b 3, 2 c 3"},
    {"a -> STOP |~| b -> STOP", "0 tau 1, 0 tau 2, 1 a 3, 2 b 3"},
    {"a -> STOP [> b -> STOP", "0 tau 1, 0 a 2, 1 b 2"},
    {"a -> SKIP ; b -> SKIP", "0 a 1, 1 tau 2, 2 b 3, 3 tick 4"},
    {"a -> STOP /\\ b -> STOP", "0 a 1, 0 b 2, 1 b 2"},
    {"a -> b -> STOP [| {b} |> c -> STOP", "0 a 1, 1 b 2, 2 c 3"},
    {"SKIP [| {b} |> c -> STOP", "0 tick 1"},
    {"a -> STOP ||| b -> STOP", "0 a 1, 0 b 2, 1 b 3, 2 a 3"},
    {"SKIP ||| SKIP", "0 tau 1, 0 tau 2, 1 tau 3, 2 tau 3, 3 tick 4"},
    {"a -> c -> STOP [| {c} |] b -> c -> STOP", "0 a 1, 0 b 2, 1 b 3, 2 a 3, 3 c 4"},
    {"a -> c -> STOP [ {a, c} || {c} ] c -> d -> STOP", "0 a 1, 1 c 2"},
    {"a -> b -> STOP [ a <-> b ] b -> c -> STOP", "0 tau 1, 1 b 2, 1 c 3, 2 c 4, 3 b 4"},
    {"a -> b -> STOP \\ {a}", "0 tau 1, 1 b 2"},
    {"a -> b -> STOP |\\ {a}", "0 a 1, 1 tau 2"},
    {"(a -> STOP) [[ a <- b, a <- c ]]", "0 b 1, 0 c 1"},
    {"(e.1 -> STOP) [[ e <- f ]]", "0 f.1 1"},
    {"(e.1 -> STOP) [[ e.x <- f.(2 - x) | x <- {0..2} ]]", "0 f.1 1"},
    {"a -> c -> STOP [+ {a} +] a -> b -> STOP", "0 a 1, 1 b 2, 1 c 2"},
    {"a -> c -> STOP /+ {a} +\\ a -> b -> STOP", "0 a 1, 1 b 2, 1 c 3, 3 b 2"},
    {"e?x -> f!x -> STOP", "0 e.0 1, 0 e.1 2, 0 e.2 3, 1 f.0 4, 2 f.1 4, 3 f.2 4"},
    {"e?x : {1..2} -> STOP", "0 e.1 1, 0 e.2 1"},
    {"e?1 -> STOP", "0 e.1 1"},
    {"g?x?y -> STOP", "0 g.0.false 1, 0 g.0.true 1, 0 g.1.false 1, 0 g.1.true 1"},
    {"g?x.y -> e.x -> STOP", "0 g.0.false 1, 0 g.0.true 1, 0 g.1.false 2, 0 g.1.true 2, 1 e.0 3, 2 e.1 3"},
    {"g?x!true -> STOP", "0 g.0.true 1, 0 g.1.true 1"},
    {"g!1?y -> STOP", "0 g.1.false 1, 0 g.1.true 1"},
    {"t?B.x -> e.x -> STOP", "0 t.B.0 1, 0 t.B.1 2, 1 e.0 3, 2 e.1 3"},
    {"t?x -> STOP", "0 t.A 1, 0 t.B.0 1, 0 t.B.1 1"},
    {"e$x -> STOP", "0 tau 1, 0 tau 2, 0 tau 3, 1 e.0 4, 2 e.1 4, 3 e.2 4"},
    {"g$x?y -> e.x -> STOP", "0 tau 1, 0 tau 2, 1 g.0.false 3, 1 g.0.true 3, 2 g.1.false 4, 2 g.1.true 4, 3 e.0 5, "
                             "4 e.1 5"},
    {"RUN({a, b})", "0 a 0, 0 b 0"},
    {"CHAOS({a})", "0 tau 1, 0 a 0"},
    {"[] x : {0..1} @ e.x -> STOP", "0 e.0 1, 0 e.1 1"},
    {"[] x : {} @ e.x -> STOP", ""},
    {"|~| x : {0..1} @ e.x -> STOP", "0 tau 1, 0 tau 2, 1 e.0 3, 2 e.1 3"},
    {"||| x : {0..1} @ e.x -> STOP", "0 e.0 1, 0 e.1 2, 1 e.1 3, 2 e.0 3"},
    {"[| {a} |] x : {0..1} @ a -> e.x -> STOP", "0 a 1, 1 e.0 2, 1 e.1 3, 2 e.1 4, 3 e.0 4"},
    {"|| x : {0..1} @ [{e.x, a}] e.x -> a -> STOP", "0 e.0 1, 0 e.1 2, 1 e.1 3, 2 e.0 3, 3 a 4"},
    {"; x : <0, 1> @ e.x -> SKIP", "0 e.0 1, 1 tau 2, 2 e.1 3, 3 tick 4"},
    {"; x : <> @ STOP", "0 tick 1"},
    {"[ a <-> b ] x : <0, 1, 2> @ b -> a -> STOP", "0 b 1, 1 tau 2, 2 tau 3, 3 a 4"},
    {"Count(0)", "0 a 1, 1 a 2, 1 b 0, 2 b 1"},
    {"Twice", "0 a 1, 1 b 0"},
    {"Knot", "0 a 0"},
    {"Named(1)", "0 a 0"},
    {"loop(a -> SKIP)", "0 a 1, 1 tau 0"},
    {"chase(a -> STOP |~| b -> STOP)", "0 a 1"},
    {"prioritise(a -> STOP [] b -> STOP [] c -> STOP, <{a}, {b}>)", "0 a 1, 0 c 1"},
    {"prioritise(a -> STOP [> b -> STOP, <{}, {a}>)", "0 tau 1, 1 b 2"},
    {"prioritisepo(a -> STOP [] b -> STOP, {a, b}, {(a, b)}, {a})", "0 a 1"},
    {"BUFFER(2, {(a, b)})", "0 a 1, 1 a 2, 1 b 0, 2 b 1"},
    {"explicate(a -> STOP)", "0 a 1"},
    {"TP", "0 a 1, 0 tock 0, 1 tock 2, 2 b 3, 2 tock 2, 3 tock 4, 4 tick 5, 4 tock 4"},
    {"TC", "0 tock 0, 0 a 1, 0 b 2, 1 tock 3, 2 tock 3, 3 tock 3"},
    {"TQ", "0 a 1, 0 tock 0, 1 tock 2, 2 tock 3, 3 tock 3"},
};

/* Events beyond n are a component's own. */
static void write_lts(const coset_lts *l, const char *const *names, uint32_t n_events, char *out, size_t len)
{
    size_t n = 0;
    out[0] = '\0';
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t i = l->first[s]; i < l->first[s + 1] && n < len; i++)
            n += l->edges[i].event >= n_events ? 0
                                               : (size_t)snprintf(out + n, len - n, "%s%u %s %u", n ? ", " : "", s,
                                                                  names[l->edges[i].event], l->edges[i].dst);
}

/* Texts have states in order of discovery, which depends on the numbers of events: compare up to renumbering. */
typedef struct {
    uint32_t src, dst;
    char event[60];
} edge;

static uint32_t read_edges(const char *text, edge *out)
{
    uint32_t n = 0;
    int used = 0;
    while (*text && sscanf(text, "%u %59s %u%n", &out[n].src, out[n].event, &out[n].dst, &used) == 3) {
        n++;
        text += used;
        text += *text == ',' ? 2 : 0;
    }
    return n;
}

static bool extend(const edge *x, const edge *y, uint32_t n, bool *used, uint32_t i, uint32_t *map, uint32_t *back)
{
    if (i == n)
        return true;
    for (uint32_t k = 0; k < n; k++) {
        if (used[k] || strcmp(x[i].event, y[k].event) != 0)
            continue;
        uint32_t old[4] = {map[x[i].src], map[x[i].dst], back[y[k].src], back[y[k].dst]};
        bool fits = (old[0] == UINT32_MAX ? old[2] == UINT32_MAX : old[0] == y[k].src);
        if (fits) {
            map[x[i].src] = y[k].src;
            back[y[k].src] = x[i].src;
            fits = map[x[i].dst] == UINT32_MAX ? back[y[k].dst] == UINT32_MAX : map[x[i].dst] == y[k].dst;
        }
        if (fits) {
            map[x[i].dst] = y[k].dst;
            back[y[k].dst] = x[i].dst;
            used[k] = true;
            if (extend(x, y, n, used, i + 1, map, back))
                return true;
            used[k] = false;
        }
        map[x[i].dst] = old[1];
        back[y[k].dst] = old[3];
        map[x[i].src] = old[0];
        back[y[k].src] = old[2];
    }
    return false;
}

static bool same_lts(const char *a, const char *b)
{
    edge x[100], y[100];
    uint32_t map[100], back[100], n = read_edges(a, x);
    bool used[100] = {0};
    memset(map, 0xff, sizeof map);
    memset(back, 0xff, sizeof back);
    map[0] = back[0] = 0;
    return n == read_edges(b, y) && extend(x, y, n, used, 0, map, back);
}

static void check_row(const row *r)
{
    char script[4000], found[4000] = "?";
    (void)snprintf(script, sizeof script, "%s\nassert %s :[deadlock free]\n", declarations, r->process);
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, "script", script, strlen(script));
    coset_cspm_script *c = NULL;
    const coset_cspm_compiled *k = NULL;
    coset_err err = {0};
    coset_cspm_options options = COSET_CSPM_OPTIONS;
    options.compile = COSET_CSPM_EXPLICIT;
    coset_status status = coset_cspm_open(text, file, &options, &c, &err);
    if (status == COSET_OK)
        status = coset_cspm_compile(c, 0, NULL, &k, &err);
    if (status == COSET_OK)
        write_lts(k->impl.components[0].lts, k->event_names, k->n_events, found, sizeof found);
    else
        coset_text_print(text, stderr, false, 0);
    if (status != COSET_OK || !same_lts(found, r->lts))
        print_error("%s\n  is   %s\n  not  %s\n", r->process, found, r->lts);
    assert_int_equal(status, COSET_OK);
    assert_true(same_lts(found, r->lts));
    if (k)
        coset_cspm_compiled_free(c, k);
    coset_cspm_close(c);
    coset_text_free(text);
}

static void operators(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(&rows[i]);
}

/* A process without meaning gives one message; so does one without an end, or with none within the bound, or it is
 * reported as a limit. */
static const char *const mistakes[] = {
    "let P = P [] a -> STOP within P",
    "let P(n) = P(n + 1) [] a -> STOP within P(0)",
    "let P = a -> P ||| b -> STOP within P",
    "let P(n) = a -> P(n + 1) within P(0)",
    "let P = P within P",
    "|~| x : {} @ e.x -> STOP",
    "e!3 -> STOP",
    "e$x:{} -> STOP",
    "a -> STOP [ a <-> b, a <-> c ] STOP",
    "prioritise(STOP, <>)",
    "prioritisepo(STOP, {a, b}, {(a, b), (b, a)}, {})",
    "BUFFER(0, {(a, b)})",
    "BUFFER(1, {(a, a)})",
};

static void errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char script[4000];
        (void)snprintf(script, sizeof script, "%s\nassert %s :[deadlock free]\n", declarations, mistakes[i]);
        coset_text *text = coset_text_new();
        uint16_t file = coset_text_add(text, "script", script, strlen(script));
        coset_cspm_script *c = NULL;
        const coset_cspm_compiled *k = NULL;
        coset_err err = {0};
        coset_cspm_options options = COSET_CSPM_OPTIONS;
        options.most_states = 1000;
        coset_status status = coset_cspm_open(text, file, &options, &c, &err);
        if (status == COSET_OK)
            status = coset_cspm_compile(c, 0, NULL, &k, &err);
        if (status == COSET_OK)
            print_error("%s has no error\n", mistakes[i]);
        assert_true(status == COSET_INPUT || status == COSET_LIMIT);
        assert_int_equal(coset_text_errors(text), status == COSET_INPUT);
        coset_cspm_close(c);
        coset_text_free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(operators), cmocka_unit_test(errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

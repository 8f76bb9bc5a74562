/* Uses an installed libcoset through pkg-config; compiled as C and as C++.
 *
 * usage: c_consumer EXAMPLES
 */
#include <coset/coset.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define WANT(condition) ((condition) ? (void)0 : wrong(__LINE__, #condition))

static void wrong(int line, const char *what)
{
    (void)fwprintf(stderr, L"c_consumer.c:%d: not so: %s\n", line, what);
    exit(1);
}

static int is(const char *text, const char *expected) { return text && strcmp(text, expected) == 0; }

/* ---- texts ---------------------------------------------------------------------------------------------------------- */

static const char mutex[] = "type proc: scalarset(3);\n"
                            "var busy: array[proc] of boolean;\n"
                            "startstate for p: proc do busy[p] := false; end; end;\n"
                            "ruleset p: proc do rule \"enter\" !busy[p] ==> busy[p] := true; end; end;\n"
                            "invariant \"few\" forall p: proc do forall q: proc do\n"
                            "  p = q | !busy[p] | !busy[q] end end;\n";

static void check_trace(const coset_answer *answer, size_t finding, size_t steps)
{
    coset_step_shown step;
    coset_change change;
    WANT(steps == 3);
    WANT(coset_answer_step(answer, finding, 0, &step) && step.changes == 3);
    for (size_t i = 1; i < steps; i++) {
        WANT(coset_answer_step(answer, finding, i, &step) && is(step.rule, "enter") && step.changes == 1);
        WANT(step.at.line == 4 && !step.fault);
        WANT(coset_answer_change(answer, finding, i, 0, &change) && is(change.value, "true"));
        WANT(strncmp(change.variable, "busy[", 5) == 0);
        WANT(!coset_answer_change(answer, finding, i, 1, &change));
    }
    WANT(!coset_answer_step(answer, finding, steps, &step));
}

static void violated_murphi(void)
{
    const coset_setting settings[] = {{"symmetry", "auto"}, {"j", "1"}, {NULL, NULL}};
    coset_problem *problem;
    coset_answer *answer;
    coset_finding found;
    size_t failed = 0;
    WANT(coset_open_text("mutex.m", mutex, strlen(mutex), settings, &problem) == COSET_END_HOLDS);
    WANT(is(coset_problem_language(problem), "murphi") && !coset_problem_reason(problem));
    WANT(coset_run(problem, NULL, NULL, &answer) == COSET_END_SAFETY);
    for (size_t i = 0; i < coset_answer_findings(answer); i++) {
        WANT(coset_answer_finding(answer, i, &found));
        if (!is(found.verdict, "fails"))
            continue;
        WANT(is(found.property.name, "few") && is(found.property.kind, "invariant") && found.property.at.line == 5);
        check_trace(answer, i, found.steps);
        failed++;
    }
    WANT(failed == 1 && strstr(coset_answer_json(answer), "\"schema\"") != NULL);
    coset_answer_free(answer);
    coset_close(problem);
}

static void promela(const char *examples)
{
    char path[1000];
    coset_problem *problem;
    coset_answer *answer;
    coset_totals totals;
    (void)snprintf(path, sizeof path, "%s/promela/first.pml", examples);
    WANT(coset_open(path, NULL, &problem) == COSET_END_HOLDS && coset_problem_properties(problem) > 0);
    (void)coset_run(problem, NULL, NULL, &answer);
    WANT(coset_answer_totals(answer, &totals) && totals.states && atoi(totals.states) > 0);
    coset_answer_free(answer);
    coset_close(problem);
}

static void script(void)
{
    static const char text[] = "channel a, b\nassert a -> STOP [T= a -> b -> STOP\nassert b -> STOP [T= STOP\n";
    coset_problem *problem;
    coset_answer *answer;
    coset_finding found;
    coset_step_shown step;
    WANT(coset_open_text("s.csp", text, strlen(text), NULL, &problem) == COSET_END_HOLDS);
    WANT(coset_problem_properties(problem) == 2);
    WANT(coset_run(problem, NULL, NULL, &answer) == COSET_END_REFINEMENT && coset_answer_findings(answer) == 2);
    WANT(coset_answer_finding(answer, 1, &found) && is(found.verdict, "holds"));
    WANT(coset_answer_finding(answer, 0, &found) && is(found.verdict, "fails") && found.steps == 1);
    WANT(coset_answer_step(answer, 0, 0, &step) && is(step.action, "a"));
    coset_answer_free(answer);
    coset_close(problem);
}

static void take_note(void *ctx, const coset_note *note)
{
    unsigned *errors = (unsigned *)ctx;
    *errors += is(note->severity, "error") && note->at.line == 2 && note->at.column == 17 && is(note->at.file, "w.m");
}

static void errors(void)
{
    static const char text[] = "var x: 0..1;\nstartstate x := y; end;\n";
    unsigned n = 0;
    coset_problem *problem;
    coset_answer *answer;
    const coset_setting settings[] = {{"symetry", "off"}, {NULL, NULL}};
    WANT(coset_open_text("w.m", text, strlen(text), NULL, &problem) == COSET_END_MODEL);
    coset_problem_notes(problem, take_note, &n);
    WANT(n == 1 && coset_problem_reason(problem));
    WANT(coset_run(problem, NULL, NULL, &answer) == COSET_END_MODEL && coset_answer_findings(answer) == 0);
    coset_answer_notes(answer, take_note, &n);
    WANT(n == 2 && strstr(coset_answer_log(answer), "w.m:2:17: error") != NULL);
    coset_answer_free(answer);
    coset_close(problem);
    WANT(coset_open_text("m.m", mutex, strlen(mutex), settings, &problem) == COSET_END_USAGE);
    WANT(strstr(coset_problem_reason(problem), "did you mean --symmetry") != NULL);
    coset_close(problem);
}

static int stop(void *ctx, const coset_report_now *now)
{
    unsigned *calls = (unsigned *)ctx;
    ++*calls;
    return now->representatives > 0;
}

static void cancelled(void)
{
    static const char text[] = "type n: 0..9000000;\nvar x, y: n;\nstartstate x := 0; y := 0; end;\n"
                               "rule x < 9000000 ==> x := x + 1; end;\nrule y < 9000000 ==> y := y + 1; end;\n";
    const coset_setting settings[] = {
        {"symmetry", "off"}, {"threads", "1"}, {"time", "99.5s"}, {"keep-going", NULL}, {NULL, NULL}};
    unsigned calls = 0;
    coset_problem *problem;
    coset_answer *answer;
    WANT(coset_open_text("n.m", text, strlen(text), settings, &problem) == COSET_END_HOLDS);
    WANT(coset_run(problem, stop, &calls, &answer) == COSET_END_INCOMPLETE);
    WANT(calls >= 1 && !coset_answer_exhaustive(answer) && coset_answer_reason(answer));
    coset_answer_free(answer);
    coset_close(problem);
}

/* ---- callbacks ------------------------------------------------------------------------------------------------------ */

/* N dishes are put on a table; each dish is away (0), there (1) or taken by a guest (2), of M guests; guest g has dish
 * has[g] (0: none). */
enum { N = 3, M = 3, SLOTS = N + M };

static int start(void *ctx, coset_emit *emit, void *sink)
{
    const uint32_t first[SLOTS] = {0};
    (void)ctx;
    emit(sink, 0, NULL, first);
    return 0;
}

static int successors(void *ctx, const uint32_t *state, coset_emit *emit, void *sink)
{
    (void)ctx;
    for (uint32_t d = 0; d < N; d++) {
        uint32_t next[SLOTS];
        memcpy(next, state, sizeof next);
        next[d] = 1;
        if (state[d] == 0)
            emit(sink, 0, &d, next);
        for (uint32_t g = 0; g < M && state[d] == 1; g++) {
            const uint32_t who[2] = {g, d};
            next[d] = 2;
            next[N + g] = d + 1;
            if (state[N + g] == 0)
                emit(sink, 1, who, next);
            next[N + g] = state[N + g];
        }
    }
    return 0;
}

static int holds(void *ctx, uint32_t property, const uint32_t *state)
{
    uint32_t taken = 0, with = 0;
    (void)ctx;
    for (uint32_t d = 0; d < N; d++)
        taken += state[d] == 2;
    for (uint32_t g = 0; g < M; g++)
        with += state[N + g] != 0;
    return property == 0 ? taken == with : taken == N;
}

/* Brute force. */
typedef struct {
    uint32_t states[4096][SLOTS], n, edges;
} all_states;

static void add(void *sink, uint32_t rule, const uint32_t *params, const uint32_t *state)
{
    all_states *all = (all_states *)sink;
    (void)rule, (void)params;
    all->edges++;
    for (uint32_t i = 0; i < all->n; i++)
        if (memcmp(all->states[i], state, sizeof all->states[i]) == 0)
            return;
    memcpy(all->states[all->n++], state, sizeof all->states[0]);
}

static const uint32_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* No renaming of the state is a smaller one. */
static int is_least(const uint32_t *state)
{
    for (uint32_t x = 0; x < 6; x++)
        for (uint32_t y = 0; y < 6; y++) {
            uint32_t image[SLOTS];
            for (uint32_t d = 0; d < N; d++)
                image[orders[x][d]] = state[d];
            for (uint32_t g = 0; g < M; g++)
                image[N + orders[y][g]] = state[N + g] ? orders[x][state[N + g] - 1] + 1 : 0;
            if (memcmp(image, state, sizeof image) < 0) /* any order of states is allowed */
                return 0;
        }
    return 1;
}

static void callbacks(void)
{
    const coset_given_type types[] = {{"dish", N, NULL}, {"guest", M, NULL}};
    const coset_given_range dish = {0, 0}, guest_dish[] = {{1, 0}, {0, 0}};
    const coset_given_variable variables[] = {{"is", 2, COSET_GIVEN_PLAIN, 0, 1, &guest_dish[1]},
                                              {"has", N, 0, 1, 1, guest_dish}};
    const coset_given_rule rules[] = {{"serve", 1, &dish}, {"take", 2, guest_dish}};
    const coset_given_property properties[] = {{"each has one", COSET_GIVEN_INVARIANT, 0},
                                               {"all are taken", COSET_GIVEN_COVER, 0}};
    const coset_given model = {"dishes",   2,    2, 2,     2,          types, variables, rules,
                               properties, NULL, 1, start, successors, holds, NULL};
    static all_states all;
    const coset_setting settings[] = {{"threads", "2"}, {"deadlock", "off"}, {NULL, NULL}};
    coset_problem *problem;
    coset_answer *answer;
    coset_totals totals;
    uint32_t orbits = 0;
    (void)start(NULL, add, &all);
    all.edges = 0;
    for (uint32_t i = 0; i < all.n; i++)
        (void)successors(NULL, all.states[i], add, &all);
    for (uint32_t i = 0; i < all.n; i++)
        orbits += (uint32_t)is_least(all.states[i]);
    WANT(coset_open_given(&model, settings, &problem) == COSET_END_HOLDS);
    WANT(coset_run(problem, NULL, NULL, &answer) == COSET_END_HOLDS && coset_answer_exhaustive(answer));
    WANT(coset_answer_totals(answer, &totals));
    WANT(is(totals.group_order, "36") && (uint32_t)atoi(totals.representatives) == orbits);
    WANT((uint32_t)atoi(totals.states) == all.n && (uint32_t)atoi(totals.full_transitions) == all.edges);
    coset_answer_free(answer);
    coset_close(problem);
}

static void nothing(void)
{
    coset_answer *answer;
    WANT(coset_run(NULL, NULL, NULL, &answer) == COSET_END_USAGE && !answer);
    WANT(coset_answer_findings(NULL) == 0 && is(coset_answer_json(NULL), ""));
    coset_answer_free(NULL);
    coset_close(NULL);
    coset_cancel(NULL);
    WANT(strchr(coset_version(), '.') != NULL);
}

int main(int argc, char **argv)
{
    WANT(argc == 2);
    (void)fwide(stderr, 1);                 /* nor use this stream */
    (void)setlocale(LC_ALL, "");            /* nor write numbers as the caller does */
    (void)printf("this waits in a buffer"); /* the child processes must not write it, too */
    violated_murphi();
    promela(argv[1]);
    script();
    errors();
    cancelled();
    callbacks();
    nothing();
    (void)printf(", and is written once\n");
    return 0;
}

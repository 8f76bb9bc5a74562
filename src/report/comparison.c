/* report/comparison.c - a comparison as text and as JSON. */
#include "report/comparison.h"

#include <string.h>

#include "report/report_int.h"

static const char *const letters[] = {"A", "B"};

/* ---- text ---- */

static void side_text(const coset_comparison *c, uint32_t i, FILE *out)
{
    const coset_compared *s = &c->sides[i];
    char states[COSET_COUNT_TEXT], steps[COSET_COUNT_TEXT];
    fprintf(out, "%s: %s (%s): %s %s%s, %s step%s", letters[i], s->path, s->model->language,
            coset_count_text(s->n_states, 0, states), s->symmetry ? "representative" : "state",
            s->n_states == 1 ? "" : "s", coset_count_text(s->n_steps, 0, steps), s->n_steps == 1 ? "" : "s");
    if (s->symmetry)
        fprintf(out, ", by a group of order %s", s->symmetry);
    fputc('\n', out);
}

static void list_text(const char *what, uint32_t n, const char *const *words, FILE *out)
{
    for (uint32_t i = 0; i < n; i++)
        fprintf(out, "%s%s", i ? ", " : what, words[i]);
}

static void seen_text(const coset_comparison *c, FILE *out)
{
    fprintf(out, "seen: %s", strcmp(c->actions, "rules") == 0 ? "names of rules" : "no actions");
    list_text("; silent: ", c->n_silent, c->silent, out);
    list_text("; of states: ", c->n_observed, c->observed, out);
    fputc('\n', out);
}

static void state_text(const coset_comparison *c, uint32_t side, const coset_value **before, const coset_value *now,
                       FILE *out)
{
    coset_state_text(c->sides[side].model, *before, now, out);
    *before = now;
}

static void play_text(const coset_comparison *c, FILE *out)
{
    const coset_value *at[2] = {NULL, NULL};
    if (c->sides[0].symmetry || c->sides[1].symmetry)
        fprintf(out, "(each state represents its orbit)\n");
    for (uint32_t i = 0; i < 2; i++) {
        fprintf(out, "start of %s\n", letters[i]);
        state_text(c, i, &at[i], c->starts[i], out);
    }
    for (uint32_t i = 0; i < c->n_steps; i++) {
        const coset_compared_step *s = &c->steps[i];
        fprintf(out, "step %u: %s does %s\n", (unsigned)i + 1, letters[s->side], s->action);
        state_text(c, s->side, &at[s->side], s->to, out);
        fprintf(out, "%s %s\n", letters[1 - s->side], s->answer ? "can at best answer" : "has no answer");
        if (s->answer)
            state_text(c, 1 - s->side, &at[1 - s->side], s->answer, out);
    }
    fprintf(out, "true of the last state of %s, not of that of %s: %s\n", letters[c->first], letters[1 - c->first],
            c->end);
}

static void failure_text(const coset_comparison *c, const coset_text_style *style, FILE *out)
{
    fprintf(out, "a start state of %s has no partner in %s\n", letters[c->first], letters[1 - c->first]);
    if (!c->told)
        return;
    if (c->formula)
        fprintf(out, "true of it, and of no start state of %s: %s\n", letters[1 - c->first], c->formula);
    else
        fprintf(out, "a formula that distinguishes them is too long to be shown\n");
    if (!style->no_traces)
        play_text(c, out);
}

void coset_comparison_text(const coset_comparison *c, const coset_text_style *style, FILE *out)
{
    static const char *const verdicts[] = {"HOLDS", "FAILS", "INCOMPLETE", "ERROR"};
    if (!style->quiet) {
        for (uint32_t i = 0; i < c->n_sides; i++)
            side_text(c, i, out);
        seen_text(c, out);
        if (c->verdict == COSET_VERDICT_FAILS)
            failure_text(c, style, out);
    }
    char classes[COSET_COUNT_TEXT];
    if (!style->quiet && c->nodes)
        fprintf(out, "pairs of related states: %llu nodes, at most %llu on the way; %u rounds, %.2f s after %.2f s\n",
                (unsigned long long)c->nodes, (unsigned long long)c->largest, (unsigned)c->rounds,
                c->seconds - c->search_seconds, c->search_seconds);
    if (c->n_sides == 1 && c->verdict == COSET_VERDICT_HOLDS)
        fprintf(out, "%s: %s class%s of states\n", c->relation, coset_count_text(c->n_classes, 0, classes),
                c->n_classes == 1 ? "" : "es");
    else
        fprintf(out, "%s: %s%s%s\n", c->relation, verdicts[c->verdict], c->reason ? ": " : "",
                c->reason ? c->reason : "");
}

/* ---- JSON ---- */

static json_t *words_json(uint32_t n, const char *const *words)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(all, coset__json_text(words[i]));
    return all;
}

static json_t *text_or_null(const char *text) { return text ? coset__json_text(text) : json_null(); }

static json_t *state_json(const coset_model *m, const coset_value *now)
{
    char text[COSET__VALUE_TEXT];
    json_t *values = json_object();
    for (uint32_t s = 0; now && s < m->n_slots; s++)
        json_object_set_new(values, m->slots[s].name, coset__json_text(coset__report_value(m, s, now[s], text)));
    return values;
}

static json_t *sides_json(const coset_comparison *c)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < c->n_sides; i++) {
        const coset_compared *s = &c->sides[i];
        json_array_append_new(all, json_pack("{s:o, s:s, s:o, s:o, s:o, s:o}", "model", coset__json_text(s->path),
                                             "language", s->model->language, "states", coset__json_count(s->n_states),
                                             "start_states", coset__json_count(s->n_starts), "steps",
                                             coset__json_count(s->n_steps), "order", text_or_null(s->symmetry)));
    }
    return all;
}

static json_t *play_json(const coset_comparison *c)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < c->n_steps; i++) {
        const coset_compared_step *s = &c->steps[i];
        json_t *answer = s->answer ? state_json(c->sides[1 - s->side].model, s->answer) : json_null();
        json_array_append_new(all, json_pack("{s:s, s:o, s:o, s:o}", "mover", letters[s->side], "action",
                                             coset__json_text(s->action), "to",
                                             state_json(c->sides[s->side].model, s->to), "answer", answer));
    }
    return all;
}

static json_t *failure_json(const coset_comparison *c)
{
    if (!c->told)
        return json_null();
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "true_of", letters[c->first], "formula",
                     text_or_null(c->formula), "start_a", state_json(c->sides[0].model, c->starts[0]), "start_b",
                     state_json(c->sides[1].model, c->starts[1]), "steps", play_json(c), "end", text_or_null(c->end));
}

coset_status coset_comparison_json(const coset_comparison *c, FILE *out, coset_err *err)
{
    json_t *root =
        json_pack("{s:s, s:s, s:o, s:s, s:o, s:o, s:s, s:o, s:i, s:f}", "schema", "coset/1", "relation", c->relation,
                  "models", sides_json(c), "actions", c->actions, "silent", words_json(c->n_silent, c->silent),
                  "observed", words_json(c->n_observed, c->observed), "verdict", coset__verdict_json(c->verdict),
                  "reason", text_or_null(c->reason), "exit_code", c->exit_code, "seconds", c->seconds);
    if (root && c->n_sides == 1 && c->verdict == COSET_VERDICT_HOLDS)
        json_object_set_new(root, "classes", coset__json_count(c->n_classes));
    if (root && c->nodes)
        json_object_set_new(root, "diagrams",
                            json_pack("{s:I, s:I, s:i, s:f}", "nodes", (json_int_t)c->nodes, "largest",
                                      (json_int_t)c->largest, "rounds", (int)c->rounds, "search_seconds",
                                      c->search_seconds));
    if (root && c->verdict == COSET_VERDICT_FAILS)
        json_object_set_new(root, "difference", failure_json(c));
    return coset__json_write(root, out, err);
}

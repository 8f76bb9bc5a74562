#include "certcheck/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certcheck/entries.h"
#include "certcheck/graph.h"
#include "certcheck/words.h"
#include "engine/engine.h"

#define RUN_LONG   80 /* states of a random run */
#define STATE_TEXT 700
#define NOT_SOUGHT (UINT32_MAX - 1) /* no image was searched yet */

static const char prop_code[] = "C04", refuted_code[] = "C05";

typedef struct {
    const coset_model *m;
    const coset_certificate *c;
    coset_check_counts *counts;
    coset_graph graph;
    coset_words words;
    COSET_VEC(uint32_t) props;
    COSET_VEC(uint32_t) looked_at; /* states to compare with their images */
    bool prove;
    uint64_t dice;
    /* of the current generator */
    uint32_t number;
    const coset_cert_generator *g;
    COSET_VEC(uint32_t) images; /* of states, COSET_NO_STATE: not in the graph */
    COSET_VEC(uint32_t) rules;  /* images */
    COSET_VEC(coset_arc) mapped;
    coset_value *image;
} check;

/* ---- properties ------------------------------------------------------------------------------------------------- */

static bool has_values(const coset_prop *p) { return coset_prop_is_state(p) && !p->unchecked; }

static coset_status find_props(check *k)
{
    for (uint32_t p = 0; p < k->m->n_props; p++)
        k->counts->of_props += has_values(&k->m->props[p]);
    for (uint32_t i = 0; i < k->c->n_props; i++) {
        bool found = false;
        for (uint32_t p = 0; p < k->m->n_props; p++)
            if (has_values(&k->m->props[p]) && strcmp(k->m->props[p].name, k->c->props[i]) == 0) {
                *coset_vec_add(&k->props) = p;
                found = true;
            }
        if (!found) {
            char path[64];
            snprintf(path, sizeof path, "properties[%u]", (unsigned)i);
            return coset_certificate_blame(k->c, prop_code, path, "this model has no property \"%s\" of states",
                                           k->c->props[i]);
        }
    }
    k->counts->n_props = k->props.n;
    return COSET_OK;
}

/* ---- messages about a generator --------------------------------------------------------------------------------- */

/* A state in a message; `state` NULL: omitted. */
typedef struct {
    const char *what;
    const coset_value *state;
} told;

static void tell_states(const check *k, const told *states, uint32_t n)
{
    char all[4 * (STATE_TEXT + 20)] = "", text[STATE_TEXT];
    size_t used = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!states[i].state)
            continue;
        coset_words_state_text(k->m, states[i].state, text, sizeof text);
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s: %s", used ? "; " : "", states[i].what, text);
    }
    coset_message_help(k->c->text, "%s", all);
}

/* A message with the state, its image and, unless they are COSET_NO_STATE, a step's other end and the image of that. */
static coset_status refute(const check *k, uint32_t state, uint32_t other, uint32_t other_image, const char *fmt, ...)
    COSET_PRINTF(5, 6);
static coset_status refute(const check *k, uint32_t state, uint32_t other, uint32_t other_image, const char *fmt, ...)
{
    char path[64], what[1400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    snprintf(path, sizeof path, "generators[%u]", (unsigned)k->number);
    coset_status status =
        coset_certificate_blame(k->c, refuted_code, path, "not a symmetry of %s: %s", k->m->name, what);
    const coset_value *source = coset_graph_state(&k->graph, state);
    const told states[] = {
        {"state", source},
        {"image", coset_words_image(&k->words, k->g, source, k->image) ? k->image : NULL},
        {"next", other == COSET_NO_STATE ? NULL : coset_graph_state(&k->graph, other)},
        {"its image", other_image == COSET_NO_STATE ? NULL : coset_graph_state(&k->graph, other_image)},
    };
    tell_states(k, states, sizeof states / sizeof *states);
    return status;
}

/* ---- one state and its image ------------------------------------------------------------------------------------ */

/* COSET_NO_STATE: it is not in the graph, or has unknown values. */
static coset_status image_of(check *k, uint32_t state, uint32_t *image)
{
    coset_status status = COSET_OK;
    while (k->images.n <= state)
        *coset_vec_add(&k->images) = NOT_SOUGHT;
    if (k->images.at[state] == NOT_SOUGHT) {
        uint32_t found = COSET_NO_STATE;
        const coset_value *source = coset_graph_state(&k->graph, state);
        if (!k->prove && (status = coset_words_learn(&k->words, source)) != COSET_OK)
            return status;
        if (coset_words_image(&k->words, k->g, source, k->image))
            found = k->prove ? coset_graph_find(&k->graph, k->image) : coset_graph_add(&k->graph, k->image);
        k->images.at[state] = found;
    }
    *image = k->images.at[state];
    return status;
}

/* Rules of a step, a line for each, with their images. */
static uint32_t map_lines(check *k, const char *lines)
{
    COSET_VEC(char) line = {0}, image = {0};
    for (const char *end;; lines = end + 1) {
        end = strchr(lines, '\n');
        size_t len = end ? (size_t)(end - lines) : strlen(lines);
        line.n = 0;
        for (size_t i = 0; i < len; i++)
            *coset_vec_add(&line) = lines[i];
        *coset_vec_add(&line) = '\0';
        for (const char *c = coset_certificate_rule(k->g, line.at); *c; c++)
            *coset_vec_add(&image) = *c;
        *coset_vec_add(&image) = end ? '\n' : '\0';
        if (!end)
            break;
    }
    uint32_t number = coset_graph_rule_number(&k->graph, image.at);
    coset_vec_fini(&line);
    coset_vec_fini(&image);
    return number;
}

static uint32_t rule_image(check *k, uint32_t rule)
{
    while (k->rules.n <= rule) {
        uint32_t to = map_lines(k, coset_graph_rule(&k->graph, k->rules.n));
        *coset_vec_add(&k->rules) = to;
    }
    return k->rules.at[rule];
}

/* The steps of the state, mapped, unsorted. *known is false if a state among them has no image. */
static coset_status map_steps(check *k, uint32_t state, bool *known)
{
    uint32_t n;
    coset_status status = COSET_OK;
    (void)coset_graph_steps(&k->graph, state, &n);
    k->mapped.n = 0;
    for (uint32_t i = 0; i < n && status == COSET_OK; i++) {
        coset_arc step = coset_graph_steps(&k->graph, state, &n)[i];
        step.rule = rule_image(k, step.rule);
        if (step.to != COSET_NO_STATE) {
            status = image_of(k, step.to, &step.to);
            *known = *known && step.to != COSET_NO_STATE;
        }
        *coset_vec_add(&k->mapped) = step;
    }
    return status;
}

static coset_status tell_missing(check *k, uint32_t state, const coset_arc *wanted)
{
    uint32_t n, i = 0;
    bool known = true;
    coset_status status = map_steps(k, state, &known); /* in the order of the steps */
    if (status != COSET_OK)
        return status;
    const coset_arc *steps = coset_graph_steps(&k->graph, state, &n);
    while (i + 1 < n && coset_arc_compare(&k->mapped.at[i], wanted) != 0)
        i++;
    const char *from = coset_graph_rule(&k->graph, steps[i].rule), *to = coset_graph_rule(&k->graph, wanted->rule);
    if (steps[i].to == COSET_NO_STATE)
        return refute(k, state, COSET_NO_STATE, COSET_NO_STATE,
                      "\"%s\" ends in a fault in a state, but \"%s\" does not end so in its image", from, to);
    return refute(k, state, steps[i].to, wanted->to,
                  "\"%s\" leads from a state to the next, but \"%s\" does not lead alike from image to image", from,
                  to);
}

static coset_status tell_extra(check *k, uint32_t state, const coset_arc *extra)
{
    const char *rule = coset_graph_rule(&k->graph, extra->rule);
    if (extra->to == COSET_NO_STATE)
        return refute(k, state, COSET_NO_STATE, COSET_NO_STATE,
                      "\"%s\" ends in a fault in the image of a state, and nothing in the state does so", rule);
    return refute(k, state, COSET_NO_STATE, extra->to,
                  "\"%s\" leads from the image of a state to the image of a next one, and nothing alike from the state",
                  rule);
}

/* Checks that successors of the fixed state are mapped to its successors, whatever rules lead there. A generator is
 * injective, so it reaches all of them. */
static coset_status compare_origin(const check *k, uint32_t state)
{
    uint32_t n;
    const coset_arc *steps = coset_graph_steps(&k->graph, state, &n);
    for (uint32_t i = 0; i < k->mapped.n; i++) {
        uint32_t j = 0;
        while (j < n && (steps[j].ending != k->mapped.at[i].ending || steps[j].to != k->mapped.at[i].to))
            j++;
        if (j == n)
            return refute(k, state, steps[i].to, k->mapped.at[i].to,
                          "\"%s\" leads from the origin to a state, but no rule leads alike to the image of that",
                          coset_graph_rule(&k->graph, steps[i].rule));
    }
    return COSET_OK;
}

static coset_status compare_steps(check *k, uint32_t state, uint32_t image)
{
    bool known = true;
    uint32_t n;
    coset_status status = map_steps(k, state, &known);
    if (status != COSET_OK)
        return status;
    if (known && coset_words_is_origin(&k->words, coset_graph_state(&k->graph, state)))
        return compare_origin(k, state);
    if (!known && !k->prove) {
        k->counts->unknown++;
        return COSET_OK;
    }
    const coset_arc *steps = coset_graph_steps(&k->graph, image, &n);
    if (k->mapped.n)
        qsort(k->mapped.at, k->mapped.n, sizeof *k->mapped.at, coset_arc_compare);
    for (uint32_t i = 0; i < n || i < k->mapped.n; i++) {
        int order = i == n ? -1 : i == k->mapped.n ? 1 : coset_arc_compare(&k->mapped.at[i], &steps[i]);
        if (order < 0) {
            const coset_arc wanted = k->mapped.at[i];
            return tell_missing(k, state, &wanted);
        }
        if (order > 0)
            return tell_extra(k, state, &steps[i]);
    }
    return COSET_OK;
}

static coset_status compare_colours(const check *k, uint32_t state, uint32_t image)
{
    uint32_t a = coset_graph_colour(&k->graph, state), b = coset_graph_colour(&k->graph, image);
    if (a == b)
        return COSET_OK;
    uint32_t p = coset_graph_colours_differ(&k->graph, a, b);
    if (p == k->props.n)
        return refute(k, state, COSET_NO_STATE, COSET_NO_STATE,
                      "one of a state and its image may end, the other may not");
    return refute(k, state, COSET_NO_STATE, COSET_NO_STATE,
                  "the property \"%s\" has different values in a state and its image",
                  k->m->props[k->props.at[p]].name);
}

static coset_status compare_state(check *k, uint32_t state)
{
    uint32_t image;
    coset_status status = image_of(k, state, &image);
    if (status != COSET_OK)
        return status;
    if (image == COSET_NO_STATE && k->prove)
        return refute(k, state, COSET_NO_STATE, COSET_NO_STATE, "the image of a reachable state is not reachable");
    if (image == COSET_NO_STATE) {
        k->counts->unknown++;
        return COSET_OK;
    }
    k->counts->comparisons++;
    if ((status = coset_graph_expand(&k->graph, image)) == COSET_OK &&
        (status = compare_colours(k, state, image)) == COSET_OK)
        status = compare_steps(k, state, image);
    return status;
}

/* ---- a generator ------------------------------------------------------------------------------------------------ */

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Checks that start states are mapped to start states; a generator is injective, so it reaches all of them. */
static coset_status compare_starts(check *k)
{
    for (uint32_t i = 0; i < k->graph.starts.n; i++) {
        uint32_t start = k->graph.starts.at[i], image;
        coset_status status = image_of(k, start, &image);
        if (status != COSET_OK)
            return status;
        if (image == COSET_NO_STATE || !bsearch(&image, k->graph.starts.at, k->graph.starts.n, sizeof image, by_number))
            return refute(k, start, COSET_NO_STATE, COSET_NO_STATE, "the image of a start state is not a start state");
    }
    return COSET_OK;
}

static coset_status check_generator(check *k, uint32_t number)
{
    k->number = number;
    k->g = &k->c->generators[number];
    k->images.n = k->rules.n = 0;
    coset_status status = compare_starts(k);
    for (uint32_t i = 0; i < k->looked_at.n && status == COSET_OK; i++)
        status = compare_state(k, k->looked_at.at[i]);
    return status;
}

/* ---- states ----------------------------------------------------------------------------------------------------- */

static void look_at(check *k, uint32_t state)
{
    uint32_t n;
    (void)coset_graph_steps(&k->graph, state, &n);
    k->counts->steps += n;
    *coset_vec_add(&k->looked_at) = state;
}

static coset_status explore(check *k, uint32_t most)
{
    coset_status status = COSET_OK;
    for (uint32_t i = 0; i < k->graph.states.n && status == COSET_OK; i++) {
        if (k->graph.states.n > most) {
            k->counts->cut = true;
            break;
        }
        if ((status = coset_words_learn(&k->words, coset_graph_state(&k->graph, i))) == COSET_OK &&
            (status = coset_graph_expand(&k->graph, i)) == COSET_OK)
            look_at(k, i);
    }
    return status;
}

static uint32_t roll(check *k, uint32_t n)
{
    k->dice = k->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((k->dice >> 33) % n);
}

/* The target of a step, or COSET_NO_STATE. */
static uint32_t choose(check *k, uint32_t state)
{
    uint32_t n, from;
    const coset_arc *steps = coset_graph_steps(&k->graph, state, &n);
    from = n ? roll(k, n) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (steps[(from + i) % n].to != COSET_NO_STATE)
            return steps[(from + i) % n].to;
    return COSET_NO_STATE;
}

static coset_status walk(check *k, uint32_t samples)
{
    coset_status status = coset_words_learn_small(&k->words);
    uint32_t state = COSET_NO_STATE;
    for (uint32_t i = 0; i < samples && k->graph.starts.n && status == COSET_OK; i++) {
        if (state == COSET_NO_STATE || i % RUN_LONG == 0)
            state = k->graph.starts.at[roll(k, k->graph.starts.n)];
        if ((status = coset_words_learn(&k->words, coset_graph_state(&k->graph, state))) == COSET_OK &&
            (status = coset_graph_expand(&k->graph, state)) == COSET_OK) {
            look_at(k, state);
            state = choose(k, state);
        }
    }
    return status;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

static coset_status run(check *k, uint32_t n)
{
    coset_status status = coset_words_init(&k->words, k->m, k->c);
    if (status == COSET_OK)
        status = coset_entries_check(k->m, k->c);
    if (status == COSET_OK)
        status = find_props(k);
    if (status != COSET_OK)
        return status;
    k->image = coset_new(k->m->n_slots, sizeof *k->image);
    status = coset_graph_init(&k->graph, k->m, k->props.n, k->props.at);
    k->counts->n_starts = k->graph.starts.n;
    for (uint32_t i = 0; i < k->graph.starts.n; i++)
        coset_words_try_origin(&k->words, coset_graph_state(&k->graph, k->graph.starts.at[i]));
    if (status == COSET_OK)
        status = k->prove ? explore(k, n) : walk(k, n);
    for (uint32_t i = 0; i < k->c->n_generators && status == COSET_OK && !k->counts->cut; i++)
        status = check_generator(k, i);
    k->counts->states = k->looked_at.n;
    coset_graph_fini(&k->graph);
    return status;
}

static coset_status run_and_free(check *k, uint32_t n)
{
    coset_status status = run(k, n);
    coset_words_fini(&k->words);
    coset_vec_fini(&k->props);
    coset_vec_fini(&k->looked_at);
    coset_vec_fini(&k->images);
    coset_vec_fini(&k->rules);
    coset_vec_fini(&k->mapped);
    coset_delete(k->image);
    return status;
}

coset_status coset_check_all(const coset_model *m, const coset_certificate *c, uint32_t most,
                             coset_check_counts *counts)
{
    *counts = (coset_check_counts){0};
    check k = {.m = m, .c = c, .counts = counts, .prove = true};
    return run_and_free(&k, most);
}

coset_status coset_check_some(const coset_model *m, const coset_certificate *c, uint32_t samples, uint64_t seed,
                              coset_check_counts *counts)
{
    *counts = (coset_check_counts){0};
    check k = {.m = m, .c = c, .counts = counts, .dice = seed};
    return run_and_free(&k, samples);
}

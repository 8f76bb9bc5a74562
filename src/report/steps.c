/* report/steps.c - states and traces as text. */
#include "report/colours.h"
#include "report/report_int.h"

#include <string.h>

#define INDENT "       "

/* Slots whose names differ only in the brackets: "Proc[*].state". */
typedef struct {
    char *name;
    uint32_t n, first;
    coset_value value;
    bool uniform;
} pattern;

typedef COSET_VEC(pattern) patterns;

static char *star_indices(coset_arena *a, const char *name)
{
    char *star = coset_arena_get(a, strlen(name) * 2 + 1, 1), *to = star;
    for (const char *c = name; *c; c++) {
        *to++ = *c;
        if (*c != '[')
            continue;
        const char *end = strchr(c, ']');
        if (!end)
            continue;
        *to++ = '*';
        c = end - 1;
    }
    return star;
}

static pattern *find_pattern(patterns *all, char *name)
{
    for (uint32_t i = all->n; i-- > 0;)
        if (strcmp(all->at[i].name, name) == 0)
            return &all->at[i];
    pattern *p = coset_vec_add(all);
    *p = (pattern){.name = name, .uniform = true};
    return p;
}

/* of[s]: pattern of slot s. */
static void find_patterns(const coset_model *m, const coset_value *state, patterns *all, uint32_t *of, coset_arena *a)
{
    char text[COSET__VALUE_TEXT], other[COSET__VALUE_TEXT];
    for (uint32_t s = 0; s < m->n_slots; s++) {
        if (coset__bag_of(m, s))
            continue;
        pattern *p = find_pattern(all, star_indices(a, m->slots[s].name));
        of[s] = (uint32_t)(p - all->at);
        if (p->n++ == 0) {
            p->first = s;
            p->value = state[s];
        } else if (strcmp(coset__report_value(m, s, state[s], text),
                          coset__report_value(m, p->first, p->value, other)) != 0) {
            p->uniform = false;
        }
    }
}

static bool is_undefined(const char *value) { return strcmp(value, "undefined") == 0; }

static void whole_state(const coset_model *m, const coset_value *state, FILE *out)
{
    coset_arena *a = coset_arena_new();
    patterns all = {0};
    uint32_t *of = coset_arena_get(a, m->n_slots + 1, sizeof *of), undefined = 0, shown = 0;
    find_patterns(m, state, &all, of, a);
    for (uint32_t s = 0; s < m->n_slots; s++) {
        const coset_bag *bag = coset__bag_of(m, s);
        if (bag) {
            coset__bag_text(m, bag, NULL, state, INDENT, out);
            s = bag->base + bag->n_entries * bag->width - 1;
            shown++;
            continue;
        }
        const pattern *p = &all.at[of[s]];
        char value[COSET__VALUE_TEXT];
        bool whole = p->uniform && p->n > 1;
        if (is_undefined(coset__report_value(m, s, state[s], value))) {
            undefined++;
            continue;
        }
        if (whole && s != p->first)
            continue;
        fprintf(out, INDENT "%s = %s\n", whole ? p->name : m->slots[s].name, value);
        shown++;
    }
    if (undefined)
        fprintf(out, INDENT "%s%u undefined\n", shown ? "the rest: " : "all ", (unsigned)undefined);
    coset_vec_fini(&all);
    coset_arena_free(a);
}

static void changes(const coset_model *m, const coset_value *before, const coset_value *now, FILE *out)
{
    char from[COSET__VALUE_TEXT], to[COSET__VALUE_TEXT];
    uint32_t n = 0;
    for (uint32_t s = 0; s < m->n_slots; s++) {
        const coset_bag *bag = coset__bag_of(m, s);
        if (bag) {
            n += coset__bag_text(m, bag, before, now, INDENT, out);
            s = bag->base + bag->n_entries * bag->width - 1;
        } else if (before[s] != now[s]) {
            fprintf(out, INDENT "%s: %s -> %s\n", m->slots[s].name, coset__report_value(m, s, before[s], from),
                    coset__report_value(m, s, now[s], to));
            n++;
        }
    }
    if (n == 0)
        fprintf(out, INDENT "(nothing changes)\n");
}

void coset_state_text(const coset_model *m, const coset_value *before, const coset_value *now, FILE *out)
{
    if (m->teller)
        coset__told_state(m, before, now, out);
    else if (before)
        changes(m, before, now, out);
    else
        whole_state(m, now, out);
}

static void step_line(const coset_model *m, const coset_text *text, uint32_t number, coset_step step,
                      const coset_text_style *style, FILE *out)
{
    char action[COSET__VALUE_TEXT], where[512];
    coset_pos_text(text, m->groups[step.group].pos, where, sizeof where);
    fprintf(out, "%4u   %s%s%s   %s\n", (unsigned)number, coset__colour(style, COSET_BOLD),
            coset__report_action(m, step, action), coset__colour(style, COSET_PLAIN), where);
}

void coset_output_text(const char *output, FILE *out)
{
    for (const char *c = output; c && *c;) {
        int n = (int)strcspn(c, "\n");
        fprintf(out, INDENT "| %.*s\n", n, c);
        c += n + (c[n] == '\n');
    }
}

#define MOST_FATES 12 /* lines */

/* Why the loop is fair. */
static void fate_lines(const coset_trace *t, FILE *out)
{
    uint32_t n = t->n_fates < MOST_FATES ? t->n_fates : MOST_FATES;
    if (n)
        fprintf(out, INDENT "    why the loop is fair:\n");
    for (uint32_t i = 0; i < n; i++) {
        const coset_trace_fate *f = &t->fates[i];
        fprintf(out, INDENT "    %s %s step %u\n", f->name,
                f->moves ? "moves in" : "never moves: it is not enabled before", (unsigned)f->step);
    }
    if (n < t->n_fates)
        fprintf(out, INDENT "    ... and %u more\n", (unsigned)(t->n_fates - n));
}

static void loop_line(const coset_trace *t, FILE *out)
{
    if (t->has_loop)
        fprintf(out, INDENT "==> loop to step %u\n", (unsigned)t->loop);
    fate_lines(t, out);
    if (t->stays)
        fprintf(out, INDENT "==> no step is possible: the run stays in this state\n");
}

void coset_trace_text(const coset_model *m, const coset_text *text, const coset_trace *t, const coset_text_style *style,
                      FILE *out)
{
    if (m->teller && t->n_states) {
        coset__told_trace(m, text, t, style, out);
        loop_line(t, out);
        return;
    }
    for (uint32_t i = 0; i < t->n_states; i++) {
        const coset_value *now = t->states + (size_t)i * m->n_slots;
        step_line(m, text, i, t->steps[i], style, out);
        coset_output_text(t->outputs ? t->outputs[i] : NULL, out);
        coset_state_text(m, i && !style->full_states ? now - m->n_slots : NULL, now, out);
    }
    if (t->has_loop) {
        step_line(m, text, t->n_states, t->steps[t->n_states], style, out);
    }
    loop_line(t, out);
    if (!t->has_fault)
        return;
    char where[512];
    if (t->steps[t->n_states].group < m->n_groups) /* else the property itself faults in the last state */
        step_line(m, text, t->n_states, t->steps[t->n_states], style, out);
    coset_output_text(t->outputs ? t->outputs[t->n_states] : NULL, out);
    coset_pos_text(text, t->fault.pos, where, sizeof where);
    fprintf(out, INDENT "%sfault:%s %s   %s\n", coset__colour(style, COSET_RED), coset__colour(style, COSET_PLAIN),
            t->fault.text, where);
}

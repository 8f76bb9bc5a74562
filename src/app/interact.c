/* app/interact.c - interactive simulation: shows the possible steps, executes one by its number, goes back. */
#include "app/interact.h"

#include <stdlib.h>

#include "explore/simulate.h"

typedef struct {
    const coset_session *session;
    const coset_model *model;
    coset_stepper *stepper;
    FILE *out;
    coset_text_style style;
} walk;

static const coset_value *last_state(const walk *w)
{
    const coset_run *run = coset_stepper_run(w->stepper);
    return run->n_states ? run->states + (size_t)(run->n_states - 1) * w->model->n_slots : NULL;
}

static void show_choices(const walk *w)
{
    char action[256], where[512];
    uint32_t n = coset_stepper_choices(w->stepper);
    for (uint32_t i = 0; i < n; i++) {
        const coset_choice c = coset_stepper_choice(w->stepper, i);
        w->model->ops->edge_text(w->model, c.step.group, c.step.instance, action, sizeof action);
        coset_pos_text(w->session->text, w->model->groups[c.step.group].pos, where, sizeof where);
        fprintf(w->out, "  %3u) %s   %s%s\n", (unsigned)i + 1, action, where, c.state ? "" : "   (ends in a fault)");
    }
    if (n == 0)
        fprintf(w->out, "  no step is possible here\n");
}

/* Prints the last step, its changes, and the properties that are violated now. */
static void show_arrival(const walk *w)
{
    const coset_run *run = coset_stepper_run(w->stepper);
    uint32_t n = run->n_states + (run->has_fault ? 1 : 0);
    const coset_value *now = last_state(w);
    char action[256];
    w->model->ops->edge_text(w->model, run->steps[n - 1].group, run->steps[n - 1].instance, action, sizeof action);
    fprintf(w->out, "%4u   %s\n", (unsigned)n - 1, action);
    coset_output_text(run->outputs[n - 1], w->out);
    if (run->has_fault)
        fprintf(w->out, "       fault: %s\n", run->fault.text);
    else
        coset_state_text(w->model, n > 1 && !w->style.full_states ? now - w->model->n_slots : NULL, now, w->out);
    if (run->prop != COSET_NO_PROP)
        fprintf(w->out, "       \"%s\" is violated here\n", w->model->props[run->prop].name);
}

static void help(const walk *w)
{
    fprintf(w->out, "a number from 1 to %u takes a step; s: the whole state, b: back, q: quit\n",
            (unsigned)coset_stepper_choices(w->stepper));
}

static void go(walk *w, const char *line)
{
    char *end;
    unsigned long n = strtoul(line, &end, 10);
    if (end == line || n == 0 || n > coset_stepper_choices(w->stepper)) {
        help(w);
        return;
    }
    coset_stepper_take(w->stepper, (uint32_t)n - 1);
    show_arrival(w);
    show_choices(w);
}

static void back(walk *w)
{
    if (!coset_stepper_back(w->stepper))
        fprintf(w->out, "this is the beginning\n");
    else
        fprintf(w->out, "back %s\n", last_state(w) ? "to the state before" : "to the beginning");
    show_choices(w);
}

/* False at the end. */
static bool obey(walk *w, const char *line)
{
    switch (*line) {
    case 'q':
        return false;
    case 'b':
        back(w);
        return true;
    case 's':
        if (last_state(w))
            coset_state_text(w->model, NULL, last_state(w), w->out);
        show_choices(w);
        return true;
    default:
        go(w, line);
        return true;
    }
}

void coset_interact(const coset_session *s, FILE *in, FILE *out)
{
    char line[64];
    walk w = {.session = s, .model = s->model, .out = out, .style = coset_settings_style(s->settings, out)};
    w.stepper = coset_stepper_new(s->model, s->settings->engine.deadlock);
    show_choices(&w);
    help(&w);
    do {
        fprintf(out, "> ");
        fflush(out);
    } while (fgets(line, sizeof line, in) && obey(&w, line));
    fputc('\n', out);
    coset_stepper_free(w.stepper);
}

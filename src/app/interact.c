/* app/interact.c - stepping through a model by hand: shows what is possible, takes a number, goes there, and back. */
#include "app/interact.h"

#include <stdlib.h>
#include <string.h>

/* A possible next step, with where it leads. */
typedef struct {
    coset_step step;
    coset_value *dst; /* NULL: it ends in a fault */
    coset_fault fault;
} choice;

typedef struct {
    const coset_session *session;
    const coset_model *model;
    coset_worker *worker;
    coset_arena *here; /* for the choices at the current state */
    COSET_VEC(choice) choices;
    COSET_VEC(coset_value *) path; /* states so far, from the start */
    FILE *out;
    coset_text_style style;
} walk;

static coset_value *current(const walk *w) { return w->path.n ? w->path.at[w->path.n - 1] : NULL; }

static coset_status collect(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    walk *w = ctx;
    choice *c = coset_vec_add(&w->choices);
    *c = (choice){.step = {edge->group, edge->instance}};
    if (edge->fault)
        c->fault = *edge->fault;
    else
        c->dst = coset_arena_copy(w->here, dst, w->model->n_slots, sizeof *dst);
    return COSET_OK;
}

static void find_choices(walk *w)
{
    coset_arena_free(w->here);
    w->here = coset_arena_new();
    w->choices.n = 0;
    coset_status status = current(w) ? w->model->ops->next(w->worker, current(w), collect, w)
                                     : w->model->ops->starts(w->worker, collect, w);
    COSET_INVARIANT(status == COSET_OK);
}

static void show_choices(const walk *w)
{
    char action[256], where[512];
    for (uint32_t i = 0; i < w->choices.n; i++) {
        const choice *c = &w->choices.at[i];
        w->model->ops->edge_text(w->model, c->step.group, c->step.instance, action, sizeof action);
        coset_pos_text(w->session->text, w->model->groups[c->step.group].pos, where, sizeof where);
        fprintf(w->out, "  %3u) %s   %s%s\n", (unsigned)i + 1, action, where, c->dst ? "" : "   (ends in a fault)");
    }
    if (w->choices.n == 0)
        fprintf(w->out, "  no step is possible here\n");
}

/* Names the state properties that are violated, or covered, in the current state. */
static void show_properties(const walk *w)
{
    coset_fault fault;
    for (uint32_t p = 0; p < w->model->n_props; p++) {
        const coset_prop *what = &w->model->props[p];
        if (what->in_step || (what->kind != COSET_PROP_INVARIANT && what->kind != COSET_PROP_COVER))
            continue;
        for (uint32_t i = 0; i < what->n_instances; i++) {
            coset_eval value = w->model->ops->eval(w->worker, p, i, current(w), &fault);
            if (value == COSET_EVAL_FAULT)
                fprintf(w->out, "  evaluating \"%s\" ends in a fault: %s\n", what->name, fault.text);
            else if (what->kind == COSET_PROP_INVARIANT && value == COSET_EVAL_FALSE)
                fprintf(w->out, "  invariant \"%s\" is violated here\n", what->name);
            else if (what->kind == COSET_PROP_COVER && value == COSET_EVAL_TRUE)
                fprintf(w->out, "  cover \"%s\" is reached here\n", what->name);
        }
    }
}

static void go(walk *w, uint32_t number)
{
    const choice *c = &w->choices.at[number];
    char action[256];
    w->model->ops->edge_text(w->model, c->step.group, c->step.instance, action, sizeof action);
    if (!c->dst) {
        fprintf(w->out, "%s ends in a fault: %s\n", action, c->fault.text);
        return;
    }
    fprintf(w->out, "%4u   %s\n", (unsigned)w->path.n, action);
    coset_state_text(w->model, w->style.full_states ? NULL : current(w), c->dst, w->out);
    coset_value *copy = coset_new((size_t)w->model->n_slots + 1, sizeof *copy);
    memcpy(copy, c->dst, w->model->n_slots * sizeof *copy);
    *coset_vec_add(&w->path) = copy;
    show_properties(w);
    find_choices(w);
    show_choices(w);
}

static void back(walk *w)
{
    if (w->path.n == 0)
        return;
    coset_delete(w->path.at[--w->path.n]);
    fprintf(w->out, "back to %s\n", w->path.n ? "the state before" : "the start");
    find_choices(w);
    show_choices(w);
}

/* False at the end. */
static bool obey(walk *w, const char *line)
{
    char *end;
    if (*line == 'q')
        return false;
    if (*line == 'b') {
        back(w);
        return true;
    }
    if (*line == 's') {
        if (current(w))
            coset_state_text(w->model, NULL, current(w), w->out);
        show_choices(w);
        return true;
    }
    unsigned long n = strtoul(line, &end, 10);
    if (end == line || n == 0 || n > w->choices.n)
        fprintf(w->out, "a number from 1 to %u, s: the whole state, b: back, q: quit\n", (unsigned)w->choices.n);
    else
        go(w, (uint32_t)n - 1);
    return true;
}

void coset_interact(const coset_session *s, FILE *in, FILE *out)
{
    char line[64];
    walk w = {.session = s, .model = s->model, .out = out, .style = coset_settings_style(s->settings, out)};
    w.here = coset_arena_new();
    w.worker = coset_worker_new(s->model);
    find_choices(&w);
    show_choices(&w);
    do {
        fprintf(out, "> ");
        fflush(out);
    } while (fgets(line, sizeof line, in) && obey(&w, line));
    fputc('\n', out);
    while (w.path.n)
        coset_delete(w.path.at[--w.path.n]);
    coset_vec_fini(&w.path);
    coset_vec_fini(&w.choices);
    s->model->ops->worker_free(w.worker);
    coset_arena_free(w.here);
}

/* report/process_trace.c - traces of models that have a teller: actions of processes, and the variables that they
 * change. */
#include "report/colours.h"
#include "report/report_int.h"

#include <string.h>

#define INDENT "       "

/* ---- gathering -------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_model *m;
    coset__tale *tale;
    coset_arena *arena;
    uint32_t step;
} gathering;

static const char *keep(coset_arena *a, const char *text) { return text ? coset_arena_text(a, text) : NULL; }

static void gather(void *ctx, const coset_move *move)
{
    gathering *g = ctx;
    coset__told *told = coset_vec_add(g->tale);
    *told = (coset__told){*move, g->step};
    told->move.messages = keep(g->arena, move->messages);
    told->move.output = keep(g->arena, move->output);
    if (move->to)
        told->move.to = coset_arena_copy(g->arena, move->to, g->m->n_slots, sizeof *move->to);
}

static const coset_value *state_of(const coset_model *m, const coset_trace *t, uint32_t i)
{
    return t->states + (size_t)i * m->n_slots;
}

void coset__tell(const coset_model *m, const coset_trace *t, coset__tale *tale, coset_arena *arena)
{
    gathering g = {m, tale, arena, 0};
    coset_worker *w = coset_worker_new_listening(m);
    uint32_t end = t->n_states + (t->has_fault || t->has_loop);
    for (g.step = 1; g.step < end; g.step++) {
        const coset_value *to = g.step < t->n_states ? state_of(m, t, g.step)
                                : t->has_loop        ? state_of(m, t, t->loop)
                                                     : NULL;
        coset_part step = {t->steps[g.step].group, t->steps[g.step].instance, false};
        if (step.group >= m->n_groups)
            continue; /* the property itself faults in the last state */
        bool told = m->teller->moves(m, w, state_of(m, t, g.step - 1), step, to, gather, &g);
        COSET_INVARIANT(told);
    }
    m->ops->worker_free(w);
}

typedef struct {
    coset__facts *facts;
    coset_arena *arena;
} noting;

static void note(void *ctx, const coset_fact *fact)
{
    noting *n = ctx;
    coset_fact *copy = coset_vec_add(n->facts);
    *copy = *fact;
    copy->value = coset_arena_text(n->arena, fact->value);
}

void coset__facts_of(const coset_model *m, const coset_value *state, coset__facts *facts, coset_arena *arena)
{
    noting n = {facts, arena};
    m->teller->facts(m, state, note, &n);
}

/* ---- states ----------------------------------------------------------------------------------------------------- */

static bool is_nothing(const coset_fact *f) { return strcmp(f->value, f->kind == COSET_FACT_QUEUE ? "[]" : "0") == 0; }

/* The number of facts from number i on that differ only in their index, "flag[0]", "flag[1]" ..; at least 1. */
static uint32_t alike(const coset__facts *all, uint32_t i)
{
    const coset_fact *f = &all->at[i];
    const char *open = strchr(f->name, '[');
    uint32_t n = 1;
    if (!open)
        return 1;
    for (; i + n < all->n; n++) {
        const coset_fact *g = &all->at[i + n];
        const char *a = strchr(open, ']'), *b = strchr(g->name, '[') ? strchr(strchr(g->name, '['), ']') : NULL;
        if (!a || !b || strncmp(f->name, g->name, (size_t)(open - f->name) + 1) != 0 || strcmp(a, b) != 0 ||
            strcmp(f->value, g->value) != 0)
            break;
    }
    return n;
}

static void print_fact(const coset__facts *all, uint32_t i, uint32_t n, FILE *out)
{
    const coset_fact *f = &all->at[i];
    const char *open = strchr(f->name, '[');
    if (n > 1)
        fprintf(out, INDENT "%.*s[*]%s = %s\n", (int)(open - f->name), f->name, strchr(open, ']') + 1, f->value);
    else
        fprintf(out, INDENT "%s = %s\n", f->name, f->value);
}

/* All facts, or those that are not 0 and not empty. */
static void print_state(const coset__facts *all, bool everything, FILE *out)
{
    uint32_t left = 0;
    for (uint32_t i = 0, n; i < all->n; i += n) {
        n = 1;
        if (all->at[i].kind == COSET_FACT_PLACE)
            continue;
        n = alike(all, i);
        if (everything || !is_nothing(&all->at[i]))
            print_fact(all, i, n, out);
        else
            left += n;
    }
    if (left)
        fprintf(out, INDENT "(all else is 0 or empty)\n");
}

/* The fact of that name after number *k, which is advanced; NULL: there is none. */
static const coset_fact *find(const coset__facts *all, const char *name, uint32_t *k)
{
    for (uint32_t i = *k; i < all->n; i++)
        if (all->at[i].name == name) {
            *k = i + 1;
            return &all->at[i];
        }
    return NULL;
}

/* Both lists have the same order; a fact may be in one only. */
static uint32_t print_changes(const coset__facts *before, const coset__facts *now, FILE *out)
{
    uint32_t n = 0, k = 0;
    for (uint32_t i = 0; i < now->n; i++) {
        const coset_fact *f = &now->at[i], *old = find(before, f->name, &k);
        if (f->kind == COSET_FACT_PLACE || (old ? strcmp(old->value, f->value) == 0 : is_nothing(f)))
            continue;
        if (old)
            fprintf(out, INDENT "%s: %s -> %s\n", f->name, old->value, f->value);
        else
            fprintf(out, INDENT "%s = %s\n", f->name, f->value);
        n++;
    }
    return n;
}

static bool queue_changes(const coset__facts *before, const coset__facts *now)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < now->n; i++) {
        const coset_fact *old = now->at[i].kind == COSET_FACT_QUEUE ? find(before, now->at[i].name, &k) : NULL;
        if (old && strcmp(now->at[i].value, old->value) != 0)
            return true;
    }
    return false;
}

void coset__told_state(const coset_model *m, const coset_value *before, const coset_value *now, FILE *out)
{
    coset_arena *a = coset_arena_new();
    coset__facts old = {0}, new = {0};
    if (before)
        coset__facts_of(m, before, &old, a);
    coset__facts_of(m, now, &new, a);
    if (!before)
        print_state(&new, true, out);
    else if (print_changes(&old, &new, out) == 0)
        fprintf(out, INDENT "(no variable changes)\n");
    coset_vec_fini(&old);
    coset_vec_fini(&new);
    coset_arena_free(a);
}

/* ---- traces ----------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_model *m;
    const coset_text *text;
    const coset_text_style *style;
    coset_arena *arena;
    coset__facts now;
    FILE *out;
} telling;

static void print_messages(const coset_move *move, FILE *out)
{
    for (const char *c = move->messages; c && *c;) {
        int len = (int)strcspn(c, "\n"), number = (int)strcspn(c, " ") + 1;
        fprintf(out, INDENT "%.*s\n", len - number, c + number);
        c += len + (c[len] == '\n');
    }
}

/* Messages show in the contents of channels, except those of a rendezvous. */
static void print_move(telling *t, const coset__told *told, uint32_t number)
{
    const coset_move *move = &told->move;
    char where[512];
    coset_pos_text(t->text, move->pos, where, sizeof where);
    fprintf(t->out, "%4u   proc %u (%s)   %s%s%s   %s\n", (unsigned)number, (unsigned)move->actor, move->name,
            coset__colour(t->style, COSET_BOLD), move->text, coset__colour(t->style, COSET_PLAIN), where);
    coset_output_text(move->output, t->out);
    if (!move->to) {
        print_messages(move, t->out);
        return;
    }
    coset__facts before = t->now;
    t->now = (coset__facts){0};
    coset__facts_of(t->m, move->to, &t->now, t->arena);
    if (!queue_changes(&before, &t->now))
        print_messages(move, t->out);
    if (t->style->full_states)
        print_state(&t->now, true, t->out);
    else
        print_changes(&before, &t->now, t->out);
    coset_vec_fini(&before);
}

static void print_fault(const coset_text *text, const coset_trace *t, const coset_text_style *style, FILE *out)
{
    char where[512];
    coset_pos_text(text, t->fault.pos, where, sizeof where);
    fprintf(out, INDENT "%sfault:%s %s   %s\n", coset__colour(style, COSET_RED), coset__colour(style, COSET_PLAIN),
            t->fault.text, where);
}

void coset__told_end(const coset_model *m, const coset_text *text, const coset_trace *t, FILE *out)
{
    coset_arena *a = coset_arena_new();
    coset__facts all = {0};
    char where[512];
    coset__facts_of(m, state_of(m, t, t->n_states - 1), &all, a);
    fprintf(out, INDENT "%s:\n", t->has_fault ? "in the state before" : "at the end");
    for (uint32_t i = 0; i < all.n; i++) {
        const coset_fact *f = &all.at[i];
        coset_pos_text(text, f->pos, where, sizeof where);
        if (f->kind == COSET_FACT_PLACE)
            fprintf(out, INDENT "%s   %s %s\n", f->name, where, f->value);
        else if (f->kind == COSET_FACT_QUEUE && !is_nothing(f))
            fprintf(out, INDENT "%s = %s\n", f->name, f->value);
    }
    coset_vec_fini(&all);
    coset_arena_free(a);
}

static void told_steps(const coset_model *m, const coset_text *text, const coset_trace *t,
                       const coset_text_style *style, FILE *out)
{
    telling now = {.m = m, .text = text, .style = style, .arena = coset_arena_new(), .out = out};
    coset__tale tale = {0};
    coset__tell(m, t, &tale, now.arena);
    coset__facts_of(m, t->states, &now.now, now.arena);
    fprintf(out, "%4u   start\n", 0U);
    coset_output_text(t->outputs ? t->outputs[0] : NULL, out);
    print_state(&now.now, style->full_states, out);
    for (uint32_t i = 0; i < tale.n; i++)
        print_move(&now, &tale.at[i], i + 1);
    coset_vec_fini(&now.now);
    coset_vec_fini(&tale);
    coset_arena_free(now.arena);
}

void coset__told_trace(const coset_model *m, const coset_text *text, const coset_trace *t,
                       const coset_text_style *style, FILE *out)
{
    if (style->columns)
        coset__told_columns(m, t, out);
    else
        told_steps(m, text, t, style, out);
    if (t->has_fault)
        print_fault(text, t, style, out);
    coset__told_end(m, text, t, out);
}

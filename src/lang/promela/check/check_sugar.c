/* lang/promela/check/check_sugar.c - expands for and select into the same statements as Spin. */
#include <string.h>

#include "lang/promela/check/checker.h"

static coset_pml_stmt *make(coset_pml_checker *c, coset_pml_stmt_op op, const coset_pml_stmt *from, const char *made_of)
{
    coset_pml_stmt *s = coset_arena_get(c->arena, 1, sizeof *s);
    s->op = op;
    s->pos = from->pos;
    s->len = from->len;
    s->made_of = made_of;
    return s;
}

static coset_pml_stmt *assign(coset_pml_checker *c, const coset_pml_stmt *from, const coset_pml_expr *target,
                              const coset_pml_expr *value, const char *made_of)
{
    coset_pml_stmt *s = make(c, COSET_PML_S_ASSIGN, from, made_of);
    s->target = coset_pml_clone(c, target);
    s->e = coset_pml_clone(c, value);
    return s;
}

static coset_pml_stmt *condition(coset_pml_checker *c, const coset_pml_stmt *from, coset_pml_op op,
                                 const coset_pml_expr *a, const coset_pml_expr *b, const char *made_of)
{
    coset_pml_stmt *s = make(c, COSET_PML_S_EXPR, from, made_of);
    s->e = coset_pml_make(c, op, a, coset_pml_clone(c, a), coset_pml_clone(c, b));
    s->e->type = (coset_pml_type){.kind = COSET_PML_BOOL, .bits = 1};
    return s;
}

static coset_pml_stmt *increment(coset_pml_checker *c, const coset_pml_stmt *from, const coset_pml_expr *target,
                                 const char *made_of)
{
    coset_pml_expr *sum =
        coset_pml_make(c, COSET_PML_E_ADD, target, coset_pml_clone(c, target), coset_pml_make_number(c, target, 1));
    return assign(c, from, target, sum, made_of);
}

static coset_pml_option *option(coset_pml_checker *c, const coset_pml_stmt *from, coset_pml_stmt *body)
{
    coset_pml_option *o = coset_arena_get(c->arena, 1, sizeof *o);
    o->pos = from->pos;
    o->body = body;
    return o;
}

static coset_pml_stmt *leave_loop(coset_pml_checker *c, coset_pml_stmt *loop, const char *made_of)
{
    coset_pml_stmt *s = make(c, COSET_PML_S_BREAK, loop, made_of);
    s->loop = loop;
    return s;
}

/* Every `break` of the loop as written is moved to its expansion. */
static void move_breaks(coset_pml_stmt *s, const coset_pml_stmt *old, coset_pml_stmt *loop)
{
    for (; s; s = s->next) {
        if (s->op == COSET_PML_S_BREAK && s->loop == old)
            s->loop = loop;
        for (coset_pml_option *o = s->options; o; o = o->next)
            move_breaks(o->body, old, loop);
        move_breaks(s->body, old, loop);
        move_breaks(s->escape, old, loop);
    }
}

static void append(coset_pml_stmt **list, coset_pml_stmt *s)
{
    while (*list)
        list = &(*list)->next;
    *list = s;
}

/* `do :: test -> body; counter++ :: else -> break od` */
static coset_pml_stmt *make_for_loop(coset_pml_checker *c, coset_pml_stmt *from, coset_pml_stmt *first,
                                     const coset_pml_expr *counter)
{
    coset_pml_stmt *loop = make(c, COSET_PML_S_DO, from, "for");
    move_breaks(from->body, from, loop);
    append(&first, from->body);
    append(&first, increment(c, from, counter, "for"));
    coset_pml_stmt *other = make(c, COSET_PML_S_ELSE, from, "for");
    other->next = leave_loop(c, loop, "for");
    loop->options = option(c, from, first);
    loop->options->next = option(c, from, other);
    return loop;
}

/* `for (x : a .. b)` and `for (i in array)` */
static coset_pml_stmt *make_counting(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_stmt *start = assign(c, s, s->target, s->e, "for");
    coset_pml_stmt *test = condition(c, s, COSET_PML_E_LE, s->target, s->to, "for");
    start->next = make_for_loop(c, s, test, s->target);
    return start;
}

/* `for (message in channel)`: each message is removed and put back. */
static coset_pml_stmt *make_rotating(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_expr *counter = coset_pml_make(c, COSET_PML_E_NAME, s->target, NULL, NULL);
    counter->name = s->vars->name;
    counter->var = s->vars;
    counter->type = s->vars->type;
    coset_pml_expr *len = coset_pml_make(c, COSET_PML_E_LEN, s->e, coset_pml_clone(c, s->e), NULL);
    coset_pml_stmt *test = condition(c, s, COSET_PML_E_LT, counter, len, "for");
    coset_pml_stmt *take = make(c, COSET_PML_S_RECEIVE, s, "for"), *put = make(c, COSET_PML_S_SEND, s, "for");
    take->target = coset_pml_clone(c, s->e);
    put->target = coset_pml_clone(c, s->e);
    take->args = coset_pml_clone(c, s->target);
    put->args = coset_pml_clone(c, s->target);
    coset_pml_flatten(c, &take->args);
    coset_pml_flatten(c, &put->args);
    test->next = take;
    take->next = put;
    coset_pml_stmt *start = assign(c, s, counter, coset_pml_make_number(c, s->target, 0), "for");
    start->next = make_for_loop(c, s, test, counter);
    return start;
}

/* ---- select -------------------------------------------------------------------------------------------------- */

static bool is_plain_name(const coset_pml_expr *e)
{
    if (e->op != COSET_PML_E_NAME)
        return false;
    for (const char *p = e->name; *p; p++)
        if (*p == '_')
            return false;
    return true;
}

static bool is_digits(const coset_pml_expr *e)
{
    return e->op == COSET_PML_E_NUMBER && !e->member && !e->grouped && e->value >= 0;
}

/* `if :: x = a :: x = a + 1 ... fi` */
static coset_pml_stmt *make_choice(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_stmt *choice = make(c, COSET_PML_S_IF, s, "select");
    coset_pml_option **last = &choice->options;
    for (int32_t v = s->e->value; v <= s->to->value; v++) {
        *last = option(c, s, assign(c, s, s->target, coset_pml_make_number(c, s->e, v), "select"));
        last = &(*last)->next;
    }
    return choice;
}

/* `x = a; do :: x < b -> x++ :: break od` */
static coset_pml_stmt *make_walk(coset_pml_checker *c, coset_pml_stmt *s, bool break_first)
{
    coset_pml_stmt *start = assign(c, s, s->target, s->e, "select");
    coset_pml_stmt *loop = make(c, COSET_PML_S_DO, s, "select");
    coset_pml_stmt *more = condition(c, s, COSET_PML_E_LT, s->target, s->to, "select");
    more->next = increment(c, s, s->target, "select");
    coset_pml_option *a = option(c, s, more), *b = option(c, s, leave_loop(c, loop, "select"));
    loop->options = break_first ? b : a;
    loop->options->next = break_first ? a : b;
    start->next = loop;
    return start;
}

bool coset_pml_is_plain_select(const coset_pml_checker *c, const coset_pml_stmt *s)
{
    return !c->inlined && is_plain_name(s->target) && is_digits(s->e) && is_digits(s->to);
}

static coset_pml_stmt *make_select(coset_pml_checker *c, coset_pml_stmt *s, bool *by_text)
{
    *by_text = coset_pml_is_plain_select(c, s);
    if (*by_text && s->to->value - s->e->value <= 32)
        return make_choice(c, s);
    return make_walk(c, s, !*by_text);
}

/* ---- lists --------------------------------------------------------------------------------------------------- */

static void move_labels(coset_pml_stmt *from, coset_pml_stmt *to)
{
    to->labels = from->labels;
    from->labels = NULL;
    for (coset_pml_label *l = to->labels; l; l = l->next)
        l->stmt = to;
}

coset_pml_stmt **coset_pml_expand_sugar(coset_pml_checker *c, coset_pml_stmt **at)
{
    coset_pml_stmt *s = *at, *rest = s->next;
    bool by_text = false;
    coset_pml_stmt *made = s->op == COSET_PML_S_SELECT ? make_select(c, s, &by_text)
                           : s->vars                   ? make_rotating(c, s)
                                                       : make_counting(c, s);
    *at = made;
    coset_pml_stmt **last = at;
    while ((*last)->next)
        last = &(*last)->next;
    move_labels(s, by_text ? made : *last);
    (*last)->next = rest;
    return last;
}

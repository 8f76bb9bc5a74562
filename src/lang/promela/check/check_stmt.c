/* lang/promela/check/check_stmt.c - statements. */
#include <string.h>

#include "lang/promela/check/checker.h"

/* ---- simple statements --------------------------------------------------------------------------------------- */

static void refuse_runs(coset_pml_checker *c, const coset_pml_expr *e, uint32_t most)
{
    uint32_t n = coset_pml_count_runs(e);
    if (n > most)
        coset_pml_error(c, "E290", e,
                        most ? "there is more than one `run` in this expression" : "`run` is not allowed here");
    else if (n > 0 && c->d_step && coset_pml_error(c, "E290", e, "`run` is not allowed inside a d_step"))
        coset_pml_help(c, "use `atomic`");
}

static void check_set_priority(coset_pml_checker *c, coset_pml_stmt *s);

static void check_assign(coset_pml_checker *c, coset_pml_stmt *s)
{
    if (s->target->op == COSET_PML_E_PRIORITY) { /* _priority = e */
        s->target->op = COSET_PML_E_PID;
        s->op = COSET_PML_S_SET_PRIORITY;
        s->is_own = true;
        check_set_priority(c, s);
        return;
    }
    coset_pml_check_place(c, s->target, true, false);
    coset_pml_check_expr(c, s->e);
    refuse_runs(c, s->target, 0);
    refuse_runs(c, s->e, 1);
    if (!s->target->var && s->target->op != COSET_PML_E_INDEX)
        return; /* reported, or `_` */
    const coset_pml_type *a = &s->target->type, *b = &s->e->type;
    if (a->kind == COSET_PML_STRUCT) {
        if (coset_pml_error(c, "E291", s->target, "a structure cannot be assigned as a whole"))
            coset_pml_help(c, "assign its fields one by one");
    } else if (b->kind == COSET_PML_STRUCT) {
        coset_pml_error(c, "E291", s->e, "a structure cannot be assigned as a whole");
    } else if (a->kind == COSET_PML_CHAN && b->kind != COSET_PML_CHAN &&
               (!s->e->is_constant || s->e->op == COSET_PML_E_NUMBER) && s->target->op != COSET_PML_E_FIELD) {
        coset_pml_error(c, "E292", s->e, "the value assigned to a channel is not a channel");
    } else if (a->kind == COSET_PML_CHAN && b->kind != COSET_PML_CHAN && !(s->e->is_constant && !s->e->value)) {
        coset_pml_warn(c, "W292", s->e, "the value assigned to a channel is not a channel");
    } else if (a->kind != COSET_PML_CHAN && b->kind == COSET_PML_CHAN) {
        coset_pml_warn(c, "W293", s->e, "a channel is assigned to a variable that holds numbers");
    }
    coset_pml_check_mtype(c, a, s->e, true);
    coset_pml_check_range(c, s->e, a);
}

/* Every conversion in the text needs an argument. */
void coset_pml_check_printf(coset_pml_checker *c, coset_pml_stmt *s)
{
    uint32_t wanted = 0, given = 0, runs = 0;
    for (uint32_t i = 0; i + 1 < s->text_len; i++) {
        if (s->text[i] != '%')
            continue;
        char kind = s->text[++i];
        if (kind == '%')
            continue;
        wanted++;
        if (!strchr("cdeouxs", kind) || !kind)
            coset_pml_warn(c, "W294", s, "printf does not know `%%%c`; it knows %%c %%d %%e %%o %%u %%x",
                           kind ? kind : '0');
        else if (kind == 's')
            coset_pml_warn(c, "W294", s, "there are no strings that `%%s` could print");
    }
    for (coset_pml_expr *arg = s->args; arg; arg = arg->next, given++) {
        coset_pml_check_expr(c, arg);
        runs += coset_pml_count_runs(arg);
        refuse_runs(c, arg, runs < 2);
    }
    coset_pml_flatten(c, &s->args);
    if (given < wanted)
        coset_pml_warn(c, "W295", s, "the text prints %u value%s, but %u %s given", wanted, wanted == 1 ? "" : "s",
                       given, given == 1 ? "is" : "are");
    else if (given > wanted)
        coset_pml_warn(c, "W296", s, "%u value%s given that the text does not print", given - wanted,
                       given - wanted == 1 ? " is" : "s are");
}

static void check_printm(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_check_number(c, s->e);
    refuse_runs(c, s->e, 0);
    if (s->e->type.kind != COSET_PML_MTYPE)
        coset_pml_warn(c, "W297", s->e, "printm prints values of mtypes, and this is none");
}

static void check_condition(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_check_number(c, s->e);
    refuse_runs(c, s->e, 1);
    if (s->e->has_effect && s->e->op != COSET_PML_E_RUN &&
        coset_pml_error(c, "E290", s->e, "`run` cannot be part of a larger condition"))
        coset_pml_help(c, "write `x = run ...` first, and a condition on x after it");
    if (s->e->is_constant && s->e->value == 0)
        coset_pml_warn(c, "W298", s->e, "this condition is never true, so the process stops here");
}

static void check_assert(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_check_number(c, s->e);
    refuse_runs(c, s->e, 1);
}

static void check_set_priority(coset_pml_checker *c, coset_pml_stmt *s)
{
    c->model->uses.priority = c->model->uses.set_priority = true;
    c->model->uses.by_number = c->model->uses.by_number || s->target->op != COSET_PML_E_PID;
    coset_pml_check_number(c, s->target);
    coset_pml_check_number(c, s->e);
    refuse_runs(c, s->target, 0);
    refuse_runs(c, s->e, 0);
    if (!s->is_own && s->e->is_constant && (s->e->value < 1 || s->e->value > 255))
        coset_pml_error(c, "E247", s->e, "a priority is a number from 1 to 255");
}

static void check_claims(coset_pml_checker *c, coset_pml_stmt *s)
{
    c->model->uses.xr_xs = true;
    for (coset_pml_expr *e = s->args; e; e = e->next) {
        coset_pml_check_place(c, e, false, true);
        if (e->var && e->type.kind != COSET_PML_CHAN && e->type.kind != COSET_PML_STRUCT)
            coset_pml_error(c, "E299", e, "`%s` is not a channel", e->var->name);
        else if (e->op == COSET_PML_E_INDEX &&
                 coset_pml_error(c, "E299", e, "one channel of an array cannot be claimed"))
            coset_pml_help(c, "declare a channel variable `chan one = c[i]` and claim that");
        coset_pml_expr *base = e;
        while (base->op == COSET_PML_E_INDEX || base->op == COSET_PML_E_FIELD)
            base = base->a;
        if (base->var && s->op == COSET_PML_S_XR)
            base->var->is_xr = true;
        else if (base->var)
            base->var->is_xs = true;
    }
}

static void check_break(coset_pml_checker *c, coset_pml_stmt *s)
{
    s->loop = c->loop;
    if (!c->loop)
        coset_pml_error(c, "E300", s, "this `break` is inside of no loop");
}

static void check_else(coset_pml_checker *c, const coset_pml_stmt *s, bool allowed)
{
    if (!allowed && coset_pml_error(c, "E301", s, "`else` is the first statement of an option"))
        coset_pml_help(c, "write `:: else -> ...` inside of if or do");
}

/* ---- declarations inside bodies ------------------------------------------------------------------------------ */

static coset_pml_stmt *declaring(coset_pml_checker *c, const coset_pml_var *v, coset_pml_stmt_op op)
{
    coset_pml_stmt *s = coset_arena_get(c->arena, 1, sizeof *s);
    *s = (coset_pml_stmt){.op = op, .pos = v->pos, .len = v->len, .made_of = "declaration"};
    return s;
}

/* After the first statement, and inside blocks, an initial value is an assignment; for a structure it is a step without
 * effect. */
static coset_pml_stmt *make_assignment(coset_pml_checker *c, coset_pml_var *v)
{
    coset_pml_expr at = {.pos = v->pos, .len = v->len};
    if (v->type.kind == COSET_PML_STRUCT) {
        coset_pml_stmt *s = declaring(c, v, COSET_PML_S_EXPR);
        s->e = coset_pml_make_number(c, &at, 1);
        s->declares = true;
        return s;
    }
    coset_pml_expr *target = coset_pml_make(c, COSET_PML_E_NAME, &at, NULL, NULL);
    target->name = v->name;
    target->var = v;
    target->type = v->type;
    if (v->is_array) {
        target = coset_pml_make(c, COSET_PML_E_INDEX, &at, target, coset_pml_make_number(c, &at, 0));
        target->type = v->type;
    }
    coset_pml_stmt *s = declaring(c, v, COSET_PML_S_ASSIGN);
    s->target = target;
    s->e = v->init ? v->init : coset_pml_make_number(c, &at, 0);
    v->init = NULL;
    v->is_written = true;
    return s;
}

static void own(coset_pml_checker *c, coset_pml_var *v)
{
    v->number = c->proc->n_vars++;
    v->first_slot = (uint32_t)c->proc->width;
    c->proc->width += v->width_slots;
    *c->last_var = v;
    c->last_var = &v->next_own;
    if (c->proc->width > COSET_PML_MAX_SLOTS) {
        coset_pml_error(c, "E302", v, "the variables of the process have more than %u values", COSET_PML_MAX_SLOTS);
        c->proc->width = 0;
    }
}

/* Returns the last statement in the place of the declaration. */
static coset_pml_stmt **check_decl(coset_pml_checker *c, coset_pml_stmt **at)
{
    coset_pml_stmt *s = *at;
    for (coset_pml_var *v = s->vars; v; v = v->next) {
        bool assigned = !c->is_first && !v->chan && !v->inits;
        coset_pml_check_var(c, v);
        own(c, v);
        if (!assigned)
            continue;
        coset_pml_stmt *a = make_assignment(c, v);
        a->next = (*at)->next;
        (*at)->next = a;
        at = &(*at)->next;
    }
    return at;
}

/* ---- if, do -------------------------------------------------------------------------------------------------- */

static coset_pml_stmt *guard_of(const coset_pml_option *o)
{
    coset_pml_stmt *s = o->body;
    while (s && (s->op == COSET_PML_S_DECL || s->op == COSET_PML_S_XR || s->op == COSET_PML_S_XS))
        s = s->next;
    return s;
}

static bool looks_at_channels(const coset_pml_expr *e)
{
    if (!e)
        return false;
    if ((e->op >= COSET_PML_E_FULL && e->op <= COSET_PML_E_NEMPTY))
        return true;
    return looks_at_channels(e->a) || looks_at_channels(e->b) || looks_at_channels(e->c);
}

static bool is_channel_guard(const coset_pml_stmt *s)
{
    return s->op == COSET_PML_S_SEND || s->op == COSET_PML_S_RECEIVE ||
           (s->op == COSET_PML_S_EXPR && looks_at_channels(s->e));
}

/* `else` becomes the last option. */
static void order_options(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_option **last = &s->options, *other = NULL;
    bool channels = false;
    while (*last) {
        const coset_pml_stmt *guard = guard_of(*last);
        channels = channels || (guard && is_channel_guard(guard));
        if (!guard || guard->op != COSET_PML_S_ELSE) {
            last = &(*last)->next;
            continue;
        }
        if (other)
            coset_pml_error(c, "E303", guard, "there is more than one `else`; the first is in line %u",
                            other->pos.line);
        else
            other = *last;
        *last = (*last)->next;
    }
    *last = other;
    if (!other)
        return;
    other->next = NULL;
    if (channels && c->model->uses.xr_xs) {
        coset_pml_error(
            c, "E305", guard_of(other),
            "`else` combined with a guard that sends or receives contradicts the xr and xs claims of the model");
    } else if (channels) {
        c->model->uses.else_with_channels = true;
        coset_pml_warn(c, "W304", guard_of(other), "`else` is combined with a guard that sends or receives");
    }
}

static void misplaced_label(coset_pml_checker *c, const coset_pml_stmt *body, const char *what, bool option)
{
    bool is_behind = false;
    for (; body && (body->op == COSET_PML_S_DECL || body->op == COSET_PML_S_XR || body->op == COSET_PML_S_XS);
         body = body->next)
        is_behind = is_behind || body->op == COSET_PML_S_DECL; /* a declaration is a step here */
    const coset_pml_label *l = body ? body->labels : NULL;
    bool is_loop =
        body && (body->op == COSET_PML_S_DO || body->op == COSET_PML_S_FOR || body->op == COSET_PML_S_FOR_IN ||
                 (body->op == COSET_PML_S_SELECT && !coset_pml_is_plain_select(c, body)));
    if (!l)
        return;
    if (option) {
        if (coset_pml_warn(c, "W305", l, "the label `%s` is on a guard, which is not a state of its own", l->name))
            coset_pml_help(c, "put it in front of the if or do");
    } else if (!is_behind && !is_loop &&
               coset_pml_error(c, "E306", l, "the label `%s` cannot be on the first statement of %s", l->name, what)) {
        coset_pml_help(c, "put it in front of %s", what);
    }
}

static void check_choice(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_stmt *loop = c->loop;
    if (s->op == COSET_PML_S_DO)
        c->loop = s;
    for (coset_pml_option *o = s->options; o; o = o->next) {
        misplaced_label(c, o->body, "an option", true);
        const coset_pml_stmt *guard = guard_of(o);
        if (guard && guard->op == COSET_PML_S_UNLESS && s->options->next &&
            coset_pml_warn(c, "W308", guard, "`unless` on a guard holds for this option only"))
            coset_pml_help(c, "put the if or do itself in front of `unless`");
        c->is_first = false;
        c->may_be_else = true;
        coset_pml_check_stmts(c, &o->body);
    }
    c->loop = loop;
    order_options(c, s);
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */

static void check_block(coset_pml_checker *c, coset_pml_stmt *s, bool may_be_else)
{
    static const char *const names[] = {
        [COSET_PML_S_ATOMIC] = "atomic", [COSET_PML_S_D_STEP] = "d_step", [COSET_PML_S_BLOCK] = "a block"};
    coset_pml_inlined *inlined = c->inlined;
    coset_pml_stmt *d_step = c->d_step, *loop = c->loop;
    if (s->inlined)
        c->inlined = s->inlined;
    misplaced_label(c, s->body, s->inlined ? "an inline" : names[s->op], false);
    if (s->op == COSET_PML_S_D_STEP && !c->d_step) {
        c->d_step = s;
        c->loop = NULL; /* a break would leave the d_step */
    }
    uint32_t mark = coset_pml_scope_enter(c);
    c->is_first = false;
    c->may_be_else = may_be_else;
    coset_pml_check_stmts(c, &s->body);
    coset_pml_scope_leave(c, mark);
    c->inlined = inlined;
    c->d_step = d_step;
    c->loop = loop;
}

static void check_unless(coset_pml_checker *c, coset_pml_stmt *s, bool may_be_else)
{
    c->model->uses.unless = true;
    if (c->d_step)
        coset_pml_warn(c, "W307", s,
                       "`unless` has no meaning inside of d_step; what follows it is never done, as in Spin");
    misplaced_label(c, s->escape, "what follows `unless`", false);
    if (s->body->op != COSET_PML_S_BLOCK && s->body->op != COSET_PML_S_ATOMIC && s->body->op != COSET_PML_S_D_STEP)
        misplaced_label(c, s->body, "a statement with `unless`", false);
    c->may_be_else = may_be_else;
    coset_pml_check_stmts(c, &s->body);
    c->may_be_else = false;
    coset_pml_check_stmts(c, &s->escape);
}

/* ---- for, select --------------------------------------------------------------------------------------------- */

/* The target is checked. */
static void check_counter(coset_pml_checker *c, coset_pml_stmt *s, const char *what)
{
    if (!s->target->var && s->target->op != COSET_PML_E_INDEX)
        return;
    if (s->target->type.kind == COSET_PML_CHAN || s->target->type.kind == COSET_PML_STRUCT)
        coset_pml_error(c, "E308", s->target, "the variable of %s holds no numbers", what);
    else if (s->target->op != COSET_PML_E_NAME &&
             coset_pml_error(c, "E308", s->target, "the variable of %s cannot be a part of another one", what))
        coset_pml_help(c, "use a variable of its own, and assign that to the part");
}

static void check_limits(coset_pml_checker *c, coset_pml_stmt *s, const char *what)
{
    coset_pml_check_number(c, s->e);
    coset_pml_check_number(c, s->to);
    refuse_runs(c, s->e, 0);
    refuse_runs(c, s->to, 0);
    if (s->e->is_constant && s->to->is_constant && s->e->value > s->to->value)
        coset_pml_error(c, "E309", s->to, "%s goes from %d to %d, which is less", what, s->e->value, s->to->value);
    if (s->target->var || s->target->op == COSET_PML_E_INDEX) {
        coset_pml_check_range(c, s->e, &s->target->type);
        coset_pml_check_range(c, s->to, &s->target->type);
    }
}

/* The array denoted by the place, or NULL after a message. For an array inside another one, Spin iterates over the
 * outermost one; for a place that is no array this is the only possible meaning. */
static const coset_pml_var *looped_array(coset_pml_checker *c, const coset_pml_expr *place)
{
    const coset_pml_expr *base = place, *named = place->op == COSET_PML_E_INDEX ? place->a : place;
    while (base->a && (base->op == COSET_PML_E_INDEX || base->op == COSET_PML_E_FIELD))
        base = base->a;
    const coset_pml_var *outer = base->var, *v = named->var;
    bool is_array = v->is_array && place->op != COSET_PML_E_INDEX;
    if (!is_array && (!outer || !outer->is_array)) {
        coset_pml_error(c, "E310", place, "`%s` is not an array", v->name);
        return NULL;
    }
    if (!is_array)
        coset_pml_warn(c, "W310", place, "this is not an array; the loop runs over the %u elements of `%s`, as in Spin",
                       outer->n, outer->name);
    else if (outer && outer->is_array && outer->n != v->n)
        coset_pml_warn(c, "W310", place, "the loop runs over the %u elements of `%s`; in Spin over the %u of `%s`",
                       v->n, v->name, outer->n, outer->name);
    return is_array ? v : outer;
}

static void check_array_loop(coset_pml_checker *c, coset_pml_stmt *s)
{
    const coset_pml_expr *named = s->e->op == COSET_PML_E_INDEX ? s->e->a : s->e;
    const coset_pml_var *v = named->var ? looped_array(c, s->e) : NULL;
    if (named->var && !v)
        return;
    check_counter(c, s, "for");
    s->to = coset_pml_make_number(c, s->e, v ? (int32_t)v->n - 1 : 0);
    s->e = coset_pml_make_number(c, s->e, 0);
}

/* The channel's messages have to be a single structure. */
static void check_channel_loop(coset_pml_checker *c, coset_pml_stmt *s)
{
    const coset_pml_chan *chan = s->e->chan;
    if (!chan || chan->capacity == 0 || !chan->parts || chan->parts->next || s->target->type.kind != COSET_PML_STRUCT ||
        chan->parts->type.record != s->target->type.record) {
        if (coset_pml_error(c, "E311", s->e,
                            "for runs over a channel with places whose messages are of the variable's type"))
            coset_pml_help(c, "that is, of one typedef: `chan c = [n] of { T }; T m; for (m in c) { ... }`");
        return;
    }
    coset_pml_var *counter = coset_arena_get(c->arena, 1, sizeof *counter);
    counter->storage = COSET_PML_LOCAL;
    counter->name = coset_arena_printf(c->arena, "_for_%u", c->proc->n_vars);
    counter->pos = s->pos;
    counter->len = s->len;
    counter->type = (coset_pml_type){.kind = COSET_PML_BYTE, .bits = 8};
    counter->n = 1;
    counter->width_slots = 1;
    counter->proc = c->proc;
    counter->is_made = counter->is_written = true;
    s->vars = counter;
    own(c, counter);
}

static void check_for(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_check_place(c, s->target, true, false);
    if (s->op == COSET_PML_S_FOR) {
        check_counter(c, s, "for");
        check_limits(c, s, "for");
    } else {
        coset_pml_check_place(c, s->e, false, true);
        bool is_whole = s->e->var && s->e->var->is_array && s->e->op != COSET_PML_E_INDEX;
        if (s->e->type.kind == COSET_PML_CHAN && !is_whole &&
            (s->target->type.kind == COSET_PML_STRUCT || s->e->op == COSET_PML_E_NAME))
            check_channel_loop(c, s);
        else
            check_array_loop(c, s);
    }
    coset_pml_stmt *loop = c->loop;
    c->loop = s;
    uint32_t mark = coset_pml_scope_enter(c);
    c->is_first = c->may_be_else = false;
    coset_pml_check_stmts(c, &s->body);
    coset_pml_scope_leave(c, mark);
    c->loop = loop;
}

static void check_select(coset_pml_checker *c, coset_pml_stmt *s)
{
    coset_pml_check_place(c, s->target, true, false);
    check_counter(c, s, "select");
    check_limits(c, s, "select");
}

/* ---- lists --------------------------------------------------------------------------------------------------- */

static bool is_event(const coset_pml_stmt *s)
{
    const coset_pml_stmt_op op = s->op;
    if (s->is_sorted || s->is_random || s->is_copy)
        return false;
    return op == COSET_PML_S_SEND || op == COSET_PML_S_RECEIVE || op == COSET_PML_S_IF || op == COSET_PML_S_DO ||
           op == COSET_PML_S_GOTO || op == COSET_PML_S_BREAK || op == COSET_PML_S_FOR || op == COSET_PML_S_FOR_IN ||
           op == COSET_PML_S_SELECT || op == COSET_PML_S_DECL;
}

static void check_one(coset_pml_checker *c, coset_pml_stmt *s, bool may_be_else)
{
    switch (s->op) {
    case COSET_PML_S_ASSIGN:
        check_assign(c, s);
        return;
    case COSET_PML_S_SEND:
        c->model->uses.sorted_send = c->model->uses.sorted_send || s->is_sorted;
        coset_pml_check_send(c, s);
        return;
    case COSET_PML_S_RECEIVE:
        c->model->uses.random_receive = c->model->uses.random_receive || s->is_random;
        coset_pml_check_targets(c, s->target, &s->args, false);
        return;
    case COSET_PML_S_EXPR:
        check_condition(c, s);
        return;
    case COSET_PML_S_ELSE:
        check_else(c, s, may_be_else);
        return;
    case COSET_PML_S_ASSERT:
        check_assert(c, s);
        return;
    case COSET_PML_S_PRINTF:
        coset_pml_check_printf(c, s);
        return;
    case COSET_PML_S_PRINTM:
        check_printm(c, s);
        return;
    case COSET_PML_S_SET_PRIORITY:
        check_set_priority(c, s);
        return;
    case COSET_PML_S_XR:
    case COSET_PML_S_XS:
        check_claims(c, s);
        return;
    case COSET_PML_S_BREAK:
        check_break(c, s);
        return;
    case COSET_PML_S_GOTO:
        coset_pml_note_goto(c, s);
        return;
    case COSET_PML_S_IF:
    case COSET_PML_S_DO:
        check_choice(c, s);
        return;
    case COSET_PML_S_UNLESS:
        check_unless(c, s, may_be_else);
        return;
    case COSET_PML_S_ATOMIC:
    case COSET_PML_S_D_STEP:
    case COSET_PML_S_BLOCK:
        check_block(c, s, may_be_else);
        return;
    case COSET_PML_S_FOR:
    case COSET_PML_S_FOR_IN:
        check_for(c, s);
        return;
    case COSET_PML_S_SELECT:
        check_select(c, s);
        return;
    case COSET_PML_S_DECL:
        return;
    }
}

static bool is_sugar(coset_pml_stmt_op op) { return op >= COSET_PML_S_FOR; }

/* The statements that Spin puts before a loop also go before its unless. */
static coset_pml_stmt **expand_in_unless(coset_pml_checker *c, coset_pml_stmt **at)
{
    coset_pml_stmt *s = *at;
    if (!is_sugar(s->body->op))
        return at;
    coset_pml_expand_sugar(c, &s->body);
    if (!s->body->next)
        return at;
    coset_pml_stmt *start = s->body;
    s->body = start->next;
    start->next = s;
    *at = start;
    return &start->next;
}

void coset_pml_check_stmts(coset_pml_checker *c, coset_pml_stmt **list)
{
    bool may_be_else = c->may_be_else;
    for (coset_pml_stmt **at = list; *at && !coset_pml_enough(c); at = &(*at)->next) {
        coset_pml_stmt *s = *at;
        for (coset_pml_label *l = s->labels; l; l = l->next)
            coset_pml_note_label(c, l);
        if (c->in_trace && !is_event(s))
            coset_pml_error(c, "E312", s, "a trace holds sends, receives, if, do, goto and break only");
        else if (c->proc && c->proc->kind == COSET_PML_NEVER &&
                 (s->op == COSET_PML_S_SEND || s->op == COSET_PML_S_RECEIVE) &&
                 coset_pml_error(c, "E313", s, "a never claim cannot send or receive"))
            coset_pml_help(c, "it may look: `c?[m]`");
        c->may_be_else = false;
        if (s->op == COSET_PML_S_DECL) {
            at = check_decl(c, at);
            continue;
        }
        uint32_t errors = coset_text_errors(c->text);
        check_one(c, s, may_be_else);
        if (errors != coset_text_errors(c->text))
            ; /* the tree is not used any more */
        else if (is_sugar(s->op))
            at = coset_pml_expand_sugar(c, at);
        else if (s->op == COSET_PML_S_UNLESS)
            at = expand_in_unless(c, at);
        if (s->op != COSET_PML_S_XR && s->op != COSET_PML_S_XS) {
            c->is_first = false;
            may_be_else = false;
        }
    }
    c->may_be_else = false;
}

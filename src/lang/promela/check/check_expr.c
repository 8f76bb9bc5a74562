/* lang/promela/check/check_expr.c - names and types of expressions. */
#include <string.h>

#include "lang/promela/check/checker.h"

static const coset_pml_type int_type = {.kind = COSET_PML_INT, .bits = 32};
static const coset_pml_type byte_type = {.kind = COSET_PML_BYTE, .bits = 8};
static const coset_pml_type pid_type = {.kind = COSET_PML_PID, .bits = 8};
static const coset_pml_type bool_type = {.kind = COSET_PML_BOOL, .bits = 1};

/* ---- nodes made by the checker ------------------------------------------------------------------------------- */

coset_pml_expr *coset_pml_make(coset_pml_checker *c, coset_pml_op op, const coset_pml_expr *at, coset_pml_expr *a,
                               coset_pml_expr *b)
{
    coset_pml_expr *e = coset_arena_get(c->arena, 1, sizeof *e);
    *e = (coset_pml_expr){.op = op, .pos = at->pos, .len = at->len, .a = a, .b = b, .type = int_type, .depth = 1};
    e->depth += a && (!b || a->depth >= b->depth) ? a->depth : b ? b->depth : 0;
    return e;
}

coset_pml_expr *coset_pml_make_number(coset_pml_checker *c, const coset_pml_expr *at, int32_t value)
{
    coset_pml_expr *e = coset_pml_make(c, COSET_PML_E_NUMBER, at, NULL, NULL);
    e->value = value;
    e->is_constant = true;
    return e;
}

coset_pml_expr *coset_pml_clone(coset_pml_checker *c, const coset_pml_expr *e)
{
    if (!e)
        return NULL;
    coset_pml_expr *copy = coset_arena_copy(c->arena, e, 1, sizeof *e);
    copy->a = coset_pml_clone(c, e->a);
    copy->b = coset_pml_clone(c, e->b);
    copy->c = coset_pml_clone(c, e->c);
    copy->next = NULL;
    coset_pml_expr **last = &copy->args;
    for (const coset_pml_expr *arg = e->args; arg; arg = arg->next) {
        *last = coset_pml_clone(c, arg);
        last = &(*last)->next;
    }
    return copy;
}

uint32_t coset_pml_count_runs(const coset_pml_expr *e)
{
    if (!e || !e->has_effect)
        return 0;
    uint32_t n = e->op == COSET_PML_E_RUN;
    n += coset_pml_count_runs(e->a) + coset_pml_count_runs(e->b) + coset_pml_count_runs(e->c);
    return n;
}

/* ---- places -------------------------------------------------------------------------------------------------- */

static void use_var(coset_pml_checker *c, coset_pml_expr *e, coset_pml_var *v, bool written)
{
    e->var = v;
    e->type = v->type;
    e->chan = v->chan;
    v->is_written = v->is_written || written;
    if (c->in_provided && v->storage != COSET_PML_GLOBAL && v->storage != COSET_PML_FIELD)
        coset_pml_error(c, "E212", e, "`%s` is local: `provided` sees global variables and _pid only", v->name);
}

static void unknown_name(coset_pml_checker *c, const coset_pml_expr *e, const coset_pml_entry *entry)
{
    if (entry && entry->proc) {
        if (coset_pml_error(c, "E213", e, "`%s` is a proctype, not a variable", e->name))
            coset_pml_help(c, "start it by `run %s(...)`", e->name);
    } else if (entry && entry->record) {
        coset_pml_error(c, "E214", e, "`%s` is a type, not a variable", e->name);
    } else if (coset_pml_error(c, "E210", e, "`%s` is not declared", e->name)) {
        coset_pml_suggest(c, e->name);
    }
}

static void check_name(coset_pml_checker *c, coset_pml_expr *e, bool written)
{
    e->type = int_type;
    const coset_pml_entry *entry = coset_pml_find(c, e->name);
    if (entry && entry->var) {
        use_var(c, e, entry->var, written);
    } else if (entry && entry->member) {
        if (written) {
            coset_pml_error(c, "E215", e, "`%s` is a name of an mtype and cannot be assigned to", e->name);
            return;
        }
        e->op = COSET_PML_E_NUMBER;
        e->member = entry->member;
        e->value = (int32_t)entry->member->value;
        e->is_constant = true;
        e->type = (coset_pml_type){.kind = COSET_PML_MTYPE, .bits = 8, .mtype = entry->member->mtype};
    } else {
        unknown_name(c, e, entry);
    }
}

static void check_field(coset_pml_checker *c, coset_pml_expr *e, bool written)
{
    e->type = int_type;
    const coset_pml_record *r = e->a->type.record;
    if (!e->a->var && e->a->op != COSET_PML_E_INDEX)
        return; /* reported */
    if (!r) {
        if (e->a->op != COSET_PML_E_INDEX || e->a->a->var)
            coset_pml_error(c, "E216", e, "the expression before `.%s` is not a structure", e->name);
        return;
    }
    for (coset_pml_var *f = r->fields; f; f = f->next)
        if (strcmp(f->name, e->name) == 0) {
            use_var(c, e, f, written);
            return;
        }
    if (!coset_pml_error(c, "E217", e, "the type `%s` has no field `%s`", r->name, e->name))
        return;
    COSET_VEC(const char *) names = {0};
    for (const coset_pml_var *f = r->fields; f; f = f->next)
        *coset_vec_add(&names) = f->name;
    const char *near = coset_nearest(e->name, names.at, names.n);
    if (near)
        coset_pml_help(c, "did you mean `%s`?", near);
    coset_vec_fini(&names);
}

static void check_index(coset_pml_checker *c, coset_pml_expr *e)
{
    const coset_pml_var *v = e->a->var;
    bool outer = c->in_remote;
    c->in_remote = false;
    coset_pml_check_number(c, e->b);
    c->in_remote = outer;
    e->type = e->a->type;
    e->chan = e->a->chan;
    e->has_effect = e->a->has_effect || e->b->has_effect;
    if (!v)
        return; /* reported */
    if (!v->is_array) {
        coset_pml_error(c, "E218", e->a, "`%s` is not an array", v->name);
    } else if (e->b->is_constant && (e->b->value < 0 || (uint32_t)e->b->value >= v->n)) {
        if (coset_pml_warn(c, "W218", e->b, "index %d is outside of `%s`, which has %u element%s", e->b->value, v->name,
                           v->n, v->n == 1 ? "" : "s"))
            coset_pml_help(c, "elements are numbered from 0");
    }
}

static void not_writable(coset_pml_checker *c, const coset_pml_expr *e)
{
    coset_pml_error(c, "E219", e, "`%s` cannot be assigned to", coset_pml_expr_text(c->arena, e));
}

static void check_parts(coset_pml_checker *c, coset_pml_expr *e, bool written)
{
    switch (e->op) {
    case COSET_PML_E_NAME:
        if (!e->var && !c->in_remote)
            check_name(c, e, written);
        return;
    case COSET_PML_E_FIELD:
        coset_pml_check_place(c, e->a, false, false);
        if (written && e->a->var)
            e->a->var->is_written = true;
        check_field(c, e, written);
        return;
    case COSET_PML_E_INDEX:
        coset_pml_check_place(c, e->a, written, true);
        check_index(c, e);
        return;
    default:
        e->type = int_type;
        if (written)
            not_writable(c, e);
        else
            coset_pml_check_expr(c, e);
    }
}

void coset_pml_check_place(coset_pml_checker *c, coset_pml_expr *e, bool written, bool whole)
{
    check_parts(c, e, written);
    if (whole || !e->var || !e->var->is_array || e->op == COSET_PML_E_INDEX)
        return;
    if (coset_pml_error(c, "E220", e, "`%s` is an array and needs an index", e->var->name))
        coset_pml_help(c, "write `%s[i]`, with i from 0 to %u", e->var->name, e->var->n - 1);
}

/* ---- operands with a proctype -------------------------------------------------------------------------------- */

static coset_pml_var *own_var(const coset_pml_proc *q, const char *name)
{
    for (coset_pml_var *v = q->vars; v; v = v->next_own)
        if (strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

static void check_remote_var(coset_pml_checker *c, coset_pml_expr *e)
{
    coset_pml_expr *base = e->b;
    while (base->a)
        base = base->a;
    coset_pml_var *v = base->op == COSET_PML_E_NAME ? own_var(e->proc, base->name) : NULL;
    if (!v) {
        if (base->op == COSET_PML_E_PID)
            coset_pml_error(c, "E221", base, "put the _pid of the other process in the brackets");
        else
            coset_pml_error(c, "E222", base, "the proctype `%s` has no variable `%s`", e->name,
                            base->name ? base->name : "_");
        return;
    }
    use_var(c, base, v, false);
    c->in_remote = true; /* the base is known */
    coset_pml_check_place(c, e->b, false, false);
    c->in_remote = false;
    e->type = e->b->type;
    if (e->type.kind == COSET_PML_STRUCT)
        coset_pml_error(c, "E223", e->b, "`%s` is a structure; name one of its fields", v->name);
}

static void check_remote_label(coset_pml_checker *c, coset_pml_expr *e)
{
    e->type = bool_type;
    e->label = coset_pml_find_label(e->proc, e->label_name);
    if (e->label) {
        e->label->is_used = e->label->is_remote = true;
        return;
    }
    if (e->proc == c->proc)
        coset_pml_error(c, "E224", e, "a process cannot refer to its own labels");
    else if (coset_pml_error(c, "E225", e, "the proctype `%s` has no label `%s`", e->name, e->label_name)) {
        COSET_VEC(const char *) names = {0};
        for (const coset_pml_label *l = e->proc->labels; l; l = l->next_own)
            *coset_vec_add(&names) = l->name;
        const char *near = coset_nearest(e->label_name, names.at, names.n);
        if (near)
            coset_pml_help(c, "did you mean `%s`?", near);
        coset_vec_fini(&names);
    }
}

static void check_remote(coset_pml_checker *c, coset_pml_expr *e)
{
    c->model->uses.remote = true;
    e->type = int_type;
    if (e->a)
        coset_pml_check_number(c, e->a);
    for (coset_pml_proc *q = c->model->procs; q; q = q->next)
        if (q->kind == COSET_PML_PROCTYPE && strcmp(q->name, e->name) == 0) {
            e->proc = q;
            break;
        }
    if (!e->proc)
        return; /* the parser knew it */
    if (!e->a && !e->proc->first_meant)
        e->proc->first_meant = e;
    if (e->op == COSET_PML_E_AT)
        check_remote_label(c, e);
    else
        check_remote_var(c, e);
}

/* ---- other operands ------------------------------------------------------------------------------------------ */

static void check_chan_operand(coset_pml_checker *c, coset_pml_expr *e)
{
    coset_pml_check_place(c, e->a, false, false);
    if (e->a->var && e->a->type.kind != COSET_PML_CHAN)
        coset_pml_error(c, "E226", e->a, "`%s` is not a channel", e->a->var->name);
    else if (!e->a->var && e->a->op != COSET_PML_E_INDEX && e->a->op != COSET_PML_E_NAME &&
             e->a->op != COSET_PML_E_FIELD)
        coset_pml_error(c, "E226", e->a, "this is not a channel");
}

static bool in_claim(const coset_pml_checker *c)
{
    return c->in_formula || (c->proc && c->proc->kind == COSET_PML_NEVER);
}

/* Words that query the whole system and that Spin expects in claims. */
static void claims_only(coset_pml_checker *c, const coset_pml_expr *e, const char *word)
{
    if (!in_claim(c))
        coset_pml_warn(c, "W227", e, "%s is meant for never claims and formulas", word);
}

/* A query about a process by its number. */
static void check_asked(coset_pml_checker *c, coset_pml_expr *e)
{
    coset_pml_uses *u = &c->model->uses;
    coset_pml_check_number(c, e->a);
    e->type = e->op == COSET_PML_E_ENABLED ? bool_type : int_type;
    u->priority = u->priority || e->op == COSET_PML_E_GET_PRIORITY;
    if (e->op != COSET_PML_E_GET_PRIORITY)
        claims_only(c, e, e->op == COSET_PML_E_ENABLED ? "enabled" : "pc_value");
    if (in_claim(c)) {
        u->asked = u->asked || e->op == COSET_PML_E_ENABLED;
        return;
    }
    u->enabled = u->enabled || e->op == COSET_PML_E_ENABLED;
    u->by_number = u->by_number || e->op != COSET_PML_E_GET_PRIORITY || e->a->op != COSET_PML_E_PID;
    if (e->op == COSET_PML_E_ENABLED && e->a->op == COSET_PML_E_PID)
        coset_pml_error(c, "E232", e, "a process cannot ask whether it is enabled itself");
}

static void check_system(coset_pml_checker *c, coset_pml_expr *e)
{
    coset_pml_uses *u = &c->model->uses;
    switch (e->op) {
    case COSET_PML_E_PID:
        e->type = pid_type;
        if (c->proc)
            c->proc->uses_pid = true;
        if (c->in_formula || (!c->proc && !c->in_provided))
            coset_pml_error(c, "E228", e, "_pid has a meaning inside processes only");
        return;
    case COSET_PML_E_NR_PR:
        e->type = byte_type;
        u->nr_pr = true;
        return;
    case COSET_PML_E_LAST:
        e->type = pid_type;
        u->last = true;
        claims_only(c, e, "_last");
        return;
    case COSET_PML_E_PRIORITY:
        e->type = byte_type;
        u->priority = true;
        return;
    case COSET_PML_E_TIMEOUT:
        e->type = bool_type;
        u->timeout = true;
        return;
    case COSET_PML_E_NP:
        e->type = bool_type;
        if (!in_claim(c))
            coset_pml_error(c, "E233", e, "np_ has a meaning in never claims only");
        return;
    default:
        check_asked(c, e);
    }
}

static void check_hole(coset_pml_checker *c, const coset_pml_expr *e)
{
    if (!c->in_trace && coset_pml_error(c, "E211", e, "`_` can be written only; it has no value"))
        coset_pml_help(c, "it stands for a field that a receive throws away");
}

static bool is_arithmetic(coset_pml_op op)
{
    return (op >= COSET_PML_E_NEG && op <= COSET_PML_E_BITXOR) || op == COSET_PML_E_BITNOT;
}

void coset_pml_check_number(coset_pml_checker *c, coset_pml_expr *e)
{
    coset_pml_check_expr(c, e);
    if (e->type.kind == COSET_PML_STRUCT &&
        coset_pml_error(c, "E229", e, "a structure has no value; name one of its fields"))
        e->type = int_type;
}

static void check_operator(coset_pml_checker *c, coset_pml_expr *e)
{
    coset_pml_expr *parts[] = {e->a, e->b, e->c};
    for (int i = 0; i < 3; i++) {
        if (!parts[i])
            continue;
        coset_pml_check_number(c, parts[i]);
        e->has_effect = e->has_effect || parts[i]->has_effect;
        e->is_temporal = e->is_temporal || parts[i]->is_temporal;
        if (is_arithmetic(e->op) && parts[i]->type.kind == COSET_PML_CHAN)
            coset_pml_error(c, "E230", parts[i], "a channel is not a number");
    }
    if (e->op == COSET_PML_E_COND && e->b->type.kind == e->c->type.kind)
        e->type = e->b->type;
    else if (e->op == COSET_PML_E_NOT || e->op >= COSET_PML_E_LT)
        e->type = e->op == COSET_PML_E_COND ? int_type : bool_type;
    if ((e->op == COSET_PML_E_EQ || e->op == COSET_PML_E_NE) && e->a->type.kind == COSET_PML_MTYPE &&
        e->b->type.kind == COSET_PML_MTYPE)
        coset_pml_check_mtype(c, &e->a->type, e->b, false);
}

void coset_pml_check_expr(coset_pml_checker *c, coset_pml_expr *e)
{
    e->type = int_type;
    switch (e->op) {
    case COSET_PML_E_NUMBER:
        break;
    case COSET_PML_E_NAME:
    case COSET_PML_E_INDEX:
    case COSET_PML_E_FIELD:
        coset_pml_check_place(c, e, false, false);
        if (e->type.kind == COSET_PML_CHAN)
            *coset_vec_add(&c->channels) = e;
        break;
    case COSET_PML_E_HOLE:
        check_hole(c, e);
        break;
    case COSET_PML_E_PID:
    case COSET_PML_E_NR_PR:
    case COSET_PML_E_LAST:
    case COSET_PML_E_PRIORITY:
    case COSET_PML_E_TIMEOUT:
    case COSET_PML_E_NP:
    case COSET_PML_E_ENABLED:
    case COSET_PML_E_PC_VALUE:
    case COSET_PML_E_GET_PRIORITY:
        check_system(c, e);
        break;
    case COSET_PML_E_RUN:
        coset_pml_check_run(c, e);
        break;
    case COSET_PML_E_LEN:
    case COSET_PML_E_FULL:
    case COSET_PML_E_NFULL:
    case COSET_PML_E_EMPTY:
    case COSET_PML_E_NEMPTY:
        check_chan_operand(c, e);
        e->type = e->op == COSET_PML_E_LEN ? int_type : bool_type;
        *coset_vec_add(&c->channels) = e->a;
        break;
    case COSET_PML_E_POLL:
        e->type = bool_type;
        coset_pml_check_targets(c, e->a, &e->args, true);
        break;
    case COSET_PML_E_EVAL:
        coset_pml_error(c, "E231", e, "eval has a meaning in receives only");
        break;
    case COSET_PML_E_AT:
    case COSET_PML_E_REMOTE:
        check_remote(c, e);
        break;
    default:
        e->is_temporal = e->op >= COSET_PML_E_ALWAYS && e->op <= COSET_PML_E_RELEASE;
        check_operator(c, e);
    }
    coset_pml_fold(c, e);
}

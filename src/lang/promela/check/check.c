/* lang/promela/check/check.c - names, types and constants of a syntax tree: their order, and the final checks. */
#include "lang/promela/check/check.h"

#include <stdlib.h>
#include <string.h>

#include "lang/promela/check/checker.h"
#include "lang/promela/syntax/parse.h"
#include "lang/promela/syntax/preprocess.h"
#include "lang/promela/syntax/sym.h"

/* ---- declarations in their order ----------------------------------------------------------------------------- */

/* One of the pointers is set. */
typedef struct {
    uint32_t order;
    coset_pml_var *var;
    coset_pml_member *member;
    coset_pml_proc *proc;
    coset_pml_record *record;
} item;

typedef COSET_VEC(item) item_list;

static int by_order(const void *a, const void *b)
{
    uint32_t x = ((const item *)a)->order, y = ((const item *)b)->order;
    return (x > y) - (x < y);
}

static void list_items(const coset_pml_model *m, item_list *out)
{
    for (coset_pml_var *v = m->globals; v; v = v->next)
        *coset_vec_add(out) = (item){.order = v->order, .var = v};
    for (coset_pml_mtype *t = m->mtypes; t; t = t->next)
        for (coset_pml_member *x = t->members; x; x = x->next)
            *coset_vec_add(out) = (item){.order = x->order, .member = x};
    for (coset_pml_proc *q = m->procs; q; q = q->next)
        *coset_vec_add(out) = (item){.order = q->order, .proc = q};
    for (coset_pml_record *r = m->records; r; r = r->next)
        *coset_vec_add(out) = (item){.order = r->order, .record = r};
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, by_order);
}

static void check_global(coset_pml_checker *c, coset_pml_var *v)
{
    coset_pml_model *m = c->model;
    c->is_first = true;
    coset_pml_check_var(c, v);
    v->number = m->n_globals++;
    v->first_slot = (uint32_t)m->width;
    m->width += v->width_slots;
    if (m->width > COSET_PML_MAX_SLOTS) {
        coset_pml_error(c, "E330", v, "the global variables have more than %u values", COSET_PML_MAX_SLOTS);
        m->width = 0;
    }
}

static void check_item(coset_pml_checker *c, const item *i)
{
    if (i->var)
        check_global(c, i->var);
    else if (i->member)
        coset_pml_declare(c, (coset_pml_entry){.name = i->member->name, .member = i->member}, i->member->pos,
                          i->member->len);
    else if (i->proc)
        coset_pml_check_proc(c, i->proc);
    else
        coset_pml_check_record(c, i->record);
}

static void number_things(coset_pml_checker *c)
{
    uint32_t n = 0;
    for (coset_pml_mtype *t = c->model->mtypes; t; t = t->next)
        t->number = n++;
    n = 0;
    for (coset_pml_record *r = c->model->records; r; r = r->next)
        r->number = n++;
    n = 0;
    for (coset_pml_proc *q = c->model->procs; q; q = q->next)
        q->number = n++;
    n = 0;
    for (coset_pml_scalarset *s = c->model->scalarsets; s; s = s->next) {
        s->number = n++;
        s->n = coset_pml_check_size(c, s->size, "the size of the scalarset", 254);
    }
}

/* mtype places get their mtype. */
static coset_pml_mtype *unnamed_mtype(coset_pml_checker *c)
{
    for (coset_pml_mtype *t = c->model->mtypes; t; t = t->next)
        if (!t->name)
            return t;
    coset_pml_mtype *t = coset_arena_get(c->arena, 1, sizeof *t);
    t->next = c->model->mtypes;
    return c->model->mtypes = t;
}

/* ---- at the end ---------------------------------------------------------------------------------------------- */

static void check_formula(coset_pml_checker *c, coset_pml_ltl *f)
{
    for (const coset_pml_ltl *old = c->model->ltls; old != f; old = old->next)
        if (strcmp(old->name, f->name) == 0)
            coset_pml_error(c, "E331", f, "the formula `%s` is there already, in line %u", f->name, old->pos.line);
    c->in_formula = true;
    coset_pml_check_number(c, f->formula);
    if (coset_pml_count_runs(f->formula))
        coset_pml_error(c, "E332", f->formula, "a formula cannot start processes");
    c->in_formula = false;
}

static void check_predicate(coset_pml_checker *c, coset_pml_predicate *p)
{
    c->in_formula = true;
    coset_pml_check_number(c, p->e);
    c->in_formula = false;
}

/* A variable that is assigned may contain a channel other than the declared one. */
static void forget_channels(coset_pml_checker *c)
{
    for (uint32_t i = 0; i < c->channels.n; i++) {
        coset_pml_expr *e = c->channels.at[i];
        const coset_pml_var *v = e->op == COSET_PML_E_INDEX ? e->a->var : e->var;
        if (!v || v->is_written)
            e->chan = NULL;
    }
}

static void check_whole(coset_pml_checker *c)
{
    const coset_pml_model *m = c->model;
    uint32_t active = 0;
    bool any = false;
    coset_pos pos = {.line = 1, .column = 1, .file = m->file};
    for (const coset_pml_proc *q = m->procs; q; q = q->next) {
        active += q->n_active;
        any = any || q->kind == COSET_PML_PROCTYPE || q->kind == COSET_PML_INIT;
    }
    if (!active)
        coset_pml_report(c, COSET_SEVERITY_WARNING, "W333", pos, 1,
                         "no process runs: there is no init and nothing active");
    if (active > 255)
        coset_pml_report(c, COSET_SEVERITY_ERROR, "E334", pos, 1, "%u processes run at the start; there can be 255",
                         active);
    uint32_t never = 0;
    for (const coset_pml_proc *q = m->procs; q; q = q->next)
        if (q->kind == COSET_PML_NEVER && ++never == 2)
            coset_pml_warn(c, "W335", q, "there is more than one never claim");
}

coset_status coset_pml_check(coset_text *text, coset_pml_model *model, coset_err *err)
{
    uint32_t before = coset_text_errors(text);
    coset_pml_checker *c = coset_new(1, sizeof *c);
    *c = (coset_pml_checker){.text = text, .arena = model->arena, .model = model};
    c->most_errors = before + COSET_PML_MOST_ERRORS;
    (void)unnamed_mtype(c);
    number_things(c);
    item_list items = {0};
    list_items(model, &items);
    for (uint32_t i = 0; i < items.n && !coset_pml_enough(c); i++)
        check_item(c, &items.at[i]);
    for (coset_pml_ltl *f = model->ltls; f && !coset_pml_enough(c); f = f->next)
        check_formula(c, f);
    for (coset_pml_predicate *p = model->predicates; p && !coset_pml_enough(c); p = p->next)
        check_predicate(c, p);
    coset_pml_check_runs(c);
    coset_pml_check_first_meant(c);
    coset_pml_check_circles(c);
    forget_channels(c);
    check_whole(c);
    coset_vec_fini(&items);
    coset_vec_fini(&c->blamed);
    coset_vec_fini(&c->entries);
    coset_vec_fini(&c->outer);
    coset_vec_fini(&c->jumps);
    coset_vec_fini(&c->runs);
    coset_vec_fini(&c->channels);
    coset_delete(c);
    uint32_t errors = coset_text_errors(text) - before;
    if (errors)
        return coset_fail(err, COSET_INPUT, "%s has %u error%s", coset_text_name(text, model->file), errors,
                          errors == 1 ? "" : "s");
    return COSET_OK;
}

coset_status coset_pml_read(coset_text *text, uint16_t file, coset_load_options *options, coset_arena *arena,
                            coset_pml_model **out, coset_err *err)
{
    coset_pml_source source;
    coset_status s = coset_pml_preprocess(text, file, options, arena, &source, err);
    if (s == COSET_OK)
        s = coset_pml_parse(&source, file, out, err);
    if (s == COSET_OK)
        s = coset_pml_read_sym(text, file, options, *out, err);
    if (s == COSET_OK && options)
        s = coset_pml_add_predicates(text, options->wanted, *out, err);
    if (s == COSET_OK)
        s = coset_pml_check(text, *out, err);
    return s;
}

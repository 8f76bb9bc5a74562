/* lang/promela/syntax/sym.c - a separate file that declares which data of the model are elements of scalarsets. */
#include "lang/promela/syntax/sym.h"

#include <string.h>
#include <unistd.h>

#include "lang/promela/syntax/parse.h"
#include "lang/promela/syntax/preprocess.h"

typedef struct {
    coset_text *text;
    coset_pml_model *model; /* the described one */
    coset_pml_model *sym;   /* the description */
} describer;

static void wrong(describer *d, const char *code, coset_pos pos, uint32_t len, const char *what, const char *name)
{
    coset_message(d->text, COSET_SEVERITY_ERROR, code, pos, len, what, name);
}

/* ---- scalarsets ---------------------------------------------------------------------------------------------- */

static coset_pml_scalarset *find_scalarset(const coset_pml_model *m, const char *name)
{
    for (coset_pml_scalarset *s = m->scalarsets; s; s = s->next)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

static void add_scalarsets(describer *d)
{
    coset_pml_scalarset **last = &d->model->scalarsets;
    while (*last)
        last = &(*last)->next;
    for (coset_pml_scalarset *s = d->sym->scalarsets, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        if (find_scalarset(d->model, s->name))
            wrong(d, "E341", s->pos, s->len, "the scalarset `%s` is in the model already", s->name);
        *last = s;
        last = &s->next;
    }
}

/* ---- variables ----------------------------------------------------------------------------------------------- */

static bool is_byte(const coset_pml_type *t) { return t->kind == COSET_PML_BYTE || t->kind == COSET_PML_PID; }

/* Parts of messages one by one. */
static void describe_chan(describer *d, coset_pml_chan *to, const coset_pml_var *from)
{
    coset_pml_part *known = to->parts;
    for (const coset_pml_part *part = from->chan->parts; part; part = part->next) {
        if (!known) {
            wrong(d, "E342", part->pos, part->len, "the messages of `%s` have fewer fields in the model", from->name);
            return;
        }
        if (part->type.scalarset && !is_byte(&known->type))
            wrong(d, "E343", part->pos, part->len, "this field of `%s` is not a byte or pid in the model", from->name);
        else if (part->type.scalarset)
            known->type.scalarset = part->type.scalarset;
        known = known->next;
    }
}

static void describe_var(describer *d, coset_pml_var *to, const coset_pml_var *from)
{
    if (from->type.scalarset && !is_byte(&to->type))
        wrong(d, "E344", from->pos, from->len, "`%s` is not a byte or pid in the model", from->name);
    else if (from->type.scalarset)
        to->type.scalarset = from->type.scalarset;
    if (from->is_array != to->is_array)
        wrong(d, "E345", from->pos, from->len, "`%s` is an array in one of the two files only", from->name);
    else if (from->index)
        to->index = from->index;
    if (from->chan && to->chan)
        describe_chan(d, to->chan, from);
}

/* Describes the variables of that name in a list; returns their number. */
static uint32_t describe_in_list(describer *d, coset_pml_var *to, const coset_pml_var *from)
{
    uint32_t n = 0;
    for (; to; to = to->next)
        if (strcmp(to->name, from->name) == 0) {
            describe_var(d, to, from);
            n++;
        }
    return n;
}

/* The same in the declarations of statements. */
static uint32_t describe_in_body(describer *d, coset_pml_stmt *s, const coset_pml_var *from)
{
    uint32_t n = 0;
    for (; s; s = s->next) {
        n += describe_in_list(d, s->vars, from);
        for (coset_pml_option *o = s->options; o; o = o->next)
            n += describe_in_body(d, o->body, from);
        n += describe_in_body(d, s->body, from);
        n += describe_in_body(d, s->escape, from);
    }
    return n;
}

static void unknown(describer *d, const coset_pml_var *v, const char *where)
{
    coset_message(d->text, COSET_SEVERITY_ERROR, "E347", v->pos, v->len, "there is no `%s` %s", v->name, where);
}

static void describe_globals(describer *d, coset_pml_var *known, const coset_pml_var *from, const char *where)
{
    for (; from; from = from->next)
        if (!describe_in_list(d, known, from))
            unknown(d, from, where);
}

static void describe_locals(describer *d, coset_pml_proc *q, const coset_pml_var *from)
{
    for (; from; from = from->next)
        if (describe_in_list(d, q->params, from) + describe_in_body(d, q->body, from) == 0)
            unknown(d, from, "in the process");
}

static void describe_proc(describer *d, const coset_pml_proc *from)
{
    for (coset_pml_proc *q = d->model->procs; q; q = q->next) {
        if (q->kind != from->kind || (q->name && from->name && strcmp(q->name, from->name) != 0))
            continue;
        describe_locals(d, q, from->params);
        for (const coset_pml_stmt *s = from->body; s; s = s->next)
            if (s->op == COSET_PML_S_DECL)
                describe_locals(d, q, s->vars);
            else
                wrong(d, "E348", s->pos, s->len, "a .sym file holds declarations only%s", "");
        return;
    }
    wrong(d, "E349", from->pos, from->len, "there is no proctype `%s` in the model", from->name ? from->name : "init");
}

static void describe_record(describer *d, const coset_pml_record *from)
{
    for (coset_pml_record *r = d->model->records; r; r = r->next)
        if (strcmp(r->name, from->name) == 0) {
            describe_globals(d, r->fields, from->fields, "in the typedef");
            return;
        }
    wrong(d, "E350", from->pos, from->len, "there is no typedef `%s` in the model", from->name);
}

static void describe(describer *d)
{
    add_scalarsets(d);
    for (const coset_pml_record *r = d->sym->records; r; r = r->next)
        describe_record(d, r);
    describe_globals(d, d->model->globals, d->sym->globals, "among the global variables of the model");
    for (const coset_pml_proc *q = d->sym->procs; q; q = q->next)
        describe_proc(d, q);
}

/* ---- files --------------------------------------------------------------------------------------------------- */

coset_status coset_pml_apply_sym(coset_text *text, uint16_t sym, coset_load_options *options, coset_pml_model *model,
                                 coset_err *err)
{
    uint32_t before = coset_text_errors(text);
    coset_pml_source source;
    describer d = {.text = text, .model = model};
    coset_status s = coset_pml_preprocess(text, sym, options, model->arena, &source, err);
    if (s == COSET_OK)
        s = coset_pml_parse_sym(&source, sym, &d.sym, err);
    if (s != COSET_OK)
        return s;
    describe(&d);
    return coset_text_errors(text) == before
               ? COSET_OK
               : coset_fail(err, COSET_INPUT, "%s does not fit the model", coset_text_name(text, sym));
}

coset_status coset_pml_read_sym(coset_text *text, uint16_t file, coset_load_options *options, coset_pml_model *model,
                                coset_err *err)
{
    const char *name = coset_text_name(text, file), *dot = strrchr(name, '.'), *path = options ? options->sym : NULL;
    uint16_t sym;
    if (!path) {
        if (!dot || strchr(dot, '/'))
            return COSET_OK;
        path = coset_arena_printf(model->arena, "%.*s.sym", (int)(dot - name), name);
        if (strcmp(path, name) == 0 || access(path, F_OK) != 0)
            return COSET_OK;
    }
    coset_status s = coset_text_read(text, path, &sym, err);
    return s == COSET_OK ? coset_pml_apply_sym(text, sym, options, model, err) : s;
}

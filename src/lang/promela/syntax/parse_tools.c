/* Common tools of the parser: tokens, messages, declared names. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lang/promela/syntax/parser.h"

bool coset_pml_sees_word(const coset_pml_parser *p, const char *word)
{
    return coset_pml_sees(p, COSET_PML_T_NAME) && strcmp(coset_pml_now(p)->text, word) == 0;
}

bool coset_pml_accept(coset_pml_parser *p, coset_pml_token_kind kind)
{
    if (p->panic || !coset_pml_sees(p, kind))
        return false;
    coset_pml_skip(p);
    return true;
}

const char *coset_pml_token_text(const coset_pml_parser *p, const coset_pml_token *t)
{
    switch (t->kind) {
    case COSET_PML_T_NAME:
        return coset_arena_printf(p->arena, "`%.60s`", t->text);
    case COSET_PML_T_NUMBER:
        return coset_arena_printf(p->arena, "`%d`", t->value);
    default:
        return coset_pml_token_name(t->kind);
    }
}

static bool was_blamed(coset_pml_parser *p, coset_pos pos)
{
    for (uint32_t i = 0; i < p->blamed.n; i++)
        if (memcmp(&p->blamed.at[i], &pos, sizeof pos) == 0)
            return true;
    *coset_vec_add(&p->blamed) = pos;
    return false;
}

static bool blame(coset_pml_parser *p, coset_pos pos, uint32_t len, const char *code, const char *fmt, va_list args)
{
    if (p->finished || was_blamed(p, pos))
        return false;
    char what[512];
    (void)vsnprintf(what, sizeof what, fmt, args);
    coset_message(p->text, COSET_SEVERITY_ERROR, code, pos, len, "%s", what);
    if (p->call)
        coset_message_help(p->text, "this is in the inline `%s`, called in line %u", p->call->name, p->call->call.line);
    if (++p->errors >= COSET_PML_MOST_ERRORS)
        p->finished = true;
    return true;
}

bool coset_pml_blame(coset_pml_parser *p, const coset_pml_token *at, const char *code, const char *fmt, ...)
{
    if (p->panic)
        return false;
    p->panic = true;
    if (at->is_tainted)
        return false;
    va_list args;
    va_start(args, fmt);
    bool added = blame(p, at->pos, at->len, code, fmt, args);
    va_end(args);
    return added;
}

bool coset_pml_blame_at(coset_pml_parser *p, coset_pos pos, uint32_t len, const char *code, const char *fmt, ...)
{
    if (p->panic)
        return false;
    va_list args;
    va_start(args, fmt);
    bool added = blame(p, pos, len, code, fmt, args);
    va_end(args);
    return added;
}

const char *coset_pml_foreign(const char *word)
{
    static const char *const words[][2] = {
        {"while", "a loop is written `do :: condition -> ... :: else -> break od`"},
        {"switch", "a choice is written `if :: x == 1 -> ... :: x == 2 -> ... :: else fi`"},
        {"then", "a choice is written `if :: condition -> ... :: else -> ... fi`"},
        {"void", "what is called is an inline, `inline name(a, b) { ... }`, or a process, `proctype`"},
        {"boolean", "the type is called `bool`"},
        {"_Bool", "the type is called `bool`"},
        {"integer", "the type is called `int`"},
        {"long", "numbers are of type `int`, `short` or `byte`"},
        {"char", "numbers are of type `int`, `short` or `byte`"},
        {"uint", "a type without negative numbers is `byte`, or `unsigned x : 16`"},
        {"float", "there are only whole numbers"},
        {"double", "there are only whole numbers"},
        {"string", "there are no strings; names are of an `mtype`"},
        {"enum", "names are declared as `mtype = { a, b }`"},
        {"struct", "a structure is declared as `typedef name { ... }`"},
        {"const", "a constant is a macro: `#define name 3`"},
    };
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], word) == 0)
            return words[i][1];
    return NULL;
}

/* `(` or `{` where `::` belongs. */
static void hint_options(const coset_pml_parser *p, coset_pml_token_kind wanted, const coset_pml_token *found)
{
    if (wanted == COSET_PML_T_OPTION && (found->kind == COSET_PML_T_LPAREN || found->kind == COSET_PML_T_LBRACE))
        coset_pml_hint(
            p, "write `if :: condition -> ... :: else -> ... fi`, `do :: condition -> ... :: else -> break od`");
}

bool coset_pml_expect(coset_pml_parser *p, coset_pml_token_kind kind, const char *where)
{
    if (coset_pml_accept(p, kind))
        return true;
    const coset_pml_token *t = coset_pml_now(p);
    if (coset_pml_blame(p, t, "E101", "expected %s%s%s but found %s", coset_pml_token_name(kind), where ? " " : "",
                        where ? where : "", coset_pml_token_text(p, t)))
        hint_options(p, kind, t);
    return false;
}

bool coset_pml_enter(coset_pml_parser *p)
{
    if (p->panic)
        return false;
    if (++p->nest <= COSET_PML_MAX_NEST)
        return true;
    p->nest--;
    coset_pml_blame(p, coset_pml_now(p), "E102", "this is nested more than %d deep", COSET_PML_MAX_NEST);
    p->finished = true;
    return false;
}

void coset_pml_leave(coset_pml_parser *p) { p->nest--; }

coset_pml_token coset_pml_take_name(coset_pml_parser *p, const char *what)
{
    coset_pml_token t = *coset_pml_now(p);
    if (!p->panic && t.kind == COSET_PML_T_NAME) {
        coset_pml_skip(p);
        return t;
    }
    bool word = t.kind >= COSET_PML_T_ACTIVE && t.kind < COSET_PML_T_ALWAYS;
    if (coset_pml_blame(p, &t, "E103", "expected %s but found %s", what, coset_pml_token_text(p, &t)) && word)
        coset_pml_hint(p, "%s is a word of the language", coset_pml_token_name(t.kind));
    t.text = "";
    return t;
}

coset_pml_record *coset_pml_find_record(const coset_pml_parser *p, const char *name)
{
    for (coset_pml_record *r = p->model->records; r; r = r->next)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

coset_pml_scalarset *coset_pml_find_scalarset(const coset_pml_parser *p, const char *name)
{
    for (coset_pml_scalarset *s = p->model->scalarsets; s; s = s->next)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

coset_pml_proc *coset_pml_find_proctype(const coset_pml_model *m, const char *name)
{
    for (coset_pml_proc *q = m->procs; q; q = q->next)
        if (q->kind == COSET_PML_PROCTYPE && strcmp(q->name, name) == 0)
            return q;
    return NULL;
}

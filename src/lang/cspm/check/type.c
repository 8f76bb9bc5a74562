/* Shapes of types, schemes, and their text. */
#include "lang/cspm/check/type.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lang/cspm/check/scope.h"
#include "lang/cspm/check/type_int.h"

static cspm_type *plain(cspm_types *ts, cspm_type_kind kind) { return coset__type_new(ts, kind, 0, NULL); }

void coset__type_init(cspm_types *ts, coset_arena *arena)
{
    *ts = (cspm_types){.arena = arena};
    ts->proc = plain(ts, TYPE_PROC);
    ts->boolean = plain(ts, TYPE_BOOL);
    ts->character = plain(ts, TYPE_CHAR);
    ts->event = plain(ts, TYPE_EVENT);
    ts->empty = plain(ts, TYPE_EMPTY);
}

void coset__type_fini(cspm_types *ts) { coset_vec_fini(&ts->eq_later); }

cspm_type *coset__type_new(cspm_types *ts, cspm_type_kind kind, uint32_t n, cspm_type *const *at)
{
    cspm_type *t = coset_arena_get(ts->arena, 1, sizeof *t);
    t->kind = (uint8_t)kind;
    t->n = n;
    t->at = n ? coset_arena_copy(ts->arena, at, n, sizeof *at) : NULL;
    return t;
}

cspm_type *coset__type_one(cspm_types *ts, cspm_type_kind kind, cspm_type *a)
{
    return coset__type_new(ts, kind, 1, &a);
}

cspm_type *coset__type_two(cspm_types *ts, cspm_type_kind kind, cspm_type *a, cspm_type *b)
{
    cspm_type *at[] = {a, b};
    return coset__type_new(ts, kind, 2, at);
}

cspm_type *coset__type_var(cspm_types *ts)
{
    cspm_type *t = plain(ts, TYPE_VARIABLE);
    t->level = ts->level;
    return t;
}

cspm_type *coset__type_int(cspm_types *ts) { return coset__type_one(ts, TYPE_INT, coset__type_var(ts)); }

cspm_type *coset__type_missing(cspm_types *ts)
{
    cspm_type *t = coset__type_var(ts);
    t->missing = true;
    return t;
}

cspm_type *coset__type_extendable(cspm_types *ts, cspm_type *base)
{
    return coset__type_two(ts, TYPE_EXTENDABLE, coset__type_missing(ts), base);
}

cspm_type *coset__type_rigid(cspm_types *ts, const char *name, uint8_t constraints)
{
    cspm_type *t = plain(ts, TYPE_RIGID);
    t->name = name;
    t->constraints = constraints;
    t->level = ts->level;
    return t;
}

cspm_type *coset__type_datatype(cspm_types *ts, cspm_symbol *symbol)
{
    cspm_type *t = plain(ts, TYPE_DATATYPE);
    t->symbol = symbol;
    return t;
}

cspm_type *coset__type_see(cspm_types *ts, cspm_type *t)
{
    for (;;) {
        if (t->kind == TYPE_VARIABLE && t->n) {
            t = t->at[0];
            continue;
        }
        if (t->kind != TYPE_EXTENDABLE)
            return t;
        cspm_type *missing = coset__type_see(ts, t->at[0]);
        if (missing->kind == TYPE_EMPTY) {
            t = t->at[1];
        } else if (missing->kind == TYPE_MORE) { /* with one field known it is field => (e' =>* base) */
            t->at[1] = coset__type_two(ts, TYPE_EXTENDABLE, missing->at[1], t->at[1]);
            t->at[0] = missing->at[0];
            t->kind = TYPE_DOTABLE;
            return t;
        } else {
            return t;
        }
    }
}

bool coset__type_is_open(const cspm_type *t) { return t->kind == TYPE_VARIABLE && t->n == 0 && !t->missing; }

void coset__type_start(cspm_types *ts)
{
    ts->steps = 0;
    ts->why = NULL;
    ts->lacks = 0;
    ts->differ[0] = ts->differ[1] = NULL;
}

bool coset__type_step(cspm_types *ts, uint32_t depth)
{
    if (depth <= TYPE_DEPTH && ++ts->steps <= TYPE_STEPS)
        return true;
    ts->why = "the type is too large";
    return false;
}

/* ---- schemes ------------------------------------------------------------------------------------------------- */

typedef struct {
    cspm_types *ts;
    cspm_parts vars; /* unfilled variables deeper than ts->level */
    uint32_t n_classes;
} collector;

static void collect(collector *c, cspm_type *t, uint32_t depth);

/* Classes beyond the bound are not generalised: they are the same at each use. */
static void collect_class(collector *c, cspm_type *t, uint32_t depth)
{
    uint32_t before = c->vars.n;
    t = coset__type_see(c->ts, t);
    if (c->n_classes == TYPE_CLASSES && t->level > c->ts->level)
        t->level = c->ts->level;
    collect(c, t, depth + 1);
    c->n_classes += c->vars.n - before;
}

static void collect(collector *c, cspm_type *t, uint32_t depth)
{
    t = coset__type_see(c->ts, t);
    if (!coset__type_step(c->ts, depth))
        return;
    if (t->kind == TYPE_VARIABLE && t->level > c->ts->level) {
        for (uint32_t i = 0; i < c->vars.n; i++)
            if (c->vars.at[i] == t)
                return;
        *coset_vec_add(&c->vars) = t;
        if (c->vars.n - c->n_classes > TYPE_VARIABLES)
            c->ts->steps = TYPE_STEPS;
        return;
    }
    if (t->kind == TYPE_INT) {
        collect_class(c, t->at[0], depth);
        return;
    }
    for (uint32_t i = 0; i < t->n; i++)
        collect(c, t->at[i], depth + 1);
}

cspm_scheme coset__type_generalise(cspm_types *ts, cspm_type *t)
{
    collector c = {.ts = ts};
    coset__type_start(ts);
    collect(&c, t, 0);
    cspm_scheme scheme = {t, c.vars.n ? coset_arena_copy(ts->arena, c.vars.at, c.vars.n, sizeof t) : NULL, c.vars.n};
    coset_vec_fini(&c.vars);
    return scheme;
}

void coset__type_fix(cspm_types *ts, cspm_type *t)
{
    cspm_scheme s = coset__type_generalise(ts, t);
    for (uint32_t i = 0; i < s.n_vars; i++)
        s.vars[i]->level = ts->level;
}

static cspm_type *copy(cspm_types *ts, cspm_type *t, const cspm_scheme *s, cspm_type *const *fresh, uint32_t depth)
{
    t = coset__type_see(ts, t);
    for (uint32_t i = 0; t->kind == TYPE_VARIABLE && i < s->n_vars; i++)
        if (s->vars[i] == t)
            return fresh[i];
    if (t->n == 0 || !coset__type_step(ts, depth))
        return t;
    cspm_type *new = coset__type_new(ts, (cspm_type_kind)t->kind, t->n, t->at);
    new->symbol = t->symbol;
    for (uint32_t i = 0; i < t->n; i++)
        new->at[i] = copy(ts, t->at[i], s, fresh, depth + 1);
    return new;
}

cspm_type *coset__type_instantiate(cspm_types *ts, const cspm_scheme *scheme)
{
    if (scheme->n_vars == 0)
        return scheme->type;
    cspm_parts fresh = {0};
    for (uint32_t i = 0; i < scheme->n_vars; i++) {
        cspm_type *v = coset__type_var(ts);
        v->constraints = scheme->vars[i]->constraints;
        v->missing = scheme->vars[i]->missing;
        *coset_vec_add(&fresh) = v;
    }
    coset__type_start(ts);
    cspm_type *t = copy(ts, scheme->type, scheme, fresh.at, 0);
    coset_vec_fini(&fresh);
    return t;
}

static bool is_open(cspm_types *ts, cspm_type *t, uint32_t depth)
{
    t = coset__type_see(ts, t);
    if (t->kind == TYPE_VARIABLE)
        return true;
    for (uint32_t i = 0; t->kind != TYPE_INT && i < t->n && coset__type_step(ts, depth); i++)
        if (is_open(ts, t->at[i], depth + 1))
            return true;
    return false;
}

bool coset__type_open(cspm_types *ts, cspm_type *t)
{
    coset__type_start(ts);
    return is_open(ts, t, 0);
}

/* ---- text ---------------------------------------------------------------------------------------------------- */

#define TEXT_ROOM 240

typedef struct {
    cspm_types *ts;
    char text[TEXT_ROOM + 8];
    size_t len;
    cspm_parts vars; /* in order of appearance: a, b, .. */
} writer;

static void put(writer *w, const char *text)
{
    size_t n = strlen(text);
    if (w->len + n > TEXT_ROOM) {
        if (w->len <= TEXT_ROOM)
            memcpy(w->text + w->len, "..", 3);
        w->len = TEXT_ROOM + 1;
        return;
    }
    memcpy(w->text + w->len, text, n + 1);
    w->len += n;
}

static void write_type(writer *w, cspm_type *t);

/* A part of a dotted type: a part that contains an arrow is parenthesised. */
static void write_part(writer *w, cspm_type *t)
{
    t = coset__type_see(w->ts, t);
    bool arrow = t->kind == TYPE_DOTABLE || t->kind == TYPE_EXTENDABLE || t->kind == TYPE_FUNCTION;
    put(w, arrow ? "(" : "");
    write_type(w, t);
    put(w, arrow ? ")" : "");
}

/* a.b => c is the same as a => b => c. */
static void write_fields(writer *w, cspm_type *t)
{
    for (t = coset__type_see(w->ts, t); t->kind == TYPE_DOT && w->len <= TEXT_ROOM;
         t = coset__type_see(w->ts, t->at[1])) {
        write_part(w, t->at[0]);
        put(w, " => ");
    }
    write_part(w, t);
}

static void write_list(writer *w, cspm_type *const *at, uint32_t n, const char *between)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            put(w, between);
        write_type(w, at[i]);
    }
}

static void write_around(writer *w, const char *open, const cspm_type *t, uint32_t n, const char *close)
{
    put(w, open);
    write_list(w, t->at, n, ", ");
    put(w, close);
}

static void write_variable(writer *w, cspm_type *t)
{
    uint32_t i = 0;
    while (i < w->vars.n && w->vars.at[i] != t)
        i++;
    if (i == w->vars.n)
        *coset_vec_add(&w->vars) = t;
    char name[16];
    snprintf(name, sizeof name, i < 26 ? "%c" : "t%u", i < 26 ? (int)('a' + i) : (int)i);
    put(w, name);
}

static void write_type(writer *w, cspm_type *t)
{
    t = coset__type_see(w->ts, t);
    if (w->len > TEXT_ROOM)
        return;
    switch (t->kind) {
    case TYPE_VARIABLE:
        write_variable(w, t);
        return;
    case TYPE_RIGID:
        put(w, t->name);
        return;
    case TYPE_PROC:
        put(w, "Proc");
        return;
    case TYPE_INT:
        put(w, "Int");
        return;
    case TYPE_BOOL:
        put(w, "Bool");
        return;
    case TYPE_CHAR:
        put(w, "Char");
        return;
    case TYPE_EVENT:
        put(w, "Event");
        return;
    case TYPE_DATATYPE:
        if (t->symbol->decl->instance) {
            put(w, t->symbol->decl->instance->name);
            put(w, "::");
        }
        put(w, t->symbol->name);
        return;
    case TYPE_SET:
        write_around(w, "{", t, 1, "}");
        return;
    case TYPE_SEQ:
        write_around(w, "<", t, 1, ">");
        return;
    case TYPE_MAP:
        put(w, "(| ");
        write_list(w, t->at, 2, " => ");
        put(w, " |)");
        return;
    case TYPE_TUPLE:
        write_around(w, "(", t, t->n, ")");
        return;
    case TYPE_FUNCTION:
        write_around(w, "(", t, t->n - 1, ") -> ");
        write_type(w, t->at[t->n - 1]);
        return;
    case TYPE_DOT:
        write_part(w, t->at[0]);
        put(w, ".");
        write_part(w, t->at[1]);
        return;
    case TYPE_DOTABLE:
    case TYPE_EXTENDABLE:
        write_fields(w, t->at[0]);
        put(w, t->kind == TYPE_DOTABLE ? " => " : " =>* ");
        write_type(w, t->at[1]);
        return;
    default:
        put(w, "?");
        return;
    }
}

const char *coset__type_text(cspm_types *ts, cspm_type *t)
{
    writer w = {.ts = ts};
    write_type(&w, t);
    coset_vec_fini(&w.vars);
    return coset_arena_text(ts->arena, w.text);
}

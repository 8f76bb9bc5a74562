/* lang/promela/syntax/parse_decl.c - tokens to syntax tree: declarations of variables and types. */
#include <string.h>

#include "lang/promela/syntax/parser.h"

/* ---- types --------------------------------------------------------------------------------------------------- */

static const struct {
    coset_pml_token_kind token;
    coset_pml_kind kind;
    uint32_t bits;
} basic_types[] = {
    {COSET_PML_T_BIT, COSET_PML_BIT, 1},           {COSET_PML_T_BOOL, COSET_PML_BOOL, 1},
    {COSET_PML_T_BYTE, COSET_PML_BYTE, 8},         {COSET_PML_T_PID, COSET_PML_PID, 8},
    {COSET_PML_T_SHORT, COSET_PML_SHORT, 16},      {COSET_PML_T_INT, COSET_PML_INT, 32},
    {COSET_PML_T_UNSIGNED, COSET_PML_UNSIGNED, 0}, {COSET_PML_T_MTYPE, COSET_PML_MTYPE, 8},
    {COSET_PML_T_CHAN, COSET_PML_CHAN, 8},
};

static bool begins_type(const coset_pml_parser *p)
{
    const coset_pml_token *t = coset_pml_now(p);
    for (size_t i = 0; i < sizeof basic_types / sizeof *basic_types; i++)
        if (basic_types[i].token == t->kind)
            return true;
    return t->kind == COSET_PML_T_NAME && (coset_pml_find_record(p, t->text) || coset_pml_find_scalarset(p, t->text));
}

bool coset_pml_begins_decl(const coset_pml_parser *p)
{
    return coset_pml_sees(p, COSET_PML_T_HIDDEN) || coset_pml_sees(p, COSET_PML_T_SHOW) ||
           coset_pml_sees(p, COSET_PML_T_LOCAL) || begins_type(p);
}

static coset_pml_mtype *find_mtype(coset_pml_parser *p, const char *name, const coset_pml_token *at)
{
    for (coset_pml_mtype *m = p->model->mtypes; m; m = m->next)
        if (name ? m->name && strcmp(m->name, name) == 0 : !m->name)
            return m;
    coset_pml_mtype *m = coset_arena_get(p->arena, 1, sizeof *m);
    m->name = name;
    m->pos = at->pos;
    *p->last_mtype = m;
    p->last_mtype = &m->next;
    return m;
}

/* A type without the name after `mtype:`. */
static coset_pml_type parse_type(coset_pml_parser *p)
{
    coset_pml_type type = {.kind = COSET_PML_INT, .bits = 32};
    const coset_pml_token *t = coset_pml_now(p);
    for (size_t i = 0; i < sizeof basic_types / sizeof *basic_types; i++)
        if (basic_types[i].token == t->kind)
            type = (coset_pml_type){.kind = basic_types[i].kind, .bits = basic_types[i].bits};
    if (!begins_type(p)) {
        coset_pml_blame(p, t, "E110", "expected a type but found %s", coset_pml_token_text(p, t));
        return type;
    }
    if (t->kind == COSET_PML_T_NAME) {
        type.record = coset_pml_find_record(p, t->text);
        type.kind = type.record ? COSET_PML_STRUCT : COSET_PML_BYTE;
        type.bits = type.record ? 0 : 8;
        type.scalarset = type.record ? NULL : coset_pml_find_scalarset(p, t->text);
    }
    coset_pml_skip(p);
    return type;
}

/* ---- mtype = { a, b } ---------------------------------------------------------------------------------------- */

static void add_member(coset_pml_parser *p, coset_pml_mtype *m, const coset_pml_token *name)
{
    coset_pml_member *new = coset_arena_get(p->arena, 1, sizeof *new);
    *new =
        (coset_pml_member){.name = name->text, .pos = name->pos, .len = name->len, .value = ++m->n_members, .mtype = m};
    new->order = ++p->n_declared;
    coset_pml_member **last = &m->members;
    while (*last)
        last = &(*last)->next;
    *last = new;
    if (m->n_members == COSET_PML_MAX_MTYPES + 1)
        coset_pml_blame_at(p, name->pos, name->len, "E111", "an mtype has more than %d names", COSET_PML_MAX_MTYPES);
}

/* Names with or without commas; the last one in the source has the first number. */
static void parse_members(coset_pml_parser *p, coset_pml_mtype *m)
{
    COSET_VEC(coset_pml_token) names = {0};
    coset_pml_expect(p, COSET_PML_T_LBRACE, "in front of the names of the mtype");
    do {
        *coset_vec_add(&names) = coset_pml_take_name(p, "a name of the mtype");
        while (coset_pml_accept(p, COSET_PML_T_COMMA)) /* any number of them */
            ;
    } while (!p->panic && !coset_pml_sees(p, COSET_PML_T_RBRACE));
    coset_pml_expect(p, COSET_PML_T_RBRACE, "after the names of the mtype");
    for (uint32_t i = names.n; i-- > 0 && m->n_members <= COSET_PML_MAX_MTYPES;)
        add_member(p, m, &names.at[i]);
    coset_vec_fini(&names);
}

/* ---- variables ----------------------------------------------------------------------------------------------- */

static coset_pml_part *parse_part(coset_pml_parser *p)
{
    coset_pml_part *part = coset_arena_get(p->arena, 1, sizeof *part);
    coset_pml_token at = *coset_pml_now(p);
    part->pos = at.pos;
    part->len = at.len;
    part->type = parse_type(p);
    if (part->type.kind == COSET_PML_MTYPE && !p->panic) {
        coset_pml_token name = {.text = NULL};
        if (coset_pml_accept(p, COSET_PML_T_COLON))
            name = coset_pml_take_name(p, "the name of an mtype");
        part->type.mtype = find_mtype(p, name.text, &at);
    }
    if (part->type.kind == COSET_PML_UNSIGNED)
        coset_pml_blame_at(p, at.pos, at.len, "E112", "an unsigned cannot be a field of a message");
    return part;
}

/* `[n] of { types }`; the current token is the bracket. */
static coset_pml_chan *parse_chan(coset_pml_parser *p)
{
    coset_pml_chan *c = coset_arena_get(p->arena, 1, sizeof *c);
    c->pos = coset_pml_now(p)->pos;
    coset_pml_skip(p);
    c->size = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_RBRACKET, "after the capacity of the channel");
    coset_pml_expect(p, COSET_PML_T_OF, "after the capacity of the channel");
    coset_pml_expect(p, COSET_PML_T_LBRACE, "in front of the types of a message");
    coset_pml_part **last = &c->parts;
    do {
        *last = parse_part(p);
        last = &(*last)->next;
    } while (coset_pml_accept(p, COSET_PML_T_COMMA));
    coset_pml_expect(p, COSET_PML_T_RBRACE, "after the types of a message");
    return c;
}

static coset_pml_expr *parse_list(coset_pml_parser *p)
{
    coset_pml_skip(p);
    coset_pml_expr *list = coset_pml_parse_args(p);
    coset_pml_expect(p, COSET_PML_T_RBRACE, "after the values of the array");
    return list;
}

static void parse_init(coset_pml_parser *p, coset_pml_var *v)
{
    if (coset_pml_sees(p, COSET_PML_T_LBRACKET))
        v->chan = parse_chan(p);
    else if (coset_pml_sees(p, COSET_PML_T_LBRACE))
        v->inits = parse_list(p);
    else
        v->init = coset_pml_parse_expr(p);
}

/* `[size]`, where the size may be the name of a scalarset. */
static void parse_bound(coset_pml_parser *p, coset_pml_var *v)
{
    v->is_array = true;
    const coset_pml_token *t = coset_pml_now(p);
    v->index = t->kind == COSET_PML_T_NAME ? coset_pml_find_scalarset(p, t->text) : NULL;
    if (v->index)
        coset_pml_skip(p);
    else
        v->size = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_RBRACKET, "after the size of the array");
}

static coset_pml_var *parse_var(coset_pml_parser *p, const coset_pml_var *common)
{
    coset_pml_token name = coset_pml_take_name(p, "the name of a variable");
    coset_pml_var *v = coset_arena_get(p->arena, 1, sizeof *v);
    *v = *common;
    v->name = name.text;
    v->pos = name.pos;
    v->len = name.len;
    v->n = 1;
    v->order = ++p->n_declared;
    if (coset_pml_accept(p, COSET_PML_T_COLON)) {
        const coset_pml_token *t = coset_pml_now(p);
        v->width = coset_pml_new_expr(p, COSET_PML_E_NUMBER, t);
        v->width->value = t->value;
        coset_pml_expect(p, COSET_PML_T_NUMBER, "after the colon: a number of bits");
    } else if (coset_pml_accept(p, COSET_PML_T_LBRACKET)) {
        parse_bound(p, v);
    }
    if (coset_pml_accept(p, COSET_PML_T_BECOMES))
        parse_init(p, v);
    return v;
}

/* The words before the type. */
static void parse_visibility(coset_pml_parser *p, coset_pml_var *v)
{
    v->is_hidden = coset_pml_accept(p, COSET_PML_T_HIDDEN);
    v->is_shown = !v->is_hidden && coset_pml_accept(p, COSET_PML_T_SHOW);
    v->is_own = !v->is_hidden && !v->is_shown && coset_pml_accept(p, COSET_PML_T_LOCAL);
}

/* After `mtype`: an optional name, then possibly a declaration of names; true if there was one. */
static bool parse_mtype(coset_pml_parser *p, coset_pml_var *common, const coset_pml_token *at)
{
    if (coset_pml_accept(p, COSET_PML_T_COLON))
        common->written_mtype = coset_pml_take_name(p, "the name of an mtype").text;
    coset_pml_mtype *m = find_mtype(p, common->written_mtype, at);
    common->type.mtype = m;
    bool names = coset_pml_accept(p, COSET_PML_T_BECOMES) || coset_pml_sees(p, COSET_PML_T_LBRACE);
    if (!names || p->panic)
        return false;
    if (common->storage != COSET_PML_GLOBAL)
        coset_pml_blame(p, at, "E113", "the names of an mtype are declared outside of all processes only");
    parse_members(p, m);
    return true;
}

coset_pml_var *coset_pml_parse_decl(coset_pml_parser *p, coset_pml_storage storage)
{
    coset_pml_var common = {.storage = storage};
    parse_visibility(p, &common);
    coset_pml_token at = *coset_pml_now(p);
    common.type = parse_type(p);
    if (p->panic || (common.type.kind == COSET_PML_MTYPE && parse_mtype(p, &common, &at)))
        return NULL;
    coset_pml_var *first = NULL, **last = storage == COSET_PML_GLOBAL ? p->last_global : &first;
    do {
        *last = parse_var(p, &common);
        if (!first)
            first = *last;
        last = &(*last)->next;
        if (storage == COSET_PML_GLOBAL)
            p->last_global = last;
    } while (coset_pml_accept(p, COSET_PML_T_COMMA));
    return first;
}

coset_pml_var *coset_pml_parse_fields(coset_pml_parser *p, coset_pml_storage storage, coset_pml_token_kind close)
{
    coset_pml_var *first = NULL, **last = &first;
    while (!p->panic && !coset_pml_sees(p, close)) {
        if (!coset_pml_begins_decl(p)) {
            const coset_pml_token *t = coset_pml_now(p);
            if (coset_pml_blame(p, t, "E114", "expected a type but found %s", coset_pml_token_text(p, t)) &&
                t->kind == COSET_PML_T_NAME)
                coset_pml_hint(p, "a typedef must precede its uses");
            break;
        }
        *last = coset_pml_parse_decl(p, storage);
        if (!*last)
            break;
        while (*last)
            last = &(*last)->next;
        if (!coset_pml_sees(p, close) && !coset_pml_accept(p, COSET_PML_T_SEMI)) {
            coset_pml_expect(p, COSET_PML_T_SEMI, "between declarations");
            break;
        }
    }
    return first;
}

/* ---- typedef, scalarset -------------------------------------------------------------------------------------- */

void coset_pml_parse_typedef(coset_pml_parser *p)
{
    coset_pml_skip(p);
    coset_pml_token name = coset_pml_take_name(p, "the name of a type");
    coset_pml_record *r = coset_arena_get(p->arena, 1, sizeof *r);
    *r = (coset_pml_record){.name = name.text, .pos = name.pos, .len = name.len};
    const coset_pml_record *old = p->panic ? NULL : coset_pml_find_record(p, name.text);
    if (old)
        coset_pml_blame_at(p, name.pos, name.len, "E115", "the type `%s` is declared a second time; first in line %u",
                           name.text, old->pos.line);
    r->order = ++p->n_declared;
    p->in_body = true;
    coset_pml_expect(p, COSET_PML_T_LBRACE, "after the name of the type");
    r->fields = coset_pml_parse_fields(p, COSET_PML_FIELD, COSET_PML_T_RBRACE);
    if (!r->fields)
        coset_pml_blame(p, coset_pml_now(p), "E116", "a type needs at least one field");
    p->in_body = false;
    coset_pml_expect(p, COSET_PML_T_RBRACE, "after the fields of the type");
    *p->last_record = r;
    p->last_record = &r->next;
}

/* `scalarset Name[n]` */
void coset_pml_parse_scalarset(coset_pml_parser *p)
{
    coset_pml_skip(p);
    coset_pml_token name = coset_pml_take_name(p, "the name of a scalarset");
    coset_pml_scalarset *s = coset_arena_get(p->arena, 1, sizeof *s);
    *s = (coset_pml_scalarset){.name = name.text, .pos = name.pos, .len = name.len};
    if (!p->panic && (coset_pml_find_scalarset(p, name.text) || coset_pml_find_record(p, name.text)))
        coset_pml_blame_at(p, name.pos, name.len, "E117", "the type `%s` is declared a second time", name.text);
    coset_pml_expect(p, COSET_PML_T_LBRACKET, "after the name of the scalarset");
    s->size = coset_pml_parse_expr(p);
    coset_pml_expect(p, COSET_PML_T_RBRACKET, "after the size of the scalarset");
    *p->last_scalarset = s;
    p->last_scalarset = &s->next;
}

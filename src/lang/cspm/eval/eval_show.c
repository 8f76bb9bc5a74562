/* Values as text. */
#include <stdio.h>
#include <string.h>

#include "lang/cspm/eval/eval_int.h"

typedef struct {
    cspm_machine *m;
    COSET_VEC(char) text;
} writer;

static void put(writer *w, const char *text)
{
    for (; *text; text++)
        *coset_vec_add(&w->text) = *text;
}

static bool show(writer *w, cspm_value *v);

static bool show_cells(writer *w, const cspm_value *v, uint32_t from, const char *between)
{
    for (uint32_t i = from; i < v->n; i++) {
        put(w, i > from ? between : "");
        if (!show(w, v->at[i].value))
            return false;
    }
    return true;
}

static bool show_around(writer *w, const char *open, const cspm_value *v, const char *close)
{
    put(w, open);
    bool ok = show_cells(w, v, 0, ", ");
    put(w, close);
    return ok;
}

static void show_char(writer *w, int64_t c, char quote)
{
    const char *escape = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : NULL;
    if (!escape && (c == quote || c == '\\'))
        put(w, "\\");
    if (escape)
        put(w, escape);
    else
        *coset_vec_add(&w->text) = (char)c;
}

/* Characters as a string, anything else in angle brackets. */
static bool show_sequence(writer *w, cspm_value *seq)
{
    if (!coset__eval_force_all(w->m, seq))
        return false;
    bool string = seq->kind == VALUE_CONS && seq->at[0].value->kind == VALUE_CHAR;
    put(w, string ? "\"" : "<");
    for (const cspm_value *s = seq; s->kind == VALUE_CONS; s = s->at[1].value) {
        if (string) {
            show_char(w, s->at[0].value->at[0].integer, '"');
            continue;
        }
        put(w, s != seq ? ", " : "");
        if (!show(w, s->at[0].value))
            return false;
    }
    put(w, string ? "\"" : ">");
    return true;
}

static void show_symbol(writer *w, const cspm_symbol *symbol)
{
    if (symbol->decl && symbol->decl->path)
        put(w, symbol->decl->path);
    put(w, symbol->name);
}

static bool show_infinite(writer *w, const cspm_value *set)
{
    char number[32];
    switch (set->sub) {
    case SET_INTS:
        put(w, "Int");
        return true;
    case SET_FROM:
        (void)snprintf(number, sizeof number, "{%lld..}", (long long)set->at[0].integer);
        put(w, number);
        return true;
    case SET_PROCS:
        put(w, "Proc");
        return true;
    case SET_EVENTS:
        put(w, "Events");
        return true;
    case SET_TYPE:
        show_symbol(w, set->at[0].symbol);
        return true;
    case SET_POWER:
    case SET_SEQS:
        put(w, set->sub == SET_POWER ? "Set(" : "Seq(");
        break;
    case SET_UNION:
        put(w, "union(");
        break;
    case SET_MAPS:
        put(w, "Map(");
        break;
    default:
        put(w, "{| ");
        if (set->sub == SET_DATA)
            show_symbol(w, set->at[0].symbol);
        put(w, " .. |}");
        return true;
    }
    for (uint32_t i = 0; i + 1 < set->n; i++) {
        put(w, i ? ", " : "");
        if (!show(w, set->at[i].value))
            return false;
    }
    put(w, ")");
    return true;
}

static bool show_map(writer *w, const cspm_value *map)
{
    put(w, "(|");
    for (uint32_t i = 0; i < map->n; i += 2) {
        put(w, i ? ", " : " ");
        if (!show(w, map->at[i].value))
            return false;
        put(w, " => ");
        if (!show(w, map->at[i + 1].value))
            return false;
    }
    put(w, " |)");
    return true;
}

static bool show_data(writer *w, const cspm_value *v)
{
    show_symbol(w, v->at[0].symbol);
    put(w, v->n > 1 ? "." : "");
    return show_cells(w, v, 1, ".");
}

/* The source of a process, with `?` for parts that are not evaluated yet. */
static bool show_code(writer *w, const cspm_value *v)
{
    if (v->kind == VALUE_BUILTIN || v->sub == 1) {
        put(w, coset__cspm_builtins[v->at[0].integer].name);
        put(w, v->n > 1 ? "(" : "");
        bool ok = show_cells(w, v, 1, ", ");
        put(w, v->n > 1 ? ")" : "");
        return ok;
    }
    const cspm_node *node = v->at[0].node;
    char *text = NULL;
    size_t len = 0;
    FILE *out = coset_text_open(&text, &len);
    if (node->kind == CSPM_FUNCTION)
        (void)fprintf(out, "%s", node->text);
    else
        coset__cspm_print_node(out, node);
    coset_text_close(out, &text);
    put(w, text);
    coset_delete(text);
    return true;
}

static bool show(writer *w, cspm_value *v)
{
    char number[32];
    v = coset__eval_force(w->m, v);
    if (!v || !coset__eval_room(w->m))
        return false;
    switch (v->kind) {
    case VALUE_INT:
        (void)snprintf(number, sizeof number, "%lld", (long long)v->at[0].integer);
        put(w, number);
        return true;
    case VALUE_BOOL:
        put(w, v->at[0].integer ? "true" : "false");
        return true;
    case VALUE_CHAR:
        put(w, "'");
        show_char(w, v->at[0].integer, '\'');
        put(w, "'");
        return true;
    case VALUE_NIL:
    case VALUE_CONS:
        return show_sequence(w, v);
    case VALUE_TUPLE:
        return show_around(w, "(", v, ")");
    case VALUE_DATA:
        return show_data(w, v);
    case VALUE_DOTS:
        return show_cells(w, v, 0, ".");
    case VALUE_SET:
        if (coset__set_infinite(w->m, v))
            return !w->m->failed && show_infinite(w, v);
        v = coset__set_list(w->m, v);
        return v && show_around(w, "{", v, "}");
    case VALUE_MAP:
        return show_map(w, v);
    default:
        return show_code(w, v);
    }
}

char *coset__eval_show(cspm_machine *m, cspm_value *v)
{
    writer w = {.m = m};
    bool ok = show(&w, v);
    *coset_vec_add(&w.text) = '\0';
    if (ok)
        return w.text.at;
    coset_vec_fini(&w.text);
    return NULL;
}

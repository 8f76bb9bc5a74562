/* Processes as text. */
#include <stdio.h>
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

/* The piece of script on one line, cut at `len`. */
static void put_node(const cspm_node *node, char *out, size_t len)
{
    char *text = NULL;
    size_t size = 0, n = 0;
    FILE *file = coset_text_open(&text, &size);
    coset__cspm_print_node(file, node);
    coset_text_close(file, &text);
    for (size_t i = 0; i < size && n + 1 < len; i++) {
        bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
        if (!blank || (n && out[n - 1] != ' '))
            out[n++] = blank ? ' ' : text[i];
    }
    out[n] = '\0';
    if (n + 1 == len && n > 3)
        memcpy(out + n - 2, "..", 2);
    coset_delete(text);
}

static const char *word_of(uint64_t kind)
{
    switch (kind) {
    case TERM_STOP:
    case TERM_TSTOP:
        return "STOP";
    case TERM_SKIP:
    case TERM_TSKIP:
        return "SKIP";
    case TERM_OMEGA:
        return "(terminated)";
    case TERM_DIV:
        return "DIV";
    case TERM_RUN:
        return "RUN(..)";
    case TERM_CHAOS:
        return "CHAOS(..)";
    case TERM_BUFFER:
        return "BUFFER(..)";
    case TERM_DELAY:
        return "WAIT(..)";
    default:
        return "..";
    }
}

/* How an operator around a term is printed. */
typedef struct {
    const char *before, *between, *after;
    uint32_t first, step; /* words that hold terms */
} shape;

static bool shape_of(uint64_t kind, shape *s)
{
    static const shape shapes[] = {
        [TERM_EXTERNAL] = {"", " [] ", "", 1, 1},
        [TERM_SEQUENCE] = {"", "", " ; ..", 1, 9},
        [TERM_SLIDING] = {"", "", " [> ..", 1, 9},
        [TERM_INTERRUPT] = {"", " /\\ ", "", 1, 1},
        [TERM_PARALLEL] = {"", " [|..|] ", "", 2, 1},
        [TERM_ALPHABETISED] = {"", " [..||..] ", "", 2, 2},
        [TERM_EXCEPTION] = {"", "", " [|..|> ..", 2, 9},
        [TERM_SYNC_EXTERNAL] = {"", " [+..+] ", "", 2, 1},
        [TERM_SYNC_INTERRUPT] = {"", " /+..+\\ ", "", 2, 1},
        [TERM_LINKED] = {"", " [..<->..] ", "", 2, 1},
        [TERM_HIDE] = {"", "", " \\ ..", 2, 9},
        [TERM_PROJECT] = {"", "", " |\\ ..", 2, 9},
        [TERM_RENAME] = {"", "", "[[..]]", 2, 9},
        [TERM_PRIORITISE] = {"prioritise(", "", ")", 2, 9},
        [TERM_CHASE] = {"chase(", "", ")", 1, 9},
    };
    if (kind >= sizeof shapes / sizeof *shapes || !shapes[kind].step)
        return false;
    *s = shapes[kind];
    return true;
}

static void append(char *out, size_t len, const char *text)
{
    size_t n = strlen(out);
    (void)snprintf(out + n, len - n, "%s", text);
}

/* ---- names ------------------------------------------------------------------------------------------------------ */

/* The value, if it is already evaluated and short. Printing a name evaluates nothing. */
static const cspm_value *known_value(const cspm_value *v)
{
    while (v && v->kind == VALUE_THUNK && v->sub == THUNK_DONE)
        v = v->at[0].value;
    if (!v)
        return NULL;
    switch (v->kind) {
    case VALUE_INT:
    case VALUE_BOOL:
    case VALUE_CHAR:
    case VALUE_DATA:
    case VALUE_DOTS:
    case VALUE_NIL:
        return v;
    default:
        return NULL;
    }
}

static void append_arg(cspm_procs *ps, const cspm_node *arg, const cspm_frame *frame, char *out, size_t len)
{
    while (arg->kind == CSPM_PAREN)
        arg = arg->kid[0];
    bool variable = arg->kind == CSPM_NAME && arg->symbol->kind != SYMBOL_BUILTIN;
    const cspm_value *v = variable ? known_value(coset__eval_variable(arg->symbol, frame)) : NULL;
    char *text = v ? coset__eval_show(ps->m, (cspm_value *)(uintptr_t)v) : NULL;
    if (text || arg->kind == CSPM_INT || arg->kind == CSPM_BOOL) {
        char literal[64] = "";
        if (!text)
            put_node(arg, literal, sizeof literal);
        append(out, len, text ? text : literal);
    } else {
        append(out, len, "..");
    }
    coset_delete(text);
}

static const cspm_node *called(const cspm_node *node)
{
    while (node->kind == CSPM_PAREN || node->kind == CSPM_APPLY)
        node = node->kid[0];
    return node->kind == CSPM_NAME && node->symbol->kind == SYMBOL_VALUE ? node : NULL;
}

static void append_call(cspm_procs *ps, const cspm_node *node, const cspm_frame *frame, char *out, size_t len)
{
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    if (node->kind == CSPM_NAME) {
        const cspm_decl *d = node->symbol->decl;
        append(out, len, d && d->path ? d->path : "");
        append(out, len, node->symbol->name);
        return;
    }
    append_call(ps, node->kid[0], frame, out, len);
    append(out, len, "(");
    for (uint32_t i = 1; i < node->n; i++) {
        append(out, len, i > 1 ? ", " : "");
        append_arg(ps, node->kid[i], frame, out, len);
    }
    append(out, len, ")");
}

void coset__term_name(cspm_procs *ps, uint32_t term, const cspm_node *node, cspm_frame *frame)
{
    char name[120] = "";
    while (ps->names_of.n <= term)
        *coset_vec_add(&ps->names_of) = NULL;
    if (ps->names_of.at[term] || !called(node))
        return;
    append_call(ps, node, frame, name, sizeof name);
    ps->names_of.at[term] = coset_arena_text(ps->arena, name);
}

/* The values of the names that a piece of script uses: " (x = 1, y = A)". */
static void append_values(cspm_procs *ps, const cspm_node *node, const cspm_frame *frame, char *out, size_t len)
{
    const cspm_names_used *used = coset__proc_names(ps, node, 1);
    const char *between = " (";
    for (uint32_t i = 0; i < used->n; i++) {
        const cspm_value *v = known_value(coset__eval_variable(used->at[i], frame));
        char *text = v ? coset__eval_show(ps->m, (cspm_value *)(uintptr_t)v) : NULL;
        if (text && strlen(text) < 30) {
            append(out, len, between);
            append(out, len, used->at[i]->name);
            append(out, len, " = ");
            append(out, len, text);
            between = ", ";
        }
        coset_delete(text);
    }
    if (between[0] == ',')
        append(out, len, ")");
}

bool coset__call_text(cspm_procs *ps, const cspm_value *v, char *out, size_t len)
{
    out[0] = '\0';
    if (v->kind == VALUE_THUNK && v->sub == THUNK_NODE && called(v->at[0].node))
        append_call(ps, v->at[0].node, v->at[1].frame, out, len);
    return out[0];
}

/* ---- terms ------------------------------------------------------------------------------------------------------ */

void coset__proc_text(cspm_procs *ps, uint32_t term, char *out, size_t len)
{
    uint64_t kind = coset__table_at(&ps->terms, term)[0];
    shape s;
    out[0] = '\0';
    if (term < ps->names_of.n && ps->names_of.at[term]) {
        append(out, len, ps->names_of.at[term]);
        return;
    }
    if (kind == TERM_PREFIX || kind == TERM_INTERNAL || kind == TERM_CHOOSING) {
        const cspm_value *code = coset__proc_code_value(ps, (uint32_t)coset__table_at(&ps->terms, term)[1]);
        put_node(code->at[0].node, out, len);
        append_values(ps, code->at[0].node, code->at[1].frame, out, len);
        return;
    }
    if (kind == TERM_MACHINE) {
        append(out, len, ps->machine_texts.at[coset__table_at(&ps->terms, term)[1]]);
        return;
    }
    if (!shape_of(kind, &s)) {
        append(out, len, word_of(kind));
        return;
    }
    append(out, len, s.before);
    for (uint32_t i = s.first; i < coset__table_len(&ps->terms, term) && strlen(out) + 4 < len; i += s.step) {
        size_t n = strlen(out);
        if (i > s.first)
            append(out, len, s.between);
        n = strlen(out);
        coset__proc_text(ps, (uint32_t)coset__table_at(&ps->terms, term)[i], out + n, len - n);
    }
    append(out, len, s.after);
}

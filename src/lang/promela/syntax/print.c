/* lang/promela/syntax/print.c - text of expressions, types and statements. */
#include <stdio.h>

#include "lang/promela/syntax/ast.h"

static void print_expr(FILE *out, const coset_pml_expr *e);

static void print_list(FILE *out, const coset_pml_expr *e)
{
    for (; e; e = e->next) {
        print_expr(out, e);
        if (e->next)
            (void)fputs(", ", out);
    }
}

static const char *op_text(coset_pml_op op)
{
    static const char *const texts[] = {
        [COSET_PML_E_HOLE] = "_",
        [COSET_PML_E_PID] = "_pid",
        [COSET_PML_E_NR_PR] = "_nr_pr",
        [COSET_PML_E_LAST] = "_last",
        [COSET_PML_E_PRIORITY] = "_priority",
        [COSET_PML_E_NOT] = "!",
        [COSET_PML_E_NEG] = "-",
        [COSET_PML_E_BITNOT] = "~",
        [COSET_PML_E_ADD] = "+",
        [COSET_PML_E_SUB] = "-",
        [COSET_PML_E_MUL] = "*",
        [COSET_PML_E_DIV] = "/",
        [COSET_PML_E_MOD] = "%",
        [COSET_PML_E_SHL] = "<<",
        [COSET_PML_E_SHR] = ">>",
        [COSET_PML_E_BITAND] = "&",
        [COSET_PML_E_BITOR] = "|",
        [COSET_PML_E_BITXOR] = "^",
        [COSET_PML_E_LT] = "<",
        [COSET_PML_E_LE] = "<=",
        [COSET_PML_E_GT] = ">",
        [COSET_PML_E_GE] = ">=",
        [COSET_PML_E_EQ] = "==",
        [COSET_PML_E_NE] = "!=",
        [COSET_PML_E_AND] = "&&",
        [COSET_PML_E_OR] = "||",
        [COSET_PML_E_LEN] = "len",
        [COSET_PML_E_FULL] = "full",
        [COSET_PML_E_NFULL] = "nfull",
        [COSET_PML_E_EMPTY] = "empty",
        [COSET_PML_E_NEMPTY] = "nempty",
        [COSET_PML_E_EVAL] = "eval",
        [COSET_PML_E_TIMEOUT] = "timeout",
        [COSET_PML_E_NP] = "np_",
        [COSET_PML_E_ENABLED] = "enabled",
        [COSET_PML_E_PC_VALUE] = "pc_value",
        [COSET_PML_E_GET_PRIORITY] = "get_priority",
        [COSET_PML_E_ALWAYS] = "always ",
        [COSET_PML_E_EVENTUALLY] = "eventually ",
        [COSET_PML_E_NEXT] = "next ",
        [COSET_PML_E_UNTIL] = "until",
        [COSET_PML_E_WEAK_UNTIL] = "weakuntil",
        [COSET_PML_E_RELEASE] = "release",
        [COSET_PML_E_IMPLIES] = "implies",
        [COSET_PML_E_EQUIV] = "equivalent",
    };
    return op < sizeof texts / sizeof *texts && texts[op] ? texts[op] : "?";
}

static bool is_infix(coset_pml_op op)
{
    return (op >= COSET_PML_E_ADD && op <= COSET_PML_E_OR) || op >= COSET_PML_E_UNTIL;
}

static bool is_prefix(coset_pml_op op)
{
    return (op >= COSET_PML_E_NOT && op <= COSET_PML_E_BITNOT) || (op >= COSET_PML_E_ALWAYS && op <= COSET_PML_E_NEXT);
}

/* An operand, in parentheses if it is not a name or a call. */
static void print_operand(FILE *out, const coset_pml_expr *e)
{
    bool group = is_infix(e->op);
    (void)fputs(group ? "(" : "", out);
    print_expr(out, e);
    (void)fputs(group ? ")" : "", out);
}

static void print_remote(FILE *out, const coset_pml_expr *e)
{
    (void)fputs(e->name, out);
    if (e->a) {
        (void)fputc('[', out);
        print_expr(out, e->a);
        (void)fputc(']', out);
    }
    if (e->op == COSET_PML_E_AT) {
        (void)fprintf(out, "@%s", e->label_name);
        return;
    }
    (void)fputc(':', out);
    print_expr(out, e->b);
}

static void print_run(FILE *out, const coset_pml_expr *e)
{
    (void)fprintf(out, "run %s(", e->name);
    print_list(out, e->args);
    (void)fputc(')', out);
    if (e->b)
        (void)fprintf(out, " priority %d", e->b->value);
}

static void print_expr(FILE *out, const coset_pml_expr *e)
{
    switch (e->op) {
    case COSET_PML_E_NUMBER:
        if (e->member)
            (void)fputs(e->member->name, out);
        else
            (void)fprintf(out, "%d", e->value);
        break;
    case COSET_PML_E_NAME:
        (void)fputs(e->name, out);
        break;
    case COSET_PML_E_INDEX:
        print_expr(out, e->a);
        (void)fputc('[', out);
        print_expr(out, e->b);
        (void)fputc(']', out);
        break;
    case COSET_PML_E_FIELD:
        print_expr(out, e->a);
        (void)fprintf(out, ".%s", e->name);
        break;
    case COSET_PML_E_COND:
        (void)fputc('(', out);
        print_expr(out, e->a);
        (void)fputs(" -> ", out);
        print_expr(out, e->b);
        (void)fputs(" : ", out);
        print_expr(out, e->c);
        (void)fputc(')', out);
        break;
    case COSET_PML_E_RUN:
        print_run(out, e);
        break;
    case COSET_PML_E_POLL:
        print_expr(out, e->a);
        (void)fputs(e->is_random ? "??[" : "?[", out);
        print_list(out, e->args);
        (void)fputc(']', out);
        break;
    case COSET_PML_E_AT:
    case COSET_PML_E_REMOTE:
        print_remote(out, e);
        break;
    default:
        if (is_infix(e->op)) {
            print_operand(out, e->a);
            (void)fprintf(out, " %s ", op_text(e->op));
            print_operand(out, e->b);
        } else if (is_prefix(e->op)) {
            (void)fputs(op_text(e->op), out);
            print_operand(out, e->a);
        } else {
            (void)fputs(op_text(e->op), out);
            if (e->a) {
                (void)fputc('(', out);
                print_expr(out, e->a);
                (void)fputc(')', out);
            }
        }
    }
}

static const char *const type_names[] = {
    [COSET_PML_BIT] = "bit",           [COSET_PML_BOOL] = "bool",   [COSET_PML_BYTE] = "byte",
    [COSET_PML_PID] = "pid",           [COSET_PML_SHORT] = "short", [COSET_PML_INT] = "int",
    [COSET_PML_UNSIGNED] = "unsigned", [COSET_PML_MTYPE] = "mtype", [COSET_PML_CHAN] = "chan",
    [COSET_PML_STRUCT] = "struct",
};

static void print_type(FILE *out, const coset_pml_type *t)
{
    (void)fputs(t->scalarset ? t->scalarset->name : t->record ? t->record->name : type_names[t->kind], out);
    if (t->mtype && t->mtype->name)
        (void)fprintf(out, ":%s", t->mtype->name);
    if (t->kind == COSET_PML_UNSIGNED)
        (void)fprintf(out, ":%u", t->bits);
}

static void print_quoted(FILE *out, const char *text, uint32_t len)
{
    (void)fputc('"', out);
    for (uint32_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n')
            (void)fputs("\\n", out);
        else if (c == '\t')
            (void)fputs("\\t", out);
        else if (c == '"' || c == '\\')
            (void)fprintf(out, "\\%c", c);
        else
            (void)fputc(c < 32 ? '?' : c, out);
    }
    (void)fputc('"', out);
}

static void print_message(FILE *out, const coset_pml_stmt *s)
{
    print_expr(out, s->target);
    if (s->op == COSET_PML_S_SEND) {
        (void)fputs(s->is_sorted ? "!!" : "!", out);
        print_list(out, s->args);
        return;
    }
    (void)fputs(s->is_random ? "??" : "?", out);
    (void)fputs(s->is_copy ? "<" : "", out);
    print_list(out, s->args);
    (void)fputs(s->is_copy ? ">" : "", out);
}

static const char *word_of(coset_pml_stmt_op op)
{
    static const char *const words[] = {
        [COSET_PML_S_XR] = "xr ",        [COSET_PML_S_XS] = "xs ",        [COSET_PML_S_ELSE] = "else",
        [COSET_PML_S_BREAK] = "break",   [COSET_PML_S_IF] = "if",         [COSET_PML_S_DO] = "do",
        [COSET_PML_S_UNLESS] = "unless", [COSET_PML_S_ATOMIC] = "atomic", [COSET_PML_S_D_STEP] = "d_step",
        [COSET_PML_S_BLOCK] = "{",       [COSET_PML_S_FOR] = "for",       [COSET_PML_S_FOR_IN] = "for",
        [COSET_PML_S_SELECT] = "select",
    };
    return op < sizeof words / sizeof *words && words[op] ? words[op] : "";
}

static void print_stmt(FILE *out, const coset_pml_stmt *s)
{
    switch (s->op) {
    case COSET_PML_S_DECL:
        for (const coset_pml_var *v = s->vars; v; v = v->next) {
            print_type(out, &v->type);
            (void)fprintf(out, " %s%s", v->name, v->next ? ", " : "");
        }
        break;
    case COSET_PML_S_ASSIGN:
        print_expr(out, s->target);
        if (s->is_step) {
            (void)fputs(s->e->op == COSET_PML_E_ADD ? "++" : "--", out);
            break;
        }
        (void)fputs(" = ", out);
        print_expr(out, s->e);
        break;
    case COSET_PML_S_SEND:
    case COSET_PML_S_RECEIVE:
        print_message(out, s);
        break;
    case COSET_PML_S_EXPR:
        print_expr(out, s->e);
        break;
    case COSET_PML_S_ASSERT:
        (void)fputs("assert(", out);
        print_expr(out, s->e);
        (void)fputc(')', out);
        break;
    case COSET_PML_S_PRINTF:
        (void)fputs("printf(", out);
        print_quoted(out, s->text, s->text_len);
        (void)fputs(s->args ? ", " : "", out);
        print_list(out, s->args);
        (void)fputc(')', out);
        break;
    case COSET_PML_S_PRINTM:
        (void)fputs("printm(", out);
        print_expr(out, s->e);
        (void)fputc(')', out);
        break;
    case COSET_PML_S_SET_PRIORITY:
        (void)fputs(s->is_own ? "_priority = " : "set_priority(", out);
        if (!s->is_own) {
            print_expr(out, s->target);
            (void)fputs(", ", out);
        }
        print_expr(out, s->e);
        (void)fputs(s->is_own ? "" : ")", out);
        break;
    case COSET_PML_S_GOTO:
        (void)fprintf(out, "goto %s", s->text);
        break;
    default:
        (void)fputs(word_of(s->op), out);
        print_list(out, s->args);
    }
}

/* Moves the printed text to an arena. */
static const char *finish(coset_arena *arena, FILE *out, char **text)
{
    coset_text_close(out, text);
    const char *copy = coset_arena_text(arena, *text);
    coset_delete(*text);
    return copy;
}

const char *coset_pml_expr_text(coset_arena *arena, const coset_pml_expr *e)
{
    char *text = NULL;
    size_t len;
    FILE *out = coset_text_open(&text, &len);
    print_expr(out, e);
    return finish(arena, out, &text);
}

const char *coset_pml_stmt_text(coset_arena *arena, const coset_pml_stmt *s)
{
    char *text = NULL;
    size_t len;
    FILE *out = coset_text_open(&text, &len);
    print_stmt(out, s);
    return finish(arena, out, &text);
}

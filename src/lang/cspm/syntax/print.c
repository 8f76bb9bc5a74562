/* Prints a tree as source text. Parentheses are nodes of the tree, so none are added. */
#include <stdio.h>
#include <string.h>

#include "lang/cspm/syntax/ast.h"

typedef struct {
    FILE *out;
    int indent;
} printer;

static void print(printer *p, const cspm_node *node);

static void text(printer *p, const char *words) { fputs(words, p->out); }

static void line(printer *p)
{
    fputc('\n', p->out);
    for (int i = 0; i < p->indent && i < 40; i++)
        fputs("    ", p->out);
}

static void list(printer *p, const cspm_node *node, uint32_t from, uint32_t to, const char *between)
{
    for (uint32_t i = from; i < to; i++) {
        if (i > from)
            text(p, between);
        print(p, node->kid[i]);
    }
}

static void decls(printer *p, cspm_node *const *decl, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        print(p, decl[i]);
        line(p);
    }
}

/* " | statements" of a comprehension. */
static void bar(printer *p, const cspm_node *node)
{
    if (!(node->flags & CSPM_BAR))
        return;
    text(p, " | ");
    list(p, node, node->split, node->n, ", ");
}

static const char *binary_sign(uint8_t op)
{
    static const char *const signs[] = {
        [CSPM_OR] = "or", [CSPM_AND] = "and", [CSPM_EQ] = "==", [CSPM_NE] = "!=",   [CSPM_LT] = "<",
        [CSPM_GT] = ">",  [CSPM_LE] = "<=",   [CSPM_GE] = ">=", [CSPM_ADD] = "+",   [CSPM_SUB] = "-",
        [CSPM_MUL] = "*", [CSPM_DIV] = "/",   [CSPM_MOD] = "%", [CSPM_CONCAT] = "^"};
    return signs[op];
}

/* The brackets of the set of a process operator, or the operator alone. */
static const char *process_open(uint8_t op)
{
    static const char *const signs[] = {
        [CSPM_EXTERNAL_CHOICE] = "[]", [CSPM_INTERNAL_CHOICE] = "|~|", [CSPM_INTERLEAVE] = "|||",
        [CSPM_SEQUENCE] = ";",         [CSPM_SLIDING] = "[>",          [CSPM_INTERRUPT] = "/\\",
        [CSPM_PARALLEL] = "[| ",       [CSPM_ALPHABETISED] = "[",      [CSPM_EXCEPTION] = "[| ",
        [CSPM_SYNC_EXTERNAL] = "[+ ",  [CSPM_SYNC_INTERRUPT] = "/+ ",  [CSPM_LINKED] = "["};
    return signs[op];
}

static const char *process_close(uint8_t op)
{
    switch (op) {
    case CSPM_PARALLEL:
        return " |]";
    case CSPM_EXCEPTION:
        return " |>";
    case CSPM_SYNC_EXTERNAL:
        return " +]";
    case CSPM_SYNC_INTERRUPT:
        return " +\\";
    case CSPM_ALPHABETISED:
    case CSPM_LINKED:
        return "]";
    default:
        return "";
    }
}

static void process(printer *p, const cspm_node *node)
{
    print(p, node->kid[0]);
    text(p, " ");
    text(p, process_open(node->op));
    list(p, node, 2, node->n, " || ");
    text(p, process_close(node->op));
    text(p, " ");
    print(p, node->kid[1]);
}

static void replicated(printer *p, const cspm_node *node)
{
    bool each = node->op == CSPM_ALPHABETISED; /* its set is after the @ */
    text(p, each ? "||" : process_open(node->op));
    if (!each) {
        list(p, node, node->split + 1, node->n, "");
        text(p, process_close(node->op));
    }
    text(p, " ");
    list(p, node, 0, node->split, ", ");
    text(p, " @ ");
    if (each) {
        text(p, "[");
        print(p, node->kid[node->split + 1]);
        text(p, "] ");
    }
    print(p, node->kid[node->split]);
}

static void character(printer *p, int c, char quote)
{
    const char *escape = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : NULL;
    if (escape) {
        text(p, escape);
        return;
    }
    if (c == quote || c == '\\')
        fputc('\\', p->out);
    fputc(c, p->out);
}

static void literal(printer *p, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_INT:
        fprintf(p->out, "%lld", (long long)node->value);
        return;
    case CSPM_BOOL:
        text(p, node->value ? "true" : "false");
        return;
    case CSPM_CHAR:
        text(p, "'");
        character(p, (int)node->value, '\'');
        text(p, "'");
        return;
    default:
        text(p, "\"");
        for (int64_t i = 0; i < node->value; i++)
            character(p, (unsigned char)node->text[i], '"');
        text(p, "\"");
        return;
    }
}

static void name(printer *p, const cspm_node *node)
{
    for (uint32_t i = 0; i < node->n; i++) {
        text(p, node->kid[i]->text);
        text(p, "::");
    }
    text(p, node->text);
}

/* Its text may begin with a minus sign. */
static bool may_begin_with_minus(const cspm_node *node)
{
    while (!(node->kind == CSPM_UNARY && node->op == CSPM_NEGATE) && node->n)
        node = node->kid[0];
    return node->kind == CSPM_UNARY && node->op == CSPM_NEGATE;
}

/* `open elements close`; avoids `<-` and `{-`, which have another meaning. */
static void collection(printer *p, const cspm_node *node, const char *open, const char *close)
{
    bool range = node->kind == CSPM_SET_RANGE || node->kind == CSPM_SEQ_RANGE;
    text(p, open);
    if (node->split && may_begin_with_minus(node->kid[0]))
        text(p, " ");
    if (range) {
        print(p, node->kid[0]);
        text(p, "..");
        list(p, node, 1, node->split, "");
    } else {
        list(p, node, 0, node->split, ", ");
    }
    bar(p, node);
    text(p, close);
}

static void map(printer *p, const cspm_node *node, const char *open, const char *close)
{
    text(p, open);
    for (uint32_t i = 0; i < node->n; i += 2) {
        text(p, i ? ", " : " ");
        print(p, node->kid[i]);
        text(p, " => ");
        print(p, node->kid[i + 1]);
    }
    text(p, close);
}

static void let(printer *p, const cspm_node *node)
{
    text(p, "let");
    p->indent++;
    line(p);
    decls(p, node->kid, node->split);
    p->indent--;
    text(p, "within ");
    print(p, node->kid[node->split]);
}

static void around(printer *p, const cspm_node *node, const char *open, const char *close)
{
    text(p, open);
    list(p, node, 0, node->n, ", ");
    text(p, close);
}

static void between(printer *p, const cspm_node *node, const char *sign) { list(p, node, 0, node->n, sign); }

static void field(printer *p, const cspm_node *node, const char *sign)
{
    text(p, sign);
    list(p, node, 0, node->n, ":");
}

static void value(printer *p, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_PAREN:
    case CSPM_TUPLE:
        around(p, node, "(", ")");
        return;
    case CSPM_SET:
    case CSPM_SET_RANGE:
        collection(p, node, "{", "}");
        return;
    case CSPM_SEQ:
    case CSPM_SEQ_RANGE:
        collection(p, node, "<", ">");
        return;
    case CSPM_EVENTS:
        collection(p, node, "{|", "|}");
        return;
    case CSPM_MAP:
        map(p, node, "(|", " |)");
        return;
    case CSPM_DOT:
        between(p, node, ".");
        return;
    case CSPM_DOUBLE:
        between(p, node, " @@ ");
        return;
    case CSPM_UNARY:
        text(p, node->op == CSPM_NOT ? "not " : node->op == CSPM_NEGATE ? "-" : "#");
        print(p, node->kid[0]);
        return;
    case CSPM_BINARY:
        print(p, node->kid[0]);
        fprintf(p->out, " %s ", binary_sign(node->op));
        print(p, node->kid[1]);
        return;
    case CSPM_IF:
        text(p, "if ");
        print(p, node->kid[0]);
        text(p, " then ");
        print(p, node->kid[1]);
        text(p, " else ");
        print(p, node->kid[2]);
        return;
    case CSPM_LET:
        let(p, node);
        return;
    case CSPM_LAMBDA:
        text(p, "\\ ");
        list(p, node, 0, node->split, ", ");
        text(p, " @ ");
        print(p, node->kid[node->split]);
        return;
    default: /* CSPM_APPLY */
        print(p, node->kid[0]);
        text(p, "(");
        list(p, node, 1, node->n, ", ");
        text(p, ")");
        return;
    }
}

static void ties(printer *p, const cspm_node *node, const char *sign)
{
    for (uint32_t i = 0; i < node->split; i++) {
        text(p, i ? ", " : "");
        print(p, node->kid[i]->kid[0]);
        text(p, sign);
        print(p, node->kid[i]->kid[1]);
    }
    bar(p, node);
}

static void process_form(printer *p, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_PREFIX:
        list(p, node, 0, node->n - 1, "");
        text(p, " -> ");
        print(p, node->kid[node->n - 1]);
        return;
    case CSPM_OUT:
        field(p, node, "!");
        return;
    case CSPM_IN:
        field(p, node, "?");
        return;
    case CSPM_CHOOSE:
        field(p, node, "$");
        return;
    case CSPM_GUARD:
        between(p, node, " & ");
        return;
    case CSPM_PROCESS:
        process(p, node);
        return;
    case CSPM_HIDE:
        between(p, node, " \\ ");
        return;
    case CSPM_PROJECT:
        between(p, node, " |\\ ");
        return;
    case CSPM_REPLICATED:
        replicated(p, node);
        return;
    case CSPM_RENAME:
        print(p, node->kid[0]);
        text(p, "[[ ");
        ties(p, node->kid[1], " <- ");
        text(p, " ]]");
        return;
    default: /* CSPM_TIES of a linked parallel */
        ties(p, node, " <-> ");
        return;
    }
}

/* ---- declarations -------------------------------------------------------------------------------------------- */

static void clauses(printer *p, const cspm_node *node)
{
    for (uint32_t i = 0; i < node->n; i++) {
        const cspm_node *clause = node->kid[i];
        if (i > 0)
            line(p);
        text(p, node->text);
        for (uint32_t k = 0; k + 1 < clause->n; k++)
            around(p, clause->kid[k], "(", ")");
        text(p, " = ");
        print(p, clause->kid[clause->n - 1]);
    }
}

static void named(printer *p, const cspm_node *node, const char *word)
{
    fprintf(p->out, "%s %s = ", word, node->text);
    list(p, node, 0, node->n, " | ");
}

static void module(printer *p, const cspm_node *node)
{
    fprintf(p->out, "module %s", node->text);
    if (node->kid[0]->n)
        around(p, node->kid[0], "(", ")");
    p->indent++;
    line(p);
    decls(p, node->kid[1]->kid, node->kid[1]->n);
    p->indent--;
    text(p, "exports");
    p->indent++;
    line(p);
    decls(p, node->kid[2]->kid, node->kid[2]->n);
    p->indent--;
    text(p, "endmodule");
}

static void timed(printer *p, const cspm_node *node)
{
    text(p, "Timed ");
    if (node->split < node->n) {
        text(p, "(");
        print(p, node->kid[node->split]);
        text(p, ") ");
    }
    text(p, "{");
    p->indent++;
    line(p);
    decls(p, node->kid, node->split);
    p->indent--;
    text(p, "}");
}

static const char *const model_names[] = {"", "T", "F", "FD", "V", "VD", "R", "RD"};

static void property(printer *p, const cspm_node *node)
{
    static const char *const words[] = {[CSPM_DEADLOCK_FREE] = "deadlock free",
                                        [CSPM_DIVERGENCE_FREE] = "divergence free",
                                        [CSPM_DETERMINISTIC] = "deterministic",
                                        [CSPM_HAS_TRACE] = "has trace",
                                        [CSPM_IS_SYMMETRIC] = "symmetric"};
    fprintf(p->out, " :[%s", words[node->op]);
    if (node->model)
        fprintf(p->out, " [%s]", model_names[node->model]);
    text(p, node->split > 1 ? "]: " : "]");
    list(p, node, 1, node->split, ", ");
}

static void assertion(printer *p, const cspm_node *node)
{
    text(p, node->flags & CSPM_NEGATED ? "assert not " : "assert ");
    print(p, node->kid[0]);
    if (node->op == CSPM_REFINES) {
        fprintf(p->out, " [%s= ", model_names[node->model]);
        print(p, node->kid[1]);
    } else {
        property(p, node);
    }
    for (uint32_t i = node->split; i < node->n; i++) {
        text(p, " ");
        print(p, node->kid[i]);
    }
}

static void option(printer *p, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_TAU_PRIORITY:
        text(p, ":[tau priority over]: ");
        break;
    case CSPM_PARTIAL_ORDER:
        fprintf(p->out, ":[partial order reduce%s%s%s]", node->text ? " [" : "", node->text ? node->text : "",
                node->text ? "]" : "");
        break;
    default:
        text(p, node->n ? ":[symmetry reduce]: " : ":[symmetry reduce]");
        break;
    }
    list(p, node, 0, node->n, ", ");
}

static void declaration(printer *p, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_FUNCTION:
        clauses(p, node);
        return;
    case CSPM_VALUE:
        between(p, node, " = ");
        return;
    case CSPM_CHANNEL:
        text(p, "channel ");
        list(p, node, 0, node->split, ", ");
        text(p, node->split < node->n ? " : " : "");
        list(p, node, node->split, node->n, "");
        return;
    case CSPM_DATATYPE:
        named(p, node, "datatype");
        return;
    case CSPM_SUBTYPE:
        named(p, node, "subtype");
        return;
    case CSPM_CONSTRUCTOR:
        text(p, node->text);
        text(p, node->n ? "." : "");
        between(p, node, ".");
        return;
    case CSPM_NAMETYPE:
        named(p, node, "nametype");
        return;
    case CSPM_EXTERNAL:
        around(p, node, "external ", "");
        return;
    case CSPM_TRANSPARENT:
        around(p, node, "transparent ", "");
        return;
    case CSPM_MODULE:
        module(p, node);
        return;
    case CSPM_INSTANCE:
        fprintf(p->out, "instance %s = ", node->text);
        print(p, node->kid[0]);
        text(p, node->n > 1 ? "(" : "");
        list(p, node, 1, node->n, ", ");
        text(p, node->n > 1 ? ")" : "");
        return;
    case CSPM_TIMED:
        timed(p, node);
        return;
    case CSPM_ANNOTATION:
        list(p, node, 0, node->split, ", ");
        text(p, " :: ");
        print(p, node->kid[node->split]);
        return;
    case CSPM_PRINT:
        around(p, node, "print ", "");
        return;
    default:
        assertion(p, node);
        return;
    }
}

/* ---- written types ------------------------------------------------------------------------------------------- */

static void constraint(printer *p, const cspm_node *node)
{
    fprintf(p->out, "%s ", coset__cspm_constraint_name(node->op));
    print(p, node->kid[0]);
}

static void written_type(printer *p, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_TYPE_SET:
        around(p, node, "{", "}");
        return;
    case CSPM_TYPE_SEQ:
        around(p, node, "<", ">");
        return;
    case CSPM_TYPE_MAP:
        map(p, node, "(|", " |)");
        return;
    case CSPM_TYPE_TUPLE:
        around(p, node, "(", ")");
        return;
    case CSPM_TYPE_DOT:
        between(p, node, ".");
        return;
    case CSPM_TYPE_DOTABLE:
        between(p, node, " => ");
        return;
    case CSPM_TYPE_EXTEND:
        between(p, node, " =>* ");
        return;
    case CSPM_TYPE_FUNCTION:
        text(p, "(");
        list(p, node, 0, node->n - 1, ", ");
        text(p, ") -> ");
        print(p, node->kid[node->n - 1]);
        return;
    default: /* CSPM_SCHEME */
        if (node->split) {
            text(p, "(");
            list(p, node, 0, node->split, ", ");
            text(p, ") => ");
        }
        print(p, node->kid[node->split]);
        return;
    }
}

static void print(printer *p, const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_ERROR:
        text(p, "?");
        return;
    case CSPM_NAME:
    case CSPM_BINDER:
    case CSPM_TYPE_NAME:
        name(p, node);
        return;
    case CSPM_WILD:
        text(p, "_");
        return;
    case CSPM_INT:
    case CSPM_CHAR:
    case CSPM_STRING:
    case CSPM_BOOL:
        literal(p, node);
        return;
    case CSPM_GENERATOR:
        between(p, node, " <- ");
        return;
    case CSPM_CONDITION:
        print(p, node->kid[0]);
        return;
    case CSPM_CONSTRAINT:
        constraint(p, node);
        return;
    case CSPM_SYMMETRIC_IN:
        text(p, node->n > 1 ? "diff(" : "");
        print(p, node->kid[0]);
        text(p, node->n > 1 ? ", {| " : "");
        list(p, node, 1, node->n, ", ");
        text(p, node->n > 1 ? " |})" : "");
        return;
    default:
        break;
    }
    if (node->kind < CSPM_PREFIX)
        value(p, node);
    else if (node->kind < CSPM_GENERATOR)
        process_form(p, node);
    else if (node->kind < CSPM_TAU_PRIORITY)
        declaration(p, node);
    else if (node->kind < CSPM_TYPE_NAME)
        option(p, node);
    else
        written_type(p, node);
}

void coset__cspm_print(FILE *out, cspm_node *const *decl, uint32_t n)
{
    printer p = {.out = out};
    decls(&p, decl, n);
}

void coset__cspm_print_node(FILE *out, const cspm_node *node)
{
    printer p = {.out = out};
    print(&p, node);
}

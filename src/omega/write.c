/* omega/write.c - automata as never claims of Spin, and as graphs for DOT. */
#include "omega/omega_int.h"

/* ---- never claims ---- */

/* Without an end of the comment inside it. */
static void write_comment(const char *text, FILE *out)
{
    for (; *text; text++) {
        (void)fputc(*text == '\n' ? ' ' : *text, out);
        if (text[0] == '*' && text[1] == '/')
            (void)fputc(' ', out);
    }
}

static void write_condition(const coset_omega *a, coset_cube c, FILE *out)
{
    uint64_t all = c.yes | c.no;
    if (!all)
        (void)fputs("1", out);
    for (uint64_t left = all; left; left &= left - 1) {
        const char *name = a->names[__builtin_ctzll(left)], *no = c.no & left & (~left + 1) ? "!" : "";
        (void)fputs(left == all ? "" : " && ", out);
        (void)fprintf(out, coset__ltl_is_name(name) ? "%s%s" : "%s(%s)", no, name);
    }
}

static void write_target(const coset_omega *a, uint32_t q, FILE *out)
{
    bool accepting = a->first[q] < a->first[q + 1] && a->edges.at[a->first[q]].marks;
    if (q == a->initial)
        (void)fputs(accepting ? "accept_init" : "T0_init", out);
    else
        (void)fprintf(out, accepting ? "accept_S%u" : "T0_S%u", (unsigned)q);
}

static void write_never_state(const coset_omega *a, uint32_t q, FILE *out)
{
    write_target(a, q, out);
    (void)fputs(":\n", out);
    if (a->first[q] == a->first[q + 1]) {
        (void)fputs("    false;\n", out);
        return;
    }
    (void)fputs("    do\n", out);
    for (uint32_t i = a->first[q]; i < a->first[q + 1]; i++) {
        (void)fputs("    :: (", out);
        write_condition(a, a->edges.at[i].label, out);
        (void)fputs(") -> goto ", out);
        write_target(a, a->edges.at[i].to, out);
        (void)fputc('\n', out);
    }
    (void)fputs("    od;\n", out);
}

void coset_omega_write_never(const coset_omega *a, const char *name, FILE *out)
{
    coset_omega *b = coset_omega_degeneralise(a, true);
    (void)fputs("never {", out);
    if (name) {
        (void)fputs(" /* ", out);
        write_comment(name, out);
        (void)fputs(" */", out);
    }
    (void)fputc('\n', out);
    write_never_state(b, b->initial, out);
    for (uint32_t q = 0; q < b->n_states; q++)
        if (q != b->initial)
            write_never_state(b, q, out);
    (void)fputs("}\n", out);
    coset_omega_free(b);
}

/* ---- DOT ---- */

static void write_dot_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            (void)fputc('\\', out);
        (void)fputc(*text == '\n' ? ' ' : *text, out);
    }
}

static void write_dot_cube(const coset_omega *a, coset_cube c, FILE *out)
{
    uint64_t all = c.yes | c.no;
    if (!all)
        (void)fputs("true", out);
    for (uint64_t left = all; left; left &= left - 1) {
        (void)fputs(left == all ? "" : " && ", out);
        (void)fputs(c.no & left & (~left + 1) ? "!" : "", out);
        write_dot_text(a->names[__builtin_ctzll(left)], out);
    }
}

static void write_dot_edges(const coset_omega *a, FILE *out)
{
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (i == 0 || !coset__omega_same_but_label(e - 1, e))
            (void)fprintf(out, "  %u -> %u [label=\"", (unsigned)e->from, (unsigned)e->to);
        write_dot_cube(a, e->label, out);
        if (i + 1 < a->edges.n && coset__omega_same_but_label(e, e + 1)) {
            (void)fputs("\\n", out);
            continue;
        }
        for (uint64_t left = e->marks; left; left &= left - 1)
            (void)fprintf(out, "%s%d", left == e->marks ? "\\n{" : ",", __builtin_ctzll(left));
        (void)fputs(e->marks ? "}\"]\n" : "\"]\n", out);
    }
}

void coset_omega_write_dot(const coset_omega *a, const char *name, FILE *out)
{
    (void)fputs("digraph \"", out);
    write_dot_text(name ? name : "", out);
    (void)fputs("\" {\n  rankdir=LR\n  node [shape=circle]\n  start [shape=point]\n", out);
    (void)fprintf(out, "  start -> %u\n", (unsigned)a->initial);
    for (uint32_t q = 0; q < a->n_states; q++)
        (void)fprintf(out, "  %u\n", (unsigned)q);
    write_dot_edges(a, out);
    (void)fputs("}\n", out);
}

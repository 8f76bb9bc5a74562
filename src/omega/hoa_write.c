/* omega/hoa_write.c - the Hanoi Omega-Automata format, version 1. */
#include "omega/omega_int.h"

static void write_quoted(const char *text, FILE *out)
{
    (void)fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            (void)fputc('\\', out);
        (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

static void write_acceptance(const coset_omega *a, FILE *out)
{
    if (a->n_sets == 0)
        (void)fputs("acc-name: all\nAcceptance: 0 t\n", out);
    else if (a->n_sets == 1)
        (void)fputs("acc-name: Buchi\nAcceptance: 1 Inf(0)\n", out);
    else
        (void)fprintf(out, "acc-name: generalized-Buchi %u\nAcceptance: %u ", (unsigned)a->n_sets, (unsigned)a->n_sets);
    for (uint32_t i = 0; i < a->n_sets && a->n_sets > 1; i++)
        (void)fprintf(out, "%sInf(%u)%s", i ? "&" : "", (unsigned)i, i + 1 == a->n_sets ? "\n" : "");
}

static void write_marks(uint64_t marks, FILE *out)
{
    for (uint64_t left = marks; left; left &= left - 1)
        (void)fprintf(out, "%s%d", left == marks ? " {" : " ", __builtin_ctzll(left));
    (void)fputs(marks ? "}" : "", out);
}

static void write_cube(coset_cube c, FILE *out)
{
    uint64_t all = c.yes | c.no;
    if (!all)
        (void)fputc('t', out);
    for (uint64_t left = all; left; left &= left - 1)
        (void)fprintf(out, "%s%s%d", left == all ? "" : "&", c.no & left & (~left + 1) ? "!" : "",
                      __builtin_ctzll(left));
}

static void write_state(const coset_omega *a, uint32_t q, bool of_states, FILE *out)
{
    uint32_t end = a->first[q + 1];
    (void)fprintf(out, "State: %u", (unsigned)q);
    if (of_states && a->first[q] < end)
        write_marks(a->edges.at[a->first[q]].marks, out);
    (void)fputc('\n', out);
    for (uint32_t i = a->first[q]; i < end; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        (void)fputs(i > a->first[q] && coset__omega_same_but_label(e - 1, e) ? " | " : "[", out);
        write_cube(e->label, out);
        if (i + 1 < end && coset__omega_same_but_label(e, e + 1))
            continue;
        (void)fprintf(out, "] %u", (unsigned)e->to);
        if (!of_states)
            write_marks(e->marks, out);
        (void)fputc('\n', out);
    }
}

void coset_omega_write_hoa(const coset_omega *a, const char *name, FILE *out)
{
    coset_omega_kind kind = coset_omega_classify(a);
    (void)fputs("HOA: v1\n", out);
    if (name) {
        (void)fputs("name: ", out);
        write_quoted(name, out);
        (void)fputc('\n', out);
    }
    (void)fprintf(out, "tool: \"coset\"\nStates: %u\nStart: %u\nAP: %u", (unsigned)a->n_states, (unsigned)a->initial,
                  (unsigned)a->n_atoms);
    for (uint32_t i = 0; i < a->n_atoms; i++) {
        (void)fputc(' ', out);
        write_quoted(a->names[i], out);
    }
    (void)fputc('\n', out);
    write_acceptance(a, out);
    (void)fprintf(out, "properties: trans-labels explicit-labels %s%s%s%s%s\n",
                  kind.of_states ? "state-acc" : "trans-acc", kind.deterministic ? " deterministic" : "",
                  kind.complete ? " complete" : "", kind.weak ? " weak" : "", kind.terminal ? " terminal" : "");
    (void)fputs("--BODY--\n", out);
    for (uint32_t q = 0; q < a->n_states; q++)
        write_state(a, q, kind.of_states, out);
    (void)fputs("--END--\n", out);
}

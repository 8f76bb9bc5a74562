/* report/columns.c - a trace as messages between processes, one column each; and as Spin's trail file. */
#include "report/report_int.h"

#include <string.h>

#define COLUMN 4

/* The processes, in order of creation. */
static void print_processes(const coset_model *m, const coset_trace *t, coset_arena *a, FILE *out)
{
    COSET_VEC(const char *) seen = {0};
    for (uint32_t i = 0; i < t->n_states; i++) {
        coset__facts all = {0};
        coset__facts_of(m, t->states + (size_t)i * m->n_slots, &all, a);
        for (uint32_t k = 0; k < all.n; k++) {
            bool known = all.at[k].kind != COSET_FACT_PLACE;
            for (uint32_t j = 0; j < seen.n && !known; j++)
                known = seen.at[j] == all.at[k].name;
            if (known)
                continue;
            *coset_vec_add(&seen) = all.at[k].name;
            fprintf(out, "%s\n", all.at[k].name);
        }
        coset_vec_fini(&all);
    }
    coset_vec_fini(&seen);
}

static void print_header(const coset__tale *tale, FILE *out)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < tale->n; i++)
        most = tale->at[i].move.actor > most ? tale->at[i].move.actor : most;
    fputs("q\\p", out);
    for (uint32_t p = 0; p <= most; p++)
        fprintf(out, "%*u", COLUMN, (unsigned)p);
    fputc('\n', out);
}

/* "2 q!msg,3" in the column of the process. */
static void print_message(uint32_t actor, const char *line, int len, FILE *out)
{
    int number = (int)strcspn(line, " ");
    fprintf(out, "%3.*s   ", number, line);
    for (uint32_t p = 0; p < actor; p++)
        fprintf(out, "%-*s", COLUMN, ".");
    fprintf(out, "%.*s\n", len - number - 1, line + number + 1);
}

void coset__told_columns(const coset_model *m, const coset_trace *t, FILE *out)
{
    coset_arena *a = coset_arena_new();
    coset__tale tale = {0};
    coset__tell(m, t, &tale, a);
    print_processes(m, t, a, out);
    print_header(&tale, out);
    for (uint32_t i = 0; i < tale.n; i++) {
        const coset_move *move = &tale.at[i].move;
        for (const char *c = move->messages; c && *c;) {
            int len = (int)strcspn(c, "\n");
            print_message(move->actor, c, len, out);
            c += len + (c[len] == '\n');
        }
        coset_output_text(move->output, out);
    }
    coset_vec_fini(&tale);
    coset_arena_free(a);
}

void coset_trail_write(const coset_model *m, const coset_trace *t, FILE *out)
{
    coset_arena *a = coset_arena_new();
    coset__tale tale = {0};
    coset__tell(m, t, &tale, a);
    for (uint32_t i = 0; i < tale.n; i++) {
        const bool first = i == 0 || tale.at[i - 1].step != tale.at[i].step;
        if (t->has_loop && first && tale.at[i].step == t->loop + 1)
            fprintf(out, "-1:-1:-1\n"); /* a cycle begins */
        fprintf(out, "%u:%u:%u\n", (unsigned)i + 1, (unsigned)tale.at[i].move.actor, (unsigned)tale.at[i].move.id);
    }
    coset_vec_fini(&tale);
    coset_arena_free(a);
}

/* The first error that a plain breadth-first search finds, as CMurphi reports it without options: an invariant that a
 * state violates, a fault or failed assertion in a step, or a state whose steps, if it has any, all lead back to it.
 * Shares the interpreter with the program, but neither its search, store, nor reductions.
 *
 *   first_error [--most N] FILE
 *
 * One line: states visited, then `none`, `cut` (more than N states), or the kinds of error at the least depth (of the
 * state that is wrong or whose step is), `error`, `deadlock` or `error,deadlock`, and that depth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/murphi/murphi.h"
#include "support/state_set.h"

typedef struct {
    const coset_model *m;
    coset_worker *w, *judge; /* of steps; of properties, while a step is under way */
    state_set seen;
    bool bytes;             /* states are kept as bytes, four in a word: their values are below 256 */
    coset_value *kept;      /* one of them */
    const coset_value *src; /* NULL: the start states */
    bool moves;             /* a step leads to another state, or is wrong */
    bool wrong_here, wrong_next;
} walk;

static bool is_wrong(walk *k, const coset_value *s)
{
    coset_fault f;
    for (uint32_t p = 0; p < k->m->n_props; p++) {
        if (k->m->props[p].kind != COSET_PROP_INVARIANT)
            continue;
        for (uint32_t x = 0; x < k->m->props[p].n_instances; x++)
            if (k->m->ops->eval(k->judge, p, x, s, &f) != COSET_EVAL_TRUE)
                return true;
    }
    return false;
}

static bool add(walk *k, const coset_value *s)
{
    if (!k->bytes)
        return state_set_add(&k->seen, s);
    memset(k->kept, 0, k->seen.width * sizeof *k->kept);
    for (uint32_t i = 0; i < k->m->n_slots; i++)
        k->kept[i / 4] |= s[i] << 8 * (i % 4);
    return state_set_add(&k->seen, k->kept);
}

static void get(walk *k, uint32_t number, coset_value *s)
{
    const coset_value *row = state_set_row(&k->seen, number);
    for (uint32_t i = 0; i < k->m->n_slots; i++)
        s[i] = k->bytes ? row[i / 4] >> 8 * (i % 4) & 255 : row[i];
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    walk *k = ctx;
    if (!dst) {
        COSET_INVARIANT(e->fault->kind != COSET_FAULT_BOUND);
        k->wrong_here = k->moves = true;
        return COSET_OK;
    }
    if (!k->src || memcmp(k->src, dst, k->m->n_slots * sizeof *dst) != 0)
        k->moves = true;
    if (add(k, dst) && is_wrong(k, dst))
        k->wrong_next = true;
    return COSET_OK;
}

/* Whether something is wrong with the states `from` to the last one, or with their steps. */
static bool has_error(walk *k, uint32_t from, uint32_t most, bool *deadlock)
{
    coset_value *src = coset_new(k->m->n_slots, sizeof *src);
    uint32_t to = k->seen.n;
    *deadlock = k->wrong_here = k->wrong_next = false;
    k->src = src;
    for (uint32_t i = from; i < to && k->seen.n <= most; i++) {
        get(k, i, src);
        k->moves = false;
        coset_status st = k->m->ops->next(k->w, src, on_edge, k);
        COSET_INVARIANT(st == COSET_OK);
        *deadlock = *deadlock || !k->moves;
    }
    coset_delete(src);
    return k->wrong_here;
}

static void search(walk *k, uint32_t most)
{
    coset_status st = k->m->ops->starts(k->w, on_edge, k);
    COSET_INVARIANT(st == COSET_OK);
    bool wrong = k->wrong_here || k->wrong_next;
    for (uint32_t depth = 0, from = 0;; depth++) {
        bool deadlock = false;
        uint32_t to = k->seen.n;
        if (!wrong)
            wrong = has_error(k, from, most, &deadlock);
        if (wrong || deadlock) {
            printf("%u %s %u\n", (unsigned)k->seen.n,
                   wrong && deadlock ? "error,deadlock"
                   : wrong           ? "error"
                                     : "deadlock",
                   (unsigned)depth);
            return;
        }
        if (k->seen.n > most || k->seen.n == to) {
            printf("%u %s\n", (unsigned)k->seen.n, k->seen.n > most ? "cut" : "none");
            return;
        }
        wrong = k->wrong_next;
        from = to;
    }
}

int main(int argc, char **argv)
{
    bool bounded = argc == 4 && strcmp(argv[1], "--most") == 0;
    if (argc != 2 && !bounded)
        return 64;
    coset_text *text = coset_text_new();
    coset_err err = {0};
    coset_model *m = NULL;
    uint16_t file;
    coset_load_options options = {.dialect = "cmurphi"};
    bool loaded = coset_text_read(text, argv[argc - 1], &file, &err) == COSET_OK &&
                  coset_murphi.load(text, file, &options, &m, &err) == COSET_OK;
    coset_text_free(text);
    if (!loaded)
        return 65;
    walk k = {.m = m, .w = coset_worker_new(m), .judge = coset_worker_new(m), .bytes = true};
    for (uint32_t i = 0; i < m->n_slots; i++)
        k.bytes = k.bytes && m->slots[i].max < 256;
    k.seen.width = k.bytes ? (m->n_slots + 3) / 4 : m->n_slots;
    k.kept = coset_new(k.seen.width, sizeof *k.kept);
    search(&k, bounded ? (uint32_t)strtoul(argv[2], NULL, 10) : 1000000);
    m->ops->worker_free(k.w);
    m->ops->worker_free(k.judge);
    state_set_free(&k.seen);
    coset_delete(k.kept);
    coset_model_free(m);
    return 0;
}

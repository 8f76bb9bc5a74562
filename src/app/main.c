/* app/main.c - the program: loads a model and searches it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/bfs.h"
#include "lang/murphi/murphi.h"

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: coset MODEL\n");
        return 64;
    }
    coset_err err = {0};
    coset_text *text = coset_text_new();
    coset_model *m = NULL;
    uint16_t file;
    if (coset_text_read(text, argv[argc - 1], &file, &err) != COSET_OK) {
        fprintf(stderr, "coset: %s\n", err.text);
        return 66;
    }
    coset_load_options load = {0};
    coset_status status = coset_murphi.load(text, file, &load, &m, &err);
    coset_text_print(text, stderr, false, 0);
    if (status != COSET_OK) {
        fprintf(stderr, "coset: %s\n", err.text);
        return 65;
    }
    coset_arena *arena = coset_arena_new();
    coset_engine_options options = {.threads = 1, .deadlock = COSET_DEADLOCK_STUTTERING, .max_errors = 1};
    coset_result *r = NULL;
    if (coset_bfs(m, &options, arena, &r, &err) != COSET_OK) {
        fprintf(stderr, "coset: %s\n", err.text);
        return 71;
    }
    static const char *const words[] = {"HOLDS", "VIOLATED", "INCOMPLETE", "ERROR"};
    for (uint32_t p = 0; p < m->n_props; p++)
        printf("%-12s %s:%u\n", words[r->props[p].verdict], m->props[p].name, (unsigned)m->props[p].pos.line);
    printf("states %llu  transitions %llu  depth %u\n", (unsigned long long)r->representatives,
           (unsigned long long)r->edges, (unsigned)r->depth);
    coset_verdict verdict = coset_result_verdict(r, m);
    coset_arena_free(arena);
    coset_model_free(m);
    coset_text_free(text);
    return verdict == COSET_VERDICT_HOLDS ? 0 : verdict == COSET_VERDICT_FAILS ? 12 : 20;
}

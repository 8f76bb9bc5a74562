/* The reachable state graph of a model with all that a symmetry must preserve, for changed.py.
 *
 *   labelled [--most N] FILE        one line for each fact, fields separated by tabs
 *
 *   slot NAME                       of the state's slots, in their order
 *   bag BASE ENTRIES WIDTH          a multiset, laid out in these slots
 *   prop NAME                       a property of states
 *   state ENDS VALUES TEXT...       whether it may end, what each property is (its instances), and the texts of its
 * slots; states are numbered from 0 as they come start TO step FROM TO ENDING RULE        TO -1: a fault; RULE: parts
 * separated by " // "
 *
 * Exit status 1: the model is not loaded, or larger than N (5000). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "ir/entry.h"
#include "ir/interp.h"
#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"

#define TEXT 512

typedef struct {
    const coset_model *m;
    coset_worker *w;
    COSET_VEC(coset_value) states;
    uint32_t n;
    long from; /* -1: start states */
} graph;

static coset_value *state_at(const graph *g, uint32_t i) { return g->states.at + (size_t)i * g->m->n_slots; }

/* The graphs are small: states are compared one by one. */
static uint32_t number_of(graph *g, const coset_value *x)
{
    for (uint32_t i = 0; i < g->n; i++)
        if (memcmp(state_at(g, i), x, g->m->n_slots * sizeof *x) == 0)
            return i;
    for (uint32_t s = 0; s < g->m->n_slots; s++)
        *coset_vec_add(&g->states) = x[s];
    return g->n++;
}

static void print_rule(const graph *g, uint32_t group, uint64_t instance)
{
    char text[TEXT];
    uint32_t named = 0;
    instance = coset_ir_without_entries(&coset_model_ir(g->m)->rules[group], instance);
    g->m->ops->edge_text(g->m, group, instance, text, sizeof text);
    for (uint32_t i = 0; i < g->m->n_groups; i++)
        named += !g->m->groups[i].is_start && strcmp(g->m->groups[i].name, g->m->groups[group].name) == 0;
    (void)fputs(text, stdout);
    if (named != 1)
        printf(" @%u:%u", (unsigned)g->m->groups[group].pos.line, (unsigned)g->m->groups[group].pos.column);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void print_ending(const coset_edge *e)
{
    uint32_t *covers = coset_new(e->n_covers + 1, sizeof *covers);
    for (uint32_t i = 0; i < e->n_covers; i++)
        covers[i] = e->covers[i];
    qsort(covers, e->n_covers, sizeof *covers, by_number);
    printf("%d.%d.%d", e->fault ? (int)e->fault->kind + 1 : 0, e->fault ? (int)e->fault->prop : -1, e->silent);
    for (uint32_t i = 0; i < e->n_covers; i++)
        printf(".%u", (unsigned)covers[i]);
    coset_delete(covers);
}

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    graph *g = ctx;
    long to = dst && !e->fault ? (long)number_of(g, dst) : -1;
    if (g->from < 0) {
        if (to >= 0)
            printf("start\t%ld\n", to);
        return COSET_OK;
    }
    printf("step\t%ld\t%ld\t", g->from, to);
    print_ending(e);
    (void)fputs("\t", stdout);
    print_rule(g, e->group, e->instance);
    coset_parts parts = {0};
    coset_edge_parts(g->m, e, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
        (void)fputs(" // ", stdout);
        print_rule(g, parts.at[i].group, parts.at[i].instance);
    }
    coset_vec_fini(&parts);
    (void)fputs("\n", stdout);
    return COSET_OK;
}

static bool is_listed(const coset_prop *p) { return coset_prop_is_state(p) && !p->unchecked; }

static void print_state(const graph *g, const coset_value *state)
{
    char text[TEXT];
    coset_fault fault;
    const coset_model *m = g->m;
    printf("state\t%d\t", coset_model_may_end(m, g->w, state));
    for (uint32_t p = 0; p < m->n_props; p++) {
        for (uint32_t i = 0; is_listed(&m->props[p]) && i < m->props[p].n_instances; i++)
            printf("%d.", (int)m->ops->eval(g->w, p, i, state, &fault));
        if (is_listed(&m->props[p]))
            (void)fputs("/", stdout);
    }
    for (uint32_t s = 0; s < m->n_slots; s++) {
        m->ops->value_text(m, s, state[s], text, sizeof text);
        printf("\t%s", text);
    }
    (void)fputs("\n", stdout);
}

static void print_layout(const coset_model *m)
{
    for (uint32_t s = 0; s < m->n_slots; s++)
        printf("slot\t%s\n", m->slots[s].name);
    for (uint32_t b = 0; b < m->symmetry.n_bags; b++) {
        const coset_bag *bag = &m->symmetry.bags[b];
        printf("bag\t%u\t%u\t%u\n", (unsigned)bag->base, (unsigned)bag->n_entries, (unsigned)bag->width);
    }
    for (uint32_t p = 0; p < m->n_props; p++)
        if (is_listed(&m->props[p]))
            printf("prop\t%s\n", m->props[p].name);
}

static bool print_graph(const coset_model *m, uint32_t most)
{
    graph g = {.m = m, .w = coset_worker_new(m), .from = -1};
    coset_value *source = coset_new(m->n_slots, sizeof *source);
    print_layout(m);
    bool good = m->ops->starts(g.w, on_edge, &g) == COSET_OK;
    for (uint32_t i = 0; good && i < g.n && g.n <= most; i++) {
        memcpy(source, state_at(&g, i), m->n_slots * sizeof *source);
        print_state(&g, source);
        g.from = (long)i;
        good = m->ops->next(g.w, source, on_edge, &g) == COSET_OK;
    }
    good = good && g.n <= most;
    m->ops->worker_free(g.w);
    coset_delete(source);
    coset_vec_fini(&g.states);
    return good;
}

int main(int argc, char **argv)
{
    const bool limited = argc == 4 && strcmp(argv[1], "--most") == 0;
    const uint32_t most = limited ? (uint32_t)strtoul(argv[2], NULL, 10) : 5000;
    const char *path = argv[argc - 1];
    size_t len = strlen(path);
    coset_text *text = coset_text_new();
    coset_err err = {0};
    coset_model *m = NULL;
    uint16_t file;
    coset_load_options options = {0};
    const coset_language *l = len > 2 && strcmp(path + len - 2, ".m") == 0 ? &coset_murphi : &coset_promela;
    bool good =
        coset_text_read(text, path, &file, &err) == COSET_OK && l->load(text, file, &options, &m, &err) == COSET_OK;
    coset_text_free(text);
    good = good && print_graph(m, most);
    if (m)
        coset_model_free(m);
    return good ? 0 : 1;
}

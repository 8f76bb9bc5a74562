/* Groups of mutually recursive declarations, in topological order. */
#include <stdlib.h>

#include "lang/cspm/check/scope_int.h"

/* Tarjan's SCC algorithm, with an explicit stack. */
typedef struct {
    COSET_VEC(cspm_decl *) open;
    struct {
        struct {
            cspm_decl *decl;
            uint32_t next; /* of its uses */
        } * at;
        uint32_t n, room;
    } path;
    uint32_t counter, n_decls;
    cspm_groups *out;
} search;

static void visit(search *s, cspm_decl *d)
{
    d->index = d->low = ++s->counter;
    d->open = true;
    *coset_vec_add(&s->open) = d;
    coset_vec_add(&s->path);
    s->path.at[s->path.n - 1].decl = d;
    s->path.at[s->path.n - 1].next = 0;
}

static int by_number(const void *a, const void *b)
{
    const cspm_decl *const *x = a, *const *y = b;
    return ((*x)->number > (*y)->number) - ((*x)->number < (*y)->number);
}

static void close_group(search *s, const cspm_decl *root)
{
    cspm_groups *g = s->out;
    uint32_t from = s->n_decls;
    cspm_decl *d;
    do {
        d = s->open.at[--s->open.n];
        d->open = false;
        g->decls[s->n_decls++] = d;
    } while (d != root);
    qsort(g->decls + from, s->n_decls - from, sizeof *g->decls, by_number); /* source order */
    g->start[++g->n] = s->n_decls;
}

static void step(search *s)
{
    uint32_t top = s->path.n - 1;
    cspm_decl *d = s->path.at[top].decl;
    if (s->path.at[top].next < d->uses.n) {
        cspm_decl *to = d->uses.at[s->path.at[top].next++];
        if (!to->index)
            visit(s, to);
        else if (to->open && to->index < d->low)
            d->low = to->index;
        return;
    }
    s->path.n--;
    if (top > 0 && d->low < s->path.at[top - 1].decl->low)
        s->path.at[top - 1].decl->low = d->low;
    if (d->low == d->index)
        close_group(s, d);
}

static void check_instances(cspm_resolver *r, const cspm_groups *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = g->start[i]; g->start[i + 1] - g->start[i] > 1 && k < g->start[i + 1]; k++)
            if (g->decls[k]->node->kind == CSPM_INSTANCE)
                coset__scope_cycle(r, g->decls[k]->node->symbol);
}

cspm_groups *coset__scope_groups(cspm_resolver *r, const cspm_home *home)
{
    uint32_t n = home->decls.n;
    cspm_groups *g = coset_arena_get(r->arena, 1, sizeof *g);
    g->start = coset_arena_get(r->arena, n + 1, sizeof *g->start);
    g->decls = coset_arena_get(r->arena, n, sizeof(cspm_decl *));
    search s = {.out = g};
    for (uint32_t i = 0; i < n; i++)
        home->decls.at[i]->number = i;
    for (uint32_t i = 0; i < n; i++) {
        if (home->decls.at[i]->index)
            continue;
        visit(&s, home->decls.at[i]);
        while (s.path.n)
            step(&s);
    }
    coset_vec_fini(&s.open);
    coset_vec_fini(&s.path);
    check_instances(r, g);
    return g;
}

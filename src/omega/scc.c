/* omega/scc.c - strongly connected components (Tarjan's algorithm, without recursion) and which are accepting. */
#include "omega/omega_int.h"

typedef struct {
    const coset_omega *a;
    coset__sccs *s;
    uint32_t *low, *stack, *path, *next; /* next: edge to look at */
    uint32_t n_stack, n_path, n_seen, n_left;
} search;

#define UNSEEN UINT32_MAX

static void enter(search *t, uint32_t q)
{
    t->low[q] = ++t->n_seen;
    t->next[q] = t->a->first[q];
    t->stack[t->n_stack++] = q;
    t->path[t->n_path++] = q;
}

static void leave(search *t, uint32_t q, uint32_t number)
{
    t->n_path--;
    if (t->n_path && t->low[q] < t->low[t->path[t->n_path - 1]])
        t->low[t->path[t->n_path - 1]] = t->low[q];
    if (t->low[q] != number)
        return;
    uint32_t r;
    do {
        r = t->stack[--t->n_stack];
        t->s->of[r] = t->s->n;
        t->s->order[t->n_left++] = r;
    } while (r != q);
    t->s->n++;
}

static void explore(search *t, uint32_t root, uint32_t *number)
{
    enter(t, root);
    number[root] = t->low[root];
    while (t->n_path) {
        uint32_t q = t->path[t->n_path - 1];
        if (t->next[q] == t->a->first[q + 1]) {
            leave(t, q, number[q]);
            continue;
        }
        uint32_t r = t->a->edges.at[t->next[q]++].to;
        if (t->low[r] == 0) {
            enter(t, r);
            number[r] = t->low[r];
        } else if (t->s->of[r] == UNSEEN && number[r] < t->low[q]) {
            t->low[q] = number[r];
        }
    }
}

static void find_accepting(const coset_omega *a, coset__sccs *s)
{
    uint64_t *marks = coset_new(s->n, sizeof *marks);
    s->cyclic = coset_new(s->n, sizeof *s->cyclic);
    s->accepting = coset_new(s->n, sizeof *s->accepting);
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (s->of[e->from] == s->of[e->to]) {
            s->cyclic[s->of[e->from]] = true;
            marks[s->of[e->from]] |= e->marks;
        }
    }
    for (uint32_t k = 0; k < s->n; k++)
        s->accepting[k] = s->cyclic[k] && marks[k] == coset_omega_all_marks(a);
    coset_delete(marks);
}

coset__sccs coset__sccs_find(const coset_omega *a)
{
    uint32_t n = a->n_states;
    coset__sccs s = {.of = coset_new(n, sizeof *s.of), .order = coset_new(n, sizeof *s.order)};
    search t = {.a = a,
                .s = &s,
                .low = coset_new(n, sizeof(uint32_t)),
                .stack = coset_new(n, sizeof(uint32_t)),
                .path = coset_new(n, sizeof(uint32_t)),
                .next = coset_new(n, sizeof(uint32_t))};
    uint32_t *number = coset_new(n, sizeof *number);
    for (uint32_t q = 0; q < n; q++)
        s.of[q] = UNSEEN;
    for (uint32_t q = 0; q < n; q++)
        if (t.low[q] == 0)
            explore(&t, q, number);
    coset_delete(t.low);
    coset_delete(t.stack);
    coset_delete(t.path);
    coset_delete(t.next);
    coset_delete(number);
    find_accepting(a, &s);
    return s;
}

void coset__sccs_fini(coset__sccs *s)
{
    coset_delete(s->of);
    coset_delete(s->order);
    coset_delete(s->cyclic);
    coset_delete(s->accepting);
}

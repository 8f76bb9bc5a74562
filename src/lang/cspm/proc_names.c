/* On which names the meaning of a piece of script depends. */
#include "lang/cspm/proc_int.h"

typedef struct {
    const cspm_node *node;
    uint32_t from;
    cspm_names_used used;
} entry;

struct cspm_free_names {
    COSET_VEC(entry *) entries;
    uint32_t *slots; /* hash table of numbers of entries + 1 */
    uint32_t n_slots;
};

/* One walk over a piece of script and the definitions of the lets that it uses. */
typedef struct {
    COSET_VEC(const cspm_symbol *) used, bound;
    COSET_VEC(const cspm_decl *) visited;
    COSET_VEC(const cspm_decl *) waiting;
} walk_state;

static void visit(walk_state *w, const cspm_decl *d)
{
    for (uint32_t i = 0; i < w->visited.n; i++)
        if (w->visited.at[i] == d)
            return;
    *coset_vec_add(&w->visited) = d;
    *coset_vec_add(&w->waiting) = d;
}

static void use(walk_state *w, const cspm_symbol *symbol)
{
    if (symbol->kind != SYMBOL_VALUE || symbol->level == 0)
        return;
    if (symbol->decl) {
        visit(w, symbol->decl);
        return;
    }
    for (uint32_t i = 0; i < w->used.n; i++)
        if (w->used.at[i] == symbol)
            return;
    *coset_vec_add(&w->used) = symbol;
}

static bool has_timed(const cspm_node *node)
{
    switch (node->kind) {
    case CSPM_NAME:
    case CSPM_PROCESS:
    case CSPM_GUARD:
    case CSPM_PREFIX:
    case CSPM_REPLICATED:
        return node->timed;
    default:
        return false;
    }
}

static void walk(walk_state *w, const cspm_node *node, uint32_t from)
{
    switch (node->kind) {
    case CSPM_NAME:
        if (node->symbol)
            use(w, node->symbol);
        break;
    case CSPM_BINDER:
        *coset_vec_add(&w->bound) = node->symbol;
        return;
    case CSPM_ANNOTATION:
    case CSPM_EXTERNAL:
    case CSPM_TRANSPARENT:
        return;
    default:
        break;
    }
    if (has_timed(node))
        for (uint32_t i = node->timed->split; i < node->timed->n; i++)
            walk(w, node->timed->kid[i], 0);
    for (uint32_t i = from; i < node->n; i++)
        walk(w, node->kid[i], 0);
}

static bool is_bound(const walk_state *w, const cspm_symbol *symbol)
{
    for (uint32_t i = 0; i < w->bound.n; i++)
        if (w->bound.at[i] == symbol)
            return true;
    return false;
}

static cspm_names_used find(cspm_procs *ps, const cspm_node *node, uint32_t from)
{
    walk_state w = {0};
    walk(&w, node, node->kind == CSPM_PREFIX && from > 1 ? from : 0);
    while (w.waiting.n)
        walk(&w, w.waiting.at[--w.waiting.n]->node, 0);
    cspm_names_used found = {.at = coset_arena_get(ps->arena, w.used.n + 1, sizeof *found.at)};
    for (uint32_t i = 0; i < w.used.n; i++)
        if (!is_bound(&w, w.used.at[i]))
            found.at[found.n++] = w.used.at[i];
    coset_vec_fini(&w.used);
    coset_vec_fini(&w.bound);
    coset_vec_fini(&w.visited);
    coset_vec_fini(&w.waiting);
    return found;
}

/* ---- memory of what was found --------------------------------------------------------------------------------- */

static uint32_t hash(const cspm_node *node, uint32_t from)
{
    uint64_t h = ((uint64_t)(uintptr_t)node >> 4) * 0x9e3779b97f4a7c15u + from;
    return (uint32_t)(h >> 24 ^ h);
}

static void enlarge(struct cspm_free_names *names)
{
    names->n_slots = names->n_slots ? 2 * names->n_slots : 256;
    coset_delete(names->slots);
    names->slots = coset_new(names->n_slots, sizeof *names->slots);
    for (uint32_t i = 0; i < names->entries.n; i++) {
        const entry *e = names->entries.at[i];
        uint32_t at = hash(e->node, e->from) & (names->n_slots - 1);
        while (names->slots[at])
            at = (at + 1) & (names->n_slots - 1);
        names->slots[at] = i + 1;
    }
}

const cspm_names_used *coset__proc_names(cspm_procs *ps, const cspm_node *node, uint32_t from)
{
    if (!ps->names)
        ps->names = coset_new(1, sizeof *ps->names);
    struct cspm_free_names *names = ps->names;
    if (2 * names->entries.n >= names->n_slots)
        enlarge(names);
    uint32_t at = hash(node, from) & (names->n_slots - 1);
    for (; names->slots[at]; at = (at + 1) & (names->n_slots - 1)) {
        entry *e = names->entries.at[names->slots[at] - 1];
        if (e->node == node && e->from == from)
            return &e->used;
    }
    entry *e = coset_arena_get(ps->arena, 1, sizeof *e);
    *e = (entry){node, from, find(ps, node, from)};
    *coset_vec_add(&names->entries) = e;
    names->slots[at] = names->entries.n;
    return &e->used;
}

void coset__proc_names_free(cspm_procs *ps)
{
    if (!ps->names)
        return;
    coset_vec_fini(&ps->names->entries);
    coset_delete(ps->names->slots);
    coset_delete(ps->names);
}

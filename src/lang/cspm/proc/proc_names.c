/* The names on which the meaning of a piece of script depends. */
#include "lang/cspm/proc/proc_int.h"

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

/* The result for one piece of script, or for a definition of an enclosing let that it uses. Lets inside the piece are
 * part of it. */
typedef struct {
    COSET_VEC(const cspm_symbol *) used, bound;
    COSET_VEC(const cspm_decl *) inside;
} text;

typedef struct {
    text here;
    COSET_VEC(const cspm_decl *) visited; /* worklist: definitions visited and to be visited */
    COSET_VEC(const cspm_symbol *) found;
} search;

static bool has_decl(const cspm_decl *const *at, uint32_t n, const cspm_decl *d)
{
    for (uint32_t i = 0; i < n; i++)
        if (at[i] == d)
            return true;
    return false;
}

static bool has_symbol(const cspm_symbol *const *at, uint32_t n, const cspm_symbol *symbol)
{
    for (uint32_t i = 0; i < n; i++)
        if (at[i] == symbol)
            return true;
    return false;
}

static void use(search *w, const cspm_symbol *symbol)
{
    if (symbol->kind != SYMBOL_VALUE || symbol->level == 0)
        return;
    const cspm_decl *d = symbol->decl;
    if (!d && !has_symbol(w->here.used.at, w->here.used.n, symbol))
        *coset_vec_add(&w->here.used) = symbol;
    if (d && !has_decl(w->here.inside.at, w->here.inside.n, d) && !has_decl(w->visited.at, w->visited.n, d))
        *coset_vec_add(&w->visited) = d;
}

static void enter_let(search *w, const cspm_node *let)
{
    const cspm_groups *g = let->groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        *coset_vec_add(&w->here.inside) = g->decls[i];
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

static void walk(search *w, const cspm_node *node, uint32_t from)
{
    switch (node->kind) {
    case CSPM_NAME:
        if (node->symbol)
            use(w, node->symbol);
        break;
    case CSPM_BINDER:
        *coset_vec_add(&w->here.bound) = node->symbol;
        return;
    case CSPM_LET:
        enter_let(w, node);
        break;
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

static void end_text(search *w)
{
    for (uint32_t i = 0; i < w->here.used.n; i++) {
        const cspm_symbol *symbol = w->here.used.at[i];
        if (!has_symbol(w->here.bound.at, w->here.bound.n, symbol) && !has_symbol(w->found.at, w->found.n, symbol))
            *coset_vec_add(&w->found) = symbol;
    }
    w->here.used.n = w->here.bound.n = w->here.inside.n = 0;
}

static cspm_names_used find(cspm_procs *ps, const cspm_node *node, uint32_t from)
{
    search w = {0};
    walk(&w, node, node->kind == CSPM_PREFIX && from > 1 ? from : 0);
    end_text(&w);
    for (uint32_t i = 0; i < w.visited.n; i++) {
        walk(&w, w.visited.at[i]->node, 0);
        end_text(&w);
    }
    cspm_names_used found = {w.found.n, coset_arena_copy(ps->arena, w.found.at, w.found.n, sizeof *w.found.at)};
    coset_vec_fini(&w.here.used);
    coset_vec_fini(&w.here.bound);
    coset_vec_fini(&w.here.inside);
    coset_vec_fini(&w.visited);
    coset_vec_fini(&w.found);
    return found;
}

/* ---- cache ---------------------------------------------------------------------------------------------------- */

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

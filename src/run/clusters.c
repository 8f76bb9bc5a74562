/* run/clusters.c - see run/clusters.h. */
#include "run/clusters.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define MOST_NAME 128 /* bytes of the name of a process */

/* ---- processes -------------------------------------------------------------------------------------------------- */

static bool actor_of(const coset_model *m, const coset_transitions *t, uint32_t i, uint64_t *actor)
{
    const coset_group *g = &m->groups[t->at[i].group];
    if (!g->actor.each || !t->split[t->at[i].group])
        return false;
    *actor = coset_actor_of(g, t->at[i].instance);
    return true;
}

/* A step is "man: statement, pid: 7". */
static const char *proctype_of(const coset_model *m, const coset_transition *t, uint64_t actor, coset_arena *arena)
{
    char text[MOST_NAME];
    m->ops->edge_text(m, t->group, t->instance, text, sizeof text);
    const char *end = strstr(text, ": ");
    if (!end)
        return coset_arena_printf(arena, "%llu", (unsigned long long)actor);
    return coset_arena_printf(arena, "%.*s", (int)(end - text), text);
}

/* Several processes with the same name have their numbers: man[3], man[5]. */
static void number_families(uint32_t n, coset_process *at, coset_arena *arena)
{
    bool *several = coset_arena_get(arena, n, sizeof *several);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            several[i] |= k != i && strcmp(at[k].name, at[i].name) == 0;
    for (uint32_t i = 0; i < n; i++)
        if (several[i])
            at[i].name = coset_arena_printf(arena, "%s[%llu]", at[i].name, (unsigned long long)at[i].actor);
}

static int by_actor(const void *a, const void *b)
{
    const coset_process *x = a, *y = b;
    return x->actor > y->actor ? -1 : x->actor < y->actor;
}

coset_processes coset_processes_of(const coset_model *m, const coset_transitions *t, coset_arena *arena)
{
    const uint32_t words = coset_slot_words(t->n);
    coset_process *at = coset_arena_get(arena, t->n, sizeof *at);
    uint64_t **sets = coset_arena_get(arena, t->n, sizeof *sets);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        uint64_t actor;
        if (!actor_of(m, t, i, &actor))
            continue;
        uint32_t k = 0;
        while (k < n && at[k].actor != actor)
            k++;
        if (k == n) {
            sets[n] = coset_arena_get(arena, words, sizeof **sets);
            at[n] = (coset_process){proctype_of(m, &t->at[i], actor, arena), actor, sets[n]};
            n++;
        }
        sets[k][i / 64] |= UINT64_C(1) << i % 64;
    }
    qsort(at, n, sizeof *at, by_actor);
    number_families(n, at, arena);
    return (coset_processes){n, at};
}

/* ---- clusters --------------------------------------------------------------------------------------------------- */

/* A set of processes, and their transitions. */
typedef struct {
    uint64_t *processes, *set;
    uint32_t n, first; /* processes; the smallest of their numbers */
} cluster;

typedef struct {
    const coset_relations *r;
    const coset_processes *p;
    coset_arena *arena;
    COSET_VEC(const uint64_t *) sets; /* the candidate sets */
} making;

static cluster empty(const making *k)
{
    return (cluster){.processes = coset_arena_get(k->arena, coset_slot_words(k->p->n), sizeof(uint64_t)),
                     .set = coset_arena_get(k->arena, k->r->n_words, sizeof(uint64_t)),
                     .first = UINT32_MAX};
}

static void put(const making *k, cluster *c, uint32_t process)
{
    if (coset_slots_has(c->processes, process))
        return;
    c->processes[process / 64] |= UINT64_C(1) << process % 64;
    for (uint32_t w = 0; w < k->r->n_words; w++)
        c->set[w] |= k->p->at[process].set[w];
    c->first = process < c->first ? process : c->first;
    c->n++;
}

static const coset_ample *finish(making *k)
{
    coset_ample *a = coset_arena_get(k->arena, 1, sizeof *a);
    *a = (coset_ample){k->r, k->sets.n, coset_arena_copy(k->arena, k->sets.at, k->sets.n, sizeof *k->sets.at)};
    coset_vec_fini(&k->sets);
    return a;
}

static making begin(const coset_relations *r, const coset_processes *p, coset_arena *arena)
{
    making k = {.r = r, .p = p, .arena = arena};
    for (uint32_t i = 0; i < p->n; i++)
        *coset_vec_add(&k.sets) = p->at[i].set;
    return k;
}

const coset_ample *coset_clusters_single(const coset_relations *r, const coset_processes *p, coset_arena *arena)
{
    making k = begin(r, p, arena);
    return finish(&k);
}

/* ---- found ------------------------------------------------------------------------------------------------------ */

static uint64_t conflicts_between(const making *k, const cluster *a, const cluster *b)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < k->r->n; i++)
        for (uint32_t w = 0; coset_slots_has(a->set, i) && w < k->r->n_words; w++)
            n += (uint64_t)__builtin_popcountll(coset_conflicts_of(k->r, i)[w] & b->set[w]);
    return n;
}

/* Merges b into a, which takes over the conflicts of b with others. */
static void join(const making *k, cluster *all, uint64_t *between, uint32_t a, uint32_t b)
{
    const uint32_t n = k->p->n;
    cluster both = empty(k);
    for (uint32_t i = 0; i < n; i++)
        if (coset_slots_has(all[a].processes, i) || coset_slots_has(all[b].processes, i))
            put(k, &both, i);
    all[a] = both;
    all[b].n = 0;
    for (uint32_t c = 0; c < n; c++) {
        between[(size_t)a * n + c] += between[(size_t)b * n + c];
        between[(size_t)c * n + a] = between[(size_t)a * n + c];
    }
}

/* The pair with the most conflicts for its size; false: no pair has any. */
static bool find_closest(const making *k, const cluster *all, const uint64_t *between, uint32_t *a, uint32_t *b)
{
    const uint32_t n = k->p->n;
    uint64_t most = 0, size = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            const uint64_t x = all[i].n && all[j].n ? between[(size_t)i * n + j] : 0, s = all[i].n + all[j].n;
            if (x * size <= most * s)
                continue;
            most = x;
            size = s;
            *a = i;
            *b = j;
        }
    return most > 0;
}

static int by_size(const void *a, const void *b)
{
    const cluster *x = a, *y = b;
    return x->n != y->n ? (x->n < y->n ? -1 : 1) : (x->first > y->first) - (x->first < y->first);
}

static void find_all(making *k)
{
    const uint32_t n = k->p->n;
    cluster *all = coset_arena_get(k->arena, n, sizeof *all), *made = coset_arena_get(k->arena, n, sizeof *made);
    uint64_t *between = coset_arena_get(k->arena, (size_t)n * n, sizeof *between);
    uint32_t n_made = 0, a = 0, b = 0;
    for (uint32_t i = 0; i < n; i++) {
        all[i] = empty(k);
        put(k, &all[i], i);
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            between[(size_t)i * n + j] = i == j ? 0 : conflicts_between(k, &all[i], &all[j]);
    while (find_closest(k, all, between, &a, &b)) {
        join(k, all, between, a, b);
        if (all[a].n < n)
            made[n_made++] = all[a];
    }
    qsort(made, n_made, sizeof *made, by_size);
    for (uint32_t i = 0; i < n_made; i++)
        *coset_vec_add(&k->sets) = made[i].set;
}

/* ---- of a file -------------------------------------------------------------------------------------------------- */

typedef struct {
    making *k;
    const char *path;
    uint32_t line;
    coset_err *err;
    COSET_VEC(cluster) before, level; /* the previous level, this one */
} reading;

static coset_status wrong(const reading *d, const char *what, const char *name)
{
    return coset_fail(d->err, COSET_INPUT, "%s:%u: %s%s%s", d->path, (unsigned)d->line, what, *name ? ": " : "", name);
}

/* `man` is man[0], man[1], ... too. */
static bool is_named(const char *process, const char *word)
{
    const size_t len = strlen(word);
    return strncmp(process, word, len) == 0 && (process[len] == 0 || process[len] == '[');
}

static coset_status add_process(reading *d, cluster *c, const char *word)
{
    bool found = false;
    for (uint32_t i = 0; i < d->k->p->n; i++) {
        if (!is_named(d->k->p->at[i].name, word))
            continue;
        found = true;
        if (coset_slots_has(c->processes, i))
            return wrong(d, "it is listed twice in its level", d->k->p->at[i].name);
        for (uint32_t x = 0; x < d->level.n; x++)
            if (coset_slots_has(d->level.at[x].processes, i))
                return wrong(d, "it is listed twice in its level", d->k->p->at[i].name);
        put(d->k, c, i);
    }
    return found ? COSET_OK : wrong(d, "the model has no such process", word);
}

/* A line without a bar may have no process, if it is empty or a comment. */
static coset_status read_cluster(reading *d, char *text, bool has_bar)
{
    cluster c = empty(d->k);
    coset_status status = COSET_OK;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t\r", &rest); word && status == COSET_OK; word = strtok_r(NULL, " \t\r", &rest))
        status = add_process(d, &c, word);
    if (status == COSET_OK && c.n)
        *coset_vec_add(&d->level) = c;
    else if (status == COSET_OK && has_bar)
        return wrong(d, "there is no process before or behind a bar, so a cluster is empty", "");
    return status;
}

/* Checks that each cluster of the previous level lies in one of this level. */
static coset_status check_level(const reading *d)
{
    for (uint32_t i = 0; i < d->before.n; i++)
        for (uint32_t x = 0; x < d->level.n; x++) {
            const uint64_t *a = d->before.at[i].processes, *b = d->level.at[x].processes;
            uint32_t common = 0;
            for (uint32_t w = 0; w < coset_slot_words(d->k->p->n); w++)
                common += (uint32_t)__builtin_popcountll(a[w] & b[w]);
            if (common && common < d->before.at[i].n)
                return wrong(d, "it divides a cluster of the level before; one with",
                             d->k->p->at[d->before.at[i].first].name);
        }
    return COSET_OK;
}

static int by_first(const void *a, const void *b)
{
    const cluster *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Adds the clusters of the previous level that no cluster of this level contains. */
static void carry_on(reading *d)
{
    for (uint32_t i = 0; i < d->before.n; i++) {
        bool held = false;
        for (uint32_t x = 0; x < d->level.n; x++)
            held |= coset_slots_has(d->level.at[x].processes, d->before.at[i].first);
        if (!held)
            *coset_vec_add(&d->level) = d->before.at[i];
    }
}

static coset_status read_level(reading *d, char *line)
{
    coset_status status = COSET_OK;
    line[strcspn(line, "#")] = 0;
    d->level.n = 0;
    const bool has_bar = strchr(line, '|') != NULL;
    for (char *part = line; part && status == COSET_OK;) {
        char *bar = strchr(part, '|');
        if (bar)
            *bar = 0;
        status = read_cluster(d, part, has_bar);
        part = bar ? bar + 1 : NULL;
    }
    if (status == COSET_OK)
        status = check_level(d);
    if (status != COSET_OK || !d->level.n)
        return status;
    qsort(d->level.at, d->level.n, sizeof *d->level.at, by_first);
    for (uint32_t i = 0; i < d->level.n; i++)
        *coset_vec_add(&d->k->sets) = d->level.at[i].set;
    carry_on(d);
    d->before.n = 0;
    memcpy(coset_vec_add_n(&d->before, d->level.n), d->level.at, d->level.n * sizeof *d->level.at);
    return COSET_OK;
}

static coset_status read_levels(making *k, const char *path, coset_text *text, coset_err *err)
{
    uint16_t file;
    coset_status status = coset_text_read_once(text, path, &file, err);
    if (status != COSET_OK)
        return status;
    reading d = {.k = k, .path = path, .err = err};
    char *bytes = coset_copy_text(coset_text_bytes(text, file, NULL));
    for (char *line = bytes; line && status == COSET_OK;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        d.line++;
        status = read_level(&d, line);
        line = end ? end + 1 : NULL;
    }
    coset_vec_fini(&d.before);
    coset_vec_fini(&d.level);
    coset_delete(bytes);
    return status;
}

coset_status coset_clusters_find(const coset_relations *r, const coset_processes *p, const char *path, coset_text *text,
                                 coset_arena *arena, const coset_ample **out, coset_err *err)
{
    making k = begin(r, p, arena);
    coset_status status = COSET_OK;
    if (path && strcmp(path, "auto") != 0)
        status = read_levels(&k, path, text, err);
    else
        find_all(&k);
    *out = finish(&k);
    return status;
}

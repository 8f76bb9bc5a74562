/* Detected generators against the whole state graph: each maps start states, steps with their names, faults, covers and
 * properties of all reachable states to themselves. Shares nothing with detection but the model.
 *
 *   brute [--most N] [-D NAME=VALUE] [--within ORIGINAL] [--graph] FILE ...
 *
 * With --within each element of the group that is detected in another model is tried too, not only generators: the
 * group of this model must have exactly those that are its symmetries, whatever parameters rules have.
 * With --graph nothing is tested: the state graph is written, a line "FROM TO" for each edge; start states have edges
 * from 0.
 * One line for each file: the order of the group, states, and "ok" or what is wrong; exit status 1 if any is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "detect/detect.h"
#include "engine/engine.h"
#include "ir/interp.h"
#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"

typedef struct {
    uint32_t n_slots, n, room, table_room;
    coset_value *states;
    uint32_t *table;
} set;

static uint32_t hash_of(const coset_value *x, uint32_t n)
{
    uint64_t h = 7;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ x[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 31;
    return (uint32_t)(h >> 8);
}

static coset_value *state_at(const set *s, uint32_t i) { return s->states + (size_t)i * s->n_slots; }

static uint32_t *place_of(const set *s, const coset_value *x)
{
    uint32_t at = hash_of(x, s->n_slots) & (s->table_room - 1);
    while (s->table[at] && memcmp(state_at(s, s->table[at] - 1), x, s->n_slots * sizeof *x) != 0)
        at = (at + 1) & (s->table_room - 1);
    return &s->table[at];
}

static void rehash(set *s)
{
    free(s->table);
    s->table_room = s->table_room ? 2 * s->table_room : 1024;
    s->table = coset_new(s->table_room, sizeof *s->table);
    for (uint32_t i = 0; i < s->n; i++)
        *place_of(s, state_at(s, i)) = i + 1;
}

static void add(set *s, const coset_value *x)
{
    if (2 * s->n >= s->table_room)
        rehash(s);
    uint32_t *at = place_of(s, x);
    if (*at)
        return;
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->states = coset_resize(s->states, (size_t)s->room * (s->n_slots + 1), sizeof *s->states);
    }
    memcpy(state_at(s, s->n), x, s->n_slots * sizeof *x);
    *at = ++s->n;
}

/* ---- edges as rows of words ----------------------------------------------------------------------------------- */

typedef struct {
    const coset_model *m;
    set *reached;
    COSET_VEC(uint32_t) words;
    uint32_t width, n;
    const coset_literals *literals;
    bool any_fault;          /* of a fault only that it is one */
    const coset_point *perm; /* NULL: edges as they are */
    coset_value *image;
} rows;

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    rows *r = ctx;
    uint64_t covers = 0;
    if (r->reached && dst)
        add(r->reached, dst);
    bool any = e->fault && r->any_fault;
    for (uint32_t i = 0; !any && i < e->n_covers; i++)
        covers += UINT64_C(1) << (e->covers[i] % 64);
    *coset_vec_add(&r->words) = coset_ir_role(coset_model_ir(r->m), e->group);
    *coset_vec_add(&r->words) = any ? 1 : e->fault ? (uint32_t)e->fault->kind + 1 : 0;
    *coset_vec_add(&r->words) = e->fault && !any ? e->fault->prop : 0;
    *coset_vec_add(&r->words) = (uint32_t)covers;
    *coset_vec_add(&r->words) = (uint32_t)(covers >> 32);
    if (dst && r->perm) {
        coset_literals_permute(r->literals, r->perm, dst, r->image);
        dst = r->image;
    }
    for (uint32_t i = 0; i < r->m->n_slots; i++)
        *coset_vec_add(&r->words) = dst ? dst[i] : 0;
    r->n++;
    return COSET_OK;
}

static uint32_t row_width;

static int by_row(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    for (uint32_t i = 0; i < row_width; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void expand(rows *r, coset_worker *w, const coset_value *src, const coset_point *perm)
{
    r->words.n = r->n = 0;
    r->perm = perm;
    coset_status st = src ? r->m->ops->next(w, src, on_edge, r) : r->m->ops->starts(w, on_edge, r);
    COSET_INVARIANT(st == COSET_OK);
    row_width = r->width;
    if (r->n)
        qsort(r->words.at, r->n, r->width * sizeof(uint32_t), by_row);
}

static bool same_rows(const rows *a, const rows *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->words.at, b->words.at, a->words.n * sizeof(uint32_t)) == 0);
}

/* ---- the check ------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_model *m;
    const coset_detected *d;
    set reached;
    coset_worker *w;
    rows a, b;
    coset_value *image;
} brute;

static coset_eval value_of(brute *k, uint32_t p, uint32_t x, const coset_value *s)
{
    coset_fault f;
    coset_eval e = k->m->ops->eval(k->w, p, x, s, &f);
    return e == COSET_EVAL_FAULT && k->d->truth && k->m->props[p].kind == COSET_PROP_INVARIANT ? COSET_EVAL_FALSE : e;
}

static bool explore(brute *k, uint32_t most)
{
    k->a.reached = &k->reached;
    rehash(&k->reached);
    expand(&k->a, k->w, NULL, NULL);
    for (uint32_t i = 0; i < k->reached.n; i++) {
        coset_value *src = coset_new(k->m->n_slots, sizeof *src);
        memcpy(src, state_at(&k->reached, i), k->m->n_slots * sizeof *src);
        expand(&k->a, k->w, src, NULL);
        coset_delete(src);
        if (k->reached.n > most)
            return false;
    }
    k->a.reached = NULL;
    return true;
}

static bool is_same_set(const coset_value *image, const set *s) { return *place_of(s, image) != 0; }

/* NULL: the generator agrees. */
static const char *check_generator(brute *k, const coset_point *perm)
{
    const coset_model *m = k->m;
    expand(&k->a, k->w, NULL, perm);
    expand(&k->b, k->w, NULL, NULL);
    set starts = {.n_slots = m->n_slots}; /* as sets: a start state may occur twice */
    rehash(&starts);
    for (uint32_t i = 0; i < k->b.n; i++)
        add(&starts, k->b.words.at + (size_t)i * k->b.width + 5);
    bool closed = true;
    for (uint32_t i = 0; i < k->a.n; i++)
        closed = closed && is_same_set(k->a.words.at + (size_t)i * k->a.width + 5, &starts);
    free(starts.states);
    free(starts.table);
    if (!closed)
        return "start states";
    for (uint32_t i = 0; i < k->reached.n; i++) {
        const coset_value *s = state_at(&k->reached, i);
        coset_literals_permute(&k->d->literals, perm, s, k->image);
        if (!is_same_set(k->image, &k->reached))
            return "the image of a state is not reached";
        expand(&k->a, k->w, s, perm);
        expand(&k->b, k->w, k->image, NULL);
        if (!same_rows(&k->a, &k->b))
            return "steps";
        if (coset_model_may_end(m, k->w, s) != coset_model_may_end(m, k->w, k->image))
            return "may end";
        for (uint32_t p = 0; p < m->n_props; p++)
            for (uint32_t x = 0;
                 coset_prop_is_state(&m->props[p]) && !m->props[p].unchecked && x < m->props[p].n_instances; x++)
                if (value_of(k, p, x, s) != value_of(k, p, x, k->image))
                    return m->props[p].name;
    }
    return NULL;
}

/* ---- all elements of another model's group ---------------------------------------------------------------------- */

typedef struct {
    brute *k;
    uint32_t n; /* points */
    uint64_t tried, good;
} elements;

/* `done` is the product of the choices at the levels before; it continues with each element of the rest. */
static void try_from(elements *e, uint32_t level, const coset_point *done)
{
    const coset_permgroup *group = e->k->d->group;
    if (level == coset_permgroup_levels(group)) {
        e->tried++;
        e->good += check_generator(e->k, done) == NULL;
        return;
    }
    const coset_permlevel *l = coset_permgroup_level(group, level);
    coset_point *next = coset_new(e->n, sizeof *next);
    for (uint32_t i = 0; i < l->n_orbit; i++) {
        for (uint32_t x = 0; x < e->n; x++)
            next[x] = l->returns[i][done[x]];
        try_from(e, level + 1, next);
    }
    coset_delete(next);
}

/* All values of reached states are literals, and `k` was explored. */
static bool is_listed(const brute *k, const coset_literals *l)
{
    bool listed = true;
    uint32_t *room = coset_new(k->m->n_slots, sizeof *room);
    for (uint32_t i = 0; listed && i < k->reached.n; i++)
        listed = coset_literals_of(l, state_at(&k->reached, i), room);
    coset_delete(room);
    return listed;
}

static void try_all(const brute *k, const coset_model *whole)
{
    coset_arena *arena = coset_arena_new();
    coset_detected d;
    const coset_detect_options o = {0};
    coset_detect(whole, &o, arena, &d);
    brute copy = *k;
    copy.d = &d;
    copy.a.literals = copy.b.literals = &d.literals;
    copy.a.words.at = copy.b.words.at = NULL;
    copy.a.words.n = copy.b.words.n = copy.a.words.room = copy.b.words.room = 0;
    elements e = {.k = &copy, .n = d.literals.n};
    if (d.failed || !is_listed(k, &d.literals)) {
        printf("  other values than those of the whole group\n");
    } else {
        coset_point *none = coset_new(e.n, sizeof *none);
        for (uint32_t i = 0; i < e.n; i++)
            none[i] = i;
        try_from(&e, 0, none);
        printf("  %llu of %llu elements\n", (unsigned long long)e.good, (unsigned long long)e.tried);
        coset_delete(none);
    }
    coset_vec_fini(&copy.a.words);
    coset_vec_fini(&copy.b.words);
    coset_detected_fini(&d);
    coset_arena_free(arena);
}

typedef struct {
    uint32_t most;
    bool talk, truth, graph;
} settings;

/* Edges from the state with this number; a step that ends in a fault leads to 0 too. */
static void print_edges(brute *k, uint32_t from, coset_value *room)
{
    uint32_t n = k->m->n_slots;
    if (from)
        memcpy(room, state_at(&k->reached, from - 1), n * sizeof *room);
    expand(&k->a, k->w, from ? room : NULL, NULL);
    for (uint32_t i = 0; i < k->a.n; i++) {
        const uint32_t *row = k->a.words.at + (size_t)i * k->a.width;
        printf("%u %u\n", (unsigned)from, (unsigned)(row[1] ? 0 : *place_of(&k->reached, row + k->a.width - n)));
    }
}

static bool print_graph(brute *k, uint32_t most)
{
    bool whole = explore(k, most);
    coset_value *room = coset_new(k->m->n_slots, sizeof *room);
    for (uint32_t i = 0; whole && i <= k->reached.n; i++)
        print_edges(k, i, room);
    coset_delete(room);
    return whole;
}

static bool run(const coset_model *m, const char *path, const settings *by, const coset_model *whole)
{
    coset_arena *arena = coset_arena_new();
    coset_detected d;
    const coset_detect_options o = {.truth = by->truth};
    if (by->graph)
        d = (coset_detected){0};
    else
        coset_detect(m, &o, arena, &d);
    brute k = {.m = m, .d = &d, .reached = {.n_slots = m->n_slots}};
    k.w = coset_worker_new(m);
    k.image = coset_new(m->n_slots, sizeof *k.image);
    k.a = k.b = (rows){.m = m, .width = m->n_slots + 5, .literals = &d.literals, .any_fault = d.any_fault};
    k.a.image = coset_new(m->n_slots, sizeof *k.image);
    const char *wrong = NULL, *cut = "";
    if (by->graph)
        wrong = print_graph(&k, by->most) ? NULL : "too large";
    else if ((d.n_generators || whole) && !explore(&k, by->most))
        cut = " (cut)";
    for (uint32_t i = 0; i < d.n_generators && !wrong && !*cut; i++)
        wrong = check_generator(&k, d.generators[i].perm);
    if (!by->graph)
        printf("%s: order %s, %u generators, %u states%s, %u vertices, %u edges, %llu runs, %u of the text: %s%s\n",
               path, d.failed ? d.failed : coset_order_text(coset_permgroup_order(d.group, arena), arena),
               (unsigned)d.n_generators, (unsigned)k.reached.n, cut, (unsigned)d.vertices, (unsigned)d.edges,
               (unsigned long long)d.runs, (unsigned)d.n_typed, wrong ? "WRONG: " : "ok", wrong ? wrong : "");
    if (whole && !*cut)
        try_all(&k, whole);
    for (uint32_t i = 0; by->talk && i < d.n_losses; i++)
        printf("  line %u: %s, %s: %u slots\n", (unsigned)d.losses[i].pos.line, d.losses[i].what, d.losses[i].reason,
               (unsigned)d.losses[i].n_slots);
    m->ops->worker_free(k.w);
    coset_delete(k.image);
    coset_delete(k.a.image);
    coset_vec_fini(&k.a.words);
    coset_vec_fini(&k.b.words);
    free(k.reached.states);
    free(k.reached.table);
    coset_detected_fini(&d);
    coset_arena_free(arena);
    return !wrong;
}

/* NULL: not loaded. */
static coset_model *load(const char *path, uint32_t n_defines, coset_define *defines)
{
    coset_text *text = coset_text_new();
    coset_err err = {0};
    coset_model *m = NULL;
    uint16_t file;
    size_t len = strlen(path);
    coset_load_options options = {.n_defines = n_defines, .defines = defines};
    bool murphi = len > 2 && strcmp(path + len - 2, ".m") == 0;
    const coset_language *l = murphi ? &coset_murphi : &coset_promela;
    if (coset_text_read(text, path, &file, &err) != COSET_OK || l->load(text, file, &options, &m, &err) != COSET_OK) {
        printf("%s: not loaded\n", path);
        m = NULL;
    }
    coset_text_free(text);
    return m;
}

int main(int argc, char **argv)
{
    settings by = {.most = 20000};
    bool good = true;
    coset_define defines[16];
    uint32_t n_defines = 0;
    coset_model *whole = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            by.most = (uint32_t)strtoul(argv[++i], NULL, 10);
            continue;
        }
        if (strcmp(argv[i], "--within") == 0 && i + 1 < argc) {
            coset_model_free(whole);
            whole = load(argv[++i], n_defines, defines);
            good = whole && good;
            continue;
        }
        if (strcmp(argv[i], "--truth") == 0) {
            by.truth = true;
            continue;
        }
        if (strcmp(argv[i], "--graph") == 0) {
            by.graph = true;
            continue;
        }
        if (strcmp(argv[i], "--talk") == 0) {
            by.talk = true;
            continue;
        }
        if (strcmp(argv[i], "-D") == 0 && i + 1 < argc && n_defines < 16) {
            char *is = strchr(argv[++i], '=');
            if (is)
                *is = '\0';
            defines[n_defines++] = (coset_define){.name = argv[i], .value = is ? is + 1 : "1"};
            continue;
        }
        coset_model *m = load(argv[i], n_defines, defines);
        good = m && run(m, argv[i], &by, whole) && good;
        (void)fflush(stdout);
        coset_model_free(m);
    }
    coset_model_free(whole);
    return good ? 0 : 1;
}

/* The true symmetry of a model by brute force: for each declared scalarset the classes of elements that may be
 * exchanged, found by comparing the successors and the properties of all reachable states under every exchange of two
 * elements. Shares the interpreter and the action of renamings with the program, but nothing of its proof.
 *
 *   truth [--most N] FILE ...
 *
 * Rules decide, start states need not be symmetric: the states looked at are those that are reachable from all images
 * of the start states under the group that is tried. That is, in turn, the group of all declared types; if an exchange
 * fails there, the group that the exchanges that do not fail generate, until none fails. A single type is tried beside
 * it. One line for each file: states of the model, then TYPE=SIZES (of the classes with more than one element, or 1)
 * for each type, or "cut" where there are more than N states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "ir/interp.h"
#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"
#include "support/state_set.h"

#define MOST_POINTS 64

/* Exchanges of two points; allowed[a][b]: that of a and b is in the group. */
typedef struct {
    uint32_t n;
    bool allowed[MOST_POINTS][MOST_POINTS];
} exchanges;

typedef struct {
    const coset_model *m;
    coset_worker *w;
    state_set reached;
    const coset_renaming *perm; /* NULL: edges as they are */
    bool collects;
    coset_value *image;
    COSET_VEC(uint32_t) words;
    uint32_t width;
} search;

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    search *k = ctx;
    uint64_t covers = 0;
    for (uint32_t i = 0; i < e->n_covers; i++)
        covers ^= UINT64_C(0x9e3779b97f4a7c15) * (e->covers[i] + 1);
    if (k->collects && dst)
        (void)state_set_add(&k->reached, dst);
    if (dst && k->perm) {
        coset_model_permute(k->m, k->perm, dst, k->image);
        dst = k->image;
    }
    *coset_vec_add(&k->words) = e->group;
    *coset_vec_add(&k->words) = e->fault ? (uint32_t)e->fault->kind + 1 : 0;
    *coset_vec_add(&k->words) = e->fault ? e->fault->prop : 0;
    *coset_vec_add(&k->words) = (uint32_t)covers;
    for (uint32_t i = 0; i < k->m->n_slots; i++)
        *coset_vec_add(&k->words) = dst ? dst[i] : 0;
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

/* The edges of a state (NULL: the start states), sorted; their number. */
static uint32_t expand(search *k, const coset_value *src, const coset_renaming *perm)
{
    k->words.n = 0;
    k->perm = perm;
    coset_status st = src ? k->m->ops->next(k->w, src, on_edge, k) : k->m->ops->starts(k->w, on_edge, k);
    COSET_INVARIANT(st == COSET_OK);
    row_width = k->width;
    uint32_t n = k->words.n / k->width;
    if (n)
        qsort(k->words.at, n, k->width * sizeof(uint32_t), by_row);
    return n;
}

/* Points a and b are elements of one type. */
static void exchange(const coset_symmetry *s, coset_renaming *perm, uint32_t a, uint32_t b)
{
    for (uint32_t t = 0; t < s->n_types; t++)
        for (uint32_t e = 0, at = coset_symmetry_offset(s, t); e < s->types[t].n; e++)
            perm[at + e] = at + e == a ? b - at : at + e == b ? a - at : e;
}

/* All states reachable from images of the start states; false: more than `most`. */
static bool explore(search *k, const exchanges *g, uint32_t most)
{
    coset_renaming perm[MOST_POINTS];
    coset_value *src = coset_new(k->m->n_slots, sizeof *src), *image = coset_new(k->m->n_slots, sizeof *image);
    state_set_free(&k->reached);
    k->reached.width = k->m->n_slots;
    k->collects = true;
    (void)expand(k, NULL, NULL);
    uint32_t n_starts = k->reached.n;
    for (uint32_t i = 0; i < n_starts; i++) /* grows: images of images */
        for (uint32_t a = 0; a < g->n; a++)
            for (uint32_t b = a + 1; b < g->n; b++)
                if (g->allowed[a][b]) {
                    exchange(&k->m->symmetry, perm, a, b);
                    coset_model_permute(k->m, perm, state_set_row(&k->reached, i), image);
                    (void)state_set_add(&k->reached, image);
                    n_starts = k->reached.n;
                }
    for (uint32_t i = 0; i < k->reached.n && k->reached.n <= most; i++) {
        memcpy(src, state_set_row(&k->reached, i), k->m->n_slots * sizeof *src);
        (void)expand(k, src, NULL);
    }
    k->collects = false;
    coset_delete(src);
    coset_delete(image);
    return k->reached.n <= most;
}

/* A property with parameters is a conjunction, or its instances are renamed with them: their values as a sorted list.
 */
static uint64_t values_of(search *k, const coset_value *s)
{
    uint64_t sum = 0;
    coset_fault f;
    for (uint32_t p = 0; p < k->m->n_props; p++) {
        const coset_prop *prop = &k->m->props[p];
        if (!coset_prop_is_state(prop) || prop->unchecked)
            continue;
        for (uint32_t x = 0; x < prop->n_instances; x++)
            sum += (uint64_t)k->m->ops->eval(k->w, p, x, s, &f) * UINT64_C(0x9e3779b97f4a7c15) * (p + 1);
    }
    return sum;
}

/* Some processes are still to be started: renamings need not hold yet. */
static bool is_early(const search *k, const coset_value *s)
{
    const coset_arrivals *a = coset_model_ir(k->m)->arrivals;
    return a && coset_arrivals_there(a, s) < a->n;
}

static bool is_symmetry(search *k, const coset_renaming *perm)
{
    coset_value *image = coset_new(k->m->n_slots, sizeof *image);
    COSET_VEC(uint32_t) kept = {0};
    bool same = true;
    for (uint32_t i = 0; same && i < k->reached.n; i++) {
        if (is_early(k, state_set_row(&k->reached, i)))
            continue;
        coset_model_permute(k->m, perm, state_set_row(&k->reached, i), image);
        uint32_t n = expand(k, state_set_row(&k->reached, i), perm);
        kept.n = 0;
        for (uint32_t w = 0; w < k->words.n; w++)
            *coset_vec_add(&kept) = k->words.at[w];
        same = n == expand(k, image, NULL) &&
               (n == 0 || memcmp(kept.at, k->words.at, kept.n * sizeof(uint32_t)) == 0) &&
               values_of(k, state_set_row(&k->reached, i)) == values_of(k, image);
    }
    coset_vec_fini(&kept);
    coset_delete(image);
    return same;
}

/* Takes exchanges out of g until all are symmetries; false: too many states. */
static bool settle(search *k, exchanges *g, uint32_t most)
{
    coset_renaming perm[MOST_POINTS];
    for (bool changed = true; changed;) {
        changed = false;
        if (!explore(k, g, most))
            return false;
        for (uint32_t a = 0; a < g->n; a++)
            for (uint32_t b = a + 1; b < g->n; b++)
                if (g->allowed[a][b]) {
                    exchange(&k->m->symmetry, perm, a, b);
                    if (!is_symmetry(k, perm))
                        g->allowed[a][b] = false, changed = true;
                }
    }
    return true;
}

static exchanges within(const coset_symmetry *s, uint32_t only)
{
    exchanges g = {.n = coset_symmetry_points(s)};
    for (uint32_t t = 0; t < s->n_types; t++)
        for (uint32_t a = 0; (only == t || only == s->n_types) && a < s->types[t].n; a++)
            for (uint32_t b = a + 1; b < s->types[t].n; b++)
                g.allowed[coset_symmetry_offset(s, t) + a][coset_symmetry_offset(s, t) + b] = true;
    return g;
}

static void print_type(const coset_symmetry *s, uint32_t t, const exchanges *g)
{
    uint32_t at = coset_symmetry_offset(s, t), n = s->types[t].n;
    bool done[MOST_POINTS] = {false};
    printf(" %s=", s->types[t].name);
    const char *between = "";
    for (uint32_t a = 0; a < n; a++) {
        uint32_t size = 1;
        for (uint32_t b = a + 1; b < n && !done[a]; b++)
            if (g->allowed[at + a][at + b])
                size++, done[b] = true;
        if (size > 1) {
            printf("%s%u", between, (unsigned)size);
            between = "+";
        }
    }
    printf("%s", *between ? "" : "1");
}

static bool run(const coset_model *m, const char *path, uint32_t most)
{
    const coset_symmetry *s = &m->symmetry;
    search k = {.m = m, .width = m->n_slots + 4};
    exchanges none = {.n = coset_symmetry_points(s)}, g = within(s, s->n_types);
    if (none.n > MOST_POINTS)
        return false;
    k.w = coset_worker_new(m);
    k.image = coset_new(m->n_slots + 1, sizeof *k.image);
    bool whole = explore(&k, &none, most);
    uint32_t states = k.reached.n;
    whole = whole && settle(&k, &g, most);
    for (uint32_t t = 0; whole && t < s->n_types; t++) { /* a type may be symmetric where another one is held still */
        exchanges alone = within(s, t);
        whole = settle(&k, &alone, most);
        uint32_t at = coset_symmetry_offset(s, t);
        for (uint32_t a = at; a < at + s->types[t].n; a++)
            for (uint32_t b = a + 1; b < at + s->types[t].n; b++)
                if (alone.allowed[a][b] && !g.allowed[a][b])
                    printf("%s: %s alone has more\n", path, s->types[t].name);
    }
    printf("%s: %u states", path, (unsigned)states);
    for (uint32_t t = 0; whole && t < s->n_types; t++)
        print_type(s, t, &g);
    printf("%s\n", whole ? "" : " cut");
    m->ops->worker_free(k.w);
    coset_delete(k.image);
    coset_vec_fini(&k.words);
    state_set_free(&k.reached);
    return true;
}

static const coset_language *language_of(const char *path)
{
    const char *end = strrchr(path, '.');
    return end && strcmp(end, ".pml") == 0 ? &coset_promela : &coset_murphi;
}

/* Processes are told apart by the order in which they end. */
static bool any_ends(const coset_model *m)
{
    bool ends = false;
    for (uint32_t i = 0; i < m->symmetry.n_declined; i++)
        ends = ends || m->symmetry.declined[i].ends;
    return ends;
}

int main(int argc, char **argv)
{
    uint32_t most = 1000000;
    bool good = true;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            most = (uint32_t)strtoul(argv[++i], NULL, 10);
            continue;
        }
        coset_text *text = coset_text_new();
        coset_err err = {0};
        coset_model *m = NULL;
        uint16_t file;
        coset_load_options options = {0};
        bool loaded = coset_text_read(text, argv[i], &file, &err) == COSET_OK &&
                      language_of(argv[i])->load(text, file, &options, &m, &err) == COSET_OK;
        if (loaded && any_ends(m)) { /* as a check does */
            coset_model_free(m);
            options.leave_ended = true;
            loaded = language_of(argv[i])->load(text, file, &options, &m, &err) == COSET_OK;
        }
        coset_text_free(text);
        if (!loaded)
            printf("%s: not loaded\n", argv[i]);
        good = loaded && run(m, argv[i], most) && good;
        coset_model_free(m);
    }
    return good ? 0 : 1;
}

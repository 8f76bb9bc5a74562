#include "detect/name.h"

#include <stdio.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 28)

typedef COSET_VEC(uint32_t) numbers;

/* ---- factors ---------------------------------------------------------------------------------------------------- */

/* Some generators, and the orbits of the group that they generate. */
typedef struct {
    const coset_literals *l;
    coset_arena *arena;
    numbers generators;
    const coset_point *const *perms; /* [generators.n] */
    uint32_t *slot_orbit;            /* [n_slots] least slot of the orbit */
    uint32_t *literal_orbit;         /* [literals] least literal */
} factor;

static uint32_t root(uint32_t *up, uint32_t x)
{
    while (up[x] != x)
        x = up[x] = up[up[x]];
    return x;
}

static void join(uint32_t *up, uint32_t a, uint32_t b)
{
    a = root(up, a);
    b = root(up, b);
    up[a > b ? a : b] = a < b ? a : b;
}

/* Generators that move a common slot belong together: up[g] leads to the first of them. */
static uint32_t *find_factors(const coset_detected *d, coset_arena *a)
{
    uint32_t *up = coset_arena_get(a, d->n_generators, sizeof *up);
    uint32_t *mover = coset_arena_get(a, d->literals.n_slots, sizeof *mover); /* a generator that moves it, + 1 */
    for (uint32_t g = 0; g < d->n_generators; g++)
        up[g] = g;
    for (uint32_t g = 0; g < d->n_generators; g++)
        for (uint32_t i = 0; i < d->literals.n; i++) {
            uint32_t slot = d->literals.slots[i];
            if (d->generators[g].perm[i] == i)
                continue;
            if (mover[slot])
                join(up, g, mover[slot] - 1);
            mover[slot] = g + 1;
        }
    return up;
}

static void find_orbits(factor *f)
{
    f->slot_orbit = coset_arena_get(f->arena, f->l->n_slots, sizeof *f->slot_orbit);
    f->literal_orbit = coset_arena_get(f->arena, f->l->n, sizeof *f->literal_orbit);
    for (uint32_t s = 0; s < f->l->n_slots; s++)
        f->slot_orbit[s] = s;
    for (uint32_t i = 0; i < f->l->n; i++)
        f->literal_orbit[i] = i;
    for (uint32_t g = 0; g < f->generators.n; g++)
        for (uint32_t i = 0; i < f->l->n; i++) {
            join(f->literal_orbit, i, f->perms[g][i]);
            join(f->slot_orbit, f->l->slots[i], f->l->slots[f->perms[g][i]]);
        }
    for (uint32_t s = 0; s < f->l->n_slots; s++)
        f->slot_orbit[s] = root(f->slot_orbit, s);
    for (uint32_t i = 0; i < f->l->n; i++)
        f->literal_orbit[i] = root(f->literal_orbit, i);
}

/* ---- the action on one orbit ------------------------------------------------------------------------------------ */

typedef struct {
    uint32_t n;
    const coset_point **perms; /* of points 0 .. n-1 */
    coset_permgroup *group;
} action;

/* The orbit of a slot or a literal, as a group on its members. NULL group: too large. */
static action act(const factor *f, bool slots, uint32_t orbit)
{
    const uint32_t *orbits = slots ? f->slot_orbit : f->literal_orbit;
    uint32_t n_all = slots ? f->l->n_slots : f->l->n;
    uint32_t *number = coset_arena_get(f->arena, n_all, sizeof *number);
    action a = {0};
    for (uint32_t i = 0; i < n_all; i++)
        number[i] = orbits[i] == orbit ? a.n++ : 0;
    a.perms = coset_arena_get(f->arena, f->generators.n, sizeof *a.perms);
    for (uint32_t g = 0; g < f->generators.n; g++) {
        coset_point *p = coset_arena_get(f->arena, a.n, sizeof *p);
        for (uint32_t i = 0; i < n_all; i++)
            if (orbits[i] == orbit)
                p[number[i]] = number[slots ? f->l->slots[f->perms[g][f->l->first[i]]] : f->perms[g][i]];
        a.perms[g] = p;
    }
    a.group = coset_permgroup_new(a.n, f->generators.n, a.perms, NULL, MOST_BYTES);
    return a;
}

static coset_count factorial(uint32_t n)
{
    coset_count x = 1;
    for (uint32_t i = 2; i <= n; i++)
        if (!coset_count_mul(&x, i))
            return 0;
    return x;
}

/* The images of the first point under an element: does it run through all n points, one after the other? */
static bool is_rotation(const coset_point *p, uint32_t n)
{
    uint32_t at = p[0], length = 1;
    for (; at != 0; at = p[at])
        length++;
    return length == n;
}

/* Some element of a group of at most 2n elements on n points that rotates all of them. */
static bool find_rotation(const coset_permgroup *g, uint32_t n, coset_point *out)
{
    const coset_permlevel *first = coset_permgroup_level(g, 0);
    uint32_t n_levels = coset_permgroup_levels(g);
    const coset_permlevel *second = n_levels > 1 ? coset_permgroup_level(g, 1) : NULL;
    for (uint32_t i = 0; i < first->n_orbit; i++)
        for (uint32_t k = 0; k < (second ? second->n_orbit : 1); k++) {
            for (uint32_t x = 0; x < n; x++)
                out[x] = second ? second->returns[k][first->returns[i][x]] : first->returns[i][x];
            if (is_rotation(out, n))
                return true;
        }
    return false;
}

/* All elements turn the rotation r into itself or its inverse. */
static bool keeps_rotation(const action *a, uint32_t n_generators, const coset_point *r)
{
    for (uint32_t g = 0; g < n_generators; g++) {
        bool same = true, inverse = true;
        for (uint32_t x = 0; x < a->n; x++) { /* p r = r p, or r p r = p */
            same = same && a->perms[g][r[x]] == r[a->perms[g][x]];
            inverse = inverse && r[a->perms[g][r[x]]] == a->perms[g][x];
        }
        if (!same && !inverse)
            return false;
    }
    return true;
}

/* The least blocks that hold points 0 and x: up leads to a member of a point's block. */
static void find_blocks(const action *a, uint32_t n_generators, uint32_t x, uint32_t *up)
{
    for (uint32_t i = 0; i < a->n; i++)
        up[i] = i;
    join(up, 0, x);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t g = 0; g < n_generators; g++)
            for (uint32_t i = 0; i < a->n; i++) {
                uint32_t p = root(up, a->perms[g][i]), q = root(up, a->perms[g][root(up, i)]);
                if (p != q) {
                    join(up, p, q);
                    changed = true;
                }
            }
    }
}

/* The group keeps blocks of k points; all permutations that do are (k!)^b b! many, b = n / k. If it has so many
 * elements it is that wreath product. */
static const char *wreath_name(const factor *f, const action *a, coset_count order)
{
    uint32_t *up = coset_arena_get(f->arena, a->n, sizeof *up);
    for (uint32_t x = 1; x < a->n; x++) {
        uint32_t k = 0;
        coset_count full = 1;
        find_blocks(a, f->generators.n, x, up);
        for (uint32_t i = 0; i < a->n; i++)
            k += root(up, i) == root(up, 0);
        uint32_t b = a->n / k;
        bool fits = k < a->n && factorial(k) && factorial(b);
        for (uint32_t i = 0; i < b && fits; i++)
            fits = coset_count_mul(&full, factorial(k));
        if (fits && coset_count_mul(&full, factorial(b)) && full == order)
            return coset_arena_printf(f->arena, "S%u wr S%u", (unsigned)k, (unsigned)b);
    }
    return NULL;
}

static const char *name_of(const factor *f, const action *a, coset_count order)
{
    coset_point *r = coset_arena_get(f->arena, a->n, sizeof *r);
    if (factorial(a->n) == order)
        return coset_arena_printf(f->arena, "S%u", (unsigned)a->n);
    if (order <= 2 * (coset_count)a->n && find_rotation(a->group, a->n, r)) {
        if (order == a->n)
            return coset_arena_printf(f->arena, "C%u", (unsigned)a->n);
        if (order == 2 * a->n && keeps_rotation(a, f->generators.n, r))
            return coset_arena_printf(f->arena, "D%u", (unsigned)a->n);
    }
    return wreath_name(f, a, order);
}

/* The name by the smallest orbit that tells one, first of slots, then of literals. */
static const char *find_name(const factor *f, coset_count order)
{
    const char *best = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < (pass ? f->l->n : f->l->n_slots); i++) {
            const uint32_t *orbits = pass ? f->literal_orbit : f->slot_orbit;
            uint32_t size = 0;
            for (uint32_t k = i; orbits[i] == i && k < (pass ? f->l->n : f->l->n_slots); k++)
                size += orbits[k] == i;
            if (size < 2 || size >= least || size > 200)
                continue;
            action a = act(f, pass == 0, i);
            coset_count here;
            const char *name = NULL;
            if (a.group && coset_permgroup_order(a.group, &here) && here == order)
                name = name_of(f, &a, order);
            coset_permgroup_free(a.group);
            if (name) {
                best = name;
                least = size;
            }
        }
    return best;
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

/* "pc" of "pc[1].x" */
static size_t base_length(const char *name) { return strcspn(name, "[.{"); }

static const char *moved_variables(const coset_model *m, const factor *f)
{
    const char *text = "";
    for (uint32_t s = 0; s < m->n_slots; s++) {
        const char *name = m->slots[s].name;
        size_t n = base_length(name);
        bool moves = false, told = false;
        for (uint32_t g = 0; g < f->generators.n; g++)
            for (uint32_t i = f->l->first[s]; i < f->l->first[s + 1]; i++)
                moves = moves || f->perms[g][i] != i;
        for (const char *at = text; moves && !told && *at; at += strcspn(at, " "), at += *at != '\0')
            told = strcspn(at, ", ") == n && strncmp(at, name, n) == 0;
        if (moves && !told)
            text = coset_arena_printf(f->arena, "%s%s%.*s", text, *text ? ", " : "", (int)n, name);
    }
    return text;
}

static coset_detect_factor describe(const coset_model *m, factor *f)
{
    coset_permgroup *g = coset_permgroup_new(f->l->n, f->generators.n, f->perms, NULL, MOST_BYTES);
    coset_count order = 0;
    coset_detect_factor out = {.on = moved_variables(m, f), .order = "?"};
    const char *name = NULL;
    find_orbits(f);
    if (g)
        out.order = coset_permgroup_order_text(g, f->arena);
    if (g && coset_permgroup_order(g, &order))
        name = find_name(f, order);
    out.name = name ? name : coset_arena_printf(f->arena, "group of order %s", out.order);
    coset_permgroup_free(g);
    return out;
}

void coset_detect_factors(const coset_model *m, const coset_detected *d, coset_arena *arena, uint32_t *n,
                          const coset_detect_factor **factors)
{
    uint32_t *up = find_factors(d, arena);
    COSET_VEC(coset_detect_factor) all = {0};
    for (uint32_t g = 0; g < d->n_generators; g++) {
        factor f = {.l = &d->literals, .arena = arena};
        if (root(up, g) != g)
            continue;
        const coset_point **perms = coset_arena_get(arena, d->n_generators, sizeof *perms);
        for (uint32_t h = g; h < d->n_generators; h++)
            if (root(up, h) == g) {
                perms[f.generators.n] = d->generators[h].perm;
                *coset_vec_add(&f.generators) = h;
            }
        f.perms = perms;
        *coset_vec_add(&all) = describe(m, &f);
        coset_vec_fini(&f.generators);
    }
    *n = all.n;
    *factors = coset_arena_copy(arena, all.at, all.n, sizeof *all.at);
    coset_vec_fini(&all);
}

const char *coset_detect_group_text(const coset_model *m, const coset_detected *d, coset_arena *arena)
{
    uint32_t n;
    const coset_detect_factor *f;
    const char *text = "";
    coset_detect_factors(m, d, arena, &n, &f);
    for (uint32_t i = 0; i < n; i++)
        text = coset_arena_printf(arena, "%s%s%s on %s", text, i ? "; " : "", f[i].name, f[i].on);
    return n ? text : "none";
}

/* ---- generators ------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_model *m;
    const coset_literals *l;
    const coset_point *perm;
    char *text;
    size_t n, most;
} writer;

static void put(writer *w, const char *text)
{
    size_t len = strlen(text);
    if (w->n + len + 4 > w->most)
        return;
    memcpy(w->text + w->n, text, len + 1);
    w->n += len;
}

static void value_text(const writer *w, uint32_t literal, char out[96])
{
    w->m->ops->value_text(w->m, w->l->slots[literal], w->l->values[literal], out, 96);
}

static uint32_t slot_image(const writer *w, uint32_t s) { return w->l->slots[w->perm[w->l->first[s]]]; }

static void put_slots(writer *w)
{
    for (uint32_t s = 0; s < w->l->n_slots; s++) {
        bool first = slot_image(w, s) != s;
        for (uint32_t t = slot_image(w, s); t != s && first; t = slot_image(w, t))
            first = t > s;
        for (uint32_t t = s, i = 0; first && (i == 0 || t != s); t = slot_image(w, t), i++) {
            put(w, i ? " " : "(");
            put(w, w->m->slots[t].name);
        }
        if (first)
            put(w, ")");
    }
}

/* How the values of a slot are called afterwards, where that differs: "turn: 1 -> 2, 2 -> 1". */
static void slot_values(const writer *w, uint32_t s, char *out, size_t len)
{
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = w->l->first[s]; i < w->l->first[s + 1] && used < len; i++) {
        char from[96], to[96];
        value_text(w, i, from);
        value_text(w, w->perm[i], to);
        if (w->perm[i] == i || strcmp(from, to) == 0)
            continue;
        if (used == 0)
            used = (size_t)snprintf(out, len, "%.*s: ", (int)base_length(w->m->slots[s].name), w->m->slots[s].name);
        else
            used += (size_t)snprintf(out + used, len - used, ", ");
        if (used < len)
            used += (size_t)snprintf(out + used, len - used, "%s -> %s", from, to);
    }
}

/* Once for all parts of a variable whose values change in the same way. */
static void put_values(writer *w)
{
    for (uint32_t s = 0; s < w->l->n_slots; s++) {
        char text[400];
        slot_values(w, s, text, sizeof text);
        if (!*text || strstr(w->text, text))
            continue;
        put(w, w->n ? "; " : "");
        put(w, text);
    }
}

const char *coset_detect_generator_text(const coset_model *m, const coset_detected *d, uint32_t generator, size_t most,
                                        coset_arena *arena)
{
    writer w = {m, &d->literals, d->generators[generator].perm, coset_arena_get(arena, most + 8, 1), 0, most};
    put_slots(&w);
    put_values(&w);
    if (w.n + 64 > most)
        (void)snprintf(w.text + w.n, 4, "...");
    return w.text;
}

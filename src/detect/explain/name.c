#include "detect/explain/name.h"

#include <stdio.h>
#include <string.h>

#include "alg/permfactor.h"

#define MOST_BYTES ((size_t)1 << 28)
#define MOST_SLOTS 8U /* listed one by one */

/* ---- words ------------------------------------------------------------------------------------------------------ */

/* "pc" of "pc[1].x" */
static size_t base_length(const char *name) { return strcspn(name, "[.{"); }

/* The effect of permutations on a slot. */
typedef enum { STAYS, VALUES_CHANGE, MOVES } change;

static change change_of(const coset_literals *l, const coset_permgens *by, uint32_t slot)
{
    change most = STAYS;
    for (uint32_t g = 0; g < by->n && !coset_budget_spend(by->limit, 1 + l->first[slot + 1] - l->first[slot]); g++)
        for (uint32_t i = l->first[slot]; i < l->first[slot + 1]; i++) {
            uint32_t to = by->at[g][i];
            change here = to == i ? STAYS : l->slots[to] == slot ? VALUES_CHANGE : MOVES;
            most = here > most ? here : most;
        }
    return most;
}

static bool same_variable(const coset_model *m, uint32_t s, uint32_t t)
{
    size_t n = base_length(m->slots[s].name);
    return base_length(m->slots[t].name) == n && strncmp(m->slots[s].name, m->slots[t].name, n) == 0;
}

/* "state", "values of state", or some of its slots one by one. */
static const char *variable_text(const coset_model *m, const change *changes, uint32_t slot, coset_arena *arena)
{
    uint32_t n_all = 0, n_changed = 0;
    change most = STAYS;
    const char *one_by_one = "", *name = m->slots[slot].name;
    for (uint32_t s = 0; s < m->n_slots; s++) {
        if (!same_variable(m, slot, s))
            continue;
        n_all++;
        if (changes[s] == STAYS)
            continue;
        most = changes[s] > most ? changes[s] : most;
        one_by_one = coset_arena_printf(arena, "%s%s%s", one_by_one, n_changed++ ? ", " : "", m->slots[s].name);
        if (n_changed > MOST_SLOTS)
            one_by_one = ""; /* too many to list */
    }
    if (most == MOVES && n_changed < n_all && n_changed <= MOST_SLOTS)
        return one_by_one;
    return coset_arena_printf(arena, "%s%.*s", most == MOVES ? "" : "values of ", (int)base_length(name), name);
}

static const char *moved_variables(const coset_model *m, const coset_literals *l, const coset_permgens *by,
                                   coset_arena *arena)
{
    const char *text = "";
    change *changes = coset_arena_get(arena, m->n_slots, sizeof *changes);
    for (uint32_t s = 0; s < m->n_slots; s++)
        changes[s] = change_of(l, by, s);
    for (uint32_t s = 0; s < m->n_slots; s++) {
        bool told = changes[s] == STAYS;
        for (uint32_t t = 0; t < s && !told; t++)
            told = changes[t] != STAYS && same_variable(m, s, t);
        if (!told)
            text = coset_arena_printf(arena, "%s%s%s", text, *text ? ", " : "", variable_text(m, changes, s, arena));
    }
    return text;
}

typedef COSET_VEC(coset_detect_factor) told;

static void tell(const coset_model *m, const coset_literals *l, const coset_permfactor *f, coset_arena *arena, told *to)
{
    coset_detect_factor out = {.on = moved_variables(m, l, &f->generators, arena),
                               .name = coset_permfactor_name(f),
                               .order = coset_order_text(f->order, arena)};
    if (!out.name)
        out.name = coset_arena_printf(arena, "unnamed group of order %s", out.order);
    *coset_vec_add(to) = out;
}

static void tell_large(const coset_model *m, const coset_literals *l, const coset_permgens *g, coset_arena *arena,
                       told *to)
{
    coset_permgroup *group = coset_permgroup_new(g, NULL, MOST_BYTES);
    coset_detect_factor out = {.on = moved_variables(m, l, g, arena), .order = "?"};
    if (group)
        out.order = coset_order_text(coset_permgroup_order(group, arena), arena);
    coset_permgroup_free(group);
    out.name = coset_arena_printf(arena, "unnamed group of order %s", out.order);
    *coset_vec_add(to) = out;
}

/* As a whole if that has a name, else its factors. */
static void describe(const coset_model *m, const coset_literals *l, const coset_permgens *g, coset_arena *arena,
                     told *to)
{
    coset_permfactor whole;
    const coset_permfactor *factors;
    uint32_t n;
    bool known = coset_permfactor_whole(g, arena, &whole);
    if (known && whole.main && whole.shape.kind != COSET_SHAPE_OTHER) {
        tell(m, l, &whole, arena, to);
    } else if (coset_permfactors(g, arena, &n, &factors)) {
        for (uint32_t i = 0; i < n; i++)
            tell(m, l, &factors[i], arena, to);
    } else {
        tell_large(m, l, g, arena, to);
    }
}

void coset_detect_factors(const coset_model *m, const coset_detected *d, coset_arena *arena, uint32_t *n,
                          const coset_detect_factor **factors)
{
    told all = {0};
    const coset_point **perms = coset_arena_get(arena, d->n_generators, sizeof(const coset_point *));
    const coset_permgens gens = {d->literals.n, d->n_generators, perms, d->limit}, *parts = NULL;
    uint32_t n_parts = 0;
    for (uint32_t g = 0; g < d->n_generators; g++)
        perms[g] = d->generators[g].perm;
    if (d->n_generators)
        coset_permsplit(&gens, d->group, arena, &n_parts, &parts);
    for (uint32_t i = 0; i < n_parts && !coset_budget_is_spent(d->limit); i++)
        describe(m, &d->literals, &parts[i], arena, &all);
    if (coset_budget_is_spent(d->limit)) { /* a name may be missing, or less than the truth */
        all.n = 0;
        *coset_vec_add(&all) =
            (coset_detect_factor){.name = "group",
                                  .order = coset_order_text(coset_permgroup_order(d->group, arena), arena),
                                  .on = "variables that are not listed"};
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

/* The new values of a slot, if they differ: "turn: 1 -> 2, 2 -> 1". */
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

/* Maps of components and local events under an exchange, and the check that rules go to rules. */
#include <stdlib.h>
#include <string.h>

#include "lts/symm_int.h"

/* ---- colours ---------------------------------------------------------------------------------------------------- */

/* The system is processed twice: renamed (side 0) and unchanged (side 1). A component of side 0 is mapped to one of
 * side 1 with the same colour. */
typedef struct {
    coset__exchange *x;
    uint64_t *component[2], *local[2]; /* colours */
    uint64_t *next_component, *next_local;
} colouring;

static void colour_by_labels(coset__exchange *x, const coset_lts *l, uint32_t side, uint64_t *colours)
{
    for (uint32_t s = 0; l->labels && s < l->n_states; s++) {
        coset_label label = l->labels[s];
        if (side == 0)
            label = coset_label_rename(&label, x->k->offset, x->perm, x->arena);
        colours[s] += coset_label_hash(&label);
    }
}

/* A local event is identified by what it joins in its component; locals are sorted by component. If states were merged,
 * labels may differ between the two sides: then it must be tried without them. */
static void colour_locals(colouring *c, uint32_t side, bool by_labels)
{
    const coset__symm *k = c->x->k;
    for (uint32_t i = 0; i < k->n_locals;) {
        uint32_t component = k->locals[i].component;
        const coset_lts *l = k->s->components[component].lts;
        uint64_t *states = coset_new(l->n_states, sizeof *states);
        coset__state_colours(c->x, component, side, states);
        if (by_labels)
            colour_by_labels(c->x, l, side, states);
        for (; i < k->n_locals && k->locals[i].component == component; i++)
            for (uint32_t s = 0; s < l->n_states; s++)
                for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++)
                    if (l->edges[e].event == k->locals[i].event)
                        c->local[side][i] += coset__blend(coset__blend(73, states[s]), states[l->edges[e].dst]);
        coset_delete(states);
    }
}

static colouring colouring_new(coset__exchange *x, bool by_labels)
{
    colouring c = {.x = x};
    uint32_t n = x->k->s->n_components;
    for (uint32_t side = 0; side < 2; side++) {
        c.component[side] = coset_arena_get(x->arena, n, sizeof(uint64_t));
        c.local[side] = coset_arena_get(x->arena, x->k->n_locals, sizeof(uint64_t));
    }
    c.next_component = coset_arena_get(x->arena, n, sizeof(uint64_t));
    c.next_local = coset_arena_get(x->arena, x->k->n_locals, sizeof(uint64_t));
    colour_locals(&c, 0, by_labels);
    colour_locals(&c, 1, by_labels);
    return c;
}

static uint64_t name_of_event(const colouring *c, uint32_t side, uint32_t event)
{
    return coset__blend(13, side == 0 ? c->x->events[event] : event);
}

static uint64_t name_of_part(const colouring *c, uint32_t side, const coset_super_part *p)
{
    if (p->event < c->x->k->s->n_events)
        return name_of_event(c, side, p->event);
    return coset__blend(17, c->local[side][coset__local_of(c->x->k, p->component, p->event)]);
}

enum { STOP = 19, START = 23, LOCAL = 29 };

static uint64_t hash_rule(const colouring *c, uint32_t side, const coset_super_rule *r)
{
    const uint64_t *colour = c->component[side];
    uint64_t h = name_of_event(c, side, r->event);
    for (uint32_t i = 0; i < r->n_parts; i++)
        h += coset__blend(colour[r->parts[i].component], name_of_part(c, side, &r->parts[i]));
    for (uint32_t i = 0; i < r->n_stops; i++)
        h += coset__blend(colour[r->stops[i]], STOP);
    for (uint32_t i = 0; i < r->n_starts; i++)
        h += coset__blend(colour[r->starts[i]], START);
    return coset__blend(h, 31);
}

static void add_rule(colouring *c, uint32_t side, const coset_super_rule *r)
{
    uint64_t h = hash_rule(c, side, r);
    for (uint32_t i = 0; i < r->n_parts; i++) {
        const coset_super_part *p = &r->parts[i];
        c->next_component[p->component] += coset__blend(h, name_of_part(c, side, p));
        if (p->event >= c->x->k->s->n_events)
            c->next_local[coset__local_of(c->x->k, p->component, p->event)] +=
                coset__blend(h, coset__blend(c->component[side][p->component], LOCAL));
    }
    for (uint32_t i = 0; i < r->n_stops; i++)
        c->next_component[r->stops[i]] += coset__blend(h, STOP);
    for (uint32_t i = 0; i < r->n_starts; i++)
        c->next_component[r->starts[i]] += coset__blend(h, START);
}

static int compare_colours(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static uint32_t count_distinct(const uint64_t *colours, uint32_t n, uint64_t *room)
{
    uint32_t distinct = 0;
    if (n)
        memcpy(room, colours, n * sizeof *room);
    if (n)
        qsort(room, n, sizeof *room, compare_colours);
    for (uint32_t i = 0; i < n; i++)
        distinct += i == 0 || room[i] != room[i - 1];
    return distinct;
}

/* Until nothing more is distinguished. */
static void refine(colouring *c)
{
    const coset_super *s = c->x->k->s;
    uint32_t n = s->n_components, m = c->x->k->n_locals, distinct = 0, before;
    do {
        before = distinct;
        for (uint32_t side = 0; side < 2; side++) {
            for (uint32_t i = 0; i < n; i++)
                c->next_component[i] = coset__blend(c->component[side][i], 37);
            for (uint32_t i = 0; i < m; i++)
                c->next_local[i] = coset__blend(c->local[side][i], 41);
            for (uint32_t r = 0; r < s->n_rules; r++)
                add_rule(c, side, &s->rules[r]);
            memcpy(c->component[side], c->next_component, n * sizeof *c->next_component);
            if (m)
                memcpy(c->local[side], c->next_local, m * sizeof *c->next_local);
        }
        distinct =
            count_distinct(c->component[0], n, c->next_component) + count_distinct(c->local[0], m, c->next_local);
    } while (distinct > before && distinct < n + m);
}

/* ---- matching --------------------------------------------------------------------------------------------------- */

static int compare_coloured(const void *x, const void *y)
{
    const coset__coloured *a = x, *b = y;
    if (a->colour != b->colour)
        return a->colour < b->colour ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

uint32_t coset__sort_coloured(const uint64_t *colours, uint32_t n, coset__coloured *out)
{
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < n; i++)
        out[i] = (coset__coloured){colours[i], i};
    if (n)
        qsort(out, n, sizeof *out, compare_coloured);
    for (uint32_t i = 0; i < n; i++)
        distinct += i == 0 || out[i].colour != out[i - 1].colour;
    return distinct;
}

/* Those of one colour in ascending order. Returns the place of the first tie in *tie (n: none); false if the
 * colours of the two sides differ. */
static bool match(coset_arena *a, uint64_t *const colours[2], uint32_t n, uint32_t *map, uint32_t *tie,
                  coset__coloured **sorted)
{
    coset__coloured *x = coset_arena_get(a, n, sizeof *x), *y = coset_arena_get(a, n, sizeof *y);
    (void)coset__sort_coloured(colours[0], n, x);
    (void)coset__sort_coloured(colours[1], n, y);
    *tie = n;
    for (uint32_t i = 0; i < n; i++) {
        if (x[i].colour != y[i].colour)
            return false;
        if (*tie == n && i && x[i].colour == x[i - 1].colour)
            *tie = i - 1;
        map[x[i].number] = y[i].number;
    }
    sorted[0] = x;
    sorted[1] = y;
    return true;
}

/* A local event goes to one of the image of its component. */
static bool locals_fit(coset__exchange *x)
{
    const coset__symm *k = x->k;
    for (uint32_t i = 0; i < k->n_locals; i++)
        if (k->locals[x->locals[i]].component != x->components[k->locals[i].component])
            return coset__misfit(x, "component %s has no image", k->s->components[k->locals[i].component].name);
    return true;
}

/* Ties are broken one by one, first with first, and refined again. */
static bool match_all(colouring *c)
{
    coset__exchange *x = c->x;
    uint32_t n = x->k->s->n_components, m = x->k->n_locals, tie, local_tie;
    coset__coloured *sorted[2], *local_sorted[2];
    for (uint64_t fresh = 1;; fresh++) {
        if (!match(x->arena, c->component, n, x->components, &tie, sorted))
            return coset__misfit(x, "the components cannot be mapped");
        if (!match(x->arena, c->local, m, x->locals, &local_tie, local_sorted))
            return coset__misfit(x, "the choices of a component cannot be mapped");
        if (tie == n && local_tie == m)
            return locals_fit(x);
        for (uint32_t side = 0; side < 2; side++)
            if (tie < n)
                c->component[side][sorted[side][tie].number] = coset__blend(43, fresh);
            else
                c->local[side][local_sorted[side][local_tie].number] = coset__blend(47, fresh);
        refine(c);
    }
}

static coset_label renamed_label(coset__exchange *x, uint32_t component)
{
    return coset_label_rename(&x->k->component_label[component], x->k->offset, x->perm, x->arena);
}

/* Equal labels go to equal labels in order. */
bool coset__guess_components(coset__exchange *x)
{
    const coset__symm *k = x->k;
    uint32_t n = k->s->n_components;
    colouring c = colouring_new(x, true);
    for (uint32_t i = 0; i < n; i++) {
        coset_label label = renamed_label(x, i);
        uint32_t to = coset_label_find(&k->components, &label);
        uint32_t same = coset_label_find(&k->components, &k->component_label[i]);
        for (; same != i && to != UINT32_MAX; same = coset_label_find_next(&k->components, same))
            to = coset_label_find_next(&k->components, to);
        if (to == UINT32_MAX)
            return coset__misfit(x, "component %s has no image", k->s->components[i].name);
        c.component[0][i] = coset__blend(53, to);
        c.component[1][i] = coset__blend(53, i);
    }
    if (k->n_locals)
        refine(&c);
    return match_all(&c);
}

bool coset__refine_components(coset__exchange *x, bool by_labels)
{
    const coset__symm *k = x->k;
    colouring c = colouring_new(x, false);
    for (uint32_t i = 0; i < k->s->n_components; i++) {
        const coset_super_component *one = &k->s->components[i];
        c.component[0][i] = c.component[1][i] = coset__blend(79 + one->is_on, one->lts->n_states);
        if (!by_labels)
            continue;
        coset_label label = renamed_label(x, i);
        c.component[0][i] = coset_label_hash(&label);
        c.component[1][i] = coset_label_hash(&k->component_label[i]);
    }
    refine(&c);
    return match_all(&c);
}

/* ---- rules ------------------------------------------------------------------------------------------------------ */

static int compare_parts(const void *x, const void *y)
{
    const coset_super_part *a = x, *b = y;
    return (a->component > b->component) - (a->component < b->component);
}

static int compare_numbers(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static bool same_numbers(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

static bool same_rule(const coset_super_rule *a, const coset_super_rule *b)
{
    if (a->event != b->event || a->n_parts != b->n_parts || a->n_stops != b->n_stops || a->n_starts != b->n_starts)
        return false;
    for (uint32_t i = 0; i < a->n_parts; i++)
        if (a->parts[i].component != b->parts[i].component || a->parts[i].event != b->parts[i].event)
            return false;
    return same_numbers(a->stops, b->stops, a->n_stops) && same_numbers(a->starts, b->starts, a->n_starts);
}

static uint64_t hash_contents(const coset_super_rule *r)
{
    uint64_t h = coset__blend(r->n_parts, r->event);
    for (uint32_t i = 0; i < r->n_parts; i++)
        h = coset__blend(h, (uint64_t)r->parts[i].component << 32 | r->parts[i].event);
    for (uint32_t i = 0; i < r->n_stops; i++)
        h = coset__blend(h, r->stops[i]);
    for (uint32_t i = 0; i < r->n_starts; i++)
        h = coset__blend(h, r->starts[i] + (uint64_t)STOP);
    return h >> 16;
}

/* The position of a rule with these values in the table, or the free one for it. */
static uint32_t *find_rule(const coset__symm *k, const coset_super_rule *r)
{
    uint32_t at = (uint32_t)hash_contents(r) & (k->n_rule_table - 1);
    while (k->rule_table[at] && !same_rule(&k->s->rules[k->rule_table[at] - 1], r))
        at = (at + 1) & (k->n_rule_table - 1);
    return &k->rule_table[at];
}

void coset__make_rule_table(coset__symm *k)
{
    for (k->n_rule_table = 4; k->n_rule_table < 2 * (uint64_t)k->s->n_rules;)
        k->n_rule_table *= 2;
    k->rule_table = coset_arena_get(k->arena, k->n_rule_table, sizeof *k->rule_table);
    k->n_copies = coset_arena_get(k->arena, k->s->n_rules, sizeof *k->n_copies);
    for (uint32_t r = 0; r < k->s->n_rules; r++) {
        uint32_t *place = find_rule(k, &k->s->rules[r]);
        if (!*place)
            *place = r + 1;
        k->n_copies[*place - 1]++;
    }
}

/* Room for the image of one rule. */
typedef struct {
    coset_super_part *parts;
    uint32_t *stops, *starts;
} rule_room;

static coset_super_rule map_rule(const coset__exchange *x, const coset_super_rule *r, const rule_room *room)
{
    for (uint32_t i = 0; i < r->n_parts; i++)
        room->parts[i] = (coset_super_part){x->components[r->parts[i].component],
                                            coset__map_event(x, r->parts[i].component, r->parts[i].event)};
    for (uint32_t i = 0; i < r->n_stops; i++)
        room->stops[i] = x->components[r->stops[i]];
    for (uint32_t i = 0; i < r->n_starts; i++)
        room->starts[i] = x->components[r->starts[i]];
    if (r->n_parts)
        qsort(room->parts, r->n_parts, sizeof *room->parts, compare_parts);
    if (r->n_stops)
        qsort(room->stops, r->n_stops, sizeof *room->stops, compare_numbers);
    if (r->n_starts)
        qsort(room->starts, r->n_starts, sizeof *room->starts, compare_numbers);
    return (coset_super_rule){.n_parts = r->n_parts,
                              .parts = room->parts,
                              .event = x->events[r->event],
                              .n_stops = r->n_stops,
                              .stops = room->stops,
                              .n_starts = r->n_starts,
                              .starts = room->starts};
}

/* The map on the data of rules is a bijection, because those of components and events are; so all rules are images as
 * well. A duplicate rule makes two transitions: so must its image. */
bool coset__check_rules(coset__exchange *x)
{
    const coset_super *s = x->k->s;
    uint32_t n = s->n_components;
    for (uint32_t c = 0; c < n; c++)
        if (s->components[c].is_on != s->components[x->components[c]].is_on)
            return coset__misfit(x, "component %s is active at the start, but its image is not", s->components[c].name);
    rule_room room = {coset_arena_get(x->arena, n, sizeof *room.parts),
                      coset_arena_get(x->arena, n, sizeof *room.stops),
                      coset_arena_get(x->arena, n, sizeof *room.starts)};
    for (uint32_t r = 0; r < s->n_rules; r++) {
        coset_super_rule image = map_rule(x, &s->rules[r], &room);
        uint32_t to = *find_rule(x->k, &image), from = *find_rule(x->k, &s->rules[r]);
        if (!to || x->k->n_copies[to - 1] != x->k->n_copies[from - 1])
            return coset__misfit(x, "event %s of the system has no image", coset__event_name(x->k, s->rules[r].event));
    }
    return true;
}

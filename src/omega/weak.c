/* omega/weak.c - the least deterministic weak automaton of an obligation.
 *
 * The sets of states in which an automaton can be are states of a deterministic one. If the language is an obligation
 * (a Boolean combination of safety properties), each component of it either accepts or rejects: all its cycles agree
 * (Dax, Eisinger and Klaedtke, "Mechanizing the powerset construction for restricted classes of omega-automata", 2007).
 * This is assumed, and the result is compared with the given automaton and with that of the complement: if it differs,
 * the language is no obligation. States are merged as in finite automata, after components in which no run can stay
 * have been made to agree with those that they lead to (Löding, "Efficient minimization of deterministic weak
 * omega-automata", 2001).
 */
#include <string.h>

#include "omega/omega_int.h"

#define MOST_LETTERS 1024u
#define MOST_CELLS   200000u /* states times letters */

typedef struct {
    const coset_omega *a;
    uint64_t atoms; /* that occur */
    uint32_t n_letters, n_words, n;
    COSET_VEC(uint64_t) sets; /* n_words for each state */
    COSET_VEC(uint32_t) next; /* [n * n_letters] */
    uint32_t *table, room;    /* state and 1, by hash of its set */
    bool *accepting;          /* [n] */
} subsets;

/* ---- subsets ---- */

static coset_cube letter_cube(const subsets *d, uint32_t letter)
{
    uint64_t yes = 0, left = d->atoms;
    for (uint32_t i = 0; left; left &= left - 1, i++)
        if (letter >> i & 1)
            yes |= left & (~left + 1);
    return (coset_cube){yes, d->atoms & ~yes};
}

static uint32_t *slot(const subsets *d, const uint64_t *set)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < d->n_words; i++)
        h = (h ^ set[i]) * 0x9e3779b97f4a7c15u + (h >> 31);
    uint32_t at = (uint32_t)(h >> 32) & (d->room - 1);
    while (d->table[at] && memcmp(&d->sets.at[(size_t)(d->table[at] - 1) * d->n_words], set, d->n_words * 8) != 0)
        at = (at + 1) & (d->room - 1);
    return &d->table[at];
}

static void grow(subsets *d)
{
    d->room = d->room ? d->room * 2 : 64;
    coset_delete(d->table);
    d->table = coset_new(d->room, sizeof *d->table);
    for (uint32_t q = 0; q < d->n; q++)
        *slot(d, &d->sets.at[(size_t)q * d->n_words]) = q + 1;
}

static uint32_t state_of(subsets *d, const uint64_t *set)
{
    if (2 * (d->n + 1) > d->room)
        grow(d);
    uint32_t *at = slot(d, set);
    if (!*at) {
        memcpy(coset_vec_add_n(&d->sets, d->n_words), set, d->n_words * sizeof *set);
        *at = ++d->n;
    }
    return *at - 1;
}

static void add_successors(subsets *d, uint32_t q, uint64_t *set)
{
    for (uint32_t letter = 0; letter < d->n_letters; letter++) {
        coset_cube cube = letter_cube(d, letter);
        memset(set, 0, d->n_words * sizeof *set);
        for (uint32_t s = 0; s < d->a->n_states; s++) {
            if (!(d->sets.at[(size_t)q * d->n_words + s / 64] >> (s % 64) & 1))
                continue;
            for (uint32_t i = d->a->first[s]; i < d->a->first[s + 1]; i++) {
                const coset_omega_edge *e = &d->a->edges.at[i];
                if (coset_cube_within(cube, e->label))
                    set[e->to / 64] |= (uint64_t)1 << (e->to % 64);
            }
        }
        uint32_t to = state_of(d, set);
        *coset_vec_add(&d->next) = to;
    }
}

/* False: too large. */
static bool make_subsets(subsets *d)
{
    for (uint32_t i = 0; i < d->a->edges.n; i++)
        d->atoms |= d->a->edges.at[i].label.yes | d->a->edges.at[i].label.no;
    uint32_t n_atoms = (uint32_t)__builtin_popcountll(d->atoms);
    if (n_atoms > 20 || (d->n_letters = 1u << n_atoms) > MOST_LETTERS)
        return false;
    d->n_words = (d->a->n_states + 63) / 64;
    uint64_t *set = coset_new(d->n_words, sizeof *set);
    set[d->a->initial / 64] |= (uint64_t)1 << (d->a->initial % 64);
    (void)state_of(d, set);
    for (uint32_t q = 0; q < d->n && (uint64_t)d->n * d->n_letters <= MOST_CELLS; q++)
        add_successors(d, q, set);
    coset_delete(set);
    return d->next.n == d->n * d->n_letters;
}

/* ---- which components accept ---- */

/* The deterministic automaton, or its quotient by `of`; its letters as labels; edges of accepting states, of others
 * if `complement`, have the only mark. */
static coset_omega *as_automaton(const subsets *d, const uint32_t *of, uint32_t n, bool complement)
{
    coset_omega *w = coset_omega_new(n, 1, d->a->n_atoms, (const char *const *)d->a->names);
    bool *done = coset_new(n, sizeof *done);
    for (uint32_t q = 0; q < d->n; q++) {
        if (done[of[q]])
            continue;
        done[of[q]] = true;
        for (uint32_t letter = 0; letter < d->n_letters; letter++)
            coset_omega_add(w, of[q], letter_cube(d, letter), d->accepting[q] != complement,
                            of[d->next.at[(size_t)q * d->n_letters + letter]]);
    }
    w->initial = of[0];
    coset_omega_index(w);
    coset_delete(done);
    return w;
}

/* Letters of a shortest cycle through q, the last one first. */
static uint32_t find_cycle(const subsets *d, const coset__sccs *s, uint32_t q, uint32_t *word)
{
    uint32_t *queue = coset_new(d->n, sizeof *queue), *parent = coset_new(d->n, sizeof *parent);
    uint32_t *by = coset_new(d->n, sizeof *by), n = 0, length = 0;
    bool *seen = coset_new(d->n, sizeof *seen);
    queue[n++] = q;
    for (uint32_t i = 0; i < n && !length; i++)
        for (uint32_t letter = 0; letter < d->n_letters && !length; letter++) {
            uint32_t from = queue[i], to = d->next.at[(size_t)from * d->n_letters + letter];
            if (to == q) {
                word[length++] = letter;
                for (; from != q; from = parent[from])
                    word[length++] = by[from];
            } else if (!seen[to] && s->of[to] == s->of[q]) {
                seen[to] = true;
                parent[to] = from;
                by[to] = letter;
                queue[n++] = to;
            }
        }
    coset_delete(queue);
    coset_delete(parent);
    coset_delete(by);
    coset_delete(seen);
    return length;
}

/* Does some state of set q accept the repeated word? State (s, i) of the product is in s before letter i. */
static bool accepts(const subsets *d, uint32_t q, uint32_t n, const uint32_t *word)
{
    const coset_omega *a = d->a;
    coset_omega *p = coset_omega_new(a->n_states * n + 1, a->n_sets, 0, NULL);
    p->initial = a->n_states * n;
    for (uint32_t s = 0; s < a->n_states; s++) {
        if (d->sets.at[(size_t)q * d->n_words + s / 64] >> (s % 64) & 1)
            coset_omega_add(p, p->initial, (coset_cube){0}, 0, s * n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = a->first[s]; k < a->first[s + 1]; k++) {
                const coset_omega_edge *e = &a->edges.at[k];
                if (coset_cube_within(letter_cube(d, word[n - 1 - i]), e->label))
                    coset_omega_add(p, s * n + i, (coset_cube){0}, e->marks, e->to * n + (i + 1) % n);
            }
    }
    coset_omega_index(p);
    bool empty = coset_omega_is_empty(p);
    coset_omega_free(p);
    return !empty;
}

/* The colour of component k, whose states are given; those of smaller components are known. */
static uint32_t colour_of(const subsets *d, const coset__sccs *s, uint32_t k, uint32_t n, const uint32_t *states,
                          const uint32_t *colours)
{
    uint32_t colour = 0, *word;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t letter = 0; letter < d->n_letters; letter++) {
            uint32_t to = s->of[d->next.at[(size_t)states[i] * d->n_letters + letter]];
            if (to != k && colours[to] > colour)
                colour = colours[to];
        }
    if (!s->cyclic[k])
        return colour;
    word = coset_new(d->n, sizeof *word);
    uint32_t length = find_cycle(d, s, states[0], word);
    if (accepts(d, states[0], length, word) != (colour % 2 == 0))
        colour++;
    coset_delete(word);
    return colour;
}

/* A component's colour is how often runs from it can change between components that accept and that reject; even ones
 * accept. States with the same language get the same colour. */
static void colour_all(subsets *d)
{
    uint32_t *same = coset_new(d->n, sizeof *same);
    d->accepting = coset_new(d->n, sizeof *d->accepting);
    for (uint32_t q = 0; q < d->n; q++)
        same[q] = q;
    coset_omega *w = as_automaton(d, same, d->n, false);
    coset__sccs s = coset__sccs_find(w);
    uint32_t *colours = coset_new(s.n, sizeof *colours);
    for (uint32_t k = 0, i = 0, end = 0; k < s.n; k++, i = end) {
        while (end < d->n && s.of[s.order[end]] == k)
            end++;
        colours[k] = colour_of(d, &s, k, end - i, &s.order[i], colours);
    }
    for (uint32_t q = 0; q < d->n; q++)
        d->accepting[q] = colours[s.of[q]] % 2 == 0;
    coset_delete(same);
    coset_delete(colours);
    coset__sccs_fini(&s);
    coset_omega_free(w);
}

/* ---- merging ---- */

static bool same_class(const subsets *d, const uint32_t *of, uint32_t q, uint32_t r)
{
    if (of[q] != of[r])
        return false;
    for (uint32_t i = 0; i < d->n_letters; i++)
        if (of[d->next.at[(size_t)q * d->n_letters + i]] != of[d->next.at[(size_t)r * d->n_letters + i]])
            return false;
    return true;
}

static uint64_t class_hash(const subsets *d, const uint32_t *of, uint32_t q)
{
    uint64_t h = of[q];
    for (uint32_t i = 0; i < d->n_letters; i++)
        h = (h ^ of[d->next.at[(size_t)q * d->n_letters + i]]) * 0x9e3779b97f4a7c15u + (h >> 31);
    return h;
}

/* Moore's refinement. Returns the number of classes. */
static uint32_t find_classes(const subsets *d, uint32_t *of)
{
    uint32_t n = 0, before, room = 16, *finer = coset_new(d->n, sizeof *finer);
    while (room < 2 * d->n)
        room *= 2;
    for (uint32_t q = 0; q < d->n; q++)
        of[q] = d->accepting[q];
    do {
        uint32_t *table = coset_new(room, sizeof *table);
        before = n;
        n = 0;
        for (uint32_t q = 0; q < d->n; q++) {
            uint32_t at = (uint32_t)(class_hash(d, of, q) >> 32) & (room - 1);
            while (table[at] && !same_class(d, of, table[at] - 1, q))
                at = (at + 1) & (room - 1);
            finer[q] = table[at] ? finer[table[at] - 1] : n++;
            table[at] = table[at] ? table[at] : q + 1;
        }
        memcpy(of, finer, d->n * sizeof *of);
        coset_delete(table);
    } while (n != before);
    coset_delete(finer);
    return n;
}

static bool is_apart(const coset_omega *a, const coset_omega *b)
{
    coset_omega *both = coset_omega_meet(a, b);
    bool apart = both && coset_omega_is_empty(both);
    coset_omega_free(both);
    return apart;
}

static coset_omega *merge(const subsets *d, const coset_omega *not_a)
{
    uint32_t *of = coset_new(d->n, sizeof *of), n = find_classes(d, of);
    coset_omega *w = as_automaton(d, of, n, false), *not_w = as_automaton(d, of, n, true);
    coset__omega_merge_labels(w);
    coset__omega_merge_labels(not_w);
    bool same = is_apart(w, not_a) && is_apart(not_w, d->a);
    coset_omega_free(not_w);
    coset_delete(of);
    if (!same) {
        coset_omega_free(w);
        return NULL;
    }
    coset__omega_prune(w, false);
    coset__omega_pack_sets(w);
    coset__omega_merge_labels(w);
    return w;
}

coset_omega *coset__omega_obligation(const coset_omega *a, const coset_omega *not_a)
{
    subsets d = {.a = a};
    coset_omega *w = NULL;
    if (make_subsets(&d)) {
        colour_all(&d);
        w = merge(&d, not_a);
    }
    coset_vec_fini(&d.sets);
    coset_vec_fini(&d.next);
    coset_delete(d.table);
    coset_delete(d.accepting);
    return w;
}

/* omega/product.c - intersection and emptiness. */
#include <string.h>

#include "omega/omega_int.h"

/* Pairs of states that were reached, by hash. */
typedef struct {
    const coset_omega *a, *b;
    coset_omega *out;
    COSET_VEC(uint64_t) pairs;
    uint32_t *table, room;
    uint32_t atoms[COSET_LTL_ATOMS]; /* of b, in the product */
    bool same_atoms;
} product;

static uint32_t *slot(const product *m, uint64_t pair)
{
    uint32_t at = (uint32_t)((pair * 0x9e3779b97f4a7c15u) >> 32) & (m->room - 1);
    while (m->table[at] && m->pairs.at[m->table[at] - 1] != pair)
        at = (at + 1) & (m->room - 1);
    return &m->table[at];
}

static void grow(product *m)
{
    m->room = m->room ? m->room * 2 : 64;
    coset_delete(m->table);
    m->table = coset_new(m->room, sizeof *m->table);
    for (uint32_t i = 0; i < m->pairs.n; i++)
        *slot(m, m->pairs.at[i]) = i + 1;
}

static uint32_t state_of(product *m, uint32_t q, uint32_t r)
{
    uint64_t pair = (uint64_t)q << 32 | r;
    if (2 * (m->pairs.n + 1) > m->room)
        grow(m);
    uint32_t *at = slot(m, pair);
    if (!*at) {
        *coset_vec_add(&m->pairs) = pair;
        *at = m->pairs.n;
    }
    return *at - 1;
}

static uint64_t moved(const product *m, uint64_t bits)
{
    if (m->same_atoms)
        return bits;
    uint64_t out = 0;
    for (; bits; bits &= bits - 1)
        out |= (uint64_t)1 << m->atoms[__builtin_ctzll(bits)];
    return out;
}

/* False: too many atoms or sets. */
static bool prepare(product *m)
{
    coset_ltl_names names = {0};
    bool room = m->a->n_sets + m->b->n_sets <= COSET_OMEGA_SETS;
    for (uint32_t i = 0; i < m->a->n_atoms; i++)
        (void)coset_ltl_names_add(&names, m->a->names[i], strlen(m->a->names[i]));
    m->same_atoms = true;
    for (uint32_t i = 0; i < m->b->n_atoms && room; i++) {
        m->atoms[i] = coset_ltl_names_add(&names, m->b->names[i], strlen(m->b->names[i]));
        room = m->atoms[i] < COSET_LTL_ATOMS;
        m->same_atoms = m->same_atoms && m->atoms[i] == i;
    }
    if (room)
        m->out = coset_omega_new(0, m->a->n_sets + m->b->n_sets, names.n, (const char *const *)names.name);
    coset_ltl_names_fini(&names);
    return room;
}

static void add_edges(product *m, uint32_t from, uint32_t q, uint32_t r)
{
    for (uint32_t i = m->a->first[q]; i < m->a->first[q + 1]; i++)
        for (uint32_t k = m->b->first[r]; k < m->b->first[r + 1]; k++) {
            const coset_omega_edge *e = &m->a->edges.at[i], *f = &m->b->edges.at[k];
            coset_cube other = {moved(m, f->label.yes), moved(m, f->label.no)}, both;
            if (!coset_cube_meet(e->label, other, &both))
                continue;
            uint64_t marks = m->a->n_sets == COSET_OMEGA_SETS ? e->marks : e->marks | f->marks << m->a->n_sets;
            coset_omega_add(m->out, from, both, marks, state_of(m, e->to, f->to));
        }
}

coset_omega *coset_omega_meet(const coset_omega *a, const coset_omega *b)
{
    product m = {.a = a, .b = b};
    if (!prepare(&m))
        return NULL;
    (void)state_of(&m, a->initial, b->initial);
    for (uint32_t i = 0; i < m.pairs.n; i++)
        add_edges(&m, i, (uint32_t)(m.pairs.at[i] >> 32), (uint32_t)m.pairs.at[i]);
    m.out->n_states = m.pairs.n;
    coset_omega_index(m.out);
    coset_vec_fini(&m.pairs);
    coset_delete(m.table);
    return m.out;
}

/* All states are reachable in automata that this layer makes, but perhaps not in those that were read. */
bool coset_omega_is_empty(const coset_omega *a)
{
    coset__sccs s = coset__sccs_find(a);
    bool *reached = coset_new(a->n_states, sizeof *reached), empty = true;
    coset__omega_reach(a, reached);
    for (uint32_t q = 0; q < a->n_states; q++)
        empty = empty && !(reached[q] && s.accepting[s.of[q]]);
    coset_delete(reached);
    coset__sccs_fini(&s);
    return empty;
}

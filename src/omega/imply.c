/* omega/imply.c - implications between formulas that follow from their structure.
 *
 * Sound, not complete. Rules of Somenzi and Bloem, "Efficient Büchi automata from LTL formulae" (2000), table 1, and
 * those for formulas that are eventual or universal. Answers are cached; at most MOST_PAIRS are computed.
 */
#include "omega/omega_int.h"

#define MOST_PAIRS 200000u

typedef struct {
    uint64_t pair; /* numbers of both, and 1; 0: free */
    bool answer;
} known_pair;

struct coset__implications {
    known_pair *table;
    uint32_t n, room; /* a power of two */
};

coset__implications *coset__implications_new(void)
{
    coset__implications *m = coset_new(1, sizeof *m);
    m->room = 256;
    m->table = coset_new(m->room, sizeof *m->table);
    return m;
}

void coset__implications_free(coset__implications *m)
{
    coset_delete(m->table);
    coset_delete(m);
}

static known_pair *slot(known_pair *table, uint32_t room, uint64_t pair)
{
    uint64_t h = pair * 0x9e3779b97f4a7c15u;
    for (uint32_t i = (uint32_t)(h >> 40) & (room - 1);; i = (i + 1) & (room - 1))
        if (table[i].pair == 0 || table[i].pair == pair)
            return &table[i];
}

static void remember(coset__implications *m, uint64_t pair, bool answer)
{
    if (2 * (m->n + 1) > m->room) {
        known_pair *table = coset_new((size_t)m->room * 2, sizeof *table);
        for (uint32_t i = 0; i < m->room; i++)
            if (m->table[i].pair)
                *slot(table, m->room * 2, m->table[i].pair) = m->table[i];
        coset_delete(m->table);
        m->table = table;
        m->room *= 2;
    }
    *slot(m->table, m->room, pair) = (known_pair){pair, answer};
    m->n++;
}

static bool some_kid_implies(coset__implications *m, const coset_ltl *a, const coset_ltl *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (coset__ltl_implies(m, a->kid[i], b))
            return true;
    return false;
}

static bool all_kids_imply(coset__implications *m, const coset_ltl *a, const coset_ltl *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (!coset__ltl_implies(m, a->kid[i], b))
            return false;
    return true;
}

static bool implies_some_kid(coset__implications *m, const coset_ltl *a, const coset_ltl *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (coset__ltl_implies(m, a, b->kid[i]))
            return true;
    return false;
}

static bool implies_all_kids(coset__implications *m, const coset_ltl *a, const coset_ltl *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (!coset__ltl_implies(m, a, b->kid[i]))
            return false;
    return true;
}

/* By the structure of the left formula. */
static bool by_left(coset__implications *m, const coset_ltl *a, const coset_ltl *b)
{
    switch (a->op) {
    case COSET_LTL_OR:
        return all_kids_imply(m, a, b);
    case COSET_LTL_AND:
        return some_kid_implies(m, a, b);
    case COSET_LTL_UNTIL: /* both sides, or the right one later */
        return all_kids_imply(m, a, b) || (b->eventual && coset__ltl_implies(m, a->kid[1], b));
    case COSET_LTL_RELEASE:
        return coset__ltl_implies(m, a->kid[1], b);
    case COSET_LTL_NEXT:
        return b->eventual && coset__ltl_implies(m, a->kid[0], b);
    default:
        return false;
    }
}

/* By the structure of the right formula. */
static bool by_right(coset__implications *m, const coset_ltl *a, const coset_ltl *b)
{
    switch (b->op) {
    case COSET_LTL_AND:
        return implies_all_kids(m, a, b);
    case COSET_LTL_OR:
        return implies_some_kid(m, a, b);
    case COSET_LTL_UNTIL:
        return coset__ltl_implies(m, a, b->kid[1]) ||
               (a->op == COSET_LTL_UNTIL && coset__ltl_implies(m, a->kid[0], b->kid[0]) &&
                coset__ltl_implies(m, a->kid[1], b->kid[1]));
    case COSET_LTL_RELEASE:
        return implies_all_kids(m, a, b) || (a->universal && coset__ltl_implies(m, a, b->kid[1])) ||
               (a->op == COSET_LTL_RELEASE && coset__ltl_implies(m, a->kid[0], b->kid[0]) &&
                coset__ltl_implies(m, a->kid[1], b->kid[1]));
    case COSET_LTL_NEXT:
        return (a->universal && coset__ltl_implies(m, a, b->kid[0])) ||
               (a->op == COSET_LTL_NEXT && coset__ltl_implies(m, a->kid[0], b->kid[0]));
    default:
        return false;
    }
}

bool coset__ltl_implies(coset__implications *m, const coset_ltl *a, const coset_ltl *b)
{
    if (a == b || a->op == COSET_LTL_FALSE || b->op == COSET_LTL_TRUE)
        return true;
    if (a->n + b->n == 0 || b->op == COSET_LTL_FALSE || a->op == COSET_LTL_TRUE)
        return false;
    uint64_t pair = ((uint64_t)a->id << 32 | b->id) + 1;
    const known_pair *known = slot(m->table, m->room, pair);
    if (known->pair)
        return known->answer;
    if (m->n >= MOST_PAIRS)
        return false;
    bool answer = by_left(m, a, b) || by_right(m, a, b);
    remember(m, pair, answer);
    return answer;
}

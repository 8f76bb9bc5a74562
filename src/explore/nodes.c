/* explore/nodes.c - states as nodes of the emptiness check, and numbers for them. */
#include "explore/accept_int.h"

void coset__number_set(coset__numbers *n, uint32_t node, uint32_t value)
{
    uint32_t piece = node / COSET__NUMBERS_A_PIECE;
    while (n->n <= piece)
        *coset_vec_add(n) = coset_new(COSET__NUMBERS_A_PIECE, sizeof(uint32_t));
    n->at[piece][node % COSET__NUMBERS_A_PIECE] = value;
}

void coset__numbers_fini(coset__numbers *n)
{
    for (uint32_t i = 0; i < n->n; i++)
        coset_delete(n->at[i]);
    coset_vec_fini(n);
}

uint32_t coset__node_of_ref(const coset__emptiness *x, coset_ref ref)
{
    uint64_t node = coset_store_index(x->s->store, ref);
    if (node >= COSET__CLOSED - 1)
        coset__halt_search(x->s, COSET__HALT_MEMORY);
    return (uint32_t)node;
}

static bool make_room(coset__emptiness *x)
{
    if (x->by_reference)
        return coset__make_room(x->s);
    return coset_store_wants_growth(x->s->store) && coset_store_grow(x->s->store, NULL) == COSET_OK;
}

bool coset__node_of(coset__emptiness *x, const coset_value *state, uint32_t *node)
{
    coset_ref ref;
    coset_stored how;
    while ((how = coset_store_put(x->s->store, x->w->number, state, &ref)) == COSET_STORE_FULL)
        if (!make_room(x))
            return false;
    COSET_INVARIANT(how == COSET_STORE_OLD || !x->by_reference); /* it would not be counted */
    *node = x->by_reference ? (uint32_t)ref : coset__node_of_ref(x, ref);
    return true;
}

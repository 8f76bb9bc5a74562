/* omega/formula.c - nodes of formulas are shared; constants and negations. */
#include "omega/formula.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "omega/omega_int.h"

/* ---- nodes ---- */

static uint32_t hash_of(coset_ltl_op op, uint32_t atom, uint32_t n, const coset_ltl *const *kids)
{
    uint64_t h = (uint64_t)op * 0x9e3779b97f4a7c15u + atom;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ kids[i]->id) * 0xff51afd7ed558ccdu + (h >> 29);
    return (uint32_t)(h ^ (h >> 32));
}

static void grow(coset_ltls *p)
{
    uint32_t n = p->n_buckets * 2;
    const coset_ltl **buckets = coset_new(n, sizeof *buckets);
    for (uint32_t i = 0; i < p->n_buckets; i++)
        for (coset_ltl *f = (coset_ltl *)(uintptr_t)p->buckets[i], *next; f; f = next) {
            next = (coset_ltl *)(uintptr_t)f->next;
            uint32_t at = hash_of(f->op, f->atom, f->n, f->kid) & (n - 1);
            f->next = buckets[at];
            buckets[at] = f;
        }
    coset_delete((void *)p->buckets);
    p->buckets = buckets;
    p->n_buckets = n;
}

static bool all_kids(const coset_ltl *f, bool universal)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (!(universal ? f->kid[i]->universal : f->kid[i]->eventual))
            return false;
    return true;
}

/* Etessami and Holzmann, "Optimizing Büchi automata", section 3. */
static void classify(coset_ltl *f)
{
    switch (f->op) {
    case COSET_LTL_FALSE:
    case COSET_LTL_TRUE:
        f->eventual = f->universal = true;
        break;
    case COSET_LTL_ATOM:
    case COSET_LTL_NOT:
        break;
    case COSET_LTL_AND:
    case COSET_LTL_OR:
    case COSET_LTL_NEXT:
        f->eventual = all_kids(f, false);
        f->universal = all_kids(f, true);
        break;
    case COSET_LTL_UNTIL:
        f->eventual = coset_ltl_is_eventually(f) || f->kid[1]->eventual;
        f->universal = all_kids(f, true);
        break;
    case COSET_LTL_RELEASE:
        f->universal = coset_ltl_is_always(f) || f->kid[1]->universal;
        f->eventual = all_kids(f, false);
        break;
    }
}

static const coset_ltl *make(coset_ltls *p, coset_ltl_op op, uint32_t atom, uint32_t n, const coset_ltl *const *kids)
{
    uint32_t at = hash_of(op, atom, n, kids) & (p->n_buckets - 1);
    for (const coset_ltl *f = p->buckets[at]; f; f = f->next)
        if (f->op == op && f->atom == atom && f->n == n && (n == 0 || memcmp(f->kid, kids, n * sizeof *kids) == 0))
            return f;
    coset_ltl *f = coset_arena_get(p->arena, 1, sizeof *f);
    *f = (coset_ltl){.op = op, .id = p->n_nodes++, .atom = atom, .n = n};
    if (n)
        f->kid = coset_arena_copy(p->arena, (const void *)kids, n, sizeof *kids);
    for (uint32_t i = 0; i < n; i++)
        if (kids[i]->depth >= f->depth)
            f->depth = kids[i]->depth + 1;
    classify(f);
    f->next = p->buckets[at];
    p->buckets[at] = f;
    if (p->n_nodes > p->n_buckets)
        grow(p);
    return f;
}

coset_ltls *coset_ltls_new(void)
{
    coset_ltls *p = coset_new(1, sizeof *p);
    p->arena = coset_arena_new();
    p->n_buckets = 64;
    p->buckets = coset_new(p->n_buckets, sizeof *p->buckets);
    p->constant[0] = make(p, COSET_LTL_FALSE, 0, 0, NULL);
    p->constant[1] = make(p, COSET_LTL_TRUE, 0, 0, NULL);
    return p;
}

void coset_ltls_free(coset_ltls *p)
{
    if (!p)
        return;
    coset_delete((void *)p->buckets);
    coset_vec_fini(&p->normal[0]);
    coset_vec_fini(&p->normal[1]);
    coset_arena_free(p->arena);
    coset_delete(p);
}

/* ---- constructors ---- */

const coset_ltl *coset_ltl_bool(coset_ltls *p, bool value) { return p->constant[value]; }

const coset_ltl *coset_ltl_atom(coset_ltls *p, uint32_t atom) { return make(p, COSET_LTL_ATOM, atom, 0, NULL); }

const coset_ltl *coset_ltl_not(coset_ltls *p, const coset_ltl *a)
{
    if (a->op == COSET_LTL_TRUE || a->op == COSET_LTL_FALSE)
        return coset_ltl_bool(p, a->op == COSET_LTL_FALSE);
    return a->op == COSET_LTL_NOT ? a->kid[0] : make(p, COSET_LTL_NOT, 0, 1, &a);
}

static int by_id(const void *a, const void *b)
{
    const coset_ltl *x = *(const coset_ltl *const *)a, *y = *(const coset_ltl *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

static bool has_opposite(uint32_t n, const coset_ltl *const *kids)
{
    for (uint32_t i = 0; i < n; i++)
        if (kids[i]->op == COSET_LTL_NOT && coset__ltl_find(n, kids, kids[i]->kid[0]))
            return true;
    return false;
}

const coset_ltl *coset_ltl_join_all(coset_ltls *p, coset_ltl_op op, uint32_t n, const coset_ltl *const *kids)
{
    coset__ltl_list all = {0};
    const coset_ltl *decides = coset_ltl_bool(p, op == COSET_LTL_OR), *out = NULL;
    for (uint32_t i = 0; i < n && !out; i++) {
        if (kids[i] == decides)
            out = decides;
        else if (kids[i]->op == op)
            memcpy((void *)coset_vec_add_n(&all, kids[i]->n), (const void *)kids[i]->kid, kids[i]->n * sizeof *kids);
        else if (kids[i] != coset_ltl_bool(p, op == COSET_LTL_AND))
            *coset_vec_add(&all) = kids[i];
    }
    if (all.n > 1)
        qsort((void *)all.at, all.n, sizeof *all.at, by_id);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all.n; i++)
        if (kept == 0 || all.at[kept - 1] != all.at[i])
            all.at[kept++] = all.at[i];
    if (!out && kept == 0)
        out = coset_ltl_bool(p, op == COSET_LTL_AND);
    else if (!out && kept == 1)
        out = all.at[0];
    else if (!out)
        out = has_opposite(kept, all.at) ? decides : make(p, op, 0, kept, all.at);
    coset_vec_fini(&all);
    return out;
}

const coset_ltl *coset_ltl_join(coset_ltls *p, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    const coset_ltl *kids[] = {a, b};
    return coset_ltl_join_all(p, op, 2, kids);
}

const coset_ltl *coset_ltl_next(coset_ltls *p, const coset_ltl *a) { return make(p, COSET_LTL_NEXT, 0, 1, &a); }

const coset_ltl *coset_ltl_temporal(coset_ltls *p, coset_ltl_op op, const coset_ltl *a, const coset_ltl *b)
{
    const coset_ltl *kids[] = {a, b};
    return make(p, op, 0, 2, kids);
}

const coset_ltl *coset_ltl_eventually(coset_ltls *p, const coset_ltl *a)
{
    return coset_ltl_temporal(p, COSET_LTL_UNTIL, coset_ltl_bool(p, true), a);
}

const coset_ltl *coset_ltl_always(coset_ltls *p, const coset_ltl *a)
{
    return coset_ltl_temporal(p, COSET_LTL_RELEASE, coset_ltl_bool(p, false), a);
}

const coset_ltl *coset_ltl_weak_until(coset_ltls *p, const coset_ltl *a, const coset_ltl *b)
{
    return coset_ltl_temporal(p, COSET_LTL_RELEASE, b, coset_ltl_join(p, COSET_LTL_OR, a, b));
}

bool coset__ltl_find(uint32_t n, const coset_ltl *const *kids, const coset_ltl *f)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (kids[mid] == f)
            return true;
        if (kids[mid]->id < f->id)
            low = mid + 1;
        else
            high = mid;
    }
    return false;
}

/* ---- passes over all nodes ---- */

static const coset_ltl *normal_join(coset_ltls *p, const coset_ltl *f, bool negated)
{
    const coset_ltl **kids = coset_new(f->n, sizeof *kids);
    for (uint32_t i = 0; i < f->n; i++)
        kids[i] = coset_ltl_normal(p, f->kid[i], negated);
    coset_ltl_op op = (f->op == COSET_LTL_AND) != negated ? COSET_LTL_AND : COSET_LTL_OR;
    const coset_ltl *out = coset_ltl_join_all(p, op, f->n, kids);
    coset_delete((void *)kids);
    return out;
}

static const coset_ltl *normal_new(coset_ltls *p, const coset_ltl *f, bool negated)
{
    switch (f->op) {
    case COSET_LTL_NOT:
        return coset_ltl_normal(p, f->kid[0], !negated);
    case COSET_LTL_AND:
    case COSET_LTL_OR:
        return normal_join(p, f, negated);
    case COSET_LTL_NEXT:
        return coset_ltl_next(p, coset_ltl_normal(p, f->kid[0], negated));
    case COSET_LTL_UNTIL:
    case COSET_LTL_RELEASE: {
        coset_ltl_op op = (f->op == COSET_LTL_UNTIL) != negated ? COSET_LTL_UNTIL : COSET_LTL_RELEASE;
        const coset_ltl *a = coset_ltl_normal(p, f->kid[0], negated), *b = coset_ltl_normal(p, f->kid[1], negated);
        return coset_ltl_temporal(p, op, a, b);
    }
    default:
        return negated ? coset_ltl_not(p, f) : f;
    }
}

const coset_ltl *coset_ltl_normal(coset_ltls *p, const coset_ltl *f, bool negated)
{
    coset__ltl_list *known = &p->normal[negated];
    while (known->n <= f->id)
        *coset_vec_add(known) = NULL;
    if (!known->at[f->id]) {
        const coset_ltl *out = normal_new(p, f, negated);
        known->at[f->id] = out;
    }
    return known->at[f->id];
}

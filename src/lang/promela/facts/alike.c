/* lang/promela/facts/alike.c - code that is equal except for the elements of a scalarset.
 *
 * Promela has no quantifiers, so models repeat code: `a[0] && a[1] && a[2]`, or `a[0] = 1; a[1] = 1; a[2] = 1`. Two
 * such copies are alike if they differ only in numbers, by as much as the elements do; the differing numbers are the
 * holes of the first copy, which represents all. A hole must be in a place where an element of just that scalarset is
 * expected. The result is a quantifier or a loop: the legality proof decides whether it is symmetric in the elements.
 */
#include "lang/promela/facts/each.h"

#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/text.h"

/* ---- expressions ------------------------------------------------------------------------------------------------ */

bool coset_pml_alike(const coset_pml_expr *x, const coset_pml_expr *y, const coset_pml_expr *z, int64_t a, int64_t k)
{
    if (!x || !y || !z)
        return !x && !y && !z;
    if (x->is_constant != y->is_constant || x->is_constant != z->is_constant)
        return false;
    if (x->is_constant)
        return x->value == y->value ? z->value == x->value : x->value == a && y->value == a + 1 && z->value == a + k;
    if (x->op != y->op || x->op != z->op)
        return false;
    if (x->var != y->var || x->proc != y->proc || x->label != y->label || x->is_random != y->is_random ||
        x->var != z->var || x->proc != z->proc || x->label != z->label || x->is_random != z->is_random ||
        x->op == COSET_PML_E_RUN)
        return false;
    const coset_pml_expr *p = x->args, *q = y->args, *r = z->args;
    for (; p && q && r; p = p->next, q = q->next, r = r->next)
        if (!coset_pml_alike(p, q, r, a, k))
            return false;
    return !p && !q && !r && coset_pml_alike(x->a, y->a, z->a, a, k) && coset_pml_alike(x->b, y->b, z->b, a, k) &&
           coset_pml_alike(x->c, y->c, z->c, a, k);
}

/* ---- holes ------------------------------------------------------------------------------------------------------ */

bool coset_pml_note_holes(coset_pml_each *s, const coset_pml_expr *x, const coset_pml_expr *y,
                          const coset_ir_type *expected)
{
    coset_pml_lowerer *l = s->l;
    if (!x)
        return true;
    if (x->is_constant) {
        if (x->value == y->value)
            return true;
        s->n++;
        *coset_vec_add(&l->holes) = x;
        return expected == s->type;
    }
    const coset_ir_type *a = NULL, *b = NULL;
    if (x->op == COSET_PML_E_INDEX)
        b = coset_pml_class_of_index(l, x->a->var);
    else if (x->op == COSET_PML_E_EQ || x->op == COSET_PML_E_NE) {
        a = coset_pml_class_of(l, s->proc, x->b);
        b = coset_pml_class_of(l, s->proc, x->a);
    } else if (x->op == COSET_PML_E_AT || x->op == COSET_PML_E_REMOTE) {
        a = coset_pml_class_of_pid(l, x->proc);
    } else if (x->op == COSET_PML_E_EVAL) {
        a = expected;
    }
    for (const coset_pml_expr *p = x->args, *q = y->args; p; p = p->next, q = q->next)
        if (!coset_pml_note_holes(s, p, q, NULL))
            return false;
    return coset_pml_note_holes(s, x->a, y->a, a) && coset_pml_note_holes(s, x->b, y->b, b) &&
           coset_pml_note_holes(s, x->c, y->c, NULL);
}

bool coset_pml_is_hole(const coset_pml_lowerer *l, const coset_pml_expr *e)
{
    for (uint32_t i = 0; i < l->holes.n; i++)
        if (l->holes.at[i] == e)
            return true;
    return false;
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

static bool seqs_alike(const coset_pml_seq *x, const coset_pml_seq *y, const coset_pml_seq *z, int64_t a, int64_t k)
{
    const coset_pml_node *p = x->first, *q = y->first, *r = z->first;
    for (;; p = coset_pml_behind(p), q = coset_pml_behind(q), r = coset_pml_behind(r)) {
        if (!coset_pml_nodes_alike(p, q, r, a, k))
            return false;
        if (p == x->extent || q == y->extent || r == z->extent)
            return p == x->extent && q == y->extent && r == z->extent;
    }
}

bool coset_pml_nodes_alike(const coset_pml_node *x, const coset_pml_node *y, const coset_pml_node *z, int64_t a,
                           int64_t k)
{
    if (x->kind != y->kind || x->kind != z->kind)
        return false;
    if (x->kind == COSET_PML_N_ELSE)
        return true;
    if (x->kind == COSET_PML_N_SELECT)
        return seqs_alike(x->sub, y->sub, z->sub, a, k) && seqs_alike(x->sub->next, y->sub->next, z->sub->next, a, k);
    return x->stmt->op == y->stmt->op && x->stmt->op == z->stmt->op &&
           coset_pml_alike(x->stmt->target, y->stmt->target, z->stmt->target, a, k) &&
           coset_pml_alike(x->stmt->e, y->stmt->e, z->stmt->e, a, k);
}

/* All elements can be assigned without truncation. */
static bool has_room(const coset_pml_expr *target, const coset_ir_type *s)
{
    int64_t lo, hi;
    coset_pml_bounds(target, &lo, &hi);
    return lo <= s->lo && hi >= s->lo + (int64_t)s->n - 1;
}

static bool note_in_seq(coset_pml_each *s, const coset_pml_seq *x, const coset_pml_seq *y)
{
    for (const coset_pml_node *p = x->first, *q = y->first;; p = coset_pml_behind(p), q = coset_pml_behind(q)) {
        if (!coset_pml_note_in_node(s, p, q))
            return false;
        if (p == x->extent)
            return true;
    }
}

bool coset_pml_note_in_node(coset_pml_each *s, const coset_pml_node *x, const coset_pml_node *y)
{
    if (x->kind == COSET_PML_N_ELSE)
        return true;
    if (x->kind == COSET_PML_N_SELECT)
        return note_in_seq(s, x->sub, y->sub) && note_in_seq(s, x->sub->next, y->sub->next);
    const coset_pml_expr *target = x->stmt->target;
    if (!target)
        return coset_pml_note_holes(s, x->stmt->e, y->stmt->e, NULL);
    const coset_ir_type *own = has_room(target, s->type) ? coset_pml_class_of(s->l, s->proc, target) : NULL;
    return coset_pml_note_holes(s, target, y->stmt->target, NULL) &&
           coset_pml_note_holes(s, x->stmt->e, y->stmt->e, own);
}

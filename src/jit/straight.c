/* jit/straight.c - code for consecutive assignments.
 *
 * There are no branches between them, so the values of variables are known: each is loaded and tested once, and only
 * the last of several stores to one of them remains. Assigned values bound the variable, which makes further tests
 * needless. So the code of long bodies is short, both to translate and to run.
 *
 * A place is tracked if its address is constant: a variable of the state whose indexes are constants and locals, or a
 * local. If two places may alias, an assignment to one invalidates the value of the other, and a read of one keeps the
 * store to the other. After an exit for a fault or a violated assumption, the stored values are not read. */
#include "ir/order.h"
#include "jit/jit_int.h"

#define MOST_CELLS 32U

typedef struct {
    const coset_ir_place *place;
    LLVMValueRef slot;    /* pointer to it */
    coset_jit_number now; /* what it holds; value NULL: not known */
    LLVMValueRef store;   /* the last one, if it cannot have been read; or NULL */
} cell;

typedef struct {
    coset_jit *n;
    uint32_t n_cells;
    cell cells[MOST_CELLS];
} run;

/* ---- places that are tracked ------------------------------------------------------------------------------------- */

static bool is_local(const coset_jit *n, const coset_ir_place *p)
{
    return p->base == COSET_P_LOCAL && p->n_steps == 0 && n->promoted[p->offset];
}

/* A field, a constant index, or a local as index. */
static bool is_step(const coset_jit *n, const coset_ir_step *s)
{
    if (!s->index)
        return true;
    if (s->of->kind != COSET_T_ARRAY)
        return false;
    if (s->index->op == COSET_E_CONST)
        return coset_ir_rank(s->of->index, s->index->value) >= 0;
    return s->of->index->n > 0 && s->index->op == COSET_E_LOAD && s->index->place->type->kind != COSET_T_INT &&
           is_local(n, s->index->place);
}

static bool is_followed(const coset_jit *n, const coset_ir_place *p)
{
    bool is = p->type->kind <= COSET_T_UNION && !(p->track && p->track->watched) &&
              (p->base == COSET_P_STATE || is_local(n, p));
    for (uint32_t i = 0; is && i < p->n_steps; i++)
        is = is_step(n, &p->steps[i]);
    return is;
}

static bool is_variable(const coset_ir_step *s) { return s->index && s->index->op != COSET_E_CONST; }

/* The address without the steps whose index is a local; *span is the most that these add. */
static uint64_t fixed_part(const coset_ir_place *p, uint64_t *span)
{
    uint64_t at = p->offset;
    *span = 0;
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        if (!s->index)
            at += s->offset;
        else if (is_variable(s))
            *span += (s->of->index->n - 1) * s->stride;
        else
            at += (uint64_t)coset_ir_rank(s->of->index, s->index->value) * s->stride;
    }
    return at;
}

static const coset_ir_step *next_variable(const coset_ir_place *p, uint32_t *i)
{
    while (*i < p->n_steps && !is_variable(&p->steps[*i]))
        ++*i;
    return *i < p->n_steps ? &p->steps[(*i)++] : NULL;
}

/* The steps whose index is a local add the same. */
static bool same_variables(const coset_ir_place *a, const coset_ir_place *b)
{
    uint32_t i = 0, k = 0;
    for (;;) {
        const coset_ir_step *x = next_variable(a, &i), *y = next_variable(b, &k);
        if (!x || !y)
            return x == y;
        if (x->index->place->offset != y->index->place->offset || x->index->place->type != y->index->place->type ||
            x->of->index != y->of->index || x->stride != y->stride)
            return false;
    }
}

typedef enum { APART, MAYBE, SAME } meeting;

static meeting meet(const coset_ir_place *a, const coset_ir_place *b)
{
    uint64_t more_a, more_b, at_a = fixed_part(a, &more_a), at_b = fixed_part(b, &more_b);
    if (a->base != b->base || at_a + more_a < at_b || at_b + more_b < at_a)
        return APART;
    if (!same_variables(a, b))
        return MAYBE;
    return at_a != at_b ? APART : a->type == b->type ? SAME : MAYBE;
}

/* ---- known values ------------------------------------------------------------------------------------------------ */

/* It is read in memory: its last store must stay. */
static void keep_stores(run *r, const coset_ir_place *p)
{
    for (uint32_t i = 0; i < r->n_cells; i++)
        if (meet(r->cells[i].place, p) != APART)
            r->cells[i].store = NULL;
}

static cell *cell_of(run *r, const coset_ir_place *p)
{
    for (uint32_t i = 0; i < r->n_cells; i++)
        if (meet(r->cells[i].place, p) == SAME)
            return &r->cells[i];
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (is_variable(&p->steps[i]))
            keep_stores(r, p->steps[i].index->place);
    LLVMValueRef slot = coset_jit_slot(r->n, p);
    if (r->n_cells == MOST_CELLS)
        r->n_cells = 0;
    r->cells[r->n_cells] = (cell){.place = p, .slot = slot};
    return &r->cells[r->n_cells++];
}

static coset_jit_number read(run *r, const coset_ir_place *p)
{
    coset_jit *n = r->n;
    cell *c = cell_of(r, p);
    if (c->now.value)
        return c->now;
    keep_stores(r, p);
    LLVMValueRef content = LLVMBuildLoad2(n->b, n->i32, c->slot, "");
    coset_jit_leave_if(n, LLVMBuildICmp(n->b, LLVMIntEQ, content, coset_jit_u32(n, 0), ""), n->fault);
    c->now = (coset_jit_number){coset_jit_decode(n, p->type, content), coset_jit_range_of_type(p->type)};
    return c->now;
}

static bool has_index(const coset_ir_place *p, uint32_t frame)
{
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (is_variable(&p->steps[i]) && p->steps[i].index->place->offset == frame)
            return true;
    return false;
}

/* Invalidates other places that may alias this one, or that have it as an index. */
static void forget(run *r, const coset_ir_place *p)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->n_cells; i++) {
        if (p->base == COSET_P_LOCAL && has_index(r->cells[i].place, p->offset))
            continue;
        if (meet(r->cells[i].place, p) == MAYBE)
            r->cells[i].now.value = NULL;
        r->cells[kept++] = r->cells[i];
    }
    r->n_cells = kept;
}

/* Its value for that place. */
static LLVMValueRef content_for(run *r, const coset_ir_place *p, coset_jit_number *x)
{
    if (coset_jit_range_fits(x->range, p->type))
        return coset_jit_content_of(r->n, p->type, x->value);
    LLVMValueRef content = coset_jit_encode(r->n, p->type, x->value);
    if (p->type->kind != COSET_T_UNION)
        x->range = coset_jit_range_of_type(p->type);
    return content;
}

static void write(run *r, const coset_ir_place *p, coset_jit_number x)
{
    cell *c = cell_of(r, p);
    if (c->now.value == x.value)
        return;
    LLVMValueRef content = content_for(r, p, &x);
    forget(r, p);
    c = cell_of(r, p);
    if (c->store)
        LLVMInstructionEraseFromParent(c->store);
    c->store = LLVMBuildStore(r->n->b, content, c->slot);
    c->now = x;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool is_plain(const coset_jit *n, const coset_ir_expr *e)
{
    if (e->op == COSET_E_CONST)
        return true;
    if (e->op == COSET_E_LOAD)
        return is_followed(n, e->place);
    return coset_jit_is_arithmetic(e->op) && is_plain(n, e->a) && is_plain(n, e->b);
}

static bool is_straight(const coset_jit *n, const coset_ir_stmt *s)
{
    return s->op == COSET_S_ASSIGN && is_followed(n, s->place) && is_plain(n, s->expr) &&
           !(s->copies_undefined && s->expr->op == COSET_E_LOAD);
}

static coset_jit_number value_of(run *r, const coset_ir_expr *e)
{
    if (e->op == COSET_E_CONST)
        return (coset_jit_number){coset_jit_int(r->n, e->value), {e->value, e->value}};
    if (e->op == COSET_E_LOAD)
        return read(r, e->place);
    coset_jit_number a = value_of(r, e->a), b = value_of(r, e->b);
    return coset_jit_arithmetic(r->n, e->op, a, b);
}

const coset_ir_stmt *coset_jit_straight(coset_jit *n, const coset_ir_stmt *s)
{
    run r = {.n = n};
    for (; s && is_straight(n, s); s = s->next)
        write(&r, s->place, value_of(&r, s->expr));
    return s;
}

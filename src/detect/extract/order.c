/* detect/extract/order.c - see detect/extract/order.h. */
#include "detect/extract/order.h"

#include "ir/visit.h"

#define MOST_VALUES    256U
#define MOST_RUNS      20000U /* of one body */
#define MOST_INSTANCES 256U
#define MOST_COMPARED  4000000U

/* The values of cells that cannot be tried: whatever reads one gives up. */
static const coset_value out_of_reach[2] = {0, 1};

/* Readings under which an instance of the body faults, or decides. */
typedef struct {
    uint32_t instance, n;
    coset_literal *reads;
} cube;

typedef COSET_VEC(cube) cubes;

typedef struct {
    const coset_model *m;
    const coset__series *s;
    const coset__known *known;
    coset_enumeration *partial;
    coset_arena *arena;
    coset_cell *cells; /* of the state, then of the frame */
    coset_value all[MOST_VALUES];
    uint64_t *budget;
    uint32_t n_instances;
    COSET_VEC(uint32_t) ranks; /* for each instance those of the values of its variables */
    uint32_t *now;             /* [n_binders] */
    cubes faults, decided;
    bool failed;
} study;

/* ---- possible values ------------------------------------------------------------------------------------------- */

static coset_cell cell_up_to(const study *k, uint64_t max)
{
    return max < MOST_VALUES ? (coset_cell){(uint32_t)max + 1, k->all} : (coset_cell){2, out_of_reach};
}

static void open_value(study *k, const coset_ir_type *t, uint64_t at)
{
    uint64_t n = t->kind == COSET_T_ARRAY ? t->index->n : 0;
    if (t->kind == COSET_T_INT || t->kind == COSET_T_BAG || at >= k->m->n_slots + (uint64_t)k->s->frame_size)
        k->failed = true;
    else if (coset_ir_is_simple(t))
        k->cells[at] = cell_up_to(k, t->n);
    for (uint64_t i = 0; i < n && !k->failed; i++)
        open_value(k, t->element, at + i * t->element->width);
    for (uint32_t i = 0; t->kind == COSET_T_RECORD && i < t->n_fields && !k->failed; i++)
        open_value(k, t->fields[i].type, at + t->fields[i].offset);
}

/* A local variable may hold anything of its type; the target of a reference is not known. */
static bool open_place(const coset_ir_visit *v, const coset_ir_place *p)
{
    study *k = v->ctx;
    if (p->base == COSET_P_REF)
        k->failed = true;
    if (p->base == COSET_P_LOCAL)
        open_value(k, coset_ir_base_type(p), k->m->n_slots + (uint64_t)p->offset);
    return k->failed || coset_ir_visit_place_parts(v, p);
}

/* Undefined is the first of all values. */
static coset_cell slot_cell(const study *k, uint32_t slot)
{
    bool defined = k->s->where != COSET__WITHIN_START && k->known->defined && k->known->defined[slot];
    coset_cell c = cell_up_to(k, k->m->slots[slot].max);
    if (k->s->where == COSET__OF_STATE && k->known->slots)
        c = k->known->slots[slot];
    if (defined && c.n > 1 && c.at != out_of_reach && c.at[0] == 0)
        c = (coset_cell){c.n - 1, c.at + 1};
    return c;
}

static void open_cells(study *k)
{
    static const coset_value undefined = 0;
    uint32_t n = k->m->n_slots;
    k->cells = coset_arena_get(k->arena, n + (size_t)k->s->frame_size, sizeof *k->cells);
    for (uint32_t i = 0; i < MOST_VALUES; i++)
        k->all[i] = i;
    for (uint32_t i = 0; i < n; i++)
        k->cells[i] = slot_cell(k, i);
    for (uint32_t i = 0; i < k->s->frame_size; i++)
        k->cells[n + i] = (coset_cell){1, &undefined};
    const coset_ir_visit v = {.place = open_place, .ctx = k};
    (void)coset_ir_visit_expr(&v, k->s->body);
    for (uint32_t b = 0; b < k->m->symmetry.n_bags; b++) {
        const coset_bag *bag = &k->m->symmetry.bags[b];
        for (uint32_t i = bag->base; i < bag->base + bag->n_entries * bag->width; i++)
            k->cells[i] = (coset_cell){2, out_of_reach};
    }
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

static bool on_case(void *ctx, const coset_case *c)
{
    study *k = ctx;
    bool faults = c->end == COSET_CASE_FAULT, decides = c->end == COSET_CASE_DONE && (c->value != 0) == k->s->decides;
    if (c->end == COSET_CASE_CUT || c->n_writes)
        return false;
    for (uint32_t i = 0; i < c->n_reads; i++)
        if (k->cells[c->reads[i].cell].at == out_of_reach)
            return false;
    if (faults || decides)
        *coset_vec_add(faults ? &k->faults : &k->decided) =
            (cube){k->n_instances, c->n_reads, coset_arena_copy(k->arena, c->reads, c->n_reads, sizeof *c->reads)};
    return true;
}

static bool run_body(study *k)
{
    const coset_piece piece = {.prelude = k->s->prelude, .expr = k->s->body};
    uint64_t room = *k->budget < MOST_RUNS ? *k->budget : MOST_RUNS, left = room;
    bool ran = coset_enumeration_run(k->partial, &piece, k->cells, k->s->frame_size, &left, on_case, k);
    *k->budget -= room - left;
    return ran;
}

static void run_instances(study *k, uint32_t depth)
{
    const coset_value(*values)[2];
    uint32_t n;
    if (depth == k->s->n_binders) {
        k->failed = k->failed || k->n_instances == MOST_INSTANCES || !run_body(k);
        k->n_instances++;
        for (uint32_t i = 0; i < depth; i++)
            *coset_vec_add(&k->ranks) = k->now[i];
        return;
    }
    const coset_ir_binder *b = &k->s->binders[depth];
    coset_cell *cell = &k->cells[k->m->n_slots + b->frame];
    if (b->type->kind == COSET_T_INT ||
        !coset_enumeration_domain(k->partial, b, k->cells, k->s->frame_size, k->arena, &n, &values)) {
        k->failed = true;
        return;
    }
    for (uint32_t i = 0; i < n && !k->failed; i++) {
        *cell = (coset_cell){1, &values[i][0]};
        k->now[depth] = values[i][0] - 1;
        run_instances(k, depth + 1);
    }
}

/* ---- the answer ------------------------------------------------------------------------------------------------- */

static bool agree(const cube *a, const cube *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++)
            if (a->reads[i].cell == b->reads[j].cell && a->reads[i].value != b->reads[j].value)
                return false;
    return true;
}

/* The scalarset, if there is one, to which the value with this rank belongs. */
static const coset_ir_type *part_of(const coset_ir_type *t, uint64_t rank)
{
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++) {
        if (rank < t->members[i]->n)
            return part_of(t->members[i], rank);
        rank -= t->members[i]->n;
    }
    return t->kind == COSET_T_SCALARSET ? t : NULL;
}

/* A renaming may reverse the order of two instances: the first variable in which they differ decides, and of its values
 * only those of one scalarset are exchanged, which are adjacent. */
static bool may_turn(const study *k, uint32_t i, uint32_t j)
{
    uint32_t n = k->s->n_binders, b = 0;
    const uint32_t *x = k->ranks.at + (size_t)i * n, *y = k->ranks.at + (size_t)j * n;
    while (b < n && x[b] == y[b])
        b++;
    if (b == n)
        return false;
    const coset_ir_type *part = part_of(k->s->domains[b], x[b]), *other = part_of(k->s->domains[b], y[b]);
    return part && other && part->symtype == other->symtype;
}

static bool matters(const study *k)
{
    if ((uint64_t)k->faults.n * k->decided.n > MOST_COMPARED)
        return true;
    for (uint32_t i = 0; i < k->faults.n; i++)
        for (uint32_t j = 0; j < k->decided.n; j++)
            if (may_turn(k, k->faults.at[i].instance, k->decided.at[j].instance) &&
                agree(&k->faults.at[i], &k->decided.at[j]))
                return true;
    return false;
}

bool coset__order_is_immaterial(const coset_model *m, const coset__series *s, const coset__known *known,
                                uint64_t *budget, coset_budget *limit)
{
    study k = {.m = m, .s = s, .known = known, .budget = budget};
    k.partial = coset_enumeration_new(m);
    coset_enumeration_limit(k.partial, limit);
    k.arena = coset_arena_new();
    k.now = coset_arena_get(k.arena, s->n_binders, sizeof *k.now);
    open_cells(&k);
    if (!k.failed)
        run_instances(&k, 0);
    bool immaterial = !k.failed && !matters(&k);
    coset_vec_fini(&k.ranks);
    coset_vec_fini(&k.faults);
    coset_vec_fini(&k.decided);
    coset_enumeration_free(k.partial);
    coset_arena_free(k.arena);
    return immaterial;
}

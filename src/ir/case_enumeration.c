/* ir/case_enumeration.c - see ir/case_enumeration.h. The reads of a run are its path in a tree that is traversed depth
 * first. */
#include "ir/case_enumeration.h"

#include "ir/machine.h"

#define RUN_FUEL   100000U /* loop rounds and calls of one run */
#define MOST_READS 512U    /* reads of one case */
#define NOT_OPEN   UINT32_MAX

struct coset_enumeration {
    coset_machine *m;
    coset_machine_probe probe;
    uint32_t n_cells, n_slots;
    /* of the current enumeration */
    const coset_piece *piece;
    const coset_cell *cells;
    uint64_t *budget;
    coset_budget *limit;
    uint64_t rounds; /* of all runs so far */
    coset_on_case *on_case;
    void *ctx;
    coset_literal reads[MOST_READS];
    uint32_t n_reads;
    COSET_VEC(coset_literal) writes;
    coset_value *before; /* [n_cells] memory at the beginning of a run, and */
    uint8_t *open;       /* [end] which cells are open */
    uint8_t *was_open;   /* [n_cells] ... at the beginning */
    bool failed;
};

coset_enumeration *coset_enumeration_new(const coset_model *model)
{
    coset_enumeration *p = coset_new(1, sizeof *p);
    p->m = coset_machine_new((const coset_ir_machine_model *)model);
    p->n_slots = model->n_slots;
    p->open = coset_new((size_t)p->m->end + 2, 1);
    p->was_open = coset_new((size_t)p->m->end + 2, 1);
    p->before = coset_new((size_t)p->m->end + 2, sizeof *p->before);
    return p;
}

void coset_enumeration_free(coset_enumeration *p)
{
    if (!p)
        return;
    coset_machine_free(p->m);
    coset_vec_fini(&p->writes);
    coset_delete(p->open);
    coset_delete(p->was_open);
    coset_delete(p->before);
    coset_delete(p);
}

void coset_enumeration_limit(coset_enumeration *p, coset_budget *limit) { p->limit = limit; }

/* Sets up memory before a run: known cells, those read so far, open ones. */
static void begin_run(coset_enumeration *p)
{
    coset_machine *m = p->m;
    for (uint32_t c = 0; c < p->n_cells; c++) {
        p->before[c] = p->cells[c].n == 1 ? p->cells[c].at[0] : 0;
        p->open[c] = p->cells[c].n != 1;
    }
    for (uint32_t i = 0; i < p->n_reads; i++) {
        p->before[p->reads[i].cell] = p->reads[i].value;
        p->open[p->reads[i].cell] = 0;
    }
    memcpy(m->mem, p->before, p->n_cells * sizeof *m->mem);
    memcpy(p->was_open, p->open, p->n_cells);
    m->fp = p->n_slots;
    m->sp = p->n_cells;
    m->depth = 0;
    m->stack_base = (uintptr_t)__builtin_frame_address(0);
    m->fuel = RUN_FUEL;
    m->function = NULL;
    m->n_covers = 0;
    m->cut = false;
    p->probe = (coset_machine_probe){.address = NOT_OPEN, .open = p->open};
    m->probe = &p->probe;
}

/* Runs the piece; false if it stopped. */
static bool run(coset_enumeration *p, coset_case *c)
{
    coset_machine *m = p->m;
    coset_flow flow = coset_machine_exec(m, p->piece->prelude);
    if (flow == COSET_FLOW_STOP)
        return false;
    if (p->piece->expr)
        return coset_machine_eval(m, p->piece->expr, &c->value);
    if (p->piece->place) {
        uint32_t at = 0;
        bool found = coset_machine_address(m, p->piece->place, &at);
        c->value = at;
        return found;
    }
    if (p->piece->stmt)
        flow = p->piece->one ? coset_machine_exec_one(m, p->piece->stmt) : coset_machine_exec(m, p->piece->stmt);
    c->returned = flow == COSET_FLOW_RETURN;
    return flow != COSET_FLOW_STOP;
}

/* Of the first `n` cells. */
static void find_writes(coset_enumeration *p, uint32_t n)
{
    const coset_machine *m = p->m;
    p->writes.n = 0;
    for (uint32_t c = 0; c < n; c++)
        if (p->was_open[c] ? m->mem[c] != 0 || !p->open[c] : m->mem[c] != p->before[c])
            *coset_vec_add(&p->writes) = (coset_literal){c, m->mem[c]};
}

static void finish_case(coset_enumeration *p, coset_case *c, bool ran)
{
    coset_machine *m = p->m;
    c->end = ran ? COSET_CASE_DONE : m->cut ? COSET_CASE_CUT : COSET_CASE_FAULT;
    c->fault = m->fault;
    c->n_covers = m->n_covers;
    c->covers = m->covers;
    c->n_reads = p->n_reads;
    c->reads = p->reads;
    p->writes.n = 0;
    if (ran)
        find_writes(p, p->piece->expr || p->piece->place ? p->n_slots : p->n_cells);
    c->n_writes = p->writes.n;
    c->writes = p->writes.at;
    if (!p->on_case(p->ctx, c))
        p->failed = true;
}

static void explore(coset_enumeration *p)
{
    coset_case c = {0};
    if (*p->budget == 0 || p->failed) {
        p->failed = true;
        return;
    }
    --*p->budget;
    begin_run(p);
    bool ran = run(p, &c);
    p->rounds += RUN_FUEL - p->m->fuel;
    uint32_t missing = p->probe.address;
    if (coset_budget_spend(p->limit, 20 + p->n_cells / 8 + (uint32_t)(RUN_FUEL - p->m->fuel) * 8)) {
        p->failed = true;
        return;
    }
    if (p->m->fuel == 0) {
        p->failed = true;
        return;
    }
    if (missing == NOT_OPEN) {
        finish_case(p, &c, ran);
        return;
    }
    if (p->n_reads == MOST_READS || missing >= p->n_cells) {
        p->failed = true;
        return;
    }
    p->n_reads++;
    for (uint32_t i = 0; i < p->cells[missing].n && !p->failed; i++) {
        p->reads[p->n_reads - 1] = (coset_literal){missing, p->cells[missing].at[i]};
        explore(p);
    }
    p->n_reads--;
}

static void start(coset_enumeration *p, const coset_cell *cells, uint32_t frame_size)
{
    COSET_INVARIANT(frame_size <= p->m->end - p->n_slots);
    p->n_cells = p->n_slots + frame_size;
    p->cells = cells;
    p->n_reads = 0;
    p->failed = false;
}

static void finish(coset_enumeration *p)
{
    memset(p->open, 0, p->n_cells);
    p->m->probe = NULL;
}

bool coset_enumeration_run(coset_enumeration *p, const coset_piece *piece, const coset_cell *cells, uint32_t frame_size,
                           uint64_t *budget, coset_on_case *on_case, void *ctx)
{
    start(p, cells, frame_size);
    p->piece = piece;
    p->budget = budget;
    p->on_case = on_case;
    p->ctx = ctx;
    explore(p);
    finish(p);
    return !p->failed;
}

uint64_t coset_enumeration_rounds(const coset_enumeration *p) { return p->rounds; }

bool coset_enumeration_domain(coset_enumeration *p, const coset_ir_binder *b, const coset_cell *cells,
                              uint32_t frame_size, coset_arena *arena, uint32_t *n, const coset_value (**values)[2])
{
    coset_domain d;
    COSET_VEC(coset_value) all = {0};
    start(p, cells, frame_size);
    begin_run(p);
    bool known = !b->bag && coset_machine_open(p->m, b, &d);
    while (known && coset_machine_next(p->m, &d)) {
        const coset_value *at = &p->m->mem[p->m->fp + b->frame];
        *coset_vec_add(&all) = at[0];
        *coset_vec_add(&all) = b->type->kind == COSET_T_INT ? at[1] : 0;
        known = all.n < 2 * 100000U;
    }
    find_writes(p, p->n_slots);
    known = known && p->writes.n == 0; /* its bounds call a function that changes the state */
    finish(p);
    *n = all.n / 2;
    *values = coset_arena_copy(arena, all.at, all.n, sizeof *all.at);
    coset_vec_fini(&all);
    return known;
}

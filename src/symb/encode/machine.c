/* symb/encode/machine.c - memory of the symbolic machine. */
#include "symb/encode/machine.h"

#include "engine/engine.h"
#include "ir/interp.h"

#define FRAME_CELLS 200000 /* for calls; the interpreter's bound is on their number */
#define FUEL        2000000
#define MOST_PIECES 512 /* of a step */

static uint32_t largest_frame(const coset_ir *ir)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < ir->n_rules; i++)
        most = ir->rules[i].frame_size > most ? ir->rules[i].frame_size : most;
    for (uint32_t i = 0; i < ir->n_props; i++)
        most = ir->props[i].frame_size > most ? ir->props[i].frame_size : most;
    return most;
}

void coset__machine_init(coset__machine *m, coset_bdds *bdd, const coset_model *model, const coset__vars *vars)
{
    const coset_ir *ir = coset_model_ir(model);
    *m = (coset__machine){.bdd = bdd, .ir = ir, .model = model, .vars = vars};
    m->fault_prop = coset_model_builtin(model, COSET_PROP_FAULT);
    m->end = ir->n_slots + largest_frame(ir) + FRAME_CELLS;
    m->cells = coset_new(m->end, sizeof *m->cells);
    m->is_dirty = coset_new(ir->n_slots, sizeof *m->is_dirty);
    m->covers = coset_new(model->n_props, sizeof *m->covers);
    m->arena = coset_arena_new();
}

void coset__machine_fini(coset__machine *m)
{
    coset_delete(m->cells);
    coset_delete(m->is_dirty);
    coset_delete(m->covers);
    coset_vec_fini(&m->dirty);
    coset_vec_fini(&m->faults);
    coset_vec_fini(&m->pieces);
    coset_arena_free(m->arena);
}

void coset__machine_begin(coset__machine *m, const coset__cases *source, uint32_t frame_size)
{
    coset_arena_free(m->arena);
    m->arena = coset_arena_new();
    m->source = source;
    m->dirty.n = 0;
    m->pieces.n = 0;
    for (uint32_t s = 0; s < m->ir->n_slots; s++) {
        m->cells[s] = source[s];
        m->is_dirty[s] = false;
    }
    m->fp = m->ir->n_slots;
    m->sp = m->fp + frame_size;
    m->depth = 0;
    m->fuel = FUEL;
    m->faults.n = 0;
    m->running = NULL;
    for (uint32_t p = 0; p < m->model->n_props; p++)
        m->covers[p] = coset_bdd_false;
    for (uint32_t i = m->fp; i < m->sp; i++)
        coset__write_all(m, i, 0);
}

void coset__machine_restore(coset__machine *m)
{
    for (uint32_t i = 0; i < m->dirty.n; i++) {
        m->cells[m->dirty.at[i]] = m->source[m->dirty.at[i]];
        m->is_dirty[m->dirty.at[i]] = false;
    }
    m->dirty.n = 0;
    m->pieces.n = 0;
}

void coset__machine_forget(coset__machine *m)
{
    for (uint32_t i = m->fp; i < m->sp; i++)
        if (m->cells[i].n != 1 || !coset_bdd_is_true(m->cells[i].at[0].when))
            coset__write_all(m, i, 0);
}

coset_bdd coset__trouble(coset__machine *m, coset_status status, coset_pos pos, const char *what)
{
    if (m->trouble == COSET_OK)
        m->trouble = coset_fail(&m->why, status, "line %u: %s", pos.line, what);
    return coset_bdd_false;
}

void coset__add_fault(coset__machine *m, uint32_t prop, coset_bdd when)
{
    if (coset_bdd_is_false(when))
        return;
    for (uint32_t i = 0; i < m->faults.n; i++)
        if (m->faults.at[i].prop == prop) {
            m->faults.at[i].when = coset_bdd_or(m->bdd, m->faults.at[i].when, when);
            return;
        }
    *coset_vec_add(&m->faults) = (coset__fault){prop, when};
}

static void touch(coset__machine *m, uint32_t address)
{
    if (address >= m->ir->n_slots || m->is_dirty[address])
        return;
    m->is_dirty[address] = true;
    *coset_vec_add(&m->dirty) = address;
}

/* Appends the non-empty parts of `piece` to the pieces. */
static void divide(coset__machine *m, coset_bdd piece, coset__cases addresses)
{
    coset_bdd rest = piece;
    for (uint32_t i = 0; i < addresses.n && !coset_bdd_is_false(rest); i++) {
        coset_bdd part = coset_bdd_and(m->bdd, rest, addresses.at[i].when);
        if (!coset_bdd_is_false(part))
            *coset_vec_add(&m->pieces) = part;
        rest = coset_bdd_minus(m->bdd, rest, addresses.at[i].when);
    }
    if (!coset_bdd_is_false(rest))
        *coset_vec_add(&m->pieces) = rest;
}

void coset__fork(coset__machine *m, coset__cases addresses)
{
    uint32_t before = m->pieces.n;
    if (addresses.n < 2 || addresses.at[0].value >= m->ir->n_slots)
        return;
    if (before == 0)
        divide(m, coset_bdd_true, addresses);
    for (uint32_t i = 0; i < before && m->pieces.n - before <= MOST_PIECES; i++)
        divide(m, m->pieces.at[i], addresses);
    if (m->pieces.n - before > MOST_PIECES) { /* too many: as it was */
        m->pieces.n = before;
        return;
    }
    for (uint32_t i = before; i < m->pieces.n; i++)
        m->pieces.at[i - before] = m->pieces.at[i];
    m->pieces.n -= before;
}

void coset__write(coset__machine *m, uint32_t address, coset__cases value)
{
    coset_bdd when = coset__domain_of(m, value);
    m->n_writes++;
    touch(m, address);
    m->cells[address] = coset__merge(m, coset__within(m, m->cells[address], coset_bdd_not(m->bdd, when)), value);
}

void coset__write_all(coset__machine *m, uint32_t address, int64_t value)
{
    touch(m, address);
    m->cells[address] = coset__single(m, value, coset_bdd_true);
}

void coset__machine_close(coset__machine *m, coset_bdd_scope scope, const coset_bdd *results, uint32_t n)
{
    COSET_VEC(coset_bdd) live = {0};
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&live) = results[i];
    for (uint32_t i = 0; i < m->faults.n; i++)
        *coset_vec_add(&live) = m->faults.at[i].when;
    for (uint32_t p = 0; p < m->model->n_props; p++)
        *coset_vec_add(&live) = m->covers[p];
    coset_bdd_close_with_all(m->bdd, scope, live.at, live.n);
    coset_vec_fini(&live);
}

bool coset__spend(coset__machine *m, coset_pos pos)
{
    if (m->trouble != COSET_OK || coset_bdd_failed(m->bdd))
        return false;
    if (m->fuel-- > 0)
        return true;
    m->fuel = 0;
    coset__trouble(m, COSET_UNSUPPORTED, pos, "the symbolic engine does not support a loop of so many iterations");
    return false;
}

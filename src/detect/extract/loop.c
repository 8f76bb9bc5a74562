/* detect/extract/loop.c - loops, unrolled.
 *
 * If no iteration accesses cells of another one, that is all. Otherwise the iterations are built a second time, each as
 * if it could be any of them: it starts with all values that some iteration has. If these iterations commute, as in
 * loops that count or search, they are on one level. Otherwise a small loop becomes one part with a table, and other
 * loops keep their order. */
#include <string.h>

#include "detect/extract/body.h"

#define MOST_CASES 4096U /* of a loop as one part */

/* All that cutting a loop changes. */
typedef struct {
    coset_cell *cells;
    uint32_t *version;
    uint32_t n_aux;
    COSET_VEC(coset__part) parts; /* those from the first one on */
    coset__touched_parts touched;
} trial;

typedef struct {
    coset__cutter *c;
    const coset_ir_stmt *stmt;
    uint32_t n_rounds, first, first_part; /* first one of `parts`, of the instance's */
    const coset_value (*values)[2];
    uint32_t *round_aux; /* [n_rounds] versions there were when it began */
    uint32_t *round_of;  /* [n_rounds] its first part */
    coset_cell *found;   /* [n_cells] values at the start of rounds, if they vary; else without values */
    coset_cell *known;   /* [n_cells] also values at the end of rounds */
    bool *carried;
    trial before;
} loop;

/* ---- trials ----------------------------------------------------------------------------------------------------- */

static void save(const loop *l, trial *t)
{
    const coset__cutter *c = l->c;
    const coset__pieces *k = c->k;
    t->cells = coset_new(k->n_cells, sizeof *t->cells);
    t->version = coset_new(k->frame_size, sizeof *t->version);
    memcpy(t->cells, k->cells, k->n_cells * sizeof *t->cells);
    if (k->frame_size)
        memcpy(t->version, c->version, k->frame_size * sizeof *t->version);
    t->n_aux = c->n_aux;
    for (uint32_t i = l->first; i < c->parts.n; i++)
        *coset_vec_add(&t->touched) = c->parts.at[i];
    for (uint32_t i = l->first_part; i < k->to->parts.n; i++)
        *coset_vec_add(&t->parts) = k->to->parts.at[i];
}

static void go_back(const loop *l, const trial *t)
{
    coset__cutter *c = l->c;
    memcpy(c->k->cells, t->cells, c->k->n_cells * sizeof *t->cells);
    if (c->k->frame_size)
        memcpy(c->version, t->version, c->k->frame_size * sizeof *t->version);
    c->n_aux = t->n_aux;
    c->parts.n = l->first;
    c->k->to->parts.n = l->first_part;
    for (uint32_t i = 0; i < t->touched.n; i++)
        *coset_vec_add(&c->parts) = t->touched.at[i];
    for (uint32_t i = 0; i < t->parts.n; i++)
        *coset_vec_add(&c->k->to->parts) = t->parts.at[i];
}

static void forget_parts(const coset__touched *all, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        coset__touched one = all[i];
        coset__touched_forget(&one);
    }
}

static void trial_fini(trial *t)
{
    coset_delete(t->cells);
    coset_delete(t->version);
    coset_vec_fini(&t->parts);
    coset_vec_fini(&t->touched);
}

/* ---- rounds ----------------------------------------------------------------------------------------------------- */

static void cut_round(const loop *l, uint32_t i)
{
    const coset_ir_binder *b = l->stmt->binder;
    coset__pieces *k = l->c->k;
    uint32_t cell = k->v->m->n_slots + b->frame;
    coset__pieces_set(k, cell, l->values[i][0]);
    if (b->type->kind == COSET_T_INT)
        coset__pieces_set(k, cell + 1, l->values[i][1]);
    coset__cut(l->c, l->stmt->body);
}

/* The values at the start of the round are among those that rounds find. */
static void note_found(loop *l)
{
    coset__pieces *k = l->c->k;
    for (uint32_t c = 0; c < k->n_cells; c++)
        if (!k->is_private[c] && k->cells[c].at != l->before.cells[c].at) {
            coset__cell_join(k->arena, &l->found[c], &l->before.cells[c]);
            coset__cell_join(k->arena, &l->found[c], &k->cells[c]);
        }
}

/* One after the other; true if that order matters. */
static bool cut_rounds(loop *l)
{
    coset__cutter *c = l->c;
    coset__loop here = {.outer = c->loop, .first = l->first};
    c->loop = &here;
    for (uint32_t i = 0; i < l->n_rounds && !c->k->failed; i++) {
        here.round = l->round_of[i] = c->parts.n;
        l->round_aux[i] = c->n_aux;
        note_found(l);
        cut_round(l, i);
    }
    c->loop = here.outer;
    return here.ordered;
}

/* ---- rounds in any order ---------------------------------------------------------------------------------------- */

/* Variables of the frame that a round reads with a value from another round or from before the loop. */
static void find_carried(const loop *l)
{
    const coset__cutter *c = l->c;
    const coset__pieces *k = c->k;
    uint32_t n = k->v->m->n_slots, aux = k->n_cells - COSET__MOST_AUX;
    for (uint32_t i = 0; i < l->n_rounds; i++)
        for (uint32_t p = l->round_of[i]; p < (i + 1 < l->n_rounds ? l->round_of[i + 1] : c->parts.n); p++)
            for (uint32_t r = 0; r < c->parts.at[p].reads.n; r++) {
                uint32_t cell = c->parts.at[p].reads.at[r];
                if (cell >= aux && cell - aux < l->round_aux[i])
                    cell = k->origin[cell - aux];
                if (cell >= n && cell < n + k->frame_size && l->known[cell].n)
                    l->carried[cell - n] = true;
            }
}

/* Each round begins as any of them may. */
static bool cut_alike(loop *l)
{
    coset__cutter *c = l->c;
    coset__pieces *k = c->k;
    const coset__rounds *outer = c->rounds;
    const coset__rounds here = {l->carried, l->known, outer ? outer->first : l->first};
    coset__loop order = {.outer = c->loop, .first = l->first};
    for (uint32_t i = 0; outer && i < k->frame_size; i++)
        l->carried[i] = l->carried[i] || outer->carried[i];
    c->rounds = &here;
    c->loop = &order;
    for (uint32_t i = 0; i < l->n_rounds && !k->failed && !order.ordered; i++) {
        order.round = c->parts.n;
        for (uint32_t x = 0; x < k->n_cells; x++)
            if (l->found[x].n)
                k->cells[x] = l->found[x];
        cut_round(l, i);
    }
    c->rounds = outer;
    c->loop = order.outer;
    return !k->failed && !order.ordered;
}

/* An alternative decomposition of the loop; afterwards cells have the values as after the one that was `done`. */
static bool try_alike(loop *l, const trial *done)
{
    coset__pieces *k = l->c->k;
    for (uint32_t c = 0; c < k->n_cells; c++)
        if (l->known[c].n || l->found[c].n) {
            coset__cell_join(k->arena, &l->known[c], &l->found[c]);
            coset__cell_join(k->arena, &l->known[c], &l->before.cells[c]);
        }
    go_back(l, &l->before);
    bool good = cut_alike(l);
    memcpy(k->cells, done->cells, k->n_cells * sizeof *done->cells);
    return good;
}

/* To the extent that cells that are only read determine it. */
static bool is_small(const loop *l, const trial *done)
{
    const coset__pieces *k = l->c->k;
    bool *seen = coset_new(k->v->m->n_slots, sizeof *seen);
    uint64_t n = 1;
    for (uint32_t i = 0; i < done->touched.n; i++)
        for (uint32_t r = 0; r < done->touched.at[i].reads.n && n <= MOST_CASES; r++) {
            uint32_t cell = done->touched.at[i].reads.at[r];
            if (cell >= k->v->m->n_slots || seen[cell] || l->known[cell].n)
                continue;
            seen[cell] = true;
            n *= l->before.cells[cell].n;
        }
    coset_delete(seen);
    return n <= MOST_CASES;
}

static bool try_table(loop *l, const trial *done)
{
    go_back(l, &l->before);
    if (!is_small(l, done))
        return false;
    return coset__cut_piece(l->c, l->stmt, MOST_CASES, true) && !l->c->k->failed;
}

/* The rounds have an order; perhaps they need none. */
static void make_better(loop *l)
{
    coset__cutter *c = l->c;
    trial done = {0};
    coset_cell *written = c->written;
    find_carried(l);
    save(l, &done);
    c->written = NULL;
    if (try_alike(l, &done)) {
        forget_parts(done.touched.at, done.touched.n);
    } else {
        forget_parts(c->parts.at + l->first, c->parts.n - l->first);
        c->k->failed = NULL;
        if (try_table(l, &done)) {
            forget_parts(done.touched.at, done.touched.n);
        } else {
            forget_parts(c->parts.at + l->first, c->parts.n - l->first);
            c->k->failed = NULL;
            go_back(l, &done);
        }
    }
    c->written = written;
    trial_fini(&done);
}

/* ---- a loop ----------------------------------------------------------------------------------------------------- */

static void loop_init(loop *l)
{
    const coset__pieces *k = l->c->k;
    l->first = l->c->parts.n;
    l->first_part = k->to->parts.n;
    l->round_aux = coset_new(l->n_rounds, sizeof *l->round_aux);
    l->round_of = coset_new(l->n_rounds, sizeof *l->round_of);
    l->found = coset_new(k->n_cells, sizeof *l->found);
    l->known = coset_new(k->n_cells, sizeof *l->known);
    l->carried = coset_new(k->frame_size, sizeof *l->carried);
    save(l, &l->before);
}

static void loop_fini(loop *l)
{
    coset_delete(l->round_aux);
    coset_delete(l->round_of);
    coset_delete(l->found);
    coset_delete(l->known);
    coset_delete(l->carried);
    trial_fini(&l->before);
}

bool coset__cut_loop(coset__cutter *c, const coset_ir_stmt *s)
{
    coset__pieces *k = c->k;
    loop l = {.c = c, .stmt = s};
    coset_cell *outer = c->written;
    if (!coset_enumeration_domain(k->v->partial, s->binder, k->cells, k->frame_size, k->arena, &l.n_rounds, &l.values))
        return false;
    loop_init(&l);
    c->written = l.known;
    bool ordered = cut_rounds(&l);
    c->written = outer;
    for (uint32_t i = 0; outer && i < k->n_cells; i++)
        coset__cell_join(k->arena, &outer[i], &l.known[i]);
    if (ordered && !k->failed)
        make_better(&l);
    loop_fini(&l);
    return true;
}

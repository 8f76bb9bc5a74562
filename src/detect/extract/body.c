/* detect/extract/body.c - parts: a body split at its statements.
 *
 * Loops over known domains are unrolled; a branch that is too large as one piece is cut too, with its condition in a
 * decision variable that the parts inside read; a copy becomes one part for each slot. Each part knows the values that
 * cells may have when it begins. Parts that touch the same cell, or that may both end the step, keep their order,
 * unless they commute: the later one acts on a higher level. All others act in any order: their levels do not depend on
 * their order. */
#include "detect/extract/body.h"

#include "ir/visit.h"

#define SMALL_PIECE 256U                /* cases of a branch that is not cut */
#define MOST_TRIES  (UINT64_C(1) << 18) /* of combinations of values, to find out what commutes */

typedef struct {
    const coset__cutter *cutter;
    coset__pieces *k;
    coset__cubes cubes;
    uint32_t n_done;              /* cases that go on */
    coset__cells written, counts; /* cells written by them, and in how many */
    uint32_t n_cases, most_cases;
    uint32_t aux;                  /* the decision variable of a condition */
    uint32_t forbidden;            /* a cell that must not be read, or UINT32_MAX */
    COSET_VEC(coset_literal) kept; /* scratch */
} collector;

/* ---- versions of local variables -------------------------------------------------------------------------------- */

/* A local variable that gets a value in every case is a new variable from then on: the old value does not matter to the
 * readers of the new one. */

static uint32_t now_of(const coset__cutter *c, uint32_t cell)
{
    uint32_t n = c->k->v->m->n_slots;
    return cell < n || cell >= n + c->k->frame_size ? cell : c->version[cell - n];
}

/* A new cell after the frame; `origin` is the cell of which it is a version. */
static bool new_cell(coset__cutter *c, uint32_t origin, uint32_t *cell)
{
    if (c->n_aux == COSET__MOST_AUX)
        return false;
    c->k->origin[c->n_aux] = origin;
    *cell = c->k->n_cells - COSET__MOST_AUX + c->n_aux++;
    return true;
}

static void rename_reads(const coset__cutter *c, coset__cube *cube)
{
    coset_literal *reads = coset_arena_get(c->k->arena, cube->n_reads, sizeof *reads);
    for (uint32_t r = 0; r < cube->n_reads; r++)
        reads[r] = (coset_literal){now_of(c, cube->reads[r].cell), cube->reads[r].value};
    cube->reads = coset__sorted_reads(c->k->arena, reads, cube->n_reads);
}

static uint32_t renamed_effect(const coset__cutter *c, uint32_t effect)
{
    uint32_t n, n_words;
    coset__intern *all = &c->k->v->effects;
    (void)coset__effect_writes(c->k->v, effect, &n);
    const uint32_t *w = coset__intern_get(all, effect, &n_words);
    uint32_t *copy = coset_new(n_words, sizeof *copy);
    for (uint32_t i = 0; i < n_words; i++)
        copy[i] = w[i];
    for (uint32_t i = n_words - 2 * n; i < n_words; i += 2)
        copy[i] = now_of(c, copy[i]);
    uint32_t id = coset__intern_put(all, copy, n_words);
    coset_delete(copy);
    return id;
}

/* The cell has another version after it has been given a value in every case. */
static bool gets_version(const coset__cutter *c, uint32_t cell)
{
    uint32_t n = c->k->v->m->n_slots;
    return cell >= n && cell < n + c->k->frame_size && c->conditions.n == 0 &&
           !(c->rounds && c->rounds->carried[cell - n]);
}

/* ---- one part --------------------------------------------------------------------------------------------------- */

static void count_write(collector *c, uint32_t cell)
{
    for (uint32_t i = 0; i < c->written.n; i++)
        if (c->written.at[i] == cell) {
            c->counts.at[i]++;
            return;
        }
    *coset_vec_add(&c->written) = cell;
    *coset_vec_add(&c->counts) = 1;
}

/* Replaces frame cells in cubes by their versions: those read before the part, then those it makes. */
static void rename_cubes(coset__cutter *c, collector *col)
{
    coset__pieces *k = c->k;
    uint32_t n = k->v->m->n_slots;
    for (uint32_t i = 0; i < col->cubes.n; i++)
        rename_reads(c, &col->cubes.at[i]);
    for (uint32_t i = 0; i < col->written.n; i++) {
        uint32_t cell = col->written.at[i], fresh;
        if (gets_version(c, cell) && col->counts.at[i] == col->n_done && new_cell(c, cell, &fresh))
            c->version[cell - n] = fresh;
    }
    for (uint32_t i = 0; i < col->cubes.n; i++)
        col->cubes.at[i].effect = renamed_effect(c, col->cubes.at[i].effect);
}

static bool has_value(const coset_cell *cell, coset_value value)
{
    for (uint32_t i = 0; i < cell->n; i++)
        if (cell->at[i] == value)
            return true;
    return false;
}

/* All is known to be written somewhere. */
static bool happens(const coset__cutter *c, const coset_literal *writes, uint32_t n)
{
    for (uint32_t i = 0; c->rounds && i < n; i++)
        if (!c->k->is_private[writes[i].cell] && !has_value(&c->rounds->known[writes[i].cell], writes[i].value))
            return false;
    return true;
}

static void keep_writes(collector *col, const coset_case *c)
{
    col->kept.n = 0;
    for (uint32_t i = 0; i < c->n_writes; i++)
        if (!col->k->is_private[c->writes[i].cell]) {
            *coset_vec_add(&col->kept) = c->writes[i];
            count_write(col, c->writes[i].cell);
        }
    col->n_done++;
}

static bool on_case(void *ctx, const coset_case *c)
{
    collector *col = ctx;
    coset__pieces *k = col->k;
    coset_case seen = *c; /* without cells that nothing else reads */
    if (++col->n_cases > col->most_cases || coset__reads_wide(k, c))
        return false;
    for (uint32_t i = 0; i < c->n_reads; i++)
        if (c->reads[i].cell == col->forbidden)
            return false;
    bool done = c->end == COSET_CASE_DONE, real = !done || happens(col->cutter, c->writes, c->n_writes);
    col->kept.n = 0;
    if (done && real)
        keep_writes(col, c);
    seen.writes = col->kept.at;
    seen.n_writes = col->kept.n;
    uint32_t effect = real ? coset__effect_of_case(k->v, &seen) : coset__no_effect(k->v);
    *coset_vec_add(&col->cubes) =
        (coset__cube){effect, c->n_reads, coset__sorted_reads(k->arena, c->reads, c->n_reads)};
    return true;
}

static void collector_fini(collector *c)
{
    coset_vec_fini(&c->cubes);
    coset_vec_fini(&c->written);
    coset_vec_fini(&c->counts);
    coset_vec_fini(&c->kept);
}

static void add_value(coset__cutter *c, uint32_t cell, coset_value value)
{
    coset__pieces *k = c->k;
    (void)coset__cell_add(k->arena, &k->cells[cell], value);
    if (c->written)
        (void)coset__cell_add(k->arena, &c->written[cell], value);
}

/* A value is written. */
static void grow(coset__pieces *k, uint32_t cell, coset_value value)
{
    if (cell >= k->v->m->n_slots)
        return;
    coset__detect_view_grow(k->v, cell, value);
    if (k->v->wide[cell])
        coset__pieces_fail(k, (coset_pos){0}, "it writes a variable with too many values");
}

/* The possible values of cells after the part. A cell that every case writes loses its old ones. */
static void update_cells(coset__cutter *c, const collector *col)
{
    coset__pieces *k = c->k;
    for (uint32_t i = 0; i < col->written.n; i++)
        if (col->counts.at[i] == col->n_done && c->conditions.n == 0)
            k->cells[col->written.at[i]].n = 0;
    for (uint32_t i = 0; i < col->cubes.n; i++) {
        uint32_t n;
        const uint32_t *w = coset__effect_writes(k->v, col->cubes.at[i].effect, &n);
        for (uint32_t j = 0; j < n; j++) {
            add_value(c, w[2 * j], w[2 * j + 1]);
            grow(k, w[2 * j], w[2 * j + 1]);
        }
    }
}

/* The statement gives a value to a whole local variable. */
static bool sets_local(const coset__pieces *k, const coset_ir_stmt *s, uint32_t *cell)
{
    const coset_ir_place *p = s->place;
    *cell = p ? k->v->m->n_slots + p->offset : 0;
    return s->op == COSET_S_ASSIGN && p->base == COSET_P_LOCAL && p->n_steps == 0 && !k->is_private[*cell];
}

/* Runs the piece with the old value of a variable that it sets unknown: this shows that it is set in every case,
 * whatever it was. False if the old value is read. */
static bool run_setting(coset__pieces *k, const coset_piece *piece, uint32_t cell, collector *col)
{
    static const coset_value some[2] = {0, 1};
    const coset_cell old = k->cells[cell];
    k->cells[cell] = (coset_cell){2, some};
    col->forbidden = cell;
    bool ran = coset__pieces_run(k, piece, on_case, col);
    col->forbidden = UINT32_MAX;
    k->cells[cell] = old;
    if (!ran)
        col->cubes.n = col->written.n = col->counts.n = col->n_cases = col->n_done = 0;
    return ran;
}

/* Runs a statement, or all from it on, as one part. False: it has more cases than `most`. */
static bool try_piece(coset__cutter *c, const coset_ir_stmt *s, bool one, uint32_t most, bool table)
{
    coset__pieces *k = c->k;
    collector col = {.k = k, .most_cases = most, .forbidden = UINT32_MAX, .cutter = c};
    coset_piece piece = {.prelude = k->prelude, .stmt = s, .one = one};
    uint32_t cell;
    bool ran = one && sets_local(k, s, &cell) && run_setting(k, &piece, cell, &col);
    ran = ran || coset__pieces_run(k, &piece, on_case, &col);
    ran = ran && (!table || coset__cubes_make_table(k, &col.cubes));
    if (ran) {
        (void)coset__cubes_normalise(k, &col.cubes, false);
        update_cells(c, &col);
        rename_cubes(c, &col);
        coset__add_part(c, &col.cubes);
    }
    collector_fini(&col);
    return ran;
}

bool coset__cut_piece(coset__cutter *c, const coset_ir_stmt *s, uint32_t most, bool table)
{
    return try_piece(c, s, true, most, table);
}

static void take_piece(coset__cutter *c, const coset_ir_stmt *s, bool one)
{
    if (!try_piece(c, s, one, UINT32_MAX, false))
        coset__pieces_fail(c->k, s->pos, coset__too_many);
}

/* ---- copies ----------------------------------------------------------------------------------------------------- */

static void copy_slot(coset__cutter *c, uint32_t from, uint32_t to)
{
    coset__pieces *k = c->k;
    const coset_cell source = k->cells[from];
    coset__cubes cubes = {0};
    uint32_t from_now = now_of(c, from), to_now = now_of(c, to);
    if (gets_version(c, to) && new_cell(c, to, &to_now))
        c->version[to - k->v->m->n_slots] = to_now;
    if (c->conditions.n == 0)
        k->cells[to].n = 0;
    for (uint32_t i = 0; i < source.n; i++) {
        const coset_literal write = {to_now, source.at[i]}, read = {from_now, source.at[i]};
        const coset_literal plain = {to, source.at[i]};
        const coset_case one = {.end = COSET_CASE_DONE, .n_writes = 1, .writes = &write};
        bool real = happens(c, &plain, 1);
        *coset_vec_add(&cubes) = (coset__cube){real ? coset__effect_of_case(k->v, &one) : coset__no_effect(k->v),
                                               source.n > 1, coset_arena_copy(k->arena, &read, 1, sizeof read)};
        if (!real)
            continue;
        grow(k, to, source.at[i]);
        add_value(c, to, source.at[i]);
    }
    coset__add_part(c, &cubes);
    coset_vec_fini(&cubes);
}

/* Slot by slot, if both places are known; types are equal, so they are one place or disjoint. */
static bool cut_copy(coset__cutter *c, const coset_ir_stmt *s)
{
    coset__pieces *k = c->k;
    uint32_t from, to, width = s->place->type->width;
    if (k->prelude || !coset__pieces_place(k, s->source, &from) || !coset__pieces_place(k, s->place, &to))
        return false;
    for (uint32_t i = 0; i < width; i++) {
        bool wide = (from + i < k->v->m->n_slots && k->v->wide[from + i]);
        if (wide || (from < to ? to < from + width : from < to + width && from != to))
            return false;
    }
    for (uint32_t i = 0; i < width && from != to; i++)
        copy_slot(c, from + i, to + i);
    return true;
}

/* ---- branches and loops ----------------------------------------------------------------------------------------- */

/* The decision is written after the writes of functions that the condition calls. */
static bool on_condition(void *ctx, const coset_case *c)
{
    collector *col = ctx;
    coset__pieces *k = col->k;
    coset_case decided = *c;
    if (coset__reads_wide(k, c))
        return false;
    col->kept.n = 0;
    if (c->end == COSET_CASE_DONE) {
        keep_writes(col, c);
        *coset_vec_add(&col->kept) = (coset_literal){col->aux, c->value ? 2 : 1};
        count_write(col, col->aux);
    }
    decided.writes = col->kept.at;
    decided.n_writes = col->kept.n;
    *coset_vec_add(&col->cubes) = (coset__cube){coset__effect_of_case(k->v, &decided), c->n_reads,
                                                coset__sorted_reads(k->arena, c->reads, c->n_reads)};
    return true;
}

/* The condition goes into a decision variable: 1 no, 2 yes. */
static void cut_branch(coset__cutter *c, const coset_ir_stmt *s)
{
    coset__pieces *k = c->k;
    const coset_piece piece = {.expr = s->expr};
    uint32_t aux;
    if (!new_cell(c, UINT32_MAX, &aux)) {
        coset__pieces_fail(k, s->pos, "there are too many branches");
        return;
    }
    collector col = {.k = k, .aux = aux, .forbidden = UINT32_MAX};
    if (!coset__pieces_run(k, &piece, on_condition, &col))
        coset__pieces_fail(k, s->pos, coset__too_many);
    (void)coset__cubes_normalise(k, &col.cubes, false);
    update_cells(c, &col);
    rename_cubes(c, &col);
    coset__add_part(c, &col.cubes);
    collector_fini(&col);
    const coset_cell decision = k->cells[aux];
    for (coset_value v = 2; v > 0 && !k->failed; v--) {
        const coset_ir_stmt *list = v == 2 ? s->body : s->other;
        if (!list || !has_value(&decision, v))
            continue;
        *coset_vec_add(&c->conditions) = (coset_literal){aux, v};
        coset__cut(c, list);
        c->conditions.n--;
    }
}

static bool has_return(const coset_ir_stmt *s)
{
    for (; s; s = s->next)
        if (s->op == COSET_S_RETURN || has_return(s->body) || has_return(s->other))
            return true;
    return false;
}

void coset__cut(coset__cutter *c, const coset_ir_stmt *s)
{
    for (; s && !c->k->failed; s = s->next) {
        if (s->op == COSET_S_COPY && cut_copy(c, s))
            continue;
        if (coset_ir_loop_binder(s) && coset__cut_loop(c, s))
            continue;
        if (s->op == COSET_S_BIND) {
            uint32_t at;
            if (coset__pieces_place(c->k, s->source, &at)) {
                coset__pieces_set(c->k, c->k->v->m->n_slots + s->frame, at);
                continue;
            }
            take_piece(c, s, false); /* all that may use the reference */
            return;
        }
        if (s->op == COSET_S_IF && !try_piece(c, s, true, SMALL_PIECE, false))
            cut_branch(c, s);
        else if (s->op != COSET_S_IF)
            take_piece(c, s, true);
    }
}

void coset__make_parts(coset__pieces *k, const coset_ir_stmt *body)
{
    coset__cutter c = {.k = k, .tries = MOST_TRIES};
    c.version = coset_new(k->frame_size, sizeof *c.version);
    for (uint32_t i = 0; i < k->frame_size; i++)
        c.version[i] = k->v->m->n_slots + i;
    if (body && (k->prelude || k->whole || has_return(body)))
        take_piece(&c, body, false);
    else
        coset__cut(&c, body);
    for (uint32_t i = 0; i < c.parts.n; i++)
        coset__touched_forget(&c.parts.at[i]);
    coset_delete(c.version);
    coset_vec_fini(&c.parts);
    coset_vec_fini(&c.conditions);
}

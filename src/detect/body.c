/* detect/body.c - parts: a body cut at its statements.
 *
 * Loops over known domains are unrolled; a branch that is too large as one piece is cut too, with its condition in a
 * decision variable that the parts inside read; a copy becomes one part for each slot. Each part knows the values that
 * cells may have when it begins. Parts that touch the same cell, or that may both end the step, keep their order: the
 * later one acts on a higher level. All others act at once, in any order: their levels do not tell which came first. */
#include "detect/view.h"

#define MOST_PARTS  20000U
#define SMALL_PIECE 256U /* cases of a branch that is not cut */

typedef COSET_VEC(uint32_t) cells_vec;

/* What a part touches. */
typedef struct {
    cells_vec reads, writes; /* ascending */
    bool stops, covers;
    uint32_t level;
} touched;

typedef struct {
    coset__maker *k;
    coset__cubes cubes;
    uint32_t n_done;           /* cases that go on */
    cells_vec written, counts; /* cells written by them, and in how many */
    uint32_t n_cases, most_cases;
    uint32_t aux;                  /* the decision variable of a condition */
    uint32_t forbidden;            /* a cell that must not be read, or UINT32_MAX */
    COSET_VEC(coset_literal) kept; /* scratch */
} collector;

typedef struct {
    coset__maker *k;
    COSET_VEC(touched) parts;
    COSET_VEC(coset_literal) conditions; /* decision variables that must have these values */
    uint32_t *version;                   /* [frame_size] the cell that stands for a cell of the frame now */
    uint32_t n_aux;
} cutter;

static void cut(cutter *c, const coset_ir_stmt *s);

/* ---- sets of cells ---------------------------------------------------------------------------------------------- */

static void insert(cells_vec *set, uint32_t cell)
{
    uint32_t at = set->n;
    while (at > 0 && set->at[at - 1] > cell)
        at--;
    if (at > 0 && set->at[at - 1] == cell)
        return;
    (void)*coset_vec_add(set);
    for (uint32_t i = set->n - 1; i > at; i--)
        set->at[i] = set->at[i - 1];
    set->at[at] = cell;
}

static bool meet(const cells_vec *a, const cells_vec *b)
{
    for (uint32_t i = 0, k = 0; i < a->n && k < b->n;) {
        if (a->at[i] == b->at[k])
            return true;
        if (a->at[i] < b->at[k])
            i++;
        else
            k++;
    }
    return false;
}

/* ---- versions of local variables -------------------------------------------------------------------------------- */

/* A local variable that gets a value in every case is a new variable from then on: what its old value was for does not
 * matter to those who read the new one. */

static uint32_t now_of(const cutter *c, uint32_t cell)
{
    uint32_t n = c->k->v->m->n_slots;
    return cell < n || cell >= n + c->k->frame_size ? cell : c->version[cell - n];
}

/* A new cell behind the frame; `origin` tells what it is a version of. */
static bool new_cell(cutter *c, uint32_t origin, uint32_t *cell)
{
    if (c->n_aux == COSET__MOST_AUX)
        return false;
    c->k->origin[c->n_aux] = origin;
    *cell = c->k->n_cells - COSET__MOST_AUX + c->n_aux++;
    return true;
}

static void rename_reads(const cutter *c, coset__cube *cube)
{
    coset_literal *reads = coset_arena_get(c->k->arena, cube->n_reads, sizeof *reads);
    for (uint32_t r = 0; r < cube->n_reads; r++)
        reads[r] = (coset_literal){now_of(c, cube->reads[r].cell), cube->reads[r].value};
    cube->reads = coset__sorted_reads(c->k->arena, reads, cube->n_reads);
}

static uint32_t renamed_effect(const cutter *c, uint32_t effect)
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

/* Cubes speak of frame cells; now they speak of their versions: those read before the part, then those it makes. */
static void rename_cubes(cutter *c, collector *col)
{
    coset__maker *k = c->k;
    uint32_t n = k->v->m->n_slots;
    for (uint32_t i = 0; i < col->cubes.n; i++)
        rename_reads(c, &col->cubes.at[i]);
    for (uint32_t i = 0; i < col->written.n; i++) {
        uint32_t cell = col->written.at[i], fresh;
        if (cell >= n && cell < n + k->frame_size && col->counts.at[i] == col->n_done && c->conditions.n == 0 &&
            new_cell(c, cell, &fresh))
            c->version[cell - n] = fresh;
    }
    for (uint32_t i = 0; i < col->cubes.n; i++)
        col->cubes.at[i].effect = renamed_effect(c, col->cubes.at[i].effect);
}

static bool on_case(void *ctx, const coset_case *c)
{
    collector *col = ctx;
    coset__maker *k = col->k;
    coset_case seen = *c; /* without what nobody else looks at */
    if (++col->n_cases > col->most_cases || coset__reads_wide(k, c))
        return false;
    for (uint32_t i = 0; i < c->n_reads; i++)
        if (c->reads[i].cell == col->forbidden)
            return false;
    col->kept.n = 0;
    for (uint32_t i = 0; c->end == COSET_CASE_DONE && i < c->n_writes; i++)
        if (!k->is_private[c->writes[i].cell]) {
            *coset_vec_add(&col->kept) = c->writes[i];
            count_write(col, c->writes[i].cell);
        }
    seen.writes = col->kept.at;
    seen.n_writes = col->kept.n;
    col->n_done += c->end == COSET_CASE_DONE;
    uint32_t effect = coset__effect_of_case(k->v, &seen);
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

static bool has_value(const coset_cell *cell, coset_value value)
{
    for (uint32_t i = 0; i < cell->n; i++)
        if (cell->at[i] == value)
            return true;
    return false;
}

static void add_value(coset__maker *k, uint32_t cell, coset_value value)
{
    (void)coset__cell_add(k->arena, &k->cells[cell], value);
}

/* A value is written. */
static void grow(coset__maker *k, uint32_t cell, coset_value value)
{
    if (cell >= k->v->m->n_slots)
        return;
    coset__detect_view_grow(k->v, cell, value);
    if (k->v->wide[cell])
        coset__maker_fail(k, (coset_pos){0}, "it writes a variable with too many values");
}

/* What cells may hold after the part. A cell that every case writes loses what it had. */
static void update_cells(cutter *c, const collector *col)
{
    coset__maker *k = c->k;
    for (uint32_t i = 0; i < col->written.n; i++)
        if (col->counts.at[i] == col->n_done && c->conditions.n == 0)
            k->cells[col->written.at[i]].n = 0;
    for (uint32_t i = 0; i < col->cubes.n; i++) {
        uint32_t n;
        const uint32_t *w = coset__effect_writes(k->v, col->cubes.at[i].effect, &n);
        for (uint32_t j = 0; j < n; j++) {
            add_value(k, w[2 * j], w[2 * j + 1]);
            grow(k, w[2 * j], w[2 * j + 1]);
        }
    }
}

static void look_at_effect(const cutter *c, uint32_t effect, touched *t)
{
    uint32_t n;
    if (effect <= COSET__YES)
        return;
    const uint32_t *w = coset__intern_get(&c->k->v->effects, effect, &n);
    t->stops = t->stops || w[0] != COSET_CASE_DONE;
    t->covers = t->covers || w[3] > 0;
    w = coset__effect_writes(c->k->v, effect, &n);
    for (uint32_t i = 0; i < n; i++)
        insert(&t->writes, w[2 * i]);
}

static bool conflict(const touched *a, const touched *b)
{
    return meet(&a->writes, &b->reads) || meet(&a->writes, &b->writes) || meet(&a->reads, &b->writes) ||
           (a->stops && (b->stops || b->covers)) || (a->covers && b->stops);
}

static uint32_t level_of(const cutter *c, const touched *t)
{
    uint32_t level = 1;
    for (uint32_t i = 0; i < c->parts.n; i++)
        if (c->parts.at[i].level >= level && conflict(&c->parts.at[i], t))
            level = c->parts.at[i].level + 1;
    return level;
}

/* The cubes, below the conditions, become a part. */
static void add_part(cutter *c, const coset__cubes *cubes)
{
    coset__maker *k = c->k;
    touched t = {0};
    uint32_t n = 0;
    coset__cube *kept = coset_arena_get(k->arena, cubes->n, sizeof *kept);
    for (uint32_t i = 0; i < cubes->n; i++) {
        const coset__cube *cube = &cubes->at[i];
        if (cube->effect == COSET__NOTHING)
            continue;
        coset_literal *reads = coset_arena_get(k->arena, cube->n_reads + (size_t)c->conditions.n, sizeof *reads);
        for (uint32_t r = 0; r < cube->n_reads; r++)
            reads[r] = cube->reads[r];
        for (uint32_t r = 0; r < c->conditions.n; r++) /* their cells stand behind all others */
            reads[cube->n_reads + r] = c->conditions.at[r];
        kept[n] = (coset__cube){cube->effect, cube->n_reads + c->conditions.n, reads};
        for (uint32_t r = 0; r < kept[n].n_reads; r++)
            insert(&t.reads, reads[r].cell);
        look_at_effect(c, cube->effect, &t);
        n++;
    }
    if (n == 0 || k->to->parts.n == MOST_PARTS) {
        if (n)
            coset__maker_fail(k, (coset_pos){0}, "it has too many statements");
        coset_vec_fini(&t.reads);
        coset_vec_fini(&t.writes);
        return;
    }
    t.level = level_of(c, &t);
    *coset_vec_add(&c->parts) = t;
    *coset_vec_add(&k->to->parts) = (coset__part){.n_cubes = n, .cubes = kept, .order = t.level};
}

/* The statement gives a value to a whole local variable. */
static bool sets_local(const coset__maker *k, const coset_ir_stmt *s, uint32_t *cell)
{
    const coset_ir_place *p = s->place;
    *cell = p ? k->v->m->n_slots + p->offset : 0;
    return s->op == COSET_S_ASSIGN && p->base == COSET_P_LOCAL && p->n_steps == 0 && !k->is_private[*cell];
}

/* Runs the piece as if the old value of a variable that it sets were not known: so it is seen to be set in every case,
 * whatever it was. False where the old value is read. */
static bool run_setting(coset__maker *k, const coset_piece *piece, uint32_t cell, collector *col)
{
    static const coset_value some[2] = {0, 1};
    const coset_cell old = k->cells[cell];
    k->cells[cell] = (coset_cell){2, some};
    col->forbidden = cell;
    bool ran = coset__maker_run(k, piece, on_case, col);
    col->forbidden = UINT32_MAX;
    k->cells[cell] = old;
    if (!ran)
        col->cubes.n = col->written.n = col->counts.n = col->n_cases = col->n_done = 0;
    return ran;
}

/* Runs a statement, or all from it on, as one part. False: it has more cases than `most`. */
static bool try_piece(cutter *c, const coset_ir_stmt *s, bool one, uint32_t most)
{
    coset__maker *k = c->k;
    collector col = {.k = k, .most_cases = most, .forbidden = UINT32_MAX};
    coset_piece piece = {.prelude = k->prelude, .stmt = s, .one = one};
    uint32_t cell;
    bool ran = one && sets_local(k, s, &cell) && run_setting(k, &piece, cell, &col);
    ran = ran || coset__maker_run(k, &piece, on_case, &col);
    if (ran) {
        (void)coset__cubes_normalise(k, &col.cubes, false);
        update_cells(c, &col);
        rename_cubes(c, &col);
        add_part(c, &col.cubes);
    }
    collector_fini(&col);
    return ran;
}

static void take_piece(cutter *c, const coset_ir_stmt *s, bool one)
{
    if (!try_piece(c, s, one, UINT32_MAX))
        coset__maker_fail(c->k, s->pos, coset__too_many);
}

/* ---- copies ----------------------------------------------------------------------------------------------------- */

static void copy_slot(cutter *c, uint32_t from, uint32_t to)
{
    coset__maker *k = c->k;
    const coset_cell source = k->cells[from];
    coset__cubes cubes = {0};
    uint32_t n = k->v->m->n_slots, from_now = now_of(c, from), to_now = now_of(c, to);
    if (to >= n && c->conditions.n == 0 && new_cell(c, to, &to_now))
        c->version[to - n] = to_now;
    for (uint32_t i = 0; i < source.n; i++) {
        const coset_literal write = {to_now, source.at[i]}, read = {from_now, source.at[i]};
        const coset_case one = {.end = COSET_CASE_DONE, .n_writes = 1, .writes = &write};
        *coset_vec_add(&cubes) = (coset__cube){coset__effect_of_case(k->v, &one), source.n > 1,
                                               coset_arena_copy(k->arena, &read, 1, sizeof read)};
        grow(k, to, source.at[i]);
    }
    if (c->conditions.n == 0)
        k->cells[to] = source;
    for (uint32_t i = 0; i < source.n; i++)
        add_value(k, to, source.at[i]);
    add_part(c, &cubes);
    coset_vec_fini(&cubes);
}

/* Slot by slot, where both places are known; equal types, so they are one place or have nothing in common. */
static bool cut_copy(cutter *c, const coset_ir_stmt *s)
{
    coset__maker *k = c->k;
    uint32_t from, to, width = s->place->type->width;
    if (k->prelude || !coset__maker_place(k, s->source, &from) || !coset__maker_place(k, s->place, &to))
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

static bool on_condition(void *ctx, const coset_case *c)
{
    collector *col = ctx;
    coset__maker *k = col->k;
    coset_case decided = *c;
    const coset_literal write = {col->aux, c->value ? 2 : 1};
    if (coset__reads_wide(k, c))
        return false;
    if (c->end == COSET_CASE_DONE) {
        decided.writes = &write;
        decided.n_writes = 1;
        col->n_done++;
        count_write(col, write.cell);
    }
    *coset_vec_add(&col->cubes) = (coset__cube){coset__effect_of_case(k->v, &decided), c->n_reads,
                                                coset__sorted_reads(k->arena, c->reads, c->n_reads)};
    return true;
}

/* The condition goes into a decision variable: 1 no, 2 yes. */
static void cut_branch(cutter *c, const coset_ir_stmt *s)
{
    coset__maker *k = c->k;
    const coset_piece piece = {.expr = s->expr};
    uint32_t aux;
    if (!new_cell(c, UINT32_MAX, &aux)) {
        coset__maker_fail(k, s->pos, "there are too many branches");
        return;
    }
    collector col = {.k = k, .aux = aux, .forbidden = UINT32_MAX};
    if (!coset__maker_run(k, &piece, on_condition, &col))
        coset__maker_fail(k, s->pos, coset__too_many);
    (void)coset__cubes_normalise(k, &col.cubes, false);
    update_cells(c, &col);
    rename_cubes(c, &col);
    add_part(c, &col.cubes);
    collector_fini(&col);
    const coset_cell decision = k->cells[aux];
    for (coset_value v = 2; v > 0 && !k->failed; v--) {
        const coset_ir_stmt *list = v == 2 ? s->body : s->other;
        if (!list || !has_value(&decision, v))
            continue;
        *coset_vec_add(&c->conditions) = (coset_literal){aux, v};
        cut(c, list);
        c->conditions.n--;
    }
}

static bool cut_loop(cutter *c, const coset_ir_stmt *s)
{
    coset__maker *k = c->k;
    const coset_ir_binder *b = s->binder;
    const coset_value(*values)[2];
    uint32_t n, cell = k->v->m->n_slots + b->frame;
    if (!coset_partial_domain(k->v->partial, b, k->cells, k->frame_size, k->arena, &n, &values))
        return false;
    for (uint32_t i = 0; i < n && !k->failed; i++) {
        coset__maker_set(k, cell, values[i][0]);
        if (b->type->kind == COSET_T_INT)
            coset__maker_set(k, cell + 1, values[i][1]);
        cut(c, s->body);
    }
    return true;
}

static bool has_return(const coset_ir_stmt *s)
{
    for (; s; s = s->next)
        if (s->op == COSET_S_RETURN || has_return(s->body) || has_return(s->other))
            return true;
    return false;
}

static void cut(cutter *c, const coset_ir_stmt *s)
{
    for (; s && !c->k->failed; s = s->next) {
        if (s->op == COSET_S_COPY && cut_copy(c, s))
            continue;
        if (s->op == COSET_S_FOR && cut_loop(c, s))
            continue;
        if (s->op == COSET_S_BIND) {
            uint32_t at;
            if (coset__maker_place(c->k, s->source, &at)) {
                coset__maker_set(c->k, c->k->v->m->n_slots + s->frame, at);
                continue;
            }
            take_piece(c, s, false); /* all that may use the reference */
            return;
        }
        if (s->op == COSET_S_IF && !try_piece(c, s, true, SMALL_PIECE))
            cut_branch(c, s);
        else if (s->op != COSET_S_IF)
            take_piece(c, s, true);
    }
}

void coset__make_parts(coset__maker *k, const coset_ir_stmt *body)
{
    cutter c = {.k = k};
    c.version = coset_new(k->frame_size, sizeof *c.version);
    for (uint32_t i = 0; i < k->frame_size; i++)
        c.version[i] = k->v->m->n_slots + i;
    if (body && (k->prelude || k->whole || has_return(body)))
        take_piece(&c, body, false);
    else
        cut(&c, body);
    for (uint32_t i = 0; i < c.parts.n; i++) {
        coset_vec_fini(&c.parts.at[i].reads);
        coset_vec_fini(&c.parts.at[i].writes);
    }
    coset_delete(c.version);
    coset_vec_fini(&c.parts);
    coset_vec_fini(&c.conditions);
}

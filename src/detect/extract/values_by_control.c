/* detect/extract/values_by_control.c - values of a process's variables by its control state.
 *
 * The possible values of a variable are computed per value of its control slot, so that a loop that counts to 3 stops
 * there. A rule leads from control values to control values; a variable that it does not access keeps its possible
 * values, also when they grow later. */
#include "detect/extract/constraints.h"

#define MOST_TOLD  1000000U /* variables times control values */
#define NO_CONTROL UINT32_MAX

/* A rule leads from a control value to another. */
typedef struct {
    uint32_t rule, to;
    uint32_t next; /* with the same origin; number + 1, or 0 */
} arrow;

struct coset__control_values {
    const uint32_t *controls; /* [n_slots] control slot of a variable, or NO_CONTROL */
    coset_cell **values;      /* [n_slots] of a variable: by control value; else NULL */
    uint32_t **leaving;       /* [n_slots] of a control slot: by its value: number of the first arrow + 1, or 0 */
    COSET_VEC(arrow) arrows;
};

static uint32_t n_values(const coset__constraints *v, uint32_t slot) { return v->m->slots[slot].max + 1; }

/* How many variables it has. */
static uint32_t count_own(const coset__constraints *v, uint32_t control)
{
    uint32_t n = 0;
    for (uint32_t x = 0; x < v->m->n_slots; x++)
        n += v->ir->controls[x] == control;
    return n;
}

static void add_control(coset__constraints *v, coset__control_values *s, uint32_t control)
{
    if (s->leaving[control])
        return;
    s->leaving[control] = coset_arena_get(v->arena, n_values(v, control), sizeof **s->leaving);
    for (uint32_t x = 0; x < v->m->n_slots; x++)
        if (s->controls[x] == control)
            s->values[x] = coset_arena_get(v->arena, n_values(v, control), sizeof **s->values);
}

void coset__control_values_make(coset__constraints *v)
{
    uint64_t told = 0;
    uint32_t n = v->m->n_slots;
    if (!v->ir->controls)
        return;
    for (uint32_t c = 0; c < n; c++)
        told += (uint64_t)count_own(v, c) * n_values(v, c);
    if (told == 0 || told > MOST_TOLD)
        return;
    v->inside = coset_arena_get(v->arena, 1, sizeof *v->inside);
    v->inside->controls = v->ir->controls;
    v->inside->values = coset_arena_get(v->arena, n, sizeof *v->inside->values);
    v->inside->leaving = coset_arena_get(v->arena, n, sizeof *v->inside->leaving);
    for (uint32_t x = 0; x < n; x++)
        if (v->inside->controls[x] != NO_CONTROL)
            add_control(v, v->inside, v->inside->controls[x]);
}

void coset__control_values_forget(coset__constraints *v)
{
    if (v->inside)
        coset_vec_fini(&v->inside->arrows);
    v->inside = NULL;
}

/* ---- growing ---------------------------------------------------------------------------------------------------- */

static bool touches(const coset__constraints *v, uint32_t rule, uint32_t slot)
{
    const coset_access *a = v->m->access ? &v->m->access[rule] : NULL;
    return !a || coset_slots_has(a->reads, slot) || coset_slots_has(a->writes, slot);
}

static void add(coset__constraints *v, uint32_t x, coset_value at, coset_value value)
{
    const coset__control_values *s = v->inside;
    if (!coset__cell_add(v->arena, &s->values[x][at], value))
        return;
    v->grown[x] = true;
    for (uint32_t i = s->leaving[s->controls[x]][at]; i; i = s->arrows.at[i - 1].next)
        if (!touches(v, s->arrows.at[i - 1].rule, x))
            add(v, x, s->arrows.at[i - 1].to, value);
}

void coset__control_values_start(coset__constraints *v, const coset_value *state)
{
    for (uint32_t x = 0; v->inside && x < v->m->n_slots; x++)
        if (v->inside->values[x])
            add(v, x, state[v->inside->controls[x]], state[x]);
}

static void add_arrow(coset__constraints *v, uint32_t control, coset_value from, coset_value to, uint32_t rule)
{
    coset__control_values *s = v->inside;
    uint32_t *first = &s->leaving[control][from];
    for (uint32_t i = *first; i; i = s->arrows.at[i - 1].next)
        if (s->arrows.at[i - 1].rule == rule && s->arrows.at[i - 1].to == to)
            return;
    *coset_vec_add(&s->arrows) = (arrow){rule, to, *first};
    *first = s->arrows.n;
}

/* ---- an instance ------------------------------------------------------------------------------------------------ */

/* The values that a variable has at some of the control values. */
static coset_cell values_at(const coset__pieces *k, uint32_t x, const coset_cell *control)
{
    coset_cell some = {0};
    for (uint32_t i = 0; i < control->n; i++) {
        const coset_cell *there = &k->v->inside->values[x][control->at[i]];
        (void)coset_budget_spend(k->v->limit, 1 + there->n / 8);
        coset__cell_join(k->arena, &some, there);
    }
    return some;
}

/* The intersection. */
static coset_cell common(coset_arena *a, const coset_cell *x, const coset_cell *y)
{
    coset_value *values = coset_arena_get(a, x->n, sizeof *values);
    uint32_t n = 0;
    for (uint32_t i = 0, k = 0; i < x->n; i++) {
        while (k < y->n && y->at[k] < x->at[i])
            k++;
        if (k < y->n && y->at[k] == x->at[i])
            values[n++] = x->at[i];
    }
    return (coset_cell){n, values};
}

void coset__control_values_narrow(coset__pieces *k, uint32_t cell)
{
    const coset__constraints *v = k->v;
    if (!v->inside || cell >= v->m->n_slots || !v->inside->leaving[cell])
        return;
    for (uint32_t x = 0; x < v->m->n_slots && !k->dead; x++) {
        if (v->inside->controls[x] != cell || v->wide[x])
            continue;
        const coset_cell some = values_at(k, x, &k->cells[cell]), both = common(k->arena, &k->cells[x], &some);
        if (both.n)
            k->cells[x] = both;
        else
            k->dead = true; /* the process is never in that control state with such values */
    }
}

/* Control slots of the variables and control slots that the instance writes. */
static void mark_written(const coset__pieces *k, bool *written)
{
    const coset__constraints *v = k->v;
    for (uint32_t p = 0; p < k->to->parts.n; p++)
        for (uint32_t c = 0; c < k->to->parts.at[p].n_cubes; c++) {
            uint32_t n;
            const uint32_t *w = coset__effect_writes(v, k->to->parts.at[p].cubes[c].effect, &n);
            for (uint32_t i = 0; i < n; i++) {
                uint32_t cell = w[2 * i];
                if (cell >= v->m->n_slots)
                    continue;
                if (v->inside->leaving[cell])
                    written[cell] = true;
                if (v->inside->controls[cell] != NO_CONTROL)
                    written[v->inside->controls[cell]] = true;
            }
        }
}

static void note_control(coset__pieces *k, uint32_t control, const coset_cell *before)
{
    coset__constraints *v = k->v;
    const coset_cell *after = &k->cells[control];
    for (uint32_t i = 0; i < after->n; i++) {
        for (uint32_t b = 0; b < before->n; b++)
            add_arrow(v, control, before->at[b], after->at[i], k->to->number);
        for (uint32_t x = 0; x < v->m->n_slots; x++)
            for (uint32_t j = 0; v->inside->controls[x] == control && !v->wide[x] && j < k->cells[x].n; j++)
                add(v, x, after->at[i], k->cells[x].at[j]);
    }
}

void coset__control_values_note(coset__pieces *k, const coset_cell *before)
{
    const coset__constraints *v = k->v;
    if (!v->inside)
        return;
    bool *written = coset_new(v->m->n_slots, sizeof *written);
    mark_written(k, written);
    for (uint32_t c = 0; c < v->m->n_slots; c++)
        if (written[c])
            note_control(k, c, &before[c]);
    coset_delete(written);
}

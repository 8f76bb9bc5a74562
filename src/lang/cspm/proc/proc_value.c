/* Interned values and pieces of the script: equal numbers imply equal meaning. */
#include <stdlib.h>
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

typedef COSET_VEC(uint64_t) word_list;

static uint32_t put(cspm_procs *ps, const word_list *w) { return coset__table_put(&ps->values, w->at, w->n, NULL); }

static uint32_t put_number(cspm_procs *ps, cspm_datum_kind kind, int64_t number)
{
    const uint64_t words[] = {kind, (uint64_t)number};
    return coset__table_put(&ps->values, words, 2, NULL);
}

/* The cells from..to as numbers, added to the list. */
static bool add_cells(cspm_procs *ps, const cspm_cell *at, uint32_t n, word_list *w)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t part = coset__proc_value(ps, at[i].value);
        if (part == NONE)
            return false;
        *coset_vec_add(w) = part;
    }
    return true;
}

static uint32_t finish(cspm_procs *ps, word_list *w, bool ok)
{
    uint32_t number = ok ? put(ps, w) : NONE;
    coset_vec_fini(w);
    return number;
}

static uint32_t cells(cspm_procs *ps, cspm_datum_kind kind, const cspm_value *v)
{
    word_list w = {0};
    *coset_vec_add(&w) = kind;
    return finish(ps, &w, add_cells(ps, v->at, v->n, &w));
}

static uint32_t with_head(cspm_procs *ps, cspm_datum_kind kind, uint64_t head, const cspm_value *v)
{
    word_list w = {0};
    *coset_vec_add(&w) = kind;
    *coset_vec_add(&w) = head;
    return finish(ps, &w, add_cells(ps, v->at + 1, v->n - 1, &w));
}

static uint32_t sequence(cspm_procs *ps, const cspm_value *seq)
{
    word_list w = {0};
    *coset_vec_add(&w) = DATUM_SEQ;
    bool ok = true;
    for (; ok && seq->kind == VALUE_CONS; seq = coset__eval_force(ps->m, seq->at[1].value))
        ok = add_cells(ps, seq->at, 1, &w);
    return finish(ps, &w, ok);
}

/* ---- sets and maps -------------------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint32_t list(cspm_procs *ps, const cspm_value *set)
{
    word_list w = {0};
    *coset_vec_add(&w) = DATUM_SET;
    bool ok = add_cells(ps, set->at, set->n, &w);
    if (ok && w.n > 2)
        qsort(w.at + 1, w.n - 1, sizeof *w.at, by_number);
    uint32_t n = 1;
    for (uint32_t i = 1; i < w.n; i++) /* processes may be equal even if the evaluator did not detect it */
        if (i == 1 || w.at[i] != w.at[i - 1])
            w.at[n++] = w.at[i];
    w.n = n;
    return finish(ps, &w, ok);
}

static uint32_t endless(cspm_procs *ps, cspm_value *set)
{
    word_list w = {0};
    *coset_vec_add(&w) = DATUM_ENDLESS;
    *coset_vec_add(&w) = set->sub;
    bool ok = true;
    switch (set->sub) {
    case SET_INTS:
    case SET_CHARS:
    case SET_PROCS:
    case SET_EVENTS:
        break;
    case SET_FROM:
        *coset_vec_add(&w) = (uint64_t)set->at[0].integer;
        break;
    case SET_TYPE:
        *coset_vec_add(&w) = (uintptr_t)set->at[0].symbol;
        break;
    case SET_DATA:
        *coset_vec_add(&w) = (uintptr_t)set->at[0].symbol;
        ok = add_cells(ps, set->at + 1, set->n - 2, &w);
        break;
    default:
        ok = add_cells(ps, set->at, set->n - 1, &w);
        break;
    }
    return finish(ps, &w, ok);
}

static uint32_t set(cspm_procs *ps, cspm_value *v)
{
    bool infinite = coset__set_infinite(ps->m, v);
    if (ps->m->failed)
        return NONE;
    if (infinite)
        return endless(ps, v);
    v = coset__set_list(ps->m, v);
    return v ? list(ps, v) : NONE;
}

typedef struct {
    uint64_t key, value;
} pair;

static uint32_t map(cspm_procs *ps, const cspm_value *v)
{
    word_list w = {0};
    *coset_vec_add(&w) = DATUM_MAP;
    bool ok = add_cells(ps, v->at, v->n, &w);
    if (ok && v->n > 2)
        qsort(w.at + 1, v->n / 2, sizeof(pair), by_number);
    return finish(ps, &w, ok);
}

/* ---- code ----------------------------------------------------------------------------------------------------- */

/* n if this code is being interned, n pieces further out, counted from 1; else 0. */
static uint32_t inside(const cspm_procs *ps, const cspm_node *node, const cspm_frame *frame)
{
    uint32_t n = 1;
    for (const cspm_opening *o = ps->opening; o; o = o->outer, n++)
        if (o->node == node && o->frame == frame)
            return n;
    return 0;
}

static bool add_names(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from, word_list *w)
{
    const cspm_names_used *used = coset__proc_names(ps, node, from);
    cspm_opening opening = {node, frame, ps->opening, 0};
    bool ok = true;
    ps->opening = &opening;
    for (uint32_t i = 0; ok && i < used->n; i++) {
        uint32_t part = coset__proc_value(ps, coset__eval_variable(used->at[i], frame));
        *coset_vec_add(w) = part;
        ok = part != NONE;
    }
    ps->opening = opening.outer;
    return ok;
}

static uint32_t code_words(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from)
{
    word_list w = {0};
    *coset_vec_add(&w) = DATUM_CODE;
    *coset_vec_add(&w) = (uintptr_t)node;
    *coset_vec_add(&w) = from;
    return finish(ps, &w, add_names(ps, node, frame, from, &w));
}

uint32_t *coset__proc_by_value(void *vec, uint32_t value)
{
    typedef COSET_VEC(uint32_t) list_type;
    list_type *v = vec;
    while (v->n <= value)
        *coset_vec_add(v) = 0;
    return &v->at[value];
}

static uint32_t keep_code(cspm_procs *ps, uint32_t code, const cspm_node *node, cspm_frame *frame)
{
    uint32_t *kept = coset__proc_by_value(&ps->code_kept, code);
    if (*kept)
        return code;
    cspm_value *v = coset__value_new(ps->m, VALUE_PROCESS, 0, 2);
    if (!v)
        return NONE;
    v->at[0].node = node;
    v->at[1].frame = frame;
    *kept = coset__eval_keep(ps->m, v) + 1;
    return code;
}

uint32_t coset__proc_code_number(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from)
{
    COSET_INVARIANT(!ps->opening);
    return code_words(ps, node, frame, from);
}

uint32_t coset__proc_code(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from)
{
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    uint32_t code = coset__proc_code_number(ps, node, frame, from);
    return code == NONE ? NONE : keep_code(ps, code, node, frame);
}

uint32_t coset__proc_code_of_value(cspm_procs *ps, cspm_value *v)
{
    if (v->sub == 0)
        return coset__proc_code(ps, v->at[0].node, v->at[1].frame, 1);
    uint32_t code = coset__proc_value(ps, v);
    if (code == NONE)
        return NONE;
    uint32_t *kept = coset__proc_by_value(&ps->code_kept, code);
    if (!*kept)
        *kept = coset__eval_keep(ps->m, v) + 1;
    return code;
}

cspm_value *coset__proc_code_value(const cspm_procs *ps, uint32_t code)
{
    return coset__eval_kept(ps->m, ps->code_kept.at[code] - 1);
}

#define MOST_NESTED 1000

bool coset__proc_nest(cspm_procs *ps, const cspm_value *v)
{
    if (ps->nested == MOST_NESTED) {
        const char *name = coset__cspm_builtins[v->at[0].integer].name;
        (void)coset__eval_wrong(ps->m, "%s(..) is nested in %u functions on processes: does this recursion end?", name,
                                MOST_NESTED);
        return false;
    }
    ps->nested++;
    return true;
}

void coset__proc_unnest(cspm_procs *ps) { ps->nested--; }

static uint32_t builtin(cspm_procs *ps, const cspm_value *v)
{
    if (!coset__proc_nest(ps, v))
        return NONE;
    uint32_t number = with_head(ps, DATUM_PROCESS, (uint64_t)v->at[0].integer, v);
    coset__proc_unnest(ps);
    return number;
}

static uint32_t process(cspm_procs *ps, const cspm_value *v)
{
    if (v->sub == 1)
        return builtin(ps, v);
    uint32_t n = inside(ps, v->at[0].node, v->at[1].frame);
    return n ? put_number(ps, DATUM_INSIDE, n) : code_words(ps, v->at[0].node, v->at[1].frame, 1);
}

static uint32_t function(cspm_procs *ps, const cspm_value *v)
{
    uint32_t n = inside(ps, v->at[0].node, v->at[1].frame);
    word_list w = {0};
    *coset_vec_add(&w) = DATUM_FUNCTION;
    *coset_vec_add(&w) = (uintptr_t)v->at[0].node;
    *coset_vec_add(&w) = n;
    bool ok = (n || add_names(ps, v->at[0].node, v->at[1].frame, 0, &w)) && add_cells(ps, v->at + 2, v->n - 2, &w);
    return finish(ps, &w, ok);
}

/* ---- all values ----------------------------------------------------------------------------------------------- */

static bool is_process(const cspm_node *node)
{
    const cspm_type *t = node->type;
    while (t && t->kind == TYPE_VARIABLE && t->n)
        t = t->at[0];
    return t && t->kind == TYPE_PROC;
}

/* An unevaluated process is identified by its expression; otherwise P(n) = F(P(n)) would not terminate. */
static bool is_unseen_process(const cspm_value *v)
{
    return v && v->kind == VALUE_THUNK && v->sub == THUNK_NODE && is_process(v->at[0].node);
}

static uint32_t unseen_process(cspm_procs *ps, const cspm_value *v)
{
    const cspm_node *node = v->at[0].node;
    while (node->kind == CSPM_PAREN)
        node = node->kid[0];
    uint32_t n = inside(ps, node, v->at[1].frame);
    return n ? put_number(ps, DATUM_INSIDE, n) : code_words(ps, node, v->at[1].frame, 1);
}

uint32_t coset__proc_value(cspm_procs *ps, cspm_value *v)
{
    while (v && v->kind == VALUE_THUNK && v->sub == THUNK_DONE)
        v = v->at[0].value;
    if (is_unseen_process(v))
        return coset__eval_room(ps->m) ? unseen_process(ps, v) : NONE;
    v = coset__eval_force(ps->m, v);
    if (!v || !coset__eval_room(ps->m))
        return NONE;
    switch (v->kind) {
    case VALUE_INT:
        return put_number(ps, DATUM_INT, v->at[0].integer);
    case VALUE_BOOL:
        return put_number(ps, DATUM_BOOL, v->at[0].integer);
    case VALUE_CHAR:
        return put_number(ps, DATUM_CHAR, v->at[0].integer);
    case VALUE_NIL:
    case VALUE_CONS:
        return coset__eval_force_all(ps->m, v) ? sequence(ps, v) : NONE;
    case VALUE_TUPLE:
        return cells(ps, DATUM_TUPLE, v);
    case VALUE_DOTS:
        return cells(ps, DATUM_DOTS, v);
    case VALUE_DATA:
        return with_head(ps, DATUM_DATA, (uintptr_t)v->at[0].symbol, v);
    case VALUE_SET:
        return set(ps, v);
    case VALUE_MAP:
        return map(ps, v);
    case VALUE_FUNCTION:
        return function(ps, v);
    case VALUE_BUILTIN:
        return with_head(ps, DATUM_BUILTIN, (uint64_t)v->at[0].integer, v);
    default:
        return process(ps, v);
    }
}

/* Hash-consed terms. */
#include "lang/cspm/proc/proc_int.h"

void coset__term_operands(uint64_t kind, uint32_t n, uint32_t *first, uint32_t *end, uint32_t *stride)
{
    *first = 1;
    *end = n;
    *stride = 1;
    switch (kind) {
    case TERM_EXTERNAL:
    case TERM_INTERRUPT:
        return;
    case TERM_SEQUENCE:
    case TERM_SLIDING:
    case TERM_CHASE:
        *end = 2;
        return;
    case TERM_ALPHABETISED:
        *stride = 2;
        *first = 2;
        return;
    case TERM_PARALLEL:
    case TERM_SYNC_EXTERNAL:
    case TERM_SYNC_INTERRUPT:
    case TERM_LINKED:
        *first = 2;
        return;
    case TERM_EXCEPTION:
    case TERM_HIDE:
    case TERM_PROJECT:
    case TERM_RENAME:
    case TERM_PRIORITISE:
        *first = 2;
        *end = 3;
        return;
    default:
        *end = 1;
        return;
    }
}

static uint32_t depth_of(const cspm_procs *ps, const uint64_t *words, uint32_t n)
{
    uint32_t first, end, stride, depth = 0;
    coset__term_operands(words[0], n, &first, &end, &stride);
    for (uint32_t i = first; i < end; i += stride)
        if (ps->depth.at[words[i]] > depth)
            depth = ps->depth.at[words[i]];
    return depth + 1;
}

uint32_t coset__term_put(cspm_procs *ps, const uint64_t *words, uint32_t n)
{
    bool fresh;
    uint32_t term = coset__table_put(&ps->terms, words, n, &fresh);
    if (fresh) {
        *coset_vec_add(&ps->steps) = (cspm_steps){0};
        *coset_vec_add(&ps->depth) = depth_of(ps, coset__table_at(&ps->terms, term), n);
    }
    return term;
}

#define MOST_GROWTH 1000 /* operators that a process may add around itself */

void coset__term_begin(cspm_procs *ps, uint32_t term) { ps->deepest = ps->depth.at[term] + MOST_GROWTH; }

/* ---- choices -------------------------------------------------------------------------------------------------- */

/* Code of a PREFIX: it has a field `$`, so its first steps are taus. */
static bool chooses(const cspm_procs *ps, uint32_t code)
{
    const cspm_node *node = coset__proc_code_value(ps, code)->at[0].node;
    for (uint32_t i = 1; i + 1 < node->n; i++)
        if (node->kid[i]->kind == CSPM_CHOOSE)
            return true;
    return false;
}

/* The term may be a duplicate operand of a choice: all its first steps are visible, so they decide the choice. */
static bool decides_at_once(const cspm_procs *ps, uint32_t term)
{
    const uint64_t *t = coset__table_at(&ps->terms, term);
    return t[0] == TERM_SKIP || t[0] == TERM_RUN || (t[0] == TERM_PREFIX && !chooses(ps, (uint32_t)t[1]));
}

/* The operands of a choice, without duplicates that a recursion through choices adds repeatedly. */
typedef struct {
    COSET_VEC(uint64_t) words;
    cspm_table known; /* if there are many */
} operands;

static bool is_there(operands *o, uint32_t term)
{
    enum { FEW = 16 };
    bool fresh = true;
    if (o->words.n <= FEW) {
        for (uint32_t i = 1; i < o->words.n && fresh; i++)
            fresh = o->words.at[i] != term;
        return !fresh;
    }
    for (uint32_t i = 1; coset__table_n(&o->known) == 0 && i < o->words.n; i++)
        (void)coset__table_put(&o->known, &o->words.at[i], 1, NULL);
    (void)coset__table_put(&o->known, (uint64_t[]){term}, 1, &fresh);
    return !fresh;
}

static void add_operand(cspm_procs *ps, operands *o, uint32_t term)
{
    if (!decides_at_once(ps, term) || !is_there(o, term))
        *coset_vec_add(&o->words) = term;
}

uint32_t coset__term_choice(cspm_procs *ps, const uint32_t *terms, uint32_t n)
{
    operands o = {0};
    *coset_vec_add(&o.words) = TERM_EXTERNAL;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t *t = coset__table_at(&ps->terms, terms[i]);
        uint32_t len = coset__table_len(&ps->terms, terms[i]);
        if (t[0] == TERM_STOP)
            continue;
        for (uint32_t k = 1; t[0] == TERM_EXTERNAL && k < len; k++)
            add_operand(ps, &o, (uint32_t)t[k]);
        if (t[0] != TERM_EXTERNAL)
            add_operand(ps, &o, terms[i]);
    }
    coset__table_free(&o.known);
    uint32_t term = o.words.n == 1   ? coset__term_1(ps, TERM_STOP)
                    : o.words.n == 2 ? (uint32_t)o.words.at[1]
                                     : coset__term_put(ps, o.words.at, o.words.n);
    coset_vec_fini(&o.words);
    return term;
}

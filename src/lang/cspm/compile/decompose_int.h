/* lang/cspm/compile/decompose_int.h - what the files of decomposition share.
 *
 * Layer    lang/cspm, internal.
 * Idea     A term is translated to a system: components (numbered from .. to - 1), and rules over them. An operator
 *          combines the systems of its operands; an operand is a system as long as its operator exists.
 *          A process that continues as another one (the second of a sequence, the successor of a prefix or a choice)
 *          stays in one *scope*: the successive processes are its entries, each with its own components, and one entry
 *          is on at a time. To continue as an existing entry (recursion) is to restart it.
 * Ends     A plain system terminates when each of its components has terminated. A system that can terminate in
 *          several ways has rules for its tick; in a parallel composition it gets a control that stores the tick.
 * Files    rules, then leaves, then operators and decompose.c, which are mutually recursive because an operand is a
 *          term like the whole; compose.c is above them all.
 */
#ifndef COSET_LANG_CSPM_COMPILE_DECOMPOSE_INT_H
#define COSET_LANG_CSPM_COMPILE_DECOMPOSE_INT_H

#include "lang/cspm/compile/decompose.h"
#include "lang/cspm/proc/proc_int.h"

typedef COSET_VEC(coset_super_part) cspm_parts;

typedef struct {
    cspm_parts parts;
    uint32_t event;
    uint32_t enter; /* until the scope is closed: the entry that starts, or NONE */
    uint32_t
        leave; /* until the operands of a choice are combined: the entry of the enclosing scope that starts, or NONE */
    bool ends; /* all parts have terminated before: as a part of a parallel composition this is no step */
    cspm_numbers stops, starts; /* components */
} cspm_rule;

typedef struct {
    uint32_t from, to;
    COSET_VEC(cspm_rule) rules;
    cspm_numbers begins; /* components that are on initially */
    bool can_end;
    bool plain;
    cspm_parts end; /* plain: the events of its components when all have terminated */
} cspm_draft;

typedef struct cspm_scope {
    cspm_numbers entries; /* terms */
    uint32_t building;
    const struct cspm_scope *outer;
    struct cspm_scope *around; /* of an operand whose visible events decide a choice: these continue in this scope */
    uint32_t shared;           /* .. except for the events of this set, or NONE */
} cspm_scope;

/* A step of a leaf that leads out of it. */
typedef struct {
    uint32_t leaf, local, event, to;
} cspm_exit;

typedef struct {
    coset_cspm_script *c;
    cspm_procs *ps;
    cspm_machine *m;
    coset_arena *arena;     /* of the result */
    bool collect, labelled; /* as in cspm_decomposing */
    COSET_VEC(cspm_explored) leaves;
    COSET_VEC(uint32_t) leaf_terms; /* NONE: a control */
    COSET_VEC(uint32_t) components; /* numbers of leaves */
    COSET_VEC(uint32_t) terms;      /* of the components */
    COSET_VEC(cspm_exit) exits;
    COSET_VEC(cspm_draft) chases; /* from, to and rules: steps that they perform eagerly */
    COSET_VEC(uint32_t) locals;   /* the outside meaning of local events: an event, or NONE */
    COSET_VEC(uint32_t) composed; /* by term: 0 not known, 1 no, 2 yes */
    const cspm_scope *scope;
    uint32_t n_entries;                       /* of all scopes, without the first of each */
    uint32_t end_leaf, timer_leaf, loop_leaf; /* + 1; 0: not created yet */
    bool switches; /* all operators are decomposed, else only parallel composition, hiding and renaming */
    bool too_many; /* entries */
} cspm_maker;

static inline uint64_t coset__maker_word(const cspm_maker *x, uint32_t term, uint32_t i)
{
    return coset__table_at(&x->ps->terms, term)[i];
}

/* ---- rules (decompose_rules.c) --------------------------------------------------------------------------------- */

/* A new rule. If the budget is spent, x->m->failed is set and the rule must not be used. */
cspm_rule *coset__rule_add(cspm_maker *x, cspm_draft *s, uint32_t event);
/* A copy without `ends`. */
cspm_rule *coset__rule_copy(cspm_maker *x, cspm_draft *s, const cspm_rule *r, uint32_t event);
void coset__rule_take(cspm_rule *to, const cspm_rule *from);
/* The rule stops all these components, and starts none of them. */
void coset__rule_stop(cspm_rule *r, uint32_t from, uint32_t to);
/* After the rule the scope continues as the term. False, and x->too_many, if there are too many such terms. */
bool coset__rule_enter(cspm_maker *x, cspm_scope *s, cspm_rule *r, uint32_t term);
void coset__parts_add(cspm_parts *to, const cspm_parts *from);
void coset__numbers_add(cspm_numbers *to, const cspm_numbers *from);
void coset__draft_free(cspm_draft *s);
/* Sorts rules by event; then finds the range of those with one event. */
void coset__draft_sort(cspm_draft *s);
void coset__draft_with(const cspm_draft *s, uint32_t event, uint32_t *from, uint32_t *to);
/* Adds a rule for each combination in which the joining ones of n systems (NULL: all) perform `event` together. Systems
 * are sorted. */
void coset__drafts_join(cspm_maker *x, const cspm_draft *sub, uint32_t n, const bool *joins, uint32_t event,
                        cspm_draft *out);

/* ---- leaves (decompose_leaf.c) --------------------------------------------------------------------------------- */

/* Whether the term contains a parallel composition, below operators that are decomposed. */
bool coset__is_composed(cspm_maker *x, uint32_t term);
/* One component for the whole term; false without a message and *fits false if it has too many states. */
bool coset__leaf_small(cspm_maker *x, uint32_t term, cspm_draft *out, bool *fits);
bool coset__leaf_whole(cspm_maker *x, uint32_t term, cspm_draft *out);
/* One component for a parallel process under a priority, which the composer of x->ps builds from its own components. */
bool coset__leaf_prioritised(cspm_maker *x, uint32_t term, cspm_draft *out);
/* One component for the term until it becomes a composed term; this continues as an entry of the scope. */
bool coset__leaf_until(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out);
/* Makes a system plain. */
void coset__control_end(cspm_maker *x, cspm_draft *s);
/* A component that stores which of n operands has decided a choice. It performs `open` while none has, open + 1 + 2i
 * when operand i decides or has decided, and open + 2 + 2i when it has. */
typedef struct {
    uint32_t component, open;
} cspm_choice_control;
void coset__control_choice(cspm_maker *x, cspm_draft *s, uint32_t n, cspm_choice_control *control);
/* A component that is initially off, and diverges when on. */
void coset__control_loop(cspm_maker *x, cspm_draft *s);
/* A component that enables a timeout. */
void coset__control_timer(cspm_maker *x, cspm_draft *s, coset_super_part *part);

/* ---- operators ------------------------------------------------------------------------------------------------- */

/* decompose_static.c: parallel compositions, hiding, renaming, chase. */
bool coset__draft_static(cspm_maker *x, uint32_t term, cspm_draft *out);
/* decompose_switch.c */
bool coset__draft_switch(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out);
/* decompose.c: of an operand. */
bool coset__draft_of(cspm_maker *x, uint32_t term, cspm_draft *out);
/* .. that decides a choice: its visible events, except those of the set (or NONE), continue in the scope `around`. */
bool coset__draft_that_decides(cspm_maker *x, cspm_scope *around, uint32_t shared, uint32_t term, cspm_draft *out);

#endif

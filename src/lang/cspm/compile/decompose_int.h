/* lang/cspm/compile/decompose_int.h - what the files of decomposition share.
 *
 * Layer    lang/cspm, internal.
 * Idea     A system is what becomes of a term: components (numbered from .. to - 1), and rules over them. Operators
 *          make a system of the systems of their operands; an operand is a system for as long as its operator is there.
 *          A process that goes on as another one (the second of a sequence, what a prefix or a choice leads to) stays
 *          in one *scope*: the processes that follow one another are its entries, each with components of its own, and
 *          of these one is on at a time. To go on as an entry that is there already (recursion) is to start it again.
 * Ends     A plain system ends when its components have ended, each by itself. What ends in one of several ways has
 *          rules for its tick; as part of a parallel composition it gets a control that remembers the tick.
 * Files    rules, then leaves, then operators and decompose.c, which call each other, for an operand is a term like the
 *          whole; compose.c is above them all.
 */
#ifndef COSET_LANG_CSPM_COMPILE_DECOMPOSE_INT_H
#define COSET_LANG_CSPM_COMPILE_DECOMPOSE_INT_H

#include "lang/cspm/compile/decompose.h"
#include "lang/cspm/proc/proc_int.h"

typedef COSET_VEC(coset_super_part) cspm_parts;

typedef struct {
    cspm_parts parts;
    uint32_t event;
    uint32_t enter; /* until the scope is closed: the entry that begins, or NONE */
    uint32_t
        leave; /* until the choice is made of its operands: the entry of the scope around it that begins, or NONE */
    bool ends; /* all parts have terminated before: as a part of a parallel composition this is no step */
    cspm_numbers stops, starts; /* components */
} cspm_rule;

typedef struct {
    uint32_t from, to;
    COSET_VEC(cspm_rule) rules;
    cspm_numbers begins; /* components that are on at its start */
    bool can_end;
    bool plain;
    cspm_parts end; /* plain: what its components perform when all have terminated */
} cspm_draft;

typedef struct cspm_scope {
    cspm_numbers entries; /* terms */
    uint32_t building;
    const struct cspm_scope *outer;
    struct cspm_scope *around; /* of an operand whose visible events decide a choice: what follows them goes on there */
    uint32_t shared;           /* ..: but for the events of this set, or NONE */
} cspm_scope;

/* A step of a leaf that leads out of it. */
typedef struct {
    uint32_t leaf, local, event, to;
} cspm_exit;

typedef struct {
    coset_cspm_script *c;
    cspm_procs *ps;
    cspm_machine *m;
    coset_arena *arena;     /* of what is given */
    bool collect, labelled; /* as the caller asks */
    COSET_VEC(cspm_explored) leaves;
    COSET_VEC(uint32_t) leaf_terms; /* NONE: a control */
    COSET_VEC(uint32_t) components; /* numbers of leaves */
    COSET_VEC(uint32_t) terms;      /* of the components */
    COSET_VEC(cspm_exit) exits;
    COSET_VEC(cspm_draft) chases; /* from, to and rules: what they do at once */
    COSET_VEC(uint32_t) locals;   /* what local events mean outside: an event, or NONE */
    COSET_VEC(uint32_t) composed; /* by term: 0 not known, 1 no, 2 yes */
    const cspm_scope *scope;
    uint32_t n_entries;                       /* of all scopes, but the first of each */
    uint32_t end_leaf, timer_leaf, loop_leaf; /* + 1; 0: not made yet */
    bool switches; /* all operators keep components, else parallel composition, hiding and renaming */
    bool too_many; /* entries */
} cspm_maker;

static inline uint64_t coset__maker_word(const cspm_maker *x, uint32_t term, uint32_t i)
{
    return coset__table_at(&x->ps->terms, term)[i];
}

/* ---- rules (decompose_rules.c) --------------------------------------------------------------------------------- */

/* A new rule; where the budget is spent it is not to be used, and x->m->failed. */
cspm_rule *coset__rule_add(cspm_maker *x, cspm_draft *s, uint32_t event);
/* A copy, but for `ends`. */
cspm_rule *coset__rule_copy(cspm_maker *x, cspm_draft *s, const cspm_rule *r, uint32_t event);
void coset__rule_take(cspm_rule *to, const cspm_rule *from);
/* All of the components stop; those among them that the rule would start do not. */
void coset__rule_stop(cspm_rule *r, uint32_t from, uint32_t to);
/* After the rule the scope goes on as the term. False, and x->too_many, where there are too many such terms. */
bool coset__rule_enter(cspm_maker *x, cspm_scope *s, cspm_rule *r, uint32_t term);
void coset__parts_add(cspm_parts *to, const cspm_parts *from);
void coset__numbers_add(cspm_numbers *to, const cspm_numbers *from);
void coset__draft_free(cspm_draft *s);
/* Rules in the order of their events; then those with one event. */
void coset__draft_sort(cspm_draft *s);
void coset__draft_with(const cspm_draft *s, uint32_t event, uint32_t *from, uint32_t *to);
/* All ways in which those of the n systems that join (NULL: all) perform `event` together. Systems are sorted. */
void coset__drafts_join(cspm_maker *x, const cspm_draft *sub, uint32_t n, const bool *joins, uint32_t event,
                        cspm_draft *out);

/* ---- leaves (decompose_leaf.c) --------------------------------------------------------------------------------- */

/* Whether the term has a parallel composition in it, under operators that keep components. */
bool coset__is_composed(cspm_maker *x, uint32_t term);
/* One component for the whole term; false without a message and *fits false where it has too many states for that. */
bool coset__leaf_small(cspm_maker *x, uint32_t term, cspm_draft *out, bool *fits);
bool coset__leaf_whole(cspm_maker *x, uint32_t term, cspm_draft *out);
/* One component for a parallel process under a priority, made of components of its own: by the composer of x->ps. */
bool coset__leaf_prioritised(cspm_maker *x, uint32_t term, cspm_draft *out);
/* One component for the term until it is composed; then it goes on in the scope. */
bool coset__leaf_until(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out);
/* Makes a system plain. */
void coset__control_end(cspm_maker *x, cspm_draft *s);
/* A component that knows which of n operands has decided a choice: `open` while none has, open + 1 + 2i when operand i
 * decides, or has decided; open + 2 + 2i when it has. */
typedef struct {
    uint32_t component, open;
} cspm_choice_control;
void coset__control_choice(cspm_maker *x, cspm_draft *s, uint32_t n, cspm_choice_control *control);
/* A component that is off, and diverges where it is on. */
void coset__control_loop(cspm_maker *x, cspm_draft *s);
/* A component that can let time out. */
void coset__control_timer(cspm_maker *x, cspm_draft *s, coset_super_part *part);

/* ---- operators ------------------------------------------------------------------------------------------------- */

/* decompose_static.c: parallel compositions, hiding, renaming, chase. */
bool coset__draft_static(cspm_maker *x, uint32_t term, cspm_draft *out);
/* decompose_switch.c */
bool coset__draft_switch(cspm_maker *x, cspm_scope *s, uint32_t term, cspm_draft *out);
/* decompose.c: of an operand. */
bool coset__draft_of(cspm_maker *x, uint32_t term, cspm_draft *out);
/* .. whose visible events but those of the set (or NONE) decide what goes on in the scope. */
bool coset__draft_that_decides(cspm_maker *x, cspm_scope *around, uint32_t shared, uint32_t term, cspm_draft *out);

#endif

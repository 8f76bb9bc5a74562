/* lang/cspm/proc/proc_int.h - what the files of the semantics share.
 *
 * Files    from below: lists of words, names, values, events, terms; what needs the steps of a process to make another
 *          one of it (explore, chase, priority: they call by cspm_procs.step); processes to terms (make, builtin,
 *          machine); steps (leaves, prefixes, all); and the life of it all.
 */
#ifndef COSET_LANG_CSPM_PROC_PROC_INT_H
#define COSET_LANG_CSPM_PROC_PROC_INT_H

#include "lang/cspm/eval/eval_int.h"
#include "lang/cspm/proc/proc.h"

#define NONE COSET__PROC_NONE

/* ---- lists of words that exist once -------------------------------------------------------------------------- */

typedef struct {
    COSET_VEC(uint64_t) words;
    COSET_VEC(uint64_t) start; /* of each list; one more than there are lists */
    uint32_t *slots;           /* hash table of list numbers + 1 */
    uint32_t n_slots;          /* a power of two */
} cspm_table;

/* The number of the list; *fresh (may be NULL) tells whether it is new. */
uint32_t coset__table_put(cspm_table *t, const uint64_t *words, uint32_t n, bool *fresh);
static inline uint32_t coset__table_n(const cspm_table *t) { return t->start.n ? t->start.n - 1 : 0; }
static inline const uint64_t *coset__table_at(const cspm_table *t, uint32_t i) { return t->words.at + t->start.at[i]; }
static inline uint32_t coset__table_len(const cspm_table *t, uint32_t i)
{
    return (uint32_t)(t->start.at[i + 1] - t->start.at[i]);
}
void coset__table_free(cspm_table *t);

/* ---- terms --------------------------------------------------------------------------------------------------- */

/* The first word of a term; the others stand beside it. `code` is the number of a piece of script (see below), `set`
 * and `map` are numbers of lists of events. */
typedef enum {
    TERM_STOP,
    TERM_OMEGA, /* has terminated */
    TERM_SKIP,
    TERM_DIV,
    TERM_TSTOP,          /* tock: the event of time */
    TERM_TSKIP,          /* tock */
    TERM_PREFIX,         /* code of a PREFIX */
    TERM_CHOOSING,       /* code, field that comes next, event so far (a value): some `$` fields are chosen */
    TERM_DELAY,          /* tock, n, code: n tocks, then the code; code = NONE: TSKIP */
    TERM_INTERNAL,       /* code of an internal choice */
    TERM_EXTERNAL,       /* terms */
    TERM_SEQUENCE,       /* term, code */
    TERM_SLIDING,        /* term, code */
    TERM_INTERRUPT,      /* term, term */
    TERM_PARALLEL,       /* set, terms */
    TERM_ALPHABETISED,   /* set, term, set, term, .. */
    TERM_EXCEPTION,      /* set, term, code */
    TERM_SYNC_EXTERNAL,  /* set, terms */
    TERM_SYNC_INTERRUPT, /* set, term, term */
    TERM_LINKED,         /* map, term, term */
    TERM_HIDE,           /* set, term */
    TERM_PROJECT,        /* set, term */
    TERM_RENAME,         /* map, term */
    TERM_RUN,            /* set */
    TERM_CHAOS,          /* set */
    TERM_BUFFER,         /* table of buffers, contents: numbers of pairs */
    TERM_PRIORITISE,     /* order, term */
    TERM_CHASE,          /* term */
    TERM_MACHINE,        /* machine, state: of a compressed process */
} cspm_term_kind;

/* The first word of an interned value. */
typedef enum {
    DATUM_INT, /* number */
    DATUM_BOOL,
    DATUM_CHAR,
    DATUM_SEQ,      /* values */
    DATUM_TUPLE,    /* values */
    DATUM_DATA,     /* symbol, values */
    DATUM_DOTS,     /* values */
    DATUM_SET,      /* values in order of their numbers */
    DATUM_ENDLESS,  /* kind of set, what its cells hold */
    DATUM_MAP,      /* key, value, .. in order of the keys' numbers */
    DATUM_CODE,     /* node, first field (of a PREFIX), values of the names that it uses */
    DATUM_FUNCTION, /* node, values of names .., arguments so far */
    DATUM_BUILTIN,  /* row, arguments so far */
    DATUM_PROCESS,  /* row, arguments: of a built-in process */
    DATUM_INSIDE,   /* n: the code that is n pieces of code further out */
} cspm_datum_kind;

typedef struct cspm_opening {
    const cspm_node *node;
    const cspm_frame *frame;
    const struct cspm_opening *outer;
    uint32_t depth;
} cspm_opening;

typedef struct {
    uint32_t value;   /* number */
    const char *name; /* as in the script */
    uint32_t kept;    /* by the machine */
} cspm_event;

typedef struct {
    const cspm_step *steps; /* NULL: not known yet */
    uint32_t n;
} cspm_steps;

typedef COSET_VEC(cspm_step) cspm_step_list;

struct cspm_procs {
    cspm_machine *m;
    coset_arena *arena; /* steps, names */
    uint64_t most_states;
    const char *failures_only; /* a compression that was applied and keeps failures, but not revivals; or NULL */
    const char *stable_only;   /* likewise, but not what states offer that are not stable; or NULL */
    bool too_many;             /* the last exploration failed because of its number of states */
    cspm_table values, sets, maps, terms, orders, buffers;
    COSET_VEC(uint32_t) code_kept; /* by value: what the machine keeps for it + 1, or 0 */
    COSET_VEC(uint32_t) code_term; /* by value: the term of this code + 1, or 0 */
    COSET_VEC(uint32_t) code_set;  /* by value: the set or map of events that this code describes + 1, or 0 */
    COSET_VEC(uint32_t) event_of;  /* by value: its event, or 0 */
    COSET_VEC(cspm_event) events;
    COSET_VEC(cspm_steps) steps;      /* by term */
    COSET_VEC(uint32_t) depth;        /* by term: operators around each other */
    uint32_t deepest;                 /* that may be stepped */
    COSET_VEC(const char *) names_of; /* by term: the call it came from, or NULL */
    struct cspm_free_names *names;
    const cspm_opening *opening; /* codes being interned */
    const cspm_opening *making;  /* processes becoming terms */
    uint32_t nested;             /* functions on processes whose arguments are being looked at, around each other */
    COSET_VEC(coset_lts *) machines;
    COSET_VEC(const char *) machine_texts; /* what each was made of */
    cspm_symbol *tock;                     /* of the script, or NULL */
    /* coset__proc_steps. Steps lead to terms, so what steps is above what makes terms; but a term that is chased or
     * compressed is made of what another one can do. This is the one call upwards. */
    bool (*step)(cspm_procs *ps, uint32_t term, const cspm_step **steps, uint32_t *n);
    cspm_composer composer;
};

/* ---- names that code uses (proc_names.c) ---------------------------------------------------------------------- */

typedef struct {
    uint32_t n;
    const cspm_symbol **at;
} cspm_names_used;

/* The names bound outside the node on which its meaning depends: parameters and the like. Names that a let defines
 * stand for those that their definitions use. `from`: of a PREFIX, the first field that counts (1 = all). */
const cspm_names_used *coset__proc_names(cspm_procs *ps, const cspm_node *node, uint32_t from);
void coset__proc_names_free(cspm_procs *ps);

/* ---- values (proc_value.c) ------------------------------------------------------------------------------------ */

uint32_t coset__proc_value(cspm_procs *ps, cspm_value *v);
/* A piece of the script with the values of its names, and the same kept for later evaluation. `from` tells uses of one
 * piece apart; of a PREFIX it is the first field that counts (1 = all). */
uint32_t coset__proc_code_number(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from);
uint32_t coset__proc_code(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from);
/* A process value as code. */
uint32_t coset__proc_code_of_value(cspm_procs *ps, cspm_value *process);
/* What was kept for it: a VALUE_PROCESS with node and frame, or a built-in one. */
cspm_value *coset__proc_code_value(const cspm_procs *ps, uint32_t code);
uint32_t *coset__proc_by_value(void *vec, uint32_t value);
/* Before and after the argument of such a function is looked at. False: it stands inside itself without end. */
bool coset__proc_nest(cspm_procs *ps, const cspm_value *v);
void coset__proc_unnest(cspm_procs *ps);

/* ---- events (proc_event.c) ------------------------------------------------------------------------------------ */

/* The event of time of a TIMED; of the script, where `timed` is NULL. */
uint32_t coset__proc_tock(cspm_procs *ps, const cspm_node *timed);
/* The list of a set of events given by an expression, with `extra` (an event, or 0) in it; NONE on failure. */
uint32_t coset__proc_set(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t extra);
uint32_t coset__proc_set_of(cspm_procs *ps, cspm_value *set, uint32_t extra);
uint32_t coset__proc_set_put(cspm_procs *ps, cspm_numbers *events);
bool coset__proc_in_set(const cspm_procs *ps, uint32_t set, uint32_t event);
/* Pairs (from << 32 | to) of TIES, in order. */
uint32_t coset__proc_map(cspm_procs *ps, const cspm_node *ties, cspm_frame *frame, bool linked);
/* The pairs are sorted and made unique. */
uint32_t coset__proc_map_put(cspm_procs *ps, uint64_t *pairs, uint32_t *n);
/* The pairs whose first event is `event`: [*from, *to) of the list. */
void coset__proc_pairs(const cspm_procs *ps, uint32_t map, uint32_t event, uint32_t *from, uint32_t *to);

/* ---- terms (proc_term.c) -------------------------------------------------------------------------------------- */

uint32_t coset__term_put(cspm_procs *ps, const uint64_t *words, uint32_t n);
/* Which words of a term of this kind are terms: *first, *first + *stride, .. *end - 1. */
void coset__term_operands(uint64_t kind, uint32_t n, uint32_t *first, uint32_t *end, uint32_t *stride);
/* From here on operators may be put around this process, but not without end. */
void coset__term_begin(cspm_procs *ps, uint32_t term);
/* Remembers how the script calls this term (proc_text.c). */
void coset__term_name(cspm_procs *ps, uint32_t term, const cspm_node *node, cspm_frame *frame);
/* The call that a value is, as long as nobody has looked at it: P(1). False where it is none. */
bool coset__call_text(cspm_procs *ps, const cspm_value *v, char *out, size_t len);
static inline uint32_t coset__term_1(cspm_procs *ps, cspm_term_kind kind)
{
    return coset__term_put(ps, (uint64_t[]){kind}, 1);
}
uint32_t coset__term_choice(cspm_procs *ps, const uint32_t *terms, uint32_t n);

/* ---- terms made of the steps of others ------------------------------------------------------------------------ */

/* proc_priority.c: orders of TERM_PRIORITISE. Levels of events, given by a sequence of sets, the highest first. */
uint32_t coset__order_levels(cspm_procs *ps, cspm_value *sequence);
/* Internal steps and ticks before time passes. */
uint32_t coset__order_tock(cspm_procs *ps, uint32_t tock);
/* A relation of pairs (higher event, lower event) over the events of set `all`. Those of `greatest` have nothing
 * above them; the others have internal steps and ticks, too. */
uint32_t coset__order_pairs(cspm_procs *ps, cspm_value *relation, uint32_t all, uint32_t greatest);
bool coset__proc_is_above(const cspm_procs *ps, uint32_t order, uint32_t above, uint32_t event);
bool coset__steps_prioritise(cspm_procs *ps, uint32_t term, cspm_step_list *out);
/* proc_chase.c: the state that a chain of taus leads to, always the first one; DIV where they go round. */
uint32_t coset__term_chased(cspm_procs *ps, uint32_t term);
bool coset__steps_chase(cspm_procs *ps, uint32_t term, cspm_step_list *out);

/* ---- from processes to terms ---------------------------------------------------------------------------------- */

/* proc_make.c; coset__proc_of is another one of it (proc.h). */
uint32_t coset__term_of_code(cspm_procs *ps, uint32_t code);
/* proc_builtin.c: a built-in process. */
uint32_t coset__term_builtin(cspm_procs *ps, cspm_value *process, const cspm_node *timed);
/* proc_machine.c: a compression of an explicit machine. */
uint32_t coset__term_compressed(cspm_procs *ps, cspm_value *process);
void coset__steps_machine(cspm_procs *ps, uint32_t term, cspm_step_list *out);
/* proc_buffer.c */
uint32_t coset__term_buffer(cspm_procs *ps, const cspm_value *v);
void coset__steps_buffer(cspm_procs *ps, uint32_t term, cspm_step_list *out);

/* ---- steps ---------------------------------------------------------------------------------------------------- */

/* proc_prefix.c */
bool coset__steps_prefix(cspm_procs *ps, uint32_t term, cspm_step_list *out);
bool coset__steps_choosing(cspm_procs *ps, uint32_t term, cspm_step_list *out);
/* proc_step_leaf.c: the alternatives of an internal choice; what a built-in process does. */
bool coset__steps_internal(cspm_procs *ps, uint32_t term, cspm_step_list *out);
bool coset__steps_builtin(cspm_procs *ps, uint32_t term, cspm_step_list *out);

static inline void coset__step_add(cspm_step_list *out, uint32_t event, uint32_t to)
{
    *coset_vec_add(out) = (cspm_step){event, to};
}

#endif

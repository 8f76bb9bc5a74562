/* lang/cspm/proc/proc_int.h - what the files of the semantics share.
 *
 * Files    bottom-up: lists of words, names, values, events, terms; operators that build a process from the steps of
 *          another one (explore, chase, priority: they call cspm_procs.step); processes to terms (make, builtin,
 *          machine); steps (leaves, prefixes, all); creation and destruction.
 */
#ifndef COSET_LANG_CSPM_PROC_PROC_INT_H
#define COSET_LANG_CSPM_PROC_PROC_INT_H

#include "lang/cspm/eval/eval_int.h"
#include "lang/cspm/proc/proc.h"

#define NONE COSET__PROC_NONE

/* ---- interned lists of words --------------------------------------------------------------------------------- */

typedef struct {
    COSET_VEC(uint64_t) words;
    COSET_VEC(uint64_t) start; /* of each list; one more than there are lists */
    uint32_t *slots;           /* hash table of list numbers + 1 */
    uint32_t n_slots;          /* a power of two */
} cspm_table;

/* The number of the list; *fresh (may be NULL): it is new. */
uint32_t coset__table_put(cspm_table *t, const uint64_t *words, uint32_t n, bool *fresh);
static inline uint32_t coset__table_n(const cspm_table *t) { return t->start.n ? t->start.n - 1 : 0; }
static inline const uint64_t *coset__table_at(const cspm_table *t, uint32_t i) { return t->words.at + t->start.at[i]; }
static inline uint32_t coset__table_len(const cspm_table *t, uint32_t i)
{
    return (uint32_t)(t->start.at[i + 1] - t->start.at[i]);
}
void coset__table_free(cspm_table *t);

/* ---- terms --------------------------------------------------------------------------------------------------- */

/* The first word of a term; the comments list the other words. `code` is the number of a piece of script (see below),
 * `set` and `map` are numbers of lists of events. */
typedef enum {
    TERM_STOP,
    TERM_OMEGA, /* has terminated */
    TERM_SKIP,
    TERM_DIV,
    TERM_TSTOP,          /* tock: the event of time */
    TERM_TSKIP,          /* tock */
    TERM_PREFIX,         /* code of a PREFIX */
    TERM_CHOOSING,       /* code, next field, event so far (a value): some `$` fields are chosen */
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
    DATUM_ENDLESS,  /* kind of set, its cells */
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
    const char *failures_only; /* an applied compression that preserves failures, but not revivals; or NULL */
    const char *stable_only;   /* likewise, one that does not preserve the offers of unstable states; or NULL */
    bool too_many;             /* the last exploration failed because of its number of states */
    cspm_table values, sets, maps, terms, orders, buffers;
    COSET_VEC(uint32_t) code_kept; /* by value: its number as a kept value of the machine + 1, or 0 */
    COSET_VEC(uint32_t) code_term; /* by value: the term of this code + 1, or 0 */
    COSET_VEC(uint32_t) code_set;  /* by value: the set or map of events that this code describes + 1, or 0 */
    COSET_VEC(uint32_t) event_of;  /* by value: its event, or 0 */
    COSET_VEC(cspm_event) events;
    COSET_VEC(cspm_steps) steps;      /* by term */
    COSET_VEC(uint32_t) depth;        /* by term: nesting of operators */
    uint32_t deepest;                 /* greatest depth of a term whose steps may be computed */
    COSET_VEC(const char *) names_of; /* by term: the call it came from, or NULL */
    struct cspm_free_names *names;
    const cspm_opening *opening; /* codes being interned */
    const cspm_opening *making;  /* processes becoming terms */
    uint32_t nested;             /* nesting of functions on processes whose arguments are being evaluated */
    COSET_VEC(coset_lts *) machines;
    COSET_VEC(const char *) machine_texts; /* the process that each was built from */
    cspm_symbol *tock;                     /* of the script, or NULL */
    /* coset__proc_steps. Computing steps creates terms, so it is layered above the construction of terms; but to build
     * a chased or compressed term, the steps of another term are needed. This is the only upward call. */
    bool (*step)(cspm_procs *ps, uint32_t term, const cspm_step **steps, uint32_t *n);
    cspm_composer composer;
};

/* ---- names that code uses (proc_names.c) ---------------------------------------------------------------------- */

typedef struct {
    uint32_t n;
    const cspm_symbol **at;
} cspm_names_used;

/* The names bound outside the node on which its meaning depends: parameters and the like. A name that a let defines is
 * replaced by the names that its definition uses. `from`: of a PREFIX, the first field that counts (1 = all). */
const cspm_names_used *coset__proc_names(cspm_procs *ps, const cspm_node *node, uint32_t from);
void coset__proc_names_free(cspm_procs *ps);

/* ---- values (proc_value.c) ------------------------------------------------------------------------------------ */

uint32_t coset__proc_value(cspm_procs *ps, cspm_value *v);
/* A piece of the script with the values of its names; the second one also stores it for later evaluation. `from`
 * distinguishes uses of one piece; of a PREFIX it is the first field that counts (1 = all). */
uint32_t coset__proc_code_number(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from);
uint32_t coset__proc_code(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t from);
/* A process value as code. */
uint32_t coset__proc_code_of_value(cspm_procs *ps, cspm_value *process);
/* The value stored for it: a VALUE_PROCESS with node and frame, or a built-in one. */
cspm_value *coset__proc_code_value(const cspm_procs *ps, uint32_t code);
uint32_t *coset__proc_by_value(void *vec, uint32_t value);
/* Called before and after the argument of such a function is evaluated. False: the nesting does not seem to end. */
bool coset__proc_nest(cspm_procs *ps, const cspm_value *v);
void coset__proc_unnest(cspm_procs *ps);

/* ---- events (proc_event.c) ------------------------------------------------------------------------------------ */

/* The time event (tock) of a TIMED, or of the script if `timed` is NULL. */
uint32_t coset__proc_tock(cspm_procs *ps, const cspm_node *timed);
/* The list of a set of events given by an expression, including `extra` (an event, or 0); NONE on failure. */
uint32_t coset__proc_set(cspm_procs *ps, const cspm_node *node, cspm_frame *frame, uint32_t extra);
uint32_t coset__proc_set_of(cspm_procs *ps, cspm_value *set, uint32_t extra);
uint32_t coset__proc_set_put(cspm_procs *ps, cspm_numbers *events);
bool coset__proc_in_set(const cspm_procs *ps, uint32_t set, uint32_t event);
/* Pairs (from << 32 | to) of TIES, in order. */
uint32_t coset__proc_map(cspm_procs *ps, const cspm_node *ties, cspm_frame *frame, bool linked);
/* Sorts the pairs and removes duplicates. */
uint32_t coset__proc_map_put(cspm_procs *ps, uint64_t *pairs, uint32_t *n);
/* The pairs whose first event is `event`: [*from, *to) of the list. */
void coset__proc_pairs(const cspm_procs *ps, uint32_t map, uint32_t event, uint32_t *from, uint32_t *to);

/* ---- terms (proc_term.c) -------------------------------------------------------------------------------------- */

uint32_t coset__term_put(cspm_procs *ps, const uint64_t *words, uint32_t n);
/* Which words of a term of this kind are terms: *first, *first + *stride, .. *end - 1. */
void coset__term_operands(uint64_t kind, uint32_t n, uint32_t *first, uint32_t *end, uint32_t *stride);
/* From here on a bounded number of operators may be added around this process. */
void coset__term_begin(cspm_procs *ps, uint32_t term);
/* Stores the name that the script has for this term (proc_text.c). */
void coset__term_name(cspm_procs *ps, uint32_t term, const cspm_node *node, cspm_frame *frame);
/* The text of a value that is a call not evaluated yet: P(1). False if it is not such a call. */
bool coset__call_text(cspm_procs *ps, const cspm_value *v, char *out, size_t len);
static inline uint32_t coset__term_1(cspm_procs *ps, cspm_term_kind kind)
{
    return coset__term_put(ps, (uint64_t[]){kind}, 1);
}
uint32_t coset__term_choice(cspm_procs *ps, const uint32_t *terms, uint32_t n);

/* ---- terms built from the steps of others --------------------------------------------------------------------- */

/* proc_priority.c: orders of TERM_PRIORITISE. Levels of events, given by a sequence of sets, the highest first. */
uint32_t coset__order_levels(cspm_procs *ps, cspm_value *sequence);
/* Internal steps and ticks before time passes. */
uint32_t coset__order_tock(cspm_procs *ps, uint32_t tock);
/* A relation of pairs (higher event, lower event) over the events of set `all`. No event is above those of `greatest`;
 * internal steps and ticks are above all others. */
uint32_t coset__order_pairs(cspm_procs *ps, cspm_value *relation, uint32_t all, uint32_t greatest);
bool coset__proc_is_above(const cspm_procs *ps, uint32_t order, uint32_t above, uint32_t event);
bool coset__steps_prioritise(cspm_procs *ps, uint32_t term, cspm_step_list *out);
/* proc_chase.c: the state at the end of the chain of first taus; DIV if the chain is a cycle. */
uint32_t coset__term_chased(cspm_procs *ps, uint32_t term);
bool coset__steps_chase(cspm_procs *ps, uint32_t term, cspm_step_list *out);

/* ---- from processes to terms ---------------------------------------------------------------------------------- */

/* proc_make.c, which also defines coset__proc_of (proc.h). */
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
/* proc_step_leaf.c: the alternatives of an internal choice; the steps of a built-in process. */
bool coset__steps_internal(cspm_procs *ps, uint32_t term, cspm_step_list *out);
bool coset__steps_builtin(cspm_procs *ps, uint32_t term, cspm_step_list *out);

static inline void coset__step_add(cspm_step_list *out, uint32_t event, uint32_t to)
{
    *coset_vec_add(out) = (cspm_step){event, to};
}

#endif

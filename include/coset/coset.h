/* coset/coset.h - the library of coset, a model checker whose speciality is symmetry.
 *
 * Use      open a problem (a model and options), run it, read the answer, free both:
 *
 *              const coset_setting settings[] = {{"symmetry", "auto"}, {"D", "NODES=3"}, {NULL, NULL}};
 *              coset_problem *problem;
 *              coset_answer *answer;
 *              int code = coset_open("german.m", settings, &problem);
 *              if (code == COSET_END_HOLDS)
 *                  code = coset_run(problem, NULL, NULL, &answer);
 *
 * Process  coset_open and coset_run do their work in a child process, made with fork, and wait for it. So the library
 *          never ends the caller's process, never writes to its standard output or error, and an internal error, or
 *          memory that runs out, is an answer with a code. Limits (`time`, `memory`) are those of the child; its
 *          memory includes pages that it shares with the caller. Several problems may run at the same time, with any
 *          engine: the decision diagrams of the symbolic engine are global, but each child has its own.
 *          The child ignores the caller's signal handlers; SIGINT and SIGTERM that reach it end the run with what it
 *          has found. It is killed if the calling thread ends. If the caller ignores SIGCHLD or reaps all children,
 *          nothing is lost.
 * Threads  any thread may use any problem or answer, one at a time; coset_cancel alone may be called while another
 *          thread is in coset_run with the same problem.
 * Owner    texts belong to the problem or answer that they come from, and live as long as it. All are UTF-8 and end
 *          with NUL. What the caller passes is copied, but for a coset_given.
 * Errors   functions that can fail return a code of coset_end. Everything with an index returns 0 if there is no such
 *          thing and 1 if there is; with 0 nothing is written. NULL problems and answers have nothing in them.
 * Counts   are decimal text: they may be larger than 64 bits.
 */
#ifndef COSET_COSET_H
#define COSET_COSET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* "0.1.0" */
const char *coset_version(void);

/* How a call or a run ended; the exit status of the program. */
enum coset_end {
    COSET_END_HOLDS = 0,       /* coset_run: all properties hold; other calls: success */
    COSET_END_ASSUMPTION = 10, /* an assumption is violated; nothing else was checked */
    COSET_END_DEADLOCK = 11,
    COSET_END_SAFETY = 12, /* an invariant is violated, or a step has a fault */
    COSET_END_LIVENESS = 13,
    COSET_END_ASSERTION = 14,
    COSET_END_REFINEMENT = 15,
    COSET_END_UNREACHED = 16,  /* a cover is not reached */
    COSET_END_INCOMPLETE = 20, /* a limit was reached, or the run was cancelled; no violation until then */
    COSET_END_USAGE = 64,      /* wrong option or argument */
    COSET_END_MODEL = 65,      /* errors in the text or in the description: see messages */
    COSET_END_NO_INPUT = 66,   /* the file cannot be read */
    COSET_END_INTERNAL = 70,   /* a bug in coset; no verdict */
    COSET_END_RESOURCES = 71   /* out of memory, no child process, or the engine is not installed; no verdict */
};

/* ---- problems ------------------------------------------------------------------------------------------------- */

/* An option of `coset check`: its long name or its letter, and its value. Options without argument have the value
 * "on", "off", "" or NULL. An option that may be repeated (D, I, ltl, ctl, ...) may come several times. Not possible
 * are options that change where and how the program writes: help, version, color, progress, exit-code, typecheck,
 * json without a file. A list of settings ends with a key NULL; the list itself may be NULL. */
typedef struct {
    const char *key, *value;
} coset_setting;

typedef struct coset_problem coset_problem;

/* Reads and checks a model. *out is made in any case, except when memory is out (then NULL): it holds messages and the
 * reason of a failure. coset_run reads the file again: it must not change in between. */
int coset_open(const char *path, const coset_setting *settings, coset_problem **out);
/* The same for `length` bytes of text. `name` stands in positions; its ending, or the option lang, tells the language
 * (.m .murphi .pml .csp ...). Files that the text includes are looked for from the folder of `name`. */
int coset_open_text(const char *name, const char *text, size_t length, const coset_setting *settings,
                    coset_problem **out);
/* Waits for nothing: no run may be going on. */
void coset_close(coset_problem *problem);

int coset_problem_code(const coset_problem *problem);
const char *coset_problem_reason(const coset_problem *problem);   /* one sentence, or NULL */
const char *coset_problem_language(const coset_problem *problem); /* "murphi", "promela", "cspm", "callbacks" or NULL */

/* A place in a text; file NULL: nowhere. Lines and columns count from 1, columns in bytes. */
typedef struct {
    const char *file;
    uint32_t line, column;
} coset_place;

typedef struct {
    const char *name;
    const char *kind; /* "invariant", "assertion", "deadlock", "refinement", ...: as in the JSON schema */
    coset_place at;
} coset_property;

/* What can be checked, built-in properties included; assertions of a CSPM script. Answers have their own list, which
 * leaves out what was not checked and adds what options ask for. */
size_t coset_problem_properties(const coset_problem *problem);
int coset_problem_property(const coset_problem *problem, size_t i, coset_property *out);

/* An error, warning or note about the text. */
typedef struct {
    const char *severity; /* "error", "warning", "note" */
    const char *code;     /* stable: "E012" */
    const char *text;
    const char *help; /* how to mend it, or NULL */
    coset_place at;
} coset_note;

typedef void coset_on_note(void *ctx, const coset_note *note);
void coset_problem_notes(const coset_problem *problem, coset_on_note *call, void *ctx);

/* ---- runs ------------------------------------------------------------------------------------------------------ */

/* What a search has done so far. */
typedef struct {
    uint32_t depth;
    uint64_t representatives, transitions, queue; /* stored states, explored edges, states that wait */
    double states;                                /* that the stored ones represent; 0: not known */
    double seconds;                               /* of the search */
    uint64_t memory, memory_limit;                /* bytes; limit 0: none */
} coset_report_now;

/* Called in the thread that called coset_run, about every 0.2 s while states are searched. 0: go on; else: cancel. */
typedef int coset_on_progress(void *ctx, const coset_report_now *now);

typedef struct coset_answer coset_answer;

/* Checks the problem and returns when that has ended; `progress` may be NULL. *out is made in any case, except when
 * memory is out (then NULL). Returns coset_answer_code. A second run of the same problem at the same time, or a run of
 * NULL, is COSET_END_USAGE and has no answer. */
int coset_run(coset_problem *problem, coset_on_progress *progress, void *ctx, coset_answer **out);
/* Ends a run of the problem soon, as incomplete; without a run it does nothing. Not for signal handlers. */
void coset_cancel(coset_problem *problem);
void coset_answer_free(coset_answer *answer);

int coset_answer_code(const coset_answer *answer);
int coset_answer_exhaustive(const coset_answer *answer);     /* 1: every reachable state was looked at */
const char *coset_answer_reason(const coset_answer *answer); /* why not, or why there is no result; or NULL */
const char *coset_answer_json(const coset_answer *answer);   /* the whole, schema "coset/1"; "" where there is none */
const char *coset_answer_log(const coset_answer *answer);    /* what the program would write to standard error */
void coset_answer_notes(const coset_answer *answer, coset_on_note *call, void *ctx);

/* Of the whole search; of a script, sums. Counts that are not known are NULL. */
typedef struct {
    const char *representatives;  /* stored states: one for each orbit if symmetry is used */
    const char *states;           /* reachable states of the model */
    const char *transitions;      /* explored edges */
    const char *full_transitions; /* edges of the model */
    const char *group_order;      /* of the symmetry group; "1": none */
    const char *strategy;         /* how representatives were found; "off": not */
    uint32_t depth;
    double seconds;
    uint64_t peak_bytes; /* of the tables of states */
} coset_totals;

int coset_answer_totals(const coset_answer *answer, coset_totals *out);

typedef struct {
    coset_property property;
    const char *verdict;  /* "holds" (of a cover: reached), "fails", "incomplete", "error" */
    const char *reason;   /* one sentence, or NULL */
    const char *instance; /* of an indexed property: for which elements it fails, or NULL */
    size_t steps;         /* of its trace; 0: there is none */
    long loop;            /* the last step leads back to the state behind step `loop` (from 0); -1: it does not */
} coset_finding;

size_t coset_answer_findings(const coset_answer *answer);
int coset_answer_finding(const coset_answer *answer, size_t i, coset_finding *out);

/* A step of a trace. Step 0 is a start state; of a script the steps are events of the process. */
typedef struct {
    const char *rule;   /* or event */
    const char *action; /* the rule with its parameters */
    coset_place at;
    const char *fault; /* the step ends in a fault of this kind; else NULL */
    const char *text;  /* what is wrong then, or NULL */
    size_t changes;    /* variables that get another value; step 0: all of them */
} coset_step_shown;

typedef struct {
    const char *variable, *value;
} coset_change;

int coset_answer_step(const coset_answer *answer, size_t finding, size_t step, coset_step_shown *out);
int coset_answer_change(const coset_answer *answer, size_t finding, size_t step, size_t i, coset_change *out);

/* ---- models given by callbacks --------------------------------------------------------------------------------
 *
 * Another tool describes its variables, rules and properties, and computes successors; coset searches the quotient by
 * the symmetries that the description declares, and reports runs of the model itself. A state is an array of values:
 * all variables in their order, of an array variable all its elements, the last range varying fastest.
 *
 * Symmetry of a type means: renaming its elements, in array positions and in values at once, takes start states to
 * start states, the steps of a state to those of its image, and does not change a property. Nobody can prove that of
 * callbacks. It is an obligation of the caller, which each run tests: on up to 1000 states (setting `audit`) steps and
 * properties are compared with those of renamed states. A difference ends the run with COSET_END_MODEL. Start states
 * are all compared; if they tell elements apart, these are not exchanged in counts.
 *
 * The callbacks run in the child process: they see the memory of the caller as it was when coset_run was called, and
 * what they change there is lost. They must be functions of their arguments. The child has none of the caller's other
 * threads: a lock that one of them holds is never released there. So in Python no other thread may run meanwhile (the
 * interpreter has such a lock); a child that waits is ended by the setting `time`.
 */

#define COSET_GIVEN_PLAIN UINT32_MAX

/* n elements that may be exchanged; numbered from 0. */
typedef struct {
    const char *name;
    uint32_t n;
    const char *const *elements; /* their names; NULL: "name_1", "name_2", ... */
} coset_given_type;

/* Indices of an array, or values of a parameter: the elements of a type, or the numbers 0 .. n-1. */
typedef struct {
    uint32_t type; /* or COSET_GIVEN_PLAIN */
    uint32_t n;    /* for COSET_GIVEN_PLAIN only */
} coset_given_range;

/* Values 0 .. max. With a type, value first + e is its element e (first 0 counts as 1: value 0 is no element), and all
 * elements are values; other values are plain. */
typedef struct {
    const char *name;
    uint32_t max;
    uint32_t type; /* or COSET_GIVEN_PLAIN */
    uint32_t first;
    uint32_t n_ranges; /* of an array; 0: one value */
    const coset_given_range *ranges;
} coset_given_variable;

typedef struct {
    const char *name;
    uint32_t n_params;
    const coset_given_range *params;
} coset_given_rule;

enum coset_given_kind {
    COSET_GIVEN_INVARIANT = 0, /* holds in every reachable state */
    COSET_GIVEN_COVER = 1,     /* some reachable state satisfies it */
    COSET_GIVEN_ASSUMPTION = 2 /* states that violate it are not part of the model */
};

typedef struct {
    const char *name;
    int kind;          /* a coset_given_kind */
    int not_symmetric; /* 1: it names elements. Costs time, or symmetry */
} coset_given_property;

/* Called by the callbacks for each start state (rule and params are ignored) or step. `params`: a value for each
 * parameter of the rule, may be NULL if it has none. `state` is copied; NULL: the step ends in a fault. */
typedef void coset_emit(void *sink, uint32_t rule, const uint32_t *params, const uint32_t *state);

typedef struct {
    const char *name; /* of the model, for reports */
    uint32_t n_types, n_variables, n_rules, n_properties;
    const coset_given_type *types;
    const coset_given_variable *variables;
    const coset_given_rule *rules;
    const coset_given_property *properties;
    void *ctx;    /* passed to the callbacks */
    int parallel; /* 1: several threads may be in callbacks at the same time; 0: the run has one thread */
    /* They return 0; anything else is a fault of the model, with a trace to the state where it happened. */
    int (*starts)(void *ctx, coset_emit *emit, void *sink);
    int (*successors)(void *ctx, const uint32_t *state, coset_emit *emit, void *sink);
    /* 1: property is true in the state; 0: false; anything else is a fault. */
    int (*holds)(void *ctx, uint32_t property, const uint32_t *state);
    /* 1: the state may be without steps; NULL: none may (setting deadlock). */
    int (*may_end)(void *ctx, const uint32_t *state);
} coset_given;

/* The description and all that it points to must stay as they are until the problem is closed. Options for texts
 * (D, I, ltl, ctl, por, ...), engine=symbolic and symmetry=detect are refused. */
int coset_open_given(const coset_given *model, const coset_setting *settings, coset_problem **out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif

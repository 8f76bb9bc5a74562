/* lang/cspm/compile/script.h - a CSPM script as a list of assertions about processes.
 *
 * Layer    lang/cspm (sees base, model, lts, lang/kit).
 * Idea     A script is opened once; each of its assertions is then compiled separately: the specification becomes an
 *          explicit LTS, the implementation a system of components (lts/super.h) whose events have the same numbers.
 *          The question is data; the engines are independent of CSPM.
 * Life     open -> compile, free, compile, free, .. -> close. The result of compile lives until its free.
 * Errors   mistakes of the script are messages in the `text` given to open, and COSET_INPUT; bounds are COSET_LIMIT.
 * Threads  one at a time.
 */
#ifndef COSET_LANG_CSPM_COMPILE_SCRIPT_H
#define COSET_LANG_CSPM_COMPILE_SCRIPT_H

#include "base/budget.h"
#include "base/text.h"
#include "lts/super.h"

typedef struct coset_cspm_script coset_cspm_script;

typedef enum {
    COSET_CSPM_AUTO,       /* components; a small process under an operator that can disappear is one component */
    COSET_CSPM_COMPONENTS, /* components under all operators, if they are not too many */
    COSET_CSPM_EXPLICIT    /* one component for the whole implementation */
} coset_cspm_compile_how;

typedef struct {
    uint64_t most_states;   /* of a process that is explored term by term */
    uint64_t most_composed; /* of a specification that is built from components */
    uint64_t most_bytes;    /* of values */
    coset_cspm_compile_how compile;
    coset_budget *budget; /* for all operations on the script; may be NULL */
    uint32_t n_conditions;
    const char *const *conditions; /* expressions for sets of events, in the syntax of the script */
} coset_cspm_options;

#define COSET_CSPM_OPTIONS                                                                                             \
    {                                                                                                                  \
        .most_states = 5000000, .most_composed = 200000000, .most_bytes = (uint64_t)4 << 30                            \
    }

/* Reads, checks and prepares a script. Errors: COSET_INPUT with messages in `text`. */
coset_status coset_cspm_open(coset_text *text, uint16_t file, const coset_cspm_options *options,
                             coset_cspm_script **out, coset_err *err) COSET_NODISCARD;
void coset_cspm_close(coset_cspm_script *c);

typedef enum {
    COSET_CSPM_REFINES,       /* specification, implementation */
    COSET_CSPM_DEADLOCK_FREE, /* of the implementation, and so are the following */
    COSET_CSPM_DIVERGENCE_FREE,
    COSET_CSPM_DETERMINISTIC,
    COSET_CSPM_HAS_TRACE,
    COSET_CSPM_SYMMETRIC /* decided statically */
} coset_cspm_question;

typedef enum {
    COSET_CSPM_DEFAULT,
    COSET_CSPM_T,
    COSET_CSPM_F,
    COSET_CSPM_FD,
    COSET_CSPM_V, /* revivals and refusal testing */
    COSET_CSPM_VD,
    COSET_CSPM_R,
    COSET_CSPM_RD
} coset_cspm_model;

typedef struct {
    const char *text;        /* without "assert", on one line */
    const char *spec, *impl; /* its processes, each on one line; spec is NULL if there is only one */
    coset_pos pos, asked;    /* of the whole; of the refinement or property, .. */
    uint32_t asked_len;      /* .. so many bytes long */
    coset_cspm_question question;
    coset_cspm_model model;
    bool negated;
    bool tau_priority, partial_order, symmetry; /* options of the assertion */
} coset_cspm_assertion;

uint32_t coset_cspm_n_assertions(const coset_cspm_script *c);
const coset_cspm_assertion *coset_cspm_assertion_at(const coset_cspm_script *c, uint32_t i);

/* SYMMETRIC: whether the assertion holds (negation included); if not, *reason is a sentence. */
coset_status coset_cspm_decide(coset_cspm_script *c, uint32_t i, bool *holds, const char **reason,
                               coset_err *err) COSET_NODISCARD;

typedef struct {
    const coset_lts *spec; /* REFINES, else NULL */
    coset_super impl;
    uint32_t n_events;
    const char *const *event_names;
    uint32_t n_locals; /* events of components from n_events + 1 on: their outside meaning, UINT32_MAX: none */
    const uint32_t *locals;
    bool composed;             /* a leaf was built from components: the terms of its states are unknown */
    const char *failures_only; /* a compression in it that preserves failures, but not revivals; or NULL */
    const char *stable_only;   /* likewise, one that does not preserve the offers of unstable states; or NULL */
    bool chases;               /* the system or the specification has a chase among its components */
    const bool *is_control;    /* [impl.n_components] represents an operator, not a process */
    uint32_t n_trace;          /* HAS_TRACE */
    const uint32_t *trace;
} coset_cspm_compiled;

/* With choices (lang/cspm/compile/choose.h; may be NULL) the system gets their types that have movable elements, and
 * labels for them. */
struct coset_cspm_choices;
coset_status coset_cspm_compile(coset_cspm_script *c, uint32_t i, const struct coset_cspm_choices *choices,
                                const coset_cspm_compiled **out, coset_err *err) COSET_NODISCARD;
void coset_cspm_compiled_free(coset_cspm_script *c, const coset_cspm_compiled *compiled);

/* Statements `print e`: the source of e, and its value as text (NULL after a message). The caller frees the value with
 * coset_delete. */
uint32_t coset_cspm_n_prints(const coset_cspm_script *c);
const char *coset_cspm_print_text(const coset_cspm_script *c, uint32_t i);
coset_status coset_cspm_print(coset_cspm_script *c, uint32_t i, char **value, coset_err *err) COSET_NODISCARD;

/* The events of a condition: sets events[e], for the first n_events, to whether e is one of them. */
coset_status coset_cspm_condition(coset_cspm_script *c, uint32_t i, uint32_t n_events, bool *events,
                                  coset_err *err) COSET_NODISCARD;

/* ---- replay of counterexamples -------------------------------------------------------------------------------- */

/* Replay by the operational semantics alone: whether a process can perform `events`, then reach a stable state that
 * offers no event outside `offers`, or diverge. Exact: `events` contains all taus; then `inner`, if given, lists for
 * each event its candidates before the outermost hidings, if it was not the same there. With `lazy` there may be more
 * taus than listed, but none that the outermost hidings create. */
typedef struct {
    bool of_spec; /* the specification of the assertion, else its implementation */
    bool exact;
    bool lazy;
    const uint32_t *events;
    const uint32_t *inner;
    const uint32_t *first_inner; /* [n_events + 1]: start of the candidates of each event */
    uint32_t n_events;
    double until; /* deadline on coset_clock_now; 0: none */
    enum { COSET_CSPM_ENDS, COSET_CSPM_REFUSES, COSET_CSPM_DIVERGES } end;
    const uint32_t *offers;
    uint32_t n_offers;
} coset_cspm_behaviour;

/* Errors: COSET_LIMIT if it cannot be decided within the bound. */
coset_status coset_cspm_can(coset_cspm_script *c, const coset_cspm_compiled *compiled, const coset_cspm_behaviour *b,
                            bool *can, coset_err *err) COSET_NODISCARD;

#endif

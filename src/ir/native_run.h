/* ir/native_run.h - machine code of a program, used by the interpreter if available.
 *
 * Layer    ir, private. Knows nothing of LLVM.
 * Code     a function returns 0 = went on, 1 = fault, 2 = cut by an assumption, 3 = the receiver of edges asked to
 *          stop, 4 = a property is false.
 */
#ifndef COSET_IR_NATIVE_RUN_H
#define COSET_IR_NATIVE_RUN_H

#include <stdatomic.h>

#include "ir/machine.h"

#define COSET_NATIVE_ON    0
#define COSET_NATIVE_FAULT 1
#define COSET_NATIVE_CUT   2
#define COSET_NATIVE_STOP  3
#define COSET_NATIVE_FALSE 4

/* `look` is the memory that guards read (state first, then frames), `work` the one that bodies write; `rank` as in a
 * coset_ir_trial. */
typedef uint32_t coset_native_rule_code(coset_value *look, coset_value *work, coset_machine *m, uint32_t rank);
/* `instance`: of an indexed property. */
typedef uint32_t coset_native_prop_code(coset_value *look, coset_machine *m, uint32_t instance);

#define COSET_NATIVE_TIERS 2

typedef struct coset_native_code coset_native_code;

/* Approximate execution counts of one worker: two workers may share counts, and lose some. Those of different workers
 * are on separate cache lines, because they are written all the time. */
#define COSET_NATIVE_COUNTERS 16
typedef struct coset_native_counts {
    atomic_uint *rules;     /* [n_rules] trials, and bodies that were interpreted */
    atomic_uint *functions; /* [n_functions] calls by the interpreter */
    atomic_ullong *spent;   /* [n_rules] nanoseconds in machine code, without the receiver of the edges */
} coset_native_counts;

/* Cost of translation so far. */
typedef struct {
    uint32_t pieces;
    double seconds; /* of the processor */
} coset_native_cost;

/* Grows while it is in use: the translator of a piece writes whether it needs memory, then publishes it (release);
 * workers load it with acquire. */
struct coset_native_code {
    coset_native_cost costs[COSET_NATIVE_TIERS]; /* of rules, for the translator */
    _Atomic(coset_native_rule_code *) *rules;    /* [n_rules]; NULL: interpreted (so far) */
    _Atomic(coset_native_prop_code *) *props;    /* [n_props of the program]; likewise */
    bool *rule_needs_memory, *prop_needs_memory; /* some local of guard or property is in memory */
    coset_native_counts counts[COSET_NATIVE_COUNTERS];
    unsigned *before;                  /* [n_rules] trials and bodies when the translator last checked */
    _Atomic(uintptr_t) *entries;       /* [n_functions] used for calls by the quick tier */
    uint32_t n_pieces;                 /* of all tiers: in each first rules, then properties, then functions */
    const void *const **addresses;     /* [n_pieces] for each the table that its code reads, written before the code */
    void *keepers[COSET_NATIVE_TIERS]; /* owners of the code */
    void (*release)(void *keeper);
    atomic_uint workers; /* number that were given counts */
};

/* QUICK: translated fast. GOOD: optimised, which takes three to ten times as long and pays in long searches. */
typedef enum { COSET_NATIVE_QUICK, COSET_NATIVE_GOOD } coset_native_tier;

/* What is translated, until `quit` becomes true: rules that were needed `least` times since `code->before` and for
 * which it pays; of the functions that quick code calls, those called as often; for the others it leaves the rule to
 * the interpreter. If there is nothing to translate, `rest` may set `before` and says whether to check again. */
typedef struct {
    const atomic_bool *quit;
    unsigned least; /* 0: all, and there is no rest */
    bool (*pays)(void *ctx, uint32_t rule);
    bool (*rest)(void *ctx);
    void *ctx;
} coset_native_pace;

/* native_load.c: piece by piece. COSET_UNSUPPORTED if there is no LLVM, or it refuses. */
coset_status coset_native_translate(const coset_ir_machine_model *model, coset_native_tier tier,
                                    coset_native_code *code, const coset_native_pace *pace,
                                    coset_err *err) COSET_NODISCARD;
/* native_code.c */
void coset_native_code_init(coset_native_code *code, const coset_ir *ir); /* zero before */
void coset_native_code_fini(coset_native_code *code);
/* For the next worker; NULL: the model interprets. */
const coset_native_counts *coset_native_counts_of(coset_native_code *code);
/* Of all workers. */
unsigned coset_native_runs(const coset_native_code *code, uint32_t rule);
unsigned coset_native_calls(const coset_native_code *code, uint32_t function);
double coset_native_spent(const coset_native_code *code, uint32_t rule); /* seconds in machine code */

/* Memory for a guard or property: the state itself if no local needs memory, else a copy followed by frames. */
coset_value *coset_native_view(coset_machine *m, const coset_value *state);
static inline coset_value *coset_native_look(coset_machine *m, const coset_value *state, bool needs_memory)
{
    if (!needs_memory && state)
        return (coset_value *)(uintptr_t)state; /* the code does not write to it */
    return coset_native_view(m, state);
}

/* Adds n runs. */
static inline void coset_native_count(atomic_uint *counter, unsigned n)
{
    n += atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, n, memory_order_relaxed);
}

#define COSET_NATIVE_SAMPLE 61U /* sampling: one of this many trials in machine code is counted, for all of them */

/* Runs the code of a sampled trial. */
uint32_t coset_native_run_counted(coset_machine *m, coset_ir_trial trial, coset_native_rule_code *rule,
                                  coset_value *look);

/* Runs a trial on m->source. False: the interpreter must run it, skipping the first m->skip edges (already emitted);
 * else *status is that of the receiver. */
static inline bool coset_native_run_rule(coset_machine *m, coset_ir_trial trial, coset_status *status)
{
    const coset_native_code *code = m->code;
    coset_native_rule_code *rule = code ? atomic_load_explicit(&code->rules[trial.rule], memory_order_acquire) : NULL;
    m->skip = 0;
    if (!rule)
        return false;
    m->fired = 0;
    m->n_covers = 0;
    coset_value *look = coset_native_look(m, m->source, code->rule_needs_memory[trial.rule]);
    switch (++m->n_native % COSET_NATIVE_SAMPLE ? rule(look, m->mem, m, trial.rank)
                                                : coset_native_run_counted(m, trial, rule, look)) {
    case COSET_NATIVE_STOP:
        *status = m->stopped;
        return true;
    case COSET_NATIVE_FAULT:
        m->skip = m->fired;
        return false;
    default:
        *status = COSET_OK;
        return true;
    }
}
/* True: *value is that of the property, or of its instance. False: the interpreter must evaluate it. */
bool coset_native_prop(coset_machine *m, uint32_t prop, uint32_t instance, const coset_value *state, coset_eval *value);

/* Called by the code. */
uint32_t coset_native_fire(coset_machine *m, uint32_t group, uint64_t instance);
void coset_native_cover(coset_machine *m, uint32_t prop);
void coset_native_clear(const coset_ir_type *t, coset_value *at);
uint32_t coset_native_same(const coset_value *a, const coset_value *b, uint64_t n);
/* For checked loops: not 0 if the interpreter must run them. */
/* `fp`: of the frame that the loop is in, in memory `mem`; frames inside begin at `floor`; `names` of the loop's key.
 */
uint32_t coset_native_loop(coset_machine *m, const coset_value *mem, uint32_t loop, uint32_t fp, uint32_t floor,
                           const coset_value *names);
uint32_t coset_native_iteration(coset_machine *m, uint32_t loop, uint32_t rank);
uint32_t coset_native_loop_end(coset_machine *m, uint32_t loop);
void coset_native_touch(coset_machine *m, const coset_ir_place *p, uint32_t address);
/* First absent entry of a bag of `entries` entries of `width` slots: its number, or `entries`. */
uint32_t coset_native_bag_room(const coset_value *bag, uint32_t entries, uint32_t width);

#endif

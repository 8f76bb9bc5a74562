/* jit/translate.c - a program as machine code.
 *
 * The program is translated in pieces, each a module: a property, or a few rules. The rules that run most often come
 * first; rules that seldom run wait until they run more. So the first code runs soon, and at the end the search waits
 * for at most one piece. LLVM takes half a millisecond for any module, so small rules share one. For optimised code,
 * the functions that a rule calls are translated with it, so that they can be inlined; else once, with the first piece
 * that calls them. A rule that calls functions is a piece of its own. */
#include <stdio.h>
#include <string.h>

#include "base/budget.h"
#include "ir/interp.h"
#include "jit/compile.h"

/* ---- functions ---------------------------------------------------------------------------------------------- */

static uint32_t largest_frame(const coset_ir *ir, uint32_t rule_frame)
{
    for (uint32_t i = 0; i < ir->n_functions; i++)
        if (ir->functions[i]->frame_size > rule_frame)
            rule_frame = ir->functions[i]->frame_size;
    return rule_frame;
}

static void init_functions(coset_jit *n)
{
    const coset_ir *ir = n->model->ir;
    n->n_functions = ir->n_functions;
    n->functions = coset_new(ir->n_functions, sizeof *n->functions);
    for (uint32_t i = 0; i < ir->n_functions; i++) {
        coset_jit_fn *f = &n->functions[i];
        f->function = ir->functions[i];
        f->in_memory = coset_new(f->function->frame_size + (size_t)1, 1);
        coset_jit_mark_stmts(f->function->body, f->in_memory);
    }
    coset_jit_scan(n);
}

static void fini(coset_jit *n)
{
    for (uint32_t i = 0; i < n->n_functions; i++) {
        coset_delete(n->functions[i].in_memory);
        coset_delete(n->functions[i].reaches);
    }
    coset_delete(n->functions);
    coset_vec_fini(&n->addresses);
    coset_delete(n->promoted);
    coset_delete(n->wide);
}

/* ---- piece by piece ------------------------------------------------------------------------------------------ */

#define MOST_RULES  8U   /* of a piece, */
#define MOST_BLOCKS 256U /* and no more of them if it has so many basic blocks */

typedef struct {
    coset_jit n;
    coset_native_code *code;
    coset_compiler compiler;
    bool *done;                                    /* [n_rules] has been in a piece, or cannot be translated */
    uint32_t left;                                 /* number of rules not done */
    uint32_t rules[MOST_RULES], n_rules, n_blocks; /* of the piece */
} translator;

/* Replaces a function that was not called often: the interpreter takes over, and counts its calls. */
static uint32_t leave_it(void) { return COSET_NATIVE_FAULT; }

/* Quick code contains a function once, after it has been called `least` times. */
static void choose_functions(translator *t, unsigned least)
{
    for (uint32_t i = 0; i < t->n.n_functions; i++) {
        coset_jit_fn *f = &t->n.functions[i];
        bool often = coset_native_calls(t->code, i) >= least;
        f->built = f->reached && (!t->n.quick || (often && !f->added));
        if (!f->reached || f->built || f->added || f->cold)
            continue;
        f->cold = true;
        atomic_store_explicit(&t->code->entries[i], (uintptr_t)leave_it, memory_order_release);
    }
}

/* A module for a piece, with the functions that it may call; all are translatable. `number`: among the pieces of its
 * tier. */
static void begin_piece(translator *t, uint32_t number, unsigned least)
{
    coset_jit *n = &t->n;
    char name[32];
    n->piece = (uint32_t)t->compiler.tier * (t->code->n_pieces / COSET_NATIVE_TIERS) + number;
    COSET_INVARIANT(n->piece < t->code->n_pieces && !t->code->addresses[n->piece]); /* each is made once */
    n->addresses.n = 0;
    choose_functions(t, least);
    n->module = LLVMModuleCreateWithNameInContext("coset", n->context);
    for (uint32_t i = 0; i < n->n_functions; i++) {
        coset_jit_fn *f = &n->functions[i];
        if (!f->built)
            continue;
        (void)snprintf(name, sizeof name, "f%u", i);
        f->code = LLVMAddFunction(n->module, name, coset_jit_function_type(n, f->function));
        LLVMSetLinkage(f->code, n->quick ? LLVMExternalLinkage : LLVMInternalLinkage);
    }
    for (uint32_t i = 0; i < n->n_functions; i++)
        if (n->functions[i].built)
            coset_jit_function(n, &n->functions[i]);
}

/* The table that the code of the piece reads, written before any of it can run. */
static void publish_addresses(translator *t)
{
    const coset_jit *n = &t->n;
    const void **table = coset_new(n->addresses.n, sizeof *table);
    if (n->addresses.n)
        memcpy(table, n->addresses.at, n->addresses.n * sizeof *table);
    t->code->addresses[n->piece] = table;
}

/* Compiles the module; functions in it get their entries. */
static LLVMErrorRef end_piece(translator *t)
{
    char own[32];
    uintptr_t entry = 0;
    publish_addresses(t);
    LLVMErrorRef e = coset_compiler_add(&t->compiler, t->n.module);
    for (uint32_t i = 0; !e && t->n.quick && i < t->n.n_functions; i++) {
        coset_jit_fn *f = &t->n.functions[i];
        if (!f->built)
            continue;
        (void)snprintf(own, sizeof own, "f%u", i);
        e = coset_compiler_find(&t->compiler, own, &entry);
        COSET_INVARIANT(e || entry);
        atomic_store_explicit(&t->code->entries[i], entry, memory_order_release);
        f->added = true;
    }
    return e;
}

/* A second tier computes the same needs: then nothing is written that workers read. */
static void note_need(bool *needs, bool need)
{
    if (need && !*needs)
        *needs = true;
}

static LLVMErrorRef translate_prop(translator *t, uint32_t prop)
{
    char name[32];
    coset_native_prop_code *f;
    uintptr_t address = 0;
    bool calls = coset_jit_reach_prop(&t->n, prop);
    begin_piece(t, t->n.model->ir->n_rules + prop, 0);
    (void)snprintf(name, sizeof name, "p%u", prop);
    note_need(&t->code->prop_needs_memory[prop], coset_jit_prop(&t->n, prop, name) || calls);
    LLVMErrorRef e = end_piece(t);
    if (!e)
        e = coset_compiler_find(&t->compiler, name, &address);
    COSET_INVARIANT(e || address); /* workers take 0 for: not translated */
    memcpy(&f, &address, sizeof f);
    if (!e)
        atomic_store_explicit(&t->code->props[prop], f, memory_order_release);
    return e;
}

static LLVMErrorRef translate_function(translator *t, uint32_t function, unsigned least)
{
    coset_jit_reach_function(&t->n, function);
    begin_piece(t, t->n.model->ir->n_rules + t->n.model->ir->n_props + function, least);
    return end_piece(t);
}

static bool goes_on(const coset_native_pace *pace) { return !atomic_load_explicit(pace->quit, memory_order_relaxed); }

static LLVMErrorRef translate_props(translator *t, const coset_native_pace *pace)
{
    LLVMErrorRef e = NULL;
    for (uint32_t i = 0; !e && i < t->n.model->ir->n_props && goes_on(pace); i++)
        if (coset_jit_takes_prop(&t->n, i))
            e = translate_prop(t, i);
    return e;
}

/* The rule that is not done, pays, and has run most often since the last rest; the first of several. n_rules: none has
 * run often enough. */
static uint32_t most_wanted(const translator *t, const coset_native_pace *pace)
{
    uint32_t n = t->n.model->ir->n_rules, best = n;
    unsigned most = pace->least;
    for (uint32_t i = 0; i < n; i++) {
        unsigned runs = coset_native_runs(t->code, i) - t->code->before[i];
        if (!t->done[i] && (best == n ? runs >= most : runs > most) && pace->pays(pace->ctx, i)) {
            best = i;
            most = runs;
        }
    }
    return best;
}

/* An untranslated function that code calls often by now; n_functions: there is none. `*left`: the number of
 * untranslated functions that code calls. */
static uint32_t most_called(const translator *t, unsigned least, uint32_t *left)
{
    uint32_t best = t->n.n_functions;
    *left = 0;
    for (uint32_t i = 0; i < t->n.n_functions; i++) {
        const coset_jit_fn *f = &t->n.functions[i];
        unsigned calls = coset_native_calls(t->code, i);
        *left += f->cold && !f->added;
        if (f->cold && !f->added && calls >= least) {
            best = i;
            least = calls;
        }
    }
    return best;
}

static void name_rule(char *name, size_t size, uint32_t rule) { (void)snprintf(name, size, "r%u", rule); }

static void build_rule(translator *t, uint32_t rule, bool calls)
{
    char name[32];
    name_rule(name, sizeof name, rule);
    note_need(&t->code->rule_needs_memory[rule], coset_jit_rule(&t->n, rule, name) || calls);
    t->rules[t->n_rules++] = rule;
    t->n_blocks += LLVMCountBasicBlocks(t->n.fn);
}

static bool has_room(const translator *t) { return t->n_rules < MOST_RULES && t->n_blocks < MOST_BLOCKS; }

static void note_done(translator *t, uint32_t rule)
{
    t->done[rule] = true;
    t->left--;
}

/* More rules for the piece, until one calls a function. */
static void build_more(translator *t, const coset_native_pace *pace)
{
    const uint32_t n = t->n.model->ir->n_rules;
    for (uint32_t i; has_room(t) && goes_on(pace) && (i = most_wanted(t, pace)) < n; note_done(t, i))
        if (coset_jit_takes_rule(&t->n, i)) {
            if (coset_jit_reach_rule(&t->n, i))
                break;
            build_rule(t, i, false);
        }
}

static LLVMErrorRef publish_rule(translator *t, uint32_t rule)
{
    char name[32];
    coset_native_rule_code *f;
    uintptr_t address = 0;
    name_rule(name, sizeof name, rule);
    LLVMErrorRef e = coset_compiler_find(&t->compiler, name, &address);
    COSET_INVARIANT(e || address); /* workers take 0 for: not translated */
    memcpy(&f, &address, sizeof f);
    if (!e)
        atomic_store_explicit(&t->code->rules[rule], f, memory_order_release);
    return e;
}

/* A piece that begins with the rule. */
static LLVMErrorRef translate_from(translator *t, uint32_t rule, const coset_native_pace *pace)
{
    double begun = coset_clock_thread();
    bool calls = coset_jit_reach_rule(&t->n, rule);
    t->n_rules = t->n_blocks = 0;
    begin_piece(t, rule, pace->least);
    build_rule(t, rule, calls);
    if (!calls)
        build_more(t, pace);
    LLVMErrorRef e = end_piece(t);
    for (uint32_t i = 0; !e && i < t->n_rules; i++)
        e = publish_rule(t, t->rules[i]);
    coset_native_cost *cost = &t->code->costs[t->compiler.tier];
    cost->pieces += t->n_rules;
    cost->seconds += coset_clock_thread() - begun;
    return e;
}

/* Until all are done, or it is told to stop. */
static LLVMErrorRef translate_rules(translator *t, const coset_native_pace *pace)
{
    uint32_t n = t->n.model->ir->n_rules, functions = 0;
    LLVMErrorRef e = NULL;
    while (!e && goes_on(pace)) {
        uint32_t i = most_wanted(t, pace), f = most_called(t, pace->least, &functions);
        if (t->left + functions == 0)
            break;
        if (i < n) {
            note_done(t, i);
            if (coset_jit_takes_rule(&t->n, i))
                e = translate_from(t, i, pace);
        } else if (f < t->n.n_functions) {
            e = translate_function(t, f, pace->least);
        } else if (!pace->rest(pace->ctx)) {
            break;
        }
    }
    return e;
}

static LLVMErrorRef translate_all(translator *t, const coset_native_pace *pace)
{
    LLVMErrorRef e = translate_props(t, pace);
    return e ? e : translate_rules(t, pace);
}

static void init(translator *t)
{
    coset_jit *n = &t->n;
    uint32_t frame = largest_frame(n->model->ir, n->model->rule_frame) + 1;
    n->promoted = coset_new(frame, sizeof(LLVMValueRef));
    n->wide = coset_new(frame, sizeof(LLVMValueRef));
    init_functions(n);
    t->left = n->model->ir->n_rules;
    t->done = coset_new(t->left, sizeof *t->done);
}

coset_status coset_jit_translate(const coset_ir_machine_model *model, coset_native_tier tier, coset_native_code *code,
                                 const coset_native_pace *pace, coset_err *err)
{
    translator t = {.n = {.model = model, .quick = tier == COSET_NATIVE_QUICK, .entries = code->entries},
                    .code = code,
                    .compiler = {.tier = tier}};
    init(&t);
    LLVMErrorRef e = coset_compiler_open(&t.compiler, &t.n);
    if (!e) {
        code->keepers[tier] = t.compiler.jit;
        e = translate_all(&t, pace);
    }
    coset_compiler_close(&t.compiler, &t.n);
    fini(&t.n);
    coset_delete(t.done);
    return e ? coset_compiler_refuse(err, e) : COSET_OK;
}

/* ir/native_code.c - the table of a program's machine code, and execution counts. */
#include "ir/native_run.h"

void coset_native_code_init(coset_native_code *code, const coset_ir *ir)
{
    code->rules = coset_new(ir->n_rules, sizeof *code->rules);
    code->props = coset_new(ir->n_props, sizeof *code->props);
    for (uint32_t i = 0; i < COSET_NATIVE_COUNTERS; i++) {
        coset_native_counts *c = &code->counts[i];
        c->rules = coset_new_apart((size_t)ir->n_rules + ir->n_functions, sizeof *c->rules);
        c->functions = c->rules + ir->n_rules;
        c->spent = coset_new_apart(ir->n_rules, sizeof *c->spent);
    }
    code->before = coset_new(ir->n_rules, sizeof *code->before);
    code->entries = coset_new(ir->n_functions, sizeof *code->entries);
    code->n_pieces = COSET_NATIVE_TIERS * (ir->n_rules + ir->n_props + ir->n_functions);
    code->addresses = coset_new(code->n_pieces, sizeof *code->addresses);
    code->rule_needs_memory = coset_new(ir->n_rules, sizeof(bool));
    code->prop_needs_memory = coset_new(ir->n_props, sizeof(bool));
}

void coset_native_code_fini(coset_native_code *code)
{
    for (uint32_t i = 0; i < COSET_NATIVE_TIERS; i++)
        if (code->keepers[i])
            code->release(code->keepers[i]);
    coset_delete(code->rules);
    coset_delete(code->props);
    for (uint32_t i = 0; i < COSET_NATIVE_COUNTERS; i++) {
        coset_delete(code->counts[i].rules);
        coset_delete(code->counts[i].spent);
    }
    coset_delete(code->before);
    coset_delete(code->entries);
    for (uint32_t i = 0; i < code->n_pieces; i++)
        coset_delete((void *)(uintptr_t)code->addresses[i]);
    coset_delete(code->addresses);
    coset_delete(code->rule_needs_memory);
    coset_delete(code->prop_needs_memory);
}

const coset_native_counts *coset_native_counts_of(coset_native_code *code)
{
    return code ? &code->counts[atomic_fetch_add(&code->workers, 1) % COSET_NATIVE_COUNTERS] : NULL;
}

unsigned coset_native_runs(const coset_native_code *code, uint32_t rule)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < COSET_NATIVE_COUNTERS; i++)
        n += atomic_load_explicit(&code->counts[i].rules[rule], memory_order_relaxed);
    return n;
}

unsigned coset_native_calls(const coset_native_code *code, uint32_t function)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < COSET_NATIVE_COUNTERS; i++)
        n += atomic_load_explicit(&code->counts[i].functions[function], memory_order_relaxed);
    return n;
}

double coset_native_spent(const coset_native_code *code, uint32_t rule)
{
    double nano = 0;
    for (uint32_t i = 0; i < COSET_NATIVE_COUNTERS; i++)
        nano += (double)atomic_load_explicit(&code->counts[i].spent[rule], memory_order_relaxed);
    return 1e-9 * nano;
}

/* ir/chain.c - see ir/chain.h. */
#include "ir/chain.h"

#include "ir/machine.h"

const coset_ir_stmt *coset_machine_body(const coset_ir_machine_model *m, uint32_t rule)
{
    return m->chains && m->chains[rule].n ? m->chains[rule].body : m->ir->rules[rule].body;
}

/* A copy of the statements of the list, followed by others. */
static const coset_ir_stmt *join(coset_arena *a, const coset_ir_stmt *list, const coset_ir_stmt *behind)
{
    const coset_ir_stmt *first = behind, **at = &first;
    for (; list; list = list->next) {
        coset_ir_stmt *copy = coset_arena_copy(a, list, 1, sizeof *copy);
        copy->next = behind;
        *at = copy;
        at = (const coset_ir_stmt **)&copy->next;
    }
    return first;
}

static bool ends_early(const coset_ir_stmt *s)
{
    for (; s; s = s->next)
        if (s->op == COSET_S_RETURN || ends_early(s->body) || ends_early(s->other))
            return true;
    return false;
}

/* Both have the same frame: only parameters, so the first rule leaves nothing else in it. */
static bool may_join(const coset_ir_rule *r, const coset_ir_rule *next)
{
    bool alike = r->n_params == next->n_params && r->frame_size == next->frame_size && !r->prelude && !next->prelude;
    uint32_t cells = 0;
    for (uint32_t i = 0; alike && i < r->n_params; i++) {
        alike = r->params[i].frame == next->params[i].frame && r->params[i].type == next->params[i].type;
        cells += r->params[i].type->kind == COSET_T_INT ? 2 : 1;
    }
    return alike && cells == r->frame_size && !ends_early(r->body);
}

/* The rule that follows rule i in a chain, or n_rules. */
static uint32_t next_of(const coset_ir *ir, uint32_t i)
{
    uint32_t next = ir->rules[i].follows;
    return next && may_join(&ir->rules[i], &ir->rules[next - 1]) ? next - 1 : ir->n_rules;
}

/* The rules of the chain that begins with rule i, in order, up to one with several predecessors, which begins its own
 * chain. */
static uint32_t line_from(uint32_t i, const uint32_t *next, const uint32_t *n_before, uint32_t n, uint32_t *line)
{
    uint32_t k = 0;
    do
        line[k++] = i;
    while ((i = next[i]) < n && n_before[i] == 1);
    return k;
}

const coset_ir_chain *coset_ir_chains(const coset_ir *ir)
{
    uint32_t n = ir->n_rules, longest = 0;
    uint32_t *line = coset_new(n, sizeof *line), *next = coset_new(n, sizeof *next);
    uint32_t *n_before = coset_new(n + (size_t)1, sizeof *n_before);
    coset_ir_chain *chains = coset_arena_get(ir->arena, n, sizeof *chains);
    for (uint32_t i = 0; i < n; i++) {
        next[i] = next_of(ir, i);
        n_before[next[i]]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        const coset_ir_stmt *body = NULL;
        uint32_t k = n_before[i] == 1 ? 0 : line_from(i, next, n_before, n, line);
        for (uint32_t j = k; k > 1 && j-- > 0;)
            body = join(ir->arena, ir->rules[line[j]].body, body);
        if (k > 1)
            chains[i] = (coset_ir_chain){k - 1, coset_arena_copy(ir->arena, line + 1, k - 1, sizeof *line), body};
        longest = k > longest ? k : longest;
    }
    coset_delete(line);
    coset_delete(next);
    coset_delete(n_before);
    return longest > 1 ? chains : NULL;
}

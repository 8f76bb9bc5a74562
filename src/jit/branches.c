/* jit/branches.c - code for a chain of IFs on one variable: a switch. */
#include "jit/jit_int.h"

bool coset_jit_is_chain(const coset_ir_stmt *s)
{
    if (!s->links || !s->expr->set->strict)
        return false;
    for (uint64_t v = 1; v <= s->expr->set->place->type->n; v++)
        if (s->links[v] > 0)
            return true;
    return false;
}

/* The last IF of the chain. */
static const coset_ir_stmt *last_link(const coset_ir_stmt *s)
{
    uint8_t most = 0;
    for (uint64_t v = 1; v <= s->expr->set->place->type->n; v++)
        most = s->links[v] > most ? s->links[v] : most;
    for (uint8_t i = 0; i < most; i++)
        s = s->other;
    return s;
}

void coset_jit_branches(coset_jit *n, const coset_ir_stmt *s)
{
    const coset_ir_set *set = s->expr->set;
    const coset_ir_stmt *last = last_link(s);
    LLVMBasicBlockRef end = coset_jit_block(n, "endif"), other = coset_jit_block(n, "else");
    LLVMValueRef choice = LLVMBuildSwitch(n->b, coset_jit_content(n, set->place), other, (unsigned)set->place->type->n);
    uint8_t link = 0;
    for (const coset_ir_stmt *at = s;; at = at->other, link++) {
        LLVMBasicBlockRef yes = NULL;
        for (uint64_t v = 1; v <= set->place->type->n; v++) {
            if (s->links[v] != link || !coset_ir_is_in(at->expr->set, (uint32_t)v))
                continue;
            if (!yes)
                yes = coset_jit_block(n, "then");
            LLVMAddCase(choice, coset_jit_u32(n, (uint32_t)v), yes);
        }
        if (yes) {
            coset_jit_at(n, yes);
            coset_jit_stmts(n, at->body);
            LLVMBuildBr(n->b, end);
        }
        if (at == last)
            break;
    }
    coset_jit_at(n, other);
    coset_jit_stmts(n, last->other);
    LLVMBuildBr(n->b, end);
    coset_jit_at(n, end);
}

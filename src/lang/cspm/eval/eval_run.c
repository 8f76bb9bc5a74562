/* Evaluation of thunks. */
#include "lang/cspm/eval/eval_int.h"

/* Binds all names of a definition's pattern at once: the thunks in their places call this. */
static cspm_value *bind_definition(cspm_machine *m, const cspm_decl *d, cspm_frame *frame, cspm_value *asked)
{
    cspm_frame *found = coset__eval_frame_copy(m, frame);
    cspm_value *v = found ? coset__eval_node(m, d->node->kid[1], frame) : NULL;
    int matches = v ? coset__eval_match(m, d->node->kid[0], v, found) : -1;
    if (matches == 0) {
        m->here = d->node;
        return coset__eval_wrong(m, "the value does not match the pattern of this definition");
    }
    if (matches < 0)
        return NULL;
    cspm_value *result = NULL;
    for (uint32_t i = 0; i < d->n_symbols; i++) {
        cspm_value *place = frame->at[d->symbols[i]->slot], *value = found->at[d->symbols[i]->slot];
        if (place == asked)
            result = value;
        else if (place->kind == VALUE_THUNK && place->sub != THUNK_DONE && place != value) {
            place->sub = THUNK_DONE;
            place->at[0].value = value;
        }
    }
    return result ? coset__eval_force(m, result) : NULL;
}

cspm_value *coset__eval_thunk(cspm_machine *m, cspm_value *t)
{
    cspm_cell a = t->at[0], b = t->at[1];
    uint8_t kind = t->sub;
    t->sub = THUNK_RUNNING;
    switch (kind) {
    case THUNK_NODE:
        return coset__eval_node(m, a.node, b.frame);
    case THUNK_PATTERN:
        return bind_definition(m, a.decl, b.frame, t);
    case THUNK_RANGE:
        return coset__seq_range_after(m, a.integer, b.value, t->at[2].value);
    case THUNK_APPEND:
        return coset__seq_append(m, a.value, b.value);
    case THUNK_CONCAT:
        return coset__seq_concat(m, a.value);
    default:
        return coset__seq_more(m, t);
    }
}

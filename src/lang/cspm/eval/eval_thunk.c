/* Lazy evaluation: thunks, definitions, and the fields of channels and constructors. */
#include "lang/cspm/eval/eval_int.h"

static cspm_value *thunk(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *t = coset__value_new(m, VALUE_THUNK, THUNK_NODE, 2);
    if (!t)
        return NULL;
    t->at[0].node = node;
    t->at[1].frame = frame;
    return t;
}

cspm_value *coset__eval_variable(const cspm_symbol *symbol, const cspm_frame *frame)
{
    while (frame->level > symbol->level)
        frame = frame->outer;
    return frame->at[symbol->slot];
}

cspm_value *coset__eval_later(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    switch (node->kind) {
    case CSPM_PAREN:
        return coset__eval_later(m, node->kid[0], frame);
    case CSPM_INT:
    case CSPM_BOOL:
        if (!coset__eval_room(m))
            return NULL;
        m->here = node;
        return node->kind == CSPM_INT ? coset__value_int(m, node->value) : coset__value_bool(m, node->value);
    case CSPM_NAME:
        if (node->symbol->kind != SYMBOL_BUILTIN)
            return coset__eval_variable(node->symbol, frame);
        return thunk(m, node, frame);
    default:
        return thunk(m, node, frame);
    }
}

cspm_value *coset__eval_force(cspm_machine *m, cspm_value *v)
{
    while (v && v->kind == VALUE_THUNK) {
        if (v->sub == THUNK_DONE) {
            v = v->at[0].value;
            continue;
        }
        if (v->sub == THUNK_RUNNING)
            return coset__eval_wrong(m, "this value needs itself");
        if (v->sub == THUNK_BROKEN)
            return coset__eval_wrong(m, "this value could not be evaluated before");
        if (!coset__eval_room(m))
            return NULL;
        const cspm_node *here = m->here;
        cspm_value *result = m->run(m, v);
        m->here = m->failed ? m->here : here;
        if (!result) {
            v->sub = THUNK_BROKEN;
            return NULL;
        }
        v->sub = THUNK_DONE;
        v->at[0].value = result;
        v = result;
    }
    return v;
}

/* ---- definitions --------------------------------------------------------------------------------------------- */

cspm_value *coset__eval_closure(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *f = coset__value_new(m, VALUE_FUNCTION, 0, 2);
    if (!f)
        return NULL;
    f->at[0].node = node;
    f->at[1].frame = frame;
    return f;
}

static cspm_value *data_head(cspm_machine *m, cspm_symbol *symbol)
{
    cspm_value *v = coset__value_new(m, VALUE_DATA, 0, 1);
    if (v)
        v->at[0].symbol = symbol;
    return v;
}

static cspm_value *type_set(cspm_machine *m, cspm_symbol *symbol)
{
    cspm_value *v = coset__value_new(m, VALUE_SET, SET_TYPE, 2);
    if (v)
        v->at[0].symbol = symbol;
    return v;
}

static cspm_value *pattern_thunk(cspm_machine *m, const cspm_decl *d, cspm_frame *frame)
{
    cspm_value *t = coset__value_new(m, VALUE_THUNK, THUNK_PATTERN, 2);
    if (!t)
        return NULL;
    t->at[0].decl = d;
    t->at[1].frame = frame;
    return t;
}

static cspm_value *define(cspm_machine *m, const cspm_decl *d, cspm_symbol *symbol, cspm_frame *frame)
{
    switch (symbol->kind) {
    case SYMBOL_CHANNEL:
    case SYMBOL_CONSTRUCTOR:
        return data_head(m, symbol);
    case SYMBOL_DATATYPE:
        return type_set(m, symbol);
    case SYMBOL_SUBTYPE:
    case SYMBOL_NAMETYPE:
        return thunk(m, d->node, frame);
    case SYMBOL_VALUE:
        if (d->node->kind == CSPM_FUNCTION)
            return coset__eval_closure(m, d->node, frame);
        if (d->node->kid[0]->kind == CSPM_BINDER)
            return thunk(m, d->node->kid[1], frame);
        return pattern_thunk(m, d, frame);
    default:
        return m->nil; /* instances have no value */
    }
}

bool coset__eval_define(cspm_machine *m, const cspm_groups *groups, cspm_frame *frame)
{
    for (uint32_t i = 0; groups->n && i < groups->start[groups->n]; i++) {
        const cspm_decl *d = groups->decls[i];
        for (uint32_t k = 0; k < d->n_symbols; k++) {
            frame->at[d->symbols[k]->slot] = define(m, d, d->symbols[k], frame);
            if (m->failed)
                return false;
        }
    }
    return true;
}

/* ---- fields of channels and constructors ---------------------------------------------------------------------- */

cspm_value *coset__dot_fields(cspm_machine *m, cspm_symbol *symbol)
{
    cspm_value **place = &m->fields[symbol->slot];
    if (*place == m->nil)
        return coset__eval_wrong(m, "the fields of `%s` need themselves", symbol->name);
    if (*place)
        return *place;
    const cspm_node *here = m->here;
    *place = m->nil;
    cspm_value *found = m->declared_fields(m, symbol);
    *place = found;
    m->here = m->failed ? m->here : here;
    return found;
}

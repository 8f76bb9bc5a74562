/* ir/frame.h - initial memory of a rule or a property: a state and an empty frame.
 *
 * Layer    ir, private.
 */
#ifndef COSET_IR_FRAME_H
#define COSET_IR_FRAME_H

#include "ir/machine.h"

/* Loads the state; NULL: all undefined. */
static inline void coset_machine_set_state(coset_machine *m, const coset_value *state)
{
    size_t bytes = m->model->base.n_slots * sizeof *m->mem;
    if (state)
        memcpy(m->mem, state, bytes);
    else
        memset(m->mem, 0, bytes);
    if (m->probe && m->probe->first)
        memcpy(m->probe->open, m->probe->first, m->model->base.n_slots);
}

/* From now on trials run on that state. */
static inline void coset_machine_set_source(coset_machine *m, const coset_value *state)
{
    m->source = state;
    if (!m->code) /* else the interpreter of a rule sets it */
        coset_machine_set_state(m, state);
}

/* Reverts what called functions have written to the state. */
static inline void coset_machine_take_back(coset_machine *m)
{
    if (m->called)
        coset_machine_set_state(m, m->source);
    m->called = false;
}

/* A new frame for a rule or property at the bottom of the stack. */
static inline void coset_machine_enter(coset_machine *m, uint32_t frame_size)
{
    m->fp = m->model->base.n_slots;
    m->sp = m->fp + frame_size;
    m->depth = m->call_copy.depth = 0;
    m->stack_base = (uintptr_t)__builtin_frame_address(0);
    m->fuel = COSET_IR_FUEL;
    m->function = NULL;
    m->n_covers = 0;
    m->output.n = m->messages.n = m->marks.n = 0;
    memset(&m->mem[m->fp], 0, frame_size * sizeof *m->mem);
}

#endif

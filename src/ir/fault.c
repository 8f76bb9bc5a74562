/* ir/fault.c - fault messages, in the terms of the model. */
#include <stdarg.h>
#include <stdio.h>

#include "ir/machine.h"

#define NAME_ROOM 96

bool coset_machine_fault(coset_machine *m, coset_fault_kind kind, coset_pos pos, const char *fmt, ...)
{
    va_list args;
    m->cut = false;
    m->fault.kind = kind;
    m->fault.prop = COSET_NO_PROP;
    m->fault.pos = pos;
    if (m->probe)
        return false;
    va_start(args, fmt);
    vsnprintf(m->fault.text, sizeof m->fault.text, fmt, args);
    va_end(args);
    return false;
}

/* A state slot has a full name; a local is named by its variable and fields. */
static void place_name(const coset_machine *m, const coset_ir_place *p, uint32_t address, char out[NAME_ROOM])
{
    if (address < m->model->base.n_slots) {
        snprintf(out, NAME_ROOM, "%s", m->model->base.slots[address].name);
        return;
    }
    size_t used = (size_t)snprintf(out, NAME_ROOM, "%s", p && p->name ? p->name : "value");
    for (uint32_t i = 0; p && i < p->n_steps && used < NAME_ROOM; i++) {
        const coset_ir_step *s = &p->steps[i];
        if (s->index)
            used += (size_t)snprintf(out + used, NAME_ROOM - used, "[...]");
        else
            used += (size_t)snprintf(out + used, NAME_ROOM - used, ".%s", s->of->fields[s->field].name);
    }
}

bool coset_machine_undefined(coset_machine *m, const coset_ir_place *p, uint32_t address, coset_pos pos)
{
    char name[NAME_ROOM];
    coset_machine_probe *probe = m->probe;
    if (probe && (!probe->open || probe->open[address])) {
        probe->address = address;
        probe->type = p->type;
        return false;
    }
    if (probe)
        return coset_machine_fault(m, COSET_FAULT_UNDEFINED, pos, "undefined");
    place_name(m, p, address, name);
    return coset_machine_fault(m, COSET_FAULT_UNDEFINED, pos, "`%s` is read but undefined%s%s%s", name,
                               p->hint ? " (" : "", p->hint ? p->hint : "", p->hint ? ")" : "");
}

bool coset_machine_look(coset_machine *m, uint32_t address, uint32_t n)
{
    for (uint32_t i = address; i < address + n; i++)
        if (m->mem[i] == 0 && m->probe->open[i]) {
            m->probe->address = i;
            return false;
        }
    return true;
}

bool coset_machine_range(coset_machine *m, const char *what, const coset_ir_place *p, uint32_t address,
                         const coset_ir_type *t, int64_t v, coset_pos pos)
{
    char name[NAME_ROOM] = "", value[48], type[64];
    if (m->probe)
        return coset_machine_fault(m, COSET_FAULT_RANGE, pos, "range");
    coset_ir_value_text(t, v, value, sizeof value);
    coset_ir_type_text(t, type, sizeof type);
    if (p)
        place_name(m, p, address, name);
    if (p)
        return coset_machine_fault(m, COSET_FAULT_RANGE, pos, "%s %s for `%s` is not in %s", what, value, name, type);
    return coset_machine_fault(m, COSET_FAULT_RANGE, pos, "%s %s is not in %s", what, value, type);
}

bool coset_machine_index(coset_machine *m, const coset_ir_place *p, const coset_ir_step *s, int64_t v)
{
    char value[48], type[64];
    const coset_ir_type *t = s->index->type;
    if (m->probe)
        return coset_machine_fault(m, COSET_FAULT_INDEX, s->pos, "index");
    if (s->of->kind == COSET_T_BAG) {
        snprintf(value, sizeof value, "%lld", (long long)v);
        snprintf(type, sizeof type, "the multiset");
    } else {
        coset_ir_value_text(t ? t : s->of->index, v, value, sizeof value);
        coset_ir_type_text(s->of->index, type, sizeof type);
    }
    return coset_machine_fault(m, COSET_FAULT_INDEX, s->pos, "index %s of `%s` is not in %s", value,
                               p->name ? p->name : "array", type);
}

bool coset_machine_exhausted(coset_machine *m, coset_pos pos)
{
    m->fuel = 0;
    return coset_machine_fault(m, COSET_FAULT_BOUND, pos, "more than %llu loop iterations and calls in one step",
                               (unsigned long long)COSET_IR_FUEL);
}

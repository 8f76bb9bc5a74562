/* ir/instance_alive.c - values of variables of processes that exist.
 *
 * A process that is started later has its arguments from then on, and other values before. The values of its variables
 * are known more precisely while it is elsewhere than in the start states: each rule that moves it from there assigns
 * the variable or leaves it unchanged, and no other rule, except one that moves it back, assigns anything else. By
 * induction over rules this holds in all states, transient ones included. A rule that moves it back may assign the
 * variable and read it again before its end: then these values count as well. */
#include "ir/instance.h"

/* The single value of the control in all start states. */
static bool begins_at(const coset_instances *x, uint32_t control, coset_value *at)
{
    *at = x->first[control].n == 1 ? (coset_value)x->first[control].at[0] : 0;
    return x->first[control].n == 1;
}

static bool lets(const coset_condition *c, coset_value content)
{
    return content < c->n && (c->lets[content / 64] >> content % 64 & 1);
}

bool coset_instances_tells_alive(const coset_instances *x, const coset_condition *c)
{
    coset_value at;
    return c->slot != COSET_NO_SLOT && begins_at(x, c->slot, &at) && !lets(c, at);
}

/* Some condition that always holds when the rule fires. */
static bool needs_alive(const coset_instances *x, const coset_transition *t, uint32_t control)
{
    const uint32_t n = coset_conditions_firm(t->n_conditions, t->conditions);
    for (uint32_t k = 0; k < n; k++)
        if (t->conditions[k].slot == control && !t->conditions[k].faults &&
            coset_instances_tells_alive(x, &t->conditions[k]))
            return true;
    return false;
}

/* After the rule the process is where it is in the start states. */
static bool ends_it(const coset_transition *t, uint32_t control, coset_value at)
{
    bool ends = false;
    if (coset_slots_has(t->any, control))
        return false;
    for (uint32_t k = 0; k < t->n_changes; k++) {
        if (t->changes[k].slot != control)
            continue;
        if (!t->changes[k].always || t->changes[k].content != at)
            return false;
        ends = true;
    }
    return ends;
}

static void add_all(coset_scan_values *to, const coset_scan_values *from)
{
    if (from->n == 0 || from->n == UINT32_MAX)
        to->n = UINT32_MAX;
    for (uint32_t i = 0; to->n != UINT32_MAX && i < from->n; i++)
        coset_instances_add_content(to, (coset_value)from->at[i]);
}

/* The values that the rule assigns to the slot. True: it always assigns one. */
static bool add_assigned(coset_scan_values *to, const coset_transition *t, uint32_t slot)
{
    bool always = false;
    if (coset_slots_has(t->any, slot))
        to->n = UINT32_MAX;
    for (uint32_t k = 0; k < t->n_changes; k++)
        if (t->changes[k].slot == slot) {
            coset_instances_add_content(to, t->changes[k].content);
            always |= t->changes[k].always;
        }
    return always;
}

/* The values that the rule may leave in the slot of an existing process. */
static void add_rule(const coset_instances *x, coset_scan_values *to, const coset_transition *t, uint32_t slot,
                     uint32_t control)
{
    const bool always = add_assigned(to, t, slot);
    if (!always && coset_slots_has(t->writes, control) && !needs_alive(x, t, control))
        add_all(to, &x->contents[slot]); /* it may start the process and leave the slot unchanged */
}

static coset_scan_values find(const coset_instances *x, uint32_t slot, uint32_t control)
{
    coset_scan_values out = {0};
    coset_value at;
    if (!begins_at(x, control, &at))
        return out;
    for (uint32_t i = 0; i < x->all.n && out.n != UINT32_MAX; i++) {
        const coset_transition *t = &x->all.at[i].of;
        bool concerns = coset_slots_has(t->writes, slot) || coset_slots_has(t->writes, control);
        if (!concerns || x->all.at[i].impossible)
            continue;
        if (!ends_it(t, control, at))
            add_rule(x, &out, t, slot, control);
        else if (coset_slots_has(t->reads, slot))
            (void)add_assigned(&out, t, slot);
    }
    return out.n == UINT32_MAX ? (coset_scan_values){0} : out;
}

bool coset_instances_find_alive(coset_instances *x)
{
    const uint32_t *controls = x->m->ir->controls;
    bool more = false;
    for (uint32_t s = 0; controls && s < x->m->base.n_slots; s++) {
        if (controls[s] == UINT32_MAX || x->alive[s].n)
            continue;
        x->alive[s] = find(x, s, controls[s]);
        more |= x->alive[s].n && x->alive[s].n != x->contents[s].n;
    }
    return more;
}

void coset_instances_be_alive(coset_instances *x, uint32_t control, coset_scan_values *before)
{
    const uint32_t *controls = x->m->ir->controls;
    for (uint32_t s = 0; controls && s < x->m->base.n_slots; s++)
        if (controls[s] == control && x->alive[s].n) {
            before[s] = x->contents[s];
            x->contents[s] = x->alive[s];
        }
}

void coset_instances_be_any(coset_instances *x, uint32_t control, const coset_scan_values *before)
{
    const uint32_t *controls = x->m->ir->controls;
    for (uint32_t s = 0; controls && s < x->m->base.n_slots; s++)
        if (controls[s] == control && x->alive[s].n)
            x->contents[s] = before[s];
}

bool coset_instances_is_constant(const coset_instances *x, uint32_t slot)
{
    const uint32_t control = x->m->ir->controls ? x->m->ir->controls[slot] : UINT32_MAX;
    coset_value at;
    if (control == UINT32_MAX || !begins_at(x, control, &at))
        return false;
    for (uint32_t i = 0; i < x->all.n; i++) {
        const coset_transition *t = &x->all.at[i].of;
        if (coset_slots_has(t->writes, slot) && needs_alive(x, t, control) && !ends_it(t, control, at))
            return false;
    }
    return true;
}

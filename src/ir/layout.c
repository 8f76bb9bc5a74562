/* ir/layout.c - slots of a program's variables: names, widths, and how renamings act on them. */
#include <stdio.h>

#include "ir/machine.h"

#define NAME_ROOM 512

typedef struct {
    coset_ir_machine_model *model;
    coset_arena *arena;
    coset_slot *slots;
    coset_pos pos;
    char name[NAME_ROOM];
    COSET_VEC(coset_index) index; /* of the enclosing arrays, outermost first */
    COSET_VEC(coset_valclass) classes;
    COSET_VEC(coset_bag) bags;
} layout;

static void walk(layout *l, const coset_ir_type *t, uint32_t at, size_t used);

/* ---- classes of values -------------------------------------------------------------------------------------- */

static uint32_t n_scalarsets(const coset_ir_type *t)
{
    uint32_t n = t->kind == COSET_T_SCALARSET;
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        n += t->members[i]->kind == COSET_T_SCALARSET;
    return n;
}

static void fill_segments(const coset_ir_type *t, coset_segment *out)
{
    if (t->kind == COSET_T_SCALARSET) {
        *out = (coset_segment){.lo = 1, .n = (uint32_t)t->n, .type = t->symtype};
        return;
    }
    coset_value lo = 1;
    for (uint32_t i = 0; i < t->n_members; i++) {
        const coset_ir_type *member = t->members[i];
        if (member->kind == COSET_T_SCALARSET)
            *out++ = (coset_segment){.lo = lo, .n = (uint32_t)member->n, .type = member->symtype};
        lo += (coset_value)member->n;
    }
}

coset_digit coset_machine_parameter(coset_arena *a, const coset_ir_type *t, uint32_t n)
{
    uint32_t n_segments = n_scalarsets(t);
    coset_segment *segments = coset_arena_get(a, n_segments, sizeof *segments);
    if (n_segments)
        fill_segments(t, segments);
    for (uint32_t i = 0; i < n_segments; i++)
        segments[i].lo--; /* ranks begin with 0, values with 1 */
    return (coset_digit){n, n_segments, segments};
}

static bool same_class(const coset_valclass *a, const coset_valclass *b)
{
    bool same = a->n_segments == b->n_segments;
    for (uint32_t i = 0; same && i < a->n_segments; i++) {
        const coset_segment *s = &a->segments[i], *t = &b->segments[i];
        same = s->lo == t->lo && s->n == t->n && s->type == t->type && s->first == t->first;
    }
    return same;
}

static uint32_t class_of(layout *l, const coset_ir_type *t)
{
    uint32_t n = n_scalarsets(t);
    if (n == 0)
        return 0;
    coset_segment *segments = coset_arena_get(l->arena, n, sizeof *segments);
    fill_segments(t, segments);
    coset_valclass class = {.n_segments = n, .segments = segments};
    for (uint32_t i = 0; i < l->classes.n; i++)
        if (same_class(&l->classes.at[i], &class))
            return i;
    *coset_vec_add(&l->classes) = class;
    return l->classes.n - 1;
}

/* ---- slots -------------------------------------------------------------------------------------------------- */

static uint32_t bits_of(uint64_t max) { return max ? 64 - (uint32_t)__builtin_clzll(max) : 0; }

static void add_slot(layout *l, const coset_ir_type *t, uint32_t at)
{
    coset_value max = t ? (coset_value)t->n : 1;
    l->slots[at] = (coset_slot){
        .name = coset_arena_text(l->arena, l->name),
        .pos = l->pos,
        .max = max,
        .bits = bits_of(max),
        .valclass = t ? class_of(l, t) : 0,
        .n_index = l->index.n,
        .index = coset_arena_copy(l->arena, l->index.at, l->index.n, sizeof *l->index.at),
    };
    l->model->slot_types[at] = t;
}

/* Adds the element with index number v, if it is one. */
static bool push_index(layout *l, const coset_ir_type *t, int64_t v, uint32_t stride)
{
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (coset_ir_rank(t->members[i], v) >= 0)
            return push_index(l, t->members[i], v, stride);
    if (t->kind != COSET_T_SCALARSET)
        return false;
    *coset_vec_add(&l->index) =
        (coset_index){.type = t->symtype, .element = (uint32_t)coset_ir_rank(t, v), .stride = stride};
    return true;
}

static size_t append(layout *l, size_t used, const char *before, const char *text, const char *after)
{
    if (used >= NAME_ROOM)
        return used;
    return used + (size_t)snprintf(l->name + used, NAME_ROOM - used, "%s%s%s", before, text, after);
}

static void walk_array(layout *l, const coset_ir_type *t, uint32_t at, size_t used)
{
    for (uint64_t i = 0; i < t->index->n; i++) {
        char text[128];
        int64_t v = coset_ir_unrank(t->index, i);
        coset_ir_value_text(t->index, v, text, sizeof text);
        bool pushed = push_index(l, t->index, v, t->element->width);
        walk(l, t->element, at + (uint32_t)i * t->element->width, append(l, used, "[", text, "]"));
        l->index.n -= pushed;
    }
}

/* Inner bags precede the enclosing bag in the list. */
static void walk_bag(layout *l, const coset_ir_type *t, uint32_t at, size_t used)
{
    uint32_t width = 1 + t->element->width;
    for (uint64_t i = 0; i < t->n; i++) {
        char text[24];
        snprintf(text, sizeof text, "%llu", (unsigned long long)i);
        uint32_t entry = at + (uint32_t)i * width;
        append(l, used, "{", text, "}?"); /* is there an entry: not the name of its value */
        add_slot(l, NULL, entry);
        walk(l, t->element, entry + 1, append(l, used, "{", text, "}"));
    }
    *coset_vec_add(&l->bags) = (coset_bag){.base = at, .n_entries = (uint32_t)t->n, .width = width};
}

static void walk(layout *l, const coset_ir_type *t, uint32_t at, size_t used)
{
    switch (t->kind) {
    case COSET_T_ARRAY:
        walk_array(l, t, at, used);
        return;
    case COSET_T_BAG:
        walk_bag(l, t, at, used);
        return;
    case COSET_T_RECORD:
        for (uint32_t i = 0; i < t->n_fields; i++)
            walk(l, t->fields[i].type, at + t->fields[i].offset, append(l, used, ".", t->fields[i].name, ""));
        return;
    default:
        add_slot(l, t, at);
        return;
    }
}

/* ---- symmetric structure ------------------------------------------------------------------------------------ */

static const coset_symtype *symtypes(const coset_ir *ir)
{
    coset_symtype *types = coset_arena_get(ir->arena, ir->n_symtypes, sizeof *types);
    for (uint32_t i = 0; i < ir->n_symtypes; i++) {
        const coset_ir_type *t = ir->symtypes[i];
        types[i] = (coset_symtype){.name = t->name,
                                   .n = (uint32_t)t->n,
                                   .elements = t->names,
                                   .pos = t->pos,
                                   .keys = ir->keys ? ir->keys[i] : NULL};
    }
    return types;
}

void coset_machine_layout(coset_ir_machine_model *m)
{
    const coset_ir *ir = m->ir;
    layout l = {.model = m, .arena = ir->arena};
    l.slots = coset_arena_get(ir->arena, ir->n_slots, sizeof *l.slots);
    m->slot_types = coset_arena_get(ir->arena, ir->n_slots, sizeof(const coset_ir_type *));
    *coset_vec_add(&l.classes) = (coset_valclass){0};
    for (uint32_t i = 0; i < ir->n_vars; i++) {
        const coset_ir_var *v = &ir->vars[i];
        l.pos = v->pos;
        walk(&l, v->type, v->offset, append(&l, 0, "", v->name, ""));
    }
    m->base.n_slots = ir->n_slots;
    m->base.slots = l.slots;
    m->base.symmetry = (coset_symmetry){
        .n_types = ir->n_symtypes,
        .types = symtypes(ir),
        .n_valclasses = l.classes.n,
        .valclasses = coset_arena_copy(ir->arena, l.classes.at, l.classes.n, sizeof *l.classes.at),
        .n_bags = l.bags.n,
        .bags = coset_arena_copy(ir->arena, l.bags.at, l.bags.n, sizeof *l.bags.at),
        .n_declined = ir->n_declined,
        .declined = ir->declined,
    };
    coset_vec_fini(&l.index);
    coset_vec_fini(&l.classes);
    coset_vec_fini(&l.bags);
}

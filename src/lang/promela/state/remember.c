/* lang/promela/state/remember.c - what the program stores for its teller. */
#include "lang/promela/state/state.h"

#include <string.h>

#include "lang/promela/facts/variables.h"
#include "lang/promela/program/tell.h"

/* ---- rules ------------------------------------------------------------------------------------------------------ */

const char *coset_pml_node_text(coset_pml_lowerer *l, const coset_pml_node *n)
{
    switch (n->kind) {
    case COSET_PML_N_END:
        return "end";
    case COSET_PML_N_ELSE:
        return "else";
    case COSET_PML_N_D_STEP:
        return "d_step";
    case COSET_PML_N_GOTO:
        return n->label ? coset_arena_printf(l->arena, "goto %s", n->label->name) : "break";
    case COSET_PML_N_STMT:
        return coset_arena_text(l->arena, coset_pml_stmt_text(l->tree, n->stmt));
    default:
        return "skip";
    }
}

static const char *name_of(coset_pml_lowerer *l, const coset_pml_proc *p)
{
    return p->kind == COSET_PML_INIT ? ":init:" : coset_arena_text(l->arena, p->name ? p->name : "");
}

static coset_pml_deed deed_of(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_node *n)
{
    return (coset_pml_deed){
        .id = n->id, .state = n->number, .proc = name_of(l, f->proc), .pos = n->pos, .text = coset_pml_node_text(l, n)};
}

const void *coset_pml_origin_of(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t each,
                                const coset_pml_node *const *nodes, uint32_t n, bool says_itself)
{
    coset_pml_origin *o = coset_arena_get(l->arena, 1, sizeof *o);
    coset_pml_deed *deeds = coset_arena_get(l->arena, n, sizeof *deeds);
    for (uint32_t i = 0; i < n; i++)
        deeds[i] = deed_of(l, f, nodes[i]);
    *o =
        (coset_pml_origin){.name = name_of(l, f->proc), .lo = f->lo, .stride = f->stride, .each = each, .deeds = deeds};
    o->n_deeds = says_itself ? 0 : n;
    return o;
}

/* ---- states ----------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_pml_lowerer *l;
    const char **channels;
    uint32_t n_channels;
    uint32_t alive;
    COSET_VEC(coset_pml_known) known;
} teller;

static void add(teller *t, coset_fact_kind kind, const char *name, uint32_t slot, bool is_channel)
{
    *coset_vec_add(&t->known) =
        (coset_pml_known){.kind = kind, .name = name, .slot = slot, .alive = t->alive, .is_channel = is_channel};
}

static void add_queue(teller *t, const char *name, const coset_pml_shape *s, uint32_t number)
{
    bool *fields = coset_arena_get(t->l->arena, s->n_fields, sizeof *fields);
    for (uint32_t i = 0; i < s->n_fields; i++)
        fields[i] = s->fields[i].kind == COSET_PML_CHAN;
    add(t, COSET_FACT_QUEUE, name, s->offset + (number - s->first) * s->array->element->width, false);
    t->known.at[t->known.n - 1].n_fields = s->n_fields;
    t->known.at[t->known.n - 1].channel_field = fields;
}

/* A variable whose parts are described, and the number of its channels so far, for each entry of l->channels. */
typedef struct {
    teller *t;
    const coset_pml_var *var;
    uint32_t process; /* number within the family */
    uint32_t *met;
} naming;

/* The number of the next channel that `field` declares in the variable, or 0; as in step/init.c. */
static uint32_t next_channel(const naming *n, const coset_pml_var *field, const coset_pml_shape **shape)
{
    const coset_pml_lowerer *l = n->t->l;
    for (uint32_t i = 0; i < l->channels.n; i++) {
        const coset_pml_channels *c = &l->channels.at[i];
        if (c->var != n->var || c->field != field)
            continue;
        *shape = &l->shapes.at[c->shape];
        return c->first + n->process * c->n + n->met[i]++;
    }
    return 0;
}

/* The contents of the channel that a variable is declared with; and its channel number, if that may be another. */
static void add_channel(const naming *n, const char *name, const coset_pml_var *v, uint32_t slot)
{
    const coset_pml_shape *shape;
    uint32_t number = next_channel(n, v, &shape);
    if (number && number < n->t->n_channels) {
        n->t->channels[number] = name;
        if (shape->capacity)
            add_queue(n->t, name, shape, number);
    }
    if (v == n->var && !v->is_written)
        return;
    add(n->t, COSET_FACT_VALUE, name, slot, true);
    n->t->known.at[n->t->known.n - 1].own = number;
}

static void add_part(const naming *n, const char *name, const coset_pml_var *v, const coset_ir_type *type,
                     uint32_t slot)
{
    coset_arena *a = n->t->l->arena;
    if (type->kind == COSET_T_ARRAY) {
        for (uint64_t i = 0; i < type->index->n; i++)
            add_part(n, coset_arena_printf(a, "%s[%lld]", name, (long long)coset_ir_unrank(type->index, i)), v,
                     type->element, slot + (uint32_t)i * type->element->width);
    } else if (v->chan) {
        add_channel(n, name, v, slot);
    } else if (type->kind == COSET_T_RECORD) {
        uint32_t i = 0;
        for (const coset_pml_var *x = v->type.record->fields; x; x = x->next, i++)
            add_part(n, coset_arena_printf(a, "%s.%s", name, type->fields[i].name), x, type->fields[i].type,
                     slot + type->fields[i].offset);
    } else {
        add(n->t, COSET_FACT_VALUE, name, slot, v->type.kind == COSET_PML_CHAN);
    }
}

static void add_variable(teller *t, const char *name, const coset_pml_var *v, const coset_ir_type *type, uint32_t slot,
                         uint32_t process)
{
    const naming n = {t, v, process, coset_new(t->l->channels.n, sizeof *n.met)};
    add_part(&n, name, v, type, slot);
    coset_delete(n.met);
}

/* The control state of the process, and its valid end states. */
static void add_place(teller *t, const coset_pml_family *f, uint32_t pid)
{
    const coset_pml_graph *g = f->graph;
    coset_pos *places = coset_arena_get(t->l->arena, g->n_nodes, sizeof *places);
    bool *ends = coset_arena_get(t->l->arena, g->n_nodes, sizeof *ends);
    for (uint32_t i = 1; i < g->n_nodes; i++) {
        places[i] = g->nodes[i]->pos;
        ends[i] = g->nodes[i]->marks & COSET_PML_ENDS;
    }
    add(t, COSET_FACT_PLACE, coset_arena_printf(t->l->arena, "proc %u (%s)", pid, name_of(t->l, f->proc)), t->alive,
        false);
    t->known.at[t->known.n - 1].places = places;
    t->known.at[t->known.n - 1].ends = ends;
}

/* Process number `number` of the family. */
static void add_process(teller *t, const coset_pml_family *f, uint32_t number)
{
    uint32_t base = f->offset + number * f->record->width, pid = f->lo + number * f->stride;
    t->alive = base;
    add_place(t, f, pid);
    for (const coset_pml_var *v = f->proc->vars; v; v = v->next_own) {
        const coset_ir_field *field = &f->record->fields[1 + v->number];
        if (!v->is_made)
            add_variable(t, coset_arena_printf(t->l->arena, "%s(%u):%s", name_of(t->l, f->proc), pid, v->name), v,
                         field->type, base + field->offset, number);
    }
    if (!f->is_fixed)
        add(t, COSET_FACT_VALUE, coset_arena_printf(t->l->arena, "%s(%u):_priority", name_of(t->l, f->proc), pid),
            base + f->record->fields[f->record->n_fields - 1].offset, false);
}

static void add_deeds(coset_pml_lowerer *l, coset_pml_memory *memory)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        memory->n_deeds += l->families[i].graph->n_nodes;
    coset_pml_deed *deeds = coset_arena_get(l->arena, memory->n_deeds, sizeof *deeds);
    for (uint32_t i = 0; i < l->n_families; i++) {
        const coset_pml_graph *g = l->families[i].graph;
        for (uint32_t k = 1; k < g->n_nodes; k++)
            if (g->nodes[k] && !deeds[g->nodes[k]->id].text)
                deeds[g->nodes[k]->id] = deed_of(l, &l->families[i], g->nodes[k]);
    }
    memory->deeds = deeds;
}

void coset_pml_remember(coset_pml_lowerer *l)
{
    teller t = {.l = l, .n_channels = 1, .alive = COSET_PML_NO_SLOT};
    for (uint32_t i = 0; i < l->shapes.n; i++)
        t.n_channels += l->shapes.at[i].n;
    t.channels = coset_arena_get(l->arena, t.n_channels, sizeof *t.channels);
    for (uint32_t i = 0; i < t.n_channels; i++)
        t.channels[i] = coset_arena_printf(l->arena, "%u", i);
    for (const coset_pml_var *v = l->model->globals; v; v = v->next) {
        if (v->is_mailbox)
            add_variable(&t, coset_arena_text(l->arena, v->name), v, coset_pml_var_type(l, v), 0, 0);
        if (coset_pml_is_left_out(l, v))
            continue;
        const coset_ir_place *p = v->lowered;
        if (!p)
            continue;
        add_variable(&t, coset_arena_text(l->arena, v->name), v, p->type, p->offset, 0);
    }
    for (uint32_t pid = 0; pid < l->max_procs; pid++)
        for (uint32_t i = 0; i < l->n_families; i++) {
            const coset_pml_family *f = &l->families[i];
            if (pid >= f->lo && (pid - f->lo) % f->stride == 0 && (pid - f->lo) / f->stride < f->n)
                add_process(&t, f, (pid - f->lo) / f->stride);
        }
    coset_pml_memory *memory = coset_arena_get(l->arena, 1, sizeof *memory);
    *memory = (coset_pml_memory){.n_known = t.known.n,
                                 .known = coset_arena_copy(l->arena, t.known.at, t.known.n, sizeof *t.known.at),
                                 .n_channels = t.n_channels,
                                 .channels = t.channels};
    add_deeds(l, memory);
    coset_vec_fini(&t.known);
    coset_ir_type *names = coset_arena_get(l->arena, 1, sizeof *names);
    *names = (coset_ir_type){.kind = COSET_T_ENUM, .n = t.n_channels, .width = 1, .names = t.channels};
    l->channel_names = names;
    l->ir->origin = memory;
    l->ir->teller = &coset_pml_teller;
}

/* lang/promela/step/say.c - output of steps: printed texts, messages that are sent and received. */
#include "lang/promela/step/watch.h"

#include <string.h>

#include "lang/promela/expr/expr.h"
#include "lang/promela/state/state.h"

static void add(coset_pml_lowerer *l, coset_ir_list *list, const char *text, const coset_ir_said *said, uint32_t n,
                coset_ir_channel to, coset_pos pos)
{
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_PUT, pos);
    s->text = text;
    s->formatted = true;
    s->to = to;
    s->said = said;
    s->n_said = n;
}

static uint32_t count(const coset_pml_expr *args)
{
    uint32_t n = 0;
    for (; args; args = args->next)
        n++;
    return n;
}

/* Names of an mtype, if the value has some. */
static const coset_ir_type *names_of(coset_pml_lowerer *l, const coset_pml_expr *e)
{
    return e->type.kind == COSET_PML_MTYPE && e->type.mtype ? coset_pml_scalar_type(l, &e->type, false) : NULL;
}

/* The k-th value of the text is printed by its name. */
static bool by_name(const char *text, uint32_t k)
{
    for (const char *c = strchr(text, '%'); c && c[1]; c = strchr(c + 2, '%'))
        if (c[1] != '%' && k-- == 0)
            return c[1] == 'e';
    return false;
}

void coset_pml_say_text(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                        const coset_ir_expr *const *known)
{
    bool name_only = st->op == COSET_PML_S_PRINTM;
    const coset_pml_expr *args = name_only ? st->e : st->args;
    uint32_t n = name_only ? 1 : count(args), i = 0;
    coset_ir_said *said = coset_arena_get(l->arena, n, sizeof *said);
    const char *text = name_only ? "%e" : coset_arena_text(l->arena, st->text);
    for (const coset_pml_expr *a = args; i < n; a = a->next, i++) {
        said[i].expr = known ? known[i] : coset_pml_lower_expr(l, who, a);
        said[i].type = by_name(text, i) ? names_of(l, a) : NULL;
    }
    add(l, list, text, said, n, COSET_TO_OUTPUT, st->pos);
}

typedef COSET_VEC(coset_ir_said) said_list;

/* The channel as written, with the values of its indices. */
static const char *channel_text(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e,
                                said_list *said)
{
    const char *text;
    switch (e->op) {
    case COSET_PML_E_INDEX:
        text = channel_text(l, who, e->a, said);
        *coset_vec_add(said) = (coset_ir_said){.expr = coset_pml_lower_expr(l, who, e->b)};
        return coset_arena_printf(l->arena, "%s[%%d]", text);
    case COSET_PML_E_FIELD:
        text = channel_text(l, who, e->a, said);
        return coset_arena_printf(l->arena, "%s.%s", text, e->name);
    default:
        return coset_pml_expr_text(l->tree, e);
    }
}

void coset_pml_say_message(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                           const coset_pml_stmt *st, const coset_pml_shape *shape, const coset_ir_expr *number,
                           const coset_ir_place *message, const coset_ir_expr *const *values)
{
    const char *op = st->op == COSET_PML_S_SEND ? (st->is_sorted ? "!!" : "!") : st->is_random ? "??" : "?";
    said_list said = {0};
    const coset_ir_expr *plain =
        shape->mailbox ? coset_pml_ir_binary(l, COSET_E_ADD, number, coset_pml_ir_number(l, shape->first, number->pos))
                       : number;
    *coset_vec_add(&said) = (coset_ir_said){.expr = plain};
    const char *text = channel_text(l, who, st->target, &said);
    text = coset_arena_printf(l->arena, "%%d %s%s", text, op);
    for (uint32_t i = 0; i < message->type->n_fields; i++) {
        const coset_ir_place *part = coset_pml_ir_field(l, message, i);
        *coset_vec_add(&said) = (coset_ir_said){
            .expr = values ? values[i] : coset_pml_ir_load(l, part),
            .type = shape->fields[i].kind == COSET_PML_CHAN ? l->channel_names : part->type,
        };
        text = coset_arena_printf(l->arena, "%s%s%%e", text, i ? "," : "");
    }
    add(l, list, coset_arena_printf(l->arena, "%s\n", text),
        coset_arena_copy(l->arena, said.at, said.n, sizeof *said.at), said.n, COSET_TO_MESSAGES, st->pos);
    coset_vec_fini(&said);
}

void coset_pml_say_deed(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *id, coset_pos pos)
{
    coset_ir_said *said = coset_arena_get(l->arena, 1, sizeof *said);
    said->expr = id;
    add(l, list, "%d ", said, 1, COSET_TO_MARKS, pos);
}

/* ir/print.c - output of put statements, stored with the step for a worker that listens.
 *
 * The form is that of the reference tools: a variable as `name:value`, one line for each simple part; another
 * expression as its value alone; a text as it is; a formatted text as in C. */
#include <stdio.h>

#include "ir/machine.h"

#define NAME_ROOM 512
#define MOST_TEXT (UINT32_C(1) << 20) /* bytes for one step; the rest is dropped */

void coset_machine_write(coset_machine_output *o, const char *text, size_t len)
{
    if (len > MOST_TEXT - o->n)
        len = MOST_TEXT - o->n;
    if (o->n + len + 1 > o->room) {
        o->room = (uint32_t)(o->n + len + 1) * 2;
        o->text = coset_resize(o->text, o->room, 1);
    }
    memcpy(o->text + o->n, text, len);
    o->n += (uint32_t)len;
    o->text[o->n] = '\0';
}

static void add(coset_machine *m, const char *text, size_t len) { coset_machine_write(&m->output, text, len); }

/* \n and \t have the same meaning as in C. */
static void add_text(coset_machine *m, const char *text)
{
    for (const char *c = text; *c; c++) {
        bool escape = c[0] == '\\' && (c[1] == 'n' || c[1] == 't');
        add(m, !escape ? c : c[1] == 'n' ? "\n" : "\t", 1);
        c += escape;
    }
}

/* ---- variables -------------------------------------------------------------------------------------------------- */

static void add_slot(coset_machine *m, const coset_ir_type *t, uint32_t at, const char *name)
{
    char value[128] = "Undefined";
    if (t->kind == COSET_T_INT)
        coset_ir_value_text(t, coset_machine_get_int(m, at), value, sizeof value);
    else if (m->mem[at])
        coset_ir_value_text(t, coset_machine_decode(t, m->mem[at]), value, sizeof value);
    add(m, name, strlen(name));
    add(m, ":", 1);
    add(m, value, strlen(value));
    add(m, "\n", 1);
}

typedef struct {
    coset_machine *m;
    char name[NAME_ROOM];
} printer;

static size_t append(printer *p, size_t used, const char *before, const char *text, const char *after)
{
    size_t room = used < NAME_ROOM ? NAME_ROOM - used : 0;
    int n = room ? snprintf(p->name + used, room, "%s%s%s", before, text, after) : 0;
    return used + (size_t)n;
}

static void walk(printer *p, const coset_ir_type *t, uint32_t at, size_t used);

static void walk_array(printer *p, const coset_ir_type *t, uint32_t at, size_t used)
{
    char text[128];
    for (uint64_t i = 0; i < t->index->n && p->m->output.n < MOST_TEXT; i++) {
        coset_ir_value_text(t->index, coset_ir_unrank(t->index, i), text, sizeof text);
        walk(p, t->element, at + (uint32_t)i * t->element->width, append(p, used, "[", text, "]"));
    }
}

/* Entries that are present. */
static void walk_bag(printer *p, const coset_ir_type *t, uint32_t at, size_t used)
{
    char text[24];
    for (uint64_t i = 0; i < t->n; i++, at += 1 + t->element->width) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)i);
        if (p->m->mem[at])
            walk(p, t->element, at + 1, append(p, used, "{", text, "}"));
    }
}

static void walk(printer *p, const coset_ir_type *t, uint32_t at, size_t used)
{
    switch (t->kind) {
    case COSET_T_ARRAY:
        walk_array(p, t, at, used);
        return;
    case COSET_T_BAG:
        walk_bag(p, t, at, used);
        return;
    case COSET_T_RECORD:
        for (uint32_t i = 0; i < t->n_fields; i++)
            walk(p, t->fields[i].type, at + t->fields[i].offset, append(p, used, ".", t->fields[i].name, ""));
        return;
    default:
        add_slot(p->m, t, at, p->name);
        return;
    }
}

/* The address of the base of the place; nothing is evaluated. */
static uint32_t base_of(const coset_machine *m, const coset_ir_place *place)
{
    return place->base == COSET_P_STATE ? place->offset
           : place->base == COSET_P_REF ? m->mem[m->fp + place->offset]
                                        : m->fp + place->offset;
}

/* The name as written, with the values of its indices. They follow from the address `at` of the place: evaluating them
 * a second time might change the state. */
static size_t place_name(printer *p, const coset_ir_place *place, uint32_t at)
{
    uint32_t rest = at - base_of(p->m, place);
    size_t used = append(p, 0, "", place->name ? place->name : "value", "");
    for (uint32_t i = 0; i < place->n_steps; i++) {
        const coset_ir_step *s = &place->steps[i];
        bool bag = s->of->kind == COSET_T_BAG;
        char text[128];
        if (!s->index) {
            rest -= s->offset;
            used = append(p, used, ".", s->of->fields[s->field].name, "");
            continue;
        }
        uint32_t rank = rest / s->stride;
        rest = rest % s->stride - bag;
        if (bag)
            snprintf(text, sizeof text, "%u", rank);
        else
            coset_ir_value_text(s->of->index, coset_ir_unrank(s->of->index, rank), text, sizeof text);
        used = append(p, used, bag ? "{" : "[", text, bag ? "}" : "]");
    }
    return used;
}

/* ---- formatted texts -------------------------------------------------------------------------------------------- */

static void say_value(coset_machine *m, coset_machine_output *o, char directive, const coset_ir_said *said)
{
    const coset_ir_type *type = said->type ? said->type : said->expr ? said->expr->type : NULL;
    char text[128];
    int64_t v;
    if (!said->expr || !coset_machine_eval(m, said->expr, &v)) {
        coset_machine_write(o, "?", 1);
        return;
    }
    switch (directive) {
    case 'c':
        text[0] = (char)v;
        coset_machine_write(o, text, 1);
        return;
    case 'e':
        if (!type) {
            snprintf(text, sizeof text, "%lld", (long long)v);
            break;
        }
        coset_ir_value_text(type, v, text, sizeof text);
        break;
    case 'o':
        snprintf(text, sizeof text, "%o", (unsigned)v);
        break;
    case 'u':
        snprintf(text, sizeof text, "%u", (unsigned)v);
        break;
    case 'x':
        snprintf(text, sizeof text, "%x", (unsigned)v);
        break;
    default:
        snprintf(text, sizeof text, "%lld", (long long)v);
        break;
    }
    coset_machine_write(o, text, strlen(text));
}

static void format(coset_machine *m, const coset_ir_stmt *s)
{
    coset_machine_output *const channels[] = {
        [COSET_TO_OUTPUT] = &m->output, [COSET_TO_MESSAGES] = &m->messages, [COSET_TO_MARKS] = &m->marks};
    coset_machine_output *o = channels[s->to];
    uint32_t k = 0;
    for (const char *c = s->text; *c; c++) {
        if (*c != '%' || !c[1])
            coset_machine_write(o, c, 1);
        else if (*++c == '%')
            coset_machine_write(o, c, 1);
        else if (k < s->n_said)
            say_value(m, o, *c, &s->said[k++]);
    }
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

bool coset_machine_print(coset_machine *m, const coset_ir_stmt *s)
{
    int64_t v;
    uint32_t at;
    if (s->formatted) {
        if (m->output.listens)
            format(m, s);
        return true;
    }
    if (s->text && m->output.listens)
        add_text(m, s->text);
    if (s->expr && s->expr->op != COSET_E_LOAD) {
        char text[128];
        if (!coset_machine_eval(m, s->expr, &v))
            return false;
        coset_ir_value_text(s->expr->type, v, text, sizeof text);
        if (m->output.listens)
            add(m, text, strlen(text));
        return true;
    }
    const coset_ir_place *place = s->expr ? s->expr->place : s->place;
    if (!place)
        return true;
    if (!coset_machine_address(m, place, &at))
        return false;
    if (m->output.listens && place->base != COSET_P_CALL) {
        printer p = {.m = m};
        walk(&p, place->type, at, place_name(&p, place, at));
    }
    return true;
}

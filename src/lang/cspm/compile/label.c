/* Labels of terms, values and events. */
#include "lang/cspm/compile/label.h"

#include <stdlib.h>
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

typedef COSET_VEC(coset_element) end_list;
typedef COSET_VEC(coset_label_edge) edge_list;

typedef struct {
    cspm_procs *ps;
    const cspm_label_types *types;
    coset_arena *arena;
    edge_list edges;
    uint32_t around;       /* hash of the sets around the current part */
    const cspm_type *type; /* of the value that is traversed next, or NULL */
    bool unknown;          /* a part gives no information */
} labeller;

/* One ordered thing: a hash of its form, and its constants in order. */
typedef struct {
    uint64_t form;
    end_list ends;
} thing;

static void mix(thing *t, uint64_t word)
{
    t->form = (t->form ^ word) * 0x9e3779b97f4a7c15u;
    t->form ^= t->form >> 29;
}

static uint32_t short_form(const thing *t) { return (uint32_t)(t->form ^ t->form >> 32); }

/* ---- elements --------------------------------------------------------------------------------------------------- */

static bool is_element(const cspm_symbol *symbol) { return symbol->kind == SYMBOL_CONSTRUCTOR && symbol->fields == 0; }

static const cspm_symbol *constructor_at(const cspm_symbol *type, uint32_t i)
{
    return type->decl->node->kid[i]->symbol;
}

static bool find_element(const labeller *l, const cspm_symbol *symbol, coset_element *out)
{
    if (!is_element(symbol))
        return false;
    for (uint32_t t = 0; t < l->types->n; t++) {
        if (symbol->owner != l->types->types[t]->symbol)
            continue;
        uint32_t e = 0;
        for (uint32_t i = 0; constructor_at(symbol->owner, i) != symbol; i++)
            e += is_element(constructor_at(symbol->owner, i));
        *out = (coset_element){t, e};
        return true;
    }
    return false;
}

static const cspm_type *behind(const cspm_type *t)
{
    while (t && t->kind == TYPE_VARIABLE && t->n)
        t = t->at[0];
    return t;
}

static bool find_number(const labeller *l, const cspm_type *type, int64_t number, coset_element *out)
{
    type = behind(type);
    if (!type || type->kind != TYPE_INT)
        return false;
    const cspm_type *class = behind(type->at[0]);
    for (uint32_t t = 0; t < l->types->n; t++)
        for (uint32_t e = 0; l->types->types[t]->numbers == class && e < l->types->types[t]->n; e++)
            if (l->types->types[t]->values[e] == number) {
                *out = (coset_element){t, e};
                return true;
            }
    return false;
}

const coset_symtype *coset__label_symtypes(const cspm_label_types *types, coset_arena *arena)
{
    coset_symtype *all = coset_arena_get(arena, types->n + 1, sizeof *all);
    for (uint32_t t = 0; t < types->n; t++) {
        const coset_cspm_choice *c = types->types[t];
        all[t] = (coset_symtype){.name = c->name, .n = c->n, .elements = c->elements, .pos = c->pos};
    }
    return all;
}

/* ---- types of parts --------------------------------------------------------------------------------------------- */

/* Part *i of a dotted type, counted from 0; NULL: it has fewer, and *i is decremented by their number. */
static const cspm_type *dotted_part(const cspm_type *t, uint32_t *i)
{
    for (t = behind(t); t && t->kind == TYPE_DOT; t = behind(t->at[1])) {
        const cspm_type *part = dotted_part(t->at[0], i);
        if (part)
            return part;
    }
    return *i == 0 ? t : ((*i)--, NULL);
}

static const cspm_type *field_type(const cspm_symbol *symbol, uint32_t i)
{
    for (const cspm_type *t = behind(symbol->scheme.type); t && t->kind == TYPE_DOTABLE; t = behind(t->at[1])) {
        const cspm_type *part = dotted_part(t->at[0], &i);
        if (part)
            return part;
    }
    return NULL;
}

/* Of part i of a value of the type, which begins with these words. */
static const cspm_type *part_type(const labeller *l, const cspm_type *type, const uint64_t *words, uint32_t i)
{
    const cspm_names_used *names;
    switch (words[0]) {
    case DATUM_DATA:
        return field_type((const cspm_symbol *)(uintptr_t)words[1], i);
    case DATUM_CODE:
        names = coset__proc_names(l->ps, (const cspm_node *)(uintptr_t)words[1], (uint32_t)words[2]);
        return i < names->n ? names->at[i]->scheme.type : NULL;
    case DATUM_SEQ:
        return type && type->kind == TYPE_SEQ ? type->at[0] : NULL;
    case DATUM_TUPLE:
        return type && type->kind == TYPE_TUPLE && i < type->n ? type->at[i] : NULL;
    case DATUM_DOTS:
        return dotted_part(type, &i);
    default:
        return NULL;
    }
}

/* ---- things and sets -------------------------------------------------------------------------------------------- */

static void walk_value(labeller *l, uint32_t value, thing *t);
static void walk_term(labeller *l, uint32_t term, thing *t);

static void add_edge(labeller *l, uint32_t colour, const end_list *ends)
{
    if (ends->n)
        *coset_vec_add(&l->edges) =
            (coset_label_edge){colour, ends->n, coset_arena_copy(l->arena, ends->at, ends->n, sizeof *ends->at)};
}

/* A member of a set that is inside `t`: its form is combined with that of the set, independent of order, and its
 * constants are a separate edge. `with` contains the constants of the thing that contains the set, if that is in a set
 * itself. */
static uint64_t member(labeller *l, const thing *t, uint32_t place, uint32_t what,
                       void (*walk)(labeller *, uint32_t, thing *))
{
    thing one = {.form = 17};
    uint32_t outer = l->around;
    mix(&one, short_form(t) + place);
    l->around = short_form(&one) | 1;
    for (uint32_t i = 0; outer && i < t->ends.n; i++)
        *coset_vec_add(&one.ends) = t->ends.at[i];
    walk(l, what, &one);
    l->around = outer;
    add_edge(l, short_form(&one), &one.ends);
    coset_vec_fini(&one.ends);
    return one.form;
}

static void members(labeller *l, thing *t, const uint64_t *at, uint32_t n, void (*walk)(labeller *, uint32_t, thing *))
{
    uint64_t sum = 0;
    const cspm_type *type = l->type;
    for (uint32_t i = 0; i < n; i++) {
        l->type = type;
        sum += member(l, t, n, (uint32_t)at[i], walk);
    }
    mix(t, n);
    mix(t, sum);
}

static void pair(labeller *l, uint32_t at, thing *t)
{
    const uint64_t *words = l->ps->values.words.at + at;
    uint32_t key = (uint32_t)words[0], value = (uint32_t)words[1];
    const cspm_type *type = l->type && l->type->kind == TYPE_MAP ? l->type : NULL;
    l->type = type ? type->at[0] : NULL;
    walk_value(l, key, t);
    l->type = type ? type->at[1] : NULL;
    walk_value(l, value, t);
}

static void map(labeller *l, uint32_t value, thing *t)
{
    uint64_t first = l->ps->values.start.at[value] + 1, sum = 0;
    uint32_t n = (coset__table_len(&l->ps->values, value) - 1) / 2;
    const cspm_type *type = l->type;
    for (uint32_t i = 0; i < n; i++) {
        l->type = type;
        sum += member(l, t, n, (uint32_t)(first + 2 * i), pair);
    }
    mix(t, n);
    mix(t, sum);
}

static void add_end(thing *t, coset_element element)
{
    mix(t, element.type + 1);
    *coset_vec_add(&t->ends) = element;
}

static void walk_value(labeller *l, uint32_t value, thing *t)
{
    const uint64_t *words = coset__table_at(&l->ps->values, value);
    uint32_t n = coset__table_len(&l->ps->values, value), from = 1;
    const cspm_type *type = behind(l->type);
    coset_element element;
    l->type = NULL;
    mix(t, words[0]);
    switch (words[0]) {
    case DATUM_DATA:
        if (n == 2 && find_element(l, (const cspm_symbol *)(uintptr_t)words[1], &element)) {
            add_end(t, element);
            return;
        }
        mix(t, words[1]);
        from = 2;
        break;
    case DATUM_SET:
        l->type = type && type->kind == TYPE_SET ? type->at[0] : NULL;
        members(l, t, words + 1, n - 1, walk_value);
        return;
    case DATUM_MAP:
        l->type = type;
        map(l, value, t);
        return;
    case DATUM_CODE:
        mix(t, words[1]);
        mix(t, words[2]);
        from = 3;
        break;
    case DATUM_FUNCTION:
        mix(t, words[1]);
        mix(t, words[2]);
        from = 3;
        break;
    case DATUM_BUILTIN:
    case DATUM_PROCESS:
        mix(t, words[1]);
        from = 2;
        break;
    case DATUM_INT:
        if (find_number(l, type, (int64_t)words[1], &element)) {
            add_end(t, element);
            return;
        }
        mix(t, words[1]);
        return;
    case DATUM_BOOL:
    case DATUM_CHAR:
    case DATUM_INSIDE:
    case DATUM_ENDLESS:
        for (uint32_t i = 1; i < n; i++)
            mix(t, words[i]);
        return;
    default:
        break;
    }
    mix(t, n);
    for (uint32_t i = from; i < n; i++) {
        words = coset__table_at(&l->ps->values, value);
        l->type = part_type(l, type, words, i - from);
        walk_value(l, (uint32_t)words[i], t);
    }
}

/* ---- terms ------------------------------------------------------------------------------------------------------ */

static void walk_event(labeller *l, uint32_t event, thing *t)
{
    l->type = NULL;
    if (event <= COSET_TICK)
        mix(t, event);
    else
        walk_value(l, l->ps->events.at[event].value, t);
}

static void event_set(labeller *l, uint32_t set, thing *t)
{
    members(l, t, coset__table_at(&l->ps->sets, set), coset__table_len(&l->ps->sets, set), walk_event);
}

static void event_pair(labeller *l, uint32_t at, thing *t)
{
    uint64_t both = l->ps->maps.words.at[at];
    walk_event(l, (uint32_t)(both >> 32), t);
    walk_event(l, (uint32_t)both, t);
}

static void event_map(labeller *l, uint32_t number, thing *t)
{
    uint64_t first = l->ps->maps.start.at[number], sum = 0;
    uint32_t n = coset__table_len(&l->ps->maps, number);
    for (uint32_t i = 0; i < n; i++)
        sum += member(l, t, n, (uint32_t)(first + i), event_pair);
    mix(t, n);
    mix(t, sum);
}

static void alphabet_and_term(labeller *l, uint32_t at, thing *t)
{
    const uint64_t *words = l->ps->terms.words.at + at;
    uint32_t set = (uint32_t)words[0], term = (uint32_t)words[1];
    event_set(l, set, t);
    walk_term(l, term, t);
}

static void alphabetised(labeller *l, uint32_t term, thing *t)
{
    uint64_t first = l->ps->terms.start.at[term] + 1, sum = 0;
    uint32_t n = (coset__table_len(&l->ps->terms, term) - 1) / 2;
    for (uint32_t i = 0; i < n; i++)
        sum += member(l, t, n, (uint32_t)(first + 2 * i), alphabet_and_term);
    mix(t, sum);
}

static void order(labeller *l, uint32_t number, thing *t)
{
    const uint64_t *row = coset__table_at(&l->ps->orders, number);
    uint32_t n = coset__table_len(&l->ps->orders, number);
    mix(t, row[0]);
    for (uint32_t i = 1; i < n; i++)
        (row[0] ? event_map : event_set)(l, (uint32_t)row[i], t);
}

/* The format of a term's words: V value or code, T term, E set of events, M map, O order, N number; a last letter in
 * lower case applies to all following words. s: terms without order. */
static const char *form_of(uint64_t kind)
{
    static const char *const forms[] = {
        [TERM_STOP] = "",
        [TERM_OMEGA] = "",
        [TERM_SKIP] = "",
        [TERM_DIV] = "",
        [TERM_TSTOP] = "N",
        [TERM_TSKIP] = "N",
        [TERM_PREFIX] = "V",
        [TERM_CHOOSING] = "VNV",
        [TERM_DELAY] = "NNV",
        [TERM_INTERNAL] = "V",
        [TERM_EXTERNAL] = "s",
        [TERM_SEQUENCE] = "TV",
        [TERM_SLIDING] = "TV",
        [TERM_INTERRUPT] = "TT",
        [TERM_PARALLEL] = "Es",
        [TERM_EXCEPTION] = "ETV",
        [TERM_SYNC_EXTERNAL] = "Es",
        [TERM_SYNC_INTERRUPT] = "ETT",
        [TERM_LINKED] = "MTT",
        [TERM_HIDE] = "ET",
        [TERM_PROJECT] = "ET",
        [TERM_RENAME] = "MT",
        [TERM_RUN] = "E",
        [TERM_CHAOS] = "E",
        [TERM_PRIORITISE] = "OT",
        [TERM_CHASE] = "T",
    };
    return kind < sizeof forms / sizeof *forms ? forms[kind] : NULL;
}

static void walk_word(labeller *l, char how, uint64_t word, thing *t)
{
    l->type = NULL;
    switch (how) {
    case 'V':
        if (word == NONE)
            mix(t, 1);
        else
            walk_value(l, (uint32_t)word, t);
        return;
    case 'T':
        walk_term(l, (uint32_t)word, t);
        return;
    case 'E':
        event_set(l, (uint32_t)word, t);
        return;
    case 'M':
        event_map(l, (uint32_t)word, t);
        return;
    case 'O':
        order(l, (uint32_t)word, t);
        return;
    default:
        mix(t, word);
        return;
    }
}

static void walk_term(labeller *l, uint32_t term, thing *t)
{
    uint64_t kind = coset__table_at(&l->ps->terms, term)[0];
    uint32_t n = coset__table_len(&l->ps->terms, term);
    const char *form = form_of(kind);
    mix(t, kind + 100);
    if (kind == TERM_ALPHABETISED) {
        alphabetised(l, term, t);
        return;
    }
    if (!form) {
        l->unknown = true;
        return;
    }
    for (uint32_t i = 1; i < n; i++, form++) {
        if (*form == 's') {
            members(l, t, coset__table_at(&l->ps->terms, term) + i, n - i, walk_term);
            return;
        }
        walk_word(l, *form, coset__table_at(&l->ps->terms, term)[i], t);
    }
}

/* ---- labels ----------------------------------------------------------------------------------------------------- */

static coset_label finish(labeller *l, thing *t)
{
    add_edge(l, 1, &t->ends);
    coset_label_edge *edges = coset_arena_copy(l->arena, l->edges.at, l->edges.n, sizeof *edges);
    coset_label label = coset_label_make(short_form(t), l->edges.n, edges);
    coset_vec_fini(&t->ends);
    coset_vec_fini(&l->edges);
    return label;
}

coset_label coset__label_event(cspm_procs *ps, const cspm_label_types *types, uint32_t event, coset_arena *arena)
{
    labeller l = {.ps = ps, .types = types, .arena = arena};
    thing t = {.form = 3};
    walk_event(&l, event, &t);
    return finish(&l, &t);
}

bool coset__label_term(cspm_procs *ps, const cspm_label_types *types, uint32_t term, coset_arena *arena,
                       coset_label *out)
{
    labeller l = {.ps = ps, .types = types, .arena = arena};
    thing t = {.form = 5};
    walk_term(&l, term, &t);
    *out = finish(&l, &t);
    return !l.unknown;
}

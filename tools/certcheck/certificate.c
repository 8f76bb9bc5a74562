#include "certcheck/certificate.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "certcheck/locate.h"

#define SCHEMA    "coset-symmetry/1"
#define UNDEFINED "undefined"

static const char syntax_code[] = "C01", shape_code[] = "C02", bijection_code[] = "C03";

typedef struct {
    coset_certificate *c;
    coset_arena *arena;
} reader;

/* ---- messages --------------------------------------------------------------------------------------------------- */

static coset_pos position(const coset_certificate *c, size_t offset)
{
    const char *bytes = coset_text_bytes(c->text, c->file, NULL);
    coset_pos pos = {1, 1, c->file};
    size_t line = 0;
    for (size_t i = 0; i < offset && bytes[i]; i++)
        if (bytes[i] == '\n') {
            pos.line++;
            line = i + 1;
        }
    pos.column = offset - line < UINT16_MAX ? (uint16_t)(offset - line + 1) : UINT16_MAX;
    return pos;
}

coset_status coset_certificate_blame(const coset_certificate *c, const char *code, const char *path, const char *fmt,
                                     ...)
{
    char what[1500];
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    size_t at = coset_json_locate(coset_text_bytes(c->text, c->file, NULL), path);
    coset_message(c->text, COSET_SEVERITY_ERROR, code, position(c, at), 0, "%s%s%s", path, *path ? ": " : "", what);
    return COSET_INPUT;
}

/* ---- shapes ----------------------------------------------------------------------------------------------------- */

static coset_status want_text(const reader *r, const json_t *j, const char *path, const char **out)
{
    *out = "";
    if (!json_is_string(j))
        return coset_certificate_blame(r->c, shape_code, path, j ? "this is not a text" : "the text is missing");
    *out = coset_arena_text(r->arena, json_string_value(j));
    return COSET_OK;
}

static coset_status want_array(const reader *r, const json_t *j, const char *path, uint32_t *n)
{
    if (!json_is_array(j))
        return coset_certificate_blame(r->c, shape_code, path, j ? "this is not an array" : "the array is missing");
    *n = (uint32_t)json_array_size(j);
    return COSET_OK;
}

/* An object with these keys and no other; `keys` ends with NULL. */
static coset_status want_object(const reader *r, json_t *j, const char *path, const char *const *keys)
{
    const char *name;
    json_t *value;
    if (!json_is_object(j))
        return coset_certificate_blame(r->c, shape_code, path, "this is not an object");
    for (const char *const *k = keys; *k; k++)
        if (!json_object_get(j, *k))
            return coset_certificate_blame(r->c, shape_code, path, "the key \"%s\" is missing", *k);
    json_object_foreach(j, name, value)
    {
        const char *const *k = keys;
        while (*k && strcmp(*k, name) != 0)
            k++;
        if (!*k)
            return coset_certificate_blame(r->c, shape_code, path, "a certificate has no key \"%s\" here", name);
    }
    return COSET_OK;
}

static const char *path_of(const reader *r, const char *list, uint32_t i)
{
    return coset_arena_printf(r->arena, "%s[%u]", list, (unsigned)i);
}

/* ---- slots ------------------------------------------------------------------------------------------------------ */

static coset_status read_values(reader *r, uint32_t slot, const json_t *j, const char *path)
{
    coset_certificate *c = r->c;
    uint32_t n = c->first[slot + 1] - c->first[slot];
    for (uint32_t i = 0; i < n; i++) {
        const char *text, *at = coset_arena_printf(r->arena, "%s.values[%u]", path, (unsigned)i);
        coset_status status = want_text(r, json_array_get(j, i), at, &text);
        if (status != COSET_OK)
            return status;
        if (coset_certificate_literal(c, slot, text) != COSET_NO_LITERAL)
            return coset_certificate_blame(c, shape_code, at, "the value \"%s\" is listed twice", text);
        c->slot_of[c->first[slot] + i] = slot;
        c->values[c->first[slot] + i] = text;
    }
    return COSET_OK;
}

static coset_status read_slots(reader *r, const json_t *slots)
{
    static const char *const keys[] = {"name", "values", NULL};
    coset_certificate *c = r->c;
    coset_status status = want_array(r, slots, "slots", &c->n_slots);
    if (status != COSET_OK)
        return status;
    c->slots = coset_arena_get(r->arena, c->n_slots, sizeof *c->slots);
    c->first = coset_arena_get(r->arena, c->n_slots + 1, sizeof *c->first);
    for (uint32_t s = 0; s < c->n_slots && status == COSET_OK; s++) {
        json_t *j = json_array_get(slots, s);
        const char *path = path_of(r, "slots", s);
        uint32_t n = 0;
        if ((status = want_object(r, j, path, keys)) != COSET_OK)
            break;
        c->slots[s].stays = json_is_null(json_object_get(j, "values"));
        status =
            want_text(r, json_object_get(j, "name"), coset_arena_printf(r->arena, "%s.name", path), &c->slots[s].name);
        if (status == COSET_OK && !c->slots[s].stays)
            status = want_array(r, json_object_get(j, "values"), coset_arena_printf(r->arena, "%s.values", path), &n);
        c->first[s + 1] = c->first[s] + n;
    }
    if (status != COSET_OK)
        return status;
    c->n_literals = c->first[c->n_slots];
    c->slot_of = coset_arena_get(r->arena, c->n_literals, sizeof *c->slot_of);
    c->values = coset_arena_get(r->arena, c->n_literals, sizeof *c->values);
    for (uint32_t s = 0; s < c->n_slots && status == COSET_OK; s++)
        status = read_values(r, s, json_object_get(json_array_get(slots, s), "values"), path_of(r, "slots", s));
    return status;
}

uint32_t coset_certificate_literal(const coset_certificate *c, uint32_t slot, const char *value)
{
    for (uint32_t i = c->first[slot]; i < c->first[slot + 1]; i++)
        if (c->values[i] && strcmp(c->values[i], value) == 0)
            return i;
    return COSET_NO_LITERAL;
}

static coset_status read_origin(reader *r, const json_t *j)
{
    coset_certificate *c = r->c;
    uint32_t n = 0, listed = 0;
    if (json_is_null(j))
        return COSET_OK;
    coset_status status = want_array(r, j, "origin", &n);
    if (status == COSET_OK && n != c->n_slots)
        return coset_certificate_blame(c, shape_code, "origin", "there are %u values for %u slots", (unsigned)n,
                                       (unsigned)c->n_slots);
    c->origin = coset_arena_get(r->arena, c->n_slots, sizeof *c->origin);
    for (uint32_t s = 0; s < c->n_slots && status == COSET_OK; s++) {
        status = want_text(r, json_array_get(j, s), path_of(r, "origin", s), &c->origin[s]);
        listed += c->slots[s].stays || coset_certificate_literal(c, s, c->origin[s]) != COSET_NO_LITERAL;
    }
    if (status == COSET_OK && listed == c->n_slots)
        return coset_certificate_blame(c, shape_code, "origin",
                                       "all these values are listed, so the generators say where the state goes");
    return status;
}

/* ---- literals of a generator ------------------------------------------------------------------------------------ */

/* Elements `at` and `at + 1` of the row: a slot and one of its values. */
static coset_status read_literal(reader *r, const json_t *row, uint32_t at, const char *path, uint32_t *literal)
{
    const coset_certificate *c = r->c;
    const json_t *slot = json_array_get(row, at), *value = json_array_get(row, at + 1);
    if (!json_is_integer(slot) || !json_is_string(value))
        return coset_certificate_blame(c, shape_code, path, "a row is [slot, \"value\", slot, \"value\"]");
    json_int_t s = json_integer_value(slot);
    if (s < 0 || s >= (json_int_t)c->n_slots)
        return coset_certificate_blame(c, shape_code, path, "there is no slot %lld; there are %u", (long long)s,
                                       (unsigned)c->n_slots);
    *literal = coset_certificate_literal(c, (uint32_t)s, json_string_value(value));
    if (*literal != COSET_NO_LITERAL)
        return COSET_OK;
    if (c->slots[s].stays)
        return coset_certificate_blame(c, shape_code, path, "slot %lld (%s) has no listed values, so it must stay",
                                       (long long)s, c->slots[s].name);
    return coset_certificate_blame(c, shape_code, path, "slot %lld (%s) has no value \"%s\" in its list", (long long)s,
                                   c->slots[s].name, json_string_value(value));
}

static coset_status read_rows(reader *r, const json_t *rows, const char *list, coset_cert_generator *g)
{
    const coset_certificate *c = r->c;
    uint32_t n = 0;
    coset_status status = want_array(r, rows, list, &n);
    bool *listed = coset_arena_get(r->arena, c->n_literals, sizeof *listed);
    for (uint32_t i = 0; i < n && status == COSET_OK; i++) {
        const char *path = path_of(r, list, i);
        const json_t *row = json_array_get(rows, i);
        uint32_t from, to;
        if (!json_is_array(row) || json_array_size(row) != 4)
            return coset_certificate_blame(c, shape_code, path, "a row is [slot, \"value\", slot, \"value\"]");
        if ((status = read_literal(r, row, 0, path, &from)) != COSET_OK ||
            (status = read_literal(r, row, 2, path, &to)) != COSET_OK)
            break;
        if (listed[from])
            return coset_certificate_blame(c, bijection_code, path, "%s = %s has an image already",
                                           c->slots[c->slot_of[from]].name, c->values[from]);
        listed[from] = true;
        g->literal_to[from] = to;
    }
    return status;
}

static coset_status check_literals(reader *r, const char *list, const coset_cert_generator *g)
{
    const coset_certificate *c = r->c;
    uint32_t *source = coset_arena_get(r->arena, c->n_literals, sizeof *source);
    for (uint32_t i = 0; i < c->n_literals; i++) {
        uint32_t to = g->literal_to[i];
        if (source[to])
            return coset_certificate_blame(
                c, bijection_code, list, "not one to one: both %s = %s and %s = %s go to %s = %s",
                c->slots[c->slot_of[source[to] - 1]].name, c->values[source[to] - 1], c->slots[c->slot_of[i]].name,
                c->values[i], c->slots[c->slot_of[to]].name, c->values[to]);
        source[to] = i + 1;
        if ((strcmp(c->values[i], UNDEFINED) == 0) != (strcmp(c->values[to], UNDEFINED) == 0))
            return coset_certificate_blame(
                c, bijection_code, list, "%s = %s goes to %s = %s: undefined must stay undefined",
                c->slots[c->slot_of[i]].name, c->values[i], c->slots[c->slot_of[to]].name, c->values[to]);
    }
    return COSET_OK;
}

static coset_status find_slots(reader *r, const char *list, coset_cert_generator *g)
{
    const coset_certificate *c = r->c;
    for (uint32_t s = 0; s < c->n_slots; s++) {
        uint32_t first = c->first[s], n = c->first[s + 1] - first, to = n ? c->slot_of[g->literal_to[first]] : s;
        g->slot_to[s] = to;
        if (c->first[to + 1] - c->first[to] != n)
            return coset_certificate_blame(c, bijection_code, list, "%s has %u values and goes to %s, which has %u",
                                           c->slots[s].name, (unsigned)n, c->slots[to].name,
                                           (unsigned)(c->first[to + 1] - c->first[to]));
        for (uint32_t i = first; i < first + n; i++)
            if (c->slot_of[g->literal_to[i]] != to)
                return coset_certificate_blame(c, bijection_code, list,
                                               "slots are torn apart: %s = %s goes to %s, but %s = %s to %s",
                                               c->slots[s].name, c->values[first], c->slots[to].name, c->slots[s].name,
                                               c->values[i], c->slots[c->slot_of[g->literal_to[i]]].name);
    }
    return COSET_OK;
}

/* ---- rules of a generator --------------------------------------------------------------------------------------- */

static int by_from(const void *a, const void *b)
{
    const coset_cert_move *x = a, *y = b;
    return strcmp(x->from, y->from);
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

const char *coset_certificate_rule(const coset_cert_generator *g, const char *rule)
{
    const coset_cert_move key = {rule, NULL},
                          *move = g->n_moves ? bsearch(&key, g->moves, g->n_moves, sizeof key, by_from) : NULL;
    return move ? move->to : rule;
}

static coset_status check_moves(const reader *r, const char *list, const coset_cert_generator *g)
{
    const char **to = coset_arena_get(r->arena, g->n_moves, sizeof *to);
    for (uint32_t i = 0; i < g->n_moves; i++)
        to[i] = g->moves[i].to;
    if (g->n_moves)
        qsort(to, g->n_moves, sizeof *to, by_text);
    for (uint32_t i = 0; i < g->n_moves; i++) {
        if (i && strcmp(to[i], to[i - 1]) == 0)
            return coset_certificate_blame(r->c, bijection_code, list, "not one to one: two rules go to \"%s\"", to[i]);
        if (strcmp(to[i], g->moves[i].from) == 0)
            continue;
        bool lost = strcmp(to[i], g->moves[i].from) > 0; /* both are ascending: the lesser one is on one side only */
        return coset_certificate_blame(r->c, bijection_code, list,
                                       lost ? "\"%s\" goes to another rule, but none goes to it"
                                            : "a rule goes to \"%s\", which has no image itself",
                                       lost ? g->moves[i].from : to[i]);
    }
    return COSET_OK;
}

/* Rules with the same text in the model are each listed; their images must have the same text too. */
static coset_status join_moves(const reader *r, const char *list, coset_cert_generator *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_moves; i++) {
        if (n == 0 || strcmp(g->moves[i].from, g->moves[n - 1].from) != 0)
            g->moves[n++] = g->moves[i];
        else if (strcmp(g->moves[i].to, g->moves[n - 1].to) != 0)
            return coset_certificate_blame(r->c, bijection_code, list,
                                           "the rule \"%s\" has two images, \"%s\" and \"%s\"", g->moves[i].from,
                                           g->moves[n - 1].to, g->moves[i].to);
    }
    g->n_moves = n;
    return COSET_OK;
}

static coset_status read_moves(const reader *r, const json_t *rules, const char *list, coset_cert_generator *g)
{
    coset_status status = want_array(r, rules, list, &g->n_moves);
    if (status != COSET_OK)
        return status;
    g->moves = coset_arena_get(r->arena, g->n_moves, sizeof *g->moves);
    for (uint32_t i = 0; i < g->n_moves && status == COSET_OK; i++) {
        const char *path = path_of(r, list, i);
        const json_t *row = json_array_get(rules, i);
        if (!json_is_array(row) || json_array_size(row) != 2)
            return coset_certificate_blame(r->c, shape_code, path, "a row is [\"rule\", \"rule\"]");
        status = want_text(r, json_array_get(row, 0), path, &g->moves[i].from);
        if (status == COSET_OK)
            status = want_text(r, json_array_get(row, 1), path, &g->moves[i].to);
    }
    if (status != COSET_OK)
        return status;
    if (g->n_moves)
        qsort(g->moves, g->n_moves, sizeof *g->moves, by_from);
    if ((status = join_moves(r, list, g)) != COSET_OK)
        return status;
    return check_moves(r, list, g);
}

static coset_status read_generator(reader *r, json_t *j, const char *path, coset_cert_generator *g)
{
    static const char *const keys[] = {"literals", "rules", NULL};
    const coset_certificate *c = r->c;
    coset_status status = want_object(r, j, path, keys);
    if (status != COSET_OK)
        return status;
    const char *literals = coset_arena_printf(r->arena, "%s.literals", path);
    g->slot_to = coset_arena_get(r->arena, c->n_slots, sizeof *g->slot_to);
    g->literal_to = coset_arena_get(r->arena, c->n_literals, sizeof *g->literal_to);
    for (uint32_t i = 0; i < c->n_literals; i++)
        g->literal_to[i] = i;
    status = read_rows(r, json_object_get(j, "literals"), literals, g);
    if (status == COSET_OK)
        status = check_literals(r, literals, g);
    if (status == COSET_OK)
        status = find_slots(r, literals, g);
    if (status == COSET_OK)
        status = read_moves(r, json_object_get(j, "rules"), coset_arena_printf(r->arena, "%s.rules", path), g);
    return status;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

static coset_status read_lists(reader *r, json_t *root)
{
    coset_certificate *c = r->c;
    const json_t *props = json_object_get(root, "properties"), *generators = json_object_get(root, "generators");
    coset_status status = read_slots(r, json_object_get(root, "slots"));
    if (status == COSET_OK)
        status = read_origin(r, json_object_get(root, "origin"));
    if (status == COSET_OK)
        status = want_array(r, props, "properties", &c->n_props);
    if (status == COSET_OK)
        status = want_array(r, generators, "generators", &c->n_generators);
    if (status != COSET_OK)
        return status;
    c->props = coset_arena_get(r->arena, c->n_props, sizeof *c->props);
    c->generators = coset_arena_get(r->arena, c->n_generators, sizeof *c->generators);
    for (uint32_t i = 0; i < c->n_props && status == COSET_OK; i++)
        status = want_text(r, json_array_get(props, i), path_of(r, "properties", i), &c->props[i]);
    for (uint32_t i = 0; i < c->n_generators && status == COSET_OK; i++)
        status = read_generator(r, json_array_get(generators, i), path_of(r, "generators", i), &c->generators[i]);
    return status;
}

static coset_status read_root(reader *r, json_t *root)
{
    static const char *const keys[] = {"schema", "model",      "language",   "slots", "origin",
                                       "order",  "properties", "generators", NULL};
    coset_certificate *c = r->c;
    const char *schema;
    coset_status status = want_object(r, root, "", keys);
    if (status == COSET_OK)
        status = want_text(r, json_object_get(root, "schema"), "schema", &schema);
    if (status == COSET_OK && strcmp(schema, SCHEMA) != 0)
        status =
            coset_certificate_blame(c, shape_code, "schema", "this is \"%s\"; only \"" SCHEMA "\" is known", schema);
    if (status == COSET_OK)
        status = want_text(r, json_object_get(root, "model"), "model", &c->model);
    if (status == COSET_OK)
        status = want_text(r, json_object_get(root, "language"), "language", &c->language);
    if (status == COSET_OK)
        status = want_text(r, json_object_get(root, "order"), "order", &c->order);
    if (status == COSET_OK && (strspn(c->order, "0123456789") != strlen(c->order) || *c->order == '0' || !*c->order))
        status = coset_certificate_blame(c, shape_code, "order", "\"%s\" is not a positive decimal number", c->order);
    return status == COSET_OK ? read_lists(r, root) : status;
}

coset_status coset_certificate_read(coset_text *text, uint16_t file, coset_arena *arena, coset_certificate *out)
{
    json_error_t wrong;
    size_t len;
    *out = (coset_certificate){.text = text, .file = file};
    const char *bytes = coset_text_bytes(text, file, &len);
    json_t *root = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &wrong);
    if (!root) {
        size_t at = wrong.position > 0 ? (size_t)wrong.position - 1 : 0;
        coset_message(text, COSET_SEVERITY_ERROR, syntax_code, position(out, at < len ? at : len), 0,
                      "this is not JSON: %s", wrong.text);
        coset_message_help(text, "coset symmetry MODEL --certificate=FILE writes a certificate");
        return COSET_INPUT;
    }
    reader r = {out, arena};
    coset_status status = read_root(&r, root);
    json_decref(root);
    return status;
}

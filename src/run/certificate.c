/* run/certificate.c - a detected group as JSON that others can check; see doc/internals-detect.md. */
#include <jansson.h>
#include <string.h>

#include "ir/entry.h"
#include "ir/interp.h"
#include "run/detection.h"

#define TEXT 512

static json_t *text_of(const char *text)
{
    json_t *j = json_string(text);
    return j ? j : json_string("?"); /* bytes that are not UTF-8 */
}

static json_t *slot_value(const coset_model *m, uint32_t slot, coset_value value)
{
    char text[TEXT];
    m->ops->value_text(m, slot, value, text, sizeof text);
    return text_of(text);
}

static json_t *value_of(const coset_model *m, const coset_literals *l, uint32_t literal)
{
    return slot_value(m, l->slots[literal], l->values[literal]);
}

static json_t *origin_of(const coset_model *m, const coset_literals *l)
{
    json_t *all = l->origin ? json_array() : json_null();
    for (uint32_t s = 0; l->origin && s < l->n_slots; s++)
        json_array_append_new(all, slot_value(m, s, l->origin[s]));
    return all;
}

static json_t *slots_of(const coset_model *m, const coset_literals *l)
{
    json_t *all = json_array();
    for (uint32_t s = 0; s < l->n_slots; s++) {
        json_t *values = l->any[s] ? json_null() : json_array();
        for (uint32_t i = l->first[s]; i < l->first[s + 1] && !l->any[s]; i++)
            json_array_append_new(values, value_of(m, l, i));
        json_array_append_new(all, json_pack("{s:o, s:o}", "name", text_of(m->slots[s].name), "values", values));
    }
    return all;
}

/* If another rule has the same name, the position distinguishes them. */
static bool has_double(const coset_model *m, uint32_t group)
{
    for (uint32_t i = 0; i < m->n_groups; i++)
        if (i != group && !m->groups[i].is_start && strcmp(m->groups[i].name, m->groups[group].name) == 0)
            return true;
    return false;
}

static json_t *rule_of(const coset_model *m, coset_detect_rule r)
{
    char text[TEXT];
    const uint64_t instance = coset_ir_without_entries(&coset_model_ir(m)->rules[r.group], r.instance);
    m->ops->edge_text(m, r.group, instance, text, sizeof text);
    size_t used = strlen(text);
    if (has_double(m, r.group))
        snprintf(text + used, sizeof text - used, " @%u:%u", (unsigned)m->groups[r.group].pos.line,
                 (unsigned)m->groups[r.group].pos.column);
    return text_of(text);
}

static json_t *generator_of(const coset_model *m, const coset_detected *d, const coset_detect_generator *g)
{
    const coset_literals *l = &d->literals;
    json_t *literals = json_array(), *rules = json_array();
    for (uint32_t i = 0; i < l->n; i++)
        if (g->perm[i] != i)
            json_array_append_new(literals, json_pack("[I, o, I, o]", (json_int_t)l->slots[i], value_of(m, l, i),
                                                      (json_int_t)l->slots[g->perm[i]], value_of(m, l, g->perm[i])));
    for (uint32_t i = 0; i < g->n_moves; i++)
        json_array_append_new(rules, json_pack("[o, o]", rule_of(m, g->moves[i].from), rule_of(m, g->moves[i].to)));
    return json_pack("{s:o, s:o}", "literals", literals, "rules", rules);
}

typedef struct {
    const coset_detection *d;
    const coset_model *m;
} certificate;

static coset_status write(void *ctx, FILE *out, coset_err *err)
{
    const certificate *c = ctx;
    json_t *generators = json_array(), *props = json_array();
    for (uint32_t i = 0; i < c->d->group.n_generators; i++)
        json_array_append_new(generators, generator_of(c->m, &c->d->group, &c->d->group.generators[i]));
    for (uint32_t p = 0; p < c->m->n_props; p++)
        if (coset_prop_is_state(&c->m->props[p]) && !c->m->props[p].unchecked)
            json_array_append_new(props, text_of(c->m->props[p].name));
    json_t *root = json_pack("{s:s, s:o, s:s, s:o, s:o, s:s, s:o, s:o}", "schema", "coset-symmetry/1", "model",
                             text_of(c->m->name), "language", c->m->language, "slots",
                             slots_of(c->m, &c->d->group.literals), "origin", origin_of(c->m, &c->d->group.literals),
                             "order", c->d->words.order, "properties", props, "generators", generators);
    bool written = json_dumpf(root, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return written ? COSET_OK : coset_fail(err, COSET_IO, "writing failed");
}

int coset_detection_certify(const coset_detection *d, const coset_session *s, const char *path)
{
    certificate c = {d, s->model};
    if (d->group.failed)
        return coset_complain(COSET_EXIT_MODEL, "there is no certificate: %s", d->group.failed);
    return coset_write_file(path, write, &c);
}

/* ---- for coset group ---- */

/* Points are the values that some generator moves; a comment explains each. */
static coset_status write_generators(void *ctx, FILE *out, coset_err *err)
{
    const certificate *c = ctx;
    const coset_detected *d = &c->d->group;
    uint32_t n = 0, *point = coset_new((size_t)d->literals.n + 1, sizeof *point);
    bool *done = coset_new((size_t)d->literals.n + 1, sizeof *done);
    for (uint32_t i = 0; i < d->literals.n; i++)
        for (uint32_t g = 0; g < d->n_generators && !point[i]; g++)
            point[i] = d->generators[g].perm[i] != i ? ++n : 0;
    fprintf(out, "# %s, group of order %s\ndegree %u;\n", c->m->name, c->d->words.order, (unsigned)(n ? n : 1));
    for (uint32_t i = 0; i < d->literals.n; i++)
        if (point[i]) {
            char text[TEXT];
            c->m->ops->value_text(c->m, d->literals.slots[i], d->literals.values[i], text, sizeof text);
            fprintf(out, "# %u: %s = %s\n", (unsigned)point[i], c->m->slots[d->literals.slots[i]].name, text);
        }
    for (uint32_t g = 0; g < d->n_generators; g++) {
        memset(done, 0, (size_t)d->literals.n + 1);
        for (uint32_t i = 0; i < d->literals.n; i++)
            for (uint32_t at = i; !done[at] && d->generators[g].perm[i] != i; at = d->generators[g].perm[at]) {
                fprintf(out, "%s%u%s", at == i ? "(" : " ", (unsigned)point[at],
                        d->generators[g].perm[at] == i ? ")" : "");
                done[at] = true;
            }
        fputs(";\n", out);
    }
    coset_delete(point);
    coset_delete(done);
    return ferror(out) ? coset_fail(err, COSET_IO, "writing failed") : COSET_OK;
}

int coset_detection_generators(const coset_detection *d, const coset_session *s, const char *path)
{
    certificate c = {d, s->model};
    if (d->group.failed)
        return coset_complain(COSET_EXIT_MODEL, "there are no generators: %s", d->group.failed);
    return coset_write_file(path, write_generators, &c);
}

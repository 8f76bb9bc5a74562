/* report/listing.c - the properties of a model before it is checked. */
#include "report/report_int.h"

const coset_listed *coset_listed_of(const coset_model *m, coset_arena *a, uint32_t *n)
{
    coset_listed *all = coset_arena_get(a, m->n_props, sizeof *all);
    *n = 0;
    for (uint32_t p = 0; p < m->n_props; p++) {
        const coset_prop *what = &m->props[p];
        if (what->kind != COSET_PROP_PREDICATE && what->assumed == COSET_NOT_ASSUMED)
            all[(*n)++] = (coset_listed){coset_arena_text(a, what->name), coset__report_kind(what->kind), what->pos};
    }
    return all;
}

json_t *coset__json_listed(const coset_listing *l, const char *verdict)
{
    json_t *properties = json_array();
    for (uint32_t i = 0; i < l->n; i++) {
        json_t *one = json_pack("{s:o, s:s, s:o}", "name", coset__json_text(l->properties[i].name), "kind",
                                l->properties[i].kind, "at", coset__json_pos(l->text, l->properties[i].pos));
        if (verdict)
            (void)json_object_update_new(one, json_pack("{s:s, s:n, s:n}", "verdict", verdict, "reason", "trace"));
        json_array_append_new(properties, one);
    }
    return properties;
}

coset_status coset_listing_json(const coset_listing *l, FILE *out, coset_err *err)
{
    json_t *properties = coset__json_listed(l, NULL);
    json_t *root = json_pack("{s:s, s:o, s:s, s:i, s:o, s:o}", "schema", "coset/1", "model", coset__json_text(l->path),
                             "language", l->language, "exit_code", COSET_EXIT_HOLDS, "properties", properties,
                             "messages", coset__json_messages(l->text));
    return coset__json_write(root, out, err);
}

/* report/csp_group.c - the symmetry of the assertions of a script, as text and JSON. */
#include <string.h>

#include "report/colours.h"
#include "report/csp.h"
#include "report/report_int.h"

static uint32_t n_moving(const coset_csp_type *t)
{
    uint32_t n = 0;
    for (uint32_t e = 0; e < t->n; e++)
        n += t->moves[e];
    return n;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void print_factors(const coset_csp_group *g, FILE *out)
{
    const char *between = "";
    for (uint32_t i = 0; i < g->n_types; i++) {
        const coset_csp_type *t = &g->types[i];
        uint32_t n = n_moving(t);
        fprintf(out, "%s%s ", between, t->name);
        between = ", ";
        if (n)
            fprintf(out, "S%u", (unsigned)n);
        else
            fprintf(out, "none");
        if (n && n < t->n)
            fprintf(out, " of %u", (unsigned)t->n);
    }
    if (!g->n_types)
        fprintf(out, "no type has two constants");
}

static void print_reasons(const coset_csp_type *t, const coset_text *text, FILE *out)
{
    for (uint32_t i = 0; i < t->n_reasons; i++) {
        const coset_csp_reason *r = &t->reasons[i];
        bool all = r->element == UINT32_MAX;
        char where[512];
        fprintf(out, "    %s stay%s: ", all ? "all" : t->elements[r->element], all ? "" : "s");
        coset_pos_text(text, r->pos, where, sizeof where);
        if (*where)
            fprintf(out, "%s:%u: ", where, (unsigned)r->pos.column);
        fprintf(out, "%s\n", r->text);
    }
}

static void print_type(const coset_csp_type *t, const coset_text *text, FILE *out)
{
    char where[512];
    uint32_t n = n_moving(t);
    coset_pos_text(text, t->pos, where, sizeof where);
    fprintf(out, "  %s: ", t->name);
    if (n == t->n)
        fprintf(out, "all %u constants move", (unsigned)n);
    else
        fprintf(out, "%u of %u constants move%s", (unsigned)n, (unsigned)t->n, n ? ":" : "");
    for (uint32_t e = 0; n && n < t->n && e < t->n; e++)
        if (t->moves[e])
            fprintf(out, " %s", t->elements[e]);
    fprintf(out, "   %s\n", where);
    if (t->is_beyond_text)
        fprintf(out, "    found on the compiled system: the text distinguishes some of them\n");
    print_reasons(t, text, out);
}

void coset_csp_group_text(const coset_csp_group *g, const coset_text *text, FILE *out)
{
    fprintf(out, "  symmetry: ");
    print_factors(g, out);
    fprintf(out, "   order %s\n", g->order);
    for (uint32_t i = 0; i < g->n_types; i++)
        print_type(&g->types[i], text, out);
}

void coset_csp_symmetry_text(const coset_report *r, const coset_text_style *style, FILE *out)
{
    char where[512];
    for (uint32_t i = 0; i < r->script->n_results; i++) {
        const coset_csp_result *one = &r->script->results[i];
        coset_pos_text(r->text, one->pos, where, sizeof where);
        fprintf(out, "%s%s%s%s   %s\n", i ? "\n" : "", coset__colour(style, COSET_BOLD), one->assertion,
                coset__colour(style, COSET_PLAIN), where);
        if (one->group)
            coset_csp_group_text(one->group, r->text, out);
        else
            fprintf(out, "  %s\n", one->reason);
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static json_t *factor_json(const coset_csp_type *t)
{
    return coset__json_factor(&(coset__factor){.name = t->name,
                                               .n = t->n,
                                               .n_moves = n_moving(t),
                                               .n_elements = t->n,
                                               .elements = t->elements,
                                               .moves = t->moves,
                                               .found = t->is_beyond_text ? "system" : "text"});
}

static json_t *refusal_json(const coset_report *r, const coset_csp_result *result, const coset_csp_type *t,
                            const coset_csp_reason *why)
{
    bool all = why->element == UINT32_MAX;
    return coset__json_refusal(r->text, t->name, all ? json_null() : coset__json_text(t->elements[why->element]),
                               all ? t->n : 1, why->pos, coset__json_text(result->assertion), why->text);
}

json_t *coset__json_csp_group(const coset_report *r, const coset_csp_result *result)
{
    const coset_csp_group *g = result->group;
    json_t *factors = json_array(), *refused = json_array();
    for (uint32_t i = 0; g && i < g->n_types; i++) {
        json_array_append_new(factors, factor_json(&g->types[i]));
        for (uint32_t k = 0; k < g->types[i].n_reasons; k++)
            json_array_append_new(refused, refusal_json(r, result, &g->types[i], &g->types[i].reasons[k]));
    }
    return json_pack("{s:o, s:s, s:o}", "factors", factors, "order", g ? g->order : "1", "refused", refused);
}

static bool is_larger(const char *order, const char *than)
{
    size_t n = strlen(order), k = strlen(than);
    return n != k ? n > k : strcmp(order, than) > 0;
}

/* The result with the largest group; an empty one if none has a group. */
static const coset_csp_result *largest(const coset_report *r)
{
    static const coset_csp_result none = {.assertion = ""};
    const coset_csp_result *best = &none;
    for (uint32_t i = 0; i < r->script->n_results; i++)
        if (r->script->results[i].group &&
            (!best->group || is_larger(r->script->results[i].group->order, best->group->order)))
            best = &r->script->results[i];
    return best;
}

json_t *coset__json_csp_symmetry(const coset_report *r)
{
    const coset_csp_result *best = largest(r);
    json_t *all = coset__json_csp_group(r, best);
    bool exact = true;
    for (uint32_t i = 0; i < r->script->n_results; i++)
        exact &= !r->script->results[i].counts.representatives || r->script->results[i].counts.exact;
    json_object_set_new(all, "unused", json_array());
    json_object_set_new(all, "strategy",
                        json_string(best->group && best->group->strategy ? best->group->strategy : "off"));
    json_object_set_new(all, "exact", json_boolean(exact));
    return all;
}

coset_status coset_csp_symmetry_json(const coset_report *r, FILE *out, coset_err *err)
{
    json_t *assertions = json_array();
    for (uint32_t i = 0; i < r->script->n_results; i++) {
        const coset_csp_result *one = &r->script->results[i];
        json_t *group = coset__json_csp_group(r, one);
        json_object_set_new(group, "name", coset__json_text(one->assertion));
        json_object_set_new(group, "kind", json_string(one->kind));
        json_object_set_new(group, "at", coset__json_pos(r->text, one->pos));
        json_object_set_new(group, "reason", one->reason ? coset__json_text(one->reason) : json_null());
        json_array_append_new(assertions, group);
    }
    return coset__json_write(
        coset__json_symmetry_root(r->path, r->script->language, coset__json_csp_group(r, largest(r)), assertions), out,
        err);
}

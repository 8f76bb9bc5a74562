/* report/symmetry.c - the symmetry of a model, as text and JSON. */
#include "report/colours.h"
#include "report/report_int.h"

#include <string.h>

static bool same_group(const coset_symgroup *g, const coset_symgroup *h)
{
    for (uint32_t t = 0; t < g->n_types; t++)
        if (g->n_moves[t] != h->n_moves[t])
            return false;
    return true;
}

static bool refuses(const coset_symgroup *g, const coset_refusal *why)
{
    for (uint32_t i = 0; i < g->n_refusals; i++)
        if (coset_refusal_same(&g->refusals[i], why))
            return true;
    return false;
}

/* The refusals of g that are not refusals of `but`, which may be NULL. */
static void print_refusals(const coset_model *m, const coset_text *text, const coset_symgroup *g,
                           const coset_symgroup *but, FILE *out)
{
    for (uint32_t i = 0; i < g->n_refusals; i++) {
        const coset_refusal *why = &g->refusals[i];
        if (but && refuses(but, why))
            continue;
        const coset_symtype *type = &m->symmetry.types[why->type];
        char where[512];
        fprintf(out, "  refused: %s, %u of %u elements stay fixed\n", type->name, (unsigned)why->n_fixed,
                (unsigned)type->n);
        coset_pos_text(text, why->pos, where, sizeof where);
        fprintf(out, "    %s:%u: %s\n", where, (unsigned)why->pos.column, why->reason);
    }
}

static void print_declined(const coset_model *m, const coset_text *text, FILE *out)
{
    for (uint32_t i = 0; i < m->symmetry.n_declined; i++) {
        const coset_declined *d = &m->symmetry.declined[i];
        char where[512];
        coset_pos_text(text, d->pos, where, sizeof where);
        fprintf(out, "  refused: %s, ", d->name);
        if (!d->n)
            fprintf(out, "in part\n");
        else if (d->of)
            fprintf(out, "%u of %u elements stay fixed\n", (unsigned)d->n, (unsigned)d->of);
        else
            fprintf(out, "all %u stay fixed\n", (unsigned)d->n);
        fprintf(out, "    %s:%u: %s\n", where, (unsigned)d->pos.column, d->reason);
    }
}

void coset_symmetry_text(const coset_model *m, const coset_text *text, const coset_symgroup *g,
                         const coset_symgroup *starts, const coset_symgroup *const *props,
                         const coset_text_style *style, FILE *out)
{
    char factors[1024], where[512];
    coset_arena *a = coset_arena_new();
    coset_factors_text(m, g, factors, sizeof factors);
    fprintf(out, "symmetry: %s%s%s   order %s\n", coset__colour(style, COSET_BOLD), factors,
            coset__colour(style, COSET_PLAIN), coset_symgroup_order_text(g, a));
    for (uint32_t t = 0; t < m->symmetry.n_types; t++) {
        const coset_symtype *type = &m->symmetry.types[t];
        coset_pos_text(text, type->pos, where, sizeof where);
        uint32_t n = coset__report_declared(&m->symmetry, type);
        fprintf(out, "  %s: %u element%s", type->name, (unsigned)n, n == 1 ? "" : "s");
        if (n > 1 && g->n_moves[t] == n)
            fprintf(out, ", all move");
        else if (n > 1)
            fprintf(out, ", %u move", (unsigned)g->n_moves[t]);
        fprintf(out, "   %s\n", where);
    }
    print_refusals(m, text, g, NULL, out);
    print_declined(m, text, out);
    if (starts && !same_group(starts, g)) {
        coset_factors_text(m, starts, factors, sizeof factors);
        fprintf(out,
                "start states: %s; a check searches from all their renamings, unless a property distinguishes them\n",
                factors);
        print_refusals(m, text, starts, g, out);
    }
    for (uint32_t p = 0; props && p < m->n_props; p++) {
        if (!props[p] || same_group(props[p], g))
            continue;
        coset_factors_text(m, props[p], factors, sizeof factors);
        coset_pos_text(text, m->props[p].pos, where, sizeof where);
        fprintf(out, "%s \"%s\": %s   %s\n", coset__report_kind(m->props[p].kind), m->props[p].name, factors, where);
        print_refusals(m, text, props[p], NULL, out);
    }
    coset_arena_free(a);
}

/* ---- loops that a search checks --------------------------------------------------------------------------------- */

static const char *domain_name(const coset_ir_stmt *loop)
{
    const coset_ir_type *t = loop->binder->type;
    return t->name ? t->name : "elements";
}

static const char *watched_name(const coset_legal *l, uint32_t mark)
{
    const char *name = l->marks[mark].place->name;
    return name ? name : "?";
}

/* This is the loop's first mark for a variable of this name. */
static bool is_first_watch(const coset_legal *l, uint32_t loop, uint32_t mark)
{
    bool is = false;
    for (uint32_t k = 0; k <= mark; k++) {
        const coset_ir_touch *t = &l->marks[k].touch;
        if (t->loop == loop && t->deed != COSET_DEED_OWN && strcmp(watched_name(l, k), watched_name(l, mark)) == 0) {
            is = k == mark;
            break;
        }
    }
    return is;
}

void coset_checked_text(const coset_model *m, const coset_text *text, const coset_legal *searched, FILE *out)
{
    char factors[1024], where[512];
    const bool grows = searched->steps->arrivals && !coset_symgroup_is_trivial(searched->steps);
    if (searched->n_obliged == 0 && !grows)
        return;
    coset_arena *a = coset_arena_new();
    coset_factors_text(m, searched->steps, factors, sizeof factors);
    fprintf(out, "during the search: %s   order %s%s%s\n", factors, coset_symgroup_order_text(searched->steps, a),
            grows ? ", of the processes that have been started" : "",
            searched->n_obliged ? ", if these loops do not depend on their order" : "");
    for (uint32_t i = 0; i < searched->n_obliged; i++) {
        const coset_ir_stmt *loop = searched->obliged[i].stmt;
        uint32_t n = 0;
        coset_pos_text(text, loop->pos, where, sizeof where);
        fprintf(out, "  checked: loop over %s   %s%s", domain_name(loop), where,
                searched->obliged[i].always ? ", in all orders" : "");
        for (uint32_t k = 0; k < searched->n_marks; k++)
            if (is_first_watch(searched, i, k))
                fprintf(out, "%s`%s`", n++ == 0 ? "   watched: " : ", ", watched_name(searched, k));
        fprintf(out, "\n");
    }
    coset_arena_free(a);
}

/* ---- as JSON ---------------------------------------------------------------------------------------------------- */

json_t *coset__json_factor(const coset__factor *f)
{
    const char *kind = f->n_moves == 0 ? "trivial" : f->n_moves == f->n ? "full" : "stabiliser";
    json_t *one = json_pack("{s:o, s:I, s:I, s:s}", "type", coset__json_text(f->name), "size", (json_int_t)f->n_moves,
                            "elements", (json_int_t)f->n, "kind", kind);
    if (f->found)
        json_object_set_new(one, "found", json_string(f->found));
    if (f->n_moves == 0 || f->n_moves == f->n)
        return one;
    json_t *names = json_array();
    for (uint32_t e = 0; e < f->n_elements; e++)
        if (f->moves[e])
            json_array_append_new(names, coset__json_text(f->elements[e]));
    json_object_set_new(one, "moving", names);
    return one;
}

static json_t *factors_json(const coset_model *m, const coset_symgroup *g)
{
    json_t *all = json_array();
    for (uint32_t t = 0; t < m->symmetry.n_types; t++) {
        const coset_symtype *type = &m->symmetry.types[t];
        json_array_append_new(all, coset__json_factor(&(coset__factor){.name = type->name,
                                                                       .n = coset__report_declared(&m->symmetry, type),
                                                                       .n_moves = g->n_moves[t],
                                                                       .n_elements = type->n,
                                                                       .elements = type->elements,
                                                                       .moves = g->moves[t]}));
    }
    return all;
}

json_t *coset__json_refusal(const coset_text *text, const char *type, json_t *element, uint32_t fixed, coset_pos pos,
                            json_t *prop, const char *reason)
{
    json_t *one = json_object();
    json_object_set_new(one, "type", coset__json_text(type));
    if (element)
        json_object_set_new(one, "element", element);
    json_object_set_new(one, "fixed", json_integer((json_int_t)fixed));
    json_object_set_new(one, "file", coset__json_text(pos.line ? coset_text_name(text, pos.file) : ""));
    json_object_set_new(one, "line", json_integer((json_int_t)pos.line));
    json_object_set_new(one, "column", json_integer((json_int_t)pos.column));
    json_object_set_new(one, "property", prop);
    json_object_set_new(one, "reason", coset__json_text(reason));
    return one;
}

json_t *coset__json_refusals(const coset_model *m, const coset_text *text, const coset_refusal *refusals, uint32_t n)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < n; i++) {
        const coset_refusal *why = &refusals[i];
        json_t *prop = why->prop < m->n_props ? coset__json_text(m->props[why->prop].name) : json_null();
        json_array_append_new(all, coset__json_refusal(text, m->symmetry.types[why->type].name, NULL, why->n_fixed,
                                                       why->pos, prop, why->reason));
    }
    return all;
}

/* The refusals of the group, and the declined types. */
static json_t *refused_json(const coset_model *m, const coset_text *text, const coset_symgroup *g)
{
    json_t *all = coset__json_refusals(m, text, g->refusals, g->n_refusals);
    for (uint32_t i = 0; i < m->symmetry.n_declined; i++) {
        const coset_declined *d = &m->symmetry.declined[i];
        json_array_append_new(all, coset__json_refusal(text, d->name, NULL, d->n, d->pos, json_null(), d->reason));
    }
    return all;
}

json_t *coset__json_symmetry(const coset_model *m, const coset_text *text, const coset_symgroup *g)
{
    coset_arena *a = coset_arena_new();
    json_t *all = json_pack("{s:o, s:s, s:o}", "factors", factors_json(m, g), "order", coset_symgroup_order_text(g, a),
                            "refused", refused_json(m, text, g));
    coset_arena_free(a);
    return all;
}

static json_t *checked_json(const coset_model *m, const coset_text *text, const coset_legal *searched)
{
    json_t *all = coset__json_symmetry(m, text, searched->steps), *loops = json_array();
    for (uint32_t i = 0; i < searched->n_obliged; i++) {
        const coset_ir_stmt *loop = searched->obliged[i].stmt;
        json_t *names = json_array();
        for (uint32_t k = 0; k < searched->n_marks; k++)
            if (is_first_watch(searched, i, k))
                json_array_append_new(names, coset__json_text(watched_name(searched, k)));
        json_array_append_new(loops, json_pack("{s:o, s:o, s:o, s:b}", "at", coset__json_pos(text, loop->pos), "over",
                                               coset__json_text(domain_name(loop)), "watched", names, "all_orders",
                                               (int)searched->obliged[i].always));
    }
    json_object_set_new(all, "loops", loops);
    return all;
}

json_t *coset__json_symmetry_root(const char *path, const char *language, json_t *symmetry, json_t *properties)
{
    return json_pack("{s:s, s:o, s:s, s:o, s:o}", "schema", "coset/1", "model", coset__json_text(path), "language",
                     language, "symmetry", symmetry, "properties", properties);
}

coset_status coset_symmetry_json(const coset_model *m, const coset_text *text, const coset_legal *proved,
                                 const coset_legal *searched, const coset_report_detection *detected, FILE *out,
                                 coset_err *err)
{
    const coset_symgroup *g = proved->steps, *starts = proved->starts, *const *props = proved->props;
    json_t *by_property = json_array();
    for (uint32_t p = 0; props && p < m->n_props; p++) {
        json_t *one = coset__json_symmetry(m, text, props[p] ? props[p] : g);
        json_object_set_new(one, "name", coset__json_text(m->props[p].name));
        json_object_set_new(one, "kind", json_string(coset__report_kind(m->props[p].kind)));
        json_array_append_new(by_property, one);
    }
    json_t *root = coset__json_symmetry_root(m->name, m->language, coset__json_symmetry(m, text, g), by_property);
    if (starts && !same_group(starts, g))
        json_object_set_new(root, "start_states", coset__json_symmetry(m, text, starts));
    if (searched->n_obliged > 0)
        json_object_set_new(root, "searched", checked_json(m, text, searched));
    json_object_set_new(root, "detected", coset__json_detection(detected, text));
    return coset__json_write(root, out, err);
}

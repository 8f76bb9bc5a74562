/* report/detection.c - a detected group, as text and JSON. */
#include "report/colours.h"
#include "report/report_int.h"

#include <string.h>

static void print_losses(const coset_report_detection *d, const coset_text *text, FILE *out)
{
    for (uint32_t i = 0; i < d->n_losses; i++) {
        const coset_report_loss *l = &d->losses[i];
        char where[512];
        coset_pos_text(text, l->pos, where, sizeof where);
        fprintf(out, "  %s%s%s: %s", where, *where ? ": " : "", l->what, l->reason);
        for (uint32_t b = 0; b < l->n_bindings; b++)
            fprintf(out, "%s%s %s at %u:%u", b ? ", " : "; in ", l->bindings[b].word, l->bindings[b].name,
                    (unsigned)l->bindings[b].pos.line, (unsigned)l->bindings[b].pos.column);
        fputc('\n', out);
    }
}

void coset_detection_text(const coset_report_detection *d, const coset_text *text, const coset_text_style *style,
                          FILE *out)
{
    if (d->failed) {
        fprintf(out, "detected: nothing; %s\n", d->failed);
        print_losses(d, text, out);
        return;
    }
    fprintf(out, "detected: %s%s%s   order %s\n", coset__colour(style, COSET_BOLD), d->group,
            coset__colour(style, COSET_PLAIN), d->order);
    for (uint32_t i = 0; i < d->n_factors && d->n_factors > 1; i++)
        fprintf(out, "  %s on %s   order %s\n", d->factors[i].name, d->factors[i].on, d->factors[i].order);
    for (uint32_t i = 0; i < d->n_generators; i++)
        fprintf(out, "  generator: %s\n", d->generators[i]);
    print_losses(d, text, out);
    fprintf(out,
            "  found in %.2f s: graph of %u vertices and %u edges, %u instances of rules; %llu comparisons on %llu "
            "states agree\n",
            d->seconds, (unsigned)d->vertices, (unsigned)d->edges, (unsigned)d->instances,
            (unsigned long long)d->comparisons, (unsigned long long)d->states);
}

static json_t *losses_json(const coset_report_detection *d, const coset_text *text)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < d->n_losses; i++) {
        const coset_report_loss *l = &d->losses[i];
        json_t *in = json_array();
        for (uint32_t b = 0; b < l->n_bindings; b++)
            json_array_append_new(in, json_pack("{s:s, s:o, s:o}", "kind", l->bindings[b].word, "variable",
                                                coset__json_text(l->bindings[b].name), "at",
                                                coset__json_pos(text, l->bindings[b].pos)));
        json_array_append_new(all,
                              json_pack("{s:o, s:o, s:o, s:o}", "what", coset__json_text(l->what), "reason",
                                        coset__json_text(l->reason), "at", coset__json_pos(text, l->pos), "in", in));
    }
    return all;
}

json_t *coset__json_detection(const coset_report_detection *d, const coset_text *text)
{
    if (!d)
        return json_null();
    json_t *factors = json_array(), *generators = json_array();
    for (uint32_t i = 0; i < d->n_factors; i++)
        json_array_append_new(factors,
                              json_pack("{s:o, s:s, s:o}", "name", coset__json_text(d->factors[i].name), "order",
                                        d->factors[i].order, "on", coset__json_text(d->factors[i].on)));
    for (uint32_t i = 0; i < d->n_generators; i++)
        json_array_append_new(generators, coset__json_text(d->generators[i]));
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:f}", "failed",
                     d->failed ? coset__json_text(d->failed) : json_null(), "order", d->order, "factors", factors,
                     "generators", generators, "lost", losses_json(d, text), "vertices", (json_int_t)d->vertices,
                     "edges", (json_int_t)d->edges, "instances", (json_int_t)d->instances, "runs", (json_int_t)d->runs,
                     "seconds", d->seconds);
}

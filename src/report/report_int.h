/* report/report_int.h - terms and small helpers that all renderings share.
 *
 * Layer    report, not seen by others.
 */
#ifndef COSET_REPORT_REPORT_INT_H
#define COSET_REPORT_REPORT_INT_H

#include <jansson.h>

#include "base/mem.h"
#include "model/teller.h"
#include "report/report.h"

/* "invariant", "cover", ... */
/* Why the search is not exhaustive, and where in the model; r->result->stopped is not NULL. */
void coset__report_stopped(const coset_report *r, char *out, size_t len);
const char *coset__report_kind(coset_prop_kind kind);
/* Of a verdict: "HOLDS", "VIOLATED", ..; "holds", "fails", ..; and its colour. */
const char *coset__verdict_word(coset_verdict v);
const char *coset__verdict_json(coset_verdict v);
const char *coset__verdict_colour(const coset_text_style *style, coset_verdict v);
/* "HOLDS", "VIOLATED", "REACHED", "NOT REACHED", "INCOMPLETE", "ERROR". */
const char *coset__report_verdict(const coset_prop *p, const coset_prop_result *r);
/* The property gets a line even if it holds: it is the user's, or a built-in one that was checked. */
bool coset__report_is_shown(const coset_report *r, uint32_t prop);
/* The rule is known to fire. */
bool coset__report_fires(const coset_report *r, uint32_t group);
/* The rules that never fire are known: the search was exhaustive and forward. */
bool coset__report_knows_dead(const coset_report *r);
/* A rule that never fires. */
bool coset__report_is_dead(const coset_report *r, uint32_t group);
/* A violation (or a cover hit) that a trace shows. */
const coset_trace *coset__report_trace(const coset_report *r, uint32_t prop);

/* culprit.c: as coset_model_ops.explain, of the last state of the property's trace. */
#define COSET__CULPRIT_TEXT 512
bool coset__culprit(const coset_report *r, uint32_t prop, coset_pos *pos, char out[COSET__CULPRIT_TEXT]);

/* The declared number of elements of the symmetric type. */
uint32_t coset__report_declared(const coset_symmetry *y, const coset_symtype *type);

/* Text of the slot's value; `out` has COSET__VALUE_TEXT bytes. */
#define COSET__VALUE_TEXT 256
const char *coset__report_value(const coset_model *m, uint32_t slot, coset_value v, char *out);
const char *coset__report_action(const coset_model *m, coset_step step, char *out);

/* The path without its folders. */
const char *coset__base_name(const char *path);

/* The outermost multiset that the slot belongs to, or NULL. */
const coset_bag *coset__bag_of(const coset_model *m, uint32_t slot);
/* The entries of a multiset, one a line: those added ("+") and removed ("-") since `before`, or all if that is NULL.
 * Returns the number of lines. */
uint32_t coset__bag_text(const coset_model *m, const coset_bag *bag, const coset_value *before, const coset_value *now,
                         const char *indent, FILE *out);

/* ---- models with a teller (process_trace.c) ---- */

/* The moves of a trace, in order; texts and states live in the arena. `step`: number of the step of the trace. */
typedef struct {
    coset_move move;
    uint32_t step;
} coset__told;
typedef COSET_VEC(coset__told) coset__tale;
void coset__tell(const coset_model *m, const coset_trace *t, coset__tale *tale, coset_arena *arena);

/* Facts of a state, texts in the arena. */
typedef COSET_VEC(coset_fact) coset__facts;
void coset__facts_of(const coset_model *m, const coset_value *state, coset__facts *facts, coset_arena *arena);

/* As coset_state_text and coset_trace_text. */
void coset__told_state(const coset_model *m, const coset_value *before, const coset_value *now, FILE *out);
void coset__told_trace(const coset_model *m, const coset_text *text, const coset_trace *t,
                       const coset_text_style *style, FILE *out);
/* Messages in columns, one for each process (columns.c). */
void coset__told_columns(const coset_model *m, const coset_trace *t, FILE *out);
/* The locations of the processes and the contents of the channels in the last state. */
void coset__told_end(const coset_model *m, const coset_text *text, const coset_trace *t, FILE *out);

/* Number if it is exact in a double, else decimal text. */
json_t *coset__json_count(coset_count n);
/* The counts of a search. */
json_t *coset__json_counts(const coset_result *r);
/* {"file": ..., "line": ..., "column": ...}, or null. */
json_t *coset__json_pos(const coset_text *text, coset_pos pos);
/* Properties before they are checked; `verdict` of all of them, or NULL. */
json_t *coset__json_listed(const coset_listing *l, const char *verdict);
/* A string; bytes that are not UTF-8 become '?'. */
json_t *coset__json_text(const char *text);
/* All messages about the text; NULL: none. */
json_t *coset__json_messages(const coset_text *text);
json_t *coset__json_refusals(const coset_model *m, const coset_text *text, const coset_refusal *refusals, uint32_t n);
json_t *coset__json_symmetry(const coset_model *m, const coset_text *text, const coset_symgroup *g);
/* NULL: json null. */
json_t *coset__json_detection(const coset_report_detection *d, const coset_text *text);
/* One element of "factors", for a type with n elements, n_moves of which move; `found`: where that was detected, or
 * NULL. */
typedef struct {
    const char *name;
    uint32_t n, n_moves, n_elements;
    const char *const *elements; /* [n_elements] */
    const bool *moves;
    const char *found;
} coset__factor;
json_t *coset__json_factor(const coset__factor *f);
/* One element of "refused". `element`: which one stays, a text or null; NULL: omitted. `prop`: a text or null. */
json_t *coset__json_refusal(const coset_text *text, const char *type, json_t *element, uint32_t fixed, coset_pos pos,
                            json_t *prop, const char *reason);
/* The part of the result of `coset symmetry` that is common to all languages. */
json_t *coset__json_symmetry_root(const char *path, const char *language, json_t *symmetry, json_t *properties);

/* ---- scripts (csp_*.c) ---- */

struct coset_csp_result;
struct coset_csp_counterexample;
/* Symmetry and counterexamples, as text. */
void coset__csp_text_found(const coset_report *r, const coset_text_style *style, FILE *out);
/* A counterexample as a table of steps, internal ones too. */
void coset__csp_table(const struct coset_csp_result *r, const struct coset_csp_counterexample *c, FILE *out);
/* An element of "properties"; "prints". */
json_t *coset__json_csp_row(const coset_report *r, uint32_t i);
json_t *coset__json_csp_prints(const coset_report *r);
/* As coset__json_counts, except that 0 transitions are reported as unknown. */
json_t *coset__json_csp_counts(const coset_result *r);
/* The group of one assertion: factors, order, refused, as for a model. */
json_t *coset__json_csp_group(const coset_report *r, const struct coset_csp_result *result);
/* For a whole script: the largest group of its assertions. */
json_t *coset__json_csp_symmetry(const coset_report *r);

/* json_rows.c: an array whose rows are made while they are written, then freed; NULL: out of memory. */
typedef json_t *coset__json_row(void *ctx, uint64_t i);
typedef struct coset__json_rows {
    json_t *array; /* its placeholder */
    uint64_t n;
    coset__json_row *row;
    void *ctx;
    const struct coset__json_rows *next;
} coset__json_rows;
/* A new array, for the caller to insert. */
json_t *coset__json_rows_add(coset__json_rows **all, coset_arena *a, uint64_t n, coset__json_row *row, void *ctx);
/* Writes and frees `root`. */
coset_status coset__json_write(json_t *root, FILE *out, coset_err *err) COSET_NODISCARD;
coset_status coset__json_write_rows(json_t *root, const coset__json_rows *rows, FILE *out,
                                    coset_err *err) COSET_NODISCARD;

#endif

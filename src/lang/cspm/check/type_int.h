/* lang/cspm/check/type_int.h - what the files of the types share. */
#ifndef COSET_LANG_CSPM_CHECK_TYPE_INT_H
#define COSET_LANG_CSPM_CHECK_TYPE_INT_H

#include "lang/cspm/check/type.h"

#define TYPE_DEPTH     1000   /* deepest type */
#define TYPE_STEPS     100000 /* most work of one operation */
#define TYPE_VARIABLES 500    /* most variables of a scheme, besides classes of numbers */
#define TYPE_CLASSES   200    /* most classes of a scheme */

/* The parts of a dotted type, none of them a DOT. */
typedef COSET_VEC(cspm_type *) cspm_parts;

cspm_type *coset__type_missing(cspm_types *ts);
/* Counts a step; false, with ts->why, beyond the bounds. */
bool coset__type_step(cspm_types *ts, uint32_t depth);
bool coset__type_is_open(const cspm_type *t); /* an unfilled ordinary variable */

/* Parts of `t`, added to `out`. */
void coset__type_parts(cspm_types *ts, cspm_type *t, cspm_parts *out);
/* a.b.c of the parts; n >= 1. */
cspm_type *coset__type_join(cspm_types *ts, cspm_type *const *part, uint32_t n);
/* Evaluates a list of parts in place. False if fields do not fit. */
bool coset__type_evaluate_parts(cspm_types *ts, cspm_parts *parts, bool longest, uint32_t depth);
/* The fields a1 => .. of a DOTABLE, added to `out`; returns what remains (base, or an EXTENDABLE). */
cspm_type *coset__type_fields(cspm_types *ts, cspm_type *t, cspm_parts *out);
/* field => .. => base. */
cspm_type *coset__type_dotable(cspm_types *ts, cspm_type *const *field, uint32_t n, cspm_type *base);

cspm_type *coset__type_evaluate_at(cspm_types *ts, cspm_type *t, bool longest, uint32_t depth);
bool coset__type_unify_dots(cspm_types *ts, cspm_type *a, cspm_type *b, int split, uint32_t depth);

/* Clears the failure of the previous operation. */
void coset__type_start(cspm_types *ts);
bool coset__type_unify_at(cspm_types *ts, cspm_type *a, cspm_type *b, int split, uint32_t depth);
bool coset__type_bind(cspm_types *ts, cspm_type *variable, cspm_type *t, int split, uint32_t depth);
bool coset__type_require_at(cspm_types *ts, cspm_type *t, uint8_t constraints, uint32_t depth);
bool coset__type_differ(cspm_types *ts, cspm_type *a, cspm_type *b);

#endif

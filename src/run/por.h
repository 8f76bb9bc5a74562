/* run/por.h - partial order reduction of a search.
 *
 * Layer    run.
 * Idea     the searched model is wrapped (wrap/stubborn.h, wrap/ample.h), below the quotient, if the reduction
 *          preserves the properties and the relations are known. Everything else uses the model itself: traces, replay,
 *          audits.
 */
#ifndef COSET_RUN_POR_H
#define COSET_RUN_POR_H

#include "model/leaving.h"
#include "run/reduce.h"
#include "wrap/relations.h"

/* Why the run cannot be reduced, whatever its transitions are; or NULL. */
const char *coset_por_why_not(const coset_reduction *r, const coset_session *s);
/* The relations between transitions; NULL: no reduction is possible, *why says the reason, or s->limit was reached. */
const coset_relations *coset_por_relate(coset_reduction *r, const coset_session *s, const char **why);
/* For the report: the method, and how many transitions there are. */
const char *coset_por_words(const coset_session *s, const coset_relations *r, const char *method);
/* The relations for a search that is also reduced by a detected group: a rule is sticky if the group maps it to a
 * sticky one; otherwise a cycle of orbits could avoid sticky rules. d = NULL: nothing changes. */
const coset_relations *coset_por_under(const coset_relations *r, const coset_detected *d, const coset_session *s);
/* `model` restricted to the steps of stubborn sets, as --por=stubborn and --por-chains say. To be freed. */
coset_model *coset_por_stubborn(const coset_session *s, const coset_model *model, const coset_relations *r);
/* *out replaces `model`, which has the steps of s->model: it is r->partial, or `model` itself. It must preserve
 * s->judged, or else the properties of states. With --por=auto the search decides later; the search for runs uses the
 * decision of the search of states. r->por tells what was done, or why nothing was; NULL: it was not asked for.
 * r->chooser is made if a depth-first search of `model` selects ample sets by its stack. Uses r->group, if there is
 * one. Errors: those of coset_clusters_find. */
coset_status coset_por_model(coset_reduction *r, coset_session *s, const coset_model *model, const coset_model **out,
                             coset_err *err) COSET_NODISCARD;

/* r->por, if reduction was asked for or used. Else NULL. */
const char *coset_por_told(const coset_session *s, const coset_reduction *r);

/* How a breadth-first search asks the model `partial` for chosen steps, inside `quotient` if that is not NULL. NULL: it
 * need not ask, because no transition is pruned, or the pruning is sound for every search order. */
const coset_leaving *coset_por_leaving(const coset_model *partial, const coset_model *quotient,
                                       const coset_relations *r);

#endif

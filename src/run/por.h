/* run/por.h - partial order reduction of a search.
 *
 * Layer    run.
 * Idea     the model that is searched is wrapped (wrap/stubborn.h, wrap/ample.h), below the quotient, where what is
 *          asked is kept by that and the relations are known. Everything else uses the model itself: traces, replay,
 *          audits.
 */
#ifndef COSET_RUN_POR_H
#define COSET_RUN_POR_H

#include "model/leaving.h"
#include "run/reduce.h"
#include "wrap/relations.h"

/* What keeps the run from reduction, whatever its transitions are; or NULL. */
const char *coset_por_why_not(const coset_reduction *r, const coset_session *s);
/* What transitions are to one another; NULL: they cannot be reduced, *why, or s->limit was met. */
const coset_relations *coset_por_relate(coset_reduction *r, const coset_session *s, const char **why);
/* For the report: the method, and how many transitions there are. */
const char *coset_por_words(const coset_session *s, const coset_relations *r, const char *method);
/* The relations for a search under a detected group as well: a rule is sticky if the group takes it to one that is, for
 * else a cycle of orbits could do without. d: NULL, nothing changes. */
const coset_relations *coset_por_under(const coset_relations *r, const coset_detected *d, const coset_session *s);
/* `model` with the steps of stubborn sets, as --por=stubborn and --por-chains ask for it. To be freed. */
coset_model *coset_por_stubborn(const coset_session *s, const coset_model *model, const coset_relations *r);
/* In place of `model`, which does the steps of s->model: r->partial, or `model` itself. What it has to keep is what
 * s->judged asks for, or the properties of states. With --por=auto the search decides later; of
 * the search for runs it is what the search of states has decided. r->por tells what was done, or why nothing was;
 * NULL: it was not asked for. r->chooser is made where a depth-first search of `model` chooses by its stack. Uses
 * r->group, if there is one. Errors: those of coset_clusters_find. */
coset_status coset_por_model(coset_reduction *r, coset_session *s, const coset_model *model, const coset_model **out,
                             coset_err *err) COSET_NODISCARD;

/* r->por, if it is to be told: asked for, or used. Else NULL. */
const char *coset_por_told(const coset_session *s, const coset_reduction *r);

/* How a breadth-first search asks the model `partial` for steps, inside of `quotient` if that is not NULL. NULL: it
 * does not need to, for nothing is left out, or what is has been chosen for all orders of search. */
const coset_leaving *coset_por_leaving(const coset_model *partial, const coset_model *quotient,
                                       const coset_relations *r);

#endif

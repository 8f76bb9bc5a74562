/* run/por.h - partial order reduction of a search.
 *
 * Layer    run.
 * Idea     the model that is searched is wrapped (wrap/stubborn.h, wrap/ample.h), below the quotient, where what is asked is kept by
 *          that and the relations are known. Everything else uses the model itself: traces, replay, audits.
 */
#ifndef COSET_RUN_POR_H
#define COSET_RUN_POR_H

#include "run/reduce.h"

/* In place of `model`, which does the steps of s->model: r->partial, or `model` itself. What it has to keep is what
 * s->judged asks for, or the properties of states. r->por tells what was done, or why nothing was; NULL: it was not
 * asked for. r->chooser is made where a depth-first search of `model` chooses by its stack. Uses r->group, if there is
 * one. Errors: those of coset_clusters_find. */
coset_status coset_por_model(coset_reduction *r, coset_session *s, const coset_model *model, const coset_model **out,
                             coset_err *err) COSET_NODISCARD;

#endif

/* symb/encode/transient_image.h - steps that pass through transient states, of sets of states.
 *
 * Layer    symb, private.
 * Idea     the rules of a program with transient states (ir.h) fire from state to state until one is not transient. The
 *          clusters of the relation are steps of single rules. An image continues from the transient states in it, a
 *          preimage continues backward through them (image.c). So sets of transient states exist only during an image.
 * Steps    which priority fires in a state depends on which walks lead anywhere. This is computed for the states that a
 *          search reaches and for the transient states behind them; the many others are irrelevant. In a state that is
 *          not known no rule fires, so a search makes its states known before it queries steps.
 * Source   ir/transient.c defines the meaning. A walk is alive if it ends or never ends: this is a greatest fixpoint,
 *          independent of the path by which a state is reached. So what is known stays valid.
 */
#ifndef COSET_SYMB_ENCODE_TRANSIENT_IMAGE_H
#define COSET_SYMB_ENCODE_TRANSIENT_IMAGE_H

#include "symb/encode/relation.h"

/* Whole steps that begin with one rule, in known states. */
typedef struct {
    bool enters;      /* it may lead to transient states; */
    coset_bdd leaves; /* where it may lead to one that is not */
    coset_bdd fires;  /* states that are not transient: a walk ends */
    COSET_VEC(coset__fault) faults;
} coset__begins;

/* All handles are kept. */
struct coset__transient {
    uint32_t n_levels; /* of priorities */
    bool all;          /* all possible states are known */
    coset_bdd known;
    coset_bdd *fires;      /* [n_levels] known states where the rules of a level fire */
    coset_bdd alive;       /* known transient states that lead anywhere, */
    coset_bdd ends;        /* from which a walk ends, */
    coset_bdd endless;     /* from which one never ends, and none ends or faults on its way, */
    coset_bdd *faults;     /* [n_props] from which one reaches a fault */
    coset__begins *begins; /* [rules] */
    coset__begins *joined; /* [clusters] `enters` and `leaves` only */
    coset_bdd to, sources; /* the last answer of coset__transient_back */
};

/* transient_priorities.c. First the rules get their levels, because only rules of one level are joined; the rest is
 * made after clustering. Nothing is known yet. */
void coset__transient_levels(coset__relation *r);
void coset__transient_init(coset__relation *r);
void coset__transient_free(coset__relation *r);
/* The states of `from`, which are not transient, become known, with the transient states behind them. */
void coset__transient_settle(coset__relation *r, coset_bdd from);
/* All possible states become known. */
void coset__transient_settle_all(coset__relation *r);

/* States behind whole steps whose first rules have led to `set`. */
coset_bdd coset__transient_forth(const coset__relation *r, coset_bdd set);
/* The states of `to` that are not transient, and all transient states from which steps end in those. */
coset_bdd coset__transient_back(const coset__relation *r, coset_bdd to);
/* Known states that are not transient, from which a whole step in which one of these rules fires ends in `to`. Rules
 * are clusters of their own. */
coset_bdd coset__transient_back_by(const coset__relation *r, const coset__cluster *rules, uint32_t n, coset_bdd to);
/* The known states of the set where rules of this level fire. */
coset_bdd coset__transient_fires(const coset__relation *r, uint32_t level, coset_bdd set);
/* Known states from which the rule alone leads into `to`. */
coset_bdd coset__transient_sources(const coset__relation *r, const coset__rule *rule, coset_bdd to);

/* Which rules a walk may take: all rules, or those that fire. */
typedef enum { COSET__RAW, COSET__FIRING } coset__stride;
/* States of `among`, which are transient, from which `to` can be reached within `among`; includes `to`. */
coset_bdd coset__transient_towards(const coset__relation *r, coset_bdd to, coset_bdd among, coset__stride how);
/* States of `set`, which are transient, from which a walk can stay in `set` for ever. */
coset_bdd coset__transient_for_ever(const coset__relation *r, coset_bdd set, coset__stride how);
/* The transient states that steps out of `from` pass. */
coset_bdd coset__transient_met(const coset__relation *r, coset_bdd from);

/* path_counts.c: the number of walks. */
typedef struct {
    const coset__relation *r;
    coset_bdd from, met;   /* kept */
    coset__ways_list ways; /* of the states met: number of paths from there to an end (or a fault) */
} coset__walks;

/* Walks out of the states of `from`. False: some walk meets a state twice, or there are too many to count. */
bool coset__walks_begin(coset__walks *w, const coset__relation *r, coset_bdd from) COSET_NODISCARD;
void coset__walks_end(coset__walks *w);
/* Adds the states in which the rule begins steps, by the number of their paths. */
void coset__walks_of(const coset__walks *w, const coset__rule *rule, coset__ways_list *out);
/* How often rules of the group fire in walks: `out` gets subsets of `from` with numbers that have to be added up. */
bool coset__walks_fired(const coset__walks *w, uint32_t group, coset__ways_list *out) COSET_NODISCARD;
/* A copy of the list. */
coset__ways_list coset__ways_copy(coset_bdds *b, const coset__ways_list *list);

#endif

/* symb/reduce/symmetry.h - representatives of sets of states.
 *
 * Layer    symb, private.
 * Idea     a search keeps representatives only: after each image coset__represent takes every state to one or more
 *          representatives of its orbit. Methods differ in how they find them (see reach.h).
 * Unique   with `unique` each orbit has one representative, and orbits can be counted. Where it is not, verdicts are
 *          the same, but representatives say nothing about orbits.
 * Source   dynamic: Emerson and Wahl 2005, sections 3 to 6; orbit: Jha's thesis 3.3, with the representative chosen
 *          bit by bit; multiple: the same 3.6 (reps_several.c, reps_by_predicate.c).
 */
#ifndef COSET_SYMB_REDUCE_SYMMETRY_H
#define COSET_SYMB_REDUCE_SYMMETRY_H

#include "symb/encode/options.h"
#include "symb/encode/relation.h"
#include "symb/encode/renaming.h"

struct coset__counter;

/* Representatives whose orbits have the same size. */
typedef struct {
    coset_count size;
    coset_bdd states;
} coset__orbits;
typedef COSET_VEC(coset__orbits) coset__orbit_list;

/* An exchange of neighbours among the moving elements of a type; or a generator of a group that was found, which speaks
 * of no type. */
typedef struct {
    coset__renaming *by;
    uint32_t type, a, b;
} coset__swap;

/* An exchange (NULL: of nothing), and which states it takes to representatives. A state goes through all stages. */
typedef struct {
    coset__renaming *by;
    uint32_t stage;
    coset_bdd from; /* kept */
    bool follows;   /* from another one of its stage, where sets are kept (rule_classes.c) */
} coset__take;

typedef struct {
    const coset_symb_options *o;
    const coset__relation *r;
    coset_symb_symmetry method;
    bool unique;
    bool doubtful; /* swaps do not preserve everything in all states, so reached ones must be looked at */
    COSET_VEC(coset__swap) swaps;     /* they generate the group */
    COSET_VEC(coset__renaming *) all; /* the whole group, where swaps do not decide and it is small */
    coset_bdd to_rep;                 /* kept: pairs of a state and a representative (orbit, relation) */
    COSET_VEC(coset__take) takes;     /* stage by stage (multiple) */
    COSET_VEC(const coset__renaming *)
    keepers; /* of `swaps`, those that keep representatives and takes (rule_classes.c) */
    /* States are counts (counter.h), and nothing is left to exchange: splits sets of them by the number of renamings
     * that keep a state. Else NULL. */
    void (*keepers_of)(const struct coset__counter *counter, const coset__vars *v, coset_bdd set,
                       coset__orbit_list *out);
    const struct coset__counter *counter;
    coset_arena *arena;
} coset__symmetry;

/* Something is to be exchanged. */
bool coset__exchanges(const coset_symb_options *o);
/* Errors: COSET_UNSUPPORTED where the method cannot serve this model (the text says why), COSET_MEMORY out of nodes. */
coset_status coset__symmetry_make(coset__symmetry *y, const coset__relation *r, const coset_symb_options *o,
                                  coset_arena *arena, coset_err *err) COSET_NODISCARD;
/* Without exchanges. */
void coset__symmetry_none(coset__symmetry *y, const coset__relation *r, const coset_symb_options *o,
                          coset_arena *arena);
void coset__symmetry_free(coset__symmetry *y);

/* represent.c: representatives of the states, of each state at least one. Without symmetry the states themselves. */
coset_bdd coset__represent(const coset__symmetry *y, coset_bdd set);
/* All states of the orbits that meet the set. */
coset_bdd coset__spread(const coset__symmetry *y, coset_bdd set);
/* orbit_image.c: states that may stand for sources of steps into orbits of the representatives `to`: among them is each representative
 * that a search has met and that has such a step. */
coset_bdd coset__sources(const coset__symmetry *y, const coset__cluster *c, coset_bdd to);
/* orbit_sizes.c: splits a set of unique representatives by the sizes of their orbits. Sizes beyond 128 bits: false. Parts are kept. */
void coset__add_orbits(coset_bdds *b, coset__orbit_list *list, coset_count size, coset_bdd states);
void coset__drop_orbits(coset_bdds *b, coset__orbit_list *list);
bool coset__orbit_sizes(const coset__symmetry *y, coset_bdd set, coset__orbit_list *out) COSET_NODISCARD;

/* preserved.c: what the swaps do not preserve (a rule's or a property's name), or NULL. Looks at the states of `among`,
 * which are closed under the group. */
const char *coset__symmetry_refuted(const coset__symmetry *y, coset_bdd among);
/* The renaming makes of the rule the other one, in all states. */
bool coset__becomes(const coset__symmetry *y, const coset__renaming *by, const coset__rule *rule,
                    const coset__rule *other);
/* The same among the orbits that were met. Called where not all states behave alike: the proof may rest on values that
 * no reachable state has. */
const char *coset__symmetry_refuted_by(const coset__symmetry *y, coset_bdd reps);
/* reps_by_relation.c: fills to_rep; the same from takes. */
coset_status coset__symmetry_by_relation(coset__symmetry *y, coset_err *err) COSET_NODISCARD;
void coset__symmetry_relate(coset__symmetry *y);
/* reps_several.c: fills takes; represents by them; frees them. */
coset_status coset__symmetry_takes(coset__symmetry *y, coset_err *err) COSET_NODISCARD;
coset_bdd coset__take_all(const coset__symmetry *y, coset_bdd set);
coset_bdd coset__take_some(const coset__symmetry *y, coset_bdd set);
/* rule_classes.c: fills keepers, and says which steps follow from others. */
void coset__symmetry_rule_classes(coset__symmetry *y, coset__relation *r);
/* The set is the same under all keepers, of which there are some: then steps that follow need not be made, if what the
 * others lead to is closed, before or after representatives are found. */
bool coset__keeps(const coset__symmetry *y, coset_bdd set);
coset_bdd coset__close(const coset__symmetry *y, coset_bdd set);
/* Representatives of what the step leads to or from, out of a set that the keepers keep; those that follow from them
 * may be left to coset__close. */
coset_bdd coset__represent_kept(const coset__symmetry *y, const coset__cluster *c, coset_bdd set);
/* orbit_image.c, where one rule is kept of each orbit (merge_rule_orbits.h): prepares steps; states out of which a
 * cluster makes, but for renaming, the steps that all its images make out of the set; states into which it makes those
 * into the set. */
void coset__symmetry_orbit_image(const coset__symmetry *y, coset__relation *r);
coset_bdd coset__gather(const coset__symmetry *y, const coset__cluster *c, coset_bdd set);
coset_bdd coset__gather_targets(const coset__symmetry *y, const coset__cluster *c, coset_bdd set);
/* Those of the set of representatives in which the condition of a rule that stands for its orbit, or its image, is
 * true. */
coset_bdd coset__meets(const coset__symmetry *y, const uint32_t *named, coset_bdd condition, coset_bdd set);
/* reps_by_predicate.c: fills takes, to these representatives; to those that the user chooses; states of the set that
 * have none. */
coset_status coset__symmetry_take_to(coset__symmetry *y, coset_bdd reps, bool whole_group,
                                     coset_err *err) COSET_NODISCARD;
coset_status coset__symmetry_by_predicate(coset__symmetry *y, coset_err *err) COSET_NODISCARD;
coset_bdd coset__unrepresented(const coset__symmetry *y, coset_bdd set);
void coset__takes_free(coset__symmetry *y);

#endif

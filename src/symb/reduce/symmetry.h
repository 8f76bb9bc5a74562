/* symb/reduce/symmetry.h - representatives of sets of states.
 *
 * Layer    symb, private.
 * Idea     a search stores representatives only: after each image coset__represent maps every state to one or more
 *          representatives of its orbit. The methods compute them differently (see reach.h).
 * Unique   with `unique` each orbit has one representative, and orbits can be counted. Without it verdicts are the
 *          same, but the number of representatives says nothing about orbits.
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

/* An exchange of neighbours among the moving elements of a type; or a generator of a detected group, without a type. */
typedef struct {
    coset__renaming *by;
    uint32_t type, a, b;
} coset__swap;

/* An exchange (NULL: none), and the states that it maps to representatives. A state passes all stages. */
typedef struct {
    coset__renaming *by;
    uint32_t stage;
    coset_bdd from; /* kept */
    bool follows;   /* from another one of its stage, on invariant sets (rule_classes.c) */
} coset__take;

typedef struct {
    const coset_symb_options *o;
    const coset__relation *r;
    coset_symb_symmetry method;
    bool unique;
    bool doubtful;                /* swaps may not preserve everything in all states; reached ones must be checked */
    COSET_VEC(coset__swap) swaps; /* they generate the group */
    COSET_VEC(coset__renaming *) all; /* the whole group, if swaps do not suffice and it is small */
    coset_bdd to_rep;                 /* kept: pairs of a state and a representative (orbit, relation) */
    COSET_VEC(coset__take) takes;     /* stage by stage (multiple) */
    COSET_VEC(const coset__renaming *)
    keepers; /* of `swaps`, those that preserve representatives and takes (rule_classes.c) */
    /* If states are counts (counter.h) and nothing is left to exchange: splits sets of them by the size of the
     * stabiliser of a state. Else NULL. */
    void (*keepers_of)(const struct coset__counter *counter, const coset__vars *v, coset_bdd set,
                       coset__orbit_list *out);
    const struct coset__counter *counter;
    coset_arena *arena;
} coset__symmetry;

/* Something is to be exchanged. */
bool coset__exchanges(const coset_symb_options *o);
/* Errors: COSET_UNSUPPORTED if the method cannot handle this model (the text says why), COSET_MEMORY out of nodes. */
coset_status coset__symmetry_make(coset__symmetry *y, const coset__relation *r, const coset_symb_options *o,
                                  coset_arena *arena, coset_err *err) COSET_NODISCARD;
/* Without exchanges. */
void coset__symmetry_none(coset__symmetry *y, const coset__relation *r, const coset_symb_options *o,
                          coset_arena *arena);
void coset__symmetry_free(coset__symmetry *y);

/* represent.c: representatives of the states, at least one for each state. Without symmetry the states themselves. */
coset_bdd coset__represent(const coset__symmetry *y, coset_bdd set);
/* All states of the orbits that intersect the set. */
coset_bdd coset__spread(const coset__symmetry *y, coset_bdd set);
/* orbit_image.c: candidates for sources of steps into orbits of the representatives `to`; they include each
 * representative that a search has reached and that has such a step. */
coset_bdd coset__sources(const coset__symmetry *y, const coset__cluster *c, coset_bdd to);
/* orbit_sizes.c: splits a set of unique representatives by the sizes of their orbits. False if a size exceeds 128 bits.
 * Parts are kept. */
void coset__add_orbits(coset_bdds *b, coset__orbit_list *list, coset_count size, coset_bdd states);
void coset__drop_orbits(coset_bdds *b, coset__orbit_list *list);
bool coset__orbit_sizes(const coset__symmetry *y, coset_bdd set, coset__orbit_list *out) COSET_NODISCARD;

/* preserved.c: what the swaps do not preserve (a rule's or a property's name), or NULL. Checks the states of `among`,
 * which are closed under the group. */
const char *coset__symmetry_refuted(const coset__symmetry *y, coset_bdd among);
/* The renaming maps the rule to the other one, in all states. */
bool coset__becomes(const coset__symmetry *y, const coset__renaming *by, const coset__rule *rule,
                    const coset__rule *other);
/* The same for the orbits that were reached. Called if not all states behave alike: the proof may depend on values that
 * no reachable state has. */
const char *coset__symmetry_refuted_by(const coset__symmetry *y, coset_bdd reps);
/* reps_by_relation.c: fills to_rep; fills it from takes. */
coset_status coset__symmetry_by_relation(coset__symmetry *y, coset_err *err) COSET_NODISCARD;
void coset__symmetry_relate(coset__symmetry *y);
/* reps_several.c: fills takes; represents by them; frees them. */
coset_status coset__symmetry_takes(coset__symmetry *y, coset_err *err) COSET_NODISCARD;
coset_bdd coset__take_all(const coset__symmetry *y, coset_bdd set);
coset_bdd coset__take_some(const coset__symmetry *y, coset_bdd set);
/* rule_classes.c: fills keepers, and says which steps follow from others. */
void coset__symmetry_rule_classes(coset__symmetry *y, coset__relation *r);
/* The set is invariant under all keepers, and there are some. Then steps that follow from others need not be computed,
 * if the result of the others is closed, before or after finding representatives. */
bool coset__keeps(const coset__symmetry *y, coset_bdd set);
coset_bdd coset__close(const coset__symmetry *y, coset_bdd set);
/* Representatives of the targets or sources of the step, for a set that the keepers preserve; those that follow from
 * them may be left to coset__close. */
coset_bdd coset__represent_kept(const coset__symmetry *y, const coset__cluster *c, coset_bdd set);
/* orbit_image.c, if one rule is kept for each orbit (merge_rule_orbits.h): prepares steps; states from which a cluster
 * makes, up to renaming, the steps that all its images make from the set; states into which it makes those into the
 * set. */
void coset__symmetry_orbit_image(const coset__symmetry *y, coset__relation *r);
coset_bdd coset__gather(const coset__symmetry *y, const coset__cluster *c, coset_bdd set);
coset_bdd coset__gather_targets(const coset__symmetry *y, const coset__cluster *c, coset_bdd set);
/* The members of the set of representatives in which the condition of a rule that represents its orbit, or an image of
 * the condition, is true. */
coset_bdd coset__meets(const coset__symmetry *y, const uint32_t *named, coset_bdd condition, coset_bdd set);
/* reps_by_predicate.c: fills takes, to these representatives; to those that the user chooses; states of the set without
 * a representative. */
coset_status coset__symmetry_take_to(coset__symmetry *y, coset_bdd reps, bool whole_group,
                                     coset_err *err) COSET_NODISCARD;
coset_status coset__symmetry_by_predicate(coset__symmetry *y, coset_err *err) COSET_NODISCARD;
coset_bdd coset__unrepresented(const coset__symmetry *y, coset_bdd set);
void coset__takes_free(coset__symmetry *y);

#endif

/* detect/detect.h - detection of undeclared symmetries.
 *
 * Layer    detect (sees base, alg, model, ir, symm).
 * Idea     each rule with values for its parameters becomes constraints over the values of few slots: tests of its
 *          guard and parts of its body. Start states and properties become constraints too. All of them are drawn as
 *          one coloured graph over literals (slot and value). An automorphism of the graph permutes literals so that
 *          rules commute with it: it is a symmetry of the model.
 *          doc/internals-detect.md has the graph, and why this is so.
 * Source   S. J. Zhang, J. Sun, C. Sun, Y. Liu, J. Ma, J. S. Dong, Constraint-based automatic symmetry detection, ASE
 *          2013. Differs: parameters are instantiated, so that rules map to rules as vertices, not as literals of local
 *          variables; constraints are cubes that the interpreter finds by running; a body is cut into parts that act
 *          one after the other instead of being written in single assignments.
 * Limits   if a rule cannot be enumerated within the budget, all its slots stay fixed: the group is smaller, never
 *          wrong; unless its symmetry follows from the text of the program (infer.h). Multisets are renamed by the text
 *          only.
 */
#ifndef COSET_DETECT_DETECT_H
#define COSET_DETECT_DETECT_H

#include "detect/extract/detected.h"

/* Never fails: on trouble `failed` gives the reason. Cost: bounded by the budget, and the time of Traces for the graph.
 * Owner: arena, except for group and renamings: coset_detected_fini. The model must outlive it. */
void coset_detect(const coset_model *m, const coset_detect_options *o, coset_arena *arena, coset_detected *out);

#endif

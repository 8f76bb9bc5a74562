/* run/clusters.h - processes and clusters of them, for partial order reduction.
 *
 * Layer    run.
 * Idea     a process is all transitions of one actor (model.h). A hierarchy of clusters is read from a file, or found:
 *          those two clusters are joined, again and again, whose transitions have the most conflicts for their size.
 *          Every hierarchy is sound; how much it reduces depends on what the processes of a cluster share.
 * File     a line is a level, the finest first: clusters are separated by `|`, processes by blanks. A process has the
 *          name of its proctype; where there are several it has its number, too, as in traces (`man[3]` is "proc 3
 *          (man)"), and `man` means all of them. What is not named is by itself. `#` begins a comment. Clusters of a
 *          level do not meet, and each lies in one cluster of the next level.
 */
#ifndef COSET_RUN_CLUSTERS_H
#define COSET_RUN_CLUSTERS_H

#include "base/text.h"
#include "wrap/ample.h"

typedef struct {
    const char *name;
    uint64_t actor;
    const uint64_t *set; /* of transitions */
} coset_process;

typedef struct {
    uint32_t n;
    const coset_process *at; /* those with the greatest actor first */
} coset_processes;

coset_processes coset_processes_of(const coset_model *m, const coset_transitions *t, coset_arena *arena);

/* All processes one by one. */
const coset_ample *coset_clusters_single(const coset_relations *r, const coset_processes *p, coset_arena *arena);
/* These, and then clusters: of the file at `path`, or found where that is NULL or "auto". The smallest first. Errors:
 * COSET_INPUT, COSET_NOINPUT. */
coset_status coset_clusters_find(const coset_relations *r, const coset_processes *p, const char *path, coset_text *text,
                                 coset_arena *arena, const coset_ample **out, coset_err *err) COSET_NODISCARD;

#endif

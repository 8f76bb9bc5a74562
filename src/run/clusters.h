/* run/clusters.h - processes and clusters of them, for partial order reduction.
 *
 * Layer    run.
 * Idea     a process is all transitions of one actor (model.h). A hierarchy of clusters is read from a file, or
 *          computed: repeatedly, the two clusters whose transitions have the most conflicts for their size are joined.
 *          Every hierarchy is sound; how much it reduces depends on what the processes of a cluster share.
 * File     a line is a level, the finest first: clusters are separated by `|`, processes by blanks. A process has the
 *          name of its proctype; if there are several, each also has its number, as in traces (`man[3]` is "proc 3
 *          (man)"), and `man` means all of them. A process that is not named is a cluster by itself. `#` begins a
 *          comment. Clusters of a level are disjoint, and each lies in one cluster of the next level.
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
    const coset_process *at; /* by descending actor */
} coset_processes;

coset_processes coset_processes_of(const coset_model *m, const coset_transitions *t, coset_arena *arena);

/* Each process as a cluster of its own. */
const coset_ample *coset_clusters_single(const coset_relations *r, const coset_processes *p, coset_arena *arena);
/* These, then larger clusters: read from the file at `path`, or computed if that is NULL or "auto". The smallest first.
 * Errors: COSET_INPUT, COSET_NOINPUT. */
coset_status coset_clusters_find(const coset_relations *r, const coset_processes *p, const char *path, coset_text *text,
                                 coset_arena *arena, const coset_ample **out, coset_err *err) COSET_NODISCARD;

#endif

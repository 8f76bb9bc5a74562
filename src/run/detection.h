/* run/detection.h - coset symmetry: the detected group, the symmetry that properties cost, and the certificate.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_DETECTION_H
#define COSET_RUN_DETECTION_H

#include "detect/detect.h"
#include "run/session.h"

typedef struct {
    coset_detected group; /* that preserves all properties */
    coset_report_detection words;
    bool cut; /* the limit was reached: the report may lack something */
} coset_detection;

/* Detects, tests the generators on sampled states, and finds the words. Returns an exit status. A group that the test
 * refutes is dropped. Its data live as long as the session. */
int coset_detection_make(coset_detection *d, const coset_session *s);
void coset_detection_fini(coset_detection *d);
/* Writes the certificate of doc/internals-detect.md. Returns an exit status. */
int coset_detection_certify(const coset_detection *d, const coset_session *s, const char *path);
/* Writes the generators for coset group. Returns an exit status. */
int coset_detection_generators(const coset_detection *d, const coset_session *s, const char *path);

#endif

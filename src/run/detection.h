/* run/detection.h - coset symmetry: what can be detected, what properties cost, and the certificate.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_DETECTION_H
#define COSET_RUN_DETECTION_H

#include "detect/detect.h"
#include "run/session.h"

typedef struct {
    coset_detected group; /* that keeps all properties */
    coset_report_detection words;
    bool cut; /* the limit was met: something may not be told */
} coset_detection;

/* Detects, tests the generators on sampled states, and finds the words. Returns an exit status.
 * What the test refutes is none. What it needs lives as long as the session. */
int coset_detection_make(coset_detection *d, const coset_session *s);
void coset_detection_fini(coset_detection *d);
/* Writes the certificate of doc/internals-detect.md. Returns an exit status. */
int coset_detection_certify(const coset_detection *d, const coset_session *s, const char *path);
/* Writes the generators for coset group. Returns an exit status. */
int coset_detection_generators(const coset_detection *d, const coset_session *s, const char *path);

#endif

/* report/csp_fdr_int.h - what the files of FDR's formats share.
 *
 * Layer    report, not seen by others.
 */
#ifndef COSET_REPORT_CSP_FDR_INT_H
#define COSET_REPORT_CSP_FDR_INT_H

#include <jansson.h>

#include "report/csp.h"

/* The name that FDR's formats give to an event: tau and tick are signs. */
const char *coset__fdr_event(const coset_csp_result *r, uint32_t event);
/* Event of step i, with hidden events revealed if the components determine them. */
uint32_t coset__fdr_revealed(const coset_csp_counterexample *c, uint32_t i);

/* In FDR's text format: print statements, and one result. */
void coset__fdr_text_prints(const coset_report *r, FILE *out);
void coset__fdr_text_result(const coset_report *r, uint32_t i, const coset_fdr_style *style, FILE *out);

/* A document in another notation. */
void coset__fdr_xml(const json_t *document, FILE *out);
void coset__fdr_yaml(const json_t *document, FILE *out);

#endif

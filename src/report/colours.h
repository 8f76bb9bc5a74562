/* report/colours.h - escape sequences for emphasis on a terminal.
 *
 * Layer    report, private.
 */
#ifndef COSET_REPORT_COLOURS_H
#define COSET_REPORT_COLOURS_H

#include "report/report.h"

#define COSET_BOLD   "\033[1m"
#define COSET_RED    "\033[31m"
#define COSET_GREEN  "\033[32m"
#define COSET_YELLOW "\033[33m"
#define COSET_PLAIN  "\033[0m"

/* The sequence, or nothing if the style has no colour. */
static inline const char *coset__colour(const coset_text_style *style, const char *sequence)
{
    return style->colour ? sequence : "";
}

#endif

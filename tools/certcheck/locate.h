/* certcheck/locate.h - the position of a value in a JSON text.
 *
 * Layer    certcheck.
 * Idea     the JSON library stores no positions, so a path such as "generators[2].literals[5]" is followed in the text
 *          again, which is then known to be correct JSON.
 */
#ifndef COSET_CERTCHECK_LOCATE_H
#define COSET_CERTCHECK_LOCATE_H

#include <stddef.h>

/* The offset of the value, or of the innermost existing value around it. */
size_t coset_json_locate(const char *json, const char *path);

#endif

/* certcheck/locate.h - the position of a value in a JSON text.
 *
 * Layer    certcheck.
 * Idea     the JSON library keeps no positions; a path such as "generators[2].literals[5]" is walked through the text
 *          again, which is known to be correct JSON then.
 */
#ifndef COSET_CERTCHECK_LOCATE_H
#define COSET_CERTCHECK_LOCATE_H

#include <stddef.h>

/* The offset of the value, or of the innermost value around it that is there. */
size_t coset_json_locate(const char *json, const char *path);

#endif

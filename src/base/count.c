#include "base/count.h"

#include <string.h>

char *coset_count_text(coset_count n, char separator, char out[COSET_COUNT_TEXT])
{
    char reversed[64];
    unsigned len = 0, digits = 0;
    do {
        if (separator && digits && digits % 3 == 0)
            reversed[len++] = separator;
        reversed[len++] = (char)('0' + (int)(n % 10));
        n /= 10;
        digits++;
    } while (n);
    for (unsigned i = 0; i < len; i++)
        out[i] = reversed[len - 1 - i];
    out[len] = '\0';
    return out;
}

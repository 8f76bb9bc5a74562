#include "certcheck/locate.h"

#include <stdlib.h>
#include <string.h>

static const char *skip_blank(const char *p) { return p + strspn(p, " \t\r\n"); }

/* The position after the string that begins here. */
static const char *skip_string(const char *p)
{
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1])
            p++;
    return *p ? p + 1 : p;
}

/* The position after the value that begins here. */
static const char *skip_value(const char *p)
{
    int depth = 0;
    do {
        p = skip_blank(p);
        if (*p == '"') {
            p = skip_string(p);
        } else if (*p == '{' || *p == '[') {
            depth++;
            p++;
        } else if (*p == '}' || *p == ']') {
            depth--;
            p++;
        } else if (*p == ',' || *p == ':') {
            p++;
        } else {
            p += strcspn(p, " \t\r\n,:]}");
        }
    } while (depth > 0 && *p);
    return p;
}

/* The value of a key of the object, or NULL. */
static const char *member(const char *p, const char *key, size_t len)
{
    if (*p != '{')
        return NULL;
    for (p = skip_blank(p + 1); *p == '"'; p = skip_blank(p + 1)) {
        const char *name = p + 1, *end = skip_string(p), *value = skip_blank(skip_blank(end) + 1);
        if ((size_t)(end - name) == len + 1 && memcmp(name, key, len) == 0)
            return value;
        p = skip_blank(skip_value(value));
        if (*p != ',')
            return NULL;
    }
    return NULL;
}

/* Element i of the array, or NULL. */
static const char *element(const char *p, unsigned long i)
{
    if (*p != '[')
        return NULL;
    for (p = skip_blank(p + 1); *p && *p != ']'; p = skip_blank(p + 1)) {
        if (i-- == 0)
            return p;
        p = skip_blank(skip_value(p));
        if (*p != ',')
            return NULL;
    }
    return NULL;
}

size_t coset_json_locate(const char *json, const char *path)
{
    const char *at = skip_blank(json);
    while (*path) {
        const char *in;
        if (*path == '[') {
            char *end;
            in = element(at, strtoul(path + 1, &end, 10));
            path = end + (*end == ']');
        } else {
            path += *path == '.';
            size_t len = strcspn(path, ".[");
            in = member(at, path, len);
            path += len;
        }
        if (!in)
            break;
        at = in;
    }
    return (size_t)(at - json);
}

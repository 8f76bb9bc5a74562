/* report/csp_fdr_notation.c - a JSON document written as XML and as YAML. */
#include "report/csp_fdr_int.h"

static void xml_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        const char *entity = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;" : NULL;
        if (entity)
            (void)fputs(entity, out);
        else
            (void)fputc(*text, out);
    }
}

static void scalar(FILE *out, const json_t *v, bool xml)
{
    if (json_is_string(v) && xml)
        xml_text(out, json_string_value(v));
    else
        (void)json_dumpf(v, out, JSON_ENCODE_ANY);
}

static void xml(FILE *out, const char *name, const json_t *v)
{
    size_t i;
    const json_t *item;
    const char *key;
    fprintf(out, "<%s>", name);
    if (json_is_array(v)) {
        json_array_foreach((json_t *)(uintptr_t)v, i, item) xml(out, "item", item);
    } else if (json_is_object(v)) {
        json_object_foreach((json_t *)(uintptr_t)v, key, item)
        {
            if (key[0] < '0' || key[0] > '9') {
                xml(out, key, item);
                continue;
            }
            fprintf(out, "<event id=\"%s\">", key);
            scalar(out, item, true);
            fprintf(out, "</event>");
        }
    } else {
        scalar(out, v, true);
    }
    fprintf(out, "</%s>\n", name);
}

static void yaml(FILE *out, const json_t *v, int indent)
{
    size_t i;
    const json_t *item;
    const char *key;
    bool empty = (json_is_array(v) && json_array_size(v) == 0) || (json_is_object(v) && json_object_size(v) == 0);
    if (empty || (!json_is_array(v) && !json_is_object(v))) {
        fputc(' ', out);
        scalar(out, v, false);
        fputc('\n', out);
        return;
    }
    fputc('\n', out);
    if (json_is_array(v)) {
        json_array_foreach((json_t *)(uintptr_t)v, i, item)
        {
            fprintf(out, "%*s-", indent, "");
            yaml(out, item, indent + 2);
        }
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)v, key, item)
    {
        fprintf(out, "%*s\"%s\":", indent, "", key);
        yaml(out, item, indent + 2);
    }
}

void coset__fdr_xml(const json_t *document, FILE *out)
{
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml(out, "refines", document);
}

void coset__fdr_yaml(const json_t *document, FILE *out)
{
    fprintf(out, "---");
    yaml(out, document, 0);
}

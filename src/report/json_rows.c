/* report/json_rows.c - JSON with long arrays whose rows are made one by one while they are written. */
#include "report/report_int.h"

#define INDENT 2U

typedef struct {
    const coset__json_rows *rows;
    FILE *out;
    bool failed; /* a row could not be made */
} writer;

static void put(writer *w, json_t *v, uint32_t depth);

static void new_line(const writer *w, uint32_t depth) { (void)fprintf(w->out, "\n%*s", (int)(INDENT * depth), ""); }

static void put_leaf(const writer *w, const json_t *v)
{
    (void)json_dumpf(v, w->out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
}

static void put_object(writer *w, json_t *v, uint32_t depth)
{
    const char *key, *comma = "";
    json_t *value;
    (void)fputc('{', w->out);
    json_object_foreach(v, key, value)
    {
        json_t *name = json_string(key);
        (void)fputs(comma, w->out);
        new_line(w, depth + 1);
        put_leaf(w, name);
        json_decref(name);
        (void)fputs(": ", w->out);
        put(w, value, depth + 1);
        comma = ",";
    }
    if (*comma)
        new_line(w, depth);
    (void)fputc('}', w->out);
}

static void put_element(writer *w, json_t *v, uint64_t i, uint32_t depth)
{
    if (i)
        (void)fputc(',', w->out);
    new_line(w, depth + 1);
    put(w, v, depth + 1);
}

/* The rows of a placeholder array, or the elements of an ordinary one. */
static void put_array(writer *w, json_t *v, uint32_t depth)
{
    const coset__json_rows *r = w->rows;
    while (r && r->array != v)
        r = r->next;
    uint64_t n = r ? r->n : json_array_size(v);
    (void)fputc('[', w->out);
    for (uint64_t i = 0; i < n && !w->failed && !ferror(w->out); i++) {
        json_t *row = r ? r->row(r->ctx, i) : json_incref(json_array_get(v, (size_t)i));
        w->failed = row == NULL;
        if (row)
            put_element(w, row, i, depth);
        json_decref(row);
    }
    if (n)
        new_line(w, depth);
    (void)fputc(']', w->out);
}

static void put(writer *w, json_t *v, uint32_t depth)
{
    if (json_is_object(v))
        put_object(w, v, depth);
    else if (json_is_array(v))
        put_array(w, v, depth);
    else
        put_leaf(w, v);
}

json_t *coset__json_rows_add(coset__json_rows **all, coset_arena *a, uint64_t n, coset__json_row *row, void *ctx)
{
    coset__json_rows *r = coset_arena_get(a, 1, sizeof *r);
    *r = (coset__json_rows){json_array(), n, row, ctx, *all};
    *all = r;
    return r->array;
}

coset_status coset__json_write_rows(json_t *root, const coset__json_rows *rows, FILE *out, coset_err *err)
{
    writer w = {rows, out, root == NULL};
    if (root)
        put(&w, root, 0);
    json_decref(root);
    if (w.failed)
        return coset_fail(err, COSET_MEMORY, "out of memory for the JSON result");
    if (fputc('\n', out) == EOF || fflush(out) != 0 || ferror(out))
        return coset_fail(err, COSET_IO, "the JSON result cannot be written");
    return COSET_OK;
}

coset_status coset__json_write(json_t *root, FILE *out, coset_err *err)
{
    return coset__json_write_rows(root, NULL, out, err);
}

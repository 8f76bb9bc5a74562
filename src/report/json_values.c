/* report/json_values.c - numbers, texts, positions, counts and messages as JSON. */
#include "report/report_int.h"

#define LARGEST_EXACT ((coset_count)1 << 53)

json_t *coset__json_count(coset_count n)
{
    char text[COSET_COUNT_TEXT];
    if (n <= LARGEST_EXACT)
        return json_integer((json_int_t)n);
    return json_string(coset_count_text(n, 0, text));
}

json_t *coset__json_text(const char *text)
{
    json_t *whole = json_string(text);
    if (whole)
        return whole;
    char *copy = coset_copy_text(text);
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    whole = json_string(copy);
    coset_delete(copy);
    return whole;
}

json_t *coset__json_pos(const coset_text *text, coset_pos pos)
{
    if (pos.line == 0)
        return json_null();
    return json_pack("{s:o, s:I, s:I}", "file", coset__json_text(coset_text_name(text, pos.file)), "line",
                     (json_int_t)pos.line, "column", (json_int_t)pos.column);
}

json_t *coset__json_counts(const coset_result *r)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:I}", "representatives", coset__json_count(r->representatives), "states",
                     r->exact ? coset__json_count(r->states) : json_null(), "transitions",
                     r->uncounted ? json_null() : coset__json_count(r->edges), "full_transitions",
                     r->exact ? coset__json_count(r->full_transitions) : json_null(), "depth", (json_int_t)r->depth);
}

static json_t *note_json(const coset_text *text, const coset_text_note *n)
{
    static const char *const severities[] = {"note", "warning", "error"};
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "severity", severities[n->severity], "code", n->code, "at",
                     coset__json_pos(text, n->pos), "text", coset__json_text(n->text), "help",
                     n->help ? coset__json_text(n->help) : json_null());
}

json_t *coset__json_messages(const coset_text *text)
{
    json_t *messages = json_array();
    for (uint32_t i = 0; text && i < coset_text_notes(text); i++) {
        const coset_text_note n = coset_text_note_at(text, i);
        json_array_append_new(messages, note_json(text, &n));
    }
    return messages;
}

/* library/json.c - parts of the JSON that the engine has written. */
#include <stdio.h>

#include "library/problem.h"

const char *coset_library_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

coset_place coset_library_place(const json_t *object, const char *key)
{
    const json_t *at = json_object_get(object, key);
    return (coset_place){.file = coset_library_text(at, "file"),
                         .line = (uint32_t)json_integer_value(json_object_get(at, "line")),
                         .column = (uint32_t)json_integer_value(json_object_get(at, "column"))};
}

int coset_library_property(const json_t *one, coset_property *out)
{
    if (!one)
        return 0;
    *out = (coset_property){.name = coset_library_text(one, "name"),
                            .kind = coset_library_text(one, "kind"),
                            .at = coset_library_place(one, "at")};
    return 1;
}

void coset_library_notes(const json_t *root, coset_on_note *call, void *ctx)
{
    const json_t *all = json_object_get(root, "messages");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        const coset_note note = {.severity = coset_library_text(one, "severity"),
                                 .code = coset_library_text(one, "code"),
                                 .text = coset_library_text(one, "text"),
                                 .help = coset_library_text(one, "help"),
                                 .at = coset_library_place(one, "at")};
        call(ctx, &note);
    }
}

json_t *coset_library_settle(coset_library_outcome *outcome)
{
    json_t *root = json_loads(outcome->json, 0, NULL);
    const int told = root ? (int)json_integer_value(json_object_get(root, "exit_code")) : -1;
    const int cancelled = !root && outcome->code == COSET_END_INCOMPLETE;
    if (outcome->code < 0) /* somebody else has reaped the child */
        outcome->code = root ? told : COSET_END_INTERNAL;
    else if (outcome->code < COSET_END_USAGE && outcome->code != told && !cancelled) {
        outcome->code = COSET_END_INTERNAL;
        (void)snprintf(outcome->last, sizeof outcome->last, "the child process ended without its result");
        json_decref(root);
        root = NULL;
    }
    return root;
}

const char *coset_library_reason(const json_t *root, const coset_library_outcome *outcome)
{
    const char *told = coset_library_text(root, "reason"), *stopped = coset_library_text(root, "stopped");
    if (told || stopped || root)
        return told ? told : stopped;
    if (outcome->code == COSET_END_INCOMPLETE)
        return "cancelled";
    return outcome->code == COSET_END_HOLDS || !outcome->last[0] ? NULL : outcome->last;
}

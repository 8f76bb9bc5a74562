#include "model/wording.h"

#include <string.h>

#include "base/mem.h"

#define FIRST_ROOM 256

/* True: the last text fills the buffer, so it may have been truncated; the buffer is larger now. */
static bool was_cut(coset_wording *w)
{
    if (w->room && strlen(w->text) + 1 < w->room)
        return false;
    w->room = w->room ? 2 * w->room : FIRST_ROOM;
    w->text = coset_resize(w->text, w->room, 1);
    return true;
}

const char *coset_wording_value(coset_wording *w, const coset_model *m, uint32_t slot, coset_value v)
{
    do {
        if (w->room)
            m->ops->value_text(m, slot, v, w->text, w->room);
    } while (was_cut(w));
    return w->text;
}

const char *coset_wording_edge(coset_wording *w, const coset_model *m, uint32_t group, uint64_t instance)
{
    do {
        if (w->room)
            m->ops->edge_text(m, group, instance, w->text, w->room);
    } while (was_cut(w));
    return w->text;
}

void coset_wording_fini(coset_wording *w) { coset_delete(w->text); }

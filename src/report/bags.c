/* report/bags.c - multisets as text: their entries have no order and no names. */
#include "report/report_int.h"

#include <string.h>

static bool holds_slot(const coset_bag *b, uint32_t slot) { return slot - b->base < b->n_entries * b->width; }

/* An inner multiset precedes the outer one, so the last one that contains the slot is the outermost. */
const coset_bag *coset__bag_of(const coset_model *m, uint32_t slot)
{
    for (uint32_t i = m->symmetry.n_bags; i-- > 0;)
        if (holds_slot(&m->symmetry.bags[i], slot))
            return &m->symmetry.bags[i];
    return NULL;
}

static const coset_value *entry(const coset_bag *b, const coset_value *state, uint32_t i)
{
    return state + b->base + (size_t)i * b->width;
}

/* How often this entry is in `state`. */
static uint32_t n_equal(const coset_bag *b, const coset_value *state, const coset_value *what)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n_entries; i++)
        n += memcmp(entry(b, state, i), what, b->width * sizeof *what) == 0;
    return n;
}

/* "{what = ask, who = client_1}": the names of the slots without the prefix that they share with the first slot's. */
static void print_entry(const coset_model *m, const coset_bag *b, const coset_value *what, FILE *out)
{
    char value[COSET__VALUE_TEXT];
    size_t shared = strlen(m->slots[b->base].name);
    const char *separator = "";
    fputc('{', out);
    for (uint32_t i = 1; i < b->width; i++) {
        const char *name = m->slots[b->base + i].name;
        if (what[i] == 0)
            continue;
        if (strncmp(name, m->slots[b->base].name, shared) == 0)
            name += shared + (name[shared] == '.');
        fprintf(out, "%s%s%s%s", separator, name, *name ? " = " : "",
                coset__report_value(m, b->base + i, what[i], value));
        separator = ", ";
    }
    fputc('}', out);
}

uint32_t coset__bag_text(const coset_model *m, const coset_bag *bag, const coset_value *before, const coset_value *now,
                         const char *indent, FILE *out)
{
    const char *name = m->slots[bag->base].name, *end = strrchr(name, '{');
    int len = end ? (int)(end - name) : (int)strlen(name);
    uint32_t n = 0;
    /* Entries are sorted, so equal ones are adjacent: each kind is processed at its first entry. */
    for (int side = before ? 0 : 1; side < 2; side++) {
        const coset_value *of = side ? now : before, *other = side ? before : now;
        for (uint32_t i = 0; i < bag->n_entries; i++) {
            const coset_value *what = entry(bag, of, i);
            bool again = i && memcmp(entry(bag, of, i - 1), what, bag->width * sizeof *what) == 0;
            if (what[0] == 0 || again)
                continue;
            uint32_t here = n_equal(bag, of, what), there = other ? n_equal(bag, other, what) : 0;
            for (; here > there; there++, n++) {
                fprintf(out, "%s%.*s%s ", indent, len, name, !before ? ":" : side ? ": +" : ": -");
                print_entry(m, bag, what, out);
                fputc('\n', out);
            }
        }
    }
    if (!before && n == 0)
        fprintf(out, "%s%.*s: empty\n", indent, len, name);
    return n;
}

#include "store/forest.h"

#include "base/mem.h"

/* Builds the tree of a node for words from .. to-1 of the state. */
typedef struct {
    uint32_t from, to;
} run;

static void split(coset__forest *f, uint32_t node, run *runs)
{
    uint32_t middle = runs[node].from + (runs[node].to - runs[node].from + 1) / 2;
    f->word[node] = UINT32_MAX;
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t kid = f->nodes++;
        runs[kid] = side ? (run){middle, runs[node].to} : (run){runs[node].from, middle};
        f->kids[node][side] = kid;
        f->above[kid] = node;
    }
}

void coset__forest_init(coset__forest *f, uint32_t words, uint32_t fields)
{
    COSET_INVARIANT(fields >= 1 && fields <= words);
    size_t nodes = 2 * (size_t)words - fields;
    run *runs = coset_new(nodes, sizeof *runs);
    *f = (coset__forest){.words = words,
                         .fields = fields,
                         .nodes = fields,
                         .leaf = coset_new(words, sizeof *f->leaf),
                         .word = coset_new(nodes, sizeof *f->word),
                         .above = coset_new(nodes, sizeof *f->above),
                         .kids = coset_new(nodes, sizeof *f->kids)};
    for (uint32_t i = 0; i < fields; i++)
        runs[i] = (run){(uint32_t)((uint64_t)i * words / fields), (uint32_t)((uint64_t)(i + 1) * words / fields)};
    for (uint32_t i = 0; i < f->nodes; i++) {
        if (runs[i].to - runs[i].from > 1) {
            split(f, i, runs);
        } else {
            f->word[i] = runs[i].from;
            f->leaf[runs[i].from] = i;
        }
    }
    coset_delete(runs);
}

void coset__forest_fini(coset__forest *f)
{
    coset_delete(f->leaf);
    coset_delete(f->word);
    coset_delete(f->above);
    coset_delete(f->kids);
}

/* Compares automata of other tools with formulas. Lines of standard input: FORMULA, a file with an automaton of it, a
 * file with one of its negation, separated by tabs; a file may be "-". By intersections: the automaton has no word of
 * ours for the negation; and by random words: it accepts what ours accepts. Prints the differences, and the number of
 * comparisons. */
#include "lasso.h"
#include "omega/automaton.h"

static const uint32_t words = 50;

static coset_omega *translate(coset_ltls *p, const coset_ltl *f, const coset_ltl_names *names)
{
    coset_omega *a = NULL;
    coset_omega_options o = {.n_atoms = names->n, .names = (const char *const *)names->name};
    return coset_omega_translate(p, f, &o, &a, NULL) == COSET_OK ? a : NULL;
}

static coset_omega *load(coset_text *text, const char *path)
{
    coset_omega *a = NULL;
    uint16_t file;
    if (coset_text_read(text, path, &file, NULL) != COSET_OK ||
        coset_omega_read_hoa(text, coset_text_whole(text, file), &a, NULL) != COSET_OK)
        coset_text_print(text, stderr, false, 0);
    return a;
}

static bool is_apart(const coset_omega *a, const coset_omega *b)
{
    coset_omega *both = coset_omega_meet(a, b);
    bool apart = both && coset_omega_is_empty(both);
    coset_omega_free(both);
    return apart;
}

/* The letters of a word over the atoms of `from`, for `to`; atoms of `to` only are false. */
static lasso renamed(lasso w, const coset_omega *from, const coset_omega *to)
{
    for (uint32_t i = 0; i < w.n; i++) {
        uint64_t old = w.letter[i];
        w.letter[i] = 0;
        for (uint32_t k = 0; k < from->n_atoms; k++)
            for (uint32_t j = 0; j < to->n_atoms; j++)
                if ((old >> k & 1) && strcmp(from->names[k], to->names[j]) == 0)
                    w.letter[i] |= (uint64_t)1 << j;
    }
    return w;
}

static bool agree(const coset_omega *ours, const coset_omega *other, uint64_t *seed)
{
    for (uint32_t i = 0; i < words; i++) {
        lasso w = draw_lasso(seed, ours->n_atoms ? ours->n_atoms : 1);
        if (ours->n_atoms == 0)
            w.letter[0] = 0;
        lasso v = renamed(w, ours, other);
        if (lasso_accepted(&w, ours) != lasso_accepted(&v, other))
            return false;
    }
    return true;
}

/* False: they differ. */
static bool compare(const char *line, char *const *files, uint64_t *seed)
{
    coset_text *text = coset_text_new();
    coset_ltls *p = coset_ltls_new();
    coset_ltl_names names = {.text = text};
    coset_ltl_reader reader = {&names, coset_ltl_names_read};
    uint16_t file = coset_text_add(text, "formula", line, strlen(line));
    const coset_ltl *f = NULL;
    coset_omega *ours[2] = {NULL, NULL};
    bool same = coset_ltl_read(p, text, coset_text_whole(text, file), &reader, &f, NULL) == COSET_OK;
    if (!same)
        coset_text_print(text, stderr, false, 0);
    for (uint32_t i = 0; same && i < 2; i++) {
        ours[i] = translate(p, i ? coset_ltl_not(p, f) : f, &names);
        same = ours[i] != NULL;
    }
    for (uint32_t i = 0; same && i < 2; i++) {
        coset_omega *other = strcmp(files[i], "-") != 0 ? load(text, files[i]) : NULL;
        same = strcmp(files[i], "-") == 0 || (other && is_apart(other, ours[1 - i]) && agree(ours[i], other, seed));
        coset_omega_free(other);
    }
    if (!same)
        (void)printf("DIFFERS: %s\n", line);
    coset_omega_free(ours[0]);
    coset_omega_free(ours[1]);
    coset_ltls_free(p);
    coset_ltl_names_fini(&names);
    coset_text_free(text);
    return same;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    uint64_t seed = 0xc0ffee;
    uint32_t n = 0, differ = 0;
    for (ssize_t len; (len = getline(&line, &room, stdin)) > 0; n++) {
        line[len - 1] = line[len - 1] == '\n' ? 0 : line[len - 1];
        char *files[2];
        for (uint32_t i = 2; i-- > 0;) {
            char *tab = strrchr(line, '\t');
            if (!tab)
                return 2;
            *tab = 0;
            files[i] = tab + 1;
        }
        differ += !compare(line, files, &seed);
    }
    free(line);
    (void)printf("%u compared, %u differ\n", (unsigned)n, (unsigned)differ);
    return differ != 0;
}

/* Classes of numbers as types: their elements, names, and the reasons that fix an element. */
#include <stdlib.h>
#include <string.h>

#include "lang/cspm/check/numbers.h"
#include "lang/cspm/compile/choose_int.h"

#define MOST_NUMBERS 64   /* of a class; verification compares each with the others */
#define MOST_TOLD    1000 /* of a larger one, which is only reported */

typedef struct {
    const cspm_type *class;
    const cspm_symbol *symbol; /* the channel or constructor of its first place */
} class_use;

typedef COSET_VEC(class_use) class_list;
typedef COSET_VEC(int64_t) number_list;

/* The current class. */
typedef struct {
    cspm_chooser *k;
    class_use use;
    cspm_symmetry found;
    number_list all; /* ascending */
    uint32_t *part;  /* of each number: the first number that is in the same sets */
    bool cut;        /* a set has more numbers than are reported */
} chosen_class;

/* ---- the classes of a script ------------------------------------------------------------------------------------ */

static void find_classes(const cspm_symbol *symbol, cspm_type *t, uint32_t depth, class_list *out)
{
    t = coset__symmetry_behind(t);
    if (depth > 500)
        return;
    if (t->kind != TYPE_INT) {
        for (uint32_t i = 0; i < t->n; i++)
            find_classes(symbol, t->at[i], depth + 1, out);
        return;
    }
    const cspm_type *class = coset__symmetry_behind(t->at[0]);
    for (uint32_t i = 0; i < out->n; i++)
        if (out->at[i].class == class)
            return;
    *coset_vec_add(out) = (class_use){class, symbol};
}

/* Those of channels and constructors: a number that no event and no datum contains need not be a name. */
static class_list classes_of(const cspm_groups *g)
{
    class_list all = {0};
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        for (uint32_t s = 0; s < g->decls[i]->n_symbols; s++) {
            const cspm_symbol *symbol = g->decls[i]->symbols[s];
            if (symbol->kind == SYMBOL_CHANNEL || symbol->kind == SYMBOL_CONSTRUCTOR)
                find_classes(symbol, symbol->scheme.type, 0, &all);
        }
    return all;
}

/* ---- the numbers of a class ------------------------------------------------------------------------------------- */

static int compare_numbers(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

static void add_set(chosen_class *x, const cspm_number_set *set)
{
    for (uint32_t i = 0; i < set->n; i++)
        *coset_vec_add(&x->all) = set->list[i];
    if (set->n || set->to == INT64_MAX || set->to < set->from)
        return;
    x->cut = x->cut || (uint64_t)set->to - (uint64_t)set->from >= MOST_TOLD;
    for (int64_t i = set->from, n = 0; n < MOST_TOLD && i <= set->to; i++, n++)
        *coset_vec_add(&x->all) = i;
}

static void collect_numbers(chosen_class *x)
{
    for (uint32_t i = 0; i < x->found.n_sets; i++)
        add_set(x, &x->found.sets[i]);
    if (x->all.n)
        qsort(x->all.at, x->all.n, sizeof *x->all.at, compare_numbers);
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->all.n; i++)
        if (i == 0 || x->all.at[i] != x->all.at[i - 1])
            x->all.at[n++] = x->all.at[i];
    x->all.n = n;
}

static bool is_large(const chosen_class *x) { return x->all.n > MOST_NUMBERS; }

/* A set that contains exactly one of the two numbers; NULL: none. */
static const cspm_number_set *separating(const chosen_class *x, int64_t a, int64_t b)
{
    for (uint32_t i = 0; i < x->found.n_sets; i++)
        if (coset__numbers_has(&x->found.sets[i], a) != coset__numbers_has(&x->found.sets[i], b))
            return &x->found.sets[i];
    return NULL;
}

static void part_numbers(chosen_class *x)
{
    x->part = coset_arena_get(x->k->c->arena, x->all.n, sizeof *x->part);
    for (uint32_t i = 0; i < x->all.n; i++) {
        x->part[i] = i;
        for (uint32_t p = 0; !x->found.breaks && !is_large(x) && p < i && x->part[i] == i; p++)
            if (x->part[p] == p && !separating(x, x->all.at[p], x->all.at[i]))
                x->part[i] = p;
        if (x->found.breaks || is_large(x))
            x->part[i] = 0;
    }
}

static uint32_t size_of(const chosen_class *x, uint32_t part)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->all.n; i++)
        n += x->part[i] == part;
    return n;
}

/* ---- names ------------------------------------------------------------------------------------------------------ */

static const cspm_number_set *set_with(const chosen_class *x, uint32_t part, bool exactly)
{
    for (uint32_t i = 0; i < x->found.n_sets; i++) {
        const cspm_number_set *set = &x->found.sets[i];
        bool same = !set->compares && coset__numbers_has(set, x->all.at[part]);
        for (uint32_t e = 0; exactly && e < x->all.n; e++)
            same = same && coset__numbers_has(set, x->all.at[e]) == (x->part[e] == part);
        if (same && (set->name || !exactly))
            return set;
    }
    return NULL;
}

static const char *list_text(const chosen_class *x, uint32_t part)
{
    const char *text = "";
    uint32_t last = part, n = 0;
    for (uint32_t i = part; i < x->all.n; i++)
        if (x->part[i] == part) {
            text = coset_arena_printf(x->k->c->arena, "%s%s%lld", text, *text ? ", " : "", (long long)x->all.at[i]);
            last = i;
            n++;
        }
    if (n > 2 && x->all.at[last] - x->all.at[part] == (int64_t)n - 1)
        return coset_arena_printf(x->k->c->arena, "{%lld..%lld}", (long long)x->all.at[part],
                                  (long long)x->all.at[last]);
    return coset_arena_printf(x->k->c->arena, "{%s}", text);
}

static bool is_taken(const cspm_chooser *k, const char *name)
{
    for (uint32_t i = 0; i < k->types.n; i++)
        if (strcmp(k->types.at[i].name, name) == 0)
            return true;
    return false;
}

/* The name of the set that equals this part; else its numbers. Of several types with one name the later ones give the
 * place of their numbers. */
static void name_part(const chosen_class *x, uint32_t part, coset_cspm_choice *t)
{
    coset_arena *a = x->k->c->arena;
    const cspm_number_set *set = set_with(x, part, true);
    t->pos = (set ? set : set_with(x, part, false))->node->pos;
    t->name = set ? set->name : list_text(x, part);
    if (!is_taken(x->k, t->name))
        return;
    const char *base = coset_arena_printf(a, "%s of %s", t->name, x->use.symbol->name);
    t->name = base;
    for (unsigned i = 2; is_taken(x->k, t->name); i++)
        t->name = coset_arena_printf(a, "%s (%u)", base, i);
}

/* ---- types ------------------------------------------------------------------------------------------------------ */

static coset_cspm_reason named(const chosen_class *x, uint32_t element, const cspm_obstacle *o)
{
    return (coset_cspm_reason){element, o->node->pos,
                               coset_arena_printf(x->k->c->arena, "%s%s%lld is named here",
                                                  o->node->symbol ? o->node->symbol->name : "",
                                                  o->node->symbol ? " = " : "", (long long)o->number)};
}

static const char *broken_text(const chosen_class *x, const coset_cspm_choice *t, const cspm_obstacle *o)
{
    const char *what = o->node->symbol ? o->node->symbol->name : "this";
    return coset_arena_printf(x->k->c->arena, "%s %s the numbers of %s, so they are not only names", what,
                              o->what ? o->what : "distinguishes", t->name);
}

static void heed_obstacles(const chosen_class *x, const coset_cspm_choice *t, bool *moves, cspm_reason_list *reasons)
{
    for (uint32_t i = 0; i < x->found.n_obstacles; i++) {
        const cspm_obstacle *o = &x->found.obstacles[i];
        if (!o->is_number) {
            *coset_vec_add(reasons) = (coset_cspm_reason){UINT32_MAX, o->node->pos, broken_text(x, t, o)};
            memset(moves, 0, t->n * sizeof *moves);
        }
        for (uint32_t e = 0; o->is_number && !x->found.breaks && e < t->n; e++)
            if (t->values[e] == o->number && moves[e]) {
                moves[e] = false;
                *coset_vec_add(reasons) = named(x, e, o);
            }
    }
}

/* A number of another part is fixed: some set distinguishes it from the others. */
static void heed_sets(const chosen_class *x, uint32_t part, const coset_cspm_choice *t, bool *moves,
                      cspm_reason_list *reasons)
{
    for (uint32_t e = 0; e < t->n; e++) {
        const cspm_number_set *set = moves[e] ? separating(x, x->all.at[part], t->values[e]) : NULL;
        if (!set)
            continue;
        bool has = coset__numbers_has(set, t->values[e]);
        moves[e] = false;
        *coset_vec_add(reasons) = (coset_cspm_reason){
            e, set->node->pos,
            coset_arena_printf(
                x->k->c->arena,
                set->compares ? "this comparison distinguishes %lld from %lld" : "this set holds %lld, but not %lld",
                (long long)(has ? t->values[e] : x->all.at[part]), (long long)(has ? x->all.at[part] : t->values[e]))};
    }
}

/* Too many numbers to compare. */
static void heed_size(const chosen_class *x, const coset_cspm_choice *t, bool *moves, cspm_reason_list *reasons)
{
    memset(moves, 0, t->n * sizeof *moves);
    *coset_vec_add(reasons) = (coset_cspm_reason){
        UINT32_MAX, t->pos,
        coset_arena_printf(x->k->c->arena, "the class has %s%u numbers, and only classes of %u or fewer are tried",
                           x->cut ? "more than " : "", (unsigned)t->n, MOST_NUMBERS)};
}

/* The type of one part; `with_rest`: with the numbers that are singleton parts. */
static void add_part(chosen_class *x, uint32_t part, bool with_rest)
{
    coset_arena *a = x->k->c->arena;
    int64_t *values = coset_arena_get(a, x->all.n, sizeof *values);
    const char **elements = coset_arena_get(a, x->all.n, sizeof *elements);
    coset_cspm_choice t = {.elements = elements, .numbers = x->use.class, .values = values};
    for (uint32_t i = 0; i < x->all.n; i++)
        if (x->part[i] == part || (with_rest && size_of(x, x->part[i]) == 1)) {
            values[t.n] = x->all.at[i];
            elements[t.n++] = coset_arena_printf(a, "%lld", (long long)x->all.at[i]);
        }
    name_part(x, part, &t);
    bool *moves = coset_arena_get(a, t.n, sizeof *moves);
    cspm_reason_list reasons = {0};
    memset(moves, true, t.n * sizeof *moves);
    if (is_large(x))
        heed_size(x, &t, moves, &reasons);
    else
        heed_obstacles(x, &t, moves, &reasons);
    if (!x->found.breaks && !is_large(x))
        heed_sets(x, part, &t, moves, &reasons);
    coset__choose_finish(x->k, &t, moves, &reasons, coset__choose_tries(x->k, t.n, &x->found));
    *coset_vec_add(&x->k->types) = t;
}

static void add_class(cspm_chooser *k, class_use use)
{
    chosen_class x = {.k = k, .use = use};
    x.found = coset__cspm_symmetry_of_assertion(&k->c->program, k->assertion, &(cspm_subject){.numbers = use.class});
    collect_numbers(&x);
    if (x.all.n >= 2) {
        part_numbers(&x);
        bool any = false;
        for (uint32_t p = 0; p < x.all.n; p++)
            if (x.part[p] == p && (size_of(&x, p) > 1 || (!any && p + 1 == x.all.n))) {
                add_part(&x, p, !any);
                any = true;
            }
    }
    coset_vec_fini(&x.all);
}

void coset__choose_numbers(cspm_chooser *k)
{
    class_list classes = classes_of(k->c->program.groups);
    for (uint32_t i = 0; i < classes.n; i++)
        add_class(k, classes.at[i]);
    coset_vec_fini(&classes);
}

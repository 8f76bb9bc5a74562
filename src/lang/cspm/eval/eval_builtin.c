/* Built-in functions, except those of maps and relations (eval_map.c). */
#include <string.h>

#include "lang/cspm/eval/eval_builtin.h"

/* ---- sets ---------------------------------------------------------------------------------------------------- */

static cspm_value *set_arg(cspm_machine *m, cspm_value *v) { return coset__eval_force(m, v); }

static cspm_value *two_sets(cspm_machine *m, cspm_value *const *args,
                            cspm_value *(*op)(cspm_machine *m, cspm_value *a, cspm_value *b))
{
    cspm_value *a = set_arg(m, args[0]), *b = a ? set_arg(m, args[1]) : NULL;
    return b ? op(m, a, b) : NULL;
}

static cspm_value *do_union(cspm_machine *m, cspm_value *const *args) { return two_sets(m, args, coset__set_union); }
static cspm_value *do_inter(cspm_machine *m, cspm_value *const *args) { return two_sets(m, args, coset__set_inter); }
static cspm_value *do_diff(cspm_machine *m, cspm_value *const *args) { return two_sets(m, args, coset__set_diff); }

static cspm_value *listed(cspm_machine *m, cspm_value *v)
{
    v = set_arg(m, v);
    return v ? coset__set_list(m, v) : NULL;
}

static cspm_value *do_big_union(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *sets = listed(m, args[0]), *all = sets ? m->empty : NULL;
    for (uint32_t i = 0; all && i < sets->n; i++)
        all = coset__set_union(m, all, sets->at[i].value);
    return all;
}

static cspm_value *do_big_inter(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *sets = listed(m, args[0]);
    if (sets && sets->n == 0)
        return coset__eval_wrong(m, "Inter of no sets has no value");
    cspm_value *all = sets ? sets->at[0].value : NULL;
    for (uint32_t i = 1; all && i < sets->n; i++)
        all = coset__set_inter(m, all, sets->at[i].value);
    return all;
}

static cspm_value *do_set(cspm_machine *m, cspm_value *const *args)
{
    cspm_values elements = {0};
    cspm_value *set = coset__seq_elements(m, args[0], &elements) ? coset__set_of(m, &elements) : NULL;
    coset_vec_fini(&elements);
    return set;
}

static cspm_value *set_of_sets(cspm_machine *m, cspm_set_kind kind, cspm_value *base)
{
    cspm_value *set = base ? coset__value_new(m, VALUE_SET, kind, 2) : NULL;
    if (set)
        set->at[0].value = base;
    return set;
}

static cspm_value *do_power(cspm_machine *m, cspm_value *const *args)
{
    return set_of_sets(m, SET_POWER, set_arg(m, args[0]));
}

static cspm_value *do_seqs(cspm_machine *m, cspm_value *const *args)
{
    return set_of_sets(m, SET_SEQS, set_arg(m, args[0]));
}

static cspm_value *do_seq(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *list = listed(m, args[0]), *s = list ? m->nil : NULL;
    for (uint32_t i = list ? list->n : 0; i > 0 && s; i--)
        s = coset__value_cons(m, list->at[i - 1].value, s);
    return s;
}

static cspm_value *do_empty(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *set = set_arg(m, args[0]);
    if (set && set->sub != SET_LIST && coset__set_infinite(m, set))
        return m->failed ? NULL : coset__value_bool(m, false);
    set = set ? coset__set_list(m, set) : NULL;
    return set ? coset__value_bool(m, set->n == 0) : NULL;
}

static cspm_value *do_card(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *list = listed(m, args[0]);
    return list ? coset__value_int(m, list->n) : NULL;
}

static cspm_value *truth(cspm_machine *m, int yes) { return yes < 0 ? NULL : coset__value_bool(m, yes); }

static cspm_value *do_member(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *set = set_arg(m, args[1]), *v = set ? coset__eval_force_all(m, args[0]) : NULL;
    return v ? truth(m, coset__set_member(m, set, v)) : NULL;
}

/* ---- sequences ----------------------------------------------------------------------------------------------- */

static cspm_value *do_length(cspm_machine *m, cspm_value *const *args)
{
    int64_t n;
    return coset__seq_length(m, args[0], &n) ? coset__value_int(m, n) : NULL;
}

static cspm_value *do_null(cspm_machine *m, cspm_value *const *args)
{
    const cspm_value *s = coset__eval_force(m, args[0]);
    return s ? coset__value_bool(m, s->kind == VALUE_NIL) : NULL;
}

static cspm_value *cell_of(cspm_machine *m, cspm_value *seq, uint32_t cell, const char *what)
{
    seq = coset__eval_force(m, seq);
    if (seq && seq->kind == VALUE_NIL)
        return coset__eval_wrong(m, "the empty sequence has no %s", what);
    return seq ? coset__eval_force(m, seq->at[cell].value) : NULL;
}

static cspm_value *do_head(cspm_machine *m, cspm_value *const *args) { return cell_of(m, args[0], 0, "head"); }
static cspm_value *do_tail(cspm_machine *m, cspm_value *const *args) { return cell_of(m, args[0], 1, "tail"); }
static cspm_value *do_concat(cspm_machine *m, cspm_value *const *args) { return coset__seq_concat(m, args[0]); }

static cspm_value *do_elem(cspm_machine *m, cspm_value *const *args)
{
    cspm_value *s = coset__eval_force(m, args[1]);
    for (; s && s->kind == VALUE_CONS; s = coset__eval_force(m, s->at[1].value)) {
        int order;
        if (!coset__eval_compare(m, args[0], s->at[0].value, &order))
            return NULL;
        if (order == 0)
            return coset__value_bool(m, true);
    }
    return s ? coset__value_bool(m, false) : NULL;
}

/* ---- others -------------------------------------------------------------------------------------------------- */

static cspm_value *do_show(cspm_machine *m, cspm_value *const *args)
{
    char *text = coset__eval_show(m, args[0]);
    cspm_value *s = text ? coset__value_text(m, text, strlen(text)) : NULL;
    coset_delete(text);
    return s;
}

static cspm_value *do_error(cspm_machine *m, cspm_value *const *args)
{
    char words[400];
    size_t n = 0;
    for (cspm_value *s = coset__eval_force_all(m, args[0]); s && s->kind == VALUE_CONS; s = s->at[1].value)
        if (n + 1 < sizeof words)
            words[n++] = (char)s->at[0].value->at[0].integer;
    words[n] = '\0';
    return coset__eval_wrong(m, "%s", words);
}

static cspm_value *dotted(cspm_machine *m, cspm_value *v,
                          bool (*find)(cspm_machine *m, cspm_value *v, cspm_values *out))
{
    cspm_values found = {0};
    v = coset__eval_force(m, v);
    cspm_value *set = v && find(m, v, &found) ? coset__set_of(m, &found) : NULL;
    coset_vec_fini(&found);
    return set;
}

static cspm_value *do_extensions(cspm_machine *m, cspm_value *const *args)
{
    return dotted(m, args[0], coset__dot_extensions);
}

static cspm_value *do_productions(cspm_machine *m, cspm_value *const *args)
{
    return dotted(m, args[0], coset__dot_productions);
}

/* ---- tables -------------------------------------------------------------------------------------------------- */

static const cspm_function functions[] = {
    {"union", 2, do_union},
    {"inter", 2, do_inter},
    {"diff", 2, do_diff},
    {"Union", 1, do_big_union},
    {"Inter", 1, do_big_inter},
    {"set", 1, do_set},
    {"Set", 1, do_power},
    {"Seq", 1, do_seqs},
    {"seq", 1, do_seq},
    {"empty", 1, do_empty},
    {"card", 1, do_card},
    {"member", 2, do_member},
    {"length", 1, do_length},
    {"null", 1, do_null},
    {"head", 1, do_head},
    {"tail", 1, do_tail},
    {"concat", 1, do_concat},
    {"elem", 2, do_elem},
    {"show", 1, do_show},
    {"error", 1, do_error},
    {"extensions", 1, do_extensions},
    {"productions", 1, do_productions},
};

static const cspm_function *find(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    for (uint32_t i = 0; i < coset__n_map_functions; i++)
        if (strcmp(coset__map_functions[i].name, name) == 0)
            return &coset__map_functions[i];
    return NULL;
}

static cspm_value *constant(cspm_machine *m, const char *name)
{
    static const struct {
        const char *name;
        uint8_t kind;
    } sets[] = {{"Int", SET_INTS}, {"Char", SET_CHARS}, {"Proc", SET_PROCS}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (strcmp(sets[i].name, name) == 0)
            return coset__value_new(m, VALUE_SET, sets[i].kind, 0);
    if (strcmp(name, "Events") == 0)
        return m->events;
    if (strcmp(name, "emptyMap") == 0)
        return coset__value_new(m, VALUE_MAP, 0, 0);
    if (strcmp(name, "True") == 0 || strcmp(name, "False") == 0)
        return coset__value_bool(m, name[0] == 'T');
    if (strcmp(name, "Bool") != 0)
        return NULL;
    cspm_value *both = coset__value_new(m, VALUE_SET, SET_LIST, 2);
    for (uint32_t i = 0; both && i < 2; i++)
        both->at[i].value = coset__value_bool(m, i);
    return both;
}

/* STOP and the like, and functions that return a process: values that the semantics of processes interprets. */
static cspm_value *process(cspm_machine *m, uint32_t row, cspm_value *const *args, uint32_t n)
{
    cspm_value *p = coset__value_new(m, VALUE_PROCESS, 1, n + 1);
    if (!p)
        return NULL;
    p->at[0].integer = row;
    for (uint32_t i = 0; i < n; i++)
        p->at[i + 1].value = args[i];
    return p;
}

bool coset__builtin_is_process(uint32_t row) { return strcmp(coset__cspm_builtins[row].type, "Proc") == 0; }

cspm_value *coset__builtin_value(cspm_machine *m, uint32_t row)
{
    const cspm_builtin *b = &coset__cspm_builtins[row];
    if (coset__builtin_is_process(row))
        return process(m, row, NULL, 0);
    cspm_value *v = constant(m, b->name);
    if (v || m->failed)
        return v;
    v = coset__value_new(m, VALUE_BUILTIN, 0, 1);
    if (v)
        v->at[0].integer = row;
    return v;
}

cspm_value *coset__builtin_call(cspm_machine *m, uint32_t row, cspm_value *const *args, uint32_t n)
{
    const cspm_function *f = find(coset__cspm_builtins[row].name);
    if (!f)
        return process(m, row, args, n);
    if (n >= f->arity)
        return f->call(m, args);
    cspm_value *v = coset__value_new(m, VALUE_BUILTIN, 0, n + 1);
    if (!v)
        return NULL;
    v->at[0].integer = row;
    for (uint32_t i = 0; i < n; i++)
        v->at[i + 1].value = args[i];
    return v;
}

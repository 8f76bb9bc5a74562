/* lang/promela/check/check_scope.c - which names are visible. */
#include <string.h>

#include "lang/promela/check/checker.h"

static uint32_t hash_of(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

uint32_t coset_pml_scope_enter(coset_pml_checker *c)
{
    *coset_vec_add(&c->outer) = c->scope;
    c->scope = c->outer.n; /* numbers from 1; 0 is outside all */
    return c->entries.n;
}

void coset_pml_scope_leave(coset_pml_checker *c, uint32_t mark)
{
    while (c->entries.n > mark) {
        const coset_pml_entry *e = &c->entries.at[--c->entries.n];
        c->chains[e->hash % COSET_PML_CHAINS] = e->older;
    }
    c->scope = c->outer.at[c->scope - 1];
}

const coset_pml_entry *coset_pml_find(const coset_pml_checker *c, const char *name)
{
    uint32_t hash = hash_of(name);
    for (uint32_t i = c->chains[hash % COSET_PML_CHAINS]; i; i = c->entries.at[i - 1].older) {
        const coset_pml_entry *e = &c->entries.at[i - 1];
        if (e->hash == hash && strcmp(e->name, name) == 0)
            return e;
    }
    return NULL;
}

static void complain(coset_pml_checker *c, const coset_pml_entry *old, const char *name, coset_pos pos, uint32_t len)
{
    const char *what = old->member   ? "a name of an mtype"
                       : old->proc   ? "a proctype"
                       : old->record ? "a type"
                                     : "a variable";
    coset_pos first = old->member   ? old->member->pos
                      : old->proc   ? old->proc->pos
                      : old->record ? old->record->pos
                      : old->var    ? old->var->pos
                                    : pos;
    if (coset_pml_report(c, COSET_SEVERITY_ERROR, "E201", pos, len, "`%s` is declared already, as %s in line %u", name,
                         what, first.line) &&
        old->var && c->proc)
        coset_pml_help(c, "a name cannot be hidden by another one; give this one a different name");
}

void coset_pml_declare(coset_pml_checker *c, coset_pml_entry entry, coset_pos pos, uint32_t len)
{
    static const char *const predefined[] = {"_", "_pid", "_nr_pr", "_last", "_priority"};
    for (size_t i = 0; i < sizeof predefined / sizeof *predefined; i++)
        if (strcmp(predefined[i], entry.name) == 0)
            coset_pml_report(c, COSET_SEVERITY_ERROR, "E202", pos, len, "`%s` is a name of the language", entry.name);
    const coset_pml_entry *old = coset_pml_find(c, entry.name);
    if (old)
        complain(c, old, entry.name, pos, len);
    entry.hash = hash_of(entry.name);
    entry.older = c->chains[entry.hash % COSET_PML_CHAINS];
    *coset_vec_add(&c->entries) = entry;
    c->chains[entry.hash % COSET_PML_CHAINS] = c->entries.n;
}

void coset_pml_suggest(coset_pml_checker *c, const char *name)
{
    COSET_VEC(const char *) names = {0};
    for (uint32_t i = 0; i < c->entries.n; i++)
        if (c->entries.at[i].var || c->entries.at[i].member)
            *coset_vec_add(&names) = c->entries.at[i].name;
    const char *near = coset_nearest(name, names.at, names.n);
    if (near) {
        coset_pml_help(c, "did you mean `%s`?", near);
        coset_vec_fini(&names);
        return;
    }
    coset_vec_fini(&names);
    for (const coset_pml_var *v = c->model->globals; v; v = v->next)
        if (strcmp(v->name, name) == 0)
            coset_pml_help(c, "it is declared later, in line %u; a declaration must precede its uses", v->pos.line);
}

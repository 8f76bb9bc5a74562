#include <string.h>

#include "lang/murphi/checker.h"

static uint32_t hash_name(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

uint32_t coset_mu_scope_enter(coset_mu_checker *c)
{
    uint32_t outer = c->scope;
    c->scope = c->entries.n;
    return outer;
}

void coset_mu_scope_leave(coset_mu_checker *c, uint32_t outer)
{
    while (c->entries.n > c->scope) {
        const coset_mu_entry *e = &c->entries.at[--c->entries.n];
        c->chains[e->hash % COSET_MU_CHAINS] = e->older;
    }
    c->scope = outer;
}

/* Number + 1 of the entry, 0 = none. */
static uint32_t find_entry(const coset_mu_checker *c, const char *name, uint32_t hash)
{
    uint32_t i = c->chains[hash % COSET_MU_CHAINS];
    while (i && (c->entries.at[i - 1].hash != hash || strcmp(c->entries.at[i - 1].decl->name, name) != 0))
        i = c->entries.at[i - 1].older;
    return i;
}

coset_mu_decl *coset_mu_find(const coset_mu_checker *c, const char *name)
{
    uint32_t i = find_entry(c, name, hash_name(name));
    return i ? c->entries.at[i - 1].decl : NULL;
}

static bool is_reserved(const char *name)
{
    return strcmp(name, "boolean") == 0 || strcmp(name, "true") == 0 || strcmp(name, "false") == 0;
}

void coset_mu_declare(coset_mu_checker *c, coset_mu_decl *d)
{
    uint32_t hash = hash_name(d->name), same = find_entry(c, d->name, hash);
    if (is_reserved(d->name) && d->pos.line) {
        coset_mu_error(c, "E022", d, "%s cannot be declared again", d->name);
        coset_mu_help(c, "it is a word of the language; choose another name");
        return;
    }
    if (same > c->scope) {
        const coset_mu_decl *first = c->entries.at[same - 1].decl;
        coset_mu_error(c, "E021", d, "%.60s is already declared", d->name);
        coset_mu_help(c, "the first declaration is at line %u, column %u", first->pos.line, first->pos.column);
        return;
    }
    coset_mu_entry *e = coset_vec_add(&c->entries);
    uint32_t *chain = &c->chains[hash % COSET_MU_CHAINS];
    *e = (coset_mu_entry){.decl = d, .hash = hash, .older = *chain};
    *chain = c->entries.n;
}

bool coset_mu_enough(const coset_mu_checker *c) { return coset_text_errors(c->text) >= c->most_errors; }

#define MOST_CANDIDATES 1000u /* in an enormous model a hint is not worth a long search */

void coset_mu_suggest(coset_mu_checker *c, const char *name, uint32_t kinds)
{
    COSET_VEC(const char *) names = {0};
    for (uint32_t i = c->entries.n; i > 0 && names.n < MOST_CANDIDATES; i--) {
        const coset_mu_decl *d = c->entries.at[i - 1].decl;
        if (kinds >> d->kind & 1)
            *coset_vec_add(&names) = d->name;
    }
    const char *near = names.n ? coset_nearest(name, names.at, names.n) : NULL;
    if (near)
        coset_mu_help(c, "did you mean %s?", near);
    coset_vec_fini(&names);
}

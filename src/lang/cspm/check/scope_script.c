/* The scope pass over a whole script. */
#include <string.h>

#include "lang/cspm/check/scope_int.h"

static void enter_all_builtins(cspm_resolver *r)
{
    r->builtins = coset__scope_new(r, NULL);
    r->builtin_symbols = coset_arena_get(r->arena, coset__cspm_n_builtins, sizeof(cspm_symbol *));
    for (uint32_t i = 0; i < coset__cspm_n_builtins; i++) {
        const cspm_builtin *b = &coset__cspm_builtins[i];
        const char *name = coset__cspm_name(r->names, b->name, strlen(b->name));
        cspm_symbol *symbol = coset_arena_get(r->arena, 1, sizeof *symbol);
        *symbol = (cspm_symbol){.name = name, .kind = SYMBOL_BUILTIN, .builtin = i};
        if (b->where & (BUILTIN_PLAIN | BUILTIN_TIMED))
            symbol = coset__scope_add(r, r->builtins, name, SYMBOL_BUILTIN, (coset_pos){0}, NULL);
        symbol->builtin = i;
        r->builtin_symbols[i] = symbol;
    }
}

static bool has_timed(const cspm_node *node)
{
    if (node->kind == CSPM_TIMED)
        return true;
    for (uint32_t i = 0; i < node->n; i++)
        if (has_timed(node->kid[i]))
            return true;
    return false;
}

/* A script with Timed sections has a channel tock even if it does not declare one. */
static void enter_tock(cspm_resolver *r, const cspm_entry *e, cspm_script script)
{
    const char *tock = coset__cspm_name(r->names, "tock", 4);
    bool timed = false;
    for (uint32_t i = 0; i < script.n_decls && !timed; i++)
        timed = has_timed(script.decls[i]);
    if (!timed || coset__scope_own(e->scope, tock))
        return;
    cspm_node *name = coset__cspm_node(r->arena, CSPM_NAME, (coset_pos){0}, 0, NULL);
    name->text = tock;
    cspm_node *channel = coset__cspm_node(r->arena, CSPM_CHANNEL, (coset_pos){0}, 1, &name);
    coset__scope_enter(r, e, &channel, 1);
}

/* The parts of an assertion except symmetry specifications, whose names follow the type checker's rules. */
static void resolve_roots(cspm_resolver *r)
{
    cspm_place at = {.scope = r->top};
    for (uint32_t i = 0; i < r->asserts.n; i++)
        coset__scope_expr(r, at, r->asserts.at[i]);
    for (uint32_t i = 0; i < r->prints.n; i++)
        coset__scope_expr(r, at, r->prints.at[i]);
}

static void resolve_generics(cspm_resolver *r)
{
    for (uint32_t i = 0; i < r->generics.n; i++) {
        cspm_generic *g = &r->generics.at[i];
        coset__scope_bind(r, (cspm_place){.scope = g->scope}, g->args);
    }
    for (uint32_t i = 0; i < r->generics.n; i++) {
        cspm_generic *g = &r->generics.at[i];
        coset__scope_finish(r, g->home);
        g->groups = coset__scope_groups(r, g->home);
    }
}

static void free_tables(cspm_resolver *r)
{
    for (uint32_t i = 0; i < r->scopes.n; i++) {
        coset_vec_fini(&r->scopes.at[i]->symbols);
        coset_delete(r->scopes.at[i]->slot);
    }
    for (uint32_t i = 0; i < r->homes.n; i++) {
        cspm_home *home = r->homes.at[i];
        for (uint32_t k = 0; k < home->decls.n; k++) {
            cspm_decl *d = home->decls.at[k];
            coset_vec_fini(&d->uses);
            cspm_symbol **defines = coset_arena_copy(r->arena, d->defines.at, d->defines.n, sizeof *defines);
            uint32_t n = d->defines.n;
            coset_vec_fini(&d->defines);
            d->symbols = defines;
            d->n_symbols = n;
        }
        coset_vec_fini(&home->decls);
    }
    coset_vec_fini(&r->scopes);
    coset_vec_fini(&r->homes);
    coset_vec_fini(&r->instances);
}

/* Moves a vector into the arena. */
#define SETTLE(r, vec) coset_arena_copy((r)->arena, (vec)->at, (vec)->n, sizeof *(vec)->at)

void coset__cspm_resolve(cspm_reports *reports, coset_arena *arena, cspm_names *names, cspm_script script,
                         cspm_program *out)
{
    cspm_resolver r = {.reports = reports, .arena = arena, .names = names};
    enter_all_builtins(&r);
    r.top = coset__scope_new(&r, r.builtins);
    r.script = coset__scope_home(&r);
    cspm_entry e = {.scope = r.top, .home = r.script, .exported = true};
    coset__scope_enter(&r, &e, script.decls, script.n_decls);
    enter_tock(&r, &e, script);
    for (uint32_t i = 0; i < r.instances.n; i++)
        coset__scope_expand(&r, r.instances.at[i]);
    coset__scope_finish(&r, r.script);
    cspm_groups *groups = coset__scope_groups(&r, r.script);
    resolve_generics(&r);
    resolve_roots(&r);
    *out = (cspm_program){.reports = reports,
                          .arena = arena,
                          .names = names,
                          .groups = groups,
                          .asserts = SETTLE(&r, &r.asserts),
                          .n_asserts = r.asserts.n,
                          .prints = SETTLE(&r, &r.prints),
                          .n_prints = r.prints.n,
                          .generics = SETTLE(&r, &r.generics),
                          .n_generics = r.generics.n,
                          .builtins = r.builtin_symbols};
    coset_vec_fini(&r.asserts);
    coset_vec_fini(&r.prints);
    coset_vec_fini(&r.generics);
    free_tables(&r);
}

/* run/fairness.c - --fair=weak and --fair=strong for the model. */
#include "run/fairness.h"

#include <string.h>

#include "trace/fates.h"

/* The name is in the comma-separated list; an empty list has all. */
static bool is_listed(const char *list, const char *name)
{
    if (!list)
        return true;
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        size_t n = strcspn(at, ",");
        if (strlen(name) == n && strncmp(at, name, n) == 0)
            return true;
    }
    return false;
}

static int check_list(const coset_session *s, const char *list)
{
    const coset_model *m = s->model;
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        size_t n = strcspn(at, ",");
        bool known = false;
        for (uint32_t i = 0; i < m->n_groups && !known; i++)
            known = !m->groups[i].is_start && strlen(m->groups[i].name) == n && strncmp(m->groups[i].name, at, n) == 0;
        if (!known)
            return coset_session_fail(s, COSET_EXIT_USAGE, "--fair: the model has no rule \"%.*s\"", (int)n, at);
    }
    return COSET_EXIT_HOLDS;
}

int coset_fair_choose(const coset_session *s, coset_fair_choice *out)
{
    const char *how = s->settings->fairness, *list = how ? strchr(how, ':') : NULL;
    const coset_model *m = s->model;
    *out = (coset_fair_choice){0};
    if (!how)
        return COSET_EXIT_HOLDS;
    const bool strong = strncmp(how, "strong", 6) == 0, by_process = s->language->fair_by_process;
    const coset_family_kind kind = strong ? COSET_FAMILY_STREETT : COSET_FAMILY_BUCHI;
    coset_fairness *what = coset_arena_get(s->arena, (size_t)m->n_groups + 1, sizeof *what);
    out->what = what;
    out->words = coset_arena_printf(s->arena, "under %s fairness of %s", strong ? "strong" : "weak",
                                    by_process ? "processes" : "rules");
    if (by_process && list)
        return coset_session_fail(s, COSET_EXIT_USAGE, "--fair: fairness of %s %s is by process: leave out %s",
                                  s->language->title, s->language->texts, list);
    if (by_process)
        what[out->n++] = (coset_fairness){.who = COSET_FAIR_ACTORS, .kind = kind, .name = "process"};
    list = list ? list + 1 : NULL;
    for (uint32_t i = 0; i < m->n_groups && !by_process; i++)
        if (!m->groups[i].is_start && is_listed(list, m->groups[i].name))
            what[out->n++] =
                (coset_fairness){.who = COSET_FAIR_INSTANCES, .group = i, .kind = kind, .name = m->groups[i].name};
    return check_list(s, list);
}

/* ---- why a loop is fair ------------------------------------------------------------------------------------------ */

static const char *name_of(const coset_model *m, const coset_fairness *what, uint32_t index, coset_arena *arena)
{
    char text[200];
    if (what->who == COSET_FAIR_ACTORS)
        return coset_arena_printf(arena, "%s %u", what->name, (unsigned)index);
    m->ops->edge_text(m, what->group, index, text, sizeof text);
    return coset_arena_text(arena, text);
}

coset_status coset_fair_explain(const coset_model *m, const coset_fair_choice *fairness, coset_trace *t,
                                coset_arena *arena, coset_err *err)
{
    coset_fairness *strong = coset_arena_copy(arena, fairness->what, fairness->n, sizeof *strong);
    coset_model *fair = NULL;
    for (uint32_t i = 0; i < fairness->n; i++)
        strong[i].kind = COSET_FAMILY_STREETT;
    coset_status status = coset_fair_new(m, fairness->n, strong, &fair, err);
    if (status != COSET_OK)
        return status;
    coset_trace_find_fates(fair, t, arena);
    coset_trace_fate *named = coset_arena_copy(arena, t->fates, t->n_fates, sizeof *named);
    for (uint32_t i = 0; i < t->n_fates; i++)
        named[i].name = name_of(m, &strong[named[i].family - m->n_families], named[i].index, arena);
    t->fates = named;
    coset_model_free(fair);
    return COSET_OK;
}

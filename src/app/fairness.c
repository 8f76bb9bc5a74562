/* app/fairness.c */
#include "app/fairness.h"

#include <string.h>

#include "ir/interp.h"
#include "lang/promela/promela.h"

/* ---- processes: one family for all of them ---- */

typedef struct {
    const coset_ir *ir;
    coset_arena *arena;
    uint32_t n; /* indices so far */
    COSET_VEC(coset_segment) segments;
} processes;

static uint64_t n_instances(const coset_ir_rule *r)
{
    uint64_t n = 1;
    for (uint32_t i = 0; i < r->n_params; i++)
        n *= coset_ir_radix(r->params[i].type);
    return n;
}

/* Rules of one role are those of one proctype, whose processes follow one another. */
static coset_subject subject_of(processes *p, const coset_subject *known, uint32_t rule)
{
    const coset_ir_rule *r = &p->ir->rules[rule];
    coset_subject out = {.family = COSET_NO_FAMILY, .each = 1};
    if (r->is_start || !r->actor.each)
        return out;
    out = (coset_subject){.family = 0, .first = p->n, .each = r->actor.each};
    for (uint32_t k = 0; k < rule; k++)
        if (known[k].family == 0 && p->ir->rules[k].role == r->role) {
            out.first = known[k].first;
            return out;
        }
    const uint64_t n = n_instances(r) / r->actor.each;
    const coset_ir_type *t = r->n_params && n > 1 ? r->params[0].type : NULL;
    if (t && t->kind == COSET_T_SCALARSET)
        *coset_vec_add(&p->segments) = (coset_segment){p->n, (uint32_t)n, t->symtype, 0};
    p->n += (uint32_t)n;
    return out;
}

static void find_processes(const coset_session *s, coset_family_kind kind, coset_fairness *out)
{
    processes p = {.ir = coset_model_ir(s->model), .arena = s->arena};
    coset_subject *subjects = coset_arena_get(s->arena, p.ir->n_rules, sizeof *subjects);
    for (uint32_t i = 0; i < p.ir->n_rules; i++)
        subjects[i] = subject_of(&p, subjects, i);
    coset_family *family = coset_arena_get(s->arena, 1, sizeof *family);
    coset_digit *digit = coset_arena_get(s->arena, 1, sizeof *digit);
    *digit = (coset_digit){.n = p.n,
                           .n_segments = p.segments.n,
                           .segments = coset_arena_copy(s->arena, p.segments.at, p.segments.n, sizeof(coset_segment))};
    *family = (coset_family){.name = "process", .kind = kind, .n = p.n, .n_digits = 1, .digits = digit};
    coset_vec_fini(&p.segments);
    out->n_families = 1;
    out->families = family;
    out->subjects = subjects;
}

/* ---- rules: a family for each ---- */

/* Values of a parameter in the order of their ranks. */
static bool digit_of(const coset_session *s, const coset_ir_type *t, coset_digit *out)
{
    const uint64_t n = coset_ir_radix(t);
    const uint32_t most = t->kind == COSET_T_UNION ? t->n_members : 1;
    coset_segment *segments = coset_arena_get(s->arena, (size_t)most + 1, sizeof *segments);
    uint32_t n_segments = 0, at = 0;
    for (uint32_t i = 0; i < most; i++) {
        const coset_ir_type *part = t->kind == COSET_T_UNION ? t->members[i] : t;
        if (part->kind == COSET_T_SCALARSET)
            segments[n_segments++] = (coset_segment){at, (uint32_t)part->n, part->symtype, 0};
        at += (uint32_t)part->n;
    }
    *out = (coset_digit){.n = (uint32_t)n, .n_segments = n_segments, .segments = segments};
    return n <= UINT32_MAX && t->kind != COSET_T_BAGINDEX && t->kind != COSET_T_INT;
}

static bool family_of(const coset_session *s, const coset_ir_rule *r, coset_family *out)
{
    coset_digit *digits = coset_arena_get(s->arena, (size_t)r->n_params + 1, sizeof *digits);
    uint64_t n = 1;
    for (uint32_t i = 0; i < r->n_params; i++)
        if (!digit_of(s, r->params[i].type, &digits[i]) || __builtin_mul_overflow(n, (uint64_t)digits[i].n, &n) ||
            n > UINT32_MAX)
            return false;
    if (!r->n_params)
        digits[0] = (coset_digit){.n = 1};
    out->name = r->name;
    out->n = (uint32_t)n;
    out->n_digits = r->n_params ? r->n_params : 1;
    out->digits = digits;
    return true;
}

static bool is_listed(const char *list, const char *name)
{
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        size_t n = strcspn(at, ",");
        if (strlen(name) == n && strncmp(at, name, n) == 0)
            return true;
    }
    return false;
}

static int check_listed(const coset_session *s, const char *list)
{
    const coset_ir *ir = coset_model_ir(s->model);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        size_t n = strcspn(at, ",");
        bool known = false;
        for (uint32_t i = 0; i < ir->n_rules && !known; i++)
            known = !ir->rules[i].is_start && strlen(ir->rules[i].name) == n && strncmp(ir->rules[i].name, at, n) == 0;
        if (!known)
            return coset_session_fail(s, COSET_EXIT_USAGE, "--fair: the model has no rule \"%.*s\"", (int)n, at);
    }
    return COSET_EXIT_HOLDS;
}

static int find_rules(const coset_session *s, coset_family_kind kind, const char *list, coset_fairness *out)
{
    const coset_ir *ir = coset_model_ir(s->model);
    coset_family *families = coset_arena_get(s->arena, (size_t)ir->n_rules + 1, sizeof *families);
    coset_subject *subjects = coset_arena_get(s->arena, (size_t)ir->n_rules + 1, sizeof *subjects);
    int code = check_listed(s, list);
    for (uint32_t i = 0; i < ir->n_rules && code == COSET_EXIT_HOLDS; i++) {
        const coset_ir_rule *r = &ir->rules[i];
        subjects[i] = (coset_subject){.family = COSET_NO_FAMILY, .each = 1};
        if (r->is_start || (list && !is_listed(list, r->name)))
            continue;
        coset_family *f = &families[out->n_families];
        f->kind = kind;
        if (!family_of(s, r, f))
            return coset_session_fail(
                s, COSET_EXIT_USAGE, "--fair: rule \"%s\" has a parameter without lasting names, or too many instances",
                r->name);
        subjects[i].family = out->n_families++;
    }
    out->families = families;
    out->subjects = subjects;
    return code;
}

/* ---- what is asked for ---- */

int coset_fairness_find(const coset_session *s, coset_fairness *out)
{
    const char *how = s->settings->fairness;
    *out = (coset_fairness){0};
    if (!how)
        return COSET_EXIT_HOLDS;
    const bool strong = strncmp(how, "strong", 6) == 0, by_process = s->language == &coset_promela;
    const coset_family_kind kind = strong ? COSET_FAMILY_STREETT : COSET_FAMILY_BUCHI;
    const char *list = strchr(how, ':');
    out->words = coset_arena_printf(s->arena, "under %s fairness of %s", strong ? "strong" : "weak",
                                    by_process ? "processes" : "rules");
    if (!by_process)
        return find_rules(s, kind, list ? list + 1 : NULL, out);
    if (list)
        return coset_session_fail(s, COSET_EXIT_USAGE, "--fair: fairness of Promela models is by process: leave out %s",
                                  list);
    find_processes(s, kind, out);
    return COSET_EXIT_HOLDS;
}

/* lang/promela/check/check_label.c - labels, and the jumps to them. */
#include <string.h>

#include "lang/promela/check/checker.h"

coset_pml_label *coset_pml_find_label(const coset_pml_proc *q, const char *name)
{
    for (coset_pml_label *l = q->labels; l; l = l->next_own)
        if (strcmp(l->name, name) == 0)
            return l;
    return NULL;
}

#define MOST_JUMPS    20000u
#define MOST_IN_A_ROW 200u /* jumps to jumps that are followed */

/* So many that comparing them all would take too long. */
static bool too_many(coset_pml_checker *c, coset_pos pos, uint32_t len)
{
    if (c->jumps.n < MOST_JUMPS)
        return false;
    coset_pml_report(c, COSET_SEVERITY_ERROR, "E284", pos, len, "a process has more than %u labels and jumps",
                     MOST_JUMPS);
    c->most_errors = 0;
    return true;
}

static coset_pml_jump here(const coset_pml_checker *c)
{
    return (coset_pml_jump){.scope = c->scope, .d_step = c->d_step, .inlined = c->inlined};
}

void coset_pml_note_label(coset_pml_checker *c, coset_pml_label *l)
{
    if (too_many(c, l->pos, l->len))
        return;
    for (uint32_t i = 0; i < c->jumps.n; i++) {
        const coset_pml_label *old = c->jumps.at[i].label;
        if (old && c->jumps.at[i].scope == c->scope && strcmp(old->name, l->name) == 0)
            coset_pml_error(c, "E280", l, "the label `%s` is in this block already, in line %u", l->name,
                            old->pos.line);
    }
    const coset_pml_entry *entry = coset_pml_find(c, l->name);
    if (entry)
        coset_pml_error(c, "E281", l, "`%s` cannot be a label, it is %s", l->name,
                        entry->member ? "a name of an mtype"
                        : entry->proc ? "a proctype"
                        : entry->var  ? "a variable"
                                      : "a type");
    l->proc = c->proc;
    *c->last_label = l;
    c->last_label = &l->next_own;
    coset_pml_jump jump = here(c);
    jump.label = l;
    *coset_vec_add(&c->jumps) = jump;
}

void coset_pml_note_goto(coset_pml_checker *c, coset_pml_stmt *s)
{
    if (too_many(c, s->pos, s->len))
        return;
    coset_pml_jump jump = here(c);
    jump.go = s;
    *coset_vec_add(&c->jumps) = jump;
}

/* How many blocks `inner` is below `outer`; -1 if it is not inside. */
static int32_t distance(const coset_pml_checker *c, uint32_t outer, uint32_t inner)
{
    for (int32_t n = 0;; n++) {
        if (inner == outer)
            return n;
        if (!inner)
            return -1;
        inner = c->outer.at[inner - 1];
    }
}

/* The label in the same block, else in the nearest enclosing block, else anywhere in the process. */
static const coset_pml_jump *find_target(const coset_pml_checker *c, const coset_pml_jump *jump)
{
    const coset_pml_jump *best = NULL;
    int32_t least = -1;
    for (uint32_t i = 0; i < c->jumps.n; i++) {
        const coset_pml_jump *l = &c->jumps.at[i];
        if (!l->label || strcmp(l->label->name, jump->go->text) != 0)
            continue;
        int32_t n = distance(c, l->scope, jump->scope);
        if (!best || (n >= 0 && (least < 0 || n < least))) {
            best = l;
            least = n;
        }
    }
    return best;
}

static void no_target(coset_pml_checker *c, const coset_pml_stmt *go)
{
    if (!coset_pml_error(c, "E282", go, "there is no label `%s` in this process", go->text))
        return;
    COSET_VEC(const char *) names = {0};
    for (uint32_t i = 0; i < c->jumps.n; i++)
        if (c->jumps.at[i].label)
            *coset_vec_add(&names) = c->jumps.at[i].label->name;
    const char *near = coset_nearest(go->text, names.at, names.n);
    if (near)
        coset_pml_help(c, "did you mean `%s`?", near);
    coset_vec_fini(&names);
}

/* A jump to a jump, which is no step: Spin creates a state if a label of that jump is visible to others. */
static const coset_pml_stmt *next_jump(const coset_pml_stmt *go)
{
    const coset_pml_stmt *to = go->label ? go->label->stmt : NULL;
    if (!to || to->op != COSET_PML_S_GOTO)
        return NULL;
    for (const coset_pml_label *l = to->labels; l; l = l->next)
        if (l->is_end || l->is_accept || l->is_progress || l->is_remote)
            return NULL;
    return to;
}

static bool comes_back(const coset_pml_stmt *first)
{
    const coset_pml_stmt *at = first;
    for (uint32_t i = 0; i < MOST_IN_A_ROW; i++)
        if (!(at = next_jump(at)) || at == first)
            break;
    return at == first;
}

static void check_circles_of(coset_pml_checker *c, const coset_pml_proc *q)
{
    for (const coset_pml_label *l = q->labels; l; l = l->next_own)
        if (l->stmt && l->stmt->op == COSET_PML_S_GOTO && comes_back(l->stmt)) {
            if (coset_pml_error(c, "E285", l->stmt, "this jumps in a circle and never comes to a statement"))
                coset_pml_help(c, "for a process that goes on for ever write `do :: skip od`");
            return;
        }
}

void coset_pml_check_circles(coset_pml_checker *c)
{
    for (const coset_pml_proc *q = c->model->procs; q && !coset_pml_enough(c); q = q->next)
        check_circles_of(c, q);
}

void coset_pml_check_jumps(coset_pml_checker *c)
{
    for (uint32_t i = 0; i < c->jumps.n && !coset_pml_enough(c); i++) {
        const coset_pml_jump *jump = &c->jumps.at[i];
        if (!jump->go)
            continue;
        c->inlined = jump->inlined;
        const coset_pml_jump *target = find_target(c, jump);
        if (!target) {
            no_target(c, jump->go);
            continue;
        }
        jump->go->label = target->label;
        target->label->is_used = true;
        if (target->d_step != jump->d_step)
            coset_pml_error(c, "E283", jump->go, "this jumps %s a d_step sequence", jump->d_step ? "out of" : "into");
    }
    c->inlined = NULL;
    c->jumps.n = 0;
}

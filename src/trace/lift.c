/* From a path of representatives to a run of the unreduced model. */
#include <string.h>

#include "trace/lift_edges.h"
#include "trace/rename.h"
#include "trace/renamer.h"
#include "trace/trace.h"
#include "wrap/quotient.h"

typedef struct {
    const coset_model *m;
    coset_worker *worker;
    coset__renamer renamer;
    const coset_path *path;
    uint32_t prop;
    coset_value *states; /* of the run */
    coset_step *steps;
    const char **outputs; /* of the steps, in the arena */
    coset_arena *arena;
    coset_value *image;      /* [n_slots] scratch */
    coset_renaming *perm;    /* [n_points] to the representative of a successor */
    coset_renaming *to;      /* [n_points] from a representative to its concrete state */
    coset_renaming *product; /* [n_points] */
    /* the wanted successor */
    const coset_value *wanted; /* a state, or NULL: a fault */
    bool hits_cover;           /* the step must satisfy the cover statement `prop` */
    bool silent;               /* the step must be silent */
    bool silent_loops;         /* so must be those of a loop */
    bool found;
    coset_step step;
    const char *output;
    coset_fault fault;
} lift;

static bool equal(const lift *l, const coset_value *a, const coset_value *b)
{
    return l->m->n_slots == 0 || memcmp(a, b, l->m->n_slots * sizeof *a) == 0;
}

static bool fits(const lift *l, const coset_edge *e)
{
    if (e->fault || (l->silent && !e->silent))
        return false;
    if (!l->hits_cover)
        return true;
    for (uint32_t i = 0; i < e->n_covers; i++)
        if (e->covers[i] == l->prop)
            return true;
    return false;
}

static const coset_value *path_state(const lift *l, uint32_t i) { return l->path->states + (size_t)i * l->m->n_slots; }

static coset_value *run_state(const lift *l, uint32_t i) { return l->states + (size_t)i * l->m->n_slots; }

/* Steps out of `src`, or start states. */
static void enumerate(lift *l, const coset_value *src, coset_on_edge *emit)
{
    const coset_model_ops *ops = l->m->ops;
    l->found = false;
    coset_status st = src ? ops->next(l->worker, src, emit, l) : ops->starts(l->worker, emit, l);
    COSET_INVARIANT((st == COSET_STOPPED || st == COSET_OK) && l->found);
}

/* dst = l->to applied to src. */
static void concrete(const lift *l, const coset_value *src, coset_value *dst)
{
    coset__renamer_apply(&l->renamer, l->to, src, dst);
}

/* Finds the first successor with the wanted representative; stores the renaming in l->perm. */
static coset_status match_representative(void *ctx, const coset_edge *e, const coset_value *dst)
{
    lift *l = ctx;
    if (!fits(l, e))
        return COSET_OK;
    coset__renamer_represent(&l->renamer, dst, l->image, l->perm);
    l->found = equal(l, l->image, l->wanted);
    return l->found ? COSET_STOPPED : COSET_OK;
}

static void note_step(lift *l, const coset_edge *e)
{
    l->step = (coset_step){e->group, e->instance};
    l->output = e->output ? coset_arena_text(l->arena, e->output) : NULL;
    l->found = true;
}

static coset_status match_state(void *ctx, const coset_edge *e, const coset_value *dst)
{
    lift *l = ctx;
    if (!fits(l, e) || !equal(l, dst, l->wanted))
        return COSET_OK;
    note_step(l, e);
    return COSET_STOPPED;
}

static bool same_place(const coset_pos *a, const coset_pos *b)
{
    return a->file == b->file && a->line == b->line && a->column == b->column;
}

/* Finds the fault with the same text, because several steps of a state may violate one property; if the quotient's run
 * names it differently, the first of its kind. */
static coset_status match_fault(void *ctx, const coset_edge *e, const coset_value *dst)
{
    lift *l = ctx;
    (void)dst;
    const coset_fault *f = &l->path->fault;
    if (!e->fault || e->fault->kind != f->kind || e->fault->prop != f->prop ||
        (!l->renamer.action &&
         !same_place(&e->fault->pos, &f->pos))) /* an action preserves only kinds and properties of faults */
        return COSET_OK;
    bool same = strcmp(e->fault->text, f->text) == 0;
    if (same || !l->found) {
        note_step(l, e);
        l->fault = *e->fault;
    }
    return same ? COSET_STOPPED : COSET_OK;
}

/* ---- the image of the last state on which the property shows ---- */

static const coset_symgroup *group_of(const coset_trace_reduction *r, uint32_t prop)
{
    return r->prop_groups ? r->prop_groups[prop] : NULL;
}

/* A fault outside a step arose from the evaluation of a property: searches for the image on which it does. */
static void aim_at_eval_fault(lift *l, const coset_trace_reduction *r, const coset_value *last)
{
    coset_fault fault;
    for (uint32_t p = 0; p < l->m->n_props; p++)
        for (uint32_t k = 0; coset_prop_is_state(&l->m->props[p]) && k < l->m->props[p].n_instances; k++)
            if (coset_quotient_witness(l->m, r->group, group_of(r, p), p, k, last, l->to)) {
                coset_model_permute(l->m, l->to, last, l->image);
                if (l->m->ops->eval(l->worker, p, k, l->image, &fault) == COSET_EVAL_FAULT &&
                    coset_model_fault_prop(l->m, &fault) == l->prop)
                    return;
            }
    bool found_image = false;
    COSET_INVARIANT(found_image);
}

static void aim(lift *l, const coset_trace_reduction *r, uint32_t instance)
{
    coset__renamer_identity(&l->renamer, l->to);
    if (l->prop == COSET_NO_PROP || !l->path->n_states || l->path->has_fault || l->renamer.action)
        return;
    const coset_prop *p = &l->m->props[l->prop];
    const coset_value *last = path_state(l, l->path->n_states - 1);
    if (p->kind == COSET_PROP_FAULT || p->kind == COSET_PROP_ASSERTION)
        aim_at_eval_fault(l, r, last);
    else if (coset_prop_is_state(p) && p->kind != COSET_PROP_LIVENESS)
        (void)coset_quotient_witness(l->m, r->group, group_of(r, l->prop), l->prop, instance, last, l->to);
}

/* ---- states, then steps ---- */

/* l->to := l->to after l->perm: from the previous representative to its concrete state. */
static void step_back(lift *l)
{
    coset__renamer_compose(&l->renamer, l->to, l->perm, l->product);
    coset_renaming *old = l->to;
    l->to = l->product;
    l->product = old;
}

static bool is_cover_step(const lift *l, uint32_t i)
{
    return l->prop != COSET_NO_PROP && l->m->props[l->prop].kind == COSET_PROP_COVER && l->m->props[l->prop].in_step &&
           i + 1 == l->path->n_states && !l->path->has_fault;
}

/* The step to state i belongs to the loop. */
static bool is_loop_step(const lift *l, uint32_t i)
{
    return l->silent_loops && l->path->has_loop && i > l->path->loop;
}

static void lift_states(lift *l, const coset_trace_reduction *r, uint32_t instance)
{
    aim(l, r, instance);
    for (uint32_t i = l->path->n_states; i-- > 0;) {
        concrete(l, path_state(l, i), run_state(l, i));
        if (i == 0)
            break;
        l->wanted = path_state(l, i);
        l->hits_cover = is_cover_step(l, i);
        l->silent = is_loop_step(l, i);
        enumerate(l, path_state(l, i - 1), match_representative);
        step_back(l);
    }
}

/* ---- start states that are not symmetric ---- */

/* A start state whose representative is the first state of the path. */
static coset_status match_start(void *ctx, const coset_edge *e, const coset_value *dst)
{
    lift *l = ctx;
    if (e->fault)
        return COSET_OK;
    coset__renamer_represent(&l->renamer, dst, l->image, l->perm);
    l->found = equal(l, l->image, path_state(l, 0));
    return l->found ? COSET_STOPPED : COSET_OK;
}

/* Renames the run so that it begins in a start state: with l->to from the representative to the run's first state and
 * l->perm from a start state to the representative, by the inverse of both. Types whose renamings preserve the start
 * states need not be renamed; in the other types every property is symmetric. */
static void align_start(lift *l, const coset_trace_reduction *r)
{
    const coset_symmetry *y = &l->m->symmetry;
    if (!r->starts || !l->path->n_states || coset_symgroup_same(l->m, r->starts, r->group))
        return;
    enumerate(l, NULL, match_start);
    for (uint32_t t = 0, first = 0; t < y->n_types; first += y->types[t].n, t++) {
        bool kept = memcmp(r->starts->moves[t], r->group->moves[t], y->types[t].n * sizeof(bool)) == 0;
        for (uint32_t e = 0; e < y->types[t].n; e++)
            l->product[first + (kept ? e : l->to[first + l->perm[first + e]])] = e;
    }
    for (uint32_t i = 0; i < l->path->n_states; i++) {
        coset_model_permute(l->m, l->product, run_state(l, i), l->image);
        if (l->m->n_slots)
            memcpy(run_state(l, i), l->image, l->m->n_slots * sizeof *l->image);
    }
}

/* ---- loops ---- */

/* One round of the loop of representatives leads to an image of the concrete state. The number of rounds until the
 * state itself recurs: each round applies the same renaming, because it finds the same steps. */
static uint32_t rounds(lift *l)
{
    const coset_path *p = l->path;
    const coset_value *head = path_state(l, p->loop);
    uint32_t n = 1;
    coset__renamer_identity(&l->renamer, l->to);
    l->silent = l->silent_loops;
    l->hits_cover = false;
    l->wanted = head;
    for (uint32_t i = p->n_states; i-- > p->loop;) {
        enumerate(l, path_state(l, i), match_representative);
        step_back(l);
        l->wanted = path_state(l, i);
    }
    coset_value *now = coset_new(l->m->n_slots, sizeof *now);
    for (concrete(l, head, now); !equal(l, now, head); n++) {
        concrete(l, now, l->image);
        if (l->m->n_slots)
            memcpy(now, l->image, l->m->n_slots * sizeof *now);
    }
    coset_delete(now);
    return n;
}

/* The path with its loop repeated so many times, and its head once more at the end. */
static coset_path *unrolled(const lift *l, uint32_t n, coset_arena *arena)
{
    const coset_path *p = l->path;
    uint32_t width = l->m->n_slots, length = p->n_states - p->loop;
    COSET_INVARIANT((uint64_t)n * length + p->loop < UINT32_MAX);
    coset_path *x = coset_arena_copy(arena, p, 1, sizeof *x);
    x->n_states = p->loop + n * length + 1;
    coset_value *states = coset_arena_get(arena, (size_t)x->n_states * width, sizeof *states);
    for (uint32_t i = 0; width && i < x->n_states; i++) {
        uint32_t from = i < p->loop ? i : p->loop + (i - p->loop) % length;
        memcpy(states + (size_t)i * width, path_state(l, from), width * sizeof *states);
    }
    x->states = states;
    return x;
}

/* The renaming must preserve the violation at the end. A fault of an evaluation may occur on some images only, and an
 * instance would have to be renamed with its state: such runs are not renamed. */
static void rename_states(lift *l, const coset_trace_reduction *r)
{
    const coset_prop *p = l->prop == COSET_NO_PROP ? NULL : &l->m->props[l->prop];
    bool in_eval = p && (p->kind == COSET_PROP_FAULT || p->kind == COSET_PROP_ASSERTION) && !l->path->has_fault;
    const coset_symgroup *g = p && group_of(r, l->prop) ? group_of(r, l->prop) : r->group;
    coset_arena *a = coset_arena_new();
    if (g && r->starts)
        g = coset_symgroup_meet(l->m, g, r->starts, a);
    if (l->path->n_states && g && !in_eval && (!p || p->n_instances <= 1))
        coset_rename_by_appearance(l->m, g, l->states, l->path->n_states);
    coset_arena_free(a);
}

static void find_steps(lift *l)
{
    for (uint32_t i = 0; i < l->path->n_states; i++) {
        l->wanted = run_state(l, i);
        l->hits_cover = is_cover_step(l, i);
        l->silent = is_loop_step(l, i);
        enumerate(l, i ? run_state(l, i - 1) : NULL, match_state);
        l->steps[i] = l->step;
        l->outputs[i] = l->output;
    }
    if (l->path->has_fault) {
        enumerate(l, l->path->n_states ? run_state(l, l->path->n_states - 1) : NULL, match_fault);
        l->steps[l->path->n_states] = l->step;
        l->outputs[l->path->n_states] = l->output;
    }
}

const coset_trace *coset_trace_lift(const coset_model *m, const coset_trace_reduction *r, const coset_path *path,
                                    uint32_t prop, uint32_t instance, coset_arena *arena)
{
    const coset_trace_action *action = r ? r->action : NULL;
    bool reduced = r && (r->canon || action);
    if (path->edges)
        return coset__lift_edges(m, r, path, prop, instance, arena);
    lift l = {.m = m, .worker = coset_worker_new_listening(m), .path = path, .prop = prop, .arena = arena};
    l.silent_loops = coset_loops_are_silent(m, prop);
    coset__renamer_init(&l.renamer, m, r);
    uint32_t n_points = l.renamer.n_points;
    l.image = coset_new(m->n_slots, sizeof *l.image);
    coset_renaming *renamings = coset_new((size_t)n_points * 3, sizeof *renamings);
    l.perm = renamings;
    l.to = renamings + n_points;
    l.product = renamings + 2 * (size_t)n_points;
    if (path->has_loop)
        l.path = path = unrolled(&l, reduced ? rounds(&l) : 1, arena);
    l.states = coset_arena_get(arena, (size_t)path->n_states * m->n_slots, sizeof *l.states);
    l.steps = coset_arena_get(arena, (size_t)path->n_states + 1, sizeof *l.steps);
    l.outputs = coset_arena_get(arena, (size_t)path->n_states + 1, sizeof *l.outputs);
    if (reduced) {
        lift_states(&l, r, instance);
        if (!action) {
            align_start(&l, r);
            rename_states(&l, r);
        }
    } else if (path->n_states && m->n_slots) {
        memcpy(l.states, path->states, (size_t)path->n_states * m->n_slots * sizeof *l.states);
    }
    find_steps(&l);
    coset_trace *t = coset_arena_get(arena, 1, sizeof *t);
    *t = (coset_trace){.n_states = path->n_states - path->has_loop, /* without the head once more */
                       .states = l.states,
                       .steps = l.steps,
                       .outputs = l.outputs,
                       .has_fault = path->has_fault,
                       .fault = l.fault,
                       .has_loop = path->has_loop,
                       .loop = path->loop,
                       .prop = prop,
                       .instance = instance};
    coset_delete(renamings);
    coset_delete(l.image);
    coset__renamer_fini(&l.renamer);
    m->ops->worker_free(l.worker);
    return t;
}

const coset_path *coset_trace_canonical(const coset_model *m, const coset_trace_reduction *r, const coset_path *path,
                                        coset_arena *arena)
{
    uint32_t n = m->n_slots;
    coset_path *out = coset_arena_get(arena, 1, sizeof *out);
    coset_value *states = coset_arena_get(arena, (size_t)path->n_states * n + 1, sizeof *states);
    coset__renamer renamer;
    coset__renamer_init(&renamer, m, r);
    coset_renaming *perm = coset_new((size_t)renamer.n_points + 1, sizeof *perm);
    for (uint32_t i = 0; i < path->n_states; i++)
        coset__renamer_represent(&renamer, path->states + (size_t)i * n, states + (size_t)i * n, perm);
    coset__renamer_fini(&renamer);
    coset_delete(perm);
    *out = *path;
    out->states = states;
    return out;
}

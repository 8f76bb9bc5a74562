/* A supercombinator becomes a model: checks its shape and makes the tables that super_next.c steps with. */
#include <stdlib.h>
#include <string.h>

#include "lts/super_int.h"

#define MOST_ROW_WORDS (UINT64_C(1) << 29) /* of one machine: 4 GB of bits */
#define MOST_LEADS     (UINT64_C(1) << 29) /* of the whole model */

/* ---- shape ---- */

static bool ascending(const uint32_t *at, uint32_t n, uint32_t bound)
{
    for (uint32_t i = 0; i < n; i++)
        if (at[i] >= bound || (i && at[i - 1] >= at[i]))
            return false;
    return true;
}

static void check_rule(const coset_super *s, const coset_super_rule *r)
{
    COSET_INVARIANT(r->n_parts > 0 && r->event < s->n_events);
    for (uint32_t i = 0; i < r->n_parts; i++) {
        COSET_INVARIANT(r->parts[i].component < s->n_components && r->parts[i].event < s->n_local_events);
        COSET_INVARIANT(i == 0 || r->parts[i - 1].component < r->parts[i].component);
    }
    COSET_INVARIANT(ascending(r->stops, r->n_stops, s->n_components));
    COSET_INVARIANT(ascending(r->starts, r->n_starts, s->n_components));
}

/* ---- machines ---- */

static int by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

/* local: [n_local_events], UINT32_MAX before; afterwards the machine's own numbers of its events. */
static void find_events(coset__machine *m, uint32_t *local, coset_arena *arena)
{
    COSET_VEC(uint32_t) events = {0};
    for (uint64_t e = 0; e < coset_lts_n_edges(m->lts); e++)
        if (local[m->lts->edges[e].event] == UINT32_MAX) {
            local[m->lts->edges[e].event] = 0;
            *coset_vec_add(&events) = m->lts->edges[e].event;
        }
    if (events.n)
        qsort(events.at, events.n, sizeof *events.at, by_number);
    for (uint32_t i = 0; i < events.n; i++)
        local[events.at[i]] = i;
    m->n_local = events.n;
    m->events = coset_arena_copy(arena, events.at, events.n, sizeof *events.at);
    m->n_words = (events.n + 63) / 64;
    coset_vec_fini(&events);
}

uint32_t coset__machine_local(const coset__machine *m, uint32_t event)
{
    uint32_t low = 0, high = m->n_local;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (m->events[mid] < event)
            low = mid + 1;
        else
            high = mid;
    }
    return low < m->n_local && m->events[low] == event ? low : UINT32_MAX;
}

static void fill_rows(coset__machine *m, const uint32_t *local)
{
    const coset_lts *l = m->lts;
    uint32_t n_runs = 0;
    for (uint32_t s = 0; s < l->n_states; s++) {
        uint64_t e = l->first[s];
        for (uint32_t w = 0; w < m->n_words; w++) {
            size_t at = (size_t)s * m->n_words + w;
            m->before[at] = n_runs;
            for (; e < l->first[s + 1]; e++) {
                uint32_t event = local[l->edges[e].event];
                if (event / 64 != w)
                    break;
                uint64_t bit = UINT64_C(1) << event % 64;
                if (!(m->rows[at] & bit))
                    m->run_first[n_runs++] = (uint32_t)e;
                m->rows[at] |= bit;
                m->targets[e] = l->edges[e].dst + 1;
            }
        }
    }
    m->run_first[n_runs] = (uint32_t)coset_lts_n_edges(l);
}

static coset_status make_machine(coset__super_model *x, coset__machine *m, const coset_lts *l, uint32_t *local,
                                 coset_err *err)
{
    m->lts = l;
    memset(local, 0xff, x->super->n_local_events * sizeof *local);
    find_events(m, local, x->arena);
    uint64_t n_edges = coset_lts_n_edges(l), words = (uint64_t)l->n_states * m->n_words;
    if (n_edges >= UINT32_MAX || words > MOST_ROW_WORDS)
        return coset_fail(err, COSET_LIMIT, "a component of %u states and %u events is too large for its tables",
                          (unsigned)l->n_states, (unsigned)m->n_local);
    m->rows = coset_arena_get(x->arena, words, sizeof *m->rows);
    m->before = coset_arena_get(x->arena, words, sizeof *m->before);
    m->run_first = coset_arena_get(x->arena, n_edges + 1, sizeof *m->run_first);
    m->targets = coset_arena_get(x->arena, n_edges, sizeof *m->targets);
    fill_rows(m, local);
    return COSET_OK;
}

static coset_status make_machines(coset__super_model *x, coset_err *err)
{
    const coset_super *s = x->super;
    uint32_t *local = coset_new(s->n_local_events, sizeof *local);
    coset_status st = COSET_OK;
    x->machines = coset_arena_get(x->arena, s->n_components, sizeof *x->machines);
    for (uint32_t c = 0; st == COSET_OK && c < s->n_components; c++) {
        uint32_t k = 0;
        while (k < x->n_machines && x->machines[k].lts != s->components[c].lts)
            k++;
        if (k == x->n_machines)
            st = make_machine(x, &x->machines[x->n_machines++], s->components[c].lts, local, err);
        x->components[c].machine = &x->machines[k];
    }
    coset_delete(local);
    return st;
}

/* ---- rules ---- */

static uint32_t *count_uses(const coset__machine *m)
{
    uint32_t *uses = coset_new(m->n_local, sizeof *uses);
    for (uint32_t s = 0; s < m->lts->n_states; s++)
        for (uint32_t w = 0; w < m->n_words; w++)
            for (uint64_t row = m->rows[(size_t)s * m->n_words + w]; row; row &= row - 1)
                uses[w * 64 + (uint32_t)__builtin_ctzll(row)]++;
    return uses;
}

/* The part whose component has its event in the smallest share of its states; UINT32_MAX if one never has it: the
 * rule is dead. */
static uint32_t choose_leader(const coset__super_model *x, uint32_t *const *uses, const coset_super_rule *r)
{
    uint32_t best = UINT32_MAX;
    double least = 2;
    for (uint32_t i = 0; i < r->n_parts; i++) {
        const coset__machine *m = x->components[r->parts[i].component].machine;
        uint32_t local = coset__machine_local(m, r->parts[i].event);
        if (local == UINT32_MAX)
            return UINT32_MAX;
        double share = (double)uses[m - x->machines][local] / (double)m->lts->n_states;
        if (share < least) {
            least = share;
            best = i;
        }
    }
    return best;
}

static uint32_t group_of(uint32_t event)
{
    return event == COSET_TAU ? COSET_SUPER_TAU : event == COSET_TICK ? COSET_SUPER_TICK : COSET_SUPER_EVENT;
}

/* Which rules a component leads with which of its events. */
typedef struct {
    uint32_t component, local, rule;
} leading;

typedef COSET_VEC(leading) leadings;

static void compile_rule(coset__super_model *x, uint32_t number, uint32_t leader, uint32_t *n_parts,
                         uint32_t *n_changes)
{
    const coset_super_rule *r = &x->super->rules[number];
    coset__rule *to = &x->rules[number];
    *to = (coset__rule){.event = r->event,
                        .group = group_of(r->event),
                        .part_first = *n_parts,
                        .n_parts = r->n_parts - 1,
                        .change_first = *n_changes,
                        .n_changes = r->n_stops + r->n_starts,
                        .number = number};
    for (uint32_t i = 0; i < r->n_parts; i++)
        if (i != leader)
            x->parts[(*n_parts)++] =
                (coset__part){r->parts[i].component,
                              coset__machine_local(x->components[r->parts[i].component].machine, r->parts[i].event)};
    for (uint32_t i = 0; i < r->n_stops; i++)
        x->changes[(*n_changes)++] = (coset__change){r->stops[i], 0};
    for (uint32_t i = 0; i < r->n_starts; i++)
        x->changes[(*n_changes)++] = (coset__change){r->starts[i], 1};
    if (r->n_parts > x->most_parts)
        x->most_parts = r->n_parts;
}

static void room_for_rules(coset__super_model *x)
{
    uint64_t n_parts = 0, n_changes = 0;
    for (uint32_t i = 0; i < x->super->n_rules; i++) {
        const coset_super_rule *r = &x->super->rules[i];
        check_rule(x->super, r);
        n_parts += r->n_parts;
        n_changes += (uint64_t)r->n_stops + r->n_starts;
    }
    COSET_INVARIANT(n_parts < UINT32_MAX && n_changes < UINT32_MAX);
    x->rules = coset_arena_get(x->arena, x->super->n_rules, sizeof *x->rules);
    x->parts = coset_arena_get(x->arena, n_parts, sizeof *x->parts);
    x->changes = coset_arena_get(x->arena, n_changes, sizeof *x->changes);
}

static void compile_rules(coset__super_model *x, leadings *led)
{
    uint32_t **uses = coset_new(x->n_machines, sizeof *uses), n_parts = 0, n_changes = 0;
    for (uint32_t k = 0; k < x->n_machines; k++)
        uses[k] = count_uses(&x->machines[k]);
    room_for_rules(x);
    for (uint32_t i = 0; i < x->super->n_rules; i++) {
        uint32_t leader = choose_leader(x, uses, &x->super->rules[i]);
        if (leader == UINT32_MAX)
            continue;
        compile_rule(x, i, leader, &n_parts, &n_changes);
        const coset_super_part *p = &x->super->rules[i].parts[leader];
        *coset_vec_add(led) =
            (leading){p->component, coset__machine_local(x->components[p->component].machine, p->event), i};
    }
    for (uint32_t k = 0; k < x->n_machines; k++)
        coset_delete(uses[k]);
    coset_delete(uses);
}

/* ---- leads ---- */

static int by_leader(const void *x, const void *y)
{
    const leading *a = x, *b = y;
    if (a->component != b->component)
        return a->component < b->component ? -1 : 1;
    if (a->local != b->local)
        return a->local < b->local ? -1 : 1;
    return a->rule < b->rule ? -1 : a->rule > b->rule;
}

/* Lists, for each state of component c, the rules it leads there. `led` are those it leads, by local event; those of
 * local event x start at by_local[x]. With c->leads_at NULL they are only counted. */
static uint64_t list_leads(coset__component *c, const leading *led, const uint32_t *by_local)
{
    const coset__machine *m = c->machine;
    uint64_t sum = 0;
    for (uint32_t s = 0; s < m->lts->n_states; s++) {
        if (c->leads_at)
            c->lead_first[s] = (uint32_t)sum;
        for (uint32_t w = 0; w < m->n_words; w++)
            for (uint64_t row = m->rows[(size_t)s * m->n_words + w]; row; row &= row - 1) {
                uint32_t local = w * 64 + (uint32_t)__builtin_ctzll(row);
                for (uint32_t i = by_local[local]; c->leads_at && i < by_local[local + 1]; i++)
                    c->leads_at[sum + i - by_local[local]] =
                        (coset__lead){led[i].rule, coset__machine_run(m, s, local)};
                sum += by_local[local + 1] - by_local[local];
            }
    }
    if (c->leads_at)
        c->lead_first[m->lts->n_states] = (uint32_t)sum;
    return sum;
}

/* The component that leads rules led[0] .. led[n - 1]. *all: leads of all components so far. */
static coset_status make_leader(coset__super_model *x, const leading *led, uint32_t n, uint64_t *all, coset_err *err)
{
    coset__component *c = &x->components[led->component];
    uint32_t n_local = c->machine->n_local, *by_local = coset_new((size_t)n_local + 1, sizeof *by_local);
    for (uint32_t i = 0; i < n; i++)
        by_local[led[i].local + 1]++;
    for (uint32_t k = 0; k < n_local; k++)
        by_local[k + 1] += by_local[k];
    uint64_t n_leads = list_leads(c, led, by_local);
    *all += n_leads;
    bool fits = *all <= MOST_LEADS;
    if (fits) {
        c->lead_first = coset_arena_get(x->arena, (size_t)c->machine->lts->n_states + 1, sizeof *c->lead_first);
        c->leads_at = coset_arena_get(x->arena, n_leads + 1, sizeof *c->leads_at);
        (void)list_leads(c, led, by_local);
        x->leaders[x->n_leaders++] = led->component;
    }
    coset_delete(by_local);
    return fits ? COSET_OK
                : coset_fail(err, COSET_LIMIT, "the rules of \"%s\" are too many for their tables", x->model.name);
}

static coset_status make_leads(coset__super_model *x, leadings *led, coset_err *err)
{
    uint64_t all = 0;
    coset_status st = COSET_OK;
    if (led->n)
        qsort(led->at, led->n, sizeof *led->at, by_leader);
    x->leaders = coset_arena_get(x->arena, x->super->n_components, sizeof *x->leaders);
    for (uint32_t i = 0, end; st == COSET_OK && i < led->n; i = end) {
        for (end = i; end < led->n && led->at[end].component == led->at[i].component; end++)
            continue;
        st = make_leader(x, led->at + i, end - i, &all, err);
    }
    return st;
}

static coset_status make_rules(coset__super_model *x, coset_err *err)
{
    leadings led = {0};
    compile_rules(x, &led);
    coset_status st = make_leads(x, &led, err);
    coset_vec_fini(&led);
    return st;
}

/* ---- the model ---- */

static uint32_t bits_for(uint32_t max)
{
    uint32_t bits = 0;
    for (; max; max >>= 1)
        bits++;
    return bits;
}

static void make_slots(coset__super_model *x)
{
    const coset_super *s = x->super;
    coset_slot *slots = coset_arena_get(x->arena, s->n_components, sizeof *slots);
    x->start = coset_arena_get(x->arena, s->n_components, sizeof *x->start);
    for (uint32_t c = 0; c < s->n_components; c++) {
        uint32_t max = s->components[c].lts->n_states;
        slots[c] = (coset_slot){.name = s->components[c].name, .max = max, .bits = bits_for(max)};
        x->start[c] = s->components[c].is_on;
    }
    x->model.n_slots = s->n_components;
    x->model.slots = slots;
}

static void make_groups(coset_model *m)
{
    static const coset_group groups[COSET_SUPER_GROUPS] = {[COSET_SUPER_START] = {.name = "start", .is_start = true},
                                                           [COSET_SUPER_TAU] = {.name = "tau"},
                                                           [COSET_SUPER_TICK] = {.name = "tick"},
                                                           [COSET_SUPER_EVENT] = {.name = "event"}};
    m->n_groups = COSET_SUPER_GROUPS;
    m->groups = groups;
}

void coset__super_free(coset_model *m)
{
    coset__super_model *x = (coset__super_model *)(void *)m;
    coset__chases_free(x);
    coset_arena_free(x->arena);
}

coset_status coset_super_model(const coset_super *s, const char *name, coset_model **out, coset_err *err)
{
    static const coset_valclass plain = {0};
    coset_arena *arena = coset_arena_new();
    coset__super_model *x = coset_arena_get(arena, 1, sizeof *x);
    COSET_INVARIANT(s->n_events > COSET_TICK && s->n_local_events >= s->n_events);
    x->model = (coset_model){.ops = &coset__super_ops, .name = name, .language = "cspm"};
    x->model.symmetry = (coset_symmetry){.n_valclasses = 1, .valclasses = &plain};
    x->super = s;
    x->arena = arena;
    x->components = coset_arena_get(arena, s->n_components, sizeof *x->components);
    make_groups(&x->model);
    make_slots(x);
    coset_status st = make_machines(x, err);
    if (st == COSET_OK)
        st = make_rules(x, err);
    if (st == COSET_OK)
        st = coset__chases_make(x, err);
    if (st != COSET_OK)
        coset__super_free(&x->model);
    *out = st == COSET_OK ? &x->model : NULL;
    return st;
}

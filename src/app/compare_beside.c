/* app/compare_beside.c - comparison of two models by decision diagrams. */
#include "app/compare.h"
#include "run/machine.h"
#include "symb/search/relate_two_models.h"

static const char *event_words(void *ctx, uint32_t event) { return coset_compare_event_words(ctx, event); }

static const char *label_words(void *ctx, uint64_t seen_s, uint64_t seen_t)
{
    return coset_compare_label_words(ctx, seen_s, seen_t);
}

static void tell_parting(coset_compare_system *c, const coset_symb_relate *b, coset_comparison *words)
{
    const coset_parting *p = &b->parting;
    coset_compared_step *steps = coset_arena_get(c->arena, (size_t)p->n_steps + 1, sizeof *steps);
    COSET_INVARIANT(b->first < 2);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_parting_step *s = &p->steps[i];
        steps[i] = (coset_compared_step){.side = b->played[s->to].side,
                                         .action = coset_compare_action_words(c, s->event),
                                         .to = b->played[s->to].state,
                                         .answer = s->answered ? b->played[s->answer].state : NULL};
    }
    words->told = true;
    words->formula = p->formula;
    words->starts[b->first] = b->played[p->s].state;
    words->starts[1 - b->first] = b->played[p->t].state;
    words->n_steps = p->n_steps;
    words->steps = steps;
    words->end = p->end;
}

static void tell(coset_compare_system *c, const coset_symb_relate *b, coset_comparison *words)
{
    words->verdict = b->why ? COSET_VERDICT_INCOMPLETE : b->holds ? COSET_VERDICT_HOLDS : COSET_VERDICT_FAILS;
    words->reason = b->why;
    words->nodes = b->why ? 0 : b->nodes;
    words->largest = b->largest;
    words->rounds = b->rounds;
    words->search_seconds = b->search_seconds;
    words->first = b->first;
    for (uint32_t i = 0; i < 2; i++) {
        words->sides[i].n_states = b->states[i];
        words->sides[i].n_starts = b->starts[i];
        words->sides[i].n_steps = b->result[i] ? b->result[i]->edges : 0;
    }
    if (words->verdict != COSET_VERDICT_FAILS)
        return;
    if (b->told)
        tell_parting(c, b, words);
    else
        words->reason = "not enough memory or time for an explanation";
}

int coset_compare_beside(coset_compare_system *c, coset_comparison *words)
{
    coset_engine_options o;
    coset_symb_options how[2];
    coset_symb_relating relating[2];
    coset_symb_relate beside;
    coset_err err = {0};
    const coset_model *const models[] = {c->sides[0].reduction.searched, c->sides[1].reduction.searched};
    const coset_symb_options *const hows[] = {&how[0], &how[1]};
    const coset_symb_words told = {event_words, label_words, c};
    for (uint32_t round = 0; round < 2; round++) /* event names of either model are events of both */
        for (uint32_t i = 0; i < 2; i++)
            coset_compare_symbolic(c, i, &o, &how[i], &relating[i]);
    coset_status status = coset_symb_compare(models, &o, hows, &told, c->arena, &beside, &err);
    const coset_session *first = &c->sides[0].session;
    if (status != COSET_OK)
        return coset_session_fail(first, coset_exit_of(status), "%s compared with %s: %s", first->path,
                                  c->sides[1].session.path, err.text);
    for (uint32_t i = 0; i < 2 && !beside.why; i++)
        if (beside.starts[i] == 0)
            return coset_session_fail(&c->sides[i].session, COSET_EXIT_ASSUMPTION, "%s: there is no start state",
                                      c->sides[i].session.path);
    tell(c, &beside, words);
    return COSET_EXIT_HOLDS;
}

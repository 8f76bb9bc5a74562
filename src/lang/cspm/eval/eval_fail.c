/* Failures: mistakes of the script, and bounds that were reached. */
#include <stdarg.h>
#include <stdio.h>

#include "lang/cspm/eval/eval_int.h"

#define SHOWN_CALLS 4

static void report_calls(cspm_machine *m)
{
    coset_text *text = m->program->reports->text;
    uint32_t n = 0;
    const cspm_call *c = m->calls;
    if (c && c->node == m->here)
        c = c->outer;
    for (; c && n < SHOWN_CALLS; c = c->outer, n++)
        coset_message_help(text, "in the call at %s:%u", coset_text_name(text, c->node->pos.file), c->node->pos.line);
}

cspm_value *coset__eval_wrong(cspm_machine *m, const char *fmt, ...)
{
    if (m->failed)
        return NULL;
    char words[460];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    coset_pos nowhere = {0};
    coset_message(m->program->reports->text, COSET_SEVERITY_ERROR, "C400", m->here ? m->here->pos : nowhere,
                  m->here ? m->here->end - m->here->begin : 0, "%s", words);
    report_calls(m);
    m->failed = true;
    return NULL;
}

bool coset__eval_failed(const cspm_machine *m) { return m->failed; }

void coset__eval_recover(cspm_machine *m)
{
    m->failed = false;
    m->limit[0] = '\0';
}

const char *coset__eval_limit_met(const cspm_machine *m) { return m->limit[0] ? m->limit : NULL; }

bool coset__eval_limit(cspm_machine *m, const char *fmt, ...)
{
    if (m->failed)
        return false;
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(m->limit, sizeof m->limit, fmt, args);
    va_end(args);
    m->failed = true;
    return false;
}

static bool bound(cspm_machine *m, const char *words)
{
    coset_text *text = m->program->reports->text;
    if (m->failed)
        return false;
    if (!m->here || m->here->pos.line == 0)
        return coset__eval_limit(m, "%s", words);
    coset_message(text, COSET_SEVERITY_NOTE, "C401", m->here->pos, m->here->end - m->here->begin,
                  "%s; this was evaluated last", words);
    report_calls(m);
    return coset__eval_limit(m, "%s (at %s:%u)", words, coset_text_name(text, m->here->pos.file),
                             (unsigned)m->here->pos.line);
}

bool coset__eval_bound(cspm_machine *m, const char *fmt, ...)
{
    char words[200];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    return bound(m, words);
}

static bool spent(cspm_machine *m)
{
    char words[100];
    coset_budget_words(m->limits.budget, words, sizeof words);
    return bound(m, words);
}

bool coset__eval_work(cspm_machine *m, uint32_t units)
{
    return !m->failed && (!coset_budget_spend(m->limits.budget, units) || spent(m));
}

bool coset__eval_room(cspm_machine *m)
{
    if (!coset__eval_work(m, 4))
        return false;
    if (coset_big_stack_room(m->deep))
        return true;
    (void)coset__eval_wrong(m, "the recursion is too deep: does it end?");
    return false;
}

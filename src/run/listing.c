/* run/listing.c - properties of a model, assertions of a script. */
#include "run/listing.h"

#include "lang/cspm/cspm.h"
#include "run/csp.h"
#include "run/formulas.h"
#include "run/limits.h"

static coset_status write_listing(void *ctx, FILE *out, coset_err *err) { return coset_listing_json(ctx, out, err); }

static int tell(const coset_session *s, const coset_listed *properties, uint32_t n)
{
    coset_listing all = {
        .path = s->path, .language = s->language->name, .text = s->text, .n = n, .properties = properties};
    coset_limits_claim(s->settings);
    return coset_write_file("-", write_listing, &all);
}

static int list_script(coset_session *s)
{
    coset_csp_run run = {0};
    int code = coset_csp_open(&run, s);
    const uint32_t n = code == COSET_EXIT_HOLDS ? coset_cspm_n_assertions(run.script) : 0;
    coset_listed *all = coset_arena_get(s->arena, n, sizeof *all);
    for (uint32_t i = 0; i < n; i++) {
        const coset_csp_result one = coset_csp_asked(&run, i);
        all[i] = (coset_listed){one.assertion, one.kind, one.pos};
    }
    if (code == COSET_EXIT_HOLDS)
        code = tell(s, all, n);
    coset_csp_check_free(&run);
    return code;
}

int coset_list(coset_settings *settings)
{
    coset_session s;
    int code = coset_session_read(&s, settings);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (s.language == &coset_cspm) {
        code = coset_formulas_open(&s);
        code = code == COSET_EXIT_HOLDS ? list_script(&s) : code;
        coset_session_close(&s);
        return code;
    }
    code = coset_session_load(&s);
    if (code != COSET_EXIT_HOLDS)
        return code;
    uint32_t n;
    const coset_listed *all = coset_listed_of(s.model, s.arena, &n);
    code = tell(&s, all, n);
    coset_session_close(&s);
    return code;
}

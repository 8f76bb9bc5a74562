/* toy/lamps.c - a separate language: `lamps 4` are 4 lamps with a switch each, `never all` forbids that all burn. */
#include <stdio.h>
#include <string.h>

#include "ir/build.h"
#include "ir/interp.h"
#include "toy/toy.h"

typedef struct {
    coset_ir *ir;
    coset_arena *arena;
    coset_ir_type truth, lamp, all;
    coset_ir_binder one;
} lamps;

static const coset_ir_expr *is_on(lamps *l, coset_pos pos)
{
    coset_ir_expr *which = coset_ir_make(l->arena, COSET_E_LOAD, &l->lamp, pos);
    coset_ir_expr *load = coset_ir_make(l->arena, COSET_E_LOAD, &l->truth, pos);
    const coset_ir_step step = {.index = which, .of = &l->all, .stride = 1, .pos = pos};
    which->place = coset_ir_whole(l->arena, COSET_P_LOCAL, 0, &l->lamp, "l", pos);
    coset_ir_place *at = coset_ir_whole(l->arena, COSET_P_STATE, 0, &l->truth, "on", pos);
    at->steps = coset_arena_copy(l->arena, &step, 1, sizeof step);
    at->n_steps = 1;
    coset_ir_place_shorten(l->arena, at);
    load->place = at;
    return load;
}

static coset_ir_expr *over(lamps *l, coset_ir_op op, const coset_ir_expr *a)
{
    coset_ir_expr *e = coset_ir_make(l->arena, op, &l->truth, a->pos);
    e->a = a;
    return e;
}

static void add_types(lamps *l, uint32_t n)
{
    const char **names = coset_arena_get(l->arena, n, sizeof *names);
    const coset_ir_type **symtypes = coset_arena_get(l->arena, 1, sizeof(const coset_ir_type *));
    for (uint32_t i = 0; i < n; i++)
        names[i] = coset_arena_printf(l->arena, "lamp_%u", (unsigned)i + 1);
    l->truth = (coset_ir_type){.kind = COSET_T_BOOL, .n = 2, .width = 1};
    l->lamp = (coset_ir_type){.kind = COSET_T_SCALARSET, .name = "lamp", .n = n, .width = 1, .names = names};
    l->lamp.pos.line = 1;
    l->all = (coset_ir_type){.kind = COSET_T_ARRAY, .width = n, .index = &l->lamp, .element = &l->truth};
    l->one = (coset_ir_binder){.name = "l", .type = &l->lamp};
    symtypes[0] = &l->lamp;
    l->ir->symtypes = symtypes, l->ir->n_symtypes = 1;
}

static void add_rules(lamps *l, coset_pos pos)
{
    coset_ir_rule *rules = coset_arena_get(l->arena, 2, sizeof *rules);
    coset_ir_var *on = coset_arena_get(l->arena, 1, sizeof *on);
    coset_ir_list dark = {0}, flip = {0};
    const coset_ir_place *all = coset_ir_whole(l->arena, COSET_P_STATE, 0, &l->all, "on", pos);
    coset_ir_add(l->arena, &dark, COSET_S_CLEAR, pos)->place = all;
    coset_ir_stmt *s = coset_ir_add(l->arena, &flip, COSET_S_ASSIGN, pos);
    s->place = is_on(l, pos)->place;
    s->expr = over(l, COSET_E_NOT, is_on(l, pos));
    rules[0] = (coset_ir_rule){.name = "dark", .pos = pos, .is_start = true, .body = dark.first};
    rules[1] = (coset_ir_rule){
        .name = "switch", .pos = pos, .n_params = 1, .params = &l->one, .frame_size = 1, .body = flip.first};
    *on = (coset_ir_var){"on", pos, &l->all, 0};
    l->ir->n_slots = l->all.width;
    l->ir->vars = on, l->ir->n_vars = 1;
    l->ir->rules = rules, l->ir->n_rules = 2;
}

static void add_property(lamps *l, coset_pos pos)
{
    coset_ir_expr *every = over(l, COSET_E_FORALL, is_on(l, pos));
    every->binder = &l->one;
    const coset_ir_prop p = {"never all", COSET_PROP_INVARIANT, pos, .frame_size = 1,
                             .expr = over(l, COSET_E_NOT, every)};
    l->ir->props = coset_arena_copy(l->arena, &p, 1, sizeof p), l->ir->n_props = 1;
}

static coset_ir *make(const char *name, uint32_t n, bool never_all)
{
    coset_arena *a = coset_arena_new();
    lamps *l = coset_arena_get(a, 1, sizeof *l);
    l->arena = a;
    const coset_ir ir = {.arena = a, .name = coset_arena_text(a, name), .language = toy_lamps.name};
    l->ir = coset_arena_copy(a, &ir, 1, sizeof ir);
    add_types(l, n);
    add_rules(l, (coset_pos){.line = 1, .column = 1});
    if (never_all)
        add_property(l, (coset_pos){.line = 2, .column = 1});
    return l->ir;
}

static coset_status load(coset_text *text, uint16_t file, coset_load_options *options, coset_model **out,
                         coset_err *err)
{
    unsigned n = 0;
    const char *bytes = coset_text_bytes(text, file, NULL);
    if (sscanf(bytes, "lamps %u", &n) != 1 || n < 2 || n > 20) {
        const coset_pos pos = {.file = file, .line = 1, .column = 1};
        coset_message(text, COSET_SEVERITY_ERROR, "T001", pos, 5, "there is no number of lamps from 2 to 20");
        return coset_fail(err, COSET_INPUT, "the text is wrong");
    }
    if (!options->check_only)
        *out = coset_ir_model(make(coset_text_name(text, file), n, strstr(bytes, "\nnever all") != NULL));
    return COSET_OK;
}

static bool looks_like(const char *bytes, size_t len) { return len > 6 && strncmp(bytes, "lamps ", 6) == 0; }

static const char *const endings[] = {".lamps", NULL};
static const char *const options[] = {COSET_OPTIONS_OF_TEXTS, COSET_OPTIONS_OF_MODELS, "--code", NULL};

const coset_language toy_lamps = {"lamps",     "Lamps", "models", options, .endings = endings, .looks_like = looks_like,
                                  .load = load};

/* omega/hoa_read.c - reads the Hanoi Omega-Automata format, version 1.
 *
 * This reader accepts the following core of the format: labels on edges, on states, or implicit (an edge for each
 * letter, in the order of binary numbers, atom 0 last); acceptance of edges and of states; aliases; several initial
 * states, which become one more state. Alternation is refused, and acceptance other than (generalised) Büchi.
 */
#include <ctype.h>
#include <string.h>

#include "omega/hoa_int.h"

#define MOST_STATES (1u << 20)
#define NONE        UINT32_MAX

typedef struct {
    coset__hoa h;
    coset_ltl_names names; /* of atoms, in their order */
    uint32_t n_states;     /* NONE: not given */
    uint32_t n_sets;       /* NONE: not given */
    uint64_t sets;         /* must be visited infinitely often */
    COSET_VEC(uint32_t) starts;
    COSET_VEC(coset__hoa_token) uses; /* numbers of states that must be defined */
    COSET_VEC(coset_omega_edge) edges;
    COSET_VEC(bool) defined;
} reader;

static void blame(reader *r, const char *code, const char *words, const char *help)
{
    coset__hoa_blame(&r->h, code, words, help);
}

static void step(reader *r) { coset__hoa_step(&r->h); }

static uint32_t read_state(reader *r)
{
    uint32_t limit = r->n_states == NONE ? MOST_STATES : r->n_states;
    *coset_vec_add(&r->uses) = r->h.now;
    uint32_t q = coset__hoa_number(&r->h, limit, "the number of a state");
    if (coset__hoa_is_mark(&r->h, "&"))
        blame(r, "H004", "alternating automata are not supported",
              "remove the alternation, with autfilt of Spot for instance");
    return q;
}

/* ---- header ---- */

static void read_atoms(reader *r)
{
    if (r->h.has_atoms)
        blame(r, "H003", "the atomic propositions are named twice", "leave out one of the lines AP:");
    r->h.n_atoms = coset__hoa_number(&r->h, COSET_LTL_ATOMS + 1, "the number of atomic propositions");
    for (uint32_t i = 0; i < r->h.n_atoms && !r->h.failed; i++) {
        if (r->h.now.kind != COSET__HOA_STRING) {
            blame(r, "H003", "fewer atomic propositions are named than the line says", "name them all, each in quotes");
            return;
        }
        if (coset_ltl_names_add(&r->names, r->h.now.text, strlen(r->h.now.text)) != i) {
            blame(r, "H003", "this atomic proposition is named twice", "give each its own name");
            return;
        }
        step(r);
    }
    if (r->h.now.kind == COSET__HOA_STRING)
        blame(r, "H003", "more atomic propositions are named than the line says", "correct their number");
    r->h.has_atoms = true;
}

static void read_alias(reader *r)
{
    const char *name = r->h.now.text;
    if (r->h.now.kind != COSET__HOA_ALIAS) {
        blame(r, "H001", "expected the name of an alias here", "write Alias: @name 0&1");
        return;
    }
    for (uint32_t i = 0; i < r->h.aliases.n; i++)
        if (strcmp(r->h.aliases.at[i].name, name) == 0)
            blame(r, "H003", "this alias is defined twice", "give each its own name");
    step(r);
    const coset_ltl *label = coset__hoa_label(&r->h);
    *coset_vec_add(&r->h.aliases) = (coset__hoa_alias){name, label};
}

static void read_acceptance(reader *r)
{
    if (r->n_sets != NONE)
        blame(r, "H003", "the acceptance condition is given twice", "leave out one of the lines Acceptance:");
    r->n_sets = coset__hoa_number(&r->h, COSET_OMEGA_SETS + 1, "the number of acceptance sets");
    r->h.nest = 0;
    if (!r->h.failed)
        r->sets = coset__hoa_acceptance(&r->h, r->n_sets);
}

static void read_n_states(reader *r)
{
    if (r->n_states != NONE)
        blame(r, "H003", "the number of states is given twice", "leave out one of the lines States:");
    r->n_states = coset__hoa_number(&r->h, MOST_STATES + 1, "the number of states");
}

static void read_start(reader *r)
{
    uint32_t q = read_state(r);
    for (uint32_t i = 0; i < r->starts.n; i++)
        if (r->starts.at[i] == q)
            return;
    *coset_vec_add(&r->starts) = q;
}

/* Values of a line that does not affect the language. */
static void skip_values(reader *r)
{
    while (r->h.now.kind == COSET__HOA_INT || r->h.now.kind == COSET__HOA_STRING || r->h.now.kind == COSET__HOA_WORD)
        step(r);
}

static void read_line(reader *r)
{
    static const struct {
        const char *name;
        void (*read)(reader *r);
    } lines[] = {{"States", read_n_states},
                 {"Start", read_start},
                 {"AP", read_atoms},
                 {"Alias", read_alias},
                 {"Acceptance", read_acceptance}};
    const char *name = r->h.now.text;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strcmp(lines[i].name, name) == 0) {
            step(r);
            lines[i].read(r);
            return;
        }
    if (isupper((unsigned char)*name)) {
        blame(r, "H004", "this line, which can change the meaning of the automaton, is not known",
              "lines that begin with a small letter are skipped");
        return;
    }
    step(r);
    skip_values(r);
}

static void read_header(reader *r)
{
    step(r);
    if (r->h.now.kind != COSET__HOA_HEADER || strcmp(r->h.now.text, "HOA") != 0) {
        blame(r, "H001", "expected HOA: here", "an automaton begins with HOA: v1");
        return;
    }
    step(r);
    if (r->h.now.kind != COSET__HOA_WORD || strncmp(r->h.now.text, "v1", 2) != 0 ||
        isdigit((unsigned char)r->h.now.text[2]))
        blame(r, "H004", "only version 1 of the format is supported", "write HOA: v1");
    step(r);
    if (coset__hoa_is_mark(&r->h, "."))
        blame(r, "H004", "only version 1 of the format is supported", "write HOA: v1");
    while (!r->h.failed && r->h.now.kind == COSET__HOA_HEADER)
        read_line(r);
    if (!r->h.failed && !coset__hoa_is_mark(&r->h, "--BODY--"))
        blame(r, "H001", "expected a line of the header here, or --BODY--", "a line of the header begins with NAME:");
    if (r->n_sets == NONE)
        blame(r, "H003", "the header lacks the acceptance condition", "write Acceptance: 1 Inf(0), for instance");
    r->h.has_atoms = true;
    step(r);
}

/* ---- body ---- */

static uint64_t read_marks(reader *r)
{
    uint64_t marks = 0;
    if (!coset__hoa_is_mark(&r->h, "{"))
        return 0;
    step(r);
    while (!r->h.failed && !coset__hoa_is_mark(&r->h, "}"))
        marks |= (uint64_t)1 << coset__hoa_number(&r->h, r->n_sets, "the number of an acceptance set") % 64;
    step(r);
    return marks;
}

static const coset_ltl *read_label(reader *r)
{
    if (!coset__hoa_is_mark(&r->h, "["))
        return NULL;
    step(r);
    const coset_ltl *label = coset__hoa_label(&r->h);
    coset__hoa_want(&r->h, "]");
    return label;
}

/* Atoms that are true for the implicit edge number i. */
static coset_cube implicit_cube(const reader *r, uint32_t i)
{
    uint64_t all = r->h.n_atoms == 64 ? UINT64_MAX : ((uint64_t)1 << r->h.n_atoms) - 1;
    return (coset_cube){i, all & ~(uint64_t)i};
}

static void add_edges(reader *r, uint32_t from, const coset_ltl *label, uint64_t marks, uint32_t to)
{
    coset__hoa_cubes cubes = {0};
    coset__hoa_label_cubes(&r->h, label, &cubes);
    for (uint32_t i = 0; i < cubes.n; i++)
        *coset_vec_add(&r->edges) = (coset_omega_edge){from, to, marks, cubes.at[i]};
    coset_vec_fini(&cubes);
}

/* Edges of a state; `label` is that of the state, or NULL. */
static void read_edges(reader *r, uint32_t from, const coset_ltl *label, uint64_t marks)
{
    uint32_t n_implicit = 0, n_explicit = 0;
    while (!r->h.failed && (r->h.now.kind == COSET__HOA_INT || coset__hoa_is_mark(&r->h, "["))) {
        const coset_ltl *own = read_label(r);
        if (own && label)
            blame(r, "H003", "an edge of a state with a label has a label, too", "leave out one of them");
        n_explicit += own != NULL;
        n_implicit += !own && !label;
        if (n_implicit && n_explicit)
            blame(r, "H003", "some edges of this state have labels, and some have none",
                  "write labels for all, or none");
        if (n_implicit && (r->h.n_atoms > 31 || n_implicit > (uint32_t)1 << r->h.n_atoms))
            blame(r, "H003", "this state has more edges without labels than there are letters",
                  "without labels there is an edge for each letter");
        uint32_t to = read_state(r);
        uint64_t own_marks = marks | read_marks(r);
        if (r->h.failed)
            return;
        if (own || label)
            add_edges(r, from, own ? own : label, own_marks, to);
        else
            *coset_vec_add(&r->edges) = (coset_omega_edge){from, to, own_marks, implicit_cube(r, n_implicit - 1)};
    }
    if (!r->h.failed && n_implicit && n_implicit != (uint32_t)1 << r->h.n_atoms)
        blame(r, "H003", "this state has fewer edges without labels than there are letters",
              "without labels there is an edge for each letter");
}

static void read_body(reader *r)
{
    while (!r->h.failed && r->h.now.kind == COSET__HOA_HEADER && strcmp(r->h.now.text, "State") == 0) {
        step(r);
        const coset_ltl *label = read_label(r);
        coset__hoa_token at = r->h.now;
        uint32_t q = read_state(r);
        while (r->defined.n <= q)
            *coset_vec_add(&r->defined) = false;
        if (r->defined.at[q]) {
            r->h.now = at;
            blame(r, "H003", "this state is defined twice", "write all its edges in one place");
        }
        r->defined.at[q] = true;
        if (r->h.now.kind == COSET__HOA_STRING)
            step(r);
        uint64_t marks = read_marks(r);
        read_edges(r, q, label, marks);
    }
    if (coset__hoa_is_mark(&r->h, "--ABORT--"))
        blame(r, "H004", "whatever wrote this automaton gave up here", "make the automaton again");
    coset__hoa_want(&r->h, "--END--");
    if (!r->h.failed && r->h.now.kind != COSET__HOA_END)
        blame(r, "H004", "there is text after the automaton", "write one automaton into a file");
}

/* ---- the automaton ---- */

static void check_defined(reader *r)
{
    for (uint32_t i = 0; i < r->uses.n && !r->h.failed; i++) {
        uint32_t q = r->uses.at[i].number;
        r->h.now = r->uses.at[i];
        if (q >= r->defined.n || !r->defined.at[q])
            blame(r, "H003", "this state is used, but not defined", "write State: with its number, and its edges");
    }
}

static coset_omega *make(const reader *r)
{
    bool alone = r->starts.n == 1;
    uint32_t n = r->defined.n;
    coset_omega *a = coset_omega_new(n + !alone, (uint32_t)__builtin_popcountll(r->sets), r->names.n,
                                     (const char *const *)r->names.name);
    a->initial = alone ? r->starts.at[0] : n;
    for (uint32_t i = 0; i < r->edges.n; i++) {
        const coset_omega_edge *e = &r->edges.at[i];
        uint64_t marks = coset__omega_pack(e->marks, r->sets);
        coset_omega_add(a, e->from, e->label, marks, e->to);
        for (uint32_t k = 0; k < r->starts.n && !alone; k++)
            if (r->starts.at[k] == e->from)
                coset_omega_add(a, n, e->label, marks, e->to);
    }
    coset_omega_index(a);
    return a;
}

coset_status coset_omega_read_hoa(coset_text *text, coset_text_piece piece, coset_omega **out, coset_err *err)
{
    reader r = {.n_states = NONE, .n_sets = NONE};
    r.h = (coset__hoa){.text = text, .piece = piece, .arena = coset_arena_new(), .labels = coset_ltls_new()};
    read_header(&r);
    if (!r.h.failed)
        read_body(&r);
    if (!r.h.failed)
        check_defined(&r);
    bool failed = r.h.failed;
    if (!failed)
        *out = make(&r);
    coset_arena_free(r.h.arena);
    coset_ltls_free(r.h.labels);
    coset_vec_fini(&r.h.aliases);
    coset_vec_fini(&r.starts);
    coset_vec_fini(&r.uses);
    coset_vec_fini(&r.edges);
    coset_vec_fini(&r.defined);
    coset_ltl_names_fini(&r.names);
    return failed ? coset_fail(err, COSET_INPUT, "the automaton cannot be read") : COSET_OK;
}

/* lang/promela/graph/graph.h - the automaton of a proctype, as Spin builds it.
 *
 * Layer    lang/promela/graph.
 * Idea     The control states and transitions determine the number of stored states, so they are built as in Spin:
 *          statements become elements, numbered in the order in which Spin's parser reaches their ends; selections,
 *          blocks and gotos are eliminated by the same rules; escapes precede the statements that they leave.
 * Needs    what coset_pml_check guarantees (ast.h).
 * Source   Spin 6.5.2: its generated verifiers, and the description of its optimisations in the Promela reference.
 */
#ifndef COSET_LANG_PROMELA_GRAPH_GRAPH_H
#define COSET_LANG_PROMELA_GRAPH_GRAPH_H

#include "lang/promela/syntax/ast.h"

typedef enum {
    COSET_PML_N_STMT, /* a basic statement: `stmt` */
    COSET_PML_N_SKIP, /* created by Spin */
    COSET_PML_N_ELSE,
    COSET_PML_N_GOTO,   /* to `label`, or of a break to `loop_end` */
    COSET_PML_N_BREAK,  /* the place after a loop */
    COSET_PML_N_JOIN,   /* the place after a selection, or before a loop: "." */
    COSET_PML_N_SELECT, /* if, do */
    COSET_PML_N_UNLESS,
    COSET_PML_N_ATOMIC,
    COSET_PML_N_D_STEP,
    COSET_PML_N_BLOCK,
    COSET_PML_N_END /* the closing brace */
} coset_pml_node_kind;

/* Bits of a node's status. */
#define COSET_PML_ATOM   1U /* inside an atomic sequence, not its last step */
#define COSET_PML_LAST   2U /* last step of an atomic sequence */
#define COSET_PML_D_ATOM 4U /* inside a d_step */
#define COSET_PML_DONE   8U

/* Meaning of the labels of a control state. ENDS: a valid end state. */
typedef enum { COSET_PML_ENDS = 1, COSET_PML_ACCEPTS = 2, COSET_PML_PROGRESSES = 4 } coset_pml_mark;

typedef struct coset_pml_node coset_pml_node;
typedef struct coset_pml_edge coset_pml_edge;

/* A sequence of nodes, linked by `next`. */
typedef struct coset_pml_seq {
    coset_pml_node *first, *last, *extent; /* extent: the last one as written */
    struct coset_pml_seq *next;            /* option or escape of the same node */
} coset_pml_seq;

typedef struct coset_pml_escape {
    coset_pml_seq *seq;
    struct coset_pml_escape *next;
} coset_pml_escape;

/* A dead variable that is reset to 0 after a statement. */
typedef struct coset_pml_dead {
    const coset_pml_var *var;
    struct coset_pml_dead *next;
} coset_pml_dead;

struct coset_pml_node {
    coset_pml_node_kind kind;
    bool is_loop; /* SELECT: a do */
    const coset_pml_stmt *stmt;
    coset_pos pos;
    uint32_t number; /* within its process, from 1: the control state before it */
    uint32_t id;     /* within the model, from 0: Spin's number of the transition in a trail */
    uint32_t status;
    coset_pml_node *next;
    coset_pml_seq *sub;   /* SELECT: options; UNLESS: body, escape */
    coset_pml_seq *inner; /* ATOMIC, D_STEP, BLOCK */
    coset_pml_escape *escapes;
    const coset_pml_label *label; /* GOTO */
    coset_pml_node *loop_end;     /* GOTO of a break: the BREAK node; SELECT with is_loop: likewise */
    const coset_pml_label *labels;
    uint32_t marks;      /* meaning of its labels: coset_pml_mark */
    coset_pml_edge *out; /* transitions out of the control state */
    coset_pml_node *next_made;
    /* graph_merge.c: */
    uint32_t merge;        /* it is merged with its successors into one step, up to this control state; 0: not */
    uint32_t merge_start;  /* likewise, of one that may block: the first of its step */
    uint32_t merge_single; /* it can only be merged with its predecessors */
    coset_pml_dead *dead;
};

/* A transition: the statement of `node` is executed in control state `from`. */
struct coset_pml_edge {
    coset_pml_edge *next;
    coset_pml_node *node; /* the executed one; NULL: none can be */
    uint32_t from, to;    /* control states; to = 0: terminated */
    bool atomic;          /* the process keeps the token */
    uint32_t n_merged;    /* nodes executed after `node` in the same step */
    coset_pml_node *const *merged;
    uint32_t step_to; /* to and atomic of `node` alone */
    bool step_atomic;
    uint32_t escape; /* it belongs to the escape that starts in this control state, or 0 */
    uint32_t n_escapes;
    const uint32_t *escapes; /* control states that its own state escapes to, outermost first */
};

typedef struct {
    const coset_pml_proc *proc;
    uint32_t n_nodes;       /* numbers are less than this */
    coset_pml_node **nodes; /* [n_nodes]; 0 is NULL */
    coset_pml_seq *body;
    uint32_t start; /* control state */
    uint32_t end;   /* control state before the closing brace */
} coset_pml_graph;

/* Numbers are assigned in the order of calls: *next_id is the first free id. Problems (a jump that Spin rejects) are
 * messages in `text`; then NULL. */
coset_pml_graph *coset_pml_graph_new(coset_text *text, coset_arena *arena, const coset_pml_proc *proc,
                                     uint32_t *next_id);
/* Spin's optimisations: `merge` statements into one step, `reset` dead variables. To be called before the transitions
 * are filled in. `handshakes`: the model has rendez-vous channels. */
void coset_pml_graph_merge(coset_arena *arena, coset_pml_graph *g, bool merge, bool reset, bool handshakes);
/* Fills in the transitions. */
void coset_pml_graph_link(coset_arena *arena, coset_pml_graph *g);

/* The node that control really reaches at f. */
coset_pml_node *coset_pml_graph_start(coset_pml_node *f);
coset_pml_node *coset_pml_graph_target(const coset_pml_node *jump); /* of a GOTO */
/* Private to graph_*.c: in a step with that status; does not pass control state `stop` (0: none). */
coset_pml_node *coset_pml_graph_hunt(coset_pml_node *f, uint32_t status, uint32_t stop);

#endif

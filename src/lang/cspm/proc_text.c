/* Processes as text. */
#include <stdio.h>
#include <string.h>

#include "lang/cspm/proc_int.h"

/* The piece of script on one line, cut at `len`. */
static void put_node(const cspm_node *node, char *out, size_t len)
{
    char *text = NULL;
    size_t size = 0, n = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return;
    coset__cspm_print_node(file, node);
    (void)fclose(file);
    for (size_t i = 0; i < size && n + 1 < len; i++) {
        bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
        if (!blank || (n && out[n - 1] != ' '))
            out[n++] = blank ? ' ' : text[i];
    }
    out[n] = '\0';
    if (n + 1 == len && n > 3)
        memcpy(out + n - 2, "..", 2);
    coset_delete(text);
}

static const char *word_of(uint64_t kind)
{
    switch (kind) {
    case TERM_STOP:
    case TERM_TSTOP:
        return "STOP";
    case TERM_SKIP:
    case TERM_TSKIP:
        return "SKIP";
    case TERM_OMEGA:
        return "(terminated)";
    case TERM_DIV:
        return "DIV";
    case TERM_RUN:
        return "RUN(..)";
    case TERM_CHAOS:
        return "CHAOS(..)";
    case TERM_BUFFER:
        return "BUFFER(..)";
    case TERM_MACHINE:
        return "compressed";
    case TERM_DELAY:
        return "WAIT(..)";
    default:
        return "..";
    }
}

/* Around which term an operator is shown, and how. */
typedef struct {
    const char *before, *between, *after;
    uint32_t first, step; /* words that hold terms */
} shape;

static bool shape_of(uint64_t kind, shape *s)
{
    static const shape shapes[] = {
        [TERM_EXTERNAL] = {"", " [] ", "", 1, 1},
        [TERM_SEQUENCE] = {"", "", " ; ..", 1, 9},
        [TERM_SLIDING] = {"", "", " [> ..", 1, 9},
        [TERM_INTERRUPT] = {"", " /\\ ", "", 1, 1},
        [TERM_PARALLEL] = {"", " [|..|] ", "", 2, 1},
        [TERM_ALPHABETISED] = {"", " [..||..] ", "", 2, 2},
        [TERM_EXCEPTION] = {"", "", " [|..|> ..", 2, 9},
        [TERM_SYNC_EXTERNAL] = {"", " [+..+] ", "", 2, 1},
        [TERM_SYNC_INTERRUPT] = {"", " /+..+\\ ", "", 2, 1},
        [TERM_LINKED] = {"", " [..<->..] ", "", 2, 1},
        [TERM_HIDE] = {"", "", " \\ ..", 2, 9},
        [TERM_PROJECT] = {"", "", " |\\ ..", 2, 9},
        [TERM_RENAME] = {"", "", "[[..]]", 2, 9},
        [TERM_PRIORITISE] = {"prioritise(", "", ")", 2, 9},
        [TERM_CHASE] = {"chase(", "", ")", 1, 9},
    };
    if (kind >= sizeof shapes / sizeof *shapes || !shapes[kind].step)
        return false;
    *s = shapes[kind];
    return true;
}

static void append(char *out, size_t len, const char *text)
{
    size_t n = strlen(out);
    (void)snprintf(out + n, len - n, "%s", text);
}

void coset__proc_text(cspm_procs *ps, uint32_t term, char *out, size_t len)
{
    uint64_t kind = coset__table_at(&ps->terms, term)[0];
    shape s;
    out[0] = '\0';
    if (kind == TERM_PREFIX || kind == TERM_INTERNAL || kind == TERM_CHOOSING) {
        put_node(coset__proc_code_value(ps, (uint32_t)coset__table_at(&ps->terms, term)[1])->at[0].node, out, len);
        return;
    }
    if (!shape_of(kind, &s)) {
        append(out, len, word_of(kind));
        return;
    }
    append(out, len, s.before);
    for (uint32_t i = s.first; i < coset__table_len(&ps->terms, term) && strlen(out) + 4 < len; i += s.step) {
        size_t n = strlen(out);
        if (i > s.first)
            append(out, len, s.between);
        n = strlen(out);
        coset__proc_text(ps, (uint32_t)coset__table_at(&ps->terms, term)[i], out + n, len - n);
    }
    append(out, len, s.after);
}

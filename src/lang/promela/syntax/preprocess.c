/* lang/promela/syntax/preprocess.c - macros, conditions and includes of a model, by the mcpp library. The only file
 * that knows the library. */
#include "lang/promela/syntax/preprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <mcpp_lib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lang/promela/syntax/ast.h"

#define MAIN_NAME    "stdin" /* the library reads the model there */
#define MOST_BYTES   ((size_t)64 << 20)
#define MOST_SECONDS 20

/* ---- whether it is needed ------------------------------------------------------------------------------------ */

/* The source needs a preprocessor: a line with `#`, a continued line, a predefined macro. Comments and strings may give
 * a false positive. */
static bool has_directives(const char *bytes, size_t len)
{
    bool start = true;
    for (size_t i = 0; i < len; i++) {
        char c = bytes[i];
        if (c == '#' && start)
            return true;
        if (c == '\\' && i + 1 < len && (bytes[i + 1] == '\n' || bytes[i + 1] == '\r'))
            return true;
        if (c == '_' && len - i >= 2 && bytes[i + 1] == '_')
            return true;
        if (c == '/' && i + 1 < len && bytes[i + 1] == '*')
            start = true; /* a comment may precede `#` */
        else if (c == '\n')
            start = true;
        else if (c != ' ' && c != '\t' && c != '\r' && c != '/' && c != '*')
            start = false;
    }
    return false;
}

/* ---- input that the library rejects -------------------------------------------------------------------------- */

/* The position after the string or character that begins at `i`; 0 if it is not closed on its line. */
static size_t skip_quoted(const char *bytes, size_t len, size_t i)
{
    char quote = bytes[i];
    for (i++; i < len && bytes[i] != quote; i++) {
        if (bytes[i] == '\n')
            return 0;
        i += bytes[i] == '\\' && i + 1 < len;
    }
    return i < len ? i + 1 : 0;
}

static size_t skip_comment(const char *bytes, size_t len, size_t i)
{
    bool line = bytes[i + 1] == '/';
    for (i += 2; i < len; i++) {
        if (line && bytes[i] == '\n')
            return i;
        if (!line && bytes[i] == '*' && i + 1 < len && bytes[i + 1] == '/')
            return i + 2;
    }
    return len;
}

/* An unmatched quote is an error for the library even in text that conditions exclude. It is replaced by a meaningless
 * sign, which the lexer reports if it is not excluded. */
static void tame(char *bytes, size_t len)
{
    for (size_t i = 0; i < len;) {
        if (bytes[i] == '/' && i + 1 < len && (bytes[i + 1] == '/' || bytes[i + 1] == '*')) {
            i = skip_comment(bytes, len, i);
        } else if (bytes[i] == '"' || bytes[i] == '\'') {
            size_t end = skip_quoted(bytes, len, i);
            if (!end)
                bytes[i] = '`';
            i = end ? end : i + 1;
        } else {
            i++;
        }
    }
}

/* ---- the child ----------------------------------------------------------------------------------------------- */

typedef COSET_VEC(char *) arg_list;

static void add_arg(arg_list *args, const char *first, const char *rest)
{
    size_t n = strlen(first), k = strlen(rest);
    char *arg = coset_new(n + k + 1, 1);
    memcpy(arg, first, n);
    memcpy(arg + n, rest, k);
    *coset_vec_add(args) = arg;
}

static void add_definition(arg_list *args, const coset_define *d)
{
    if (d->removed || !d->value) {
        add_arg(args, d->removed ? "-U" : "-D", d->name);
        return;
    }
    size_t n = strlen(d->name), k = strlen(d->value);
    char *both = coset_new(n + k + 2, 1);
    memcpy(both, d->name, n);
    both[n] = '=';
    memcpy(both + n + 1, d->value, k);
    add_arg(args, "-D", both);
    coset_delete(both);
}

static void list_args(arg_list *args, const char *path, const coset_load_options *options)
{
    add_arg(args, "mcpp", "");
    add_arg(args, "-W0", ""); /* its warnings are about C */
    add_arg(args, "-N", "");  /* no macros of this machine */
    add_arg(args, "-D", "__COSET__=1");
    for (uint32_t i = 0; options && i < options->n_defines; i++)
        add_definition(args, &options->defines[i]);
    const char *slash = strrchr(path, '/');
    char *folder = coset_copy_text(slash ? path : ".");
    if (slash)
        folder[slash == path ? 1 : slash - path] = '\0';
    add_arg(args, "-I", folder);
    coset_delete(folder);
    for (uint32_t i = 0; options && i < options->n_folders; i++)
        add_arg(args, "-I", options->folders[i]);
    *coset_vec_add(args) = NULL;
}

static void free_args(arg_list *args)
{
    for (uint32_t i = 0; i + 1 < args->n; i++)
        coset_delete(args->at[i]);
    coset_vec_fini(args);
}

static bool write_all(int fd, const void *bytes, size_t n)
{
    for (const char *p = bytes; n;) {
        ssize_t k = write(fd, p, n);
        if (k < 0 && errno != EINTR)
            return false;
        if (k > 0) {
            p += k;
            n -= (size_t)k;
        }
    }
    return true;
}

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGALRM};

#define NOT_STARTED 2 /* exit status of the child if the system refused what it asked for */

/* Writes output and messages, each preceded by its length. Does not return, so it need not free memory. Without memory
 * it ends like the program. */
static void child(int in, int out, char **args, int n_args)
{
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        (void)signal(deadly[i], SIG_DFL); /* the program's handlers do not apply */
    struct rlimit seconds = {MOST_SECONDS, MOST_SECONDS};
    (void)setrlimit(RLIMIT_CPU, &seconds);
    struct rlimit no_core = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)setenv("LC_ALL", "C", 1);
    int null = open("/dev/null", O_WRONLY);
    if (null < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
        _exit(NOT_STARTED);
    mcpp_use_mem_buffers(1);
    int status = mcpp_lib_main(n_args, args);
    const OUTDEST from[] = {OUT, ERR};
    for (int i = 0; i < 2; i++) {
        const char *bytes = mcpp_get_mem_buffer(from[i]);
        size_t n = bytes ? strlen(bytes) : 0;
        if (!write_all(out, &n, sizeof n) || !write_all(out, bytes ? bytes : "", n))
            _exit(NOT_STARTED);
    }
    _exit(status ? 1 : 0);
}

/* ---- the parent ---------------------------------------------------------------------------------------------- */

typedef struct {
    char *out, *complaints; /* on the heap, with NUL */
    size_t out_len;
    bool failed; /* it complained */
} result;

/* Reads all output of the child. */
static bool read_all(int fd, char **bytes, size_t *len)
{
    size_t room = 1 << 16;
    *bytes = coset_new(room + 1, 1);
    *len = 0;
    for (;;) {
        ssize_t k = read(fd, *bytes + *len, room - *len);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return k == 0;
        *len += (size_t)k;
        if (*len == room) {
            room *= 2;
            if (room > 2 * MOST_BYTES)
                return false;
            *bytes = coset_resize(*bytes, room + 1, 1);
        }
    }
}

/* One part, preceded by its length; NULL if it is missing. */
static char *take_part(const char *bytes, size_t len, size_t *at, size_t *n)
{
    if (len - *at < sizeof *n)
        return NULL;
    memcpy(n, bytes + *at, sizeof *n);
    *at += sizeof *n;
    if (*n > len - *at)
        return NULL;
    char *part = coset_new(*n + 1, 1);
    memcpy(part, bytes + *at, *n);
    *at += *n;
    return part;
}

static bool take_parts(const char *bytes, size_t len, result *r)
{
    size_t at = 0, n;
    r->out = take_part(bytes, len, &at, &r->out_len);
    r->complaints = r->out ? take_part(bytes, len, &at, &n) : NULL;
    return r->complaints != NULL;
}

/* Blanks lines like `# 12 "model.pml"` from an earlier preprocessor: messages refer to the given text. */
static void blank_markers(char *bytes)
{
    for (char *line = bytes, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        char *at = line + strspn(line, " \t");
        if (*at != '#')
            continue;
        at++;
        at += strspn(at, " \t");
        if (*at >= '0' && *at <= '9')
            memset(line, ' ', (size_t)(end - line));
    }
}

/* The text in an anonymous file that is removed with its last user; -1 on errors. */
static int text_in_memory(const char *bytes, size_t len)
{
    int fd = memfd_create("model", 0);
    if (fd < 0)
        return -1;
    bool ends = len && bytes[len - 1] == '\n';
    char *text = coset_new(len + 1, 1);
    memcpy(text, bytes, len);
    blank_markers(text);
    bool written = write_all(fd, text, len) && (ends || write_all(fd, "\n", 1)) && lseek(fd, 0, SEEK_SET) == 0;
    coset_delete(text);
    if (!written)
        (void)close(fd);
    return written ? fd : -1;
}

/* COSET_INPUT, without a message yet, if the library crashed. */
static coset_status run(int in, arg_list *args, result *r, coset_err *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return coset_fail(err, COSET_IO, "no pipe for the preprocessor: %s", strerror(errno));
    pid_t pid = fork();
    if (pid == 0)
        child(in, ends[1], args->at, (int)args->n - 1);
    (void)close(ends[1]);
    char *bytes = NULL;
    size_t len = 0;
    bool read_it = pid > 0 && read_all(ends[0], &bytes, &len);
    (void)close(ends[0]);
    int status = -1;
    if (pid > 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == COSET_EXIT_EXHAUSTED)
        coset_exhausted();
    bool good = read_it && WIFEXITED(status) && WEXITSTATUS(status) < NOT_STARTED && take_parts(bytes, len, r);
    r->failed = good && WEXITSTATUS(status) == 1;
    coset_delete(bytes);
    if (pid < 0)
        return coset_fail(err, COSET_IO, "the preprocessor cannot be started: %s", strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED)
        return coset_fail(err, COSET_IO, "the preprocessor cannot be run: the system refused a file or a pipe");
    return good ? COSET_OK : COSET_INPUT;
}

/* ---- complaints ---------------------------------------------------------------------------------------------- */

static uint16_t named_file(coset_text *text, uint16_t file, const char *name)
{
    coset_err err;
    uint16_t other;
    if (strcmp(name, MAIN_NAME) == 0 || coset_text_read_once(text, name, &other, &err) != COSET_OK)
        return file;
    return other;
}

/* `name:12: error: what`, preceded by blanks if the source line follows. */
static bool complain(coset_text *text, uint16_t file, char *line)
{
    line += strspn(line, " \t");
    char *mark = strstr(line, ": error: ");
    if (!mark)
        mark = strstr(line, ": fatal: ");
    if (!mark)
        return false;
    *mark = '\0';
    char *colon = strrchr(line, ':');
    coset_pos pos = {.line = 1, .column = 1, .file = file};
    if (colon) {
        *colon = '\0';
        pos.line = (uint32_t)strtoul(colon + 1, NULL, 10);
        pos.file = named_file(text, file, line);
    }
    pos.line = pos.line ? pos.line : 1;
    coset_message(text, COSET_SEVERITY_ERROR, "E010", pos, 1, "%s", mark + strlen(": error: "));
    if (strstr(mark + 1, "include"))
        coset_message_help(text, "files are searched in the folder of the file that includes them");
    return true;
}

static void complain_all(coset_text *text, uint16_t file, char *complaints)
{
    bool any = false;
    for (char *line = complaints, *rest; line && *line; line = rest) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = '\0';
        any = complain(text, file, line) || any;
    }
    if (!any)
        coset_message(text, COSET_SEVERITY_ERROR, "E010", (coset_pos){.line = 1, .column = 1, .file = file}, 1,
                      "the preprocessor cannot read this text");
}

static coset_status give_up(coset_text *text, uint16_t file, const char *why, coset_err *err)
{
    coset_message(text, COSET_SEVERITY_ERROR, "E011", (coset_pos){.line = 1, .column = 1, .file = file}, 1, "%s", why);
    return coset_fail(err, COSET_INPUT, "the text cannot be preprocessed");
}

static coset_status finish(coset_text *text, const coset_pml_origin *from, result *r, coset_arena *arena,
                           coset_pml_source *out, coset_err *err)
{
    if (r->failed) {
        complain_all(text, from->file, r->complaints);
        return coset_fail(err, COSET_INPUT, "the text cannot be preprocessed");
    }
    char *bytes = coset_arena_text_n(arena, r->out, r->out_len);
    coset_pml_source_mapped(out, text, from, bytes, r->out_len, arena);
    return COSET_OK;
}

#define FORMULA "ltl " COSET_PML_GIVEN /* the beginning of the line before a formula */

/* The model's source with the formulas of options appended, so macros have the same meaning in them. */
static const char *with_formulas(coset_text *text, const char *bytes, size_t *len, const coset_temporals *t,
                                 coset_arena *arena)
{
    if (!t || !t->n_formulas)
        return bytes;
    char *all = NULL;
    size_t n = *len;
    FILE *out = coset_text_open(&all, len);
    (void)fwrite(bytes, 1, n, out);
    for (uint32_t i = 0; i < t->n_formulas; i++) {
        const char *formula = coset_text_bytes(text, t->formulas[i], &n);
        (void)fprintf(out, "\n" FORMULA "%u {\n%.*s }\n", (unsigned)i, (int)n, formula);
    }
    coset_text_close(out, &all);
    const char *copy = coset_arena_text_n(arena, all, *len);
    coset_delete(all);
    return copy;
}

coset_status coset_pml_preprocess(coset_text *text, uint16_t file, coset_load_options *options, coset_arena *arena,
                                  coset_pml_source *out, coset_err *err)
{
    size_t len;
    const coset_temporals *asked = options ? options->temporals : NULL;
    const coset_pml_origin from = {file, MAIN_NAME, FORMULA, asked ? asked->formulas : NULL,
                                   asked ? asked->n_formulas : 0};
    const char *bytes = with_formulas(text, coset_text_bytes(text, file, &len), &len, asked, arena);
    bool defines = options && options->n_defines;
    for (uint32_t i = 0; defines && i < options->n_defines; i++)
        options->defines[i].used = true;
    if (!defines && !from.n_formulas && !has_directives(bytes, len)) {
        coset_pml_source_plain(out, text, coset_text_whole(text, file), arena);
        return COSET_OK;
    }
    if (len > MOST_BYTES || memchr(bytes, 0, len))
        return give_up(text, file, "the text is larger than 64 MiB or has a byte 0", err);
    char *tamed = coset_arena_text_n(arena, bytes, len);
    tame(tamed, len);
    if (strncmp(tamed, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
        memset(tamed, ' ', 3);
    int in = text_in_memory(tamed, len);
    if (in < 0)
        return coset_fail(err, COSET_IO, "no memory for the preprocessor: %s", strerror(errno));
    arg_list args = {0};
    list_args(&args, coset_text_name(text, file), options);
    result r = {0};
    coset_status status = run(in, &args, &r, err);
    if (status == COSET_OK)
        status = finish(text, &from, &r, arena, out, err);
    else if (status == COSET_INPUT)
        status = give_up(text, file, "the preprocessor gave up on this text", err);
    (void)close(in);
    coset_delete(r.out);
    coset_delete(r.complaints);
    free_args(&args);
    return status;
}

/* run/output.c - output files are written completely, or left unchanged. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/session.h"

typedef struct {
    FILE *out;
    char *beside; /* the temporary file that is renamed at the end; NULL: written in place */
} output;

static FILE *open_beside(output *o, const char *path, mode_t mode)
{
    static const char ending[] = ".XXXXXX";
    size_t n = strlen(path);
    o->beside = coset_new(n + sizeof ending, 1);
    memcpy(o->beside, path, n);
    memcpy(o->beside + n, ending, sizeof ending);
    int fd = coset_unfinished_make(o->beside);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (out && fchmod(fd, mode) == 0)
        return out;
    const int why = errno;
    if (out)
        (void)fclose(out);
    else if (fd >= 0)
        (void)close(fd);
    coset_unfinished_ends(true);
    coset_delete(o->beside);
    o->beside = NULL;
    errno = why;
    return NULL;
}

static bool may_not(int error) { return error == EACCES || error == EPERM || error == EROFS; }

/* Devices, pipes and links are written in place, and so are files in a folder that permits no new ones. */
static FILE *open_output(output *o, const char *path)
{
    struct stat st;
    const mode_t mask = umask(0);
    (void)umask(mask);
    if (strcmp(path, "-") == 0)
        return stdout;
    bool is_new = lstat(path, &st) != 0;
    if (is_new ? errno == ENOENT : S_ISREG(st.st_mode) && access(path, W_OK) == 0) {
        FILE *out = open_beside(o, path, is_new ? 0666 & ~mask : st.st_mode & 07777);
        if (out || !may_not(errno))
            return out;
    }
    return fopen(path, "w");
}

static coset_status close_output(output *o, const char *path, coset_status status, coset_err *err)
{
    bool failed = (o->out == stdout ? fflush(o->out) : fclose(o->out)) != 0;
    if (failed && status == COSET_OK)
        status = coset_fail(err, COSET_IO, "%s", strerror(errno));
    if (o->beside && status == COSET_OK && rename(o->beside, path) != 0)
        status = coset_fail(err, COSET_IO, "%s", strerror(errno));
    coset_unfinished_ends(status != COSET_OK);
    coset_delete(o->beside);
    return status;
}

int coset_write_file(const char *path, coset_status (*write)(void *ctx, FILE *out, coset_err *err), void *ctx)
{
    coset_err err = {0};
    output o = {0};
    o.out = open_output(&o, path);
    if (!o.out)
        return coset_complain(COSET_EXIT_RESOURCES, "%s: %s", path, strerror(errno));
    coset_status status = write(ctx, o.out, &err);
    if (status == COSET_OK && ferror(o.out))
        status = coset_fail(&err, COSET_IO, "it cannot be written");
    status = close_output(&o, path, status, &err);
    return status == COSET_OK ? COSET_EXIT_HOLDS : coset_complain(coset_exit_of(status), "%s: %s", path, err.text);
}

/* ---- other output files ------------------------------------------------------------------------------------------ */

static coset_status write_failure(void *ctx, FILE *out, coset_err *err) { return coset_failure_json(ctx, out, err); }

void coset_write_failure(const coset_settings *s, const coset_failure *f)
{
    coset_failure copy = *f;
    if (s->json_on_stdout)
        (void)coset_write_file("-", write_failure, &copy);
    for (uint32_t i = 0; i < s->outputs.n; i++)
        if (!s->outputs.at[i].itf)
            (void)coset_write_file(s->outputs.at[i].path, write_failure, &copy);
}

static coset_status write_trail(void *ctx, FILE *out, coset_err *err)
{
    const struct {
        const coset_model *m;
        const coset_trace *t;
    } *what = ctx;
    (void)err;
    coset_trail_write(what->m, what->t, out);
    return COSET_OK;
}

int coset_write_trail(const coset_session *s, const coset_trace *t)
{
    struct {
        const coset_model *m;
        const coset_trace *t;
    } what = {s->model, t};
    const char *path = s->settings->trail;
    if (!path)
        return COSET_EXIT_HOLDS;
    if (t && t->n_states)
        return coset_write_file(path, write_trail, &what);
    coset_complain(COSET_EXIT_HOLDS, "there is no trace to write to %s", path);
    return COSET_EXIT_HOLDS;
}

#include "store/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/err.h"

#define TMPFS      0x01021994
#define RAMFS      0x858458f6
#define LOOK_BYTES (UINT64_C(64) << 20)
#define FREE_SHARE 20 /* 1 / FREE_SHARE of the file system stays free */

static bool has_room(int file)
{
    struct statvfs of;
    return fstatvfs(file, &of) == 0 && of.f_bavail > of.f_blocks / FREE_SHARE;
}

static bool is_on_disk(int file)
{
    struct statfs of;
    return fstatfs(file, &of) == 0 && (uint32_t)of.f_type != TMPFS && (uint32_t)of.f_type != RAMFS;
}

static int open_named(const char *folder)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/coset-XXXXXX", folder);
    if (n < 0 || (size_t)n >= sizeof path)
        return -1;
    int file = mkstemp(path);
    if (file >= 0)
        (void)unlink(path);
    return file;
}

static int open_in(const char *folder)
{
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT))
        file = open_named(folder);
    if (file >= 0 && is_on_disk(file) && has_room(file))
        return file;
    if (file >= 0)
        (void)close(file);
    return -1;
}

void coset__spill_open(coset__spill *s)
{
    const char *folder = getenv("TMPDIR");
    struct rlimit of;
    *s = (coset__spill){.file = -1};
    if (getrlimit(RLIMIT_FSIZE, &of) != 0 || of.rlim_cur != RLIM_INFINITY)
        return;
    if (folder && *folder)
        s->file = open_in(folder);
    if (s->file < 0)
        s->file = open_in("/var/tmp");
}

void coset__spill_close(coset__spill *s)
{
    if (s->file >= 0)
        (void)close(s->file);
    s->file = -1;
}

/* Checks the free space from time to time. */
static bool may_write(coset__spill *s, uint64_t to)
{
    uint64_t looked = atomic_load_explicit(&s->looked, memory_order_relaxed);
    if (to <= looked)
        return true;
    if (!has_room(s->file))
        return false;
    atomic_store_explicit(&s->looked, to + LOOK_BYTES, memory_order_relaxed);
    return true;
}

bool coset__spill_write(coset__spill *s, const void *bytes, uint64_t n, uint64_t *at)
{
    if (!may_write(s, atomic_load_explicit(&s->bytes, memory_order_relaxed) + n))
        return false;
    *at = atomic_fetch_add_explicit(&s->bytes, n, memory_order_relaxed);
    for (uint64_t done = 0; done < n;) {
        ssize_t more = pwrite(s->file, (const char *)bytes + done, n - done, (off_t)(*at + done));
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            return false;
        done += (uint64_t)more;
    }
    return true;
}

void coset__spill_read(const coset__spill *s, uint64_t at, void *bytes, uint64_t n)
{
    for (uint64_t done = 0; done < n;) {
        ssize_t more = pread(s->file, (char *)bytes + done, n - done, (off_t)(at + done));
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            coset_exhausted();
        done += (uint64_t)more;
    }
}

/* base/cache.c - one file for each thing that is kept, in one folder. */
#include "base/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/mem.h"

/* The folder is made smaller when it holds more than MOST bytes, and then to MOST - SPARE. One addition of LOOK is
 * followed by a look at it. */
#ifdef COSET_TEST_SMALL
#define MOST  UINT64_C(65536)
#define SPARE UINT64_C(32768)
#define LOOK  1
#else
#define MOST  (UINT64_C(64) << 20)
#define SPARE (UINT64_C(16) << 20)
#define LOOK  64
#endif
#define LARGEST (UINT64_C(16) << 20) /* bytes of one thing */
#define NAME    40                   /* characters of a file's name, and a NUL */
#define MAGIC   UINT64_C(0x3174657a6f63)

struct coset_cache {
    int folder;
    bool look; /* when it is closed, at how much there is */
};

/* What stands before the bytes in the file. */
typedef struct {
    uint64_t magic, n;
    XXH128_hash_t sum; /* of the bytes, seeded with the key */
} header;

/* ---- keys ------------------------------------------------------------------------------------------------------- */

coset_cache_key coset_cache_key_of(const coset_cache_part *parts, size_t n)
{
    XXH3_state_t *state = XXH3_createState();
    COSET_INVARIANT(state);
    XXH3_128bits_reset(state);
    for (size_t i = 0; i < n; i++) { /* with its length: two pieces are not the same as one */
        XXH3_128bits_update(state, &parts[i].n, sizeof parts[i].n);
        XXH3_128bits_update(state, parts[i].at, parts[i].n);
    }
    XXH128_hash_t h = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return (coset_cache_key){h.high64, h.low64};
}

static XXH128_hash_t sum_of(coset_cache_key key, const void *at, size_t n)
{
    return XXH3_128bits_withSeed(at, n, key.high ^ (key.low << 1));
}

static void name_of(coset_cache_key key, char name[NAME])
{
    (void)snprintf(name, NAME, "%016llx%016llx", (unsigned long long)key.high, (unsigned long long)key.low);
}

/* ---- the folder ------------------------------------------------------------------------------------------------- */

/* The caller deletes it. */
static char *path_of(const char *folder, const char *below)
{
    size_t n = strlen(folder) + strlen(below) + 1;
    char *path = coset_new(n, 1);
    (void)snprintf(path, n, "%s%s", folder, below);
    return path;
}

static bool is_ours(const struct stat *s) { return s->st_uid == geteuid() && (s->st_mode & (S_IWGRP | S_IWOTH)) == 0; }

static int open_folder(const char *path)
{
    struct stat s;
    if (mkdir(path, S_IRWXU) != 0 && access(path, F_OK) != 0)
        return -1;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && (fstat(folder, &s) != 0 || !is_ours(&s))) {
        close(folder);
        return -1;
    }
    return folder;
}

static int open_below(const char *parent, const char *below)
{
    char *path = path_of(parent, below);
    int folder = open_folder(path);
    coset_delete(path);
    return folder;
}

static int open_in_home(const char *home)
{
    char *parent = path_of(home, "/.cache");
    (void)mkdir(parent, S_IRWXU);
    int folder = open_below(parent, "/coset");
    coset_delete(parent);
    return folder;
}

static int find_folder(void)
{
    const char *own = getenv("COSET_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own)
        return strcmp(own, "off") == 0 ? -1 : open_folder(own);
    if (xdg && *xdg == '/')
        return open_below(xdg, "/coset");
    return home && *home == '/' ? open_in_home(home) : -1;
}

coset_cache *coset_cache_open(void)
{
    int folder = find_folder();
    if (folder < 0)
        return NULL;
    coset_cache *c = coset_new(1, sizeof *c);
    c->folder = folder;
    return c;
}

/* ---- one thing -------------------------------------------------------------------------------------------------- */

static bool read_all(int file, void *to, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t k = read(file, (char *)to + done, n - done);
        if (k <= 0)
            return false;
        done += (size_t)k;
    }
    return true;
}

static bool write_all(int file, const void *from, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t k = write(file, (const char *)from + done, n - done);
        if (k <= 0)
            return false;
        done += (size_t)k;
    }
    return true;
}

static void *read_thing(int file, coset_cache_key key, size_t *n)
{
    struct stat s;
    header h;
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode) || !is_ours(&s) || !read_all(file, &h, sizeof h) ||
        h.magic != MAGIC || h.n > LARGEST || (uint64_t)s.st_size != sizeof h + h.n)
        return NULL;
    void *at = coset_new(h.n, 1);
    if (read_all(file, at, h.n) && XXH128_isEqual(sum_of(key, at, h.n), h.sum)) {
        *n = h.n;
        return at;
    }
    coset_delete(at);
    return NULL;
}

void *coset_cache_find(coset_cache *c, coset_cache_key key, size_t *n)
{
    char name[NAME];
    name_of(key, name);
    int file = c ? openat(c->folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (file < 0)
        return NULL;
    void *at = read_thing(file, key, n);
    close(file);
    return at;
}

void coset_cache_add(coset_cache *c, coset_cache_key key, const void *at, size_t n)
{
    char name[NAME], fresh[NAME];
    header h = {MAGIC, n, sum_of(key, at, n)};
    if (!c || n > LARGEST)
        return;
    name_of(key, name);
    /* Two that write the same thing at once have names of their own, or the second one gives up. */
    (void)snprintf(fresh, NAME, "new-%.16s-%lx", name, (unsigned long)getpid());
    int file = openat(c->folder, fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (file < 0)
        return;
    bool written = write_all(file, &h, sizeof h) && write_all(file, at, n);
    written = close(file) == 0 && written;
    if (!written || renameat(c->folder, fresh, c->folder, name) != 0)
        (void)unlinkat(c->folder, fresh, 0);
    c->look = c->look || key.low % LOOK == 0;
}

/* ---- what is too much ------------------------------------------------------------------------------------------- */

typedef struct {
    struct timespec written;
    uint64_t bytes;
    char name[NAME];
} entry;

typedef COSET_VEC(entry) entries;

static int by_age(const void *a, const void *b)
{
    const struct timespec *x = &((const entry *)a)->written, *y = &((const entry *)b)->written;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Fills `all`; their bytes, with the blocks of the disk that they take. */
static uint64_t list_files(int folder, entries *all)
{
    struct stat s;
    uint64_t bytes = 0;
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy < 0 ? NULL : fdopendir(copy);
    for (struct dirent *d; dir && (d = readdir(dir)) != NULL;) {
        if (strlen(d->d_name) >= NAME || fstatat(folder, d->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(s.st_mode))
            continue;
        entry *e = coset_vec_add(all);
        *e = (entry){.written = s.st_mtim, .bytes = (uint64_t)s.st_blocks * 512};
        memcpy(e->name, d->d_name, strlen(d->d_name) + 1);
        bytes += e->bytes;
    }
    if (dir)
        closedir(dir);
    return bytes;
}

static void make_room(int folder)
{
    entries all = {0};
    uint64_t bytes = list_files(folder, &all);
    if (bytes > MOST) {
        qsort(all.at, all.n, sizeof *all.at, by_age);
        for (uint32_t i = 0; i < all.n && bytes > MOST - SPARE; i++) {
            (void)unlinkat(folder, all.at[i].name, 0);
            bytes -= all.at[i].bytes;
        }
    }
    coset_vec_fini(&all);
}

void coset_cache_close(coset_cache *c)
{
    if (!c)
        return;
    if (c->look)
        make_room(c->folder);
    close(c->folder);
    coset_delete(c);
}

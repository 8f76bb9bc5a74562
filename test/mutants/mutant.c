/* The choice of a mutant, and the record of those that are reached: a file that all processes of a test share. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 65536 };

/* Set before main; const for files that include mutant.h. */
static unsigned char nowhere[MOST];
unsigned char *coset_mutant_seen = nowhere;
int coset_mutant_acting = -1;

__attribute__((constructor)) static void choose(void)
{
    const char *acting = getenv("COSET_MUTANT"), *path = getenv("COSET_MUTANT_SEEN");
    if (acting)
        coset_mutant_acting = atoi(acting);
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0)
        return;
    void *map = mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map != MAP_FAILED)
        coset_mutant_seen = map;
    close(file);
}

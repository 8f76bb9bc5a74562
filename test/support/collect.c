/* test/support/collect.c - bad luck for decision diagrams: before each node that the library makes, all nodes that
 * nobody holds are collected. Loaded before the library (LD_PRELOAD), whose own calls come here too: so a handle that
 * is used without a reference, by us or inside of an operation, names a node that has become another one.
 *
 * At the end it says how often that was, where COSET_COLLECTED names a file.
 */
#include <bdd.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int (*make)(unsigned int level, int low, int high);
static unsigned long made;
static int begins; /* more variables are made: the library's stack of references may have an entry not written yet */

int bdd_makenode(unsigned int level, int low, int high);

int bdd_makenode(unsigned int level, int low, int high)
{
    if (!make) {
        void *found = dlsym(RTLD_NEXT, "bdd_makenode");
        memcpy(&make, &found, sizeof make); /* a function behind a pointer to data */
    }
    if (!begins) {
        made++;
        bdd_gbc();
    }
    return make(level, low, high);
}

int bdd_setvarnum(int n)
{
    int (*set)(int n);
    void *found = dlsym(RTLD_NEXT, "bdd_setvarnum");
    memcpy(&set, &found, sizeof set);
    begins = 1;
    int status = set(n);
    begins = 0;
    int **stack = dlsym(RTLD_NEXT, "bddrefstack");
    if (stack && *stack) /* its entries may be looked at before they are written */
        memset(*stack, 0, ((size_t)n * 2 + 4) * sizeof **stack);
    return status;
}

__attribute__((destructor)) static void tell(void)
{
    const char *name = getenv("COSET_COLLECTED");
    FILE *out = name ? fopen(name, "w") : NULL;
    if (!out)
        return;
    fprintf(out, "%lu\n", made);
    fclose(out);
}

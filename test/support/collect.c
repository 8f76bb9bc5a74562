/* test/support/collect.c - the worst case for decision diagrams: before the library creates a node, all nodes without a
 * reference are collected. Linked with the program instead of the library's own functions (--wrap), whose internal
 * calls come here too: so a handle that is used without a reference, by us or inside of an operation, names a node that
 * has become another one.
 *
 * At the end it writes the number of collections to the file that COSET_COLLECTED names.
 */
#include <bdd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long made;
static int begins; /* more variables are created: the library's stack of references may have an entry not written yet */

extern int *bddrefstack;

int __real_bdd_makenode(unsigned int level, int low, int high);
int __wrap_bdd_makenode(unsigned int level, int low, int high);
int __real_bdd_setvarnum(int n);
int __wrap_bdd_setvarnum(int n);

int __wrap_bdd_makenode(unsigned int level, int low, int high)
{
    if (!begins) {
        made++;
        bdd_gbc();
    }
    return __real_bdd_makenode(level, low, high);
}

int __wrap_bdd_setvarnum(int n)
{
    begins = 1;
    int status = __real_bdd_setvarnum(n);
    begins = 0;
    if (bddrefstack) /* its entries may be read before they are written */
        memset(bddrefstack, 0, ((size_t)n * 2 + 4) * sizeof *bddrefstack);
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

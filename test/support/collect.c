/* test/support/collect.c - bad luck for decision diagrams: before each node that the library makes, all nodes that
 * nobody holds are collected. Linked with the program in place of the library's own functions (--wrap), whose calls
 * among one another come here too: so a handle that is used without a reference, by us or inside of an operation, names
 * a node that has become another one.
 *
 * At the end it says how often that was, where COSET_COLLECTED names a file.
 */
#include <bdd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long made;
static int begins; /* more variables are made: the library's stack of references may have an entry not written yet */

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
    if (bddrefstack) /* its entries may be looked at before they are written */
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

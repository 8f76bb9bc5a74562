/* Checks of type annotations: each belongs to one definition of its list of declarations. */
#include "lang/cspm/syntax/parse_int.h"

static bool binds(const cspm_node *pattern, const char *name)
{
    if (pattern->kind == CSPM_NAME)
        return pattern->text == name;
    for (uint32_t i = 0; i < pattern->n; i++)
        if (binds(pattern->kid[i], name))
            return true;
    return false;
}

/* The declaration defines `name` so that an annotation may describe it. */
static bool defines(const cspm_node *decl, const char *name)
{
    switch (decl->kind) {
    case CSPM_FUNCTION:
    case CSPM_NAMETYPE:
        return decl->text == name;
    case CSPM_VALUE:
        return binds(decl->kid[0], name);
    case CSPM_CHANNEL:
        for (uint32_t i = 0; i < decl->split; i++)
            if (decl->kid[i]->text == name)
                return true;
        return false;
    case CSPM_DATATYPE:
        for (uint32_t i = 0; i < decl->n; i++)
            if (decl->kid[i]->text == name)
                return true;
        return false;
    default:
        return false;
    }
}

typedef struct {
    const cspm_node *name, *target;
} annotated;

static void wrong_annotation(cspm_parser *p, const cspm_node *name, const char *code, const char *what)
{
    coset_message(p->text, COSET_SEVERITY_ERROR, code, name->pos, name->end - name->begin, "`%s` has %s", name->text,
                  what);
}

static void check_annotation(cspm_parser *p, annotated a, const annotated *seen, uint32_t n)
{
    if (!a.target)
        wrong_annotation(p, a.name, "C066", "a type annotation without a definition");
    for (uint32_t i = 0; i < n; i++)
        if (seen[i].name->text == a.name->text)
            wrong_annotation(p, a.name, "C067", "a second type annotation");
        else if (a.target && a.target->kind == CSPM_CHANNEL && seen[i].target == a.target)
            wrong_annotation(p, a.name, "C068", "an annotation, but its channel declaration has one already");
}

static const cspm_node *target_of(const cspm_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (defines(list->at[i], name))
            return list->at[i];
    return NULL;
}

void coset__cspm_check_annotations(cspm_parser *p, const cspm_list *list)
{
    COSET_VEC(annotated) seen = {0};
    for (uint32_t i = 0; i < list->n; i++) {
        const cspm_node *a = list->at[i];
        for (uint32_t k = 0; a->kind == CSPM_ANNOTATION && k < a->split; k++) {
            annotated found = {a->kid[k], target_of(list, a->kid[k]->text)};
            check_annotation(p, found, seen.at, seen.n);
            *coset_vec_add(&seen) = found;
        }
    }
    coset_vec_fini(&seen);
}

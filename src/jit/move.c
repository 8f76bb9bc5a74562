/* jit/move.c - exchanging elements of a state as straight-line code. */
#include "ir/native_move.h"

#include <string.h>

#include "jit/compile.h"

typedef struct {
    coset_jit n;
    const coset_native_move_plan *plan;
    LLVMValueRef image, src, dst;
    LLVMValueRef *images;   /* [n_points] the image of each point; NULL: not read yet */
    LLVMValueRef *elements; /* [n_points] the element there; likewise */
} builder;

static LLVMValueRef add(builder *b, LLVMValueRef x, LLVMValueRef y) { return LLVMBuildAdd(b->n.b, x, y, ""); }

static LLVMValueRef u32(builder *b, uint32_t v) { return coset_jit_u32(&b->n, v); }

static LLVMValueRef at(builder *b, LLVMValueRef array, LLVMValueRef i)
{
    LLVMValueRef wide = LLVMBuildZExt(b->n.b, i, b->n.i64, "");
    return LLVMBuildInBoundsGEP2(b->n.b, b->n.i32, array, &wide, 1, "");
}

static LLVMValueRef load(builder *b, LLVMValueRef array, LLVMValueRef i)
{
    return LLVMBuildLoad2(b->n.b, b->n.i32, at(b, array, i), "");
}

/* Each is read once: the code has no branches, and this spares later passes the analysis. */
static LLVMValueRef image_of(builder *b, uint32_t point)
{
    COSET_INVARIANT(point < b->plan->n_points);
    if (!b->images[point])
        b->images[point] = load(b, b->image, u32(b, point));
    return b->images[point];
}

static LLVMValueRef table_of(builder *b, const uint32_t *table)
{
    return LLVMBuildBitCast(b->n.b, coset_jit_address_of(&b->n, table), b->n.p32, "");
}

static LLVMValueRef element_of(builder *b, uint32_t point)
{
    COSET_INVARIANT(point < b->plan->n_points);
    if (!b->elements[point])
        b->elements[point] = load(b, table_of(b, b->plan->elements), image_of(b, point));
    return b->elements[point];
}

/* table[i] of a constant table: by arithmetic if its entries are equidistant. */
static LLVMValueRef look_up(builder *b, const uint32_t *table, uint32_t n, LLVMValueRef i)
{
    COSET_INVARIANT(n > 0);
    uint32_t step = n > 1 ? table[1] - table[0] : 0, k = 0;
    while (k < n && table[k] == table[0] + k * step)
        k++;
    if (k == n)
        return add(b, u32(b, table[0]), LLVMBuildMul(b->n.b, i, u32(b, step), ""));
    return load(b, table_of(b, table), i);
}

static void build_column(builder *b, const coset_native_column *c)
{
    for (uint32_t i = 0; i < c->n; i++) {
        LLVMValueRef to = LLVMBuildSub(b->n.b, image_of(b, c->first + i), u32(b, c->first), "");
        LLVMValueRef slot = look_up(b, c->slots, c->n, to);
        LLVMBuildStore(b->n.b, load(b, b->src, u32(b, c->slots[i])), at(b, b->dst, slot));
    }
}

/* The target slot of the cell's value: for each axis, it moves as many strides as the element moves. */
static LLVMValueRef destination(builder *b, const coset_native_cell *c)
{
    uint32_t from = c->slot;
    LLVMValueRef to = u32(b, 0);
    for (uint32_t x = 0; x < c->n_axes; x++) {
        uint32_t point = c->axes[x].point, stride = c->axes[x].stride;
        COSET_INVARIANT(from >= stride * b->plan->elements[point]); /* an array begins at slot 0 or later */
        from -= stride * b->plan->elements[point];
        to = add(b, to, LLVMBuildMul(b->n.b, element_of(b, point), u32(b, stride), ""));
    }
    return add(b, to, u32(b, from));
}

/* The image of the value if it lies in the span, else `other`. Table reads stay in bounds: outside the span they read
 * the entry of its first value, or the first point. */
static LLVMValueRef renamed(builder *b, const coset_native_cell *c, const coset_native_span *s, LLVMValueRef value,
                            LLVMValueRef other)
{
    LLVMBuilderRef at_end = b->n.b;
    LLVMValueRef zero = u32(b, 0), i = LLVMBuildSub(at_end, value, u32(b, s->lo), "");
    LLVMValueRef is = LLVMBuildICmp(at_end, LLVMIntULT, i, u32(b, s->n), "");
    LLVMValueRef point = look_up(b, s->points, s->n, LLVMBuildSelect(at_end, is, i, zero, ""));
    is = LLVMBuildAnd(at_end, is, LLVMBuildICmp(at_end, LLVMIntNE, point, u32(b, UINT32_MAX), ""), "");
    LLVMValueRef image = load(b, b->image, LLVMBuildSelect(at_end, is, point, zero, ""));
    return LLVMBuildSelect(at_end, is, load(b, table_of(b, c->values), image), other, "");
}

static void build_cell(builder *b, const coset_native_cell *c)
{
    LLVMValueRef value = load(b, b->src, u32(b, c->slot)), result = value;
    for (uint32_t s = 0; s < c->n_spans; s++)
        result = renamed(b, c, &c->spans[s], value, result);
    LLVMBuildStore(b->n.b, result, at(b, b->dst, destination(b, c)));
}

static void build(builder *b, const char *name)
{
    coset_jit *n = &b->n;
    LLVMTypeRef parameters[] = {n->p32, n->p32, n->p32, LLVMPointerType(n->p8, 0)};
    n->module = LLVMModuleCreateWithNameInContext("coset", n->context);
    n->fn = LLVMAddFunction(n->module, name, LLVMFunctionType(LLVMVoidTypeInContext(n->context), parameters, 4, 0));
    for (unsigned i = 1; i <= 4; i++) /* they do not overlap */
        LLVMAddAttributeAtIndex(n->fn, i, n->no_alias);
    b->image = LLVMGetParam(n->fn, 0);
    b->src = LLVMGetParam(n->fn, 1);
    b->dst = LLVMGetParam(n->fn, 2);
    n->table = LLVMGetParam(n->fn, 3);
    coset_jit_at(n, coset_jit_block(n, "entry"));
    for (uint32_t c = 0; c < b->plan->n_columns; c++)
        build_column(b, &b->plan->columns[c]);
    for (uint32_t c = 0; c < b->plan->n_cells; c++)
        build_cell(b, &b->plan->cells[c]);
    LLVMBuildRetVoid(n->b);
}

coset_status coset_jit_move(const coset_native_move_plan *plan, coset_native_moves *out, coset_err *err)
{
    builder b = {.plan = plan,
                 .images = coset_new(plan->n_points, sizeof *b.images),
                 .elements = coset_new(plan->n_points, sizeof *b.elements)};
    coset_compiler compiler = {.tier = COSET_NATIVE_GOOD, .straight = true};
    uintptr_t address = 0;
    LLVMErrorRef e = coset_compiler_open(&compiler, &b.n);
    out->keeper = compiler.jit;
    if (!e) {
        build(&b, "move");
        e = coset_compiler_add(&compiler, b.n.module);
    }
    if (!e)
        e = coset_compiler_find(&compiler, "move", &address);
    coset_compiler_close(&compiler, &b.n);
    coset_delete(b.images);
    coset_delete(b.elements);
    memcpy(&out->code, &address, sizeof out->code);
    out->tables = b.n.addresses.at;
    return e ? coset_compiler_refuse(err, e) : COSET_OK;
}

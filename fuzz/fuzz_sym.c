/* fuzz_sym - any bytes as the .sym file of a Promela model that has something for each kind of declaration. */
#include <string.h>

#include "lang/promela/promela.h"
#include "memory.h"
#include "model/model.h"
#include "target.h"

static const char model_text[] = "mtype = { ask, tell }\n"
                                 "typedef entry { byte who; bool set[3]; chan to = [1] of { byte } }\n"
                                 "chan queue[3] = [2] of { mtype, pid, byte };\n"
                                 "byte owner; pid last; bool wants[3]; entry table[2]; entry one;\n"
                                 "proctype client(byte me; chan out) {\n"
                                 "  byte other; bool seen[3]; chan mine;\n"
                                 "  do :: wants[me] = true; out!ask, _pid, me; queue[me]?tell, last, other\n"
                                 "     :: owner == me -> table[0].set[me] = seen[other]; one.who = other od }\n"
                                 "active [3] proctype worker() { byte turn; turn = owner; assert(turn < 3) }\n"
                                 "init { atomic { run client(0, queue[0]); run client(1, queue[1]) } }\n";

void coset_fuzz_run(const char *name, const char *bytes, size_t size, FILE *out)
{
    char path[40];
    int fd = coset_fuzz_file(bytes, size, path);
    if (fd < 0)
        return;
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, "model.pml", model_text, strlen(model_text));
    coset_load_options options = {.sym = path};
    coset_model *model = NULL;
    coset_err err;
    coset_status status = coset_promela.load(text, file, &options, &model, &err);
    if (out) {
        (void)fprintf(out, "%s %s\n", status == COSET_OK ? "ok" : "no", name);
        coset_text_print(text, out, false, 0);
    }
    coset_model_free(model);
    coset_text_free(text);
    (void)close(fd);
}

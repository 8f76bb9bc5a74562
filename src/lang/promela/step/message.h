/* lang/promela/step/message.h - the effects of sends and receives on a channel of shape s.
 *
 * Layer    lang/promela/step.
 */
#ifndef COSET_LANG_PROMELA_STEP_MESSAGE_H
#define COSET_LANG_PROMELA_STEP_MESSAGE_H

#include "lang/promela/program/pieces.h"

void coset_pml_send(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                    uint32_t s);
void coset_pml_receive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                       uint32_t s);

#endif

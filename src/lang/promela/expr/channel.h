/* lang/promela/expr/channel.h - channels: their shapes, queries, enabledness of sends and receives.
 *
 * Layer    lang/promela/expr.
 */
#ifndef COSET_LANG_PROMELA_EXPR_CHANNEL_H
#define COSET_LANG_PROMELA_EXPR_CHANNEL_H

#include "lang/promela/program/pieces.h"

/* Fields of a channel's record. */
enum { COSET_PML_CHANNEL_LENGTH, COSET_PML_CHANNEL_MESSAGES };

/* The shapes that a channel expression may have: fills `shapes`, returns how many. */
uint32_t coset_pml_shapes_of(coset_pml_lowerer *l, const coset_pml_expr *chan, uint32_t n_args, uint32_t *shapes);
/* The channel has shape s; NULL: always. */
const coset_ir_expr *coset_pml_is_shape(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan,
                                        uint32_t s);
/* The number of a channel. */
const coset_ir_expr *coset_pml_number_of(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan);
/* The current offer is on this channel, of shape s. */
const coset_ir_expr *coset_pml_is_offered(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan,
                                          uint32_t s);
/* The channel of a send or receive that only appends a message, or removes the first one; else NULL. */
const coset_ir_place *coset_pml_queue(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                      uint32_t s);
/* The channel with that number; its length; message number `at`. */
const coset_ir_place *coset_pml_channel(coset_pml_lowerer *l, const coset_ir_expr *number, uint32_t s,
                                        const coset_pml_expr *chan);
const coset_ir_expr *coset_pml_length(coset_pml_lowerer *l, const coset_ir_place *channel);
const coset_ir_place *coset_pml_message(coset_pml_lowerer *l, const coset_ir_place *channel, const coset_ir_expr *at);
/* Message number `at` matches the constants among the arguments; NULL: all do. */
const coset_ir_expr *coset_pml_matches(coset_pml_lowerer *l, const coset_pml_who *who, const coset_ir_place *channel,
                                       const coset_ir_expr *at, const coset_pml_expr *args, uint32_t n_fields);
const coset_ir_expr *coset_pml_lower_poll(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* Evaluating `e` polls a rendez-vous channel, which is an error, as in Spin's verifier; NULL: never. */
#define COSET_PML_POLLED_OFFER "a rendez-vous channel cannot be polled"
const coset_ir_expr *coset_pml_polls_offer(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
const coset_ir_expr *coset_pml_lower_chan_op(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* Whether a send or receive on a channel of shape s can be executed, ignoring its rendez-vous partner. */
const coset_ir_expr *coset_pml_can_send(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                        uint32_t s);
const coset_ir_expr *coset_pml_can_receive(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                           uint32_t s);
/* The channel of a send or receive may have shape s. */
bool coset_pml_can_have_shape(coset_pml_lowerer *l, const coset_pml_stmt *st, uint32_t s);

#endif

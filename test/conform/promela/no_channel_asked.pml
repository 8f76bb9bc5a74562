/* expect: exit=12 */
/* Spin stops with an error where a variable without a channel is asked for its length, also if no channel exists. */
chan q;
active proctype P() { if :: nempty(q) -> skip :: empty(q) -> skip fi }

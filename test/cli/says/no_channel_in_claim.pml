/* A variable that holds no channel is asked for its length: no error in the text, but a fault as soon as it is evaluated. */
/* run: check --ltl=[](len(q)<2->len(q)>0) */
/* exit: 20 */
/* says: a run ends in a fault: index 0 of `channel` is not in the channels that exist */
chan q;
active proctype P() { printf("hello\n") }

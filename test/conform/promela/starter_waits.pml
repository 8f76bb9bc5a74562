/* expect: states=32 transitions=106 orbits=10 group=6 exit=0 */
/* The process that starts the others then waits for ever: where its run ends is certain. */
byte n;
proctype p(byte me) { do :: n = me :: n == me -> n = 3 od }
init { atomic { run p(0); run p(1); run p(2) }; end: do :: false od }

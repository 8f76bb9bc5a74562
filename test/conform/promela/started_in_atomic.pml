/* expect: states=38 transitions=54 orbits=16 group=6 exit=0 */
/* An atomic sequence waits for a partner that may not have been started: not all states of an orbit are reachable. */
chan c = [0] of { byte };
byte x;
proctype P() { byte l; end: if :: atomic { x < 3; x++; endsend: c!1; x-- } :: c?l fi; enddone: do :: x > 9 od }
init { run P(); run P(); run P() }

/* expect: exit=0 states=56 transitions=82 orbits=56 group=1 */
/* a process that is started later takes the number of one that is gone */
byte seen;
proctype P() { seen = _pid }
init { run P(); run P(); (seen > 0) -> run P() }

/* expect: states=0 exit=0 */
/* a process that is started later takes the number of one that is gone */
byte seen;
proctype P() { seen = _pid }
init { run P(); run P(); (seen > 0) -> run P() }

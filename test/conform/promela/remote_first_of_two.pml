/* expect: states=48 transitions=96 orbits=48 group=1 exit=0 */
/* P:b and P@L mean one of two processes: no symmetry. */
byte x;
active [2] proctype P() { bit b; do :: b = 1 - b; x = P:b ; L: x = P:b od }

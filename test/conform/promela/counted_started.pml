/* expect: group=24 states=81 orbits=26 exit=0 */
bool want[4]; byte cnt;
proctype P(byte me) { do :: atomic { want[me] = !want[me] } od }
proctype S() { byte k, s; do :: atomic { s = 0; for (k : 0 .. 3) { s = s + want[k] } cnt = s; s = 0; k = 0 } od }
init { byte i; atomic { for (i : 0 .. 3) { run P(i) } run S() } }

/* expect: states=80 transitions=200 orbits=40 group=4 exit=0 */
/* The processes that are there from the beginning move before others are started in one step; it leaves them alone. */
byte a[2];
byte n;
active [2] proctype A() { a[_pid] = 1; a[_pid] = a[_pid] + 1; assert(a[_pid] == 2); end: do :: false od }
proctype B() { n++; end: do :: false od }
init { atomic { run B(); run B() } }

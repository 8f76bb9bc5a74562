/* expect: exit=14 orbits=10 group=6 */
/* A condition on where each process of a proctype is, written out, singles none of them out. */
byte n;
active [3] proctype w() { do :: n < 2 -> n++; cs: n-- od }
active proctype m() { do :: assert(!(w[0]@cs && w[1]@cs && w[2]@cs)) od }

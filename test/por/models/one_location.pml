/* verdict: 0
   stored 27: --symmetry=off --por=off
   stored 7: --symmetry=off --por=cluster --clusters=HERE/one_location.clusters
   Processes of one location, which have no slot for it, are named in clusters, too. Each of x has three values. A[1] and
   A[0] are independent of all others, so they come first and alone, two steps each; then x[2] has its three values. */
byte x[3];
active [2] proctype A() { do :: d_step { x[_pid] == 0 -> x[_pid] = 1 } :: d_step { x[_pid] == 1 -> x[_pid] = 2 } od }
active proctype B() { do :: d_step { x[2] < 2 -> x[2]++ } od }
active [2] proctype C() { do :: d_step { x[2] == 2 -> x[2] = 0 } od }

/* Two pairs of processes that write two variables (Bosnacki's thesis, ch. 2, example 2: ample sets have all 25 states
   there; here they depend on the state, and a process whose partner has ended is alone). verdict: 0
   stored 25: --symmetry=off --por=off
   taken 40: --symmetry=off --por=off
   stored at most 25: --symmetry=off --por=ample
   stored 13: --symmetry=off --por=cluster --clusters=HERE/two_pairs.clusters
   taken 12: --symmetry=off --por=cluster --clusters=HERE/two_pairs.clusters */
byte u, v;
active proctype P0() { u = 0; end: false }
active proctype P1() { u = 1; end: false }
active proctype P2() { v = 0; end: false }
active proctype P3() { v = 1; end: false }

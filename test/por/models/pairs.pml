/* Pairs of processes that write one variable each; the best case for clusters. reduced: yes. verdict: 0
   stored 329: --symmetry=off --por=off
   stored 304: --symmetry=off --por=ample
   stored 304: --symmetry=off --por=ample --search=dfs
   stored 66: --symmetry=off --por=cluster
   stored 66: --symmetry=off --por=cluster --search=dfs
   stored 66: --symmetry=off --por=cluster --clusters=HERE/pairs.clusters
   stored 304: --symmetry=off --por=cluster --clusters=HERE/apart.clusters
   Bosnacki's thesis, ch. 2, table 1. */
int u, v, w;
proctype U0() { u = 0 }
proctype U1() { u = 1 }
proctype V0() { v = 0 }
proctype V1() { v = 1 }
proctype W0() { w = 0 }
proctype W1() { w = 1 }
init { atomic { run U0(); run U1(); run V0(); run V1(); run W0(); run W1() } }

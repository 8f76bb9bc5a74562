/* Pairs of processes that meet among themselves: what a send without a taker waits for is known. reduced: yes. verdict: 0
   stored 2197: --symmetry=off --por=off
   stored 216: --symmetry=off --por=stubborn
*/
chan c[3] = [0] of { bit };
active [3] proctype S() { byte n; do :: n < 2 -> n++; c[_pid]!1 :: else -> break od }
active [3] proctype R() { byte n; bit b; end: do :: c[_pid - 3]?b; n = n + 1 od }

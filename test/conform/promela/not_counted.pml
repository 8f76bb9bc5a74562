/* expect: group=6 exit=0 */
byte x[3]; byte o;
active [3] proctype P() { byte k; do :: atomic { if :: k = 0 :: k = 1 fi; do :: k < 3 -> x[k] = 1 - x[k]; k++ :: else -> break od; k = 0 } :: d_step { if :: o == 0 -> k = 0 :: else -> k = 1 fi; do :: k < 3 -> x[k] = 1 - x[k]; k++ :: else -> break od; k = 0; o = 1 - o } od }

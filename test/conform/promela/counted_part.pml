/* expect: group=1 states=24 exit=0 */
bool want[3]; byte cnt; int s;
active [3] proctype P() { byte k; do :: atomic { want[_pid] = !want[_pid] } :: atomic { cnt = 0; k = 1; skip; do :: k <= 2 -> cnt = cnt + want[k]; k++ :: k == 3 -> break od; k = 0 } od }

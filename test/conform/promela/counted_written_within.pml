/* expect: group=1 states=32 transitions=192 exit=0 */
/* A loop whose counter is also written within an option of a choice is none over all elements. */
bool want[3]; byte cnt; int s;
active [3] proctype P() { byte k; do :: atomic { want[_pid] = !want[_pid] } :: atomic { cnt = 0; k = 0; do :: k <= 2 -> if :: want[k] -> k = 2 :: else fi; cnt = cnt + 1; k++ :: k == 3 -> break od; k = 0 } od }

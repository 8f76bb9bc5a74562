/* expect: group=1 states=36 exit=0 */
bool want[3]; byte who = 7; byte found;
active [3] proctype P() { do :: atomic { !want[_pid] -> want[_pid] = true } :: atomic { who == _pid -> who = 7; want[_pid] = false } od }
active proctype S() { byte k; do :: atomic { who == 7 -> found = 0; k = 0; do :: k < 3 -> if :: want[k] && who == 7 -> who = k; found++ :: else fi; k++ :: else -> break od; assert(found <= 1) } od }

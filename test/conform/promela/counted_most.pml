/* expect: group=6 states=139 orbits=27 exit=0 */
byte ticket[3]; bool inside[3]; byte n;
active [3] proctype P() { byte i, max;
  do :: atomic { max = 0; for (i : 0 .. 2) { if :: ticket[i] > max -> max = ticket[i] :: else fi } ticket[_pid] = max + 1; i = 0 }
     atomic { (ticket[_pid] == 1) -> n++; inside[_pid] = true; assert(n == 1) };
     atomic { n--; inside[_pid] = false; ticket[_pid] = 0; i = 0; do :: i < 3 -> if :: i != _pid && ticket[i] > 0 -> ticket[i] = ticket[i] - 1 :: else fi; i++ :: i >= 3 -> break od; max = 0; i = 0 }
  od }

/* expect: group=24 states=48 orbits=9 exit=0 */
byte got[4]; byte v = 9;
active [4] proctype P() { byte j;
 do :: atomic { v == 9 -> v = _pid; j = 0; do :: j < 4 && j != _pid -> got[j]++; if :: got[j] > 1 -> got[j] = 0 :: else fi; j++ :: j == _pid -> j++ :: j == 4 -> break od }
    :: atomic { v == _pid -> v = 9; for (j : 0 .. 3) { got[j] = 0 } }
 od }

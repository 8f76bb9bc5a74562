/* expect: group=6 states=110 orbits=36 exit=0 */
byte done[3]; byte c;
active [3] proctype W() { do :: done[_pid] == 0 -> c++; done[_pid] = 1 :: done[_pid] == 1 && c == 3 -> skip od }
active proctype Check() { byte i, s;
end: do :: c == 3 -> atomic { i = 0; s = 0; do :: i < 3 -> s = s + done[i]; i++ :: else -> break od; assert(s <= c); s = 0; i = 0 } od }

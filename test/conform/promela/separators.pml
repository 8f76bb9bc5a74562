/* expect: exit=0 */
/* What separates statements, and signs that Spin reads in its own way. */
byte n = 5; byte m; */
inline set(x) { n = x }
inline twice(x, y) { x = y; lab: x++
  set(y) }
active proctype P() { */
  n = 3
  set(1)
  if :: n = 3 :: n = 4 fi
  set(1)
  do :: n < 2 --> n++ :: else --> break od
  set(2)
  set(3) set(4); atomic { n = 6 } set(5)
  { n = 2 } set(2) n = 3
  again: twice(n, 2)
  O:
  twice(m, 3)
  /* one /* two */ */
  m = (n <=< 1); m = (n >=> 1); (n !!= 9); m = (n-->1:2)
}

/* expect: states=444 transitions=1033 orbits=444 group=1 exit=0 */
/* A remote reference without a pid means the process of P with the smallest pid, as in Spin; when it has ended, the next. */
byte x;
proctype P(byte k) { byte v = k; L: x = k; v = 7 }
init { run P(1); run P(2); run P(3); end: do :: P@L -> x = P:v :: x == 3 -> break od }

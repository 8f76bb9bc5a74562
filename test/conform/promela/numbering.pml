/* expect: exit=14 */
/* Loops that are made of for and select, escapes of all kinds, labels: trails need Spin's numbers of statements. */
typedef M {byte x; byte y};
byte a[3]; chan q=[2] of {M};
init { byte i; byte n=40; M m;
 for (i : 1 .. 3) { n = n+i }
 for (i in a) { a[i] = 1 }
 m.x=1; q!m;
 for (m in q) { n = m.x }
 select (i : 1 .. 4);
 select (i : 0 .. n);
 do :: i > 3 -> break :: else -> i++; if :: i==2 -> goto L :: i != 2 fi; skip; L: n--  od;
 { n = 1 } unless { i == 77 };
 n = 2 unless i == 78;
 if :: n = 3 :: n = 4 fi unless { i == 79; n = 9 };
 atomic { n = 5; n = 6 } unless atomic { i == 80 ; n = 8};
 { n = 7; n = 17 } unless i == 81;
 n = 1 unless { i == 2 unless n == 3 };
 lab: { n = 55 } unless i == 82;
 lab2: atomic { n = 56; n = 58 } unless { i == 82; n = 8 };
 d_step { n = 1; i = 2; if :: i == 2 -> n = 3 :: else fi; do :: n > 0 -> n-- :: else -> break od };
 assert(false)
}

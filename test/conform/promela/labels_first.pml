/* expect: exit=0 */
/* A label may be on a loop, or behind a declaration, where a block begins. */
byte n, k, a[2];
inline f() { L: do :: n < 3 -> n++ :: n == 1 -> n = 3; goto L :: else -> break od; n = 0 }
inline g() { byte z; M: n++; z = n }
active proctype P() {
  n = 1;
  f();
  atomic { L: for (k : 1 .. 2) { n++ } }
  { select (k : n .. 3) }
  { L: select (k : n .. 4) }
  g()
  { n++ } unless { L: do :: n == 3 -> break od }
  if :: byte z; L: n = z :: n == 99 fi
}

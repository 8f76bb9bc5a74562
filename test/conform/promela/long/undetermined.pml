/* expect: exit=14 */
byte x = 1;
chan q = [1] of { byte };
D_proctype P() { do :: x < 4 -> x++ :: x == 3 -> break od; do :: q?1 -> x = 0 :: q?2 -> x = 5 :: timeout -> break od }
active D_proctype Q() { q!1; q!2 }
init { run P() }

/* verdict: 0
   A put into one queue and a take from another one depend on one another by a variable: both orders are needed. */
byte v, w;
chan p = [2] of { byte };
chan q = [2] of { byte };
active proctype F() { q!5; run A(); run B() }
proctype A() { p!v }
proctype B() { q?v }
active proctype C() { byte x; p?x; if :: x == 0 -> w = 1 :: x == 5 -> w = 2 fi }

/* expect: ends=holds all=holds zero=fails seen=fails */
/* A run that stops stays where it is; what happens inside an atomic sequence is not seen. */
byte x;
active proctype P() { atomic { x = 1; x = 2 }; x = 3 }
ltl ends { <>[] (x == 3) }
ltl all { [] (x == 0 || x == 2 || x == 3) }
ltl zero { []<> (x == 0) }
ltl seen { <> (x == 1) }

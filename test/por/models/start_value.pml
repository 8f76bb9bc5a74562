/* Before Q runs, `i` is 0, and Q is not there: what is known of i later says nothing about then. P leaves Q's variable
   alone, but R gives it another one. verdict: 14 */
byte x[3], g;
proctype Q(byte i) { byte b; b = 1; x[i] = 1; i = 0; b = 2; (x[0] == 1) -> assert(g == 0) }
active proctype P() { byte a; a = 1; g = 1; a = 2; x[0] = 1 }
active proctype R() { byte c; c = 1; run Q(2); c = 2 }

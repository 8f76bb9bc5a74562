// expect: E201 11:6 `s` is declared already, as a variable in line 4
scalarset S[3];
byte a[4];
S s[S] = 0;
byte b[S], c[S];
init { S x; b[x] = 1; c[x] = true }
proctype P(S i) { a[i] = 0 }
S big[7];
chan q = [1] of { S };
ltl { [] (a[0] == 0) }
byte s;

// expect: E222 3:14 the proctype `P` has no variable `m`
active proctype P() { byte n; n = 1 }
never { P[0]:m == 1 }

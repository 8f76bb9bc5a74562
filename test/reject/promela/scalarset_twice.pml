// expect: E117 3:11 the type `S` is declared a second time
scalarset S[2];
scalarset S[3];
init { skip }

// expect: E127 2:20 expected an expression but found `}`
init { byte x; x = }

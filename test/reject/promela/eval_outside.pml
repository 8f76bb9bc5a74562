// expect: E127 3:12 expected an expression but found `eval`
byte x;
init { x = eval(x) }

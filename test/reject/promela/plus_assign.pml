// expect: E127 4:11 expected an expression but found `=`
// help: an assignment is `x = e`, so `x = x + e` and the like
byte x;
init { x += 1 }

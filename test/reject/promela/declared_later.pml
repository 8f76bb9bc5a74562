// expect: E210 3:8 `x` is not declared
// help: it is declared later, in line 4; a declaration must precede its uses
init { x = 1 }
byte x;

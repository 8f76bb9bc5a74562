// expect: E310 3:26 `x` is not an array
byte x;
init { byte i; for (i in x) { skip } }

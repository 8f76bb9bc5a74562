// expect: E218 3:8 `x` is not an array
byte x;
init { x[1] = 1 }

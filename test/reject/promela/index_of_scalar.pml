// expect: E218 3:8 `x` is no array
byte x;
init { x[1] = 1 }

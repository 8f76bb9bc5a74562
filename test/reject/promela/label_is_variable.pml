// expect: E281 3:8 `x` cannot be a label, it is a variable
byte x;
init { x: skip }

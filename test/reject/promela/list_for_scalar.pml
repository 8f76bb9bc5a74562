// expect: E265 2:6 `x` is not an array and has one value only
byte x = { 1, 2 };
init { skip }

// expect: E265 2:6 `x` is no array and has one value only
byte x = { 1, 2 };
init { skip }

// expect: E266 2:6 `a` has 2 elements but 3 values
byte a[2] = { 1, 2, 3 };
init { skip }

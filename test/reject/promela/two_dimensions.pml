// expect: E122 3:12 arrays have one dimension only
byte a[3];
init { a[1][2] = 0 }

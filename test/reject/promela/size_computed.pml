// expect: E252 3:10 the size of the array is not a constant
byte n = 3;
byte a[n + 1];
init { skip }

// expect: E252 3:8 the size of the array is no constant
byte n;
byte a[n];
init { skip }

// expect: E253 2:8 the size of the array is 2000000, outside of 1 .. 1048576
byte a[2000000];
init { skip }

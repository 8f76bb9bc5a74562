// expect: E253 2:8 the size of the array is 0, outside of 1 .. 1048576
byte a[0];
init { skip }

// expect: E264 3:15 the values of an array are constants
byte x;
byte a[2] = { x, 1 };
init { skip }

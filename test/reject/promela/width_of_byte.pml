// expect: E257 2:10 only an unsigned has a number of bits
byte x : 3;
init { skip }

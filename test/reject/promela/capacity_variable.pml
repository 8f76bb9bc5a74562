// expect: E241 3:11 the capacity of a channel is a constant, 0 or more
byte n;
chan q = [n] of { byte };
init { skip }

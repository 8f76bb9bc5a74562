// expect: E230 4:12 a channel is not a number
chan q = [1] of { byte };
byte x;
init { x = q + 1 }

// expect: E230 4:12 a channel is no number to compute with
chan q = [1] of { byte };
byte x;
init { x = q + 1 }

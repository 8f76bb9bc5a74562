// expect: E271 3:10 `x` does not hold channels
chan q = [1] of { byte };
byte x = q;
init { skip }

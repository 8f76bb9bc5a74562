// expect: E226 3:12 `x` is not a channel
byte x;
init { len(x) > 0 }

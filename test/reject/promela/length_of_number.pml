// expect: E226 3:12 `x` is no channel
byte x;
init { len(x) > 0 }

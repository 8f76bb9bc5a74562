// expect: E226 3:8 `x` is not a channel
byte x;
init { x!1 }

// expect: E226 3:8 `x` is no channel
byte x;
init { x!1 }

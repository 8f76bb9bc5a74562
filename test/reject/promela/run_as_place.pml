// expect: E290 4:9 `run` is not allowed here
byte a[5];
proctype R() { skip }
init { a[run R()] = 3 }

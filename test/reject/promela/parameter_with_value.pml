// expect: E274 2:17 a parameter has no first value; `run` gives it
proctype P(byte a = 3) { skip }
init { skip }

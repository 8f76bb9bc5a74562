// expect: E248 3:14 `run` cannot be an argument of `run`
proctype P(byte x) { skip }
init { run P(run P(1)) }

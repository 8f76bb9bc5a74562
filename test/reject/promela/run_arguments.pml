// expect: E325 3:8 `P` takes 2 arguments but gets 1
proctype P(byte a; byte b) { skip }
init { run P(1) }

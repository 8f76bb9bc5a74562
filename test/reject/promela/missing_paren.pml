// expect: E101 2:12 expected `(` after the name of the proctype but found `byte`
proctype P byte x) { skip }
init { skip }

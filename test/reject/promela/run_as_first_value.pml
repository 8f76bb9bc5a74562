// expect: E268 4:17 `run` cannot give a variable its first value
// help: declare `x` and assign to it in a statement
proctype P() { skip }
init { byte x = run P(); skip }

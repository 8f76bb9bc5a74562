// expect: E213 4:20 `P` is a proctype, not a variable
// help: start it by `run P(...)`
proctype P() { skip }
init { byte x; x = P }

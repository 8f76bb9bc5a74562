// expect: E323 4:8 there is no proctype `Sever`
// help: did you mean `Server`?
proctype Server() { skip }
init { run Sever() }

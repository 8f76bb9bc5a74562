// expect: E225 4:9 the proctype `P` has no label `hero`
// help: did you mean `here`?
active proctype P() { here: skip }
never { P[0]@hero }

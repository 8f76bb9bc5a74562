// expect: E125 4:13 `P` is a proctype, not a value
// help: write `P[pid]@label` or `P[pid]:variable`
proctype P() { skip }
init { P[1] == 2 }

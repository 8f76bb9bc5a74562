// expect: E282 3:26 there is no label `agin` in this process
// help: did you mean `again`?
init { again: skip; goto agin }

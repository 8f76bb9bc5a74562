// expect: E306 3:17 the label `L` cannot be on the first statement of atomic
// help: put it in front of atomic
init { atomic { L: skip; goto L } }

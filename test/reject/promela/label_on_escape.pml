// expect: E306 3:22 the label `L` cannot be on the first statement of a block
// help: put it in front of a block
init { skip unless { L: skip } }

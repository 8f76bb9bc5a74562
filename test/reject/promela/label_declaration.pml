// expect: E132 3:8 a label cannot stand in front of a declaration
// help: put it in front of the next statement
init { L: byte x; skip }

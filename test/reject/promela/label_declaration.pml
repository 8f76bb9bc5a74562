// expect: E132 3:8 a label is not allowed before a declaration
// help: put it in front of the next statement
init { L: byte x; skip }

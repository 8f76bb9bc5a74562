// expect: E002 3:15 a string is not closed on its line
// help: close it with `"`
init { printf("a) }

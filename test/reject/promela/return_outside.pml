// expect: E131 3:14 `return` is used where no value is taken
// help: call the inline as `x = name(...)`
inline f() { return 1 }
init { f() }

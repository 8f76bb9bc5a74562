// expect: E027 3:14 the inline `f` calls itself
// help: this is in the inline `f`, called in line 4
inline f() { f() }
init { f() }

// expect: E210 3:19 `unknown` is not declared
// help: this is in the inline `f`, called in line 5
inline f(a) { a = unknown }
byte x, y;
init { f(x); f(y) }

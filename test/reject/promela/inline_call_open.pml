// expect: E025 4:8 the call of `f` is not closed
// expect: E101 5:1 expected `}` at the end of the body but found the end of the file
inline f(x) { skip }
init { f(1 }

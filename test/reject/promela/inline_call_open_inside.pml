// expect: E025 3:14 the call of `f` is not closed
// expect: E101 5:1 expected `}` at the end of the inline but found the end of the file
inline f() { f( }
init { f() }

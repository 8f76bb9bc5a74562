// expect: E021 3:1 expected `}` of the inline `f` but found the end of the file
inline f(x) { x = 1

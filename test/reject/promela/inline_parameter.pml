// expect: E020 3:10 found `byte` among the parameters of an inline
// help: write `inline f(a, b) { ... }`; parameters have no types
inline f(byte x) { skip }
init { skip }

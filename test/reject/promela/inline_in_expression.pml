// expect: E126 3:12 an inline is a statement and has no value here
// help: `x = name(...)` takes what the inline returns
inline f() { skip }
init { byte x; x = 1 + f() }

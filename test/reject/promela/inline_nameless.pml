// expect: E023 2:8 expected the name of an inline but found `(`
inline (x) { skip }
init { skip }

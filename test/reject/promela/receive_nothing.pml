// expect: E124 3:10 expected a variable, a constant, `_` or `eval(...)` but found `len`
chan q = [1] of { byte };
init { q?len }

// expect: E104 2:1 the formula is not closed by `}`
ltl p { [] true

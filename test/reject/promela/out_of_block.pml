// expect: E210 2:27 `x` is not declared
init { { byte x; x = 1 }; x = 2 }

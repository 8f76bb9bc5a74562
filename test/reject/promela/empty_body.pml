// expect: E134 2:8 the body of init needs at least one statement
init { }

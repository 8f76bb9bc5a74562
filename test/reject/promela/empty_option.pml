// expect: E134 2:14 an option needs at least one statement
init { if :: :: skip fi }

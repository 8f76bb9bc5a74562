// expect: E105 3:8 embedded C (`c_expr`) is not supported
// help: what it computes has to be written in Promela
init { c_expr { x == 1 } }

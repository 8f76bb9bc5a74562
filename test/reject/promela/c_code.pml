// expect: E105 3:8 embedded C (`c_code`) is not supported
// help: what it computes has to be written in Promela
init { c_code { x++; } }

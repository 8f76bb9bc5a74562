// expect: E105 3:1 embedded C (`c_decl`) is not supported
// help: what it computes has to be written in Promela
c_decl { int x; }
init { skip }

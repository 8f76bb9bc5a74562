// expect: E105 3:1 embedded C (`c_state`) is not supported
// help: what it computes has to be written in Promela
c_state "int x" "Global"
init { skip }

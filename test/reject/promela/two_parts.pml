// expect: E127 3:1 expected an expression but found `init`
init { skip 
init { skip }

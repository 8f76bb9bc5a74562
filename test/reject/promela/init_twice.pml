// expect: E322 3:1 init is there already, in line 2
init { skip }
init { skip }

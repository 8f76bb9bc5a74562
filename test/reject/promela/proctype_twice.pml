// expect: E322 3:10 the proctype `P` is there already, in line 2
proctype P() { skip }
proctype P() { skip }
init { skip }

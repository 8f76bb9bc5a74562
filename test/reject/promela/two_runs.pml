// expect: E290 3:26 there is more than one `run` in this expression
proctype P() { skip }
init { run P() + run P() > 0 }

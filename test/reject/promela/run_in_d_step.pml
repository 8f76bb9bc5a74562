// expect: E290 3:38 `run` is not allowed inside a d_step
proctype A() { skip }
active proctype P() { d_step { skip; run A() } }

// expect: E290 3:38 `run` cannot stand inside of a d_step
proctype A() { skip }
active proctype P() { d_step { skip; run A() } }

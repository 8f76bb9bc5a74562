// expect: E290 3:23 `run` cannot be part of a larger condition
proctype A() { skip }
active proctype P() { !(run A()); skip }

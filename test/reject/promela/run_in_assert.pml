// expect: E290 3:15 `run` cannot stand here
proctype P() { skip }
init { assert(run P()) }

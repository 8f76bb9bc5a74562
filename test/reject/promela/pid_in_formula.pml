// expect: E228 3:11 _pid has a meaning inside processes only
active proctype P() { skip }
ltl { [] (_pid == 0) }

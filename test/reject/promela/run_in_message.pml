// expect: E246 4:10 `run` cannot be part of a message
proctype P() { skip }
chan q = [1] of { byte };
init { q!run P() }

/* expect: exit=11 states=5 transitions=4 orbits=5 group=1 */
/* A notrace that is lost: what comes does not matter any more. */
chan q = [1] of { byte };
active proctype A() { q!1; q?_; if :: q!2 :: q!3 fi; (false) }
notrace { q!1; if :: q!2; q!2 :: q!4 fi }

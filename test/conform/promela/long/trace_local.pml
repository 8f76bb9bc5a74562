/* expect: exit=0 states=33 transitions=52 orbits=33 group=1 */
/* Channels that are not named are not watched. */
chan q = [2] of { byte };
proctype P() { chan mine = [1] of { byte }; mine!1; mine?_; q!1; q?1 }
init { atomic { run P(); run P() } }
trace { do :: q!1 :: q?1 od }

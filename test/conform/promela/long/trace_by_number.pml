/* expect: exit=0 states=39 transitions=69 orbits=39 group=1 */
/* Channels as parameters. */
chan a = [1] of { byte }; chan b = [1] of { byte };
proctype P(chan c; byte v) { c!v; c?_ }
init { atomic { run P(a, 1); run P(b, 2); run P(a, 3) } }
trace { if :: a!1; a!3 :: a!3; a!1 fi }

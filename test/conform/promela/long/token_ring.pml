/* expect: exit=0 states=32 transitions=60 orbits=32 group=1 */
#define N 3
mtype = { tok, req };
chan c[N] = [0] of { mtype };
byte in_cs;
active [N] proctype st() {
	xr c[_pid];
	if :: _pid == 0 -> goto have :: else fi;
wait:	c[_pid]?tok;
have:	if
	:: in_cs++; assert(in_cs == 1); in_cs--
	:: skip
	fi;
	c[(_pid + 1) % N]!tok;
	goto wait
}

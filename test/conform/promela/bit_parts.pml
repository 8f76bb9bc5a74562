/* expect: exit=0 states=25 transitions=28 orbits=25 group=1 */
/* Parts of messages are as narrow as the channel says: bits lose all but the last one, also in rendez-vous,
   but where they are the only part: Spin's verifier gives that one a byte. */
chan q = [2] of { bool, bit, byte }
chan r = [0] of { bit, bool, short }
chan alone = [1] of { bit }
chan met = [0] of { bool }
int x, y, z, u; int v = 2; int w = 7
active proctype A() {
	q!v, 3, 257; assert(q?[0, 1, 1]); q?x, y, z; assert(x == 0 && y == 1 && z == 1);
	q!w, w, w; q!!v, v, v; q?x, y, z; assert(x == 1 && y == 1 && z == 7);
	r!w, v, 70000; r!v, w, -w;
	alone!v; assert(alone?[2] && !alone?[0]); alone?u; assert(u == 2); met!w
}
active proctype B() {
	if :: r?1, 0, 4464 -> skip fi;
	r?x, y, z; assert(x == 0 && y == 1 && z == -7);
	met?u; assert(u == 7)
}

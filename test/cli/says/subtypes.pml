/* Channels of one shape, but for the names of what they hold. */
/* run: check --trace=full --symmetry=off */
/* exit: 14 */
/* says: a = [pear] b = [blue] */
mtype:fruit = { apple, pear };
mtype:colour = { red, green, blue };
chan a = [1] of { mtype:fruit };
chan b = [1] of { mtype:colour };
active proctype P() { mtype:colour c; mtype:fruit f; a!pear; b!blue; b?c; a?f; assert(c != blue) }

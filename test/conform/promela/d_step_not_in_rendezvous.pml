/* expect: states=18 transitions=24 exit=0 */
/* Nobody receives. Spin's verifier executes the d_step in place of a receiver, since it begins with a selection. */
byte y;
chan z = [0] of { byte };
active proctype P() {
    byte x;
    x = _nr_pr;
    if :: d_step { select (y : 0 .. 2) }; skip fi;
end: 0
}
proctype Q() { atomic { skip; end: z!1 } }
init { run Q() }

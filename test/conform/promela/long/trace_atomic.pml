/* expect: exit=0 states=1 transitions=4 orbits=1 group=2 */
/* Events inside atomic sequences and d_steps. */
mtype = { up, down }; chan c = [1] of { mtype };
active [2] proctype P() { do :: atomic { c!up; c?up } :: d_step { c!down; c?down } od }
trace { do :: c!up; c?up :: c!down; c?down od }

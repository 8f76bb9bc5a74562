/* expect: exit=0 states=49 transitions=145 orbits=10 group=24 */
/* States of processes in an array by pid; found symmetric without any declaration. */
mtype = { out, wants, in }
mtype at[5] = out;

proctype user() {
    do
    :: d_step { at[_pid] == out -> at[_pid] = wants }
    :: d_step { at[_pid] == wants && (at[1] != in && at[2] != in && at[3] != in && at[4] != in) -> at[_pid] = in }
    :: d_step { at[_pid] == in -> at[_pid] = out }
    od
}

init { atomic { run user(); run user(); run user(); run user() } }

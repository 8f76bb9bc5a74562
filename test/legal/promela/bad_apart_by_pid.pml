/* Processes that look at their pids, which are not next to each other.
-- group: b=S2
-- refused: a line 6 fixed 3
*/
byte at[5]; byte turn;
proctype a() { at[_pid] = 1; turn = _pid; at[_pid] = 2; do :: turn = 0 od }
proctype b() { do :: turn > 0 -> turn = 0 od }
init { atomic { run a(); run b(); run a(); run b() }; do :: turn > 9 od }

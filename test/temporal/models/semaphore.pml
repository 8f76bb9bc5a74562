/* expect: live=fails */
/* expect --fair=weak: live=fails */
/* expect --fair=strong: live=holds */
/* A semaphore is fair to nobody: others may take it each time; strong fairness helps. */
byte sem = 1; bool want[3], crit[3];
active [3] proctype P() {
 do :: want[_pid] = true; atomic { sem > 0 -> sem-- }; crit[_pid] = true; crit[_pid] = false; want[_pid] = false; sem++ od
}
ltl live { [] (want[0] -> <> crit[0]) }

/* An array that is indexed by process numbers less one.
-- group: W=S4
*/
byte busy[4]; byte in_use;
proctype W() { do :: atomic { in_use < 2 -> busy[_pid - 1] = 1; in_use++ } ; atomic { busy[_pid - 1] = 0; in_use-- } od }
init { atomic { run W(); run W(); run W(); run W() } }

/* Processes are known by their parameters and by _pid.
-- group: p=S3
*/
byte at[3]; byte who[4]
proctype p(byte i) {
	do
	:: at[i] = 1 - at[i]
	:: who[_pid] = 1
	od
}

init { atomic { run p(0); run p(1); run p(2) } }

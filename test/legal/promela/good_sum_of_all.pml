/* A variable holds the number of a process, or a sum over all of them, which is less than any of these numbers.
-- group: p=S3
*/
typedef entry { bit is_set };
entry set[7]; byte last;
proctype p(byte me) {
	do
	:: atomic { set[me].is_set = 1; last = me }
	:: atomic { set[me].is_set -> set[me].is_set = 0; last = set[4].is_set + set[5].is_set + set[6].is_set }
	od
}
init { atomic { run p(4); run p(5); run p(6) } }

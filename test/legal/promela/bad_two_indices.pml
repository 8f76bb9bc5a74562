/* An array over one scalarset is indexed by an element of another one.
-- group: A=none B=S3
-- refused: A line 10 fixed 3
-- refused: A line 13 fixed 0
-- refused: A line 16 fixed 3
-- refused: B line 18 fixed 0
*/
scalarset A[3]; scalarset B[3]
byte x[A]; B turn = 3
proctype p(B i) {
	do
	:: atomic { turn == 3 -> turn = i }
	:: atomic { turn == i -> x[turn] = 0; turn = 3 }
	od
}
proctype q(A i) {
	do
	:: x[i] = 1 - x[i]
	od
}
init { atomic { run p(0); run p(1); run p(2); run q(0); run q(1); run q(2) } }

/* A process is started with an element of the wrong scalarset, where others run: it holds numbers.
-- group: A=none B=none
-- refused: A line 22 fixed 1
-- refused: B line 16 fixed 0
-- refused: B line 22 fixed 1
-- used: A=S3 B=S3
*/
scalarset A[3]; scalarset B[3]
byte x[A]; B turn = 3
proctype p(B i) {
	do
	:: atomic { turn == 3 -> turn = i }
	:: atomic { turn == i -> turn = 3 }
	od
}
proctype r(A i) { B b = 3; b = i }
proctype q(A i) {
	do
	:: x[i] = 1 - x[i]
	od
}
init { atomic { run p(0); run p(1); run p(2); run q(0); run q(1); run q(2) }; run r(0) }

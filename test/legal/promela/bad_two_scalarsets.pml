/* A variable for elements of one scalarset gets an element of another one.
-- group: A=S3 B=none
-- refused: A line 11 fixed 0
-- refused: B line 8 fixed 3
*/
scalarset A[3]; scalarset B[3]
byte x[A]; A a[B] = 3; B turn = 3
proctype p(B i) {
	do
	:: atomic { turn == 3 -> turn = i }
	:: atomic { turn == i -> a[i] = turn; turn = 3 }
	od
}
proctype q(A i) {
	do
	:: x[i] = 1 - x[i]
	od
}
init { atomic { run p(0); run p(1); run p(2); run q(0); run q(1); run q(2) } }

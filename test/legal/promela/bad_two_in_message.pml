/* A message with elements of one scalarset gets an element of another one.
-- group: A=S3 B=none
-- refused: B line 8 fixed 3
-- refused: B line 11 fixed 0
*/
scalarset A[3]; scalarset B[3]
byte x[A]; chan c = [1] of { A }; B turn = 3
proctype p(B i) {
	do
	:: atomic { turn == 3 -> turn = i }
	:: atomic { turn == i -> c!i; turn = 3 }
	od
}
proctype q(A i) {
	do
	:: c?_ -> x[i] = 1 - x[i]
	od
}
init { atomic { run p(0); run p(1); run p(2); run q(0); run q(1); run q(2) } }

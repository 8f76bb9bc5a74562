/* The number of processes is counted in the first variable of the model, which begins with 0.
-- group: P=S3
-- refused: 0
*/
byte n;
byte x;
proctype P() { do :: x == 0 -> x = 1 :: x == 1 -> x = 0 od }
init { atomic { do :: n < 3 -> run P(); n++ :: else -> break od } }

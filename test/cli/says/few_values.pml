/* Of bytes few values are reached: with all of them the product is too much for the symbolic engine. */
/* run: check --engine=symbolic --time=20 */
/* says: states 5 transitions 15 depth 3 */
byte a, b, x;
active proctype P() {
	do
	:: a = 3
	:: b = 5
	:: x = a * b
	od
}

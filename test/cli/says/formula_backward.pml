/* A search backward knows no runs: a formula of linear time that is violated is not said to hold. */
/* run: check --engine=symbolic --direction=backward */
/* exit: 20 */
/* says: leave out --direction=backward */
/* says not: rises HOLDS */
byte x;
active proctype p() {
	do
	:: x < 3 -> x++
	:: x == 3 -> x = 0
	od
}
ltl rises { <> [] (x == 3) }

/* Options of choices for each process are shown as steps. */
/* run: check --symmetry=off --threads=1 */
/* exit: 14 */
/* says: else choices_for_each.pml:9 5 proc 1 (p) a[1] == 1 choices_for_each.pml:10 */
byte a[3] = 0; byte n;
active [3] proctype p() {
	do
	:: atomic { n < 3 && a[_pid] == 0 -> a[_pid] = 1; n++;
		if :: a[0] == 1 -> a[0] = 2 :: else fi;
		if :: a[1] == 1 -> a[1] = 2 :: else fi;
		if :: a[2] == 1 -> a[2] = 2 :: else fi }
	:: n == 2 -> assert(false)
	od
}

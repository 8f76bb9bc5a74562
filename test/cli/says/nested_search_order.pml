/* A search that keeps little of a state lists its steps again: in the same order, though much has been learned since. */
/* run: check --symmetry=off --store=compact --share=all --threads=1 */
/* run: check --symmetry=off --store=compact --share=all --threads=2 */
/* exit: 11 */
/* says: no acceptance cycle VIOLATED */
byte n; bit x, y;
active proctype A() {
  do
  :: atomic { n < 200 -> if :: x == 0 -> n = n + 1 :: x == 1 -> n = n + 2 fi }
  od
}
active proctype B() { n == 0 -> accept: do :: y = 1 - y od }

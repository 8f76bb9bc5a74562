/* Spin has a label of its own where a loop ends, so a step out of an atomic sequence that ends with a loop is not merged
 * with what follows. spin -o1 -o2 stores 5 states of this model. */
/* run: check --symmetry=off --ended=spin --merge=on */
/* says: states 5 */
byte n;
active proctype P() {
    byte k;
    atomic { do :: k < 2 -> k++ :: else -> break od };
    k = 0; n = 1
}

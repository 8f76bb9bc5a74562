/* Spin makes one step of a structure's declaration and what precedes it in an atomic sequence: the declaration is no
 * condition. spin -o1 -o2 stores 6 states of this model. */
/* run: check --symmetry=off --ended=spin --merge=on */
/* says: states 6 */
byte n;
typedef T { byte x; byte y };
active proctype P() {
    byte m;
    atomic { n = n } T a;
    m = 1; T b; m = 2; n = m;
    T c; n = 3
}

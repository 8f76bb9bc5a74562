/* run: check --symmetry=off */
/* says: states 3 transitions 2 depth 2 */
/* says: exhaustive: yes */
/* Statements that certainly follow one another are one part of a step: a million of them are no bound that is met. */
int x;
byte a, b, c;
active proctype P() {
  atomic {
    do
    :: x < 17000 ->
        a = 1; b = 2; c = 3; a = 4; b = 5; c = 6; a = 7; b = 8; c = 9; a = 0;
        a = 1; b = 2; c = 3; a = 4; b = 5; c = 6; a = 7; b = 8; c = 9; a = 0;
        a = 1; b = 2; c = 3; a = 4; b = 5; c = 6; a = 7; b = 8; c = 9; a = 0;
        a = 1; b = 2; c = 3; a = 4; b = 5; c = 6; a = 7; b = 8; c = 9; a = 0;
        a = 1; b = 2; c = 3; a = 4; b = 5; c = 6; a = 7; b = 8; c = 9; a = 0;
        a = 1; b = 2; c = 3; a = 4; b = 5; c = 6; a = 7; b = 8; c = 9; a = 0;
        x++
    :: else -> break
    od;
    x = 0; a = 0; b = 0; c = 0
  }
}

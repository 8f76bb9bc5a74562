/* expect: exit=0 */
/* Skips in a row are one in an option, but not in the body of a for. */
byte n, k;
active proctype P() {
  for (k : 0 .. 2) { skip; skip; skip; n = 1; skip; skip; n = 2 }
  k = 0;
  do :: k <= 2 -> skip; skip; skip; n = 3; skip; skip; n = 4; k++ :: else -> break od;
  for (k : 0 .. 1) { if :: n == 4 -> skip; skip; skip; n = 1 :: else -> skip; skip fi }
}

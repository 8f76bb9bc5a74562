/* expect --nonprogress --fair=weak: no non-progress cycle=fails */
/* Process 1 may stay in its loop for ever. Spin's verifier finds this with -l, not with -l -f. */
byte x, y;
active proctype P() { skip }
active proctype Q() {
  do
  :: x == y -> y = 0
  :: y == 0 -> break
  od
}

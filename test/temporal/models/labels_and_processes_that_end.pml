/* expect --deadlock=off: no acceptance cycle=fails */
/* expect --deadlock=off --bound-depth=40: no acceptance cycle=fails */
/* Properties of infinite runs name conditions by numbers in the model itself: no variant without ended processes is used,
 * which has others. */
byte c;
proctype P(byte me) {
  byte l;
  do
  :: c == 0 -> c = me + 1
  :: c == me + 1 ->
accept: c = 0
  :: l == 1 -> break
  :: l == 0 && c == 0 -> l = 1
  od
}
init { atomic { run P(0); run P(1) } }

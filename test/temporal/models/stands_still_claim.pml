/* expect: never=holds */
/* expect --nonprogress --claim=never: never=holds */
/* The claim of non-progress cycles, written out; the only run stops. */
byte x;
active proctype A() { x = 1; false }
never {
  do
  :: true
  :: np_ -> break
  od;
accept:
  do
  :: np_
  od
}

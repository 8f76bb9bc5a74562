/* An element by its number and one by a variable may be the same one: what one iteration writes to the first the next
   ones may read from the other.
-- group: P=none
-- refused: P line 13 fixed 3
-- refused: P line 13 fixed 1
-- checked: 1
*/
byte x[3], y[3], z[3]; byte k;
active [3] proctype P() { byte i;
  do
  :: k = _pid
  :: atomic {
       i = 0; do :: i < 3 -> if :: y[i] > 0 -> x[1] = 1 :: else fi; if :: x[k] > 0 -> z[i] = 1 :: else fi; i++ :: i >= 3 -> break od; x[1] = 0; i = 0 }
  :: y[_pid] = 1 - y[_pid]
  :: z[_pid] = 0
  od }

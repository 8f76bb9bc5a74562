/* A comparison with a number that is true for all process numbers.
-- group: W=S4
*/
byte owner; bool held[4];
active [4] proctype W() { assert(_pid < 4);
  do :: atomic { owner == 0 -> owner = 1; held[_pid] = true }; atomic { owner = 0; held[_pid] = false } od }

/* verdict: 0
   reduced: yes
   stored 23: --por=stubborn --symmetry=off
   Four processes in a ring: which channels they have is told by `run` only. They do not disturb one another. */
chan q[4] = [2] of { byte };

proctype P(chan inp, out) {
  byte v;
  out!1;
  out!2;
  inp?v;
  inp?v
}

init {
  byte k;
  atomic {
    do
    :: k < 4 -> run P(q[k], q[(k + 1) % 4]); k++
    :: else -> break
    od
  }
}

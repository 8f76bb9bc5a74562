/* expect: exit=0 states=3 transitions=2 orbits=3 group=1
   An atomic sequence of some 15,000 statements ends. */
byte s;
active proctype P() { int i, j;
  atomic { for (i : 1 .. 60) { for (j : 1 .. 60) { s = 1 } } }
}

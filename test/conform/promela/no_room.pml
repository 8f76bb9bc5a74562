/* expect: states=12 transitions=11 exit=0 */
typedef M { chan a = [0] of { bool }; chan b = [0] of { bool }; chan c = [0] of { bool }; chan d = [0] of { bool } }
proctype mon(M m) { end: do :: m.a!true -> m.b?true od }
proctype T() {
  M m0;
  M m1;
  M m2;
  M m3;
  M m4;
  M m5;
  M m6;
  M m7;
  M m8;
  M m9;
  run mon(m0);
  run mon(m1);
  run mon(m2);
  run mon(m3);
  run mon(m4);
  run mon(m5);
  run mon(m6);
  run mon(m7);
  run mon(m8);
  run mon(m9);
}
init { run T() }

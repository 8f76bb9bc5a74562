/* verdict: 11
   reduced: yes
   stored 3: --por=stubborn --por-chains=on --symmetry=off
   Two workers that take three unseen steps each, then wait for one another for ever: the trace shows all steps. */
byte done;

active [2] proctype P() {
  byte x;
  x = 1;
  x = 2;
  x = 3;
  done++;
  done == 3
}

/* expect: exit=0 states=504 transitions=1507 */
/* A loop that runs processes, whose counter is set back within a d_step: its guard does not bound the rounds. */
byte alive;
proctype w() { alive++ }
init {
  byte i, k;
  do
  :: i < 2 -> run w(); i++;
     if :: k < 3 -> d_step { i = 0; k++ } :: else fi
  :: else -> break
  od
}

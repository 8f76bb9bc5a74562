/* expect: exit=0 states=345 transitions=872 */
/* A loop that runs processes is counted by a variable that was set again before it: below the value that it began with. */
byte alive;
proctype w() { alive++ }
init {
  int i = 1;
  if :: alive = 1 :: alive = 2 fi;
  i = -2;
  do :: i < 2 -> run w(); i++ :: else -> break od
}

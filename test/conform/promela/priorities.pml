/* expect: exit=0 states=137 transitions=185 orbits=137 group=1 */
/* Only processes of the highest priority among those that can move do so; an atomic sequence is interrupted by the one
   that it starts, and a process that sees a timeout comes last. */
byte x;
chan q = [1] of { byte };
active proctype H() priority 5 { do :: q?x -> x = 0 :: timeout -> break od }
active [2] proctype L() priority 2 {
    byte i;
    do :: i < 2 -> i++; q!i :: else -> break od
}
init { atomic { x = 3; run B() priority 9; x = 4; x = 5 }; x = 6 }
proctype B() { x != 4; x = 7; skip; (x == 7) }

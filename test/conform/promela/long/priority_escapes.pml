/* expect: exit=0 states=20 transitions=19 orbits=20 group=1 */
byte x;
active proctype A() priority 3 {
    { do :: x < 4 -> x++ :: x == 4 -> break od } unless { x == 3; set_priority(_pid + 1, 200) }
    skip
    d_step { x = 0; if :: x == 0 -> x = 9 :: else fi }
}
active proctype B() priority 2 { do :: x == 3 -> x = 1; break :: timeout -> x = 4; break od; run C() priority 250; x = 2 }
proctype C() { x == 2; x = 7 }

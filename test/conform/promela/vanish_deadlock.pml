/* expect: exit=11 states=24 transitions=39 orbits=24 group=1 vanish=6 vanish_states=19 */
/* one of the three that are not let in waits for ever: no valid end, whoever has ended */
byte room = 2;
active [3] proctype P() { atomic { room > 0 -> room-- }; skip }

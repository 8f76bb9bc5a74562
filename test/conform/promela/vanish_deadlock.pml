/* expect: vanish=0 exit=11 */
/* one of the three that are not let in waits for ever: no valid end, whoever has ended */
byte room = 2;
active [3] proctype P() { atomic { room > 0 -> room-- }; skip }

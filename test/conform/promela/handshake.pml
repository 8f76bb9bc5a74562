/* expect: exit=0 states=35 transitions=51 orbits=35 group=1 */
/* A rendez-vous hands the token of an atomic sequence over. */
chan c = [0] of { byte };
byte x;
active proctype sender() { atomic { x = 1; c!2; x = x + 4 } }
active proctype receiver() { byte y; atomic { c?y; x = x + y; x = x + 8 }; y = 0 }
active proctype other() { x = x * 2 }

/* expect: exit=0 states=30 transitions=37 orbits=30 group=1 */
/* Priorities change, of the process itself and of others; a process that is not there has priority 0. */
byte x;
active proctype P() priority 3 { x = 1; x = 2; set_priority(_pid, 1); x = 3 }
active proctype Q() priority 2 { x = 4; x = 5; run R() priority 5; x = get_priority(0); _priority = 7 }
proctype R() { x = 6; _priority = 2; x = 9; x = 10 }

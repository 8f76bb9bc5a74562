/* expect: exit=0 states=33 transitions=66 vanish=10 vanish_states=17 */
/* Processes of two proctypes in turn: their pids are not next to each other. */
byte n;
proctype a() { n++ }
proctype b() { n++ }
init { atomic { run a(); run b(); run a(); run b() } }

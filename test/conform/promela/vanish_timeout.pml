/* expect: vanish=0 vanish_states=0 exit=14 */
/* `timeout` waits for processes to vanish, and then it comes */
byte n;
active [3] proctype P() { n++ }
active proctype Watch() { timeout -> assert(n != 3) }

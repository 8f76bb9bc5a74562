/* expect: exit=0 states=24 transitions=52 orbits=24 group=1 */
/* whoever reads _nr_pr sees processes go: they stay as in Spin */
byte least = 9;
active [3] proctype P() { skip }
active proctype Watch() { end: do :: _nr_pr < least -> least = _nr_pr od }

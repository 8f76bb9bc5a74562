/* expect: states=0 exit=0 */
/* whoever reads _nr_pr sees processes go: they stay as in Spin */
byte least = 9;
active [3] proctype P() { skip }
active proctype Watch() { end: do :: _nr_pr < least -> least = _nr_pr od }

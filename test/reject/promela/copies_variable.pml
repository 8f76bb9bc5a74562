// expect: E252 3:9 the number of processes is no constant
byte n;
active [n] proctype P() { skip }

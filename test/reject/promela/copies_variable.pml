// expect: E252 3:9 the number of processes is not a constant
byte n;
active [n] proctype P() { skip }

// expect: E253 2:9 the number of processes is 300, outside of 1 .. 255
active [300] proctype P() { skip }

// expect: E247 3:25 a priority is a number from 1 to 255
proctype P() { skip }
init { run P() priority 300 }

// expect: E010 3:1 End of input within #if (#ifdef) section started at line 2
#if 1
init { skip }

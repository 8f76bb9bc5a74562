/* The processes start beside another one that is there already.
-- group: W=S3
*/
byte inside;
active proctype Mon() { do :: assert(inside <= 1) od }
proctype W() { do :: atomic { inside == 0 -> inside++ }; inside-- od }
init { atomic { run W(); run W(); run W() } }

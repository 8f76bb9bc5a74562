/* A conditional expression of a process number and a number that means nobody.
-- group: W=S3
*/
int lock = 3;
active [3] proctype W() { do :: atomic { lock == 3 -> lock = _pid }; lock = (lock == _pid -> 3 : lock) od }

#define N 2
#define wait(x) do :: x -> break :: else od
#if N > 1
byte flag[N];
#else
byte one;
#endif
active [N] proctype P() { wait(flag[_pid] == 0); flag[_pid] = 1 }
notrace { do :: q?1 :: q!_ od }
chan q = [1] of { byte };

/* A sum over all P, which is formed between two starts, names a process that comes later. */
/* run: check */
/* says: symmetry: P S3, Q S3 (proved, with one loop checked in each step; search) */
/* says: orbits 170 = 495 states */
bit a[7]; bit b[7]; byte x;
proctype P(byte me) { do :: a[me] = 1 - a[me] od }
proctype Q(byte me) { do :: b[me] = 1 - b[me] od }
init { run P(1); run P(2); run P(3); x = (b[4] == a[1]) + (b[4] == a[2]) + (b[4] == a[3]); run Q(4); run Q(5); run Q(6) }

/* expect: exit=0 */
/* A structure that is declared behind the first statement, or in a block, is a step; its first value means nothing. */
typedef T { byte a; short b[2]; byte c = 3 }
byte g;
T h = 7;
active proctype P() { T l = 4; g = 1; T t; t.a = 2; T u, v; u.a = t.a; assert(l.a == 0 && l.c == 3 && h.a == 0) }
active proctype Q() { g = 2; byte x; byte y[3]; T w[2]; w[1].a = 1; { T z; z.a = g; g = z.a } }

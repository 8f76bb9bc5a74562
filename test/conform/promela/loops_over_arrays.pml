/* expect: exit=0 */
typedef in { byte a[3]; chan c = [1] of { byte } }
typedef out { in k[3]; byte z }
typedef M { byte v }
out o[3];
chan q[3] = [2] of { byte };
chan p[2] = [2] of { M };
byte cnt;
init {
  byte i; M m;
  p[1]!2;
  for (i in o) { cnt++ }
  for (i in o[0].k) { cnt++ }
  for (i in o[0].k[1].a) { cnt++ }
  for (i in q) { cnt++ }
  for (i in q[1]) { cnt++ }
  for (i in o[1].k[1].c) { cnt++ }
  for (m in p[1]) { cnt = cnt + m.v }
  assert(cnt == 20 && i != 9)
}

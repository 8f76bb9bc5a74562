/* expect: states=18 transitions=17 exit=0 (Spin differs: it runs over the elements of objs) */
typedef Obj { byte children[4] }
Obj objs[2];
byte cnt;
init { byte i; for (i in objs[0].children) { cnt++ } assert(cnt == 4); assert(i != 9) }

/* expect: exit=0 states=17 transitions=16 orbits=17 group=1 */
/* An early Spin 6.5.2 reads this, later ones end in a crash (Spin's issue 63). */
typedef W { byte d };
W list[3];

init {
    byte i;
    for (i in list) {
        list[i].d = i;
        printf("%d\n", list[i].d)
    }
    i = 9
}

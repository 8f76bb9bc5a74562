/* expect: exit=0 states=14 transitions=13 orbits=14 group=1 */
/* Values are cut to what a variable holds. */
byte a = 255; bit b; short s; int i; unsigned u : 3; bit bits[2];
active proctype A() {
    a = a + 2; b = a + 2; s = 32767; s = s + 1; i = 2147483647; i = i + 2; u = 13; bits[1] = 6; a = -1; i = -7 / 2; i = -7 % 3;
    assert(a == 255 && b == 1 && s == -32768 && i == -1 && u == 5 && bits[1] == 6)
}
